//! One exchange: a request is sent, and its response is read.

use std::io;
use std::pin::{Pin, pin};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures_util::future::{Either, FutureExt, select};
use futures_util::stream::StreamExt;
use reqwest::Request;
use reqwest::header::LOCATION;
use tokio::time::{Instant, timeout_at};

use super::coding;
use super::upload::Upload;
use super::{Call, Failed};
use crate::error::{BodyError, BoxError, ElapsedTimeout, Error, ErrorKind, connect, is_html};
use crate::settings::retry::{Deadline, Outcome};
use crate::wire::operation::Operation;
use url::{Position, Url};

/// A response: its head, the body if it was read, and the rest if the caller reads it.
pub(crate) struct Received {
    pub(crate) head: http::Response<Bytes>,
    pub(crate) rest: Option<reqwest::Response>,
}

impl Received {
    /// The length of the body, if it was read.
    pub(crate) fn length(&self) -> Option<u64> {
        self.rest.is_none().then_some(self.head.body().len() as u64)
    }
}

/// Applies the idle timeout and the timeout of the call.
pub(crate) struct Timer {
    pub(crate) idle: Duration,
    pub(crate) deadline: Option<Deadline>,
}

const FOREVER: Duration = Duration::from_secs(365 * 24 * 60 * 60);

impl Timer {
    /// Takes pinned work: an argument that is pinned here would be stored twice.
    async fn limit<T>(
        &self,
        work: Pin<&mut (impl Future<Output = T> + Send)>,
    ) -> Result<T, ElapsedTimeout> {
        let silent = Instant::now() + self.idle.min(FOREVER);
        let end = self.deadline.map_or(silent, |deadline| deadline.at.min(silent));
        timeout_at(end, work).await.map_err(|_| match self.deadline {
            Some(deadline) if deadline.at <= end => ElapsedTimeout::Call(deadline.limit),
            _ => ElapsedTimeout::Idle(self.idle),
        })
    }

    /// Passes the parts of a body to the connection. Returns the response if it comes first; `None`
    /// if all parts are passed, or no more are taken.
    async fn pass<T>(
        &self,
        sent: &mut (impl Future<Output = T> + Send + Unpin),
        upload: &mut Upload,
    ) -> Result<Option<Result<T, ElapsedTimeout>>, Error> {
        // While the source takes its time, the service has nothing to say.
        let source = Self { idle: FOREVER, ..*self };
        loop {
            let next = select(&mut *sent, upload.parts.next());
            let part = match source.limit(pin!(next)).await {
                Ok(Either::Left((response, _))) => return Ok(Some(Ok(response))),
                Ok(Either::Right((part, _))) => part.transpose()?,
                Err(elapsed) => return Ok(Some(Err(elapsed))),
            };
            let is_last = part.is_none();
            let passing = pin!(upload.connection.send(part));
            match self.limit(pin!(select(&mut *sent, passing))).await {
                Ok(Either::Left((response, _))) => return Ok(Some(Ok(response))),
                Ok(Either::Right((passed, _))) if is_last || passed.is_err() => return Ok(None),
                Ok(Either::Right(_)) => {}
                Err(elapsed) => return Ok(Some(Err(elapsed))),
            }
        }
    }

    /// Returns the next part of a body; `None` at the end.
    pub(crate) async fn chunk(
        &self,
        response: &mut reqwest::Response,
    ) -> Result<Option<Bytes>, BodyError> {
        let mut chunk = pin!(async {
            loop {
                match response.chunk().await {
                    // Lets timers and other tasks run.
                    Ok(Some(chunk)) if chunk.is_empty() => tokio::task::yield_now().await,
                    other => return other,
                }
            }
        });
        // Most parts have arrived already, and need no timer.
        let chunk = match chunk.as_mut().now_or_never() {
            Some(chunk) => chunk,
            None => self.limit(chunk).await.map_err(BodyError::Timeout)?,
        };
        chunk.map_err(|error| BodyError::Truncated(error.without_url().into()))
    }

    /// Reads a body to the end.
    pub(super) async fn read(
        &self,
        response: &mut reqwest::Response,
        limit: usize,
    ) -> Result<Bytes, BodyError> {
        const MOST_AT_ONCE: usize = 8 << 20;
        let announced = response.content_length().unwrap_or_default();
        let announced = usize::try_from(announced).unwrap_or(limit).min(limit);
        let mut body = BytesMut::with_capacity(announced.min(MOST_AT_ONCE));
        while let Some(chunk) = self.chunk(response).await? {
            if body.len() + chunk.len() > limit {
                return Err(BodyError::TooLarge(limit));
            }
            body.extend_from_slice(&chunk);
        }
        Ok(body.freeze())
    }
}

impl Call {
    /// Sends a request, and reads its response.
    pub(super) async fn exchange(
        &mut self,
        request: Request,
        mut upload: Option<Upload>,
    ) -> Result<Received, Failed> {
        let mut timer = self.timer();
        let response = self.head_of(request, &timer, upload.as_mut()).await?;
        if self.is_unlimited() {
            timer.deadline = self.client.call_timeout().and_then(Deadline::after);
        }
        self.receive(response, &timer).await
    }

