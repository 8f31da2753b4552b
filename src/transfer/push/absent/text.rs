//! Texts of files, in the encodings that such files have.

/// A file as text; nothing where it is none.
pub(super) fn decode(bytes: &[u8]) -> Option<String> {
    let text = match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes)?,
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes)?,
        [0xef, 0xbb, 0xbf, rest @ ..] => std::str::from_utf8(rest).ok()?.to_owned(),
        _ => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            // Latin-1, whose letters are the first of Unicode.
            Err(_) => bytes.iter().copied().map(char::from).collect(),
        },
    };
    let is_odd = |letter: char| {
        letter.is_control() && !matches!(letter, '\t' | '\n' | '\u{b}' | '\u{c}' | '\r' | '\u{85}')
    };
    (!text.contains(is_odd)).then_some(text)
}

fn utf16(bytes: &[u8], read: fn([u8; 2]) -> u16) -> Option<String> {
    let (units, rest) = bytes.as_chunks::<2>();
    let units: Vec<_> = units.iter().map(|unit| read(*unit)).collect();
    rest.is_empty().then(|| String::from_utf16(&units).ok())?
}

/// The words of a text: letters and digits, those beyond ASCII too, in a row.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_between = |letter: char| letter.is_ascii() && !letter.is_ascii_alphanumeric();
    text.split(is_between).filter(|word| !word.is_empty())
}

/// Whether a text writes letters or digits of ASCII by their numbers, as in `\u0041` or `&#65;`.
/// Nearly none does.
pub(super) fn spells_letters(text: &str) -> bool {
    let mut rest = text;
    while let Some(start) = rest.find(['\\', '&']) {
        let (mark, behind) = rest[start..].split_at(1);
        let number = match (mark, behind.as_bytes().first()) {
            ("\\", Some(b'u' | b'U')) => number(&behind[1..], 16, 8),
            ("\\", Some(b'x')) => number(&behind[1..], 16, 2),
            ("\\", Some(b'0'..=b'7')) => number(behind, 8, 3),
            ("&", Some(b'#')) => match behind[1..].strip_prefix(['x', 'X']) {
                Some(hex) => number(hex, 16, 8),
                None => number(&behind[1..], 10, 8),
            },
            _ => None,
        };
        let letter = number.and_then(char::from_u32);
        if letter.is_some_and(|letter| letter.is_ascii_alphanumeric()) {
            return true;
        }
        // A backslash that is escaped escapes nothing.
        let is_pair = mark == "\\" && behind.starts_with('\\');
        rest = &behind[usize::from(is_pair)..];
    }
    false
}

/// The number that a text begins with, of so many digits at most; of four, where that is enough for
/// a letter of ASCII, since more may follow that are none of it.
fn number(text: &str, radix: u32, most: usize) -> Option<u32> {
    let digits = text.trim_start_matches('{');
    let end = digits
        .find(|digit: char| !digit.is_digit(radix))
        .unwrap_or(digits.len());
    let read = |count: usize| u32::from_str_radix(digits.get(..end.min(count))?, radix).ok();
    match most {
        8 => read(4).filter(|number| *number > 0).or_else(|| read(8)),
        most => read(most),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_read_in_their_encodings_and_what_is_none_is_not() {
        let wide = |text: &str| {
            text.encode_utf16()
                .flat_map(u16::to_le_bytes)
                .collect::<Vec<_>>()
        };
        let with_mark = [vec![0xff, 0xfe], wide("cart=ä")].concat();
        for (bytes, text) in [
            (b"cart=\xc3\xa4".to_vec(), Some("cart=ä")),
            (b"\xef\xbb\xbfcart".to_vec(), Some("cart")),
            (b"cart=\xe4".to_vec(), Some("cart=ä")),
            (with_mark, Some("cart=ä")),
            (vec![0xfe, 0xff, 0, b'a'], Some("a")),
            (wide("cart"), None),
            (b"PK\x03\x04".to_vec(), None),
            (vec![0xff, 0xfe, 0x61], None),
        ] {
            assert_eq!(decode(&bytes).as_deref(), text, "{bytes:?}");
        }
    }

    #[test]
    fn letters_that_are_written_by_their_numbers_are_noticed() {
        for (text, spells) in [
            ("\\u0063art", true),
            ("\\U00000063", true),
            ("\\x63", true),
            ("\\143", true),
            ("&#99;&#97;rt", true),
            ("&#x63;", true),
            ("\\u{63}", true),
            ("caf\\u00e9 &#39; &amp; \\n \\' \\\\u0063 \\", false),
            ("\\0", false),
            ("plain", false),
        ] {
            assert_eq!(spells_letters(text), spells, "{text}");
        }
    }
}
