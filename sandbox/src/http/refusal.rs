//! Errors, in the envelopes of each server.

use axum::http::StatusCode;
use serde_json::{Map, Value, json};

use super::Answer;
use crate::document::Violation;
use crate::quirks::{Quirk, Quirks};
use crate::settings::Server;

/// The message of a 404, whatever was not found.
const NOT_FOUND: &str = "Not Found";

/// Why a request is rejected.
#[derive(Debug)]
pub(crate) struct Refusal {
    status: StatusCode,
    message: String,
    detail: Detail,
}

#[derive(Debug)]
enum Detail {
    None,
    /// The invalid fields, and why.
    Violations(Vec<(String, String)>),
    Header(&'static str, String),
    /// What was not found, for the record: the service does not say.
    Missing(String),
    /// The name of an OAuth error, and the `state` of the request.
    OAuth(&'static str, Option<String>),
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), detail: Detail::None }
    }

    fn with(mut self, detail: Detail) -> Self {
        self.detail = detail;
        self
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

    pub(crate) fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, NOT_FOUND)
    }

    /// A plain 404, with what was not found in the [reason](Self::reason).
    pub(crate) fn missing(what: impl Into<String>) -> Self {
        Self::not_found().with(Detail::Missing(what.into()))
    }

    /// Adds to a plain 404 which object the path names.
    pub(crate) fn about_object(self, parameters: &[(String, String)]) -> Self {
        let is_plain = self.message == NOT_FOUND && matches!(self.detail, Detail::None);
        if !is_plain || parameters.is_empty() {
            return self;
        }
        let named = parameters.iter().map(|(name, value)| format!("{name} {value}"));
        Self::missing(format!("no such object: {}", named.collect::<Vec<_>>().join(", ")))
    }

    pub(crate) fn method_not_allowed(allow: String) -> Self {
        Self::new(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed")
            .with(Detail::Header("allow", allow))
    }

    pub(crate) fn field(name: impl Into<String>, message: impl Into<String>) -> Self {
        Self::fields(vec![(name.into(), message.into())])
    }

    pub(crate) fn violations(violations: impl IntoIterator<Item = Violation>) -> Self {
        let fields = violations.into_iter().map(|it| (field_name(&it.pointer), it.message));
        Self::fields(fields.collect())
    }

    pub(super) fn fields(violations: Vec<(String, String)>) -> Self {
        Self::bad_request("Validation failed").with(Detail::Violations(violations))
    }

    pub(crate) fn oauth(
        name: &'static str,
        description: impl Into<String>,
        state: Option<String>,
    ) -> Self {
        Self::bad_request(description).with(Detail::OAuth(name, state))
    }

    /// The message and all violations or what was not found, in one line.
    pub(crate) fn reason(&self) -> String {
        if let Detail::Missing(what) = &self.detail {
            return format!("{}: {what}", self.message);
        }
        let fields: &[_] = match &self.detail {
            Detail::Violations(violations) => violations,
            _ => &[],
        };
        let fields = fields.iter().map(|(field, why)| format!("{field}: {why}"));
        let parts = [self.message.clone()].into_iter().chain(fields);
        parts.collect::<Vec<_>>().join("; ")
    }

    pub(crate) fn answer(self, server: Server, quirks: Quirks) -> Answer {
        let answer = match server {
            Server::Auth => Answer::json(self.status, &self.oauth_body(quirks)),
            Server::Main | Server::Cursor => Answer::json(self.status, &self.api_body(quirks)),
            // The bundle host does not use the error bodies of the API.
            Server::Bundle => Answer::text(self.status, self.message),
        };
        match self.detail {
            Detail::Header(name, value) => answer.header(name, value),
            _ => answer,
        }
    }

    fn api_body(&self, quirks: Quirks) -> Value {
        let mut error = json!({ "message": self.message, "code": self.status.as_u16() });
        if let Detail::Violations(violations) = &self.detail {
            let mut fields = Map::new();
            for (field, message) in violations {
                if let Value::Array(messages) = fields.entry(field).or_insert_with(|| json!([])) {
                    messages.push(json!(message));
                }
            }
            error["violations"] = Value::Object(fields);
        }
        let bare = self.status == StatusCode::NOT_FOUND && quirks.other(Quirk::ErrorWrapper);
        if bare { error } else { json!({ "error": error }) }
    }

    fn oauth_body(&self, quirks: Quirks) -> Value {
        let mut body = json!({ "error": "invalid_request", "error_description": self.message });
        match &self.detail {
            Detail::OAuth(name, state) => {
                body["error"] = json!(name);
                if let (Some(state), false) = (state, quirks.other(Quirk::OauthRefusal)) {
                    body["state"] = json!(state);
                }
            }
            Detail::Violations(_) => body["error_description"] = json!(self.reason()),
            Detail::None | Detail::Header(..) | Detail::Missing(_) => {}
        }
        if quirks.other(Quirk::OauthRefusal) {
            let name = body["error"].as_str().unwrap_or_default();
            body["error_uri"] = json!(format!("https://docs.sandbox.test/errors/{name}"));
        }
        body
    }
}

/// A JSON pointer as the name of a field: `contributors.0.email`.
fn field_name(pointer: &str) -> String {
    match pointer.trim_start_matches('/') {
        "" => "body".to_owned(),
        path => path.replace('/', ".").replace("~1", "/").replace("~0", "~"),
    }
}