    /// Reads a response, unless it is a success whose body the caller reads.
    pub(super) async fn receive(
        &self,
        mut response: reqwest::Response,
        timer: &Timer,
    ) -> Result<Received, Failed> {
        let status = response.status();
        if self.is_streamed && status.is_success() {
            let head = head(&mut response);
            return Ok(Received { head, rest: Some(response) });
        }
        let limit = self.client.core.max_response_size;
        let body = timer.read(&mut response, limit).await;
        let body = body.and_then(|body| coding::decode(response.headers_mut(), body, limit));
        let mut head = head(&mut response);
        let cut = body.map(|body| *head.body_mut() = body).err();
        // No redirect is ever followed; one that the document describes is a response.
        if !status.is_success() && !self.operation.redirects.contains(&status.as_u16()) {
            // The head says what has become of the request, whatever becomes of the body.
            return Err(Failed(self.status_error(head, cut), Some(Outcome::Responded(status))));
        }
        let Some(cut) = cut else {
            return Ok(Received { head, rest: None });
        };
        let outcome = match cut {
            BodyError::Timeout(_) | BodyError::Truncated(_) => Outcome::ResponseUnknown,
            BodyError::TooLarge(_) | BodyError::Coding(_) => Outcome::Responded(status),
        };
        Err(Failed(Error::incomplete_body(self.operation, head, cut), Some(outcome)))
    }

    /// Sends a request, and waits for the head of its response.
    pub(super) async fn head_of(
        &self,
        request: Request,
        timer: &Timer,
        upload: Option<&mut Upload>,
    ) -> Result<reqwest::Response, Failed> {
        let mut sent = self.client.execute(request);
        let early = match upload {
            Some(upload) => Box::pin(timer.pass(&mut sent, upload)).await?,
            None => None,
        };
        let sent = match early {
            Some(sent) => sent,
            None => timer.limit(Pin::new(&mut sent)).await,
        };
        let sent = sent.map_err(|limit| {
            Failed(Error::timeout(self.operation, limit), Some(Outcome::ResponseUnknown))
        })?;
        sent.map_err(|error| no_response(self.operation, error))
    }

    /// Creates the error of a status that is not a success.
    fn status_error(&self, head: http::Response<Bytes>, cut: Option<BodyError>) -> Error {
        let (status, location) = (head.status(), head.headers().get(LOCATION));
        let location = location.filter(|_| status.is_redirection());
        let location = location.and_then(|to| self.url.join(to.to_str().ok()?).ok());
        let cut = cut.map(|cut| match cut {
            BodyError::Coding(reason) => reason,
            _ => "its body is incomplete".to_owned(),
        });
        // Without the query, which may hold a secret.
        let place = |to: Url| to[Position::BeforeHost..Position::AfterPath].to_owned();
        let redirect = location.filter(Url::has_host).map(place);
        let redirect = redirect.map(|to| format!("redirects are not followed (to {to})"));
        let page = is_html(head.body()).then(|| "the body is an HTML page".to_owned());
        let notes: Vec<_> = cut.into_iter().chain(redirect).chain(page).collect();
        let error = Error::new(ErrorKind::Status, Some(self.operation), notes.join("; "));
        let error = error.with_response(head);
        match self.operation.hints.iter().find(|(code, _)| *code == status.as_u16()) {
            Some((_, hint)) => error.with_note(hint),
            None => error,
        }
    }
}

/// A response without its body.
pub(super) fn head(response: &mut reqwest::Response) -> http::Response<Bytes> {
    let mut head = http::Response::new(Bytes::new());
    *head.status_mut() = response.status();
    *head.headers_mut() = std::mem::take(response.headers_mut());
    head
}

/// Returns the error of a request without a response.
fn no_response(operation: &'static Operation, error: BoxError) -> Failed {
    let failed = |kind, detail: &str| Error::new(kind, Some(operation), detail);
    let error = match error.downcast::<reqwest::Error>() {
        Ok(error) => *error,
        Err(error) => {
            let (kind, outcome) = match error.downcast_ref::<io::Error>().map(io::Error::kind) {
                Some(io::ErrorKind::ConnectionRefused) => {
                    (ErrorKind::Connect, Outcome::NotConnected)
                }
                _ => (ErrorKind::ConnectionLost, Outcome::ResponseUnknown),
            };
            return Failed(failed(kind, "no response").with_source(error), Some(outcome));
        }
    };
    let (kind, detail, outcome) = if error.is_builder() {
        let detail = "the HTTP library rejects the URL or a header";
        (ErrorKind::InvalidRequest, detail, Outcome::ConnectFailed)
    } else if connect::is_invalid_head(&error) {
        let detail = "the head of the response is not valid, or has more than 100 headers \
             (`http1_max_headers` in `ClientBuilder::http`)";
        (ErrorKind::Decode, detail, Outcome::InvalidHead)
    } else if connect::is_final(&error) {
        (ErrorKind::Tls, "no secure connection", Outcome::ConnectFailed)
    } else if error.is_connect() {
        (ErrorKind::Connect, "no connection", Outcome::NotConnected)
    } else if error.is_timeout() {
        (ErrorKind::Timeout, "timed out waiting for the response", Outcome::ResponseUnknown)
    } else {
        let outcome = match is_unprocessed(&error) {
            true => Outcome::Unprocessed,
            false => Outcome::ResponseUnknown,
        };
        (ErrorKind::ConnectionLost, "connection lost before a response", outcome)
    };
    Failed(failed(kind, detail).with_source(error.without_url()), Some(outcome))
}

/// Whether HTTP/2 reports the request as unprocessed: its stream was refused (RFC 9113, section
/// 8.7), or the connection is closing and its last stream was an earlier one (section 6.8).
fn is_unprocessed(error: &reqwest::Error) -> bool {
    let told = connect::causes(error).find_map(|cause| cause.downcast_ref::<h2::Error>());
    told.is_some_and(|error| {
        let refused = error.is_reset() && error.reason() == Some(h2::Reason::REFUSED_STREAM);
        error.is_remote() && (refused || error.is_go_away())
    })
}
