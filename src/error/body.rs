//! Error bodies of the service.

use std::collections::BTreeMap;
use std::fmt::{self, Display};

use serde_json::{Map, Value};

use crate::wire::single_line::single_line;

/// The content of an error body in any of its forms: the documented envelope, the same without the
/// wrapper, an OAuth error, problem details (RFC 9457), the XML of an object store, plain text, or
/// something unknown.
#[derive(Default)]
pub(super) struct ErrorBody {
    pub(super) message: Option<String>,
    pub(super) code: Option<String>,
    /// The `state` of an authorization request, which an OAuth error echoes.
    pub(super) state: Option<String>,
    pub(super) violations: BTreeMap<String, Vec<String>>,
}

impl ErrorBody {
    /// Reads a body, which may be plain text if its content type is.
    pub(super) fn read(body: &[u8], is_text: bool) -> Self {
        // Keeps the text around invalid UTF-8.
        let body = String::from_utf8_lossy(body);
        let body = body.trim_start_matches('\u{feff}').trim();
        match serde_json::from_str(body) {
            Ok(Value::Object(whole)) => Self::object(&whole),
            Ok(value) => Self::words(texts(&value)),
            Err(_) => match Self::of_store(body) {
                Some(error) => error,
                None if is_text => Self::words(vec![body.to_owned()]),
                None => Self::default(),
            },
        }
    }

    /// Reads the XML error of an object store, which has bundles: its code and message, shortened
    /// and on one line. The other elements may repeat parts of the link.
    fn of_store(body: &str) -> Option<Self> {
        let root = match body.strip_prefix("<?xml") {
            Some(declared) => declared.split_once("?>")?.1.trim_start(),
            None => body,
        };
        let content = root.strip_prefix("<Error")?;
        let (code, message) = (element(content, "Code"), element(content, "Message"));
        let has_any = code.is_some() || message.is_some();
        has_any.then(|| Self { code, message, ..Self::default() })
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
        let violations = members.get("violations");
        let by_field = violations.and_then(Value::as_object).into_iter().flatten();
        let code = members.get("code").or_else(|| members.get("statusCode"));
        Self {
            // Newer endpoints return a list of messages.
            message: first_of(members, &["message", "detail", "title", "errors"]).or_else(|| {
                let listed = violations.filter(|violations| violations.is_array())?;
                joined(texts(listed))
            }),
            code: text(code),
            state: None,
            violations: by_field
                .map(|(field, messages)| (field.clone(), texts(messages)))
                .collect(),
        }
    }

    fn words(words: Vec<String>) -> Self {
        Self { message: joined(words), ..Self::default() }
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
    let body = String::from_utf8_lossy(body);
    ErrorBody::of_store(body.trim_start_matches('\u{feff}').trim()).is_some()
}

/// Returns the text of the first XML element of this name, if it contains nothing else.
fn element(xml: &str, name: &str) -> Option<String> {
    let (_, text) = xml.split_once(&format!("<{name}>"))?;
    let (text, end) = text.split_once('<')?;
    let is_closed = end.starts_with(&format!("/{name}>"));
    let text = short(&unescaped(text));
    Some(text.trim().to_owned()).filter(|text| is_closed && !text.is_empty())
}

/// Replaces the references to characters in the text of XML. Others stay as they are.
fn unescaped(text: &str) -> String {
    let mut parts = text.split('&');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let reference = part.split_once(';');
        match reference.and_then(|(name, rest)| Some((referenced(name)?, rest))) {
            Some((character, rest)) => {
                text.push(character);
                text.push_str(rest);
            }
            None => text.extend(["&", part]),
        }
    }
    text
}

fn referenced(name: &str) -> Option<char> {
    Some(match name {
        "amp" => '&',
        "lt" => '<',
        "gt" => '>',
        "quot" => '"',
        "apos" => '\'',
        _ => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix('x') {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?)?
        }
    })
}

/// Describes an HTML body by its title, as captive portals and proxies send it instead of a
/// response.
pub(crate) fn html_page(body: &[u8]) -> Option<String> {
    const HEAD: usize = 16 << 10;
    let text = String::from_utf8_lossy(&body[..body.len().min(HEAD)]);
    // ASCII case does not change the length, so indexes are valid in both.
    let lower = text.to_ascii_lowercase();
    let is_page = lower.contains("<!doctype html") || lower.contains("<html");
    if !is_page || !lower.trim_start_matches('\u{feff}').trim_start().starts_with('<') {
        return None;
    }
    let title = lower.find("<title").and_then(|at| {
        let start = at + lower[at..].find('>')? + 1;
        let end = start + lower[start..].find("</title")?;
        Some(text[start..end].trim()).filter(|title| !title.is_empty())
    });
    Some(match title {
        Some(title) => format!("an HTML page, \"{}\"", short(title)),
        None => "an HTML page".to_owned(),
    })
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
    values.map(texts).find_map(joined)
}

fn joined(texts: Vec<String>) -> Option<String> {
    let text = texts.join("; ");
    (!text.is_empty()).then_some(text)
}

fn text(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Returns the texts in a value, or in the member that contains them. The decoder limits the depth.
fn texts(value: &Value) -> Vec<String> {
    const MEMBERS: [&str; 4] = ["message", "detail", "title", "description"];
    match value {
        Value::Array(values) => values.iter().flat_map(texts).collect(),
        Value::Object(members) => {
            let named = MEMBERS.iter().find_map(|name| members.get(*name));
            match named {
                Some(words) => texts(words),
                None => members
                    .iter()
                    .flat_map(|(name, value)| {
                        let words = texts(value).into_iter();
                        words.map(move |word| format!("{name}: {word}"))
                    })
                    .collect(),
            }
        }
        value => text(Some(value)).into_iter().collect(),
    }
}
