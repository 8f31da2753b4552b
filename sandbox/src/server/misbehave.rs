//! Sends a response, as a fault wants it.

use std::io;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{CONTENT_LENGTH, HeaderName};
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use bytes::Bytes;
use futures_util::{StreamExt as _, stream};

use super::Connection;
use crate::faults::{Misbehavior, Reply, ReplyBody};
use crate::http::Answer;
use crate::record::SeenBody;

/// How long to wait at most for the buffers to empty before the connection is closed. Over HTTP/2
/// they may have been flushed before the wait begins.
const FLUSH: Duration = Duration::from_secs(1);
const BLANKS: &[u8] = &[b' '; 64 << 10];

/// Resets the connection; the returned response is never sent.
pub(super) fn reset(connection: &Connection) -> Response {
    connection.reset();
    Response::default()
}

/// Returns the response to send, and the body for the record, which is never cut.
pub(super) async fn answer(
    answer: Answer,
    fault: Option<Misbehavior>,
    connection: &Connection,
) -> (Response, Option<SeenBody>) {
    let Answer { status, mut headers, body } = match &fault {
        Some(Misbehavior::Respond(reply)) => replaced(reply),
        _ => answer,
    };
    let (kept, size) = (SeenBody::of(&body), body.len());
    if let Some(Misbehavior::DelayBody(_) | Misbehavior::CutBody(_)) = fault {
        headers.insert(CONTENT_LENGTH, size.into());
    }
    let body = match fault {
        Some(Misbehavior::Reset(_)) => return (reset(connection), kept),
        Some(Misbehavior::Respond(Reply { body: ReplyBody::Blanks(count), .. })) => blanks(count),
        Some(Misbehavior::Delay(time)) => {
            tokio::time::sleep(time).await;
            Body::from(body)
        }
        Some(Misbehavior::DelayBody(time)) => Body::from_stream(stream::once(async move {
            tokio::time::sleep(time).await;
            io::Result::Ok(body)
        })),
        Some(Misbehavior::CutBody(bytes)) => {
            let sent = usize::try_from(bytes).map_or(size, |bytes| bytes.min(size));
            cut(body.slice(..sent), connection.clone())
        }
        Some(Misbehavior::Respond(_)) | None => Body::from(body),
    };
    let mut response = Response::new(body);
    (*response.status_mut(), *response.headers_mut()) = (status, headers);
    (response, kept)
}

fn replaced(reply: &Reply) -> Answer {
    let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut answer = Answer::empty(status);
    match &reply.body {
        ReplyBody::Empty | ReplyBody::Blanks(_) => {}
        ReplyBody::Text(text) => answer.body = text.clone().into(),
        ReplyBody::Json(value) => answer = Answer::json(status, value),
        ReplyBody::Bytes(bytes) => answer.body = bytes.clone(),
    }
    for (name, value) in &reply.headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            answer.headers.insert(name, value);
        }
    }
    answer
}

fn blanks(count: u64) -> Body {
    let chunks = (0..count).step_by(BLANKS.len()).map(move |start| {
        let size = usize::try_from(count - start).unwrap_or(BLANKS.len()).min(BLANKS.len());
        io::Result::Ok(Bytes::from_static(&BLANKS[..size]))
    });
    Body::from_stream(stream::iter(chunks))
}

/// A body that ends with an error, which closes the connection.
fn cut(start: Bytes, connection: Connection) -> Body {
    let start = stream::iter([Ok(start)]);
    // The head must leave the buffers before the connection is closed.
    let end = stream::once(async move {
        let _ = tokio::time::timeout(FLUSH, connection.flushed()).await;
        Err(io::Error::from(io::ErrorKind::BrokenPipe))
    });
    Body::from_stream(start.chain(end))
}
