//! Fields beyond the document: bodies of requests take them, so that nobody has to wait for the
//! document to send what the service knows.

use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{Expr, Field, Fields, Item, ItemStruct, LitStr, parse_quote};

use super::super::Result;
use super::types::self_name;
use super::{Facts, Module, items};

/// The field for them.
pub(super) const EXTRA: &str = "extra";

/// Bodies have one more field, whose entries stand beside the others, and their builders a setter
/// for it.
pub(super) fn bodies_take_more(module: &mut Module<'_>, facts: &Facts<'_>) -> Result<usize> {
    let mut bodies = Vec::new();
    for item in items(&mut module.file, &["types"]) {
        if let Item::Struct(definition) = item
            && facts.requests.contains(&definition.ident.to_string())
            && let Fields::Named(fields) = &definition.fields
        {
            let known: Vec<_> = fields.named.iter().map(json_name).collect();
            if known.iter().any(|name| name == EXTRA) {
                return Err(format!("`{}` has a property `extra`", definition.ident));
            }
            bodies.push((definition.ident.to_string(), known));
            add(
                definition,
                parse_quote! {
                    /// Fields that the document does not name, by their names.
                    #[serde(flatten)]
                    pub extra: ::serde_json::Map<::std::string::String, ::serde_json::Value>
                },
            );
        }
    }
    for item in items(&mut module.file, &["types", "builder"]) {
        match item {
            Item::Struct(definition) => add(
                definition,
                parse_quote! {
                    extra: ::std::result::Result<
                        ::serde_json::Map<::std::string::String, ::serde_json::Value>,
                        crate::input::Unfit,
                    >
                },
            ),
            Item::Impl(block) => {
                let name = self_name(block);
                More.visit_item_impl_mut(block);
                let body = bodies.iter().find(|(body, _)| *body == name);
                if let Some((_, known)) = body.filter(|_| block.trait_.is_none()) {
                    block.items.push(parse_quote! {
                        /// A field that the document does not name. One that it does is an error:
                        /// it has a setter.
                        pub fn extra<N, V>(mut self, name: N, value: V) -> Self
                        where
                            N: ::std::convert::Into<::std::string::String>,
                            V: ::serde::Serialize,
                        {
                            let value = ::serde_json::to_value(value);
                            let known = [#(#known),*];
                            crate::input::extra(&mut self.extra, &known, name.into(), value);
                            self
                        }
                    });
                }
            }
            _ => {}
        }
    }
    Ok(bodies.len())
}

fn add(definition: &mut ItemStruct, field: Field) {
    if let Fields::Named(fields) = &mut definition.fields {
        fields.named.push(field);
    }
}

/// The name of a field in JSON.
pub(super) fn json_name(field: &Field) -> String {
    let mut name = field
        .ident
        .as_ref()
        .map(ToString::to_string)
        .unwrap_or_default();
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

/// Adds the field where a body, or its builder, is made of the others.
struct More;

impl VisitMut for More {
    fn visit_expr_struct_mut(&mut self, made: &mut syn::ExprStruct) {
        visit_mut::visit_expr_struct_mut(self, made);
        let of_body = |value: &Expr| quote!(#value).to_string().starts_with("Ok (value");
        let is_new = made
            .fields
            .iter()
            .all(|field| !matches!(&field.expr, Expr::Try(_)));
        let is_copied = made.fields.iter().any(|field| of_body(&field.expr));
        made.fields.push(match (is_copied, is_new) {
            (true, _) => parse_quote!(extra: Ok(value.extra)),
            (false, true) => parse_quote!(extra: Ok(::std::default::Default::default())),
            (false, false) => parse_quote!(extra: value.extra?),
        });
    }
}
