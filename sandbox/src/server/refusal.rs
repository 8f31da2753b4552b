//! Refusals: why a request is not done, and the two envelopes in which the servers say so.

use axum::http::StatusCode;
use serde_json::{Map, Value, json};

use super::Answer;
use crate::document::Violation;
use crate::record::Server;

/// Why a request is not done.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    message: String,
    violations: Vec<(String, String)>,
    /// The name of an OAuth error, and the `state` to echo.
    oauth: Option<(&'static str, Option<String>)>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self {
            status,
            message: message.into(),
            violations: Vec::new(),
            oauth: None,
        }
    }

    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, message)
    }

    pub(crate) fn unauthorized(message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, message)
    }

    pub(crate) fn forbidden(message: impl Into<String>) -> Self {
        Self::new(StatusCode::FORBIDDEN, message)
    }

    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Self::new(StatusCode::NOT_FOUND, message)
    }

    /// A field that is not valid.
    pub(crate) fn field(name: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            violations: vec![(name.into(), message.into())],
            ..Self::bad_request("Validation failed")
        }
    }

    /// What breaks the document; fields are named as in `contributors.0.email`.
    pub(crate) fn violations(violations: impl IntoIterator<Item = Violation>) -> Self {
        let violations = violations
            .into_iter()
            .map(|violation| (field_name(&violation.pointer), violation.message))
            .collect();
        Self {
            violations,
            ..Self::bad_request("Validation failed")
        }
    }

    /// An error by its OAuth name.
    pub(crate) fn oauth(
        name: &'static str,
        description: impl Into<String>,
        state: Option<String>,
    ) -> Self {
        Self {
            oauth: Some((name, state)),
            ..Self::bad_request(description)
        }
    }

    /// The answer of this server.
    pub(crate) fn answer(self, server: Server) -> Answer {
        match server {
            Server::Auth => self.oauth_answer(),
            _ => self.api_answer(),
        }
    }

    fn api_answer(self) -> Answer {
        let mut error = json!({ "message": self.message, "code": self.status.as_u16() });
        if !self.violations.is_empty() {
            let mut fields = Map::new();
            for (field, message) in self.violations {
                if let Value::Array(messages) = fields.entry(field).or_insert_with(|| json!([])) {
                    messages.push(message.into());
                }
            }
            error["violations"] = Value::Object(fields);
        }
        Answer::json(self.status, &json!({ "error": error }))
    }

    fn oauth_answer(self) -> Answer {
        let (name, state) = self.oauth.unwrap_or(("invalid_request", None));
        let mut description = self.message;
        for (field, message) in self.violations {
            description.push_str(&format!("; {field}: {message}"));
        }
        let mut body = json!({ "error": name, "error_description": description });
        if let Some(state) = state {
            body["state"] = state.into();
        }
        Answer::json(self.status, &body)
    }
}

/// A JSON pointer as the name of a field.
fn field_name(pointer: &str) -> String {
    match pointer.trim_start_matches('/') {
        "" => "body".to_owned(),
        path => path.replace('/', ".").replace("~1", "/").replace("~0", "~"),
    }
}
