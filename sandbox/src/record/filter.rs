//! Which requests of the record a test asks for.

use super::SeenRequest;
use crate::document::Document;
use crate::matcher::{ANY, check_operation};

/// Selects the requests of the record that match everything that is set.
///
/// ```
/// use l10n_sandbox::RequestFilter;
///
/// let failed = RequestFilter::new().operation("createKeys").status(500);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RequestFilter {
    pub(crate) operation: Option<String>,
    pub(crate) status: Option<u16>,
    pub(crate) since: u64,
}

impl RequestFilter {
    /// Selects all requests.
    pub fn new() -> Self {
        Self::default()
    }

    /// Requests of this operation: an `operationId` or [`DOWNLOAD_BUNDLE`](crate::DOWNLOAD_BUNDLE);
    /// `any` for all.
    #[must_use]
    pub fn operation(mut self, operation: &str) -> Self {
        self.operation = Some(operation.to_owned());
        self
    }

    /// Requests with a response of this status.
    #[must_use]
    pub fn status(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }

    /// Requests after the one with this [number](SeenRequest::number).
    #[must_use]
    pub fn since(mut self, number: u64) -> Self {
        self.since = number;
        self
    }

    /// # Errors
    ///
    /// Fails if no request can ever match.
    pub(crate) fn check(&self, document: &Document) -> Result<(), String> {
        if self.status.is_some_and(|status| !(100..=599).contains(&status)) {
            return Err("`status`: must be 100 to 599".to_owned());
        }
        self.operation.as_deref().map_or(Ok(()), |name| check_operation(document, name))
    }

    pub(super) fn matches(&self, seen: &SeenRequest) -> bool {
        let operation = self.operation.as_deref();
        seen.number > self.since
            && (self.status.is_none() || self.status == seen.status)
            && operation.is_none_or(|it| it == ANY || seen.operation.as_deref() == Some(it))
    }
}
