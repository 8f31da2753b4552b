//! Objects are read as objects: what the derived reader of a struct takes besides, ours does not.

use quote::quote;
use syn::{Attribute, Fields, Item, ItemStruct, Meta, Path, parse_quote};

use super::super::Result;
use super::{Facts, Module, inner_items};

/// A derived reader takes a list for a struct, its elements for the fields in the order of their
/// names: a link could come out as the id of a project. It becomes that of a private copy of the
/// struct, and `crate::wire::decode::object` hands it objects only.
pub(super) fn objects_are_no_lists(module: &mut Module<'_>, _: &Facts<'_>) -> Result<usize> {
    let Some(holder) = inner_items(&mut module.file, &["types"]) else {
        return Ok(0);
    };
    let mut readers = Vec::new();
    for item in holder.iter_mut() {
        if let Item::Struct(definition) = item
            && matches!(definition.fields, Fields::Named(_))
            && take_derive(definition, "Deserialize")
        {
            readers.extend(reader(definition));
        }
    }
    let changed = readers.len() / 2;
    holder.extend(readers);
    Ok(changed)
}

/// Takes a derived trait away from a type; whether it had it.
fn take_derive(definition: &mut ItemStruct, name: &str) -> bool {
    let mut taken = false;
    for attribute in &mut definition.attrs {
        let Meta::List(list) = &attribute.meta else {
            continue;
        };
        if !list.path.is_ident("derive") {
            continue;
        }
        let mut kept: Vec<Path> = Vec::new();
        let _ = attribute.parse_nested_meta(|derived| {
            let is_named = |last: &syn::PathSegment| last.ident == name;
            match derived.path.segments.last().is_some_and(is_named) {
                true => taken = true,
                false => kept.push(derived.path),
            }
            Ok(())
        });
        *attribute = parse_quote!(#[derive(#(#kept),*)]);
    }
    taken
}

/// The reader of a type, and that of its fields.
fn reader(definition: &ItemStruct) -> [Item; 2] {
    let name = &definition.ident;
    let text = name.to_string();
    let mut fields = definition.fields.clone();
    for field in &mut fields {
        field.attrs.retain(is_serde);
    }
    let attributes = definition
        .attrs
        .iter()
        .filter(|attribute| is_serde(attribute));
    let remote = quote! {
        #[derive(::serde::Deserialize)] #(#attributes)* #[serde(remote = #text)]
        struct Fields #fields
    };
    [
        parse_quote! {
            impl<'de> ::serde::Deserialize<'de> for #name {
                fn deserialize<D>(deserializer: D) -> Result<Self, D::Error>
                where
                    D: ::serde::Deserializer<'de>,
                {
                    crate::wire::decode::object(deserializer)
                }
            }
        },
        parse_quote! {
            const _: () = {
                #remote
                impl<'de> crate::wire::decode::Object<'de> for #name {
                    fn read<D: ::serde::Deserializer<'de>>(fields: D) -> Result<Self, D::Error> {
                        Fields::deserialize(fields)
                    }
                }
            };
        },
    ]
}

fn is_serde(attribute: &Attribute) -> bool {
    attribute.path().is_ident("serde")
}
