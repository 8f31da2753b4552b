//! What is wrong with data, where, and what would be right.

use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::Value;

/// Names longer than this are no misspelling of another.
const LONGEST_NAME: usize = 64;

/// Why data cannot be the state of a sandbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataError {
    pub(crate) place: String,
    pub(crate) message: String,
}

impl DataError {
    pub(crate) fn new(place: impl Into<String>, message: impl Into<String>) -> Self {
        Self { place: place.into(), message: message.into() }
    }

    /// The same error, seen from further out.
    pub(crate) fn within(mut self, place: &str) -> Self {
        if !self.place.is_empty() && !place.is_empty() {
            self.place.insert(0, '.');
        }
        self.place.insert_str(0, place);
        self
    }

    /// An error of a value that does not fit, with the known name that is like an unknown one.
    fn of_value(error: serde_path_to_error::Error<serde_json::Error>) -> Self {
        let place = error.path().to_string();
        let message = error.into_inner().to_string();
        let mut names = message.split('`').skip(1).step_by(2);
        let unknown = names.next().filter(|_| message.starts_with("unknown "));
        let near = unknown.map(|unknown| suggestion(unknown, names)).unwrap_or_default();
        let place = if place == "." { String::new() } else { place };
        Self { place, message: message + &near }
    }
}

pub(crate) fn parse<T: DeserializeOwned>(json: &[u8]) -> Result<T, DataError> {
    let value: Value = serde_json::from_slice(json)
        .map_err(|error| DataError::new("", format!("invalid JSON: {error}")))?;
    typed(value)
}

pub(crate) fn typed<T: DeserializeOwned>(value: Value) -> Result<T, DataError> {
    serde_path_to_error::deserialize(value).map_err(DataError::of_value)
}

impl fmt::Display for DataError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place.is_empty() {
            true => f.write_str(&self.message),
            false => write!(f, "{}: {}", self.place, self.message),
        }
    }
}

impl std::error::Error for DataError {}

/// `; did you mean ..?` with the known name that is most like another, or nothing.
pub(crate) fn suggestion<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    if name.len() > LONGEST_NAME {
        return String::new();
    }
    let name = name.to_lowercase();
    let known = known.into_iter().filter(|known| known.len() <= LONGEST_NAME);
    let rated = known.map(|known| (strsim::osa_distance(&name, &known.to_lowercase()), known));
    match rated.min_by_key(|(distance, _)| *distance) {
        Some((distance, best)) if distance <= 1.max(name.len() / 3) => {
            format!("; did you mean `{best}`?")
        }
        _ => String::new(),
    }
}
