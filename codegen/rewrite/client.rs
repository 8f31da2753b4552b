//! Generated clients give way to the crate's one client, and the generator's runtime to
//! `crate::call::runtime`.

use quote::quote;
use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, Expr, Item, ItemImpl, Lit, Meta, Path, parse_quote};

use super::super::Result;
use super::{Facts, Module};

/// The generator defines a client for each server, with constructors that know neither our rules
/// for base URLs nor credentials. All operations become methods of the one handwritten client
/// instead.
pub(super) fn one_client(module: &mut Module<'_>, _: &Facts<'_>) -> Result<usize> {
    let before = module.file.items.len();
    module.file.items.retain_mut(|item| match item {
        Item::Struct(definition) => definition.ident != "Client",
        Item::Impl(block) => is_operations(block),
        Item::Const(_) => false,
        Item::Mod(inner) => inner.ident != "prelude",
        _ => true,
    });
    let mut methods = 0;
    for item in &mut module.file.items {
        if let Item::Impl(block) = item {
            for inner in &mut block.items {
                if let syn::ImplItem::Fn(method) = inner {
                    drop_example(&mut method.attrs);
                    methods += 1;
                }
            }
        }
    }
    let expected = module.operations.len();
    if methods != expected {
        return Err(format!("{methods} methods for {expected} operations"));
    }
    Ok(before - module.file.items.len())
}

/// Of the generated `impl` blocks, the one that has the operations: constructors return `Self`.
fn is_operations(block: &ItemImpl) -> bool {
    block.trait_.is_none()
        && block.items.iter().all(|item| match item {
            syn::ImplItem::Fn(method) => method.sig.receiver().is_some(),
            _ => false,
        })
}

/// The generator's example is not a program: it neither compiles nor shows a value.
fn drop_example(attributes: &mut [Attribute]) {
    for attribute in attributes {
        if let Meta::NameValue(meta) = &mut attribute.meta
            && let Expr::Lit(expression) = &mut meta.value
            && let Lit::Str(literal) = &expression.lit
            && let Some((text, _)) = literal.value().split_once("```ignore")
        {
            meta.value = parse_quote!(#text);
        }
    }
}

/// The generator's runtime loses the status of an answer it cannot decode, prints secrets in
/// errors, and sends an `api-version` header. Ours takes its place.
pub(super) fn own_runtime(module: &mut Module<'_>, _: &Facts<'_>) -> Result<usize> {
    let items = &mut module.file.items;
    items.retain(|item| !matches!(item, Item::Use(_)));
    items.insert(
        0,
        parse_quote!(
            use crate::client::Client;
        ),
    );
    if let Some((_, builders)) =
        super::module(items, "builder").and_then(|module| module.content.as_mut())
    {
        let encodes = |import: &syn::ItemUse| quote!(#import).to_string().contains("encode_path");
        builders.retain(|item| !matches!(item, Item::Use(import) if encodes(import)));
    }
    let mut paths = RuntimePaths(0);
    paths.visit_file_mut(&mut module.file);
    Ok(paths.0)
}

struct RuntimePaths(usize);

impl VisitMut for RuntimePaths {
    fn visit_path_mut(&mut self, path: &mut Path) {
        visit_mut::visit_path_mut(self, path);
        if path
            .segments
            .first()
            .is_some_and(|first| first.ident == "progenitor_client")
        {
            let rest: Vec<_> = path.segments.iter().skip(1).collect();
            *path = parse_quote!(crate::call::runtime::#(#rest)::*);
            self.0 += 1;
        }
    }
}
