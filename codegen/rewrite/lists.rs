//! The builders of lists: those that read a list page by page can stream it. Which they are, their
//! parameters tell; the runtime for it is `crate::pages`.

use std::collections::BTreeSet;

use heck::ToUpperCamelCase;
use quote::format_ident;
use syn::{Ident, Item, Type, parse_quote};

use super::super::Result;
use super::super::document::Operation;
use super::calls::answer_of;
use super::types::{generic_argument, last_segment, name_of, named_fields, structures};
use super::{Facts, Module, inner_items, items};

/// A list that an operation answers with.
struct List {
    builder: Ident,
    /// The type of a page, and whether it has a field `meta`.
    page: Ident,
    has_meta: bool,
    /// The field with the items, and the type of an item.
    field: Ident,
    item: Type,
}

/// What lists in either way take besides `limit` and `page`.
const EITHER_WAY: [&str; 2] = ["pagination", "cursor"];

/// Lists by page number take `limit` and `page`.
pub(super) fn numbered_lists(module: &mut Module<'_>, _: &Facts<'_>) -> Result<usize> {
    let lists = find(module, &["limit", "page"], &EITHER_WAY)?;
    stream(
        module,
        &lists,
        "numbered",
        ", from `page` on where it was set",
    )
}

/// Lists in either way take `pagination` and `cursor` besides `limit` and `page`.
pub(super) fn lists_in_either_way(module: &mut Module<'_>, _: &Facts<'_>) -> Result<usize> {
    let lists = find(module, &["limit", "page", "pagination", "cursor"], &[])?;
    let way = ": by cursor, from `cursor` on where it was set; or by page number where `page` was \
               set, or `pagination` is `offset`";
    stream(module, &lists, "in_either_way", way)
}

/// Gives the builders of lists of the main API their streams, which follow a plan of
/// `crate::pages`; `way` says in their docs which way that goes.
fn stream(module: &mut Module<'_>, lists: &[List], plan: &str, way: &str) -> Result<usize> {
    implement_page(module, lists)?;
    let plan = format_ident!("{plan}");
    let [items, pages] = ["the items of all pages", "the pages"].map(|what| {
        format!(
            " Streams {what}{way}. Pages of `limit` items are requested, of 500 where it was not \
             set: see [`pages`](crate::pages)."
        )
    });
    for list in lists {
        let (builder, page) = (&list.builder, &list.page);
        let item = list.item_for_builder();
        holder(module, "builder")?.push(parse_quote! {
            impl<'a> #builder<'a> {
                #[doc = #items]
                pub fn stream(self) -> crate::pages::Items<#item> {
                    crate::pages::Items::new(crate::pages::#plan(self.call()))
                }

                #[doc = #pages]
                pub fn pages(self) -> crate::pages::Pages<types::#page> {
                    crate::pages::Pages::new(crate::pages::#plan(self.call()))
                }
            }
        });
    }
    Ok(lists.len())
}

/// Lists by cursor take `after`, and their pages say in `meta` where they stand.
pub(super) fn cursor_lists(module: &mut Module<'_>, _: &Facts<'_>) -> Result<usize> {
    let lists = find(module, &["after"], &[])?;
    implement_page(module, &lists)?;
    for list in &lists {
        let (builder, page) = (&list.builder, &list.page);
        if !list.has_meta {
            return Err(format!("`{page}` has no `meta`"));
        }
        let item = list.item_for_builder();
        holder(module, "types")?.push(parse_quote! {
            impl crate::pages::Envelope for #page {
                fn meta(&self) -> &CursorMeta {
                    &self.meta
                }
            }
        });
        holder(module, "builder")?.push(parse_quote! {
            impl<'a> #builder<'a> {
                /// Streams the items of all pages: forward from `after`, or from the start, or
                /// backward from `before` where it was set. See [`pages`](crate::pages).
                pub fn stream(self) -> crate::pages::Items<#item> {
                    crate::pages::Items::new(crate::pages::by_cursor(self.call()))
                }

                /// Streams the pages: forward from `after`, or from the start, or backward from
                /// `before` where it was set. See [`pages`](crate::pages).
                pub fn pages(self) -> crate::pages::Pages<types::#page> {
                    crate::pages::Pages::new(crate::pages::by_cursor(self.call()))
                }

                /// The same list with items of the caller's type.
                pub fn of<T>(self) -> crate::pages::CursorList<T> {
                    crate::pages::CursorList::new(self.call())
                }
            }
        });
    }
    Ok(lists.len())
}

