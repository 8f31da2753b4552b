//! Rejects faults that can never apply to a request: a test with one would pass for nothing.

use axum::http::header::{CONTENT_LENGTH, TRANSFER_ENCODING};
use axum::http::{HeaderName, HeaderValue};

use super::{Fault, Misbehavior, Reply, ReplyBody, Times};
use crate::document::Document;
use crate::record::check_operation;

/// The methods of requests; no client of the service sends others.
const METHODS: [&str; 6] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

/// Why a fault is rejected. The message names the member that is wrong.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct FaultError(String);

impl Fault {
    pub(crate) fn check(&self, document: &Document) -> Result<(), FaultError> {
        let is_method = |it: &str| METHODS.iter().any(|known| known.eq_ignore_ascii_case(it));
        let is_path = |it: &str| {
            let is_whole = ["/v1/", "/v2/", "/worlds/"].iter().any(|start| it.starts_with(start));
            it.starts_with('/') && !it.contains(['?', '{']) && !is_whole
        };
        let why = if let Some(Err(why)) =
            self.operation.as_deref().map(|name| check_operation(document, name))
        {
            why
        } else if !self.method.as_deref().is_none_or(is_method) {
            format!("`method`: must be {}", METHODS.join(", "))
        } else if let (Some(name), Some(method)) = (&self.operation, &self.method)
            && let Some(operation) = document.operation(name)
            && !operation.method.eq_ignore_ascii_case(method)
        {
            format!("`method`: {name} is a {}", operation.method)
        } else if !self.path.as_deref().is_none_or(is_path) {
            "`path`: must be that after /v2, as /projects/*/tasks, or after the project, as \
             /tasks, without a query; `*` stands for one segment"
                .to_owned()
        } else if self.times == Times::Count(0) {
            "`times`: must be 1 or more, or \"always\"".to_owned()
        } else if let Misbehavior::Respond(reply) = &self.what
            && let Some(why) = reply.mistake()
        {
            format!("`what`: {why}")
        } else {
            return Ok(());
        };
        Err(FaultError(why))
    }
}

impl Reply {
    fn mistake(&self) -> Option<String> {
        let status = self.status;
        if !(200..=599).contains(&status) {
            return Some(format!("status {status} is not one of 200 to 599"));
        }
        if self.body != ReplyBody::Empty && [204, 304].contains(&status) {
            return Some("204 and 304 have no body".to_owned());
        }
        self.headers.iter().find_map(|(name, value)| match HeaderName::try_from(name) {
            Err(_) => Some(format!("{name:?} is not the name of a header")),
            Ok(CONTENT_LENGTH | TRANSFER_ENCODING) => Some(
                "the server sets Content-Length and Transfer-Encoding; use `cut_body` for a \
                 response that ends early"
                    .to_owned(),
            ),
            Ok(_) if HeaderValue::try_from(value).is_err() => {
                Some(format!("{value:?} is not a value of a header"))
            }
            Ok(_) => None,
        })
    }
}
