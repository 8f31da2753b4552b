//! Sends a response, as a fault wants it.

use std::convert::Infallible;
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
        Some(Misbehavior::DelayBody(time)) => delay_body(answer, time, connection),
        Some(Misbehavior::CutBody(bytes)) => cut_body(answer, bytes, connection),
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
    let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut answer = match &reply.body {
        ReplyBody::Json(value) => Answer::json(status, value),
        _ => Answer::empty(status),
    };
    answer.body = match &reply.body {
        ReplyBody::Empty | ReplyBody::Blanks(_) => Bytes::new(),
        ReplyBody::Text(text) => text.clone().into(),
        ReplyBody::Json(_) => answer.body,
        ReplyBody::Bytes(bytes) => bytes.clone(),
    };
    for (name, value) in reply.headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            answer.headers.insert(name, value);
        }
    }
    let kept = SeenBody::of(&answer.body);
    match reply.body {
        ReplyBody::Blanks(count) => (respond(answer, blanks(count)), kept),
        _ => (whole(answer), kept),
    }
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

fn delay_body(mut answer: Answer, time: Duration, connection: &Connection) -> Response {
    announce_length(&mut answer);
    let (body, connection) = (answer.body.clone(), connection.clone());
    let delayed = stream::once(async move { connection.pause(time).await.map(|()| body) });
    respond(answer, Body::from_stream(delayed.fuse()))
}

fn cut_body(mut answer: Answer, bytes: u64, connection: &Connection) -> Response {
    announce_length(&mut answer);
    let size = answer.body.len();
    let kept = usize::try_from(bytes).map_or(size, |bytes| bytes.min(size));
    let start = stream::iter([Ok(answer.body.slice(..kept))]);
    let connection = connection.clone();
    // The head must leave the buffers before the connection is closed.
    let end = stream::once(async move {
        let _ = tokio::time::timeout(FLUSH, connection.flushed()).await;
        Err(io::Error::from(io::ErrorKind::BrokenPipe))
    });
    respond(answer, Body::from_stream(start.chain(end).fuse()))
}

fn announce_length(answer: &mut Answer) {
    answer.headers.insert(CONTENT_LENGTH, answer.body.len().into());
}
