//! A value of an answer that could not be read, for callers who want to know what came in its
//! place.

use std::fmt;

/// A value of an answer that is not as documented, and was left out: an element of a list, an entry
/// of a map, or the value of an optional field. The rest of the answer came.
///
/// An answer has them in [`Response::unreadable`](crate::Response::unreadable). A stream of items
/// yields an item that could not be read as an error, at its place: see
/// [`Error::item`](crate::Error::item).
///
/// Neither `Display` nor `Debug` shows the value, nor the name of an entry of a map.
#[derive(Clone, PartialEq, Eq)]
pub struct Unreadable {
    place: String,
    /// How much of the place is this crate's own words.
    known: usize,
    index: Option<usize>,
    position: Option<u64>,
    reason: String,
    pub(super) json: String,
}

impl Unreadable {
    pub(super) fn new(place: String, known: usize, index: Option<usize>, reason: String) -> Self {
        Self {
            place,
            known,
            index,
            position: None,
            reason,
            json: String::new(),
        }
    }

    /// Where it stands in the answer: `contributors[3].uuid`.
    pub fn place(&self) -> &str {
        &self.place
    }

    /// Its index in the list that the answer holds, from 0, where it is an element of that list.
    pub fn index(&self) -> Option<usize> {
        self.index
    }

    /// Its position in the whole list, from 0, in an error of a stream that started at the list's
    /// start.
    pub fn position(&self) -> Option<u64> {
        self.position
    }

    /// The value as it came, as JSON; a byte that is no UTF-8, such as E9, as `\udce9`. It may hold
    /// secrets, if the service put one there.
    pub fn json(&self) -> &str {
        &self.json
    }

    /// Why it could not be read: the field that is missing, or the type that was expected. Empty
    /// where that cannot be told without showing the value.
    pub fn reason(&self) -> &str {
        &self.reason
    }

    fn shown_place(&self) -> String {
        match self.place.get(..self.known) {
            Some(known) if known.len() < self.place.len() => format!("{known}.*"),
            _ => self.place.clone(),
        }
    }

    pub(crate) fn at(mut self, position: Option<u64>) -> Self {
        self.position = position;
        self
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", self.shown_place())?;
        if let Some(position) = self.position {
            write!(f, ", number {} of the list", position + 1)?;
        }
        match self.reason.as_str() {
            "" => Ok(()),
            reason => write!(f, ": {reason}"),
        }
    }
}

impl fmt::Debug for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Unreadable")
            .field("place", &self.shown_place())
            .field("position", &self.position)
            .field("reason", &self.reason)
            .finish_non_exhaustive()
    }
}
