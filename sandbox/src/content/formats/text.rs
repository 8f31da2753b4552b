//! Encodings of files, and escapes in texts.

use std::borrow::Cow;

use serde_json::Value;

use super::Fault;

/// Decodes UTF-8, or UTF-16 with a byte order mark; what is neither is Latin-1, if that is allowed.
pub(super) fn decode(content: &[u8], latin1: bool) -> Result<Cow<'_, str>, Fault> {
    let utf16 = |unit: fn([u8; 2]) -> u16| {
        let (pairs, _) = content[2..].as_chunks();
        let text: Result<String, _> =
            char::decode_utf16(pairs.iter().map(|pair| unit(*pair))).collect();
        text.map(Cow::Owned).map_err(|_| Fault::new(1, "not UTF-16"))
    };
    match (content, std::str::from_utf8(content)) {
        ([0xff, 0xfe, ..], _) => utf16(u16::from_le_bytes),
        ([0xfe, 0xff, ..], _) => utf16(u16::from_be_bytes),
        (_, Ok(text)) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text).into()),
        (_, Err(_)) if latin1 => Ok(content.iter().map(|byte| char::from(*byte)).collect()),
        (_, Err(error)) => Err(Fault::at(content, error.valid_up_to(), "not UTF-8")),
    }
}

/// Returns the index of the first letter that ends a text and has no backslash before it.
pub(super) fn end(text: &str, ends: impl Fn(char) -> bool) -> Option<usize> {
    let mut escaped = false;
    text.find(|letter| {
        let is_escaped = escaped;
        escaped = letter == '\\' && !is_escaped;
        !is_escaped && ends(letter)
    })
}

/// Reads a text in double quotes, and returns it with what follows.
pub(super) fn unquote(text: &str) -> Result<(String, &str), &'static str> {
    let text = text.strip_prefix('"').ok_or("expected a quoted text")?;
    let end = end(text, |letter| letter == '"').ok_or("unclosed text: missing quote")?;
    Ok((unescape(&text[..end])?, &text[end + 1..]))
}

/// Replaces escapes: a backslash before `n`, `t`, `r`, `f`, before `u` and the four digits of a
/// UTF-16 code unit, or before a letter that stands for itself.
pub(super) fn unescape(text: &str) -> Result<String, &'static str> {
    const FAULT: &str = "\\u needs four hexadecimal digits";
    let mut units = Vec::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(letter) = chars.next() {
        let letter = match letter {
            '\\' => match chars.next() {
                Some('u' | 'U') => {
                    let digits = chars.as_str().get(..4).ok_or(FAULT)?;
                    let is_hex = digits.bytes().all(|digit| digit.is_ascii_hexdigit());
                    let unit = u16::from_str_radix(digits, 16).ok().filter(|_| is_hex);
                    units.push(unit.ok_or(FAULT)?);
                    chars = chars.as_str()[4..].chars();
                    continue;
                }
                Some('n') => '\n',
                Some('t') => '\t',
                Some('r') => '\r',
                Some('f') => '\u{c}',
                other => other.unwrap_or('\\'),
            },
            letter => letter,
        };
        units.extend_from_slice(letter.encode_utf16(&mut [0; 2]));
    }
    String::from_utf16(&units).map_err(|_| "\\u is half a surrogate pair")
}

/// Escapes line breaks, tabs and `marks` with a backslash, and with `unicode` and the digits of
/// its code units each letter that `is_odd`.
pub(super) fn escape(text: &str, marks: &str, unicode: &str, is_odd: fn(char) -> bool) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '\n' => escaped.push_str("\\n"),
            '\t' => escaped.push_str("\\t"),
            '\r' => escaped.push_str("\\r"),
            letter if marks.contains(letter) => escaped.extend(['\\', letter]),
            letter if is_odd(letter) => {
                let mut units = [0; 2];
                let units = letter.encode_utf16(&mut units).iter();
                escaped.extend(units.map(|unit| format!("{unicode}{unit:04x}")));
            }
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Returns one level of indentation: that of the options, or four spaces.
pub(super) fn indentation(options: &Value) -> String {
    match options["indentation"].as_str().unwrap_or_default() {
        "tab" => "\t".to_owned(),
        spaces => {
            let count = spaces.strip_suffix("sp").and_then(|count| count.parse().ok());
            " ".repeat(count.filter(|count| *count <= 8).unwrap_or(4))
        }
    }
}
