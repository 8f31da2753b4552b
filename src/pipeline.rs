//! The steps of a call, in order: authorize, wait for the pace, send, read, and decide what a failure means.

use std::future::Future;
use std::pin::pin;
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use chrono::Utc;
use futures_util::future::{Either, select};
use reqwest::header::RETRY_AFTER;
use reqwest::{Method, Request, StatusCode};
use tokio::time::{Instant, timeout_at};
use tracing::Instrument;

use crate::client::Client;
use crate::credentials::Used;
use crate::error::{Error, ErrorKind};
use crate::outgoing::{Outgoing, Patience, Watch};
use crate::response::RawResponse;
use crate::retry::{self, Attempt, Outcome};
use crate::runtime::Operation;
use crate::trace;

/// What has happened in a call so far.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Course {
    /// When the first attempt started.
    began: Option<Instant>,
    pub(crate) attempts: u32,
    /// Whether an attempt may have changed something without an answer that says so.
    pub(crate) may_have_taken_effect: bool,
    /// The status of the last answer, which a later attempt without an answer must not hide.
    pub(crate) last_status: Option<StatusCode>,
    refreshed: bool,
}

impl Course {
    /// Counts an attempt that starts; answers when the first did.
    pub(crate) fn attempt(&mut self) -> Instant {
        self.attempts += 1;
        *self.began.get_or_insert_with(Instant::now)
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.began.map_or(Duration::ZERO, |began| began.elapsed())
    }
}

/// An attempt that failed, and how the exchange ended, where there was one.
struct Failure {
    error: Error,
    outcome: Option<Outcome>,
    credential: Used,
}

impl Failure {
    /// Nothing was sent.
    fn unsent(error: Error) -> Self {
        Self {
            error,
            outcome: None,
            credential: Used::default(),
        }
    }
}

/// Makes a call: as many attempts as its retry policy allows.
pub(crate) async fn send(
    client: &Client,
    operation: &'static Operation,
    outgoing: Outgoing,
) -> Result<RawResponse, Error> {
    let request = outgoing.request();
    let span = trace::call(operation, request.method(), request.url());
    drive(client, operation, outgoing).instrument(span).await
}

async fn drive(
    client: &Client,
    operation: &'static Operation,
    mut outgoing: Outgoing,
) -> Result<RawResponse, Error> {
    let method = outgoing.request().method().clone();
    let mut course = Course::default();
    loop {
        let Some(request) = outgoing.next() else {
            return Err(Error::invalid_request(
                operation,
                "the body can be sent once, and it has been",
            ));
        };
        let limit = client.call_timeout().filter(|_| !outgoing.is_streamed());
        let failure = match attempt(client, operation, request, limit, &mut course).await {
            Ok(mut answer) => {
                client.budget().earn();
                course.may_have_taken_effect |= !retry::only_reads(&method);
                answer.course = course;
                return Ok(answer);
            }
            Err(failure) => failure,
        };
        let Some(outcome) = failure.outcome else {
            return Err(failure.error.in_course(&course));
        };
        course.last_status = failure.error.status().or(course.last_status);
        course.may_have_taken_effect |= retry::may_have_taken_effect(&method, outcome);
        let remedy = remedy(
            client,
            operation,
            &method,
            outcome,
            &failure,
            &mut course,
            limit,
        );
        match remedy {
            Remedy::None => return Err(failure.error.in_course(&course)),
            Remedy::Refresh => {
                let credentials = client.credentials();
                let refreshed = credentials.refresh(client, operation, failure.credential);
                refreshed.await.map_err(|error| error.in_course(&course))?;
            }
            Remedy::Pause(_) if outgoing.is_spent() => {}
            Remedy::Pause(pause) => tokio::time::sleep(pause).await,
        }
        if outgoing.is_spent() {
            return Err(failure.error.with_spent_body().in_course(&course));
        }
    }
}

enum Remedy {
    None,
    /// Get a new access token, and try again at once.
    Refresh,
    /// Try again after a pause.
    Pause(Duration),
}

fn remedy(
    client: &Client,
    operation: &'static Operation,
    method: &Method,
    outcome: Outcome,
    failure: &Failure,
    course: &mut Course,
    limit: Option<Duration>,
) -> Remedy {
    if outcome == Outcome::Answered(StatusCode::UNAUTHORIZED)
        && failure.credential.can_be_refreshed()
        && !course.refreshed
    {
        course.refreshed = true;
        return Remedy::Refresh;
    }
    let attempt = Attempt {
        operation,
        method,
        outcome,
        number: course.attempts,
        elapsed: course.elapsed(),
        retry_after: asked_pause(&failure.error),
        random: random(),
    };
    match retry::decide(client.retry_policy(), &attempt) {
        Some(pause)
            if limit.is_none_or(|limit| course.elapsed().saturating_add(pause) < limit)
                && client.budget().take() =>
        {
            trace::retrying(course.attempts, pause);
            Remedy::Pause(pause)
        }
        _ => Remedy::None,
    }
}

/// The pause that the server asks for.
pub(crate) fn asked_pause(error: &Error) -> Option<Duration> {
    let value = error.headers()?.get(RETRY_AFTER)?.to_str().ok()?;
    retry::retry_after(value, Utc::now())
}

