//! What the service computes of texts and bytes alone.

pub(crate) mod plural;
pub(crate) mod words;

use base64::engine::general_purpose::STANDARD;
use base64::{DecodeError, Engine as _};
use bytes::Bytes;

/// Decodes Base64, in which many encoders break lines.
pub(crate) fn decode(data: &[u8]) -> Result<Bytes, DecodeError> {
    let letters = data.iter().copied().filter(|letter| !letter.is_ascii_whitespace());
    STANDARD.decode(letters.collect::<Vec<u8>>()).map(Bytes::from)
}

const OPEN: &str = "[%key:";
const CLOSE: &str = "%]";

/// Replaces each reference to a key, `[%key:NAME%]`, by the text of that key, as it is stored. A
/// reference to no key stays.
pub(crate) fn resolve_references(text: &str, look_up: impl Fn(&str) -> Option<String>) -> String {
    let mut resolved = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, inner)) = rest.split_once(OPEN)
        && let Some((name, after)) = inner.split_once(CLOSE)
    {
        let found = look_up(name).unwrap_or_else(|| format!("{OPEN}{name}{CLOSE}"));
        resolved.extend([before, &found]);
        rest = after;
    }
    resolved + rest
}
