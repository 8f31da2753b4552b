//! The examples of the document, as what calls send.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use l10n_sandbox::document::{Document, Operation};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::{Fixtures, Kind, Row};

/// What the document says of an operation.
fn operation(id: &str) -> &'static Operation {
    let operation = Document::embedded().unwrap().operation(id);
    operation.unwrap_or_else(|| panic!("the document has no {id}"))
}

/// What the document has beside a schema.
fn beside(schema: &str) -> &'static Value {
    let place = schema.strip_suffix("/schema").unwrap();
    Document::embedded().unwrap().value().pointer(place).unwrap()
}

/// The example of a parameter.
pub(crate) fn parameter(id: &str, name: &str) -> &'static Value {
    let mut parameters = operation(id).parameters.iter();
    let parameter = parameters.find(|parameter| parameter.name == name);
    &beside(&parameter.unwrap().schema)["example"]
}

/// The examples of a body; none where nothing is sent.
pub(super) fn bodies(id: &str) -> Vec<&'static Value> {
    let body = operation(id).request_body.as_ref();
    let examples = body.map(|body| &beside(&body.schema)["examples"]);
    let examples = examples.and_then(Value::as_object).into_iter().flatten();
    examples.map(|(_, example)| &example["value"]).collect()
}

/// Whether the document has an answer of this status, or of these statuses.
fn answers(id: &str, status: &str) -> bool {
    let place = format!("{}/responses", operation(id).pointer);
    let answers = Document::embedded().unwrap().value().pointer(&place);
    let mut answers = answers.and_then(Value::as_object).unwrap().keys();
    answers.any(|answer| answer.starts_with(status))
}

/// Deletions to which the sandbox responds with an example each time: nothing is gone.
const OF_EXAMPLES: [&str; 3] = ["deletePaymentCard", "deleteTeamGroup", "deleteTeamUser"];

impl Kind {
    /// What the method says, whether a deletion is only begun, and whether once is as good as
    /// twice.
    pub(super) fn of(id: &str) -> Self {
        let pointer = &operation(id).pointer;
        let document = Document::embedded().unwrap().value().pointer(pointer).unwrap();
        match operation(id).method.as_str() {
            "GET" => Self::Read,
            "DELETE" if answers(id, "202") => Self::BulkDeletion,
            "PUT" | "DELETE" if document["x-idempotent"] == false => Self::Create,
            "PUT" => Self::Update,
            // One that names what it deletes in its body answers as well where nothing is left.
            "DELETE" if operation(id).request_body.is_some() => Self::Update,
            "DELETE" if OF_EXAMPLES.contains(&id) => Self::Update,
            "DELETE" => Self::Deletion,
            _ => Self::Create,
        }
    }
}

impl Row {
    /// Whether an access token opens the operation.
    pub(crate) fn has_scope(&self) -> bool {
        operation(self.operation).scopes("oauth2").is_some()
    }

    /// Whether the document takes a redirect for an answer.
    pub(crate) fn redirects(&self) -> bool {
        answers(self.operation, "3")
    }

    /// Whether the document says that a conflict passes.
    pub(crate) fn retry_on_conflict(&self) -> bool {
        answers(self.operation, "409")
    }

    /// The status of a success: what is only begun says so.
    pub(crate) fn success(&self) -> u16 {
        match answers(self.operation, "202") {
            true => 202,
            false => 200,
        }
    }
}

/// What to give for a parameter: its example.
pub(crate) fn value<T: DeserializeOwned>(id: &str, name: &str) -> T {
    let example = parameter(id, name);
    let value = serde_json::from_value(example.clone());
    // A flag that is a number is one of Rust's here.
    let flag = || serde_json::from_value(json!(example == 1));
    value.or_else(|_| flag()).unwrap_or_else(|error| panic!("{id}, {name}: {example}: {error}"))
}

impl Fixtures {
    /// The example of a body, with what the sandbox has given, and with the content of the caller.
    pub(crate) fn body<T: DeserializeOwned>(&self, id: &str) -> T {
        let example = bodies(id).into_iter().nth(self.example);
        let mut body =
            example.unwrap_or_else(|| panic!("{id}: add an example of its body")).clone();
        let own = [
            ("data", STANDARD.encode(&self.content)),
            ("code", self.code.clone()),
            ("refresh_token", self.refresh_token.clone()),
            ("client_secret", self.client_secret.clone()),
        ];
        for (name, value) in own {
            if let Some(place) = body.get_mut(name).filter(|_| !value.is_empty()) {
                *place = value.into();
            }
        }
        serde_json::from_value(body).unwrap_or_else(|error| panic!("{id}: {error}"))
    }
}
