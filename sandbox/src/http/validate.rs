//! Validation of requests and responses.

use std::collections::HashMap;

use axum::http::HeaderMap;
use axum::http::header::CONTENT_TYPE;
use serde_json::Value;

use super::{Answer, Refusal, lenient};
use crate::document::{Document, Operation, ParameterLocation, Violation};
use crate::rules::decode;

#[derive(Debug)]
pub(crate) struct Parameters<'a> {
    pub(crate) path: &'a [(String, String)],
    pub(crate) query: &'a HashMap<String, String>,
    pub(crate) headers: &'a HeaderMap,
}

impl Parameters<'_> {
    pub(crate) fn path(&self, name: &str) -> Option<&str> {
        self.path.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn get(&self, location: ParameterLocation, name: &str) -> Option<&str> {
        match location {
            ParameterLocation::Path => self.path(name),
            ParameterLocation::Query => self.query.get(name).map(String::as_str),
            ParameterLocation::Header => self.headers.get(name)?.to_str().ok(),
        }
    }
}

pub(crate) fn check(
    document: &Document,
    operation: &Operation,
    parameters: &Parameters<'_>,
    body: Option<&Value>,
) -> Result<(), Refusal> {
    let mut found = Vec::new();
    for parameter in &operation.parameters {
        let name = &parameter.name;
        match parameters.get(parameter.location, name) {
            Some(text) => {
                let violations = document.text_violations(&parameter.schema, text).into_iter();
                found.extend(violations.map(|it| Violation::new(name, it.message)));
            }
            None if parameter.required => {
                found.push(Violation::new(name, "This parameter is missing."));
            }
            None => {}
        }
    }
    match (&operation.request_body, body) {
        (Some(wanted), Some(body)) => {
            found.extend(document.violations(&wanted.schema, body));
            found.extend(undecodable(document, &wanted.schema, body));
            let required = &document.members(&wanted.schema).required;
            let names = ["name", "title", "filename"].into_iter();
            let empty = names.filter(|name| body[name] == "" && required.contains(*name));
            found.extend(empty.map(|name| Violation::new(name, "The name is empty.")));
        }
        (Some(wanted), None) if wanted.required => {
            found.push(Violation::new("body", "A body is needed."));
        }
        _ => {}
    }
    if found.is_empty() { Ok(()) } else { Err(Refusal::violations(found)) }
}

/// The members of a body that are to be Base64 and are not.
fn undecodable(document: &Document, schema: &str, body: &Value) -> Vec<Violation> {
    let members = document.members(schema);
    let wrong = members.properties.iter().filter(|(name, place)| {
        let schema = document.value().pointer(place);
        schema.is_some_and(|schema| schema["format"] == "byte")
            && body[name.as_str()].as_str().is_some_and(|it| decode(it.as_bytes()).is_err())
    });
    wrong.map(|(name, _)| Violation::new(name, "This is not Base64.")).collect()
}

/// Returns how a response differs from the document, also by undocumented fields.
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
