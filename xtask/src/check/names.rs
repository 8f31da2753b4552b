//! Names that the document gives, and that the crate has given already: a parameter that is called
//! like a method of its call, an operation like a method of the client.
//!
//! What is taken is read from the code: from what is generated of the document, and from the
//! methods in `src/` that are written by hand beside it.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fs, io};

use heck::{ToSnakeCase, ToUpperCamelCase};
use syn::{ImplItem, Item, ItemImpl, Type};

use super::finding::Report;
use super::outline::{Outline, Place};

/// The names of the methods that a type has, by the type: one for each time that it is defined.
type Methods = BTreeMap<String, Vec<String>>;

/// Where the names of calls and of bodies stand in generated code, as the paths of modules.
const CALLS: &str = "calls";
const BODIES: &str = "types";

/// Reports each name that stands twice; `sources` is the folder of what is written by hand.
pub(super) fn check(
    text: &str,
    sources: &Path,
    outline: &Outline<'_>,
    report: &mut Report,
) -> io::Result<()> {
    let modules = match crate::codegen::generate(text) {
        Ok(modules) => modules,
        Err(reason) => {
            report.add(
                "",
                format!("no client can be generated: {reason}"),
                "Change the document as the reason says; or `codegen/`, where the document is \
                 right.",
            );
            return Ok(());
        }
    };
    let mut generated = Methods::new();
    for module in &modules {
        let file = syn::parse_file(&module.source);
        let file = file.map_err(|error| io::Error::other(format!("{}: {error}", module.name)))?;
        collect(&file.items, "", &mut generated);
    }
    let mut by_hand = Methods::new();
    read(sources, &mut by_hand)?;
    for (owner, names) in &generated {
        let plain = owner.rsplit("::").next().unwrap_or(owner);
        // A body has no methods by hand, and its type may be called like a call.
        let others = match owner.starts_with(BODIES) {
            true => None,
            false => by_hand.get(plain),
        };
        for name in twice(names, others) {
            tell(owner, plain, name, outline, report);
        }
    }
    Ok(())
}

/// The names that are generated twice, or once and written by hand too.
fn twice<'n>(generated: &'n [String], by_hand: Option<&Vec<String>>) -> BTreeSet<&'n str> {
    let mut seen: BTreeSet<&str> = by_hand.into_iter().flatten().map(String::as_str).collect();
    let again = generated.iter().filter(|name| !seen.insert(name));
    again.map(String::as_str).collect()
}

/// The inherent methods in these items, and in the modules among them.
fn collect(items: &[Item], path: &str, methods: &mut Methods) {
    for item in items {
        match item {
            Item::Impl(block) if block.trait_.is_none() => {
                let Some(name) = name_of(block) else { continue };
                let owner = match path {
                    "" => name,
                    path => format!("{path}::{name}"),
                };
                methods.entry(owner).or_default().extend(names(block));
            }
            Item::Mod(module) => {
                let inner = module.content.iter().flat_map(|(_, items)| items);
                let inner: Vec<Item> = inner.cloned().collect();
                let name = module.ident.to_string();
                let path = match path {
                    "" => name,
                    path => format!("{path}::{name}"),
                };
                collect(&inner, &path, methods);
            }
            _ => {}
        }
    }
}

fn names(block: &ItemImpl) -> impl Iterator<Item = String> {
    block.items.iter().filter_map(|item| match item {
        ImplItem::Fn(method) => Some(method.sig.ident.to_string()),
        _ => None,
    })
}

fn name_of(block: &ItemImpl) -> Option<String> {
    match &*block.self_ty {
        Type::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    }
}

/// The methods in all files below a folder, whatever module they stand in.
fn read(folder: &Path, methods: &mut Methods) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            if !path.ends_with("generated") {
                read(&path, methods)?;
            }
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            // What cannot be read is for the compiler to tell.
            if let Ok(file) = syn::parse_file(&fs::read_to_string(&path)?) {
                collect(&file.items, "", methods);
            }
        }
    }
    Ok(())
}

/// Tells of a name where the document gives it.
fn tell(owner: &str, plain: &str, name: &str, outline: &Outline<'_>, report: &mut Report) {
    let operations = || outline.operations().filter(|place| is(place, plain));
    if owner.starts_with(BODIES) {
        report.add(
            format!("/components/schemas/{plain}"),
            format!(
                "the property `{name}` of `{plain}` is called like another method of that type"
            ),
            "Describe it as a schema whose type is written by hand, or give it another name.",
        );
    } else if let Some(operation) = operations().next().filter(|_| owner.starts_with(CALLS)) {
        let parameters = outline.entries(operation, "parameters");
        let at = parameters
            .into_iter()
            .find(|(_, parameter)| {
                parameter.text("name").map(|it| it.to_snake_case()) == Some(name.to_owned())
            })
            .map(|(pointer, _)| pointer);
        report.add(
            at.unwrap_or_else(|| operation.pointer.clone()),
            format!("the parameter `{name}` is called like a method of the call `{plain}`"),
            "Give its setter another name in `codegen/`, or name our method differently.",
        );
    } else {
        let operation = outline.operations().find(|place| {
            place.text("operationId").map(|id| id.to_snake_case()) == Some(name.to_owned())
        });
        report.add(
            operation.map(|place| place.below("operationId")).unwrap_or_default(),
            format!("the operation `{name}` is called like a method of `{plain}`"),
            "Give the operation another `operationId`.",
        );
    }
}

/// Whether this is the operation of a call.
fn is(place: &Place<'_>, call: &str) -> bool {
    let id = place.text("operationId");
    id.is_some_and(|id| id.to_upper_camel_case() == call)
}
