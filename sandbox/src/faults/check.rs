//! Rejects faults that can never apply to a request: a test with one would pass for nothing.

use axum::http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use axum::http::{HeaderName, HeaderValue};

use super::{Fault, Misbehavior, Reply, ReplyBody, Times};
use crate::document::Document;
use crate::matcher::check_operation;

/// The methods of requests; no client of the service sends `CONNECT` or `TRACE`.
const METHODS: [&str; 7] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/// Why a fault is rejected. The message names the member that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct FaultError(pub(crate) String);

impl Fault {
    pub(crate) fn check(&self, document: &Document) -> Result<(), String> {
        self.operation.as_deref().map_or(Ok(()), |name| check_operation(document, name))?;
        let is_method = |it: &str| METHODS.iter().any(|known| known.eq_ignore_ascii_case(it));
        ensure(
            self.method.as_deref().is_none_or(is_method),
            &format!("`method`: must be {}", METHODS.join(", ")),
        )?;
        let is_path = |it: &str| {
            let is_whole = ["/v1/", "/v2/", "/worlds/"].iter().any(|start| it.starts_with(start));
            it.starts_with('/') && !it.contains(['?', '{']) && !is_whole
        };
        ensure(
            self.path.as_deref().is_none_or(is_path),
            "`path`: must be that after /v2, as /projects/*/tasks, or after the project, as \
             /tasks, without a query; `*` stands for one segment",
        )?;
        ensure(self.times != Times::Count(0), "`times`: must be 1 or more, or \"always\"")?;
        match &self.what {
            Misbehavior::Respond(reply) => reply.check().map_err(|why| format!("`what`: {why}")),
            _ => Ok(()),
        }
    }
}

impl Reply {
    fn check(&self) -> Result<(), String> {
        let status = self.status;
        let message = format!("status {status} is not one of 200 to 599");
        ensure((200..=599).contains(&status), &message)?;
        let has_body = self.body != ReplyBody::Empty;
        ensure(!(has_body && [204, 304].contains(&status)), "204 and 304 have no body")?;
        for (name, value) in &self.headers {
            let known = HeaderName::try_from(name)
                .map_err(|_| format!("{name:?} is not the name of a header"))?;
            HeaderValue::try_from(value)
                .map_err(|_| format!("{value:?} is not a value of a header"))?;
            ensure(
                ![CONTENT_LENGTH, TRANSFER_ENCODING].contains(&known),
                "the server sets Content-Length and Transfer-Encoding; use `cut_body` for a \
                 response that ends early",
            )?;
        }
        Ok(())
    }
}

fn ensure(holds: bool, message: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(message.to_owned()) }
}
