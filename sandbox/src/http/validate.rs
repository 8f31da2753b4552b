//! Whether a request and its answer fit the document.

use axum::http::header::CONTENT_TYPE;
use serde_json::Value;

use super::{Answer, Body, Parameters, Refusal, lenient};
use crate::document::{Document, DocumentError, Operation, Violation};

/// Checks a request against its operation.
pub(crate) fn check(
    document: &Document,
    operation: &Operation,
    parameters: &Parameters<'_>,
    body: Option<&Body>,
) -> Result<(), Refusal> {
    let violations = violations(document, operation, parameters, body)
        .map_err(|error| Refusal::document(&error))?;
    match violations.is_empty() {
        true => Ok(()),
        false => Err(Refusal::violations(violations)),
    }
}

fn violations(
    document: &Document,
    operation: &Operation,
    parameters: &Parameters<'_>,
    body: Option<&Body>,
) -> Result<Vec<Violation>, DocumentError> {
    let mut found = Vec::new();
    for parameter in &operation.parameters {
        match parameters.get(parameter.location, &parameter.name) {
            Some(text) => {
                for violation in check_text(document, &parameter.schema, text)? {
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
            Some(body) => found.extend(document.check(&wanted.schema, &body.value)?),
            None if wanted.required => found.push(Violation::new("body", "A body is needed.")),
            None => {}
        }
    }
    Ok(found)
}

/// Returns how an answer differs from what the document says of it, if it does.
pub(crate) fn mismatch(
    document: &Document,
    operation: &Operation,
    answer: &Answer,
) -> Option<String> {
    let Some(schema) = document.answer_schema(operation, answer.status.as_u16()) else {
        let is_json = answer.headers.get(CONTENT_TYPE).is_some_and(|it| it == "application/json");
        return is_json.then(|| format!("{} has no documented body", answer.status));
    };
    let checked = serde_json::from_slice(&answer.body).map_err(|error| error.to_string());
    let checked = checked.and_then(|mut body: Value| {
        let violations = document.check(&schema, &body).map_err(|error| error.to_string())?;
        let unknown = lenient::unknown(document, &schema, &mut body);
        let unknown = unknown.map_err(|error| error.to_string())?;
        let unknown = unknown.into_iter().map(|place| format!("{place}: this is not documented"));
        Ok(violations.iter().map(Violation::to_string).chain(unknown).collect::<Vec<_>>())
    });
    match checked {
        Ok(reasons) => (!reasons.is_empty()).then(|| reasons.join("; ")),
        Err(error) => Some(error),
    }
}

/// Checks the text of a parameter: it may be meant as a text, a number or a boolean, or as a list
/// of these, parted by commas. A list of nothing is written as the empty text.
pub(super) fn check_text(
    document: &Document,
    schema: &str,
    text: &str,
) -> Result<Vec<Violation>, DocumentError> {
    let (place, resolved) = document.resolve(schema)?;
    if resolved["type"] == "array" {
        let mut found = Vec::new();
        for element in text.split(',').filter(|_| !text.is_empty()) {
            found.extend(check_text(document, &format!("{place}/items"), element)?);
        }
        return Ok(found);
    }
    if let Ok(scalar @ (Value::Number(_) | Value::Bool(_))) = serde_json::from_str(text) {
        let as_scalar = document.check(schema, &scalar)?;
        let as_text = document.check(schema, &Value::from(text))?;
        return Ok(if as_text.is_empty() { as_text } else { as_scalar });
    }
    document.check(schema, &Value::from(text))
}
