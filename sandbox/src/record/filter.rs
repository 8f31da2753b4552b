//! Which requests of the record a test asks for.

use super::SeenRequest;
use crate::document::Document;
use crate::matcher::{Matchable, Matcher};
use crate::state::State;

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
    pub(crate) project: Option<String>,
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

    /// Requests to this project, by its id or UUID: to all its branches, or to the one after a
    /// colon, percent-encoded or not.
    #[must_use]
    pub fn project(mut self, address: &str) -> Self {
        self.project = Some(address.to_owned());
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

    /// Looks up the operation and the project.
    ///
    /// # Errors
    ///
    /// Fails if no request can ever match.
    pub(crate) fn check(&self, document: &Document, state: &State) -> Result<Checked, String> {
        if self.status.is_some_and(|status| !(100..=599).contains(&status)) {
            return Err("`status`: must be 100 to 599".to_owned());
        }
        let (operation, project) = (self.operation.as_deref(), self.project.as_deref());
        let matcher = Matcher::new(document, state, operation, project)?;
        Ok(Checked { matcher, status: self.status, since: self.since })
    }
}

/// A filter whose operation and project were looked up.
#[derive(Debug)]
pub(crate) struct Checked {
    matcher: Matcher,
    status: Option<u16>,
    since: u64,
}

impl Checked {
    pub(super) fn matches(&self, seen: &SeenRequest) -> bool {
        let matchable = Matchable {
            operation: seen.operation.as_deref(),
            project: seen.project.as_deref(),
            branch: seen.branch.as_deref(),
        };
        seen.number > self.since
            && (self.status.is_none() || self.status == seen.status)
            && self.matcher.matches(&matchable)
    }
}
