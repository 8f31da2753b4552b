//! Adds streams to the calls of lists, which are found by their query parameters. The runtime is
//! `crate::pages`.

use std::collections::BTreeSet;

use heck::ToUpperCamelCase;
use quote::format_ident;
use syn::{Expr, Ident, Item, Type, parse_quote};

use super::super::calls::response;
use super::super::document::Operation;
use super::super::{Result, arguments};
use super::types::{named_fields, structures};
use super::{Facts, Module, inner_items, items};

/// The list of an operation.
struct List {
    call: Ident,
    /// The type of a page, and whether it has a field `meta`.
    page: Ident,
    has_meta: bool,
    /// The field with the items, and the type of an item.
    field: Ident,
    item: Type,
}

/// A kind of list: its query parameters, and its pagination.
struct Kind {
    takes: &'static [&'static str],
    takes_not: &'static [&'static str],
    /// A `crate::pages::Paging`.
    paging: fn() -> Expr,
    docs: &'static str,
}

const KINDS: [Kind; 3] = [
    Kind {
        takes: &["limit", "page"],
        takes_not: &["pagination", "cursor"],
        paging: || parse_quote!(Paging::Number),
        docs: ", from `page` if it is set. Requests pages of `limit` items, or of 500",
    },
    Kind {
        takes: &["limit", "page", "pagination", "cursor"],
        takes_not: &[],
        paging: || parse_quote!(Paging::CursorOrNumber),
        docs: ": by cursor, from `cursor` if it is set; or by page number if `page` is set, or \
               `pagination` is `offset`. Requests pages of `limit` items, or of 500",
    },
    Kind {
        takes: &["after"],
        takes_not: &[],
        paging: || parse_quote!(Paging::Cursor("after")),
        docs: ": forward from `after`, or from the start, or backward from `before` if it is set",
    },
];

/// Adds streams to the calls of lists. Returns the number of lists.
pub(super) fn lists(module: &mut Module<'_>, _: &Facts<'_>) -> Result<usize> {
    let (mut count, mut implemented) = (0, BTreeSet::new());
    for kind in &KINDS {
        for list in find(module, kind)? {
            if implemented.insert(list.page.clone()) {
                let page = list.implement_page();
                holder(module, "types")?.push(page);
            }
            let streams = list.streams(kind);
            holder(module, "calls")?.extend(streams);
            count += 1;
        }
    }
    Ok(count)
}

/// Returns the lists of a kind.
fn find(module: &mut Module<'_>, kind: &Kind) -> Result<Vec<List>> {
    let operations: Vec<_> = module
        .operations
        .iter()
        .copied()
        .filter(|operation| kind.takes.iter().all(|name| operation.takes(name)))
        .filter(|operation| !kind.takes_not.iter().any(|name| operation.takes(name)))
        .collect();
    operations
        .into_iter()
        .map(|operation| {
            List::read(module, operation).ok_or_else(|| {
                let (id, parameters) = (&operation.id, kind.takes.join("` and `"));
                format!("`{id}` takes `{parameters}`, and its response is not an object with one required list")
            })
        })
        .collect()
}

impl List {
    fn read(module: &mut Module<'_>, operation: &Operation) -> Option<Self> {
        let call = format_ident!("{}", operation.id.to_upper_camel_case());
        let page = answer(items(&mut module.file, &["calls"]), &call)?;
        let definition = structures(items(&mut module.file, &["types"]))
            .find(|definition| definition.ident == page)?;
        let has_meta = named_fields(definition)
            .any(|field| field.ident.as_ref().is_some_and(|name| name == "meta"));
        let mut lists = named_fields(definition).filter_map(|field| {
            Some((field.ident.clone()?, arguments::inner(&field.ty, "Vec")?.clone()))
        });
        let (field, item) = lists.next()?;
        lists.next().is_none().then(|| Self { call, page, has_meta, field, item })
    }

    /// Returns the implementation that finds the items of a page.
    fn implement_page(&self) -> Item {
        let Self { page, field, item, .. } = self;
        let meta: Expr = match self.has_meta {
            true => parse_quote!(Some(&self.meta)),
            false => parse_quote!(None),
        };
        parse_quote! {
            impl crate::pages::Page for #page {
                type Item = #item;

                fn summary(&self) -> crate::pages::Summary<'_> {
                    crate::pages::Summary::of(&self.#field, #meta)
                }

                fn into_items(self) -> Vec<#item> {
                    self.#field
                }
            }
        }
    }

    fn streams(&self, kind: &Kind) -> Vec<Item> {
        let (call, page, item) = (&self.call, &self.page, self.item_for_call());
        let paging: Expr = (kind.paging)();
        let [items, pages] = ["the items of all pages", "the pages"]
            .map(|what| format!(" Streams {what}{}. See [`pages`](crate::pages).", kind.docs));
        let mut streams = vec![parse_quote! {
            impl #call {
                #[doc = #items]
                pub fn stream(self) -> Items<#item> {
                    Items::new::<types::#page>(self.call(), #paging)
                }

                #[doc = #pages]
                pub fn pages(self) -> Pages<types::#page> {
                    Pages::new(self.call(), #paging)
                }
            }
        }];
        if self.has_meta {
            let field = self.field.to_string();
            streams.push(parse_quote! {
                impl #call {
                    /// Streams the items of all pages as the caller's type: see `stream`.
                    pub fn stream_of<T>(self) -> Items<T>
                    where
                        T: serde::de::DeserializeOwned + Send + 'static,
                    {
                        Items::foreign(self.call(), Some(#paging), Some(#field.to_owned()))
                    }
                }
            });
        }
        streams
    }

    /// Returns the type of an item, for use in the module of the calls.
    fn item_for_call(&self) -> Type {
        let item = &self.item;
        match item {
            Type::Path(path) if path.path.get_ident().is_some() => parse_quote!(types::#item),
            _ => item.clone(),
        }
    }
}

/// Returns the type of the response of a call.
fn answer(calls: &mut [Item], call: &Ident) -> Option<Ident> {
    let answer = calls.iter().find_map(|item| match item {
        Item::Impl(block) if *call == arguments::name(&block.self_ty) => {
            block.items.iter().find_map(|item| match item {
                syn::ImplItem::Fn(method) if method.sig.ident == "send" => {
                    response(method, "Response")
                }
                _ => None,
            })
        }
        _ => None,
    })?;
    Some(format_ident!("{}", arguments::name(&answer)))
}

fn holder<'m>(module: &'m mut Module<'_>, name: &str) -> Result<&'m mut Vec<Item>> {
    inner_items(&mut module.file, &[name]).ok_or_else(|| format!("there is no module `{name}`"))
}
