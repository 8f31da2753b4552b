//! Validation of requests and responses.

use axum::http::header::CONTENT_TYPE;
use serde_json::Value;

use super::{Answer, Body, Parameters, Refusal, lenient};
use crate::document::{Document, Operation, Violation};

pub(crate) fn check(
    document: &Document,
    operation: &Operation,
    parameters: &Parameters<'_>,
    body: Option<&Body>,
) -> Result<(), Refusal> {
    let mut found = Vec::new();
    for parameter in &operation.parameters {
        match parameters.get(parameter.location, &parameter.name) {
            Some(text) => {
                for violation in check_text(document, &parameter.schema, text) {
                    found.push(Violation::new(&parameter.name, violation.message));
                }
            }
            None if parameter.required => {
                found.push(Violation::new(&parameter.name, "This parameter is missing."));
            }
            None => {}
        }
    }
    if let Some(wanted) = &operation.request_body {
        match body {
            Some(body) => found.extend(document.violations(&wanted.schema, &body.value)),
            None if wanted.required => found.push(Violation::new("body", "A body is needed.")),
            None => {}
        }
    }
    match found.is_empty() {
        true => Ok(()),
        false => Err(Refusal::violations(found)),
    }
}

/// Returns how a response differs from the document, if it does.
pub(crate) fn mismatch(
    document: &Document,
    operation: &Operation,
    answer: &Answer,
) -> Option<String> {
    let Some(schema) = document.answer_schema(operation, answer.status.as_u16()) else {
        let is_json = answer.headers.get(CONTENT_TYPE).is_some_and(|it| it == "application/json");
        return is_json.then(|| format!("{} has no documented body", answer.status));
    };
    let mut body: Value = match serde_json::from_slice(&answer.body) {
        Ok(body) => body,
        Err(error) => return Some(error.to_string()),
    };
    let violations = document.violations(&schema, &body);
    let unknown = lenient::unknown(document, &schema, &mut body).into_iter();
    let unknown = unknown.map(|place| format!("{place}: this is not documented"));
    let reasons: Vec<_> = violations.iter().map(Violation::to_string).chain(unknown).collect();
    (!reasons.is_empty()).then(|| reasons.join("; "))
}

/// Checks the text of a parameter: a text, a number, a boolean, or a comma-separated list of these.
pub(super) fn check_text(document: &Document, schema: &str, text: &str) -> Vec<Violation> {
    let known = document.members(schema);
    if let Some(items) = known.items.as_ref().filter(|_| known.is_list) {
        let elements = text.split(',').filter(|_| !text.is_empty());
        return elements.flat_map(|element| check_text(document, items, element)).collect();
    }
    match serde_json::from_str(text) {
        Ok(scalar @ (Value::Number(_) | Value::Bool(_))) if document.fits(schema, &scalar) => {
            Vec::new()
        }
        Ok(scalar @ (Value::Number(_) | Value::Bool(_)))
            if !document.fits(schema, &Value::from(text)) =>
        {
            document.violations(schema, &scalar)
        }
        _ => document.violations(schema, &Value::from(text)),
    }
}
