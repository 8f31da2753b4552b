//! Which of the requests that were seen are meant.

use super::{SeenRequest, Stage};
use crate::document::Document;
use crate::matcher::{Heading, Matcher};
use crate::state::Address;

/// Which of the requests that were seen are meant: those that have all that is asked for.
///
/// ```
/// use l10n_sandbox::RequestFilter;
///
/// let failed = RequestFilter::new().operation("createKeys").status(500);
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RequestFilter {
    matcher: Matcher,
    status: Option<u16>,
    answered: Option<bool>,
    since: u64,
}

impl RequestFilter {
    /// All requests.
    pub fn new() -> Self {
        Self::default()
    }

    /// Those of this operation: an `operationId` or [`DOWNLOAD_BUNDLE`](crate::DOWNLOAD_BUNDLE);
    /// `any` for all.
    #[must_use]
    pub fn operation(mut self, operation: &str) -> Self {
        self.matcher.operation(operation);
        self
    }

    /// Those with this method.
    #[must_use]
    pub fn method(mut self, method: &str) -> Self {
        self.matcher.method(method);
        self
    }

    /// Those to this project, by its id or UUID: to any of its branches, or to the one that is
    /// named behind a colon, percent-encoded or not. It has to be there, or to have been named by
    /// a request that was seen.
    #[must_use]
    pub fn project(mut self, address: &str) -> Self {
        self.matcher.project(address);
        self
    }

    /// Those that were answered with this status.
    #[must_use]
    pub fn status(mut self, status: u16) -> Self {
        self.status = Some(status);
        self
    }

    /// Those that were answered, or those that were not (yet).
    #[must_use]
    pub fn answered(mut self, answered: bool) -> Self {
        self.answered = Some(answered);
        self
    }

    /// Those that came after the one of this [number](SeenRequest::number).
    #[must_use]
    pub fn since(mut self, number: u64) -> Self {
        self.since = number;
        self
    }

    /// Adds what a member of a query says.
    pub(crate) fn with(self, name: &str, value: &str) -> Result<Self, String> {
        let wrong = |right: &str| format!("`{name}`: {value:?} is not {right}");
        Ok(match name {
            "operation" => self.operation(value),
            "method" => self.method(value),
            "project" => self.project(value),
            "status" => self.status(value.parse().map_err(|_| wrong("a status"))?),
            "answered" => self.answered(value.parse().map_err(|_| wrong("true or false"))?),
            "since" => self.since(value.parse().map_err(|_| wrong("a number"))?),
            _ => {
                return Err(format!(
                    "there is no `{name}`; there are operation, method, project, status, \
                     answered, since, wait, timeout"
                ));
            }
        })
    }

    /// What it means where projects are found like this; what no request can ever have is wrong.
    pub(crate) fn checked(
        &self,
        document: &'static Document,
        find: impl Fn(&str) -> Result<Address, String>,
    ) -> Result<Checked<'_>, String> {
        let matcher = &self.matcher;
        let subject = matcher.subject(document);
        let project = subject.and_then(|subject| matcher.address(document, subject, find));
        let project = project.map_err(|error| error.to_string())?;
        if let Some(status) = self.status
            && !(100..=599).contains(&status)
        {
            return Err(format!("`status`: {status} is none; 100 to 599 are"));
        }
        Ok(Checked { filter: self, project })
    }
}

/// A filter, and the project that it means.
#[derive(Debug)]
pub(crate) struct Checked<'f> {
    filter: &'f RequestFilter,
    project: Option<Address>,
}

impl Checked<'_> {
    pub(super) fn fits(&self, seen: &SeenRequest) -> bool {
        fn fits<T: PartialEq>(wanted: Option<T>, given: Option<T>) -> bool {
            wanted.is_none() || wanted == given
        }
        let filter = self.filter;
        seen.number > filter.since
            && filter.matcher.fits(self.project.as_ref(), &seen.heading())
            && fits(filter.status, seen.status)
            && fits(filter.answered, Some(seen.stage == Stage::Answered))
    }
}

impl SeenRequest {
    pub(super) fn heading(&self) -> Heading<'_> {
        Heading {
            operation: self.operation.as_deref(),
            method: &self.method,
            project: self.project.as_deref(),
            branch: self.branch.as_deref(),
        }
    }
}
