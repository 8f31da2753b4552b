//! The steps of a call, in order: authorize, wait for the pace, send, read, and decide what a
//! failure means.
//!
//! A call runs in a task of its own, so that nobody waits for a caller to poll it: it takes its
//! place in the pace, and gives it back, whatever the caller does meanwhile. Dropping the call
//! ends the task.

use std::collections::BTreeMap;
use std::future::{Future, poll_fn};
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Poll, ready};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures_util::future::{Either, FutureExt as _, select};
use reqwest::{Body, Method, Request, StatusCode};
use tokio::time::{Instant, Sleep, sleep_until, timeout_at};
use tracing::Instrument;

use crate::client::{Client, Connections, abandon_connections_of};
use crate::credentials::Used;
use crate::error::{Error, Limit, Stop, Target};
use crate::hook::{AttemptEnd, CallStart, Hooks, Retry};
use crate::outgoing::{Outgoing, Patience, Watch};
use crate::pace::RequestInfo;
use crate::response::{RawResponse, Rest};
use crate::retry::{self, Attempt, Decision, Outcome};
use crate::runtime::{Operation, Server};
use crate::secret::Secret;
use crate::task::{Interrupted, Task};
use crate::trace;

/// What has happened in a call so far, or in several that belong together.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Course {
    began: Option<Instant>,
    /// When the first attempt started.
    first: Option<Instant>,
    pub(crate) attempts: u32,
    /// How many of them were answered with 429.
    rate_limited: u32,
    /// Whether an attempt may have changed something without an answer that says so.
    pub(crate) may_have_taken_effect: bool,
    /// The status of the last answer, which a later attempt without an answer must not hide.
    pub(crate) last_status: Option<StatusCode>,
    /// How many other access tokens were got, after one was refused.
    refreshes: u8,
}

impl Course {
    pub(crate) fn begin() -> Self {
        Self {
            began: Some(Instant::now()),
            ..Self::default()
        }
    }

    /// Counts an attempt that starts.
    pub(crate) fn attempt(&mut self) {
        self.attempts += 1;
        self.first.get_or_insert_with(Instant::now);
    }

    /// Counts an attempt that was answered without success.
    pub(crate) fn answered(&mut self, status: StatusCode) {
        self.last_status = Some(status);
        self.rate_limited += u32::from(status == StatusCode::TOO_MANY_REQUESTS);
    }

    /// Adds a call that followed.
    pub(crate) fn followed_by(&mut self, other: &Self) {
        self.began = self.began.or(other.began);
        self.attempts += other.attempts;
        self.may_have_taken_effect |= other.may_have_taken_effect;
    }

    /// Since the call began.
    pub(crate) fn elapsed(&self) -> Duration {
        let began = self.began.or(self.first);
        began.map_or(Duration::ZERO, |began| began.elapsed())
    }

    /// Since its first attempt, which is what a retry policy counts.
    fn trying(&self) -> Duration {
        self.first.map_or(Duration::ZERO, |first| first.elapsed())
    }
}

/// Where an answer or an error comes from.
pub(crate) struct Origin {
    client: Client,
    target: Target,
    pub(crate) course: Course,
    hooks: Hooks,
}

impl Origin {
    /// Whether the caller wants the body of the answer as it came.
    pub(crate) fn keeps_body(&self) -> bool {
        self.client.options().keeps_body()
    }

    /// Tells the hooks how the call has ended.
    pub(crate) fn ended(&mut self, result: Result<StatusCode, &Error>) {
        self.hooks.ended(&self.course, result);
    }

    /// The error that a call which had its answer ends with.
    pub(crate) fn conclude(origin: Option<Self>, error: Error) -> Error {
        let Some(mut origin) = origin else {
            return error;
        };
        let error = origin.tell(error);
        origin.ended(Err(&error));
        error
    }

    /// Tells an error what it comes from, and keeps the client's secrets out of its words.
    pub(crate) fn tell(&self, error: Error) -> Error {
        let secrets = self.client.secrets();
        let error = error.in_course(&self.course).at(self.target.clone());
        error.with_place_of_redirect().without_secrets(&secrets)
    }
}

