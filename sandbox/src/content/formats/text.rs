//! Decoding of files, and the escapes of quoted texts.

use std::borrow::Cow;
use std::iter::Peekable;
use std::str::Chars;

use super::Fault;

/// Decodes UTF-8, or UTF-16 with a byte order mark; if neither fits and it is allowed, Latin-1.
pub(super) fn decode(content: &[u8], latin1: bool) -> Result<Cow<'_, str>, Fault> {
    let units = |of: fn([u8; 2]) -> u16| {
        let (pairs, _) = content[2..].as_chunks::<2>();
        let units: Vec<u16> = pairs.iter().map(|pair| of(*pair)).collect();
        let text = String::from_utf16(&units);
        text.map(Cow::Owned).map_err(|_| Fault::new(1, "not UTF-16"))
    };
    match content {
        [0xff, 0xfe, ..] => return units(u16::from_le_bytes),
        [0xfe, 0xff, ..] => return units(u16::from_be_bytes),
        _ => {}
    }
    match std::str::from_utf8(content) {
        Ok(text) => Ok(text.strip_prefix('\u{feff}').unwrap_or(text).into()),
        Err(_) if latin1 => Ok(content.iter().map(|byte| char::from(*byte)).collect()),
        Err(error) => {
            let before = content.iter().take(error.valid_up_to());
            let line = before.filter(|byte| **byte == b'\n').count() + 1;
            Err(Fault::new(line, "not UTF-8"))
        }
    }
}

/// Returns what a backslash and this letter stand for, in most formats.
pub(super) fn unescape(letter: char) -> char {
    match letter {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'f' => '\u{c}',
        other => other,
    }
}

/// Reads the four hexadecimal digits after `\u`, or two such escapes for a surrogate pair.
pub(super) fn unicode(chars: &mut Peekable<Chars<'_>>) -> Option<char> {
    let first = hex(chars)?;
    if !(0xd800..0xdc00).contains(&first) {
        return char::from_u32(first.into());
    }
    let escaped = chars.next() == Some('\\') && matches!(chars.next(), Some('u' | 'U'));
    let second = escaped.then(|| hex(chars)).flatten()?;
    char::decode_utf16([first, second]).next()?.ok()
}

fn hex(chars: &mut Peekable<Chars<'_>>) -> Option<u16> {
    let digits: String = chars.take(4).filter(char::is_ascii_hexdigit).collect();
    u16::from_str_radix(&digits, 16).ok().filter(|_| digits.len() == 4)
}

/// Returns one level of indentation, as the option names it.
pub(super) fn indentation(option: &str) -> String {
    match option {
        "tab" => "\t".to_owned(),
        spaces => {
            let count = spaces.strip_suffix("sp").and_then(|n| n.parse().ok());
            " ".repeat(count.filter(|count| *count <= 8).unwrap_or(4))
        }
    }
}

/// Quotes a text with the escapes of C; characters that `is_odd` are written as an escape that
/// begins with `unicode`.
pub(super) fn quote(text: &str, unicode: &str, is_odd: fn(char) -> bool) -> String {
    let mut quoted = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => quoted.extend(['\\', letter]),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            letter if is_odd(letter) => {
                quoted.push_str(&format!("{unicode}{:04x}", u32::from(letter)));
            }
            letter => quoted.push(letter),
        }
    }
    quoted.push('"');
    quoted
}
