//! Content codings of responses. The client asks for gzip, and decodes it itself, so that responses
//! of every transport are treated alike.

use std::io::Read as _;

use bytes::Bytes;
use flate2::read::MultiGzDecoder;
use reqwest::header::{CONTENT_ENCODING, CONTENT_LENGTH, HeaderMap};

use crate::error::BodyError;

/// Decodes a body, whose length must not exceed `limit` bytes then. Removes the headers of the
/// coded body.
pub(super) fn decode(
    headers: &mut HeaderMap,
    mut body: Bytes,
    limit: usize,
) -> Result<Bytes, BodyError> {
    // A response to HEAD or with 204 may name the coding of a body that it does not have.
    if body.is_empty() || !headers.contains_key(CONTENT_ENCODING) {
        return Ok(body);
    }
    for coding in codings(headers).rev() {
        body = match coding.as_str() {
            "gzip" | "x-gzip" => gunzip(&body, limit)?,
            other => {
                return Err(BodyError::Coding(format!(
                    "the response has the content coding {other:?}, which was not requested"
                )));
            }
        };
    }
    headers.remove(CONTENT_ENCODING);
    headers.remove(CONTENT_LENGTH);
    Ok(body)
}

/// Returns the codings in the order in which they were applied (RFC 9110, section 8.4).
fn codings(headers: &HeaderMap) -> impl DoubleEndedIterator<Item = String> {
    let values = headers.get_all(CONTENT_ENCODING).into_iter();
    let names = values.flat_map(|value| value.as_bytes().split(|byte| *byte == b','));
    let names = names.map(|name| String::from_utf8_lossy(name.trim_ascii()).to_ascii_lowercase());
    names.filter(|name| !matches!(name.as_str(), "" | "identity"))
}

fn gunzip(body: &[u8], limit: usize) -> Result<Bytes, BodyError> {
    let mut plain = Vec::new();
    let most = (limit as u64).saturating_add(1);
    let read = MultiGzDecoder::new(body).take(most).read_to_end(&mut plain);
    match read {
        Err(error) => Err(BodyError::Truncated(error.into())),
        Ok(length) if length > limit => Err(BodyError::TooLarge(limit)),
        Ok(_) => Ok(plain.into()),
    }
}
