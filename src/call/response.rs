//! Responses, raw and decoded.

use std::fmt;
use std::ops::{Deref, DerefMut};

use bytes::Bytes;
use reqwest::StatusCode;
use reqwest::header::{HeaderMap, HeaderName, LOCATION};

use super::Call;
use super::exchange::Received;
use crate::error::Error;
use crate::settings::retry::RetryState;
use crate::trace;
use crate::wire::decode::issue::{DecodeIssue, Issues};
use crate::wire::decode::{self, Decode};
use crate::wire::operation::Operation;

/// A response of the service: the decoded body, with its status and headers.
///
/// Dereferences to the body.
#[derive(Clone)]
pub struct Response<T> {
    body: T,
    status: StatusCode,
    headers: HeaderMap,
    /// The call, for further requests.
    pub(crate) retries: RetryState,
    issues: Issues,
    raw: Option<Bytes>,
}

impl<T> Response<T> {
    pub(crate) fn new(status: StatusCode, headers: HeaderMap, body: T) -> Self {
        Self {
            body,
            status,
            headers,
            retries: RetryState::default(),
            issues: Issues::default(),
            raw: None,
        }
    }

    /// The status, such as 200. Some operations that start a job respond with 202.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The headers.
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// Returns the total number of items of the list.
    ///
    /// From `X-Total-Count`, which the service documents, or `X-Pagination-Total-Count`, which was
    /// observed; either may be absent.
    pub fn total_count(&self) -> Option<u64> {
        ["x-total-count", "x-pagination-total-count"].into_iter().find_map(|name| self.count(name))
    }

    /// Returns the cursor of the next page, for lists that can be read by cursor; `None` at the
    /// end. From `X-Pagination-Next-Cursor`, which was observed.
    pub fn next_cursor(&self) -> Option<&str> {
        let cursor = self.headers.get("x-pagination-next-cursor")?;
        let cursor = std::str::from_utf8(cursor.as_bytes()).ok()?.trim();
        (!cursor.is_empty()).then_some(cursor)
    }

    /// Returns the `Location` of a started process. Observed to be a path relative to the host.
    pub fn location(&self) -> Option<&str> {
        self.header(LOCATION.as_str())
    }

    /// Returns the values that could not be decoded and were omitted: elements of lists, entries of
    /// maps, values of optional fields. Nearly always none. A required field that cannot be decoded
    /// is an error instead.
    ///
    /// Contains the first 10,000 values ([`decode_issue_count`](Self::decode_issue_count) counts
    /// all), plus up to 10,000 elements of the response's list; if more elements cannot be decoded,
    /// the call fails.
    pub fn decode_issues(&self) -> &[DecodeIssue] {
        &self.issues.noted
    }

    /// Returns the number of values that could not be decoded, including those that are not kept.
    pub fn decode_issue_count(&self) -> usize {
        self.issues.noted.len() + self.issues.more
    }

    /// Returns the elements of the response's list that could not be decoded, in order.
    pub(crate) fn item_issues(&self) -> impl Iterator<Item = &DecodeIssue> {
        let issues = self.decode_issues().iter();
        issues.filter(|value| value.index().is_some())
    }

    /// Returns the body as received, decompressed, with the fields that are not in the document;
    /// `None` without [`CallOptions::with_raw_body`](crate::CallOptions::with_raw_body).
    pub fn raw(&self) -> Option<&[u8]> {
        self.raw.as_deref()
    }

    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> U) -> Response<U> {
        Response {
            body: change(self.body),
            status: self.status,
            headers: self.headers,
            retries: self.retries,
            issues: self.issues,
            raw: self.raw,
        }
    }

    /// Returns the decoded body.
    pub fn into_inner(self) -> T {
        self.body
    }

    pub(crate) fn count(&self, name: &str) -> Option<u64> {
        self.header(name)?.trim().parse().ok()
    }

    fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name)?.to_str().ok()
    }
}

/// Omits the values of headers, which may be secret.
impl<T: fmt::Debug> fmt::Debug for Response<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let headers: Vec<_> = self.headers.keys().map(HeaderName::as_str).collect();
        f.debug_struct("Response")
            .field("status", &self.status)
            .field("headers", &headers)
            .field("body", &self.body)
            .field("decode_issues", &self.issues)
            .finish_non_exhaustive()
    }
}

impl<T> Deref for Response<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.body
    }
}

impl<T> DerefMut for Response<T> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.body
    }
}

pub(crate) struct RawResponse {
    pub(crate) head: http::Response<Bytes>,
    pub(crate) rest: Option<reqwest::Response>,
    pub(crate) call: Box<Call>,
}

impl RawResponse {
    pub(super) fn new(received: Received, call: Box<Call>) -> Self {
        let Received { head, rest } = received;
        Self { head, rest, call }
    }

    pub(crate) fn decode<T: Decode>(self) -> Result<Response<T>, Error> {
        match decode::read(self.head.body(), T::decode) {
            Ok((body, issues)) => {
                trace::left_out(self.call.operation, &issues);
                Ok(self.decoded(body, issues))
            }
            Err(error) => {
                Err(self.fail(|operation, head| Error::undecodable(operation, head, &error)))
            }
        }
    }

    /// Ends the call with success, and returns the body.
    pub(crate) fn into_body(mut self) -> Bytes {
        self.call.succeed(self.head.status());
        self.head.into_body()
    }

    /// Ends the call with an error of this response.
    pub(crate) fn fail(
        mut self,
        error: impl FnOnce(&'static Operation, http::Response<Bytes>) -> Error,
    ) -> Error {
        let error = error(self.call.operation, self.head);
        self.call.fail(error)
    }

    fn decoded<T>(mut self, body: T, issues: Issues) -> Response<T> {
        let (retries, keeps_body) = self.call.succeed(self.head.status());
        let (head, bytes) = self.head.into_parts();
        Response {
            body,
            status: head.status,
            headers: head.headers,
            retries,
            issues,
            raw: keeps_body.then_some(bytes),
        }
    }
}
