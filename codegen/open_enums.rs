//! Open enums for the enumerations of the document: unknown values are decoded, printed and sent
//! unchanged.

use heck::ToUpperCamelCase;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::quote;
use serde_json::Value;

use super::document::{Document, text};
use super::{Result, settings};

/// A component schema that is an enumeration.
pub(super) struct OpenEnum {
    pub(super) name: String,
    description: String,
    integer: bool,
    /// The names of the variants, and the values.
    variants: Vec<(String, Value)>,
}

/// Returns the enumerations: an `enum`, or `anyOf` an `enum` and its open type.
pub(super) fn find(document: &Document) -> Result<Vec<OpenEnum>> {
    document
        .schemas()
        .filter(|(name, _)| !settings::is_written_by_hand(name))
        .filter_map(|(name, schema)| {
            let listed = match schema["anyOf"].as_array() {
                Some(alternatives) => {
                    alternatives.iter().find(|part| part.get("enum").is_some())?
                }
                None => schema,
            };
            let values = listed["enum"].as_array()?;
            Some(OpenEnum::new(name, schema, listed, values))
        })
        .collect()
}

impl OpenEnum {
    fn new(name: &str, schema: &Value, listed: &Value, values: &[Value]) -> Result<Self> {
        let mut variants = Vec::new();
        for (index, value) in values.iter().enumerate() {
            let variant = match listed["x-enum-varnames"][index].as_str() {
                Some(given) => given.to_owned(),
                None => text(value).to_upper_camel_case(),
            };
            if syn::parse_str::<Ident>(&variant).is_err() {
                return Err(format!(
                    "the value {value} of `{name}` is not a name: set `x-enum-varnames`"
                ));
            }
            variants.push((variant, value.clone()));
        }
        Ok(Self {
            name: name.to_owned(),
            description: text(&schema["description"]),
            integer: listed["type"] == "integer",
            variants,
        })
    }

    /// Returns the definition, which uses the macros of `src/wire/open.rs`.
    pub(super) fn tokens(&self) -> TokenStream {
        let name = Ident::new(&self.name, Span::call_site());
        let description = &self.description;
        let variants = self.variants.iter().map(|(variant, value)| {
            let variant = Ident::new(variant, Span::call_site());
            let doc = format!("`{}`.", text_of(value));
            let value = match value.as_i64() {
                Some(number) => Literal::i64_unsuffixed(number),
                None => Literal::string(&text(value)),
            };
            quote!(#[doc = #doc] #variant = #value)
        });
        let kind = if self.integer { quote!(open_integer_enum) } else { quote!(open_enum) };
        quote! {
            crate::wire::open::#kind! { #[doc = #description] pub enum #name { #(#variants),* } }
        }
    }
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
