//! The module that exports the groups, and the index of operations.

use std::fmt::Write as _;

use super::Module;
use super::docs::comment;
use super::model::Model;
use super::schemas::Group;

const BADGE: &str = "In their docs, *Observed.* marks an operation that the service's own \
    description does not contain, and exchanges with the service or public clients show. The badge \
    of an operation holds for its parameters too.";

pub(super) fn module(model: &Model) -> Module {
    let (mut modules, mut types, mut calls) = (String::new(), String::new(), String::new());
    for group in &model.groups {
        let name = &group.module;
        let feature = feature(group);
        let _ = writeln!(modules, "{feature}mod {name};");
        let of = model.types.iter().filter(|it| it.group == *name);
        let of = of.flat_map(|it| [Some(it.name.clone()), it.required_fields()]).flatten();
        types += &reexport(&feature, name, of.collect());
        let of = model.operations.iter().filter(|it| it.group == *name);
        calls += &reexport(&feature, name, of.map(|it| it.call.clone()).collect());
    }
    let source = format!(
        "{modules}
         pub(crate) mod types {{\n{types}}}\n
         pub(crate) mod calls {{\n{calls}}}\n
         {}pub mod operations {{}}\n",
        comment(&index(model), 0)
    );
    Module { name: "mod".to_owned(), source }
}

/// Returns the attribute of what a group has.
fn feature(group: &Group) -> String {
    let feature = group.feature.as_ref();
    feature.map(|name| format!("#[cfg(feature = {name:?})]\n")).unwrap_or_default()
}

fn reexport(feature: &str, module: &str, names: Vec<String>) -> String {
    match names.is_empty() {
        true => String::new(),
        false => format!("{feature}pub use super::{module}::{{{}}};\n", names.join(", ")),
    }
}

/// Returns the index in Markdown: by group, with the required permissions.
fn index(model: &Model) -> String {
    let mut text = format!("All operations, by their groups in the document.\n\n{BADGE}\n");
    for group in &model.groups {
        let (Group { title, description, .. }, feature) = (group, group.needs());
        let _ = write!(
            text,
            "\n# {title}\n\n{description}{feature}\n\n\
             | Call | What it does | OAuth scope | Admin right |\n|---|---|---|---|\n",
        );
        for operation in model.operations.iter().filter(|it| it.group == group.module) {
            let scopes = operation.scopes.iter().map(|scope| format!("`{scope}`"));
            let (function, right) = (&operation.function, &operation.admin_right);
            let _ = writeln!(
                text,
                "| [`{function}`](crate::Client::{function}) | {} | {} | {right} |",
                operation.summary,
                scopes.collect::<Vec<_>>().join(", "),
            );
        }
    }
    text
}
