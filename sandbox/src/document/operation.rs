//! The operations of a document.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

use super::pointer::{DocumentError, escape, resolve};

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

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Members {
    operation_id: String,
    security: Option<Vec<BTreeMap<String, Vec<String>>>>,
    #[serde(rename = "x-admin-right")]
    admin_right: Option<String>,
}

pub(super) fn list(root: &Value) -> Result<Vec<Operation>, DocumentError> {
    let paths = root.get("paths").and_then(Value::as_object);
    let paths = paths.ok_or_else(|| DocumentError::malformed("/paths", "an object is needed"))?;
    let methods = paths.iter().flat_map(|(path, item)| {
        let methods = METHODS.iter().filter(|method| item.get(method).is_some());
        methods.map(move |method| (path, method))
    });
    methods.map(|(path, method)| read(root, path, method)).collect()
}

fn read(root: &Value, path: &str, method: &str) -> Result<Operation, DocumentError> {
    let item_pointer = format!("/paths/{}", escape(path));
    let pointer = format!("{item_pointer}/{method}");
    let (item, operation) = (&root["paths"][path], &root["paths"][path][method]);
    let mut levels = [operation, item, root].into_iter();
    let server = levels.find_map(|level| level.pointer("/servers/0/url")?.as_str());
    let mut parameters = Vec::new();
    for level in [&item_pointer, &pointer] {
        read_parameters(root, level, &mut parameters)?;
    }
    let malformed = |error| DocumentError::malformed(&pointer, error);
    let members = Members::deserialize(operation).map_err(malformed)?;
    let inherited = || Deserialize::deserialize(root.get("security")?).ok();
    let security = members.security.or_else(inherited).unwrap_or_default();
    Ok(Operation {
        id: members.operation_id,
        method: method.to_uppercase(),
        path: path.to_owned(),
        server: server.unwrap_or_default().to_owned(),
        parameters,
        request_body: read_body(root, &pointer)?,
        security: security.into_iter().flatten().collect(),
        admin_right: members.admin_right.filter(|it| it != "none" && it != "not documented"),
        pointer,
    })
}

/// Adds the parameters of one level; those of an operation replace those of its path.
fn read_parameters(
    root: &Value,
    level: &str,
    parameters: &mut Vec<Parameter>,
) -> Result<(), DocumentError> {
    let sent = root.pointer(&format!("{level}/parameters")).and_then(Value::as_array);
    for index in 0..sent.map_or(0, Vec::len) {
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
    Ok(Some(RequestBody { required: body["required"] == true, schema }))
}
