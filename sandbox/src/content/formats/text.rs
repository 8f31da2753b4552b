//! From bytes to text, and how a text is put between quotes.

use std::borrow::Cow;
use std::iter::Peekable;
use std::str::Chars;

use super::Fault;

/// The text of a file in UTF-8, or in UTF-16 that begins with a mark; where it is allowed and UTF-8
/// does not fit, in Latin-1.
pub(super) fn decode(content: &[u8], latin1: bool) -> Result<Cow<'_, str>, Fault> {
    let units = |of: fn([u8; 2]) -> u16| {
        let (pairs, _) = content[2..].as_chunks::<2>();
        let units: Vec<u16> = pairs.iter().map(|pair| of(*pair)).collect();
        let text = String::from_utf16(&units);
        text.map(Cow::Owned).map_err(|_| Fault::new(1, "this is not UTF-16"))
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
            Err(Fault::new(line, "this is not UTF-8"))
        }
    }
}

/// What a backslash and the letter after it stand for, in most formats.
pub(super) fn unescape(letter: char) -> char {
    match letter {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'f' => '\u{c}',
        'b' => '\u{8}',
        'a' => '\u{7}',
        'v' => '\u{b}',
        other => other,
    }
}

/// The character of four hexadecimal digits after `\u`, or of two such escapes for one beyond the
/// first plane; `None` where there is none.
pub(super) fn unicode(chars: &mut Peekable<Chars<'_>>) -> Option<char> {
    let first = hex(chars)?;
    if !(0xd800..0xdc00).contains(&first) {
        return char::from_u32(first);
    }
    let escaped = chars.next() == Some('\\') && matches!(chars.next(), Some('u' | 'U'));
    let second = escaped.then(|| hex(chars)).flatten()?;
    let both = [u16::try_from(first).ok()?, u16::try_from(second).ok()?];
    char::decode_utf16(both).next()?.ok()
}

fn hex(chars: &mut Peekable<Chars<'_>>) -> Option<u32> {
    (0..4).try_fold(0, |value, _| Some(value * 16 + chars.next()?.to_digit(16)?))
}

/// A number in base 8 whose first digit was read, of up to three digits.
pub(super) fn octal(first: u32, chars: &mut Peekable<Chars<'_>>) -> Option<char> {
    let mut value = first;
    for _ in 0..2 {
        let Some(digit) = chars.peek().and_then(|digit| digit.to_digit(8)) else {
            break;
        };
        chars.next();
        value = value * 8 + digit;
    }
    char::from_u32(value)
}

/// The width of one level, in the option's words.
pub(super) fn indentation(option: &str) -> String {
    match option {
        "tab" => "\t".to_owned(),
        spaces => {
            let count = spaces.strip_suffix("sp").and_then(|n| n.parse().ok());
            " ".repeat(count.filter(|count| *count <= 8).unwrap_or(4))
        }
    }
}

/// A text in quotes, with the escapes of C; what `other` gives stands for any other letter.
pub(super) fn quote(text: &str, other: impl Fn(char) -> Option<String>) -> String {
    let mut quoted = String::from('"');
    for letter in text.chars() {
        match letter {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            letter => match other(letter) {
                Some(escape) => quoted.push_str(&escape),
                None => quoted.push(letter),
            },
        }
    }
    quoted.push('"');
    quoted
}
