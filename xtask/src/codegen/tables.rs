//! Macros over the operations and bodies of the document. Tests make their tables from them, so
//! that each table has new operations and bodies at once. The crate itself does not use them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use super::generator::arguments::Type;
use super::generator::model::Model;
use super::generator::operations::{Operation, Parameter};

/// Returns the macros as Rust.
pub(crate) fn tables(document: &str) -> Result<String, String> {
    let model = Model::read(document)?;
    let (mut names, mut calls) = (BTreeSet::new(), String::new());
    for operation in &model.operations {
        calls += &call(operation, &model);
        names.insert(operation.response.to_string());
        names.extend(operation.body.clone());
    }
    let names = names.into_iter().collect::<Vec<_>>().join("\n");
    Ok(format!(
        "// Made from spec/openapi.yaml by `cargo xtask generate`. Do not edit.\n\n\
         /// Calls a macro with each operation: `\"id\" method(required parameters) \
         [Body: closures that read the arguments from a body; the setter of the rest] {{optional parameters}};`, a \
         parameter as `name: type = \"name on the wire\"`.\n\
         macro_rules! operations {{\n\
         ($table:ident $($more:tt)*) => {{ $table! {{ [$($more)*]\n{calls}}} }};\n}}\n\
         /// Calls a macro with the names of all bodies of requests and of successes.\n\
         macro_rules! bodies {{\n\
         ($table:ident $($more:tt)*) => {{ $table! {{ [$($more)*]\n{names}\n}} }};\n}}\n"
    ))
}

/// Returns the entry of an operation.
fn call(operation: &Operation, model: &Model) -> String {
    let (mut required, mut optional) = (String::new(), String::new());
    for Parameter { name, wire, ty, is_required, .. } in &operation.parameters {
        let side = if *is_required { &mut required } else { &mut optional };
        let _ = write!(side, "{name}: {} = {wire:?}, ", kind(ty));
    }
    let body = operation.body.as_ref().map(|body| format!("{body}: {}", arguments(model, body)));
    let (id, function, body) = (&operation.id, &operation.function, body.unwrap_or_default());
    format!("{id:?} {function}({required}) [{body}] {{{optional}}};\n")
}

/// Returns closures that read the arguments of a call from its body: the required fields, or the
/// whole body if it is a type of the crate.
fn arguments(model: &Model, body: &str) -> String {
    let fields = model.fields(body);
    if fields.is_empty() {
        return format!("|body: &types::{body}| body.clone()");
    }
    let required = fields.iter().filter(|field| field.is_required);
    let required = required.map(|field| (&field.name, format!("body.{}.clone()", field.name)));
    if let Some(fields) = model.required_fields(body) {
        let values: String = required.map(|(name, value)| format!("{name}: {value}, ")).collect();
        return format!("|body: &types::{body}| types::{fields} {{ {values} }}; body");
    }
    let closures = required.map(|(_, value)| format!("|body: &types::{body}| {value}"));
    closures.collect::<Vec<_>>().join(", ") + "; body"
}

/// Returns the type of a parameter in tests: values of lists are text.
fn kind(ty: &Type) -> String {
    match ty {
        Type::Plain(name) => (*name).to_owned(),
        Type::List(element) => format!("Vec<{}>", kind(element)),
        _ => "String".to_owned(),
    }
}