/// The secrets that a request for tokens carries, which a server may repeat when it refuses them.
fn in_body(operation: &Operation, request: &Request) -> Vec<Secret> {
    const PUBLIC: [&str; 2] = ["grant_type", "client_id"];
    let body = request.body().filter(|_| operation.server == Server::Auth);
    let body = body.and_then(Body::as_bytes).unwrap_or_default();
    let body: BTreeMap<String, String> = serde_json::from_slice(body).unwrap_or_default();
    let secrets = body
        .into_iter()
        .filter(|(name, _)| !PUBLIC.contains(&name.as_str()));
    secrets.map(|(_, value)| value.into()).collect()
}

/// When a call has to be done, and how long that is from its beginning.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Deadline {
    pub(crate) at: Instant,
    pub(crate) limit: Duration,
}

impl Deadline {
    fn after(limit: Duration) -> Option<Self> {
        let at = Instant::now().checked_add(limit)?;
        Some(Self { at, limit })
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

/// Makes a call in a task of its own: as many attempts as its retry policy allows.
pub(crate) async fn send(
    client: Client,
    operation: &'static Operation,
    outgoing: Outgoing,
) -> Result<RawResponse, Error> {
    let call = Call::new(client.clone(), operation, &outgoing);
    let (sent, project) = (Arc::clone(&call.sent), call.project.clone());
    let deadline = call.deadline;
    let result = match Task::start(call.run(outgoing)) {
        Some(task) => in_sight(task, deadline)
            .await
            .unwrap_or_else(|interrupted| {
                Err(interrupted.error(Some(operation), sent.load(Ordering::Relaxed)))
            }),
        None => Err(Error::no_runtime(Some(operation))),
    };
    result.map_err(|error| error.at(Target::of_project(operation, &client, project)))
}

/// Waits for a task, which keeps to the deadline itself, unless its runtime stands still.
async fn in_sight<T: Send + 'static>(
    mut task: Task<T>,
    deadline: Option<Deadline>,
) -> Result<T, Interrupted> {
    const GRACE: Duration = Duration::from_secs(1);
    let end = deadline.and_then(|deadline| deadline.at.checked_add(GRACE));
    let mut alarm: Option<Pin<Box<Sleep>>> = None;
    poll_fn(|cx| {
        if let Poll::Ready(ended) = Pin::new(&mut task).poll(cx) {
            return Poll::Ready(ended);
        }
        let Some(end) = end.filter(|_| task.is_elsewhere()) else {
            return Poll::Pending;
        };
        let alarm = alarm.get_or_insert_with(|| Box::pin(sleep_until(end)));
        ready!(alarm.as_mut().poll(cx));
        Poll::Ready(Err(Interrupted::StandsStill))
    })
    .await
}

/// Makes a call in the task that is running, which must be one of this crate's.
pub(crate) async fn send_here(
    client: Client,
    operation: &'static Operation,
    outgoing: Outgoing,
) -> Result<RawResponse, Error> {
    Call::new(client, operation, &outgoing).run(outgoing).await
}

type Running = Pin<Box<dyn Future<Output = Result<RawResponse, Error>> + Send>>;

/// A call under way.
struct Call {
    client: Client,
    operation: &'static Operation,
    method: Method,
    project: Option<Arc<str>>,
    credential: Option<u64>,
    course: Course,
    /// None for a streamed body, which the limit of a call does not cut: what comes before it is,
    /// and so is the answer behind it.
    deadline: Option<Deadline>,
    is_streamed: bool,
    ends_with_head: bool,
    /// Whether a request that writes was sent.
    sent: Arc<AtomicBool>,
    hooks: Hooks,
}

impl Call {
    fn new(client: Client, operation: &'static Operation, outgoing: &Outgoing) -> Self {
        let (request, is_streamed) = (outgoing.request(), outgoing.is_streamed());
        let limit = match is_streamed {
            true => client.options().streamed_timeout(),
            false => client.call_timeout(),
        };
        let project = client.project_of(operation, request.url());
        let start = CallStart {
            operation,
            method: request.method(),
            url: request.url(),
            project: project.as_deref(),
        };
        Self {
            hooks: Hooks::of(&client, &start),
            operation,
            method: request.method().clone(),
            project,
            client,
            credential: None,
            course: Course::begin(),
            deadline: limit.and_then(Deadline::after),
            is_streamed,
            ends_with_head: outgoing.ends_with_head(),
            sent: Arc::default(),
        }
    }

