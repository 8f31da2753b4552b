//! Sends a response, as a fault wants it.

use std::convert::Infallible;
use std::io;
use std::time::Duration;

use axum::body::Body;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, HeaderName};
use axum::http::{HeaderValue, StatusCode};
use axum::response::Response;
use bytes::Bytes;
use futures_util::{StreamExt as _, stream};

use super::Connection;
use crate::faults::{Misbehavior, Reply, ReplyBody};
use crate::http::Answer;
use crate::operations::COUNTS;
use crate::record::SeenBody;

/// How long to wait at most for the buffers to empty before the connection is closed. Over HTTP/2
/// they may have been flushed before the wait begins.
const FLUSH: Duration = Duration::from_secs(1);
const BLANKS: &[u8] = &[b' '; 64 << 10];

/// Resets the connection; the returned response is never sent.
pub(super) fn reset(connection: &Connection) -> Response {
    connection.reset();
    respond(Answer::empty(StatusCode::OK), Body::empty())
}

/// Returns the response to send, and the body for the record, which is never cut.
pub(super) async fn answer(
    answer: Answer,
    what: Option<Misbehavior>,
    connection: &Connection,
) -> (Response, Option<SeenBody>) {
    if let Some(Misbehavior::Respond(reply)) = what {
        return replace(reply);
    }
    let kept = SeenBody::of(&answer.body);
    let response = match what {
        Some(Misbehavior::Reset(_)) => reset(connection),
        Some(Misbehavior::Delay(time)) => match connection.pause(time).await {
            Ok(()) => whole(answer),
            Err(_) => reset(connection),
        },
        Some(Misbehavior::Drip { chunk, pause }) => drip(answer, chunk, pause, connection),
        Some(Misbehavior::CutHead(bytes)) => {
            connection.cut_after(bytes);
            whole(answer)
        }
        Some(Misbehavior::CutBody(bytes)) => cut_body(answer, bytes, connection),
        Some(Misbehavior::List { counted: false, .. }) => uncounted(answer),
        _ => whole(answer),
    };
    (response, kept)
}

fn whole(answer: Answer) -> Response {
    let body = Body::from(answer.body.clone());
    respond(answer, body)
}

fn respond(answer: Answer, body: Body) -> Response {
    let mut response = Response::new(body);
    *response.status_mut() = answer.status;
    *response.headers_mut() = answer.headers;
    response
}

fn replace(reply: Reply) -> (Response, Option<SeenBody>) {
    let whole = |bytes: Bytes, is_json| (SeenBody::of(&bytes), Body::from(bytes), is_json);
    let (kept, body, is_json) = match reply.body {
        ReplyBody::Empty => (None, Body::empty(), false),
        ReplyBody::Blanks(count) => (None, blanks(count), false),
        ReplyBody::Text(text) => whole(text.into(), false),
        ReplyBody::Json(value) => whole(value.to_string().into(), true),
        ReplyBody::Bytes(bytes) => whole(bytes, false),
    };
    let mut response = Response::new(body);
    *response.status_mut() =
        StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    if is_json {
        let json = HeaderValue::from_static("application/json");
        response.headers_mut().insert(CONTENT_TYPE, json);
    }
    for (name, value) in reply.headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            response.headers_mut().insert(name, value);
        }
    }
    (response, kept)
}

fn blanks(count: u64) -> Body {
    let chunks = stream::unfold(count, |left| async move {
        let size = left.min(BLANKS.len() as u64);
        let chunk = Bytes::from_static(&BLANKS[..usize::try_from(size).unwrap_or(0)]);
        (left > 0).then_some((Ok::<_, Infallible>(chunk), left - size))
    });
    // Compression polls once more after the end, here and below.
    Body::from_stream(chunks.fuse())
}

fn drip(mut answer: Answer, chunk: usize, pause: Duration, connection: &Connection) -> Response {
    announce_length(&mut answer);
    let state = (answer.body.clone(), connection.clone());
    let pieces = stream::try_unfold(state, move |(mut left, connection)| async move {
        if left.is_empty() {
            return Ok::<_, io::Error>(None);
        }
        connection.pause(pause).await?;
        let piece = left.split_to(chunk.max(1).min(left.len()));
        Ok(Some((piece, (left, connection))))
    });
    respond(answer, Body::from_stream(pieces.fuse()))
}

fn cut_body(mut answer: Answer, bytes: u64, connection: &Connection) -> Response {
    announce_length(&mut answer);
    let kept =
        usize::try_from(bytes).map_or(answer.body.len(), |bytes| bytes.min(answer.body.len()));
    let start = stream::iter([Ok(answer.body.slice(..kept))]);
    let connection = connection.clone();
    // The head must leave the buffers before the connection is closed.
    let end = stream::once(async move {
        let _ = tokio::time::timeout(FLUSH, connection.flushed()).await;
        Err(io::Error::from(io::ErrorKind::BrokenPipe))
    });
    respond(answer, Body::from_stream(start.chain(end).fuse()))
}

fn uncounted(mut answer: Answer) -> Response {
    for name in COUNTS {
        answer.headers.remove(name);
    }
    whole(answer)
}

fn announce_length(answer: &mut Answer) {
    let length = HeaderValue::from(answer.body.len());
    answer.headers.insert(CONTENT_LENGTH, length);
}
