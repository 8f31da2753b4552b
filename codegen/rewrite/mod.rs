//! Rewriting: the steps that adapt generated code to this crate's runtime. Each step has a name and
//! a reason, and fails if it changes nothing, so that a generator with other output fails the build
//! instead of changing the behavior.

mod lists;
mod types;

use std::collections::{BTreeMap, BTreeSet};

use syn::visit_mut::{self, VisitMut};
use syn::{Attribute, File, ImplItem, Item, ItemImpl, ItemMod, Path, parse_quote};

use super::document::{Document, FieldNotes, Operation, Server};
use super::open_enums::OpenEnum;
use super::{Result, calls};

/// The code of one server while it is rewritten, with its operations.
pub(super) struct Module<'a> {
    pub(super) server: &'static Server,
    pub(super) operations: Vec<&'a Operation>,
    pub(super) enums: Vec<&'a OpenEnum>,
    /// The methods of the generator, whose signatures have the types of parameters.
    pub(super) methods: ItemImpl,
    /// The module `types`, and the items that the steps add.
    pub(super) file: File,
}

/// The parts of the document that all modules need.
pub(super) struct Facts<'a> {
    pub(super) document: &'a Document,
    /// The operations with docs for rustdoc, by their ids.
    pub(super) texts: BTreeMap<String, Operation>,
    pub(super) notes: &'a FieldNotes,
    /// The schemas that requests use; the others only occur in responses.
    pub(super) requests: BTreeSet<String>,
}

struct Step {
    name: &'static str,
    /// Changes a module. Returns the number of changes.
    apply: fn(&mut Module<'_>, &Facts<'_>) -> Result<usize>,
}

const STEPS: [Step; 8] = [
    Step { name: "field_notes", apply: types::field_notes },
    Step { name: "bodies", apply: types::bodies },
    Step { name: "decoded_types", apply: types::decoded_types },
    Step { name: "open_structs", apply: types::open_structs },
    Step { name: "calls", apply: calls },
    Step { name: "open_enums", apply: types::open_enums },
    Step { name: "lists", apply: lists::lists },
    Step { name: "short_paths", apply: short_paths },
];

/// Keeps the types and the methods of the generated code. Its client and its runtime support
/// neither our rules for base URLs nor credentials.
pub(super) fn split(mut file: File) -> Result<(ItemImpl, File)> {
    let methods = file.items.iter().find_map(|item| match item {
        Item::Impl(block) if is_operations(block) => Some(block.clone()),
        _ => None,
    });
    let methods = methods.ok_or("the generator has written no methods")?;
    file.items.retain(|item| matches!(item, Item::Mod(module) if module.ident == "types"));
    if let Some(types) = inner_items(&mut file, &["types"]) {
        types.retain(|item| !matches!(item, Item::Mod(module) if module.ident == "error"));
    }
    Ok((methods, file))
}

/// Whether an `impl` block has the operations. Constructors, in another one, return `Self`.
fn is_operations(block: &ItemImpl) -> bool {
    block.trait_.is_none()
        && block.items.iter().all(|item| match item {
            ImplItem::Fn(method) => method.sig.asyncness.is_some(),
            _ => false,
        })
}

