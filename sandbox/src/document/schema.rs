//! Validation of values against the schemas of a document, by a JSON Schema validator.
//!
//! OpenAPI 3.0 schemas are nearly JSON Schema draft 4 (boolean `exclusiveMinimum`, `$ref` without
//! siblings); only `nullable` and the formats of integers have to be translated.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use jsonschema::error::{ValidationError, ValidationErrorKind};
use jsonschema::{Draft, Keyword, Registry, Validator};
use serde_json::{Map, Value, json};

use super::{DocumentError, escape};

/// The name under which schemas refer to the document; nothing is ever fetched from it.
const DOCUMENT_URI: &str = "urn:openapi:document";

/// A keyword for integers with a format: it rejects values that had to be rounded.
const WHOLE: &str = "x-whole";

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
    /// A violation at the member `name` of the root.
    pub(crate) fn new(name: &str, message: impl Into<String>) -> Self {
        Self { pointer: format!("/{}", escape(name)), message: message.into() }
    }
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.pointer, self.message)
    }
}

/// The schemas of a document; each is compiled when first used.
pub(super) struct Schemas {
    registry: Registry<'static>,
    compiled: Mutex<HashMap<String, Arc<Validator>>>,
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
        Ok(Self { registry, compiled: Mutex::default() })
    }

    pub(super) fn check(
        &self,
        pointer: &str,
        value: &Value,
    ) -> Result<Vec<Violation>, DocumentError> {
        let validator = self.validator(pointer)?;
        let mut violations = Vec::new();
        for error in validator.iter_errors(value) {
            report(&error, &mut violations);
        }
        Ok(violations)
    }

    fn validator(&self, pointer: &str) -> Result<Arc<Validator>, DocumentError> {
        let mut compiled = self.compiled.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(validator) = compiled.get(pointer) {
            return Ok(Arc::clone(validator));
        }
        let validator = jsonschema::options()
            .with_draft(Draft::Draft4)
            .with_registry(&self.registry)
            .should_validate_formats(true)
            .with_format("uuid", |text: &str| {
                text.len() == 36 && uuid::Uuid::try_parse(text).is_ok()
            })
            .with_keyword(WHOLE, |_, _, _| Ok(Box::new(Whole)))
            .build(&json!({ "$ref": format!("{DOCUMENT_URI}#{}", fragment(pointer)) }))
            .map_err(|error| DocumentError::malformed(pointer, error))?;
        let validator = Arc::new(validator);
        compiled.insert(pointer.to_owned(), Arc::clone(&validator));
        Ok(validator)
    }
}

/// A JSON pointer as the fragment of a URI: path templates contain braces.
fn fragment(pointer: &str) -> String {
    use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
    const KEPT: &percent_encoding::AsciiSet =
        &NON_ALPHANUMERIC.remove(b'/').remove(b'~').remove(b'_').remove(b'-').remove(b'.');
    utf8_percent_encode(pointer, KEPT).to_string()
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

/// Gives an integer the limits of its format, where it has none of its own.
fn limit_integer(schema: &mut Map<String, Value>) {
    let is = |name: &str, wanted: &str| schema.get(name).and_then(Value::as_str) == Some(wanted);
    let (minimum, maximum) = match is("type", "integer") {
        true if is("format", "int32") => (i32::MIN.into(), i32::MAX.into()),
        true if is("format", "int64") => (i64::MIN, i64::MAX),
        _ => return,
    };
    schema.entry("minimum").or_insert(json!(minimum));
    schema.entry("maximum").or_insert(json!(maximum));
    schema.insert(WHOLE.to_owned(), Value::Bool(true));
}

/// An integer beyond 64 bits is parsed as a float, which may be rounded to the limit.
struct Whole;

impl<'i> Keyword<'i> for Whole {
    fn validate(&self, instance: &'i Value) -> Result<(), ValidationError<'i>> {
        match Keyword::is_valid(self, instance) {
            true => Ok(()),
            false => Err(ValidationError::custom("value has more than 64 bits")),
        }
    }

    fn is_valid(&self, instance: &'i Value) -> bool {
        /// From here on, a float has no fraction to lose.
        const EXACT: f64 = 9_007_199_254_740_992.0;
        let is_exact = |float: f64| float.abs() <= EXACT;
        !instance.is_f64() || instance.as_f64().is_some_and(is_exact)
    }
}

/// How far a value is from an alternative: one of another type is the furthest.
fn distance(errors: &[ValidationError<'_>], place: &str) -> (bool, usize) {
    let other_type = errors.iter().any(|error| {
        matches!(error.kind(), ValidationErrorKind::Type { .. })
            && error.instance_path().as_str() == place
    });
    (other_type, errors.len())
}

/// Reports an error. If several alternatives fail, the closest one is reported.
fn report(error: &ValidationError<'_>, violations: &mut Vec<Violation>) {
    let place = error.instance_path().to_string();
    match error.kind() {
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => {
            match context.iter().min_by_key(|errors| distance(errors, &place)) {
                Some(errors) => errors.iter().for_each(|error| report(error, violations)),
                None => violations
                    .push(Violation { pointer: place, message: error.masked().to_string() }),
            }
        }
        ValidationErrorKind::Required { property } => violations.push(Violation {
            pointer: format!("{place}/{}", escape(property.as_str().unwrap_or_default())),
            message: "This field is missing.".to_owned(),
        }),
        ValidationErrorKind::AdditionalProperties { unexpected } => {
            violations.extend(unexpected.iter().map(|name| Violation {
                pointer: format!("{place}/{}", escape(name)),
                message: "This field was not expected.".to_owned(),
            }));
        }
        ValidationErrorKind::Enum { options } => violations.push(Violation {
            pointer: place,
            message: format!("This is none of {}.", listed(options)),
        }),
        _ => violations.push(Violation { pointer: place, message: error.masked().to_string() }),
    }
}

fn listed(options: &Value) -> String {
    let options = options.as_array().map_or(&[][..], Vec::as_slice);
    let options: Vec<_> = options.iter().map(Value::to_string).collect();
    options.join(", ")
}
