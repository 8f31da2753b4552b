//! Macros over the operations and bodies of the document. Tests make their tables from them, so
//! that each table has new operations and bodies at once. The crate itself does not use them.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use heck::ToSnakeCase;
use serde_json::Value;

use super::document::{Document, Operation};
use super::{Module, Result};

/// Returns the module `tables`.
pub(super) fn module(document: &Document, operations: &[Operation]) -> Result<Module> {
    let mut names = BTreeSet::new();
    let mut calls = String::new();
    for operation in operations {
        let described = described(document.value(), &operation.id)
            .ok_or_else(|| format!("there is no operation {}", operation.id))?;
        let request = described.get("requestBody");
        let request = request.and_then(|body| component(document, body));
        calls.push_str(&call(document, operation, described, request));
        let answers = described["responses"].as_object().into_iter().flatten();
        let answers = answers.filter(|(status, _)| status.starts_with('2'));
        let answers = answers.filter_map(|(_, answer)| component(document, answer));
        names.extend(answers.chain(request));
    }
    let names = names.into_iter().collect::<Vec<_>>().join("\n");
    Ok(Module {
        name: "tables",
        source: format!(
            "/// Calls a macro with each operation: `\"id\" method(required parameters) \
             [Body: closures that read the arguments from a body] {{optional parameters}};`, a \
             parameter as `name: type = \"name on the wire\"`.\n\
             macro_rules! operations {{\n\
             ($table:ident $($more:tt)*) => {{ $table! {{ [$($more)*]\n{calls}}} }};\n}}\n\
             /// Calls a macro with the names of all bodies of requests and of successes.\n\
             macro_rules! bodies {{\n\
             ($table:ident $($more:tt)*) => {{ $table! {{ [$($more)*]\n{names}\n}} }};\n}}\n"
        ),
    })
}

/// Returns the entry of an operation.
fn call(
    document: &Document,
    operation: &Operation,
    described: &Value,
    body: Option<&str>,
) -> String {
    let holders = [&document.value()["paths"][&operation.path], described];
    let parameters = holders.map(|holder| holder["parameters"].as_array());
    let parameters = parameters.into_iter().flatten().flatten();
    let (mut needed, mut optional) = (String::new(), String::new());
    for parameter in parameters.map(|parameter| document.resolve(parameter)) {
        let Some(name) = parameter["name"].as_str() else {
            continue;
        };
        let side = match parameter["required"] == true {
            true => &mut needed,
            false => &mut optional,
        };
        let kind = kind(document, &parameter["schema"]);
        let _ = write!(side, "{}: {kind} = {name:?}, ", name.to_snake_case());
    }
    let (id, method) = (&operation.id, operation.id.to_snake_case());
    let body = body.map(|body| format!("{body}: {}", arguments(document, body)));
    let body = body.unwrap_or_default();
    format!("{id:?} {method}({needed}) [{body}] {{{optional}}};\n")
}

/// Returns closures that read the arguments of a call from its body: the required fields, or the
/// whole body if there are several kinds.
fn arguments(document: &Document, body: &str) -> String {
    let properties = document.properties(body);
    if properties.is_empty() {
        return format!("|body: &types::{body}| body.clone()");
    }
    let required = properties.iter().filter(|it| it.is_required && !it.is_content);
    let closures = required.map(|property| {
        let name = super::bodies::field_name(&property.name);
        format!("|body: &types::{body}| body.{name}.clone()")
    });
    closures.collect::<Vec<_>>().join(", ")
}

/// Returns a Rust type for the values of a schema; a flag that is a number is a `bool`.
fn kind(document: &Document, schema: &Value) -> String {
    let schema = document.resolve(schema);
    let values = schema["enum"].as_array().map(Vec::as_slice);
    match schema["type"].as_str() {
        Some("integer") if matches!(values, Some([zero, one]) if *zero == 0 && *one == 1) => {
            "bool".to_owned()
        }
        Some("integer") if schema["format"] == "int32" => match schema["minimum"].as_i64() {
            Some(0..) => "u32".to_owned(),
            _ => "i32".to_owned(),
        },
        Some("integer") => "i64".to_owned(),
        Some("string") if schema["format"] == "uuid" => "::uuid::Uuid".to_owned(),
        Some("boolean") => "bool".to_owned(),
        Some("array") => format!("Vec<{}>", kind(document, &schema["items"])),
        _ => "String".to_owned(),
    }
}

/// Returns the operation in the document.
fn described<'d>(document: &'d Value, id: &str) -> Option<&'d Value> {
    let items = document["paths"].as_object().into_iter().flatten();
    let mut operations = items.filter_map(|(_, item)| item.as_object()).flatten();
    operations.find_map(|(_, described)| (described["operationId"] == id).then_some(described))
}

/// Returns the component schema of the JSON of a request or response.
fn component<'d>(document: &'d Document, body: &'d Value) -> Option<&'d str> {
    let body = document.resolve(body);
    let schema = body.pointer("/content/application~1json/schema")?;
    schema["$ref"].as_str()?.strip_prefix("#/components/schemas/")
}
