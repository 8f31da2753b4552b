//! The module that exports the groups, and the index of operations.

use std::fmt::Write as _;

use super::Module;
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
        index(model)
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

/// Returns the index as doc attributes, by group.
fn index(model: &Model) -> String {
    let start = format!("All operations, by their groups in the document.\n\n{BADGE}\n");
    let mut docs = format!("#[doc = {start:?}]\n");
    for group in &model.groups {
        let table = |is_linked| format!("doc = {:?}", table(model, group, is_linked));
        let _ = match &group.feature {
            None => writeln!(docs, "#[{}]", table(true)),
            // A link to what is not compiled would be dead.
            Some(feature) => writeln!(
                docs,
                "#[cfg_attr(feature = {feature:?}, {})]\n#[cfg_attr(not(feature = {feature:?}), {})]",
                table(true),
                table(false)
            ),
        };
    }
    docs
}

/// Returns the operations of a group in Markdown, with the required permissions.
fn table(model: &Model, group: &Group, is_linked: bool) -> String {
    let (Group { title, description, .. }, feature) = (group, group.needs());
    let mut text = format!(
        "\n# {title}\n\n{description}{feature}\n\n\
         | Call | What it does | OAuth scope | Admin right |\n|---|---|---|---|\n",
    );
    for operation in model.operations.iter().filter(|it| it.group == group.module) {
        let scopes = operation.scopes.iter().map(|scope| format!("`{scope}`"));
        let (function, right) = (&operation.function, &operation.admin_right);
        let call = match is_linked {
            true => format!("[`{function}`](crate::Client::{function})"),
            false => format!("`{function}`"),
        };
        let (summary, scopes) = (&operation.summary, scopes.collect::<Vec<_>>().join(", "));
        let _ = writeln!(text, "| {call} | {summary} | {scopes} | {right} |");
    }
    text
}
