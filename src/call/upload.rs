//! The bodies of requests: created for each attempt, and monitored while they are sent.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use bytes::Bytes;
use http_body::{Frame, SizeHint};
use reqwest::Body;
use tokio::time::Instant;

use crate::error::BoxError;

/// The source of a request's body.
pub(crate) enum Payload {
    None,
    /// In memory.
    Bytes(Bytes),
    /// A stream that can be created for each attempt, of this length if known.
    Replayable(Box<dyn Fn() -> Body + Send + Sync>, Option<u64>),
    /// A stream that can be sent once; `None` after that.
    Once(Option<Body>, Option<u64>),
}

impl Payload {
    /// Returns the body of the next attempt, and its monitor if it is streamed.
    pub(crate) fn next(&mut self) -> Option<(Body, Option<Upload>)> {
        let body = match self {
            Self::None => return None,
            Self::Bytes(bytes) if bytes.len() <= PART => return Some((bytes.clone().into(), None)),
            Self::Bytes(bytes) => bytes.clone().into(),
            Self::Replayable(make, _) => make(),
            Self::Once(body, _) => body.take()?,
        };
        let (body, upload) = Upload::watch(body);
        Some((body, Some(upload)))
    }

    /// Whether there is nothing more to send.
    pub(crate) fn is_spent(&self) -> bool {
        matches!(self, Self::Once(None, _))
    }

    pub(crate) fn is_streamed(&self) -> bool {
        matches!(self, Self::Replayable(..) | Self::Once(..))
    }

    /// The length of a stream, if it is known.
    pub(crate) fn announced(&self) -> Option<u64> {
        match self {
            Self::Replayable(_, length) | Self::Once(_, length) => *length,
            _ => None,
        }
    }
}

/// Why the source of a body could not be read, and its name. Kept here because HTTP/2 does not
/// report it.
#[derive(Clone)]
pub(crate) struct SourceError(Arc<Mutex<Option<io::Error>>>, Arc<str>);

impl SourceError {
    pub(crate) fn of(name: String) -> Self {
        Self(Arc::default(), name.into())
    }

    /// Keeps an error, and returns another of its kind for the body.
    pub(crate) fn note(&self, error: io::Error) -> io::Error {
        let kind = error.kind();
        *lock(&self.0) = Some(error);
        kind.into()
    }

    pub(super) fn take(&self) -> Option<(Arc<str>, io::Error)> {
        lock(&self.0).take().map(|error| (Arc::clone(&self.1), error))
    }
}

/// The maximum part of a body that is passed to the connection at once, so that progress shows.
const PART: usize = 64 << 10;

/// Monitors a body while it is sent. Dropping it ends the body, also if an early response has ended
/// the attempt.
pub(crate) struct Upload(Arc<Mutex<UploadState>>);

#[derive(Default)]
struct UploadState {
    /// The body, while it is not polled: a stuck connection would keep it.
    body: Option<Body>,
    /// When the last part was passed on; `None` while waiting for the source.
    last_progress: Option<Instant>,
    waker: Option<Waker>,
    is_over: bool,
}

impl Upload {
    fn watch(body: Body) -> (Body, Self) {
        let left = http_body::Body::size_hint(&body).exact();
        let state = Arc::new(Mutex::new(UploadState {
            body: Some(body),
            last_progress: Some(Instant::now()),
            ..UploadState::default()
        }));
        let watched = Watched { state: Arc::clone(&state), rest: Bytes::new(), left };
        (Body::wrap(watched), Self(state))
    }

    /// Returns since when the service has sent and accepted nothing.
    pub(crate) fn last_progress(&self) -> Instant {
        lock(&self.0).last_progress.unwrap_or_else(Instant::now)
    }
}

impl Drop for Upload {
    fn drop(&mut self) {
        let (body, waker) = {
            let mut state = lock(&self.0);
            state.is_over = true;
            (state.body.take(), state.waker.take())
        };
        drop(body);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

fn lock<T>(state: &Mutex<T>) -> MutexGuard<'_, T> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A body in parts, which fails when its attempt is over.
struct Watched {
    state: Arc<Mutex<UploadState>>,
    /// The rest of data that is too long for one part.
    rest: Bytes,
    /// The remaining length, if known.
    left: Option<u64>,
}

impl http_body::Body for Watched {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let taken = {
            let mut state = lock(&self.state);
            state.last_progress = None;
            state.waker = Some(context.waker().clone());
            state.body.take()
        };
        // Not polled under the lock: what is called there may drop the attempt.
        let Some(mut body) = taken else {
            return Poll::Ready(Some(Err("the attempt is over".into())));
        };
        let came = match self.rest.is_empty() {
            true => Pin::new(&mut body).poll_frame(context).map_err(Into::into),
            false => Poll::Ready(Some(Ok(Frame::data(std::mem::take(&mut self.rest))))),
        };
        {
            let mut state = lock(&self.state);
            state.last_progress = came.is_ready().then(Instant::now);
            state.body = Some(body).filter(|_| !state.is_over);
        }
        came.map_ok(|frame| match frame.into_data() {
            Ok(mut data) => {
                self.rest = data.split_off(data.len().min(PART));
                self.left = self.left.map(|left| left.saturating_sub(data.len() as u64));
                Frame::data(data)
            }
            Err(other) => other,
        })
    }

    fn is_end_stream(&self) -> bool {
        self.left == Some(0)
    }

    fn size_hint(&self) -> SizeHint {
        self.left.map_or_else(SizeHint::default, SizeHint::with_exact)
    }
}
