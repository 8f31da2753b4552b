//! Errors, in the envelopes of each server.

use axum::http::StatusCode;
use serde_json::{Map, Value, json};

use super::Answer;
use crate::document::Violation;
use crate::quirks::Preset;
use crate::settings::Server;
use crate::state::DataError;

#[derive(Debug, Default)]
pub(crate) struct Refusal {
    status: StatusCode,
    message: String,
    violations: Vec<(String, String)>,
    /// The methods of the path, or what was not found: the service does not say the latter.
    detail: Option<String>,
    /// The name of an OAuth error.
    oauth: Option<&'static str>,
    /// The entry of `spec/assumptions.yaml` on which it rests.
    assumption: Option<&'static str>,
}

impl Refusal {
    pub(crate) fn new(status: StatusCode, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), ..Self::default() }
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
        Self::new(StatusCode::NOT_FOUND, "Not Found")
    }

    /// A plain 404, with what was not found in the [reason](Self::reason).
    pub(crate) fn missing(what: impl Into<String>) -> Self {
        Self::not_found().because(what)
    }

    /// Adds to the [reason](Self::reason) what the service does not say.
    pub(crate) fn because(self, detail: impl Into<String>) -> Self {
        Self { detail: Some(detail.into()), ..self }
    }

    pub(crate) fn assumed(self, id: &'static str) -> Self {
        Self { assumption: Some(id), ..self }
    }

    /// Adds to a plain 404 which object the path names.
    pub(crate) fn about_object(self, parameters: &[(String, String)]) -> Self {
        let is_plain = self.message == "Not Found" && self.detail.is_none();
        if !is_plain || parameters.is_empty() {
            return self;
        }
        let named = parameters.iter().map(|(name, value)| format!("{name} {value}"));
        Self::missing(format!("no such object: {}", named.collect::<Vec<_>>().join(", ")))
    }

    pub(crate) fn method_not_allowed(allow: String) -> Self {
        let refusal = Self::new(StatusCode::METHOD_NOT_ALLOWED, "Method not allowed");
        Self { detail: Some(allow), ..refusal }
    }

    pub(crate) fn field(name: impl Into<String>, message: impl Into<String>) -> Self {
        Self::fields(vec![(name.into(), message.into())])
    }

    pub(crate) fn violations(violations: impl IntoIterator<Item = Violation>) -> Self {
        let fields = violations.into_iter().map(|it| (field_name(&it.pointer), it.message));
        Self::fields(fields.collect())
    }

    pub(super) fn fields(violations: Vec<(String, String)>) -> Self {
        Self { violations, ..Self::bad_request("Validation failed") }
    }

    pub(crate) fn oauth(name: &'static str, description: impl Into<String>) -> Self {
        Self { oauth: Some(name), ..Self::bad_request(description) }
    }

    /// The message and all violations or what was not found, in one line.
    pub(crate) fn reason(&self) -> String {
        if let Some(detail) = &self.detail {
            return format!("{}: {detail}", self.message);
        }
        let fields = self.violations.iter().map(|(field, why)| format!("{field}: {why}"));
        let parts = [self.message.clone()].into_iter().chain(fields);
        parts.collect::<Vec<_>>().join("; ")
    }

    /// `state` is that of an authorization request.
    pub(crate) fn answer(self, server: Server, preset: Preset, state: Option<&str>) -> Answer {
        let answer = match server {
            Server::Auth => Answer::json(self.status, &self.oauth_body(preset, state)),
            Server::Main | Server::Cursor => Answer::json(self.status, &self.api_body(preset)),
            // The bundle host does not use the error bodies of the API.
            Server::Bundle => Answer::text(self.status, self.message),
        };
        let answer = match self.assumption {
            Some(id) => answer.assumed(id),
            None => answer,
        };
        match self.detail {
            Some(methods) if self.status == StatusCode::METHOD_NOT_ALLOWED => {
                answer.header("allow", methods)
            }
            _ => answer,
        }
    }

    fn api_body(&self, preset: Preset) -> Value {
        let mut error = json!({ "message": self.message, "code": self.status.as_u16() });
        if !self.violations.is_empty() {
            let mut fields = Map::<_, Value>::new();
            for (field, message) in &self.violations {
                let messages = fields.entry(field).or_insert_with(|| json!([])).as_array_mut();
                messages.into_iter().for_each(|messages| messages.push(json!(message)));
            }
            error["violations"] = Value::Object(fields);
        }
        let bare = self.status == StatusCode::NOT_FOUND && preset == Preset::Other;
        if bare { error } else { json!({ "error": error }) }
    }

    fn oauth_body(&self, preset: Preset, state: Option<&str>) -> Value {
        let name = self.oauth.unwrap_or("invalid_request");
        let description =
            if self.violations.is_empty() { self.message.clone() } else { self.reason() };
        let mut body = json!({ "error": name, "error_description": description });
        if preset != Preset::Sample {
            body["error_uri"] = json!(format!("https://docs.sandbox.test/errors/{name}"));
        } else if let Some(state) = state {
            body["state"] = json!(state);
        }
        body
    }
}

impl From<DataError> for Refusal {
    fn from(error: DataError) -> Self {
        Self::field(error.place, error.message)
    }
}

/// A JSON pointer as the name of a field: `contributors.0.email`.
fn field_name(pointer: &str) -> String {
    match pointer.trim_start_matches('/') {
        "" => "body".to_owned(),
        path => path.replace('/', ".").replace("~1", "/").replace("~0", "~"),
    }
}
