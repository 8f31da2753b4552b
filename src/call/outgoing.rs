//! Requests on their way out: how the body is made for each attempt, and how it is watched while it
//! is sent.

use std::error::Error as StdError;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use bytes::Bytes;
use http_body::{Body as _, Frame, SizeHint};
use reqwest::{Body, Request};
use tokio::time::{Instant, Sleep};

use crate::error::Limit;
use crate::settings::retry::Deadline;

/// A request, and how its body can be sent again.
pub(crate) struct Outgoing {
    request: Request,
    payload: Payload,
    answering: Answering,
}

/// How the body of a successful answer is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answering {
    /// Read to its end.
    InMemory,
    /// As it comes: the call ends with the head.
    InPieces,
}

/// Where the body of a request comes from.
pub(crate) enum Payload {
    /// It is in the request, in memory.
    InRequest,
    /// A stream that can be made anew for each attempt.
    Renewable(Box<dyn Fn() -> Body + Send + Sync>),
    /// A stream that can be sent once; nothing when it is spent.
    Once(Option<Body>),
}

impl Outgoing {
    pub(crate) fn new(request: Request, payload: Payload) -> Self {
        Self {
            request,
            payload,
            answering: Answering::InMemory,
        }
    }

    pub(crate) fn answering(self, answering: Answering) -> Self {
        Self { answering, ..self }
    }

    /// Whether the call ends with the head of the answer.
    pub(crate) fn ends_with_head(&self) -> bool {
        self.answering == Answering::InPieces
    }

    /// The request without the body of an attempt.
    pub(crate) fn request(&self) -> &Request {
        &self.request
    }

    pub(crate) fn request_mut(&mut self) -> &mut Request {
        &mut self.request
    }

    /// The request of the next attempt; nothing when its body is spent. Boxed, since it is handed
    /// from step to step.
    pub(crate) fn next(&mut self) -> Option<(Box<Request>, UploadGuard)> {
        let mut request = Box::new(self.request.try_clone()?);
        let body = match &mut self.payload {
            Payload::InRequest if is_long(&request) => request.body_mut().take(),
            Payload::InRequest => None,
            Payload::Renewable(make) => Some(make()),
            Payload::Once(body) => Some(body.take()?),
        };
        let guard = UploadGuard::default();
        if let Some(body) = body {
            *request.body_mut() = Some(Body::wrap(GuardedBody::new(body, &guard)));
        }
        Some((request, guard))
    }

    pub(crate) fn is_spent(&self) -> bool {
        matches!(self.payload, Payload::Once(None))
    }

    /// A body that takes its time is not cut by the limit of a call.
    pub(crate) fn is_streamed(&self) -> bool {
        !matches!(self.payload, Payload::InRequest)
    }
}

/// As much of a body as is handed to the connection at once, so that it shows when it goes on.
const PART: usize = 64 << 10;

/// What a slow line takes in a second, and as much as a system may hold of what was handed over:
/// until that has gone out, silence is no sign of trouble.
const SLOW: f64 = 65_536.0;
const HELD: u64 = 4 << 20;

/// A body in memory that is no longer than a part goes out in one piece: there is nothing to watch.
fn is_long(request: &Request) -> bool {
    let body = request.body().and_then(Body::as_bytes);
    body.is_some_and(|body| body.len() > PART)
}

/// Guards the body of an attempt while it is sent. Dropping it drops a body that is still being
/// sent, also where an early answer has ended the attempt: nothing runs on behind the caller's
/// back, and no file stays open.
#[derive(Default)]
pub(crate) struct UploadGuard(Arc<Mutex<State>>);

#[derive(Default)]
struct State {
    /// The body, while it is not being polled.
    body: Option<Body>,
    waker: Option<Waker>,
    /// Since when it is the service's turn, or when it will be, as soon as what was handed over can
    /// have gone out; nothing while the next part of the body is waited for.
    turn: Option<Instant>,
    abandoned: bool,
}

impl UploadGuard {
    /// Waits for the service, which has the turn, no longer than `silence` at a time, and not
    /// beyond the deadline.
    pub(crate) fn timeout(self, silence: Duration, deadline: Option<Deadline>) -> ResponseTimeout {
        let mut timeout = ResponseTimeout {
            guard: self,
            silence,
            deadline,
            alarm: Box::pin(tokio::time::sleep(Duration::MAX)),
        };
        timeout.heard();
        if let Some(due) = timeout.due() {
            timeout.alarm.as_mut().reset(due);
        }
        timeout
    }
}

