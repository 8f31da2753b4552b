//! Validation of values against the schemas of a document, by a JSON Schema validator.
//!
//! OpenAPI 3.0 schemas are nearly JSON Schema draft 4 (boolean `exclusiveMinimum`, `$ref` without
//! siblings); only `nullable` and the formats of integers have to be translated.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use jsonschema::error::{ValidationError, ValidationErrorKind};
use jsonschema::{Draft, Keyword, Registry, Validator};
use percent_encoding::{AsciiSet, CONTROLS, utf8_percent_encode};
use serde_json::{Map, Value, json};

use super::pointer::{DocumentError, escape};

/// The name under which schemas refer to the document; nothing is ever fetched from it.
const DOCUMENT_URI: &str = "urn:openapi:document";

/// What a pointer may contain and a URI may not.
const ESCAPED: &AsciiSet = &CONTROLS.add(b' ').add(b'{').add(b'}').add(b'%').add(b'#');

/// A place where a value violates a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Violation {
    /// JSON pointer into the value; for a missing member, to where it is missing.
    pub pointer: String,
    /// What is wrong. Never repeats the value, which may be a secret.
    pub message: String,
}

impl Violation {
    pub(crate) fn new(name: &str, message: impl Into<String>) -> Self {
        Self { pointer: format!("/{}", escape(name)), message: message.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.pointer, self.message)
    }
}

pub(super) struct Schemas {
    registry: Registry<'static>,
    compiled: Cache<Result<Validator, String>>,
}

impl fmt::Debug for Schemas {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Schemas").finish_non_exhaustive()
    }
}

impl Schemas {
    pub(super) fn new(document: &Value) -> Result<Self, DocumentError> {
        let mut converted = document.clone();
        translate(&mut converted);
        let registry = Registry::new()
            .draft(Draft::Draft4)
            .add(DOCUMENT_URI, converted)
            .and_then(|builder| builder.prepare())
            .map_err(|error| DocumentError::malformed("", error))?;
        Ok(Self { registry, compiled: Cache::default() })
    }

    pub(super) fn violations(&self, pointer: &str, value: &Value) -> Vec<Violation> {
        let mut violations = Vec::new();
        match &*self.compiled.get(pointer, || self.compile(pointer)) {
            Ok(validator) => {
                validator.iter_errors(value).for_each(|error| report(&error, &mut violations));
            }
            Err(why) => violations.push(Violation::new("", why)),
        }
        violations
    }

    fn compile(&self, pointer: &str) -> Result<Validator, String> {
        // Path templates contain braces.
        let place = utf8_percent_encode(pointer, ESCAPED);
        jsonschema::options()
            .with_draft(Draft::Draft4)
            .with_registry(&self.registry)
            .should_validate_formats(true)
            .with_format("uuid", |text: &str| {
                text.len() == 36 && uuid::Uuid::try_parse(text).is_ok()
            })
            .with_keyword(WHOLE, |_, _, _| Ok(Box::new(Whole)))
            .build(&json!({ "$ref": format!("{DOCUMENT_URI}#{place}") }))
            .map_err(|error| error.to_string())
    }
}

/// Turns `nullable: true` and the formats of integers into what draft 4 has for them, everywhere
/// below `value`.
fn translate(value: &mut Value) {
    match value {
        Value::Array(elements) => elements.iter_mut().for_each(translate),
        Value::Object(members) => {
            members.values_mut().for_each(translate);
            limit_integer(members);
            if members.get("nullable") == Some(&Value::Bool(true)) {
                members.remove("nullable");
                let schema = std::mem::take(members);
                members.insert("anyOf".into(), json!([schema, { "type": "null" }]));
            }
        }
        _ => {}
    }
}

fn limit_integer(schema: &mut Map<String, Value>) {
    let is = |name: &str, wanted: &str| schema.get(name).and_then(Value::as_str) == Some(wanted);
    let (minimum, maximum) = match is("type", "integer") {
        true if is("format", "int32") => (i32::MIN.into(), i32::MAX.into()),
        true if is("format", "int64") => (i64::MIN, i64::MAX),
        _ => return,
    };
    schema.entry("minimum").or_insert(json!(minimum));
    schema.entry("maximum").or_insert(json!(maximum));
    schema.insert(WHOLE.into(), json!(true));
}

/// An integer beyond 64 bits is read as the nearest float, which may be the limit itself.
struct Whole;

const WHOLE: &str = "x-whole";

impl<'i> Keyword<'i> for Whole {
    fn validate(&self, value: &'i Value) -> Result<(), ValidationError<'i>> {
        let error = || ValidationError::custom("value is beyond 64 bits");
        if self.is_valid(value) { Ok(()) } else { Err(error()) }
    }

    fn is_valid(&self, value: &'i Value) -> bool {
        !value.is_f64() || value.as_f64().is_some_and(|it| it.abs() < 2_f64.powi(63))
    }
}

/// Reports an error. If several alternatives fail, the closest one is reported: not one of another
/// type, and that with the fewest errors.
fn report(error: &ValidationError<'_>, violations: &mut Vec<Violation>) {
    let place = error.instance_path().to_string();
    let is_other_type = |error: &ValidationError<'_>| {
        matches!(error.kind(), ValidationErrorKind::Type { .. })
            && error.instance_path().as_str() == place
    };
    let mut add = |pointer, message| violations.push(Violation { pointer, message });
    let member = |name: &str| format!("{place}/{}", escape(name));
    match error.kind() {
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context }
            if !context.is_empty() =>
        {
            let closest = context
                .iter()
                .min_by_key(|errors| (errors.iter().any(is_other_type), errors.len()));
            closest.into_iter().flatten().for_each(|error| report(error, violations));
        }
        ValidationErrorKind::Required { property } => {
            let name = property.as_str().unwrap_or_default();
            add(member(name), "This field is missing.".to_owned());
        }
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            for name in unexpected {
                add(member(name), "This field was not expected.".to_owned());
            }
        }
        ValidationErrorKind::Enum { options } => {
            let options = options.as_array().into_iter().flatten().map(Value::to_string);
            let options = options.collect::<Vec<_>>().join(", ");
            add(place, format!("This is none of {options}."));
        }
        _ => add(place, error.masked().to_string()),
    }
}

/// What is made once for each place in the document.
#[derive(Debug)]
pub(super) struct Cache<T>(Mutex<HashMap<String, Arc<T>>>);

impl<T> Default for Cache<T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<T> Cache<T> {
    pub(super) fn get(&self, place: &str, make: impl FnOnce() -> T) -> Arc<T> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(made) = known.get(place) {
            return Arc::clone(made);
        }
        let made = Arc::new(make());
        known.insert(place.to_owned(), Arc::clone(&made));
        made
    }
}
