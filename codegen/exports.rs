//! Reexports of all modules, so that callers need not know the server of a name.

use std::collections::BTreeSet;

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::rewrite::Module as Rewritten;
use super::{Module, Result};

/// Returns the module `exports`, with the index of operations. It lists each name, so that a type
/// of one server does not hide one of another.
pub(super) fn module(modules: &[Rewritten<'_>], index: &str) -> Result<Module> {
    let types = reexports(modules, &["types"])?;
    let calls = reexports(modules, &["calls"])?;
    let tokens = quote! {
        pub(crate) mod types {
            #types
        }
        pub(crate) mod calls { #calls }
        #[doc = #index]
        pub mod operations {}
    };
    let file = syn::parse2(tokens).map_err(|error| format!("the exports: {error}"))?;
    Ok(Module { name: "exports", source: prettyplease::unparse(&file) })
}

fn reexports(modules: &[Rewritten<'_>], path: &[&str]) -> Result<TokenStream> {
    let mut seen = BTreeSet::new();
    let mut tokens = TokenStream::new();
    let inner: Vec<_> = path.iter().map(|name| format_ident!("{name}")).collect();
    for module in modules {
        let mut names = module.names(path);
        if path == ["types"] {
            names.extend(module.enums.iter().map(|open| open.name.clone()));
        }
        if let Some(twice) = names.iter().find(|name| !seen.insert((*name).clone())) {
            return Err(format!("two servers have a type `{twice}`: rename one of them"));
        }
        let server = format_ident!("{}", module.server.module);
        let names = names.iter().map(|name| format_ident!("{name}"));
        tokens.extend(quote!(pub use crate::generated::#server::#(#inner)::*::{#(#names),*};));
    }
    Ok(tokens)
}