/// One exchange: authorize first, since a refresh must not wait for the place that it takes.
async fn attempt(
    client: &Client,
    operation: &'static Operation,
    (mut request, watch): (Request, Watch),
    limit: Option<Duration>,
    course: &mut Course,
) -> Result<RawResponse, Failure> {
    let credential = if operation.authenticated {
        let credentials = client.credentials();
        let used = credentials.authorize(client, operation, &mut request);
        used.await.map_err(Failure::unsent)?
    } else {
        Used::default()
    };
    let end = course.began.and_then(|began| deadline(began, limit));
    let permit = within(end, client.pace().start())
        .await
        .ok_or_else(|| Failure::unsent(Error::timeout(operation)))?;
    let began = course.attempt();
    let mut patience = watch.patience(client.read_timeout(), deadline(began, limit));
    let result = exchange(client, operation, request, &mut patience).await;
    drop((patience, permit));
    let status = result.as_ref().map(|answer| answer.status);
    trace::attempted(course.attempts, status.map_err(|(error, _)| error));
    result.map_err(|(error, outcome)| Failure {
        error,
        outcome: Some(outcome),
        credential,
    })
}

fn deadline(began: Instant, limit: Option<Duration>) -> Option<Instant> {
    began.checked_add(limit?)
}

async fn within<T>(deadline: Option<Instant>, future: impl Future<Output = T>) -> Option<T> {
    match deadline {
        Some(deadline) => timeout_at(deadline, future).await.ok(),
        None => Some(future.await),
    }
}

/// Sends a request and reads its answer to the end.
async fn exchange(
    client: &Client,
    operation: &'static Operation,
    request: Request,
    patience: &mut Patience,
) -> Result<RawResponse, (Error, Outcome)> {
    let response = execute(client, operation, request, patience).await?;
    let status = response.status();
    let answer = read(client, operation, response, patience).await?;
    if is_success(operation, status) {
        Ok(answer)
    } else {
        Err((Error::refused(operation, answer), Outcome::Answered(status)))
    }
}

/// Sends a request, and waits for the head of its answer.
pub(crate) async fn execute(
    client: &Client,
    operation: &'static Operation,
    request: Request,
    patience: &mut Patience,
) -> Result<reqwest::Response, (Error, Outcome)> {
    match select(client.http().execute(request), patience).await {
        Either::Left((result, _)) => result.map_err(|error| {
            let error = Error::no_answer(operation, error);
            let outcome = match error.kind() {
                ErrorKind::Connect => Outcome::NotConnected,
                _ => Outcome::Lost,
            };
            (error, outcome)
        }),
        Either::Right(_) => Err((Error::timeout(operation), Outcome::Lost)),
    }
}

/// A redirect with a body is an answer where the document says so; no redirect is ever followed.
fn is_success(operation: &Operation, status: StatusCode) -> bool {
    status.is_success() || (operation.redirects && status.is_redirection())
}

/// Why a body did not come to its end.
pub(crate) enum Cut {
    /// The service was silent for too long, or the time of the call was over.
    Late,
    Broken(reqwest::Error),
}

/// The next part of a body; nothing at its end.
pub(crate) async fn chunk(
    response: &mut reqwest::Response,
    patience: &mut Patience,
) -> Result<Option<Bytes>, Cut> {
    patience.heard();
    match select(pin!(response.chunk()), patience).await {
        Either::Left((chunk, _)) => chunk.map_err(Cut::Broken),
        Either::Right(_) => Err(Cut::Late),
    }
}

/// Reads a body to the end, or to the limit.
async fn read(
    client: &Client,
    operation: &'static Operation,
    mut response: reqwest::Response,
    patience: &mut Patience,
) -> Result<RawResponse, (Error, Outcome)> {
    let mut answer = RawResponse {
        status: response.status(),
        headers: std::mem::take(response.headers_mut()),
        body: Bytes::new(),
        course: Course::default(),
    };
    let limit = client.answer_limit();
    let announced = response
        .content_length()
        .and_then(|length| usize::try_from(length).ok());
    let mut body = BytesMut::with_capacity(announced.unwrap_or_default().min(limit).min(8 << 20));
    loop {
        match chunk(&mut response, patience).await {
            Ok(Some(chunk)) if body.len() + chunk.len() > limit => {
                let outcome = Outcome::Answered(answer.status);
                return Err((Error::too_large(operation, answer, limit), outcome));
            }
            Ok(Some(chunk)) => body.extend_from_slice(&chunk),
            Ok(None) => {
                answer.body = body.freeze();
                return Ok(answer);
            }
            Err(cut) => return Err((Error::cut_short(operation, answer, cut), Outcome::Lost)),
        }
    }
}

/// A number in `0..1`. The low bits of a random UUID are all random.
pub(crate) fn random() -> f64 {
    const BITS: u32 = 53;
    let (_, low) = uuid::Uuid::new_v4().as_u64_pair();
    (low & ((1 << BITS) - 1)) as f64 / (1_u64 << BITS) as f64
}