/// Adds the structs of the calls, and the methods of the client that create them.
fn calls(module: &mut Module<'_>, facts: &Facts<'_>) -> Result<usize> {
    let types = items(&mut module.file, &["types"]);
    let made =
        calls::all(facts.document, &module.operations, &facts.texts, (&module.methods, types))?;
    let calls::Calls { methods, structs } = made;
    module.file.items.push(parse_quote! {
        impl crate::Client { #methods }
    });
    module.file.items.push(parse_quote! {
        /// One struct for each operation.
        pub mod calls {
            use reqwest::Method;
            use serde_json::Value;
            use super::types;
            use crate::call::{Call, path::RequestPath};
            use crate::optional::{IntoOption, IntoOptionList};
            use crate::pages::{Items, Pages, Paging};
            use crate::wire::operation::{Operation, Server};
            use crate::{CallOptions, Client, Error, Response};
            #structs
        }
    });
    Ok(module.operations.len())
}

/// Shortens the full paths of the generator. No type of the document may have a name of the
/// prelude.
fn short_paths(module: &mut Module<'_>, _: &Facts<'_>) -> Result<usize> {
    const PRELUDE: [&str; 3] = ["Option", "String", "Vec"];
    struct Shorten {
        types: String,
        changed: usize,
    }
    impl VisitMut for Shorten {
        fn visit_path_mut(&mut self, path: &mut Path) {
            visit_mut::visit_path_mut(self, path);
            let names: Vec<_> = path.segments.iter().map(|it| it.ident.to_string()).collect();
            let is_prelude = |last: &String| PRELUDE.contains(&last.as_str());
            let kept = match names.last() {
                Some(last) if names[0] == "std" && is_prelude(last) => 1,
                Some(_) if names.join("::").starts_with(&self.types) => 2,
                _ => return,
            };
            let skipped = path.segments.len() - kept;
            path.segments = path.segments.iter().skip(skipped).cloned().collect();
            path.leading_colon = None;
            self.changed += 1;
        }
    }
    let types = module.names(&["types"]);
    if let Some(name) = types.iter().find(|name| PRELUDE.contains(&name.as_str())) {
        return Err(format!("`{name}` is a name of the prelude: rename the schema"));
    }
    let own = format!("crate::generated::{}::types::", module.server.module);
    let mut shorten = Shorten { types: own, changed: 0 };
    shorten.visit_file_mut(&mut module.file);
    if let Some(types) = inner_items(&mut module.file, &["types"]) {
        types.insert(
            0,
            parse_quote!(
                use super::types;
            ),
        );
        types.insert(
            1,
            parse_quote!(
                use serde_json::{Map, Value};
            ),
        );
        types.insert(
            2,
            parse_quote!(
                use crate::optional::{IntoOption, IntoOptionList};
            ),
        );
    }
    Ok(shorten.changed)
}

pub(super) fn all(modules: &mut [Module<'_>], facts: &Facts<'_>) -> Result<()> {
    for step in &STEPS {
        let mut changed = 0;
        for module in modules.iter_mut() {
            changed += (step.apply)(module, facts).map_err(|reason| {
                format!("{} in `{}`: {reason}", step.name, module.server.module)
            })?;
        }
        if changed == 0 {
            return Err(format!(
                "the rewriting step `{}` changes nothing any more: read what the generator writes \
                 now, then mend or delete the step",
                step.name
            ));
        }
    }
    Ok(())
}

/// Returns the inline module `name`.
fn module<'a>(items: &'a mut [Item], name: &str) -> Option<&'a mut ItemMod> {
    items.iter_mut().find_map(|item| match item {
        Item::Mod(module) if module.ident == name => Some(module),
        _ => None,
    })
}

/// Returns the items of the inline module at `path`, mutable.
fn inner_items<'a>(file: &'a mut File, path: &[&str]) -> Option<&'a mut Vec<Item>> {
    let mut items = &mut file.items;
    for name in path {
        items = &mut module(items, name)?.content.as_mut()?.1;
    }
    Some(items)
}

/// Returns the items of the inline module at `path`, none if it does not exist.
fn items<'a>(file: &'a mut File, path: &[&str]) -> &'a mut [Item] {
    inner_items(file, path).map_or(&mut [], Vec::as_mut_slice)
}

/// Returns a doc comment.
fn doc(text: &str) -> Attribute {
    let text = format!(" {}", text.replace('\n', "\n "));
    parse_quote!(#[doc = #text])
}

impl Module<'_> {
    /// Returns the names of the types of the inline module at `path`.
    pub(super) fn names(&self, path: &[&str]) -> Vec<String> {
        let mut items = &self.file.items;
        for name in path {
            let inner = items.iter().find_map(|item| match item {
                Item::Mod(module) if module.ident == name => module.content.as_ref(),
                _ => None,
            });
            match inner {
                Some((_, inner)) => items = inner,
                None => return Vec::new(),
            }
        }
        items
            .iter()
            .filter_map(|item| match item {
                Item::Struct(definition) => Some(&definition.ident),
                Item::Enum(definition) => Some(&definition.ident),
                _ => None,
            })
            .map(ToString::to_string)
            .collect()
    }
}

fn is_documented(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.path().is_ident("doc"))
}
