//! What is wrong with data, where, and what would be right.

use std::fmt;

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
        if place.is_empty() {
            return self;
        }
        if !self.place.is_empty() && !self.place.starts_with('[') {
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

    /// An error of the text that was read: of its syntax, or of a value that does not fit.
    pub(super) fn of_text(error: serde_path_to_error::Error<serde_json::Error>) -> Self {
        let place = match error.path().to_string() {
            whole if whole == "." => String::new(),
            place => shortened(place),
        };
        let error = error.into_inner();
        let message = error.to_string();
        let is_data = error.is_data();
        // The place says more than line and column, which point behind what is wrong.
        let (message, position) = match message.rsplit_once(" at line ") {
            Some((message, position)) => (message.to_owned(), Some(position.to_owned())),
            None => (message, None),
        };
        let message = with_nearest(shortened(message));
        match position {
            Some(position) if is_data => {
                Self { place, message: format!("{message} (line {position})") }
            }
            Some(position) => Self::new(format!("no JSON: {message} at line {position}")),
            None => Self { place, message },
        }
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
fn shortened(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(LONGEST_TEXT) {
        text.truncate(end);
        text.push_str("..");
    }
    text
}

/// Tells where something is that went wrong.
pub(super) trait Within<T> {
    fn within(self, place: impl FnOnce() -> String) -> Result<T, DataError>;
}

impl<T> Within<T> for Result<T, DataError> {
    fn within(self, place: impl FnOnce() -> String) -> Self {
        self.map_err(|error| error.within(&place()))
    }
}

/// Adds to a message about an unknown name the known one that is like it.
fn with_nearest(message: String) -> String {
    let names: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    let nearest = match names.split_first() {
        Some((unknown, known)) if message.starts_with("unknown ") => {
            nearest(unknown, known.iter().copied())
        }
        _ => None,
    };
    match nearest {
        Some(name) => format!("{message}; did you mean `{name}`?"),
        None => message,
    }
}

/// The known name that is most like another, if one is.
pub(super) fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    if name.len() > LONGEST_NAME {
        return None;
    }
    let name = name.to_lowercase();
    let known = known.into_iter().take(MOST_NAMES);
    let short = known.filter(|known| known.len() <= LONGEST_NAME);
    let rated = short.map(|known| (strsim::osa_distance(&name, &known.to_lowercase()), known));
    let (distance, best) = rated.min_by_key(|(distance, _)| *distance)?;
    (distance <= 1.max(name.len() / 3)).then_some(best)
}

/// `; did you mean ..?`, or nothing.
pub(crate) fn suggestion<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    nearest(name, known).map_or_else(String::new, |known| format!("; did you mean {known}?"))
}

/// At most the beginning of a name, for messages.
pub(super) fn shown(name: &str) -> String {
    match name.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("\"{}..\"", &name[..end]),
        None => format!("\"{name}\""),
    }
}