    /// Boxed, because a refresh of the access token is a call within a call.
    fn run(mut self, mut outgoing: Outgoing) -> Running {
        let span = trace::call(self.operation, &self.method, outgoing.request().url());
        Box::pin(async move {
            let result = self.attempts(&mut outgoing).instrument(span).await;
            let mut origin = Origin {
                target: Target::new(self.operation, &self.client, self.project, &outgoing),
                client: self.client,
                course: self.course,
                hooks: self.hooks,
            };
            match result {
                Ok(mut answer) => {
                    answer.origin = Some(origin);
                    Ok(answer)
                }
                Err(error) => {
                    let secrets = in_body(self.operation, outgoing.request());
                    let error = origin.tell(error.without_secrets(&secrets));
                    origin.ended(Err(&error));
                    Err(error)
                }
            }
        })
    }

    async fn attempts(&mut self, outgoing: &mut Outgoing) -> Result<RawResponse, Error> {
        let dressed = self.client.dress(outgoing.request_mut());
        dressed.map_err(|reason| Error::invalid_request(self.operation, reason))?;
        loop {
            let Some(request) = outgoing.next() else {
                return Err(Error::invalid_request(
                    self.operation,
                    "the body can be sent once, and it has been",
                ));
            };
            let failure = match self.attempt(request).await {
                Ok(answer) => {
                    self.client.retry_budget().earn();
                    self.course.may_have_taken_effect |= !retry::only_reads(&self.method);
                    return Ok(answer);
                }
                Err(failure) => failure,
            };
            let Some(outcome) = failure.outcome else {
                return Err(failure.error);
            };
            self.learn(&failure, outcome);
            match self.remedy(outcome, &failure) {
                Remedy::None(stop) => return Err(failure.error.stopped_by(stop)),
                Remedy::Refresh => {
                    let credentials = self.client.credentials();
                    let refresh =
                        credentials.refresh(&self.client, self.operation, failure.credential);
                    self.in_time(refresh, Limit::Refresh).await??;
                    self.retrying(Duration::ZERO, true);
                }
                Remedy::Pause(_) if outgoing.is_spent() => {}
                Remedy::Pause(pause) => {
                    self.retrying(pause, false);
                    tokio::time::sleep(pause).await;
                }
            }
            if outgoing.is_spent() {
                return Err(failure.error.stopped_by(Some(Stop::SpentBody)));
            }
        }
    }

    /// Keeps what an exchange without success has told.
    fn learn(&mut self, failure: &Failure, outcome: Outcome) {
        if let Some(status) = failure.error.status() {
            self.course.answered(status);
        }
        self.course.may_have_taken_effect |= retry::may_have_taken_effect(&self.method, outcome);
    }

    fn remedy(&mut self, outcome: Outcome, failure: &Failure) -> Remedy {
        if outcome == Outcome::Answered(StatusCode::UNAUTHORIZED)
            && failure.credential.can_be_refreshed(self.course.refreshes)
        {
            self.course.refreshes += 1;
            return Remedy::Refresh;
        }
        let attempt = Attempt {
            operation: self.operation,
            method: &self.method,
            outcome,
            number: self.course.attempts,
            rate_limited: self.course.rate_limited,
            elapsed: self.course.trying(),
            retry_after: failure.error.retry_after(),
            random: retry::random(),
            is_repeatable: self.client.options().is_repeatable(),
        };
        let pause = match retry::decide(self.client.retry_policy(), &attempt) {
            Decision::Retry(pause) => pause,
            Decision::Stop => return Remedy::None(None),
            Decision::TooLong { asked } => return Remedy::None(Some(Stop::TooLong(asked))),
        };
        let end = Instant::now().checked_add(pause);
        let is_over = |deadline: Deadline| end.is_none_or(|end| end >= deadline.at);
        if self.deadline.is_some_and(is_over) {
            return Remedy::None(Some(Stop::NoTime));
        }
        // Who is told to come later knows that the service is up.
        let is_free = outcome == Outcome::Answered(StatusCode::TOO_MANY_REQUESTS);
        if !is_free && !self.client.retry_budget().take() {
            return Remedy::None(Some(Stop::SpentBudget));
        }
        Remedy::Pause(pause)
    }

