//! The operations of a document.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::{DocumentError, escape, resolve};

const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// One operation.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Operation {
    /// The `operationId`.
    pub id: String,
    /// The HTTP method, in capitals.
    pub method: String,
    /// The path template.
    pub path: String,
    /// The first tag, or an empty text.
    pub tag: String,
    /// The URL of the first server that applies, as the document writes it.
    pub server: String,
    /// JSON pointer to the operation.
    pub pointer: String,
    /// The parameters, those of the path included.
    pub parameters: Vec<Parameter>,
    /// The JSON request body.
    pub request_body: Option<RequestBody>,
    /// The scopes of each accepted security scheme; empty if no credential is needed.
    pub security: BTreeMap<String, Vec<String>>,
    /// The right named by `x-admin-right`, if it names one.
    pub admin_right: Option<String>,
}

impl Operation {
    /// Returns the scopes that a security scheme needs, or `None` if it is not accepted.
    pub fn scopes(&self, scheme: &str) -> Option<&[String]> {
        self.security.get(scheme).map(Vec::as_slice)
    }
}

/// A parameter, references resolved.
#[derive(Debug, Clone, Deserialize)]
#[non_exhaustive]
pub struct Parameter {
    /// The name on the wire.
    pub name: String,
    /// Where it is sent.
    #[serde(rename = "in")]
    pub location: ParameterLocation,
    /// Whether it must be sent.
    #[serde(default)]
    pub required: bool,
    /// JSON pointer to its schema.
    #[serde(skip)]
    pub schema: String,
}

/// Where a parameter is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum ParameterLocation {
    /// In the path.
    Path,
    /// In the query.
    Query,
    /// In a header.
    Header,
}

/// A JSON request body.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RequestBody {
    /// Whether it must be sent.
    pub required: bool,
    /// JSON pointer to its schema.
    pub schema: String,
}

pub(super) fn list(root: &Value) -> Result<Vec<Operation>, DocumentError> {
    let paths = root
        .get("paths")
        .and_then(Value::as_object)
        .ok_or_else(|| DocumentError::malformed("/paths", "an object is needed"))?;
    let mut operations = Vec::new();
    for (path, item) in paths {
        for method in METHODS {
            if item.get(method).is_some() {
                operations.push(read(root, path, method)?);
            }
        }
    }
    Ok(operations)
}

fn read(root: &Value, path: &str, method: &str) -> Result<Operation, DocumentError> {
    let item_pointer = format!("/paths/{}", escape(path));
    let pointer = format!("{item_pointer}/{method}");
    let (item, operation) = (&root["paths"][path], &root["paths"][path][method]);
    let server = [operation, item, root]
        .iter()
        .find_map(|level| level.pointer("/servers/0/url")?.as_str())
        .unwrap_or_default();
    let mut parameters = Vec::new();
    for level in [&item_pointer, &pointer] {
        read_parameters(root, level, &mut parameters)?;
    }
    Ok(Operation {
        id: text(operation, "operationId")
            .ok_or_else(|| DocumentError::malformed(&pointer, "no operationId"))?,
        method: method.to_uppercase(),
        path: path.to_owned(),
        tag: operation.pointer("/tags/0").and_then(Value::as_str).unwrap_or_default().to_owned(),
        server: server.to_owned(),
        parameters,
        request_body: read_body(root, &pointer)?,
        security: read_security(operation.get("security").or_else(|| root.get("security"))),
        admin_right: text(operation, "x-admin-right")
            .filter(|right| right != "none" && right != "not documented"),
        pointer,
    })
}

/// Adds the parameters of one level; those of an operation replace those of its path.
fn read_parameters(
    root: &Value,
    level: &str,
    parameters: &mut Vec<Parameter>,
) -> Result<(), DocumentError> {
    let count =
        root.pointer(&format!("{level}/parameters")).and_then(Value::as_array).map_or(0, Vec::len);
    for index in 0..count {
        let (pointer, value) = resolve(root, format!("{level}/parameters/{index}"))?;
        let mut parameter = Parameter::deserialize(value)
            .map_err(|error| DocumentError::malformed(&pointer, error))?;
        parameter.schema = format!("{pointer}/schema");
        let (name, location) = (&parameter.name, parameter.location);
        parameters.retain(|known| known.name != *name || known.location != location);
        parameters.push(parameter);
    }
    Ok(())
}

fn read_body(root: &Value, operation: &str) -> Result<Option<RequestBody>, DocumentError> {
    let place = format!("{operation}/requestBody");
    if root.pointer(&place).is_none() {
        return Ok(None);
    }
    let (pointer, body) = resolve(root, place)?;
    let schema = format!("{pointer}/content/application~1json/schema");
    if root.pointer(&schema).is_none() {
        return Err(DocumentError::malformed(&pointer, "a body that is not JSON"));
    }
    Ok(Some(RequestBody { required: flag(body, "required"), schema }))
}

fn read_security(security: Option<&Value>) -> BTreeMap<String, Vec<String>> {
    let alternatives = security.map(Vec::<BTreeMap<_, _>>::deserialize);
    alternatives.and_then(Result::ok).into_iter().flatten().flatten().collect()
}

fn text(value: &Value, name: &str) -> Option<String> {
    value.get(name)?.as_str().map(str::to_owned)
}

fn flag(value: &Value, name: &str) -> bool {
    value.get(name).and_then(Value::as_bool).unwrap_or(false)
}
