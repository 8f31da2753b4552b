//! The types of bodies: they tolerate deviations of the service and new fields, and are small.

use quote::quote;
use syn::{
    Attribute, Expr, Field, Fields, FieldsNamed, Ident, Item, ItemStruct, LitStr, parse_quote,
};

use super::super::{Result, arguments, bodies};
use super::{Facts, Module, doc, inner_items, is_documented, items};

/// The field of bodies for undocumented fields.
const EXTRA: &str = "extra";

/// `crate::wire::decode` decodes all types, and is compiled once. Each type only has the names of
/// its fields.
pub(super) fn decoded_types(module: &mut Module<'_>, _: &Facts<'_>) -> Result<usize> {
    let Some(holder) = inner_items(&mut module.file, &["types"]) else {
        return Ok(0);
    };
    let mut readers: Vec<Item> = Vec::new();
    for definition in structures(holder) {
        let name = &definition.ident;
        match &definition.fields {
            Fields::Named(fields) => readers.push(reader(name, fields)),
            _ => {
                return Err(format!(
                    "`{name}` is not an object: set its type in codegen/settings.rs"
                ));
            }
        }
        change_derives(definition, |derived| {
            derived.retain(|path| !is_named(path, "Deserialize"));
        });
    }
    let changed = readers.len();
    holder.extend(readers);
    Ok(changed)
}

/// Returns the name of a field in JSON.
fn json_name(field: &Field) -> String {
    let mut name = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
    for attribute in field.attrs.iter().filter(|it| it.path().is_ident("serde")) {
        let _ = attribute.parse_nested_meta(|meta| {
            let value = meta.value();
            if let Ok(value) = value {
                match meta.path.is_ident("rename") {
                    true => name = value.parse::<LitStr>()?.value(),
                    false => drop(value.parse::<Expr>()?),
                }
            }
            Ok(())
        });
    }
    name
}

fn reader(name: &Ident, fields: &FieldsNamed) -> Item {
    let (mut required, mut optional, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for field in &fields.named {
        let (ident, json) = (&field.ident, json_name(field));
        if ident.as_ref().is_some_and(|ident| ident == EXTRA) {
            others.push(quote!(others in #ident));
        } else if arguments::optional(&field.ty).is_some() {
            optional.push(quote!(#ident = #json));
        } else {
            required.push(quote!(#ident = #json));
        }
    }
    parse_quote! {
        crate::wire::decode::object! {
            #name { #(#required),* } optional { #(#optional),* } #(#others)*
        }
    }
}

fn change_derives(definition: &mut ItemStruct, change: impl Fn(&mut Vec<syn::Path>)) {
    for attribute in &mut definition.attrs {
        if attribute.path().is_ident("derive") {
            let mut derived: Vec<syn::Path> = Vec::new();
            let _ = attribute.parse_nested_meta(|it| {
                derived.push(it.path);
                Ok(())
            });
            change(&mut derived);
            *attribute = parse_quote!(#[derive(#(#derived),*)]);
        }
    }
}

fn is_named(path: &syn::Path, name: &str) -> bool {
    path.segments.last().is_some_and(|last| last.ident == name)
}

pub(super) fn structures(items: &mut [Item]) -> impl Iterator<Item = &mut ItemStruct> {
    items.iter_mut().filter_map(|item| match item {
        Item::Struct(definition) => Some(definition),
        _ => None,
    })
}

pub(super) fn named_fields(definition: &mut ItemStruct) -> impl Iterator<Item = &mut syn::Field> {
    match &mut definition.fields {
        Fields::Named(fields) => Some(fields.named.iter_mut()),
        _ => None,
    }
    .into_iter()
    .flatten()
}

/// Adds docs and deprecations to fields. The generator ignores `deprecated` and the description of
/// the target of a `$ref`.
pub(super) fn field_notes(module: &mut Module<'_>, facts: &Facts<'_>) -> Result<usize> {
    let mut changed = 0;
    for ((schema, property), note) in facts.notes {
        let field = bodies::field_name(property);
        for definition in structures(items(&mut module.file, &["types"]))
            .filter(|definition| definition.ident == schema)
        {
            for found in named_fields(definition)
                .filter(|found| found.ident.as_ref().is_some_and(|name| *name == field))
            {
                changed += annotate(&mut found.attrs, note);
            }
        }
    }
    Ok(changed)
}

fn annotate(attributes: &mut Vec<Attribute>, note: &super::super::document::FieldNote) -> usize {
    let before = attributes.len();
    if !is_documented(attributes) && !note.description.is_empty() {
        attributes.push(doc(&note.description));
    }
    attributes.extend(note.deprecated.as_deref().map(|reason| match reason {
        "" => parse_quote!(#[deprecated]),
        reason => parse_quote!(#[deprecated(note = #reason)]),
    }));
    attributes.len() - before
}

/// Adds `new`, setters and a field for undocumented fields to request bodies.
pub(super) fn bodies(module: &mut Module<'_>, facts: &Facts<'_>) -> Result<usize> {
    let Some(types) = inner_items(&mut module.file, &["types"]) else {
        return Ok(0);
    };
    let is_default = |item: &Item| matches!(item, Item::Impl(block) if is_default_of(block, facts));
    types.retain(|item| !is_default(item));
    for body in &facts.requests {
        bodies::implement(facts.document, types, body)?;
    }
    Ok(facts.requests.len())
}

/// Whether an item is the `Default` of a body, which lacks the added field.
fn is_default_of(block: &syn::ItemImpl, facts: &Facts<'_>) -> bool {
    let implemented = block.trait_.as_ref().and_then(|(path, _)| path.segments.last());
    implemented.is_some_and(|name| name.ident == "Default")
        && facts.requests.contains(&arguments::name(&block.self_ty))
}

/// Makes types `#[non_exhaustive]`, so that new fields of the document break no program. Tests that
/// need a value start from `Default`.
pub(super) fn open_structs(module: &mut Module<'_>, facts: &Facts<'_>) -> Result<usize> {
    let mut changed = 0;
    for definition in structures(items(&mut module.file, &["types"])) {
        if matches!(definition.fields, Fields::Named(_)) {
            definition.attrs.push(parse_quote!(#[non_exhaustive]));
            let is_body = facts.requests.contains(&definition.ident.to_string());
            let needs_default = !(is_body && has_required(definition));
            change_derives(definition, |derived| {
                if needs_default && !derived.iter().any(|path| is_named(path, "Default")) {
                    derived.push(parse_quote!(Default));
                }
            });
            changed += 1;
        }
    }
    Ok(changed)
}

/// Whether a field is required and has no default.
fn has_required(definition: &ItemStruct) -> bool {
    let mut fields = definition.fields.iter();
    fields.any(|field| {
        arguments::optional(&field.ty).is_none()
            && field.ident.as_ref().is_some_and(|name| name != EXTRA)
    })
}

/// Removes the closed enums of the generator, which open enums replace.
pub(super) fn open_enums(module: &mut Module<'_>, _: &Facts<'_>) -> Result<usize> {
    let Some(holder) = inner_items(&mut module.file, &["types"]) else {
        return Ok(0);
    };
    for open in &module.enums {
        holder.push(syn::parse2(open.tokens()).map_err(|error| error.to_string())?);
    }
    Ok(module.enums.len())
}
