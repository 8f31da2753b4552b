//! Rewriting: the steps that fit generated code to this crate's runtime. Each step is named, says
//! why it is there, and fails when it changes nothing; so an upgrade of the generator that changes
//! its output fails the build, never the behaviour.

mod calls;
mod client;
mod extra;
mod lists;
mod queries;
mod types;

use std::collections::BTreeSet;

use syn::{Attribute, File, Item, ItemMod, parse_quote};

use super::Result;
use super::document::{FieldNotes, Operation, Server};
use super::open_enums::OpenEnum;

/// The code of one server on its way, with what the document says of it.
pub(super) struct Module<'a> {
    pub(super) server: &'static Server,
    pub(super) operations: Vec<&'a Operation>,
    pub(super) enums: Vec<&'a OpenEnum>,
    pub(super) file: File,
}

/// What the document says of all modules.
pub(super) struct Facts<'a> {
    pub(super) notes: &'a FieldNotes,
    /// Schemas that requests use; the others only occur in answers.
    pub(super) requests: BTreeSet<String>,
}

struct Step {
    name: &'static str,
    /// Changes a module, and says in how many places.
    apply: fn(&mut Module<'_>, &Facts<'_>) -> Result<usize>,
}

const STEPS: [Step; 18] = [
    Step {
        name: "one_client",
        apply: client::one_client,
    },
    Step {
        name: "own_runtime",
        apply: client::own_runtime,
    },
    Step {
        name: "calls_through_the_pipeline",
        apply: calls::through_the_pipeline,
    },
    Step {
        name: "calls_have_options",
        apply: calls::calls_have_options,
    },
    Step {
        name: "lists_in_one_text",
        apply: queries::lists_in_one_text,
    },
    Step {
        name: "parameters_take_input",
        apply: calls::parameters_take_input,
    },
    Step {
        name: "calls_are_sent",
        apply: calls::calls_are_sent,
    },
    Step {
        name: "one_error_type",
        apply: types::one_error_type,
    },
    Step {
        name: "builders_of_requests_only",
        apply: types::builders_of_requests_only,
    },
    Step {
        name: "setters_take_input",
        apply: types::setters_take_input,
    },
    Step {
        name: "bodies_take_more",
        apply: extra::bodies_take_more,
    },
    Step {
        name: "builders_for_bodies",
        apply: types::builders_for_bodies,
    },
    Step {
        name: "other_inputs",
        apply: types::other_inputs,
    },
    Step {
        name: "decoded_types",
        apply: types::decoded_types,
    },
    Step {
        name: "field_notes",
        apply: types::field_notes,
    },
    Step {
        name: "open_structs",
        apply: types::open_structs,
    },
    Step {
        name: "open_enums",
        apply: types::open_enums,
    },
    Step {
        name: "lists",
        apply: lists::lists,
    },
];

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

/// The inline module `name`.
fn module<'a>(items: &'a mut [Item], name: &str) -> Option<&'a mut ItemMod> {
    items.iter_mut().find_map(|item| match item {
        Item::Mod(module) if module.ident == name => Some(module),
        _ => None,
    })
}

/// The items of the inline module at `path`, to add to and to take from.
fn inner_items<'a>(file: &'a mut File, path: &[&str]) -> Option<&'a mut Vec<Item>> {
    let mut items = &mut file.items;
    for name in path {
        items = &mut module(items, name)?.content.as_mut()?.1;
    }
    Some(items)
}

/// The items of the inline module at `path`, or none.
fn items<'a>(file: &'a mut File, path: &[&str]) -> &'a mut [Item] {
    inner_items(file, path).map_or(&mut [], Vec::as_mut_slice)
}

/// A doc comment.
fn doc(text: &str) -> Attribute {
    let text = format!(" {}", text.replace('\n', "\n "));
    parse_quote!(#[doc = #text])
}

impl Module<'_> {
    /// The names of the types of the inline module at `path`.
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
    attributes
        .iter()
        .any(|attribute| attribute.path().is_ident("doc"))
}