/// The lists of the operations that take these query parameters, and none of those.
fn find(module: &mut Module<'_>, these: &[&str], not_those: &[&str]) -> Result<Vec<List>> {
    let operations: Vec<_> = module
        .operations
        .iter()
        .copied()
        .filter(|operation| these.iter().all(|name| operation.takes(name)))
        .filter(|operation| !not_those.iter().any(|name| operation.takes(name)))
        .collect();
    operations
        .into_iter()
        .map(|operation| {
            List::read(module, operation).ok_or_else(|| {
                let (id, parameters) = (&operation.id, these.join("` and `"));
                format!("`{id}` takes `{parameters}`, and its answer is not an object with one required list")
            })
        })
        .collect()
}

impl List {
    fn read(module: &mut Module<'_>, operation: &Operation) -> Option<Self> {
        let builder = format_ident!("{}", operation.id.to_upper_camel_case());
        let page = answer(items(&mut module.file, &["builder"]), &builder)?;
        let definition = structures(items(&mut module.file, &["types"]))
            .find(|definition| definition.ident == page)?;
        let has_meta = named_fields(definition)
            .any(|field| field.ident.as_ref().is_some_and(|name| name == "meta"));
        let mut lists = named_fields(definition).filter_map(|field| {
            Some((
                field.ident.clone()?,
                generic_argument(&field.ty, "Vec")?.clone(),
            ))
        });
        let (field, item) = lists.next()?;
        lists.next().is_none().then(|| Self {
            builder,
            page,
            has_meta,
            field,
            item,
        })
    }

    /// The type of an item as the module of the builders names it, which is not that of the types.
    fn item_for_builder(&self) -> Type {
        let item = &self.item;
        match item {
            Type::Path(path) if path.path.get_ident().is_some() => parse_quote!(types::#item),
            _ => item.clone(),
        }
    }
}

/// The type that a builder's `send` answers with.
fn answer(builders: &mut [Item], builder: &Ident) -> Option<Ident> {
    let answer = builders.iter().find_map(|item| match item {
        Item::Impl(block) if *builder == name_of(&block.self_ty) => {
            block.items.iter().find_map(|item| match item {
                syn::ImplItem::Fn(method) if method.sig.ident == "send" => {
                    answer_of(method, "Response")
                }
                _ => None,
            })
        }
        _ => None,
    })?;
    Some(last_segment(&answer)?.ident.clone())
}

/// Tells the runtime where the items of each type of page are. Operations may share one.
fn implement_page(module: &mut Module<'_>, lists: &[List]) -> Result<()> {
    let mut done = BTreeSet::new();
    for list in lists {
        let (page, field, item) = (&list.page, &list.field, &list.item);
        if !done.insert(page) {
            continue;
        }
        holder(module, "types")?.push(parse_quote! {
            impl crate::pages::Page for #page {
                type Item = #item;
                type End = #item;

                fn items(&self) -> &[#item] {
                    &self.#field
                }

                fn into_items(self) -> ::std::vec::Vec<#item> {
                    self.#field
                }

                fn ends(&self) -> ::std::option::Option<(#item, #item)> {
                    self.#field.first().cloned().zip(self.#field.last().cloned())
                }
            }
        });
    }
    Ok(())
}

fn holder<'m>(module: &'m mut Module<'_>, name: &str) -> Result<&'m mut Vec<Item>> {
    inner_items(&mut module.file, &[name]).ok_or_else(|| format!("there is no module `{name}`"))
}
