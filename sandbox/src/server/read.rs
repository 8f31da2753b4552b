//! Reads the body of a request whole, up to a limit.

use axum::http::HeaderMap;
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt as _;

/// How much room is made for a body before some of it has come.
const FIRST: usize = 1 << 20;

/// Why a body was not read to its end.
#[derive(Debug)]
pub(super) enum ReadError {
    /// The client went away.
    Cut,
    TooLarge,
}

/// Reads a body of at most this many bytes into one buffer. What is announced is believed as far as
/// some of it has come.
pub(super) async fn read(
    headers: &HeaderMap,
    body: axum::body::Body,
    limit: usize,
) -> Result<Bytes, ReadError> {
    let announced = headers
        .get("content-length")
        .and_then(|value| value.to_str().ok()?.parse().ok())
        .unwrap_or(0);
    if announced > limit {
        return Err(ReadError::TooLarge);
    }
    let mut buffer = BytesMut::with_capacity(announced.min(FIRST));
    let mut chunks = body.into_data_stream();
    while let Some(chunk) = chunks.next().await {
        let chunk = chunk.map_err(|_| ReadError::Cut)?;
        if buffer.len() + chunk.len() > limit {
            return Err(ReadError::TooLarge);
        }
        if buffer.capacity() - buffer.len() < chunk.len() {
            let rest = announced.saturating_sub(buffer.len());
            buffer.reserve(rest.min(3 * buffer.len()).max(chunk.len()));
        }
        buffer.extend_from_slice(&chunk);
    }
    Ok(buffer.freeze())
}
