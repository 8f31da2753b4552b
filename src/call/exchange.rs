//! One exchange: a request is sent, and its answer is read.

use std::pin::pin;

use bytes::{Bytes, BytesMut};
use futures_util::future::{Either, FutureExt as _, select};
use reqwest::{Request, StatusCode};

use super::outgoing::ResponseTimeout;
use super::response::{RawResponse, Rest};
use crate::client::{Client, Connections};
use crate::error::{Cut, Error, ErrorKind, connect};
use crate::settings::retry::{Deadline, Outcome};
use crate::transport::TransportError;
use crate::wire::one_line::one_line;
use crate::wire::operation::Operation;

/// Sends a request, and reads its answer to the end, or to the end of its head where it is wanted
/// in pieces.
pub(crate) async fn exchange(
    client: &Client,
    operation: &'static Operation,
    request: Box<Request>,
    mut timeout: ResponseTimeout,
    in_pieces: bool,
) -> Result<RawResponse, (Error, Outcome)> {
    let mut response = execute(client.connections(), operation, request, &mut timeout).await?;
    let status = response.status();
    if in_pieces && status.is_success() {
        let mut answer = head(&mut response);
        let timeout = timeout.without_deadline();
        answer.rest = Some(Box::new(Rest { response, timeout }));
        return Ok(answer);
    }
    timeout.limit_answer(client.call_timeout().and_then(Deadline::after));
    let read = read(&mut response, client.answer_limit(), &mut timeout).await;
    let mut answer = head(&mut response);
    let cut = match read {
        Ok(body) => {
            answer.body = body;
            None
        }
        Err(cut) => Some(cut),
    };
    // No redirect is ever followed; one that the document describes is an answer.
    if status.is_success() || operation.redirects.contains(&status.as_u16()) {
        return match cut {
            None => Ok(answer),
            Some(cut) => {
                let outcome = match cut {
                    Cut::Late(_) | Cut::Broken(_) => Outcome::Lost,
                    Cut::TooLong(_) => Outcome::Answered(status),
                };
                Err((Error::cut_short(operation, answer.into(), cut), outcome))
            }
        };
    }
    // The head says what has become of the request, whatever becomes of the body.
    let mut error = Error::refused(operation, answer.into());
    if cut.is_some() {
        error = error.and("its body did not come to its end");
    }
    if status == StatusCode::NOT_FOUND && client.lacks_path(operation) {
        error = error.with_base_without_path();
    }
    Err((error, Outcome::Answered(status)))
}

/// Sends a request, and waits for the head of its answer.
pub(crate) async fn execute(
    connections: &Connections,
    operation: &'static Operation,
    request: Box<Request>,
    timeout: &mut ResponseTimeout,
) -> Result<reqwest::Response, (Error, Outcome)> {
    match select(pin!(connections.execute(*request)), &mut *timeout).await {
        Either::Left((result, _)) => result.map_err(|error| Error::no_answer(operation, error)),
        Either::Right(_) => Err((Error::timeout(operation, timeout.limit()), Outcome::Lost)),
    }
}

/// The next part of a body; nothing at its end.
pub(crate) async fn chunk(
    response: &mut reqwest::Response,
    timeout: &mut ResponseTimeout,
) -> Result<Option<Bytes>, Cut> {
    timeout.heard();
    loop {
        let came = match select(pin!(response.chunk()), &mut *timeout).await {
            Either::Left((chunk, _)) => Some(chunk),
            Either::Right(_) => None,
        };
        match came {
            // Nothing has come: others have their turn, and the time goes on.
            Some(Ok(Some(chunk))) if chunk.is_empty() => {
                tokio::task::yield_now().await;
                if (&mut *timeout).now_or_never().is_none() {
                    continue;
                }
            }
            Some(chunk) => return chunk.map_err(Cut::Broken),
            None => {}
        }
        return Err(Cut::Late(timeout.limit()));
    }
}

/// Reads a body to the end.
async fn read(
    response: &mut reqwest::Response,
    limit: usize,
    timeout: &mut ResponseTimeout,
) -> Result<Bytes, Cut> {
    let announced = response
        .content_length()
        .and_then(|length| usize::try_from(length).ok());
    let mut body = BytesMut::with_capacity(announced.unwrap_or_default().min(limit).min(8 << 20));
    while let Some(chunk) = chunk(response, timeout).await? {
        if body.len() + chunk.len() > limit {
            return Err(Cut::TooLong(limit));
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body.freeze())
}

/// An answer without its body.
pub(crate) fn head(response: &mut reqwest::Response) -> RawResponse {
    RawResponse {
        status: response.status(),
        headers: std::mem::take(response.headers_mut()),
        body: Bytes::new(),
        origin: None,
        rest: None,
    }
}

/// Why the HTTP library sends no request of this kind, which nearly always is its length.
fn unmakeable(error: &reqwest::Error) -> String {
    const LONGEST: usize = 65_534;
    let length = error.url().map_or(0, |url| url.as_str().len());
    match length > LONGEST {
        true => format!(
            "its address has {length} bytes, and {LONGEST} can be sent: ask for less at once"
        ),
        false => "the HTTP library takes no such address or header".to_owned(),
    }
}

impl Error {
    /// The request was sent, or not even that, and no answer came.
    pub(crate) fn no_answer(
        operation: &'static Operation,
        error: TransportError,
    ) -> (Self, Outcome) {
        let error = match error.downcast::<reqwest::Error>() {
            Ok(error) => *error,
            Err(error) => {
                let detail = format!("no answer: {}", one_line(&error.to_string()));
                let made = Self::new(ErrorKind::Broken, Some(operation), detail);
                return (made.caused_by(error), Outcome::Lost);
            }
        };
        let causes = connect::chain(&error);
        let (kind, detail, outcome) = if error.is_builder() {
            let detail = format!("invalid request: {}", unmakeable(&error));
            (ErrorKind::InvalidRequest, detail, Outcome::Unconnectable)
        } else if connect::is_final(&error) {
            let detail = format!("no secure connection: {causes}");
            (ErrorKind::Tls, detail, Outcome::Unconnectable)
        } else if error.is_connect() {
            let detail = format!("no connection: {causes}");
            (ErrorKind::Connect, detail, Outcome::NotConnected)
        } else if error.is_timeout() {
            let detail = "no answer in time".to_owned();
            (ErrorKind::Timeout, detail, Outcome::Lost)
        } else {
            let detail = format!("connection lost before a response: {causes}");
            match is_unprocessed(&error) {
                true => (ErrorKind::Broken, detail, Outcome::Unprocessed),
                false => (ErrorKind::Broken, detail, Outcome::Lost),
            }
        };
        let made = Self::new(kind, Some(operation), detail);
        (made.with_source(error.without_url()), outcome)
    }
}

/// Whether HTTP/2 says that nobody has looked at the request: its stream was refused (RFC 9113,
/// section 8.7), or the connection is going away and its last stream came before (section 6.8).
fn is_unprocessed(error: &reqwest::Error) -> bool {
    let told = connect::causes(error).find_map(|cause| cause.downcast_ref::<h2::Error>());
    told.is_some_and(|error| {
        let refused = error.is_reset() && error.reason() == Some(h2::Reason::REFUSED_STREAM);
        error.is_remote() && (refused || error.is_go_away())
    })
}
