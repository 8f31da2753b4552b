//! Encodings of files, their tokens, and escapes in texts.

use std::borrow::Cow;

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

pub(super) enum Token<'t> {
    Comment(&'t str),
    Word(&'t str),
    /// In double quotes, without them.
    Text(String),
    Mark(char),
}

/// Splits a file into tokens, each with its offset. Comments are described by how they begin and
/// end.
pub(super) fn tokens<'t>(
    text: &'t str,
    comments: &'static [(&str, &str)],
) -> impl Iterator<Item = Result<(usize, Token<'t>), Fault>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let offset = text.len() - rest.len();
        let first = rest.chars().next()?;
        let fault = |reason| Some(Err(Fault::at(text.as_bytes(), offset, reason)));
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || "_.$:/-[]".contains(letter);
        let token;
        if let Some((open, close)) = comments.iter().find(|(open, _)| rest.starts_with(open)) {
            let comment = &rest[open.len()..];
            let Some(end) = comment.find(close).or((*close == "\n").then_some(comment.len()))
            else {
                return fault("unclosed comment");
            };
            token = Token::Comment(&comment[..end]);
            rest = comment[end..].strip_prefix(close).unwrap_or_default();
        } else if let Some(quoted) = rest.strip_prefix('"') {
            let Some(end) = end(quoted, |letter| letter == '"') else {
                return fault("unclosed text: missing quote");
            };
            token = match unescape(&quoted[..end]) {
                Ok(text) => Token::Text(text),
                Err(reason) => return fault(reason),
            };
            rest = &quoted[end + 1..];
        } else {
            let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
            token = if end == 0 { Token::Mark(first) } else { Token::Word(&rest[..end]) };
            rest = &rest[end.max(first.len_utf8())..];
        }
        Some(Ok((offset, token)))
    })
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
