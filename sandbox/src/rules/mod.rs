//! What the service computes of texts and bytes alone.

pub(crate) mod plural;
pub(crate) mod references;
pub(crate) mod words;

use base64::engine::general_purpose::STANDARD;
use base64::{DecodeError, Engine as _};
use bytes::Bytes;

/// Decodes Base64, in which many encoders break lines.
pub(crate) fn decode(data: &[u8]) -> Result<Bytes, DecodeError> {
    let letters = data.iter().copied().filter(|letter| !letter.is_ascii_whitespace());
    STANDARD.decode(letters.collect::<Vec<u8>>()).map(Bytes::from)
}
