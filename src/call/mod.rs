//! The pipeline of a call: its request is built once, and sent until an attempt succeeds or the
//! retry policy gives up. Each attempt gets a credential, waits for the rate limiter, sends, and
//! reads; the response is decoded at the end.

pub(crate) mod builder;
pub(crate) mod chunks;
mod coding;
pub(crate) mod exchange;
pub(crate) mod link;
pub(crate) mod response;
pub(crate) mod task;
pub(crate) mod upload;

use std::future::Future;
use std::time::Duration;

use bytes::Bytes;
use futures_core::future::BoxFuture;
use reqwest::header::{
    ACCEPT, ACCEPT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderValue, USER_AGENT,
};
use reqwest::{Method, Request, StatusCode};
use tokio::time::{Instant, timeout_at};
use tracing::Instrument;
use url::Url;

use crate::client::Client;
use crate::credentials::UsedCredential;
use crate::error::{BoxError, ElapsedTimeout, Error, GiveUp, Target};
use crate::hook::{AttemptInfo, CallHook, CallInfo};
use crate::rate_limit::{Permit, RequestInfo};
use crate::settings::retry::{Attempt, Deadline, Outcome, RetryState, decide, only_reads, random};
use crate::settings::{may_add, secrets_of};
use crate::trace;
use crate::wire::decode::Decode;
use crate::wire::operation::{Operation, is_rate_limited};
use crate::wire::secret::Secret;
use exchange::{Received, Timer};
use response::{RawResponse, Response};
use task::Task;
use upload::{Payload, Upload};

/// A call: its request and the state of its attempts.
pub(crate) struct Call {
    client: Client,
    pub(crate) operation: &'static Operation,
    method: Method,
    url: Url,
    /// The project, as the caller passed it.
    project: Option<String>,
    accept: HeaderValue,
    pub(crate) content_type: HeaderValue,
    pub(crate) payload: Payload,
    /// Whether the caller reads the body of the response.
    is_streamed: bool,
    /// Whether it requests a link, not an operation of the service.
    is_link: bool,
    /// The secrets in the body or the link, and values of headers that hooks have added.
    pub(crate) secrets: Vec<Secret>,
    used: UsedCredential,
    hooks: Vec<Box<dyn CallHook>>,
    pub(crate) state: RetryState,
    deadline: Option<Deadline>,
}

/// Why an attempt failed. Without an outcome, it is not retried.
pub(crate) struct Failed(pub(crate) Error, pub(crate) Option<Outcome>);

impl From<Error> for Failed {
    fn from(error: Error) -> Self {
        Self(error, None)
    }
}

pub(crate) const JSON: HeaderValue = HeaderValue::from_static("application/json");

impl Call {
    pub(crate) fn new(
        client: Client,
        operation: &'static Operation,
        method: Method,
        url: Url,
        project: Option<String>,
    ) -> Self {
        Self {
            client,
            operation,
            method,
            url,
            project,
            accept: JSON,
            content_type: JSON,
            payload: Payload::None,
            is_streamed: false,
            is_link: false,
            secrets: Vec::new(),
            used: UsedCredential::default(),
            hooks: Vec::new(),
            state: RetryState::default(),
            deadline: None,
        }
    }

    /// Lets the caller read the body of the response, of any content type.
    pub(crate) fn streamed(self) -> Self {
        Self { is_streamed: true, accept: HeaderValue::from_static("*/*"), ..self }
    }

    /// Reads the body of the response into memory.
    pub(crate) fn whole(self) -> Self {
        Self { is_streamed: false, ..self }
    }

    /// Returns the body if it is in memory, otherwise empty.
    pub(crate) fn body(&self) -> &Bytes {
        static NONE: Bytes = Bytes::new();
        match &self.payload {
            Payload::Bytes(bytes) => bytes,
            _ => &NONE,
        }
    }

    pub(crate) fn into_parts(self) -> (Client, &'static Operation, Method, Url, Option<String>) {
        (self.client, self.operation, self.method, self.url, self.project)
    }

