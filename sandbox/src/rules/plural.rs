//! The forms of a plural as responses have them: JSON within a text.

use serde_json::{Map, Value};

pub(crate) const FORMS: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// The forms with their texts, those of the language first: one that it lacks a text for is empty,
/// and one that it does not have comes last.
pub(crate) fn forms(sent: &[(String, String)], of_language: &[String]) -> Map<String, Value> {
    let mut forms = Map::new();
    for form in of_language {
        forms.insert(form.clone(), Value::from(""));
    }
    for (form, text) in sent {
        forms.insert(form.clone(), Value::from(text.as_str()));
    }
    forms
}

/// The forms that a text holds as JSON; `None` where it holds something else.
pub(crate) fn parse(text: &str) -> Option<Vec<(String, String)>> {
    of_json(&serde_json::from_str(text).ok()?)
}

/// The forms that an object names, each with its text.
pub(crate) fn of_json(value: &Value) -> Option<Vec<(String, String)>> {
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