    fn retrying(&mut self, pause: Duration, is_refresh: bool) {
        self.hooks.retrying(&Retry {
            attempts: self.course.attempts,
            pause,
            is_refresh,
        });
    }

    /// One exchange: authorize first, since a refresh must not wait for the place that it takes.
    async fn attempt(&mut self, request: (Request, Watch)) -> Result<RawResponse, Failure> {
        let (mut request, watch) = request;
        let client = self.client.clone();
        let allowed = self
            .hooks
            .attempt(self.course.attempts + 1, Some(&mut request));
        allowed.map_err(|reason| {
            Failure::unsent(Error::refused_by("a hook", self.operation, reason))
        })?;
        let mut credential = Used::default();
        if self.operation.authenticated {
            let credentials = client.credentials();
            let used = credentials.authorize(&client, self.operation, &mut request);
            let used = self.in_time(used, Limit::Refresh).await;
            credential = used.and_then(|used| used).map_err(Failure::unsent)?;
            // Known now, where the tokens had to be loaded first.
            self.credential = client.credentials().number(self.operation.server);
        }
        let asked = Instant::now();
        let place = client.pace().start(self.info());
        let permit = self.in_time(place, Limit::Pace).await;
        let permit = permit.map_err(Failure::unsent)?.check();
        let permit = permit.map_err(|reason| {
            Failure::unsent(Error::refused_by("the pace", self.operation, reason))
        })?;
        let (waited, started, sent) = (asked.elapsed(), Instant::now(), body_length(&request));
        self.course.attempt();
        self.sent
            .fetch_or(!retry::only_reads(&self.method), Ordering::Relaxed);
        let patience = watch.patience(client.read_timeout(), self.deadline);
        let in_pieces = self.ends_with_head;
        let result = exchange(&client, self.operation, request, patience, in_pieces).await;
        drop(permit);
        let answered = result
            .as_ref()
            .map(|answer| (answer.status, answer.length()));
        self.hooks.attempted(&AttemptEnd {
            number: self.course.attempts,
            waited,
            elapsed: started.elapsed(),
            sent,
            result: answered.map_err(|(error, _)| error),
        });
        result.map_err(|(error, outcome)| {
            if outcome == Outcome::Answered(StatusCode::TOO_MANY_REQUESTS) {
                client.pace().rate_limited(self.info(), error.retry_after());
            }
            Failure {
                error,
                outcome: Some(outcome),
                credential,
            }
        })
    }

    /// The next attempt, or the one under way, as the pace sees it.
    fn info(&self) -> RequestInfo<'_> {
        let project = self.project.as_deref();
        RequestInfo {
            server: self.operation.server,
            operation: self.operation.id,
            // A branch is part of its project.
            project: project.and_then(|project| project.split(':').next()),
            credential: self.credential,
            attempt: self.course.attempts + 1,
            priority: self.client.options().pace_priority(),
        }
    }

    /// Does something that belongs to the call within its time.
    async fn in_time<T>(
        &self,
        work: impl Future<Output = T>,
        limit: fn(Duration) -> Limit,
    ) -> Result<T, Error> {
        let deadline = match self.is_streamed && self.deadline.is_none() {
            true => self.client.call_timeout().and_then(Deadline::after),
            false => self.deadline,
        };
        let Some(deadline) = deadline else {
            return Ok(work.await);
        };
        // What is ready at once would not be asked for the time.
        if deadline.at <= Instant::now() {
            return Err(Error::timeout(self.operation, Limit::Call(deadline.limit)));
        }
        let done = timeout_at(deadline.at, work).await;
        done.map_err(|_| Error::timeout(self.operation, limit(deadline.limit)))
    }
}

enum Remedy {
    None(Option<Stop>),
    /// Get a new access token, and try again at once.
    Refresh,
    /// Try again after a pause.
    Pause(Duration),
}

