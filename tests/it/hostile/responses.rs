//! The responses that the document shows, each with the operation that gives it.

use l10n_sandbox::document::{Document, Operation};
use serde_json::Value;

use super::schema::{self, Place};

/// An example of a response.
#[derive(Debug)]
pub(super) struct ExampleResponse {
    /// Where the document has it.
    pub(super) pointer: String,
    pub(super) operation: &'static str,
    pub(super) status: u16,
    /// Where its schema is.
    schema: String,
    pub(super) body: &'static Value,
}

impl ExampleResponse {
    pub(super) fn is_success(&self) -> bool {
        self.status < 400
    }

    /// Whether the service may respond with this, after a change that it may make: a success, and
    /// one status where one was asked for.
    pub(super) fn may_be(&self, body: &Value) -> bool {
        let is_one = self.operation == "getCustomTranslationStatus"
            || self.operation == "updateCustomTranslationStatus";
        let list = body.get("custom_translation_statuses");
        let is_missing = is_one && list.is_some_and(|list| *list == serde_json::json!([]));
        self.is_success() && !is_missing
    }

    pub(super) fn places(&self, body: &Value) -> Vec<Place<'static>> {
        schema::places(document(), &self.schema, body)
    }

    /// What the type of the response writes after it has read a body; nothing where it must reject
    /// it.
    pub(super) fn read(&self, body: &Value) -> Option<Value> {
        let schema = document().value().pointer(&self.schema)?;
        schema::read(document(), schema, body)
    }
}

pub(super) fn document() -> &'static Document {
    Document::embedded().unwrap()
}

/// Every example of every response. One that several operations share is given by one of them.
pub(super) fn responses() -> Vec<ExampleResponse> {
    let examples = document().examples().into_iter();
    examples
        .filter_map(|example| {
            let (response, _) = example.pointer.split_once("/content/")?;
            let (operation, status) = giver(response)?;
            Some(ExampleResponse {
                operation: operation.id.as_str(),
                status,
                schema: example.schema,
                body: example.value,
                pointer: example.pointer,
            })
        })
        .collect()
}

/// The operation that gives a response, and with which status.
fn giver(response: &str) -> Option<(&'static Operation, u16)> {
    // A page that a browser opens is no call.
    let mut calls = document().operations().iter().filter(|operation| operation.id != "authorize");
    calls.find_map(|operation| {
        let responses = format!("{}/responses", operation.pointer);
        let given = document().value().pointer(&responses)?.as_object()?;
        let found = given.iter().find(|(status, given)| {
            let reference = given["$ref"].as_str().map(|place| place.trim_start_matches('#'));
            reference.unwrap_or(&format!("{responses}/{status}")) == response
        });
        // Any status that is not named may be the one of `default`.
        found.map(|(status, _)| (operation, status.parse().unwrap_or(418)))
    })
}