    pub(crate) fn send<T: Decode>(self) -> impl Future<Output = Result<Response<T>, Error>> {
        let response = self.run();
        async { response.await?.decode() }
    }

    /// Runs the call. If the rate limiter's permits hold slots, it runs in a task of its own, so
    /// that a future that is not polled does not hold one. The call is boxed at once: each future
    /// around it would contain the whole call.
    pub(crate) fn run(self) -> impl Future<Output = Result<RawResponse, Error>> {
        let call = Box::new(self);
        async move {
            if !call.client.core.limiter.holds_slots() {
                return call.run_here().await;
            }
            let (client, operation) = (call.client.clone(), call.operation);
            let writes = !only_reads(&call.method);
            let ended = Task::start(call.run_here()).await;
            ended.unwrap_or_else(|error| {
                let target = Target::of_project(operation, &client, None);
                Err(error.with_possible_effect(writes).with_target(target))
            })
        }
    }

    /// Runs the call in this task. Boxed, because a token refresh is a call within a call.
    pub(crate) fn run_here(mut self: Box<Self>) -> BoxFuture<'static, Result<RawResponse, Error>> {
        self.begin();
        let mut call = self;
        let span = trace::call(call.operation, &call.method, &call.url, call.project.as_deref());
        let work = async move {
            match call.until_it_succeeds().await {
                Ok(received) => Ok(RawResponse::new(received, call)),
                Err(error) => Err(call.fail(error)),
            }
        };
        Box::pin(work.instrument(span))
    }

    async fn until_it_succeeds(&mut self) -> Result<Received, Error> {
        loop {
            let (error, outcome) = match self.attempt().await {
                Ok(received) => {
                    self.state.may_have_taken_effect |= !only_reads(&self.method);
                    return Ok(received);
                }
                Err(Failed(error, None)) => return Err(error),
                Err(Failed(error, Some(outcome))) => (error, outcome),
            };
            self.state.learn(&self.method, outcome, error.status());
            let next = match self.refreshes_after(outcome) {
                true => self.refresh().await.map(|()| Ok(Duration::ZERO))?,
                false => self.next_pause(&error, outcome),
            };
            let pause = match next {
                Ok(_) if self.payload.is_spent() => {
                    return Err(error.stopped_by(Some(GiveUp::BodyNotReplayable)));
                }
                Ok(pause) => pause,
                Err(stop) => return Err(error.stopped_by(stop)),
            };
            self.hooks.iter_mut().for_each(|hook| hook.retrying(pause));
            trace::retrying(self.state.attempts, error.status(), pause);
            tokio::time::sleep(pause).await;
        }
    }

    /// Starts the timeout and calls the hooks, in the caller's task.
    fn begin(&mut self) {
        self.state = RetryState::begin();
        self.deadline = self.client.call_timeout().and_then(Deadline::after);
        let hooks = self.client.core.hooks.iter();
        self.hooks = hooks.map(|hook| hook.call(&self.info_for_hooks())).collect();
    }

    fn info_for_hooks(&self) -> CallInfo<'_> {
        CallInfo {
            operation: self.operation.id,
            server: self.operation.server,
            method: &self.method,
            url_template: self.operation.path,
            scheme: self.url.scheme(),
            host: self.url.host_str().unwrap_or_default(),
            port: self.url.port_or_known_default(),
            project: self.project.as_deref(),
        }
    }

    /// Adds the headers of the client and its hooks, which do not go to the host of a link.
    fn add_headers(&mut self, headers: &mut HeaderMap) -> Result<(), BoxError> {
        if !self.is_link {
            self.client.apply_headers(headers);
        }
        for hook in &mut self.hooks {
            let added = hook.attempt(self.state.attempts + 1)?;
            added.keys().try_for_each(may_add)?;
            if !self.is_link {
                self.secrets.extend(secrets_of(added.values()));
                headers.extend(added);
            }
        }
        Ok(())
    }

    fn end_hooks(&mut self, result: Result<StatusCode, &Error>) {
        for mut hook in self.hooks.drain(..) {
            hook.ended(result);
        }
    }

    /// One attempt: credential, slot, send, read.
    async fn attempt(&mut self) -> Result<Received, Failed> {
        let (mut request, upload) = self.request();
        self.add_headers(request.headers_mut())
            .map_err(|reason| Error::rejected_by("a hook", self.operation, reason))?;
        if self.is_unlimited() {
            self.deadline = self.client.call_timeout().and_then(Deadline::after);
        }
        self.authorize(&mut request).await?;
        let asked = Instant::now();
        let permit = self.permit().await?;
        let (waited, started) = (asked.elapsed(), Instant::now());
        self.state.attempt();
        let result = match self.is_link {
            true => Box::pin(self.exchange_link(request)).await,
            false => self.exchange(request, upload).await,
        };
        let result = result.map_err(|Failed(error, outcome)| Failed(self.redacted(error), outcome));
        drop(permit);
        let (status, response_length) = match &result {
            Ok(received) => (Ok(received.head.status()), received.length()),
            Err(Failed(error, _)) => (Err(error), error.body().map(|body| body.len() as u64)),
        };
        let elapsed = started.elapsed();
        trace::attempted(self.state.attempts, (waited, elapsed), status);
        for hook in &mut self.hooks {
            hook.attempted(&AttemptInfo {
                number: self.state.attempts,
                waited,
                elapsed,
                body_length: self.payload.length(),
                response_length,
                result: status,
            });
        }
        if let Err(Failed(error, Some(Outcome::Responded(status)))) = &result
            && is_rate_limited(*status)
        {
            let retry_after = error.retry_after();
            self.client.core.limiter.rate_limited(self.info(), retry_after);
        }
        result
    }

    /// Returns the request of the next attempt, and its body if it is passed on in parts.
    fn request(&mut self) -> (Request, Option<Upload>) {
        let mut request = Request::new(self.method.clone(), self.url.clone());
        let headers = request.headers_mut();
        headers.insert(ACCEPT, self.accept.clone());
        headers.insert(USER_AGENT, self.client.user_agent());
        let coding = if self.is_streamed { "identity" } else { "gzip" };
        headers.insert(ACCEPT_ENCODING, HeaderValue::from_static(coding));
        let Some((body, upload)) = self.payload.next() else {
            return (request, None);
        };
        headers.insert(CONTENT_TYPE, self.content_type.clone());
        if let Some(length) = self.payload.length().filter(|_| upload.is_some()) {
            headers.insert(CONTENT_LENGTH, length.into());
        }
        *request.body_mut() = Some(body);
        (request, upload)
    }

    /// Authenticates before it waits for a slot, because a refresh needs one itself.
    async fn authorize(&mut self, request: &mut Request) -> Result<(), Error> {
        if self.operation.authenticated {
            let (client, operation) = (&self.client, self.operation);
            let used = client.core.credentials.authorize(client, operation, request);
            self.used = self.in_time(used, ElapsedTimeout::Refresh).await??;
        }
        Ok(())
    }

    /// Waits for a slot of the rate limiter.
    async fn permit(&self) -> Result<Option<Permit>, Error> {
        if self.is_link {
            return Ok(None);
        }
        let slot = self.client.core.limiter.start(self.info());
        let permit = self.in_time(slot, ElapsedTimeout::RateLimiter).await?.check();
        permit
            .map(Some)
            .map_err(|reason| Error::rejected_by("the rate limiter", self.operation, reason))
    }

    fn refreshes_after(&self, outcome: Outcome) -> bool {
        outcome == Outcome::Responded(StatusCode::UNAUTHORIZED)
            && !self.state.has_refreshed
            && self.used.can_be_refreshed()
    }

    /// Replaces an access token that was rejected.
    async fn refresh(&mut self) -> Result<(), Error> {
        self.state.has_refreshed = true;
        let (client, used) = (&self.client, std::mem::take(&mut self.used));
        let refresh = client.core.credentials.refresh(client, self.operation, used);
        Box::pin(self.in_time(refresh, ElapsedTimeout::Refresh)).await.flatten()
    }

    /// Returns the pause before the next attempt, or why there is none.
    fn next_pause(&self, error: &Error, outcome: Outcome) -> Result<Duration, Option<GiveUp>> {
        let attempt = Attempt {
            operation: self.operation,
            outcome,
            number: self.state.attempts,
            rate_limited: self.state.rate_limited,
            elapsed: self.state.since_first_attempt(),
            retry_after: error.retry_after(),
            random: random(),
            is_idempotent: self.client.options.settings().idempotent,
        };
        let pause = decide(self.client.retry_policy(), &attempt)?;
        let deadline = self.deadline.filter(|_| !self.is_unlimited());
        let end = Instant::now().checked_add(pause);
        if deadline.is_some_and(|deadline| end.is_none_or(|end| end >= deadline.at)) {
            return Err(Some(GiveUp::Deadline));
        }
        Ok(pause)
    }

    /// The client's timeout of a call does not apply to a streamed body, only one in the call's
    /// options.
    fn is_unlimited(&self) -> bool {
        self.payload.is_streamed() && self.client.options.settings().timeout.is_none()
    }

    /// Runs a part of the call within its timeout.
    async fn in_time<T>(
        &self,
        work: impl Future<Output = T>,
        limit: fn(Duration) -> ElapsedTimeout,
    ) -> Result<T, Error> {
        let Some(deadline) = self.deadline else {
            return Ok(work.await);
        };
        // `timeout_at` polls the work first, and would not look at the time if it is ready.
        if deadline.at <= Instant::now() {
            return Err(Error::timeout(self.operation, ElapsedTimeout::Call(deadline.limit)));
        }
        let done = timeout_at(deadline.at, work).await;
        done.map_err(|_| Error::timeout(self.operation, limit(deadline.limit)))
    }

    /// Returns the idle timeout, and the remaining time of the call.
    fn timer(&self) -> Timer {
        Timer {
            idle: self.client.core.read_timeout,
            deadline: self.deadline.filter(|_| !self.is_unlimited()),
        }
    }

    /// Returns the timeouts of a body that the caller reads, for any duration.
    pub(crate) fn idle_timer(&self) -> Timer {
        Timer { idle: self.client.core.read_timeout, deadline: None }
    }

    /// Describes the current attempt for the rate limiter.
    fn info(&self) -> RequestInfo<'_> {
        RequestInfo {
            server: self.operation.server,
            operation: self.operation.id,
            // A branch is part of its project.
            project: self.project.as_deref().and_then(|project| project.split(':').next()),
            credential: match self.operation.authenticated {
                true => self.client.core.credentials.number(self.operation.server),
                false => None,
            },
            attempt: self.state.attempts + 1,
        }
    }

    pub(crate) fn target(&self) -> Target {
        if self.is_link {
            return Target::host_of(&self.url);
        }
        let target = Target::of_project(self.operation, &self.client, self.project.clone());
        match self.operation.path {
            "" => {
                let base = self.client.base_path(self.operation).len();
                target.raw(&self.method, self.url.path().get(base..).unwrap_or_default())
            }
            _ => target,
        }
    }

    pub(crate) fn succeed(&mut self, status: StatusCode) -> (RetryState, bool) {
        self.end_hooks(Ok(status));
        (self.state, self.client.options.settings().with_raw_body)
    }

    /// Ends the call with an error. Adds the target and the attempts, and redacts secrets.
    pub(crate) fn fail(&mut self, error: Error) -> Error {
        let error = error.with_attempts(self.state.summary()).with_target(self.target());
        let error = self.redacted(error);
        self.end_hooks(Err(&error));
        error
    }

    /// Redacts secrets, before anyone sees the error.
    fn redacted(&self, error: Error) -> Error {
        let mut secrets = self.client.secrets();
        secrets.extend(self.secrets.iter().cloned());
        error.without_secrets(&secrets)
    }
}
