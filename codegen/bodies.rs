//! Request bodies: `new` takes the required fields, and optional fields have setters.

use heck::ToSnakeCase;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Attribute, Fields, Ident, Item, ItemStruct, Type, parse_quote};

use super::Result;
use super::arguments::{Argument, Setter, optional};
use super::document::{Document, Property};

/// A field of a body.
pub(super) struct Field {
    pub(super) name: Ident,
    pub(super) property: Property,
    pub(super) ty: Type,
    /// Its doc comment and deprecation.
    pub(super) attributes: Vec<Attribute>,
}

impl Field {
    /// Whether `new` takes it.
    pub(super) fn is_argument(&self) -> bool {
        optional(&self.ty).is_none() && !self.property.has_one_value
    }

    /// The value of a setter, if the field is optional.
    pub(super) fn setter(&self) -> Option<Setter> {
        optional(&self.ty).map(Setter::of)
    }
}

/// Returns the fields of a body, in the order of the document.
pub(super) fn fields(document: &Document, types: &[Item], body: &str) -> Result<Vec<Field>> {
    let definition = types.iter().find_map(|item| match item {
        Item::Struct(definition) if definition.ident == body => Some(definition),
        _ => None,
    });
    let Some(definition) = definition else {
        return Ok(Vec::new());
    };
    let properties = document.properties(body).into_iter();
    properties.map(|property| field(definition, property)).collect()
}

fn field(definition: &ItemStruct, property: Property) -> Result<Field> {
    let name = format_ident!("{}", field_name(&property.name));
    let found = definition.fields.iter().find(|field| field.ident.as_ref() == Some(&name));
    let found = found.ok_or_else(|| format!("`{}` has no field `{name}`", definition.ident))?;
    let is_note = |it: &&Attribute| it.path().is_ident("doc") || it.path().is_ident("deprecated");
    Ok(Field {
        ty: found.ty.clone(),
        attributes: found.attrs.iter().filter(is_note).cloned().collect(),
        name,
        property,
    })
}

/// Returns the name of the generated field for a property.
pub(super) fn field_name(property: &str) -> String {
    let name = property.to_snake_case();
    match syn::parse_str::<Ident>(&name) {
        Ok(_) => name,
        Err(_) => format!("{name}_"),
    }
}

/// Adds the field `extra` for undocumented fields, and the methods of the body.
pub(super) fn implement(document: &Document, types: &mut Vec<Item>, body: &str) -> Result<()> {
    let fields = fields(document, types, body)?;
    if fields.iter().any(|field| field.name == "extra") {
        return Err(format!("`{body}` has a property `extra`"));
    }
    let definition = types.iter_mut().find_map(|item| match item {
        Item::Struct(definition) if definition.ident == body => Some(definition),
        _ => None,
    });
    let Some(definition) = definition else {
        return Ok(());
    };
    let writer = format!("crate::wire::extra::write::<{body}, _>");
    if let Fields::Named(named) = &mut definition.fields {
        named.named.push(parse_quote! {
            /// Fields that the document does not name, by their names.
            #[serde(flatten, serialize_with = #writer)]
            pub extra: Map<String, Value>
        });
    }
    let name = definition.ident.clone();
    let new = constructor(&fields);
    let setters = fields.iter().filter_map(setter);
    types.push(parse_quote! {
        impl #name {
            #new
            #(#setters)*

            /// Sets a field that the document does not name. Sending it fails otherwise.
            pub fn extra(
                mut self,
                name: impl Into<String>,
                value: impl Into<Value>,
            ) -> Self {
                self.extra.insert(name.into(), value.into());
                self
            }
        }
    });
    Ok(())
}

/// Returns `new`, which takes the required fields.
fn constructor(fields: &[Field]) -> TokenStream {
    let mut parameters = Vec::new();
    let mut values = Vec::new();
    for field in fields {
        let name = &field.name;
        if field.is_argument() {
            let Argument { takes, value } = Argument::of(&field.ty, name);
            parameters.push(quote!(#name: #takes));
            values.push(quote!(#name: #value));
        } else if optional(&field.ty).is_some() {
            values.push(quote!(#name: None));
        } else {
            values.push(quote!(#name: Default::default()));
        }
    }
    if fields.iter().all(|field| optional(&field.ty).is_some()) {
        return quote! {
            /// Creates a body without any field set.
            pub fn new() -> Self {
                Self::default()
            }
        };
    }
    quote! {
        /// Creates a body with its required fields.
        pub fn new(#(#parameters),*) -> Self {
            Self { #(#values,)* extra: Default::default() }
        }
    }
}

fn setter(field: &Field) -> Option<TokenStream> {
    let Setter { generics, takes, value } = field.setter()?;
    let (name, attributes) = (&field.name, &field.attributes);
    Some(quote! {
        #(#attributes)*
        pub fn #name #generics(mut self, value: #takes) -> Self {
            self.#name = #value;
            self
        }
    })
}
