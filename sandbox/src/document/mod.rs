//! The OpenAPI document: its operations, which of them a request is for, and whether a value fits
//! one of its schemas. JSON pointers into the document name places in it.

mod fields;
mod members;
mod operation;
mod pointer;
mod route;
mod schema;

use std::sync::LazyLock;

use serde_json::Value;

pub(crate) use fields::{Field, Kind};
pub(crate) use members::SchemaMembers;
pub use operation::{Operation, Parameter, ParameterLocation, RequestBody};
pub use pointer::DocumentError;
pub use route::PathParameters;
pub use schema::Violation;

use pointer::escape;
use route::Routes;
use schema::{Cache, Schemas};

static EMBEDDED: LazyLock<Result<Document, DocumentError>> =
    LazyLock::new(|| Document::parse(include_str!(env!("L10N_DOCUMENT"))));

/// A parsed OpenAPI 3.0 document.
#[derive(Debug)]
pub struct Document {
    value: Value,
    operations: Vec<Operation>,
    routes: Routes,
    schemas: Schemas,
    fields: Cache<Vec<Field>>,
    members: Cache<SchemaMembers>,
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

    pub(crate) fn parse(yaml: &str) -> Result<Self, DocumentError> {
        let value =
            yaml_serde::from_str(yaml).map_err(|error| DocumentError::malformed("", error))?;
        let operations = operation::list(&value)?;
        let routes = Routes::new(&operations)?;
        let schemas = Schemas::new(&value)?;
        let (fields, members) = (Cache::default(), Cache::default());
        Ok(Self { value, operations, routes, schemas, fields, members })
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

    /// Returns how `value` violates the schema at `pointer`; an unusable schema is a violation too.
    pub fn violations(&self, pointer: &str, value: &Value) -> Vec<Violation> {
        self.schemas.violations(pointer, value)
    }

    pub(crate) fn fits(&self, pointer: &str, value: &Value) -> bool {
        self.violations(pointer, value).is_empty()
    }

    /// Returns how the text of a parameter violates its schema: a text, a number, a boolean, or a
    /// comma-separated list.
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

    /// Returns the alternative of the schema at `pointer` that a value is, or the schema itself.
    pub(crate) fn alternative(&self, pointer: &str, value: &Value) -> String {
        let (place, schema) = resolve(&self.value, pointer.to_owned());
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
        json_schema(&self.value, place)
    }

    /// Returns the first status of a success, and the examples of its JSON body.
    pub(crate) fn success(&self, operation: &Operation) -> Option<(u16, Vec<&Value>)> {
        let responses = self.value.pointer(&format!("{}/responses", operation.pointer))?;
        let mut statuses = responses.as_object()?.keys().filter_map(|status| status.parse().ok());
        let status = statuses.find(|status| (200..300).contains(status))?;
        let schema = self.answer_schema(operation, status)?;
        let media = self.value.pointer(schema.strip_suffix("/schema")?)?;
        let named = media["examples"].as_object().into_iter().flatten();
        let named = named.filter_map(|(_, example)| self.follow(example).get("value"));
        Some((status, media.get("example").into_iter().chain(named).collect()))
    }

    /// Returns what a reference leads to.
    fn follow<'d>(&'d self, value: &'d Value) -> &'d Value {
        let reference = value.get("$ref").and_then(|it| it.as_str()?.strip_prefix('#'));
        reference.map_or(value, |place| resolve(&self.value, place.to_owned()).1)
    }
}

/// Follows the local `$ref`s at `pointer`, and returns the last pointer and its value: null if
/// there is none.
fn resolve(root: &Value, mut pointer: String) -> (String, &Value) {
    // A reference to a reference is rare, and a circle is no schema.
    for _ in 0..16 {
        let reference = root.pointer(&pointer).and_then(|it| it.get("$ref")?.as_str());
        match reference.and_then(|it| it.strip_prefix('#')) {
            Some(place) => place.clone_into(&mut pointer),
            None => break,
        }
    }
    let value = root.pointer(&pointer).unwrap_or(&Value::Null);
    (pointer, value)
}

/// Returns a pointer to the schema of the JSON in a body or a response.
fn json_schema(root: &Value, place: String) -> Option<String> {
    let schema = format!("{}/content/application~1json/schema", resolve(root, place).0);
    root.pointer(&schema).is_some().then_some(schema)
}
