//! Values of a response that could not be decoded.

use std::fmt;

use crate::wire::single_line::single_line;

/// The number of values that are kept; more are only counted.
const MAX_ISSUES: usize = 10_000;
/// Also keeps the items of the list, which a stream reports in their places.
const MAX_WITH_ITEMS: usize = 2 * MAX_ISSUES;

/// The values of a response that could not be decoded.
#[derive(Debug, Clone, Default)]
pub(crate) struct Issues {
    pub(crate) noted: Vec<DecodeIssue>,
    /// The number of values that were not kept.
    pub(crate) more: usize,
}

impl Issues {
    /// Returns false if too many items could not be decoded.
    pub(super) fn note(&mut self, issue: DecodeIssue) -> bool {
        match (self.noted.len(), issue.index) {
            (..MAX_ISSUES, _) | (..MAX_WITH_ITEMS, Some(_)) => self.noted.push(issue),
            (_, Some(_)) => return false,
            (_, None) => self.more += 1,
        }
        true
    }
}

/// A value of a response that does not match the document and was omitted: an element of a list, an
/// entry of a map, or the value of an optional field. The rest of the response was decoded.
///
/// [`Response::decode_issues`](crate::Response::decode_issues) returns them. A stream yields an
/// item that could not be decoded as an error in its place: see
/// [`Error::item`](crate::Error::item).
///
/// Neither `Display` nor `Debug` shows the value.
#[derive(Clone, PartialEq, Eq)]
pub struct DecodeIssue {
    place: String,
    index: Option<usize>,
    position: Option<u64>,
    reason: String,
    json: String,
}

impl DecodeIssue {
    pub(super) fn new(place: String, index: Option<usize>, reason: String, json: &str) -> Self {
        Self { place, index, position: None, reason, json: json.to_owned() }
    }

    /// Returns its path in the response: `contributors[3].uuid`.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Returns its index in the list of the response, from 0, if it is an element of that list.
    pub fn index(&self) -> Option<usize> {
        self.index
    }

    /// Returns its position in the whole list, from 0, if it is an error of a stream that started
    /// at the beginning of the list.
    pub fn position(&self) -> Option<u64> {
        self.position
    }

    /// Returns the JSON of the value as received. It may contain secrets.
    pub fn json(&self) -> &str {
        &self.json
    }

    /// Returns why it could not be decoded: the missing field, or the expected type. Empty if the
    /// reason would reveal the value.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    pub(crate) fn at(mut self, position: Option<u64>) -> Self {
        self.position = position;
        self
    }
}

impl fmt::Display for DecodeIssue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", single_line(&self.place))?;
        if let Some(position) = self.position {
            write!(f, ", number {} of the list", position + 1)?;
        }
        match self.reason.as_str() {
            "" => Ok(()),
            reason => write!(f, ": {reason}"),
        }
    }
}

impl fmt::Debug for DecodeIssue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DecodeIssue")
            .field("place", &self.place)
            .field("position", &self.position)
            .field("reason", &self.reason)
            .finish_non_exhaustive()
    }
}
