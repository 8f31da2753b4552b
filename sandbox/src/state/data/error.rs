//! What is wrong with data, where, and what would be right.

use std::fmt;

use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_path_to_error::Segment;

/// Names longer than this are no misspelling of another.
const LONGEST_NAME: usize = 64;
/// More characters are not repeated of what was sent.
const LONGEST_TEXT: usize = 600;
/// Of more names than this none is looked for.
const MOST_NAMES: usize = 1000;

/// Why data cannot be the state of a sandbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataError {
    place: String,
    message: String,
}

impl DataError {
    /// An error of the whole; `within` says where.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { place: String::new(), message: message.into() }
    }

    /// The same error, seen from further out.
    pub(crate) fn within(mut self, place: &str) -> Self {
        if !self.place.is_empty() && !place.is_empty() {
            self.place.insert(0, '.');
        }
        self.place.insert_str(0, place);
        self
    }

    /// Where it is: `projects[0].keys[3].translations.de`; empty where it is the whole.
    #[must_use]
    pub fn place(&self) -> &str {
        &self.place
    }

    /// An error of a value that is neither a name nor an object, but must be one of known names:
    /// `serde_json` reports it as a syntax error. Read as text, it is an unknown name.
    pub(super) fn of_enum<T: DeserializeOwned>(
        json: &[u8],
        error: &serde_path_to_error::Error<serde_json::Error>,
    ) -> Option<Self> {
        let value = error.inner().is_syntax().then(|| serde_json::from_slice(json));
        let mut value: Value = value?.ok()?;
        let place = error.path().iter().try_fold(&mut value, |outer, segment| match segment {
            Segment::Map { key } | Segment::Enum { variant: key } => outer.get_mut(key),
            Segment::Seq { index } => outer.get_mut(index),
            Segment::Unknown => None,
        })?;
        *place = Value::String(place.to_string());
        serde_path_to_error::deserialize::<_, T>(value).err().map(Self::of_text)
    }

    /// An error of the text that was read: of its syntax, or of a value that does not fit.
    pub(super) fn of_text(error: serde_path_to_error::Error<serde_json::Error>) -> Self {
        let place = error.path().to_string();
        let error = error.into_inner();
        let text = error.to_string();
        // The place says more than line and column, which point behind what is wrong.
        let (message, line) = match text.rsplit_once(" at line ") {
            Some((message, line)) if error.is_data() => (message, format!(" (line {line})")),
            Some(_) => return Self::new(format!("invalid JSON: {text}")),
            None => (&*text, String::new()),
        };
        let message = with_nearest(shortened(message.to_owned()));
        let place = if place == "." { String::new() } else { shortened(place) };
        Self { place, message: message + &line }
    }
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

/// A place or a message that may repeat what was sent, at most its beginning.
pub(super) fn shortened(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(LONGEST_TEXT) {
        text.truncate(end);
        text.push_str("..");
    }
    text
}

/// Adds to a message about an unknown name the known one that is like it.
fn with_nearest(message: String) -> String {
    let mut names = message.split('`').skip(1).step_by(2);
    match names.next() {
        Some(unknown) if message.starts_with("unknown ") => {
            let nearest = suggestion(unknown, names);
            message + &nearest
        }
        _ => message,
    }
}

/// `; did you mean ..?` with the known name that is most like another, or nothing.
pub(crate) fn suggestion<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    if name.len() > LONGEST_NAME {
        return String::new();
    }
    let name = name.to_lowercase();
    let known = known.into_iter().take(MOST_NAMES).filter(|known| known.len() <= LONGEST_NAME);
    let rated = known.map(|known| (strsim::osa_distance(&name, &known.to_lowercase()), known));
    match rated.min_by_key(|(distance, _)| *distance) {
        Some((distance, best)) if distance <= 1.max(name.len() / 3) => {
            format!("; did you mean `{best}`?")
        }
        _ => String::new(),
    }
}

/// At most the beginning of a name, for messages.
pub(super) fn shown(name: &str) -> String {
    match name.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("\"{}..\"", &name[..end]),
        None => format!("\"{name}\""),
    }
}