/// Bytes of a request's body, where their number is known.
fn body_length(request: &Request) -> Option<u64> {
    match request.body() {
        None => Some(0),
        Some(body) => http_body::Body::size_hint(body).exact(),
    }
}

/// Sends a request, and reads its answer to the end, or to the end of its head where it is wanted
/// in pieces.
async fn exchange(
    client: &Client,
    operation: &'static Operation,
    request: Request,
    mut patience: Patience,
    in_pieces: bool,
) -> Result<RawResponse, (Error, Outcome)> {
    let mut response = execute(client.connections(), operation, request, &mut patience).await?;
    let status = response.status();
    if in_pieces && status.is_success() {
        let mut answer = head(&mut response);
        let patience = patience.without_deadline();
        answer.rest = Some(Rest { response, patience });
        return Ok(answer);
    }
    patience.limit_answer(client.call_timeout().and_then(Deadline::after));
    let read = read(client, response, &mut patience).await;
    // No redirect is ever followed; one that the document describes is an answer.
    if status.is_success() || operation.redirects.contains(&status.as_u16()) {
        return read.map_err(|(answer, cut)| match cut {
            Some(cut) => (Error::cut_short(operation, answer, cut), Outcome::Lost),
            None => {
                let error = Error::too_large(operation, answer, client.answer_limit());
                (error, Outcome::Answered(status))
            }
        });
    }
    // The head says what has become of the request, whatever becomes of the body.
    let (answer, is_whole) = match read {
        Ok(answer) => (answer, true),
        Err((answer, _)) => (answer, false),
    };
    let mut error = Error::refused(operation, answer);
    if !is_whole {
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
    request: Request,
    patience: &mut Patience,
) -> Result<reqwest::Response, (Error, Outcome)> {
    let pool = connections.to(request.url());
    let pool = pool.map_err(|error| (Error::unmade(error), Outcome::Unconnectable))?;
    match select(pin!(pool.execute(request)), &mut *patience).await {
        Either::Left((result, _)) => result.map_err(|error| Error::no_answer(operation, error)),
        Either::Right(_) => {
            pool.abandon();
            Err((Error::timeout(operation, patience.limit()), Outcome::Lost))
        }
    }
}

/// Why a body did not come to its end.
pub(crate) enum Cut {
    /// The service was silent for too long, or the time of the call was over.
    Late(Limit),
    Broken(reqwest::Error),
}

/// The next part of a body; nothing at its end.
pub(crate) async fn chunk(
    response: &mut reqwest::Response,
    patience: &mut Patience,
) -> Result<Option<Bytes>, Cut> {
    patience.heard();
    loop {
        let came = match select(pin!(response.chunk()), &mut *patience).await {
            Either::Left((chunk, _)) => Some(chunk),
            Either::Right(_) => None,
        };
        match came {
            // Nothing has come: others have their turn, and the time goes on.
            Some(Ok(Some(chunk))) if chunk.is_empty() => {
                tokio::task::yield_now().await;
                if (&mut *patience).now_or_never().is_none() {
                    continue;
                }
            }
            Some(chunk) => return chunk.map_err(Cut::Broken),
            None => {}
        }
        abandon_connections_of(response);
        return Err(Cut::Late(patience.limit()));
    }
}

/// Reads a body to the end, or to the limit. What has come of it where it does not end, and what
/// has cut it; nothing where it was too long.
async fn read(
    client: &Client,
    mut response: reqwest::Response,
    patience: &mut Patience,
) -> Result<RawResponse, (RawResponse, Option<Cut>)> {
    let mut answer = head(&mut response);
    let limit = client.answer_limit();
    let announced = response
        .content_length()
        .and_then(|length| usize::try_from(length).ok());
    let mut body = BytesMut::with_capacity(announced.unwrap_or_default().min(limit).min(8 << 20));
    loop {
        match chunk(&mut response, patience).await {
            Ok(Some(chunk)) if body.len() + chunk.len() > limit => return Err((answer, None)),
            Ok(Some(chunk)) => body.extend_from_slice(&chunk),
            Ok(None) => {
                answer.body = body.freeze();
                return Ok(answer);
            }
            Err(cut) => return Err((answer, Some(cut))),
        }
    }
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
