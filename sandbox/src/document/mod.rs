//! The OpenAPI document: its operations, which of them a request is for, and whether a value fits
//! one of its schemas. JSON pointers into the document name places in it.

mod fields;
mod members;
mod operation;
mod pointer;
mod route;
mod schema;

use std::collections::HashMap;
use std::sync::{Arc, LazyLock, Mutex, OnceLock};

use axum::http::Method;
use serde_json::Value;

pub(crate) use fields::{Field, Kind};
pub(crate) use members::SchemaMembers;
pub use operation::{Operation, Parameter, ParameterLocation, RequestBody};
pub use pointer::DocumentError;
pub use route::Found;
pub use schema::Violation;

use pointer::{escape, resolve};
use route::Routes;
use schema::Schemas;

static EMBEDDED: LazyLock<Result<Document, DocumentError>> =
    LazyLock::new(|| Document::parse(include_str!(env!("L10N_DOCUMENT"))));

/// A parsed OpenAPI 3.0 document.
#[derive(Debug)]
pub struct Document {
    value: Value,
    operations: Vec<Operation>,
    routes: Routes,
    schemas: Schemas,
    fields: Mutex<HashMap<String, Arc<Vec<Field>>>>,
    /// A cache: lists ask for the same schema again and again.
    members: Mutex<HashMap<String, Arc<SchemaMembers>>>,
    secret_paths: OnceLock<Vec<String>>,
}

/// An example in the document, and its schema.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Example<'d> {
    /// Where the example is.
    pub pointer: String,
    /// Where its schema is.
    pub schema: String,
    /// The example itself.
    pub value: &'d Value,
}

/// The texts of a list in the embedded document.
pub(crate) fn texts(pointer: &str) -> impl Iterator<Item = &'static str> {
    let document = Document::embedded().ok();
    let list = document.and_then(|document| document.value.pointer(pointer)?.as_array());
    list.into_iter().flatten().filter_map(Value::as_str)
}