impl Drop for UploadGuard {
    fn drop(&mut self) {
        let (body, waker) = {
            let mut state = lock(&self.0);
            state.abandoned = true;
            (state.body.take(), state.waker.take())
        };
        drop(body);
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

/// Ends when an attempt has waited for too long. One timer serves all of it: it is set anew when it
/// fires, not for each part of an answer.
pub(crate) struct ResponseTimeout {
    guard: UploadGuard,
    silence: Duration,
    deadline: Option<Deadline>,
    /// Rings no later than the wait may end.
    alarm: Pin<Box<Sleep>>,
}

impl ResponseTimeout {
    /// Something came, or is asked for: the service has the turn from now on.
    pub(crate) fn heard(&mut self) {
        lock(&self.guard.0).turn = Some(Instant::now());
    }

    /// Which limit has ended the wait.
    pub(crate) fn limit(&self) -> Limit {
        match self.deadline {
            Some(deadline) if deadline.at <= Instant::now() => Limit::Call(deadline.limit),
            _ => Limit::Silence(self.silence),
        }
    }

    /// The rest of the answer has to come by then, where nothing was said before.
    pub(crate) fn limit_answer(&mut self, deadline: Option<Deadline>) {
        if self.deadline.is_none()
            && let Some(deadline) = deadline
        {
            self.deadline = Some(deadline);
            let end = self.alarm.deadline().min(deadline.at);
            self.alarm.as_mut().reset(end);
        }
    }

    /// From now on only silence ends the wait.
    pub(crate) fn without_deadline(mut self) -> Self {
        self.deadline = None;
        self
    }

    /// When the wait ends if nothing happens.
    fn due(&self) -> Option<Instant> {
        let turn = lock(&self.guard.0).turn.unwrap_or_else(Instant::now);
        let silent = turn.checked_add(self.silence);
        let end = self.deadline.map(|deadline| deadline.at);
        silent.into_iter().chain(end).min()
    }
}

impl Future for ResponseTimeout {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        while self.alarm.as_mut().poll(context).is_ready() {
            match self.due() {
                Some(due) if due > Instant::now() => self.alarm.as_mut().reset(due),
                Some(_) => return Poll::Ready(()),
                None => return Poll::Pending,
            }
        }
        Poll::Pending
    }
}

fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The body of an attempt, in parts, which ends with an error when nobody waits for the answer any
/// more.
struct GuardedBody {
    state: Arc<Mutex<State>>,
    /// What came and is too long for one part.
    rest: Bytes,
    sent: u64,
    length: Option<u64>,
}

impl GuardedBody {
    fn new(body: Body, guard: &UploadGuard) -> Self {
        let length = body.size_hint().exact();
        lock(&guard.0).body = Some(body);
        Self {
            state: Arc::clone(&guard.0),
            rest: Bytes::new(),
            sent: 0,
            length,
        }
    }

    /// Takes the body to be polled; nothing when the attempt is over.
    fn take(&self, context: &Context<'_>) -> Option<Body> {
        let mut state = lock(&self.state);
        state.turn = None;
        state.waker = Some(context.waker().clone());
        state.body.take()
    }

    fn give_back(&self, body: Body, is_ready: bool) {
        let mut state = lock(&self.state);
        if is_ready {
            let held = Duration::from_secs_f64(self.sent.min(HELD) as f64 / SLOW);
            state.turn = Instant::now().checked_add(held);
        }
        if !state.abandoned {
            state.body = Some(body);
        }
    }

    /// What came, if that is no longer than a part; the rest waits.
    fn part(&mut self, frame: Frame<Bytes>) -> Frame<Bytes> {
        match frame.into_data() {
            Ok(mut data) => {
                self.rest = data.split_off(data.len().min(PART));
                self.sent += data.len() as u64;
                Frame::data(data)
            }
            Err(other) => other,
        }
    }
}

type Failure = Box<dyn StdError + Send + Sync>;

impl http_body::Body for GuardedBody {
    type Data = Bytes;
    type Error = Failure;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Failure>>> {
        // Not polled under the lock: what is called there may drop the attempt.
        let Some(mut body) = self.take(context) else {
            return Poll::Ready(Some(Err("nobody waits for the answer".into())));
        };
        let came = match self.rest.is_empty() {
            true => Pin::new(&mut body).poll_frame(context).map_err(Into::into),
            false => Poll::Ready(Some(Ok(Frame::data(std::mem::take(&mut self.rest))))),
        };
        let part = came.map_ok(|frame| self.part(frame));
        self.give_back(body, part.is_ready());
        part
    }

    fn is_end_stream(&self) -> bool {
        self.length == Some(self.sent)
    }

    fn size_hint(&self) -> SizeHint {
        let left = self.length.map(|length| length.saturating_sub(self.sent));
        left.map_or_else(SizeHint::default, SizeHint::with_exact)
    }
}
