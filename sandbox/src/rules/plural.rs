//! The forms of a plural as responses have them: JSON within a text.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

pub(crate) const FORMS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

pub(crate) type Forms = BTreeMap<String, String>;

/// The forms with their texts, those of the language first: one that it lacks a text for is empty,
/// and one that it does not have comes last.
pub(crate) fn forms(sent: &Forms, of_language: &[String]) -> Map<String, Value> {
    let of_language = of_language.iter().map(|form| (form.clone(), Value::from("")));
    let sent = sent.iter().map(|(form, text)| (form.clone(), Value::from(text.as_str())));
    of_language.chain(sent).collect()
}

/// The forms that a text holds as JSON; `None` where it holds something else.
pub(crate) fn parse(text: &str) -> Option<Forms> {
    of_json(&serde_json::from_str(text).ok()?)
}

/// The forms that an object names, each with its text.
pub(crate) fn of_json(value: &Value) -> Option<Forms> {
    let members = value.as_object()?.iter();
    members.map(|(form, text)| Some((form.clone(), text.as_str()?.to_owned()))).collect()
}

/// JSON in which everything beyond ASCII is escaped.
pub(crate) fn ascii_json(value: &Value) -> String {
    let mut ascii = String::new();
    for unit in value.to_string().encode_utf16() {
        match u8::try_from(unit) {
            Ok(byte) if byte.is_ascii() => ascii.push(char::from(byte)),
            _ => ascii.push_str(&format!("\\u{unit:04x}")),
        }
    }
    ascii
}
