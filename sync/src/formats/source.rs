//! Decodes the bytes of a file, and encodes them as they were.
//!
//! `encoding_rs` is of no use here: it replaces what is invalid, reads Latin-1 as Windows-1252 and
//! does not encode UTF-16.

use crate::formats::SyntaxError;

/// The text of a file, without its byte order mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Source {
    pub(crate) text: String,
    pub(super) encoding: Encoding,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Encoding {
    Utf8,
    Utf8Mark,
    /// As Xcode and Windows write it.
    Utf16Little,
    /// Of Java, for `.properties` alone.
    Latin1,
}

impl Source {
    /// Decodes UTF-8, little-endian UTF-16 with a byte order mark and, if `is_latin1`, Latin-1.
    ///
    /// Fails with the line of what is invalid.
    pub(crate) fn decode(bytes: &[u8], is_latin1: bool) -> Result<Self, SyntaxError> {
        let (text, encoding) = match bytes {
            [0xff, 0xfe, rest @ ..] => (utf16(rest)?, Encoding::Utf16Little),
            [0xef, 0xbb, 0xbf, rest @ ..] => (utf8(rest)?, Encoding::Utf8Mark),
            bytes if is_latin1 && std::str::from_utf8(bytes).is_err() => {
                (bytes.iter().map(|byte| char::from(*byte)).collect(), Encoding::Latin1)
            }
            bytes => (utf8(bytes)?, Encoding::Utf8),
        };
        Ok(Self { text, encoding })
    }

    /// Encodes a text as the file was. Letters that Latin-1 lacks are written as `\uXXXX`.
    pub(crate) fn encode(&self, text: &str) -> Vec<u8> {
        let units = std::iter::once(0xfeff).chain(text.encode_utf16());
        match self.encoding {
            Encoding::Utf8 => text.as_bytes().to_vec(),
            Encoding::Utf8Mark => [b"\xef\xbb\xbf", text.as_bytes()].concat(),
            Encoding::Utf16Little => units.flat_map(u16::to_le_bytes).collect(),
            Encoding::Latin1 => text.chars().flat_map(latin1).collect(),
        }
    }
}

fn latin1(letter: char) -> Vec<u8> {
    u8::try_from(letter).map_or_else(|_| super::escape(letter, 'u').into(), |byte| vec![byte])
}

fn utf8(bytes: &[u8]) -> Result<String, SyntaxError> {
    std::str::from_utf8(bytes).map(str::to_owned).map_err(|error| {
        let (valid, rest) = bytes.split_at(error.valid_up_to());
        let byte = rest.first().copied().unwrap_or_default();
        let message = format!("byte 0x{byte:02x} is not valid UTF-8: convert the file to UTF-8");
        SyntaxError::at(&String::from_utf8_lossy(valid), valid.len(), message)
    })
}

fn utf16(bytes: &[u8]) -> Result<String, SyntaxError> {
    let (pairs, rest) = bytes.as_chunks();
    let units: Vec<_> = pairs.iter().map(|pair| u16::from_le_bytes(*pair)).collect();
    String::from_utf16(&units).ok().filter(|_| rest.is_empty()).ok_or_else(|| {
        let text = String::from_utf16_lossy(&units);
        let at = text.find(char::REPLACEMENT_CHARACTER).unwrap_or(text.len());
        SyntaxError::at(&text, at, "not valid UTF-16: half of a letter is missing")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_encoding_is_kept() {
        for (bytes, text) in [
            (&b"a\xc3\xa4"[..], "a\u{e4}"),
            (b"\xef\xbb\xbfa", "a"),
            (b"\xff\xfea\0\x3d\xd8\x00\xde", "a\u{1f600}"),
            (b"a\xe4\x80\r\n", "a\u{e4}\u{80}\r\n"),
            (b"", ""),
        ] {
            let source = Source::decode(bytes, true).unwrap();
            assert_eq!(source.text, text);
            assert_eq!(source.encode(&source.text), bytes);
        }
        let source = Source::decode(b"a=\xe4", true).unwrap();
        let text = "a=\u{e4}\u{fc}\u{20ac}\u{1f600}";
        assert_eq!(source.encode(text), b"a=\xe4\xfc\\u20ac\\ud83d\\ude00");
    }

    #[test]
    fn what_is_invalid_is_reported_with_its_line() {
        for (bytes, line) in [
            (&b"a\n\xe4"[..], 2),
            (b"\xef\xbb\xbf\n\n\xff", 3),
            (b"\xff\xfea\0\n\0\x3d\xd8a\0", 2),
            (b"\xfe\xff\0a", 1),
        ] {
            assert_eq!(Source::decode(bytes, false).unwrap_err().line, line, "{bytes:x?}");
        }
    }
}
