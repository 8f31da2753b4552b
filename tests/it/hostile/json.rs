//! JSON that need not be any: values of which a piece can be raw text, or no text at all.

use serde_json::Value;

/// Begins text that is written as it is, and a name that is there a second time. The document's
/// examples have no such character.
const RAW: char = '\u{f8ff}';
/// Is written as a byte that is no UTF-8.
pub(super) const NO_TEXT: char = '\u{f8fe}';

/// Raw text in the place of a value.
pub(super) fn raw(text: impl AsRef<str>) -> Value {
    Value::String(format!("{RAW}{}", text.as_ref()))
}

/// A name that can stand in an object beside the same name.
pub(super) fn second(name: &str) -> String {
    format!("{RAW}{name}")
}

/// Whether a value has pieces that only [`render`] can write.
pub(super) fn is_raw(value: &Value) -> bool {
    match value {
        Value::String(text) => text.starts_with(RAW),
        Value::Array(elements) => elements.iter().any(is_raw),
        Value::Object(members) => {
            members.iter().any(|(name, member)| name.starts_with(RAW) || is_raw(member))
        }
        _ => false,
    }
}

/// The bytes of a body.
pub(super) fn render(value: &Value) -> Vec<u8> {
    let mut body = Vec::new();
    write(value, &mut body);
    body
}

fn write(value: &Value, body: &mut Vec<u8>) {
    match value {
        Value::Array(elements) => {
            body.push(b'[');
            for (index, element) in elements.iter().enumerate() {
                body.extend((index > 0).then_some(b','));
                write(element, body);
            }
            body.push(b']');
        }
        Value::Object(members) => {
            body.push(b'{');
            for (index, (name, member)) in members.iter().enumerate() {
                body.extend((index > 0).then_some(b','));
                let name = name.strip_prefix(RAW).unwrap_or(name);
                body.extend(Value::from(name).to_string().bytes());
                body.push(b':');
                write(member, body);
            }
            body.push(b'}');
        }
        Value::String(text) if text.starts_with(RAW) => {
            for character in text.chars().skip(1) {
                match character {
                    NO_TEXT => body.push(0xff),
                    _ => body.extend(character.encode_utf8(&mut [0; 4]).bytes()),
                }
            }
        }
        plain => body.extend(plain.to_string().bytes()),
    }
}
