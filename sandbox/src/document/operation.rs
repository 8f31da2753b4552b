//! The operations of a document.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::{DocumentError, escape, json_schema, resolve};

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
#[expect(missing_docs, reason = "the names say it")]
#[non_exhaustive]
pub enum ParameterLocation {
    Path,
    Query,
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
    let mut operations = Vec::new();
    for (path, item) in root["paths"].as_object().into_iter().flatten() {
        for (method, operation) in item.as_object().into_iter().flatten() {
            if let Some(id) = operation["operationId"].as_str() {
                operations.push(read(root, id, path, method)?);
            }
        }
    }
    Ok(operations)
}

fn read(root: &Value, id: &str, path: &str, method: &str) -> Result<Operation, DocumentError> {
    let item_pointer = format!("/paths/{}", escape(path));
    let pointer = format!("{item_pointer}/{method}");
    let (item, operation) = (&root["paths"][path], &root["paths"][path][method]);
    let mut levels = [operation, item, root].into_iter();
    let server = levels.find_map(|level| level.pointer("/servers/0/url")?.as_str());
    let mut parameters = Vec::new();
    for level in [&item_pointer, &pointer] {
        read_parameters(root, level, &mut parameters)?;
    }
    let security = operation.get("security").or_else(|| root.get("security"));
    let security = security.map_or(Ok(Vec::new()), Vec::<BTreeMap<_, _>>::deserialize);
    let security = security.map_err(|error| DocumentError::malformed(&pointer, error))?;
    let admin_right = operation["x-admin-right"].as_str();
    let admin_right = admin_right.filter(|it| !["none", "not documented"].contains(it));
    let (body, _) = resolve(root, format!("{pointer}/requestBody"));
    let required = root.pointer(&format!("{body}/required")) == Some(&Value::Bool(true));
    Ok(Operation {
        id: id.to_owned(),
        method: method.to_uppercase(),
        path: path.to_owned(),
        server: server.unwrap_or_default().to_owned(),
        parameters,
        request_body: json_schema(root, body).map(|schema| RequestBody { required, schema }),
        security: security.into_iter().flatten().collect(),
        admin_right: admin_right.map(str::to_owned),
        pointer,
    })
}

/// Adds the parameters of a path or of an operation.
fn read_parameters(
    root: &Value,
    level: &str,
    parameters: &mut Vec<Parameter>,
) -> Result<(), DocumentError> {
    let sent = root.pointer(&format!("{level}/parameters")).and_then(Value::as_array);
    for index in 0..sent.map_or(0, Vec::len) {
        let (pointer, value) = resolve(root, format!("{level}/parameters/{index}"));
        let mut parameter = Parameter::deserialize(value)
            .map_err(|error| DocumentError::malformed(&pointer, error))?;
        parameter.schema = format!("{pointer}/schema");
        parameters.push(parameter);
    }
    Ok(())
}
