//! Arguments and setters: the type of the parameter for a value, and its conversion. Setters also
//! take an `Option`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{GenericArgument, Ident, PathArguments, Type};

/// An argument, or the value of a setter.
pub(super) struct Argument {
    /// The type of the parameter.
    pub(super) takes: TokenStream,
    /// The expression that converts the argument to the value.
    pub(super) value: TokenStream,
}

impl Argument {
    /// Returns the argument for a value of the type, in a variable.
    pub(super) fn of(ty: &Type, value: &Ident) -> Self {
        let (takes, value) = match (name(ty).as_str(), generics(ty).as_slice()) {
            ("bool" | "i32" | "u32" | "i64" | "f64" | "Uuid", []) => (quote!(#ty), quote!(#value)),
            ("Vec", [element]) => (
                quote!(impl IntoIterator<Item: Into<#element>>),
                quote!(#value.into_iter().map(Into::into).collect()),
            ),
            ("BTreeMap", [key, entry]) => (
                quote!(impl IntoIterator<Item = (impl Into<#key>, impl Into<#entry>)>),
                quote!(#value.into_iter().map(|(key, it)| (key.into(), it.into())).collect()),
            ),
            _ => (quote!(impl Into<#ty>), quote!(#value.into())),
        };
        Self { takes, value }
    }
}

/// The argument of a setter: a value, or an `Option` of one.
pub(super) struct Setter {
    /// The generic parameters of the function.
    pub(super) generics: TokenStream,
    /// The type of the argument `value`.
    pub(super) takes: TokenStream,
    /// The expression that converts the argument to the `Option`.
    pub(super) value: TokenStream,
}

impl Setter {
    /// Returns the setter of an optional value of the type.
    pub(super) fn of(ty: &Type) -> Self {
        let trait_of = |name: TokenStream, value: TokenStream| Self {
            generics: quote!(<K>),
            takes: quote!(impl #name),
            value,
        };
        match (name(ty).as_str(), generics(ty).as_slice()) {
            ("bool" | "i32" | "u32" | "i64" | "f64" | "Uuid", []) => Self {
                generics: TokenStream::new(),
                takes: quote!(impl Into<Option<#ty>>),
                value: quote!(value.into()),
            },
            ("Vec", [element]) => {
                trait_of(quote!(IntoOptionList<#element, K>), quote!(value.into_option_list()))
            }
            _ => trait_of(quote!(IntoOption<#ty, K>), quote!(value.into_option())),
        }
    }
}

/// Returns the name of a type without its path.
pub(super) fn name(ty: &Type) -> String {
    last(ty).map_or_else(String::new, |segment| segment.ident.to_string())
}

/// Returns the `T` of `Option<T>`.
pub(super) fn optional(ty: &Type) -> Option<&Type> {
    inner(ty, "Option")
}

/// Returns the `T` of `{wrapper}<T>`.
pub(super) fn inner<'t>(ty: &'t Type, wrapper: &str) -> Option<&'t Type> {
    match generics(ty).as_slice() {
        [inner] if name(ty) == wrapper => Some(*inner),
        _ => None,
    }
}

fn last(ty: &Type) -> Option<&syn::PathSegment> {
    match ty {
        Type::Path(path) => path.path.segments.last(),
        _ => None,
    }
}

fn generics(ty: &Type) -> Vec<&Type> {
    let Some(PathArguments::AngleBracketed(arguments)) = last(ty).map(|last| &last.arguments)
    else {
        return Vec::new();
    };
    let types = arguments.args.iter().filter_map(|argument| match argument {
        GenericArgument::Type(inner) => Some(inner),
        _ => None,
    });
    types.collect()
}
