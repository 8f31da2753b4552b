//! Error bodies of the service.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use serde_json::{Map, Value};

use crate::wire::single_line::single_line;

/// The content of an error body: the documented envelope, the same without the wrapper, the errors
/// of newer endpoints, an OAuth error, or the XML of an object store. Empty for any other.
#[derive(Default)]
pub(super) struct ErrorBody {
    pub(super) message: Option<String>,
    pub(super) code: Option<String>,
    /// The `state` of an authorization request, which an OAuth error echoes.
    pub(super) state: Option<String>,
    pub(super) violations: BTreeMap<String, Vec<String>>,
}

impl ErrorBody {
    pub(super) fn read(body: &[u8]) -> Self {
        match serde_json::from_slice(body) {
            Ok(Value::Object(whole)) => Self::object(&whole),
            Ok(_) => Self::default(),
            Err(_) => Self::of_store(body).unwrap_or_default(),
        }
    }

    /// Reads the XML error of an object store, which has bundles: its code and message. The other
    /// elements may repeat parts of the link.
    fn of_store(body: &[u8]) -> Option<Self> {
        let body = String::from_utf8_lossy(body);
        let (start, content) = body.split_once("<Error>")?;
        let (code, message) = (element(content, "Code"), element(content, "Message"));
        let is_error =
            (start.is_empty() || start.contains("<?xml")) && (code.is_some() || message.is_some());
        is_error.then(|| Self { code, message, ..Self::default() })
    }

    fn object(whole: &Map<String, Value>) -> Self {
        match whole.get("error") {
            Some(Value::Object(wrapped)) => Self::envelope(wrapped),
            Some(Value::String(name)) => Self {
                message: first_of(whole, &["error_description", "message"]),
                code: Some(name.clone()),
                state: text(whole.get("state")),
                violations: BTreeMap::new(),
            },
            _ => Self::envelope(whole),
        }
    }

    fn envelope(members: &Map<String, Value>) -> Self {
        let violations = members.get("violations").and_then(Value::as_object);
        let violations = violations.into_iter().flatten();
        Self {
            // Newer endpoints return a list of messages.
            message: first_of(members, &["message", "errors"]),
            code: text(members.get("code")),
            state: None,
            violations: violations.map(|(field, value)| (field.clone(), texts(value))).collect(),
        }
    }

    /// Applies a function to all texts of the service.
    pub(super) fn change(&mut self, change: impl Fn(&mut String)) {
        [&mut self.message, &mut self.code].into_iter().flatten().for_each(&change);
        let violations = std::mem::take(&mut self.violations).into_iter();
        let changed = violations.map(|(mut field, mut messages)| {
            change(&mut field);
            messages.iter_mut().for_each(&change);
            (field, messages)
        });
        self.violations = changed.collect();
    }
}

/// Writes the service's messages on one line, shortened, after a colon.
impl Display for ErrorBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMED: usize = 20;
        let named = self.code.as_deref().filter(|code| code.parse::<u16>().is_err());
        for part in [named, self.message.as_deref()].into_iter().flatten() {
            write!(f, ": {}", short(part))?;
        }
        for (field, messages) in self.violations.iter().take(NAMED) {
            write!(f, "; `{}`: {}", short(field), short(&messages.join(" ")))?;
        }
        match self.violations.len().saturating_sub(NAMED) {
            0 => Ok(()),
            more => write!(f, "; and {more} more"),
        }
    }
}

/// Whether a body is the XML error of an object store.
pub(crate) fn is_of_store(body: &[u8]) -> bool {
    ErrorBody::of_store(body).is_some()
}

/// Whether a body is an HTML page, as captive portals and proxies send it instead of a response.
pub(crate) fn is_html(body: &[u8]) -> bool {
    let start = body.trim_ascii_start();
    ["<!doctype html", "<html"].iter().any(|tag| {
        start.get(..tag.len()).is_some_and(|start| start.eq_ignore_ascii_case(tag.as_bytes()))
    })
}

/// Returns the text of the first XML element of this name.
fn element(xml: &str, name: &str) -> Option<String> {
    let (_, text) = xml.split_once(&format!("<{name}>"))?;
    let (text, _) = text.split_once(&format!("</{name}>"))?;
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Returns the beginning of a text on one line.
pub(super) fn short(text: &str) -> String {
    const LONGEST: usize = 500;
    let line = single_line(text);
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

fn first_of(members: &Map<String, Value>, names: &[&str]) -> Option<String> {
    let values = names.iter().filter_map(|name| members.get(*name));
    values.map(|value| texts(value).join("; ")).find(|text| !text.is_empty())
}

fn text(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Returns a text, or the texts of a list.
fn texts(value: &Value) -> Vec<String> {
    match value {
        Value::Array(values) => values.iter().filter_map(|value| text(Some(value))).collect(),
        value => text(Some(value)).into_iter().collect(),
    }
}