impl Document {
    /// The document this crate was built with.
    ///
    /// # Errors
    ///
    /// Fails if that document is malformed.
    pub fn embedded() -> Result<&'static Self, DocumentError> {
        EMBEDDED.as_ref().map_err(Clone::clone)
    }

    /// Reads a document from YAML (or JSON, which is YAML).
    ///
    /// # Errors
    ///
    /// Fails if the text is not YAML, or an operation is malformed.
    pub fn parse(yaml: &str) -> Result<Self, DocumentError> {
        let value: Value = yaml_serde::from_str(yaml)
            .map_err(|error| DocumentError(format!("the document is not YAML: {error}")))?;
        let operations = operation::list(&value)?;
        let routes = Routes::new(&operations)?;
        let schemas = Schemas::new(&value)?;
        Ok(Self {
            value,
            operations,
            routes,
            schemas,
            members: Mutex::default(),
            fields: Mutex::default(),
            secret_paths: OnceLock::new(),
        })
    }

    /// The whole document.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// All operations, in the order of the document.
    pub fn operations(&self) -> &[Operation] {
        &self.operations
    }

    /// The operation with this `operationId`.
    pub fn operation(&self, id: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.id == id)
    }

    /// Returns how `value` violates the schema at `pointer`.
    ///
    /// # Errors
    ///
    /// Fails if there is no usable schema at `pointer`.
    pub fn check(&self, pointer: &str, value: &Value) -> Result<Vec<Violation>, DocumentError> {
        self.schemas.check(pointer, value)
    }

    /// Returns how `value` violates the schema at `pointer`; an unusable schema is a violation too.
    pub(crate) fn violations(&self, pointer: &str, value: &Value) -> Vec<Violation> {
        let violation = |error: DocumentError| vec![Violation::new("", error.to_string())];
        self.check(pointer, value).unwrap_or_else(violation)
    }

    /// Checks the text of a parameter: a text, a number, a boolean, or a comma-separated list.
    pub(crate) fn text_violations(&self, schema: &str, text: &str) -> Vec<Violation> {
        let known = self.members(schema);
        if let Some(items) = known.items.as_ref().filter(|_| known.is_list) {
            let elements = text.split(',').filter(|_| !text.is_empty());
            return elements.flat_map(|element| self.text_violations(items, element)).collect();
        }
        let scalar = serde_json::from_str(text).ok();
        match scalar.filter(|it: &Value| it.is_number() || it.is_boolean()) {
            // Most are numbers; what a violation is takes time to find.
            Some(scalar) if self.fits(schema, &scalar) => Vec::new(),
            Some(scalar) if !self.fits(schema, &text.into()) => self.violations(schema, &scalar),
            _ => self.violations(schema, &text.into()),
        }
    }

    /// Whether a request to this path, or below it, may have secrets other than credentials. One
    /// that reads has none: secrets are fields of bodies.
    pub(crate) fn has_secrets(&self, method: &Method, path: &str) -> bool {
        let mut paths = self.secret_paths.get_or_init(|| self.secret_paths()).iter();
        method != Method::GET && paths.any(|secret| path.contains(secret))
    }

    /// The paths of operations whose bodies have secrets.
    fn secret_paths(&self) -> Vec<String> {
        let is_secret = |pointer: &String| {
            self.resolve(pointer).is_ok_and(|(_, schema)| schema["format"] == "password")
        };
        let has_secret = |it: &&Operation| {
            let body = it.request_body.as_ref().filter(|_| !it.security.is_empty());
            body.is_some_and(|it| self.members(&it.schema).properties.values().any(is_secret))
        };
        self.operations.iter().filter(has_secret).map(|it| it.path.clone()).collect()
    }

    pub(crate) fn fits(&self, pointer: &str, value: &Value) -> bool {
        self.violations(pointer, value).is_empty()
    }

    /// Returns the alternative of the schema at `pointer` that a value is, or the schema itself.
    pub(crate) fn alternative(&self, pointer: &str, value: &Value) -> String {
        let Ok((place, schema)) = self.resolve(pointer) else { return pointer.to_owned() };
        let count = schema["oneOf"].as_array().map_or(0, Vec::len);
        let mut alternatives = (0..count).map(|index| format!("{place}/oneOf/{index}"));
        alternatives.find(|one| self.fits(one, value)).unwrap_or(place)
    }

    /// Returns a pointer to the schema of a JSON response of this status, or of the `default`
    /// response.
    pub fn answer_schema(&self, operation: &Operation, status: u16) -> Option<String> {
        let responses = format!("{}/responses", operation.pointer);
        let place = [format!("{responses}/{status}"), format!("{responses}/default")]
            .into_iter()
            .find(|place| self.value.pointer(place).is_some())?;
        let (pointer, _) = resolve(&self.value, place).ok()?;
        let schema = format!("{pointer}/content/application~1json/schema");
        self.value.pointer(&schema).is_some().then_some(schema)
    }

    /// Returns the first status of a success, and the examples of its JSON body.
    pub(crate) fn success(&self, operation: &Operation) -> Option<(u16, Vec<&Value>)> {
        let responses = self.value.pointer(&format!("{}/responses", operation.pointer))?;
        let mut statuses = responses.as_object()?.keys().filter_map(|status| status.parse().ok());
        let status = statuses.find(|status| (200..300).contains(status))?;
        let schema = self.answer_schema(operation, status)?;
        let place = schema.strip_suffix("/schema")?;
        let mut found = Vec::new();
        collect_examples(&self.value, self.value.pointer(place)?, place, &mut found);
        Some((status, found.into_iter().map(|example| example.value).collect()))
    }

    fn resolve(&self, pointer: &str) -> Result<(String, &Value), DocumentError> {
        resolve(&self.value, pointer.to_owned())
    }

    /// Every example of a parameter, a header or a body, with its schema.
    pub fn examples(&self) -> Vec<Example<'_>> {
        let mut found = Vec::new();
        collect_examples(&self.value, &self.value, "", &mut found);
        found
    }
}

/// Any object with a `schema` beside `example` or `examples` is a parameter, a header or a media
/// type.
fn collect_examples<'d>(
    root: &'d Value,
    value: &'d Value,
    pointer: &str,
    found: &mut Vec<Example<'d>>,
) {
    let children: Vec<_> = match value {
        Value::Object(members) if members.get("schema").is_some_and(Value::is_object) => vec![],
        Value::Object(members) => members.iter().map(|(name, it)| (escape(name), it)).collect(),
        Value::Array(elements) => {
            (0..).map(|index: usize| index.to_string()).zip(elements).collect()
        }
        _ => return,
    };
    for (segment, child) in children {
        collect_examples(root, child, &format!("{pointer}/{segment}"), found);
    }
    if value.get("schema").is_none_or(|schema| !schema.is_object()) {
        return;
    }
    let single = value.get("example").map(|value| (format!("{pointer}/example"), value));
    let named = value["examples"].as_object().into_iter().flatten();
    let named = named.filter_map(|(name, _)| {
        let place = format!("{pointer}/examples/{}", escape(name));
        let (place, example) = resolve(root, place).ok()?;
        Some((format!("{place}/value"), example.get("value")?))
    });
    let schema = format!("{pointer}/schema");
    let examples = single.into_iter().chain(named);
    found.extend(examples.map(|(pointer, value)| Example {
        pointer,
        schema: schema.clone(),
        value,
    }));
}
