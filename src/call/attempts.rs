//! The retry loop: one attempt after the other, until one succeeds or another would be no good.

use std::time::Duration;

use reqwest::{Method, Request, StatusCode};
use tokio::time::Instant;
use url::Url;

use crate::client::Client;
use crate::error::{Error, Stop};
use crate::hook::{CallStart, Hooks, Retry};
use crate::settings::retry::{
    Attempt, Deadline, Decision, Outcome, RetryState, decide, may_have_taken_effect, only_reads,
    random,
};
use crate::wire::operation::Operation;

/// What is attempted, again where that may help.
pub(crate) trait Exchange {
    type Answer;

    fn attempts(&mut self) -> &mut Attempts;

    /// One attempt.
    fn attempt(&mut self) -> impl Future<Output = Result<Self::Answer, Failure>> + Send;

    /// Whether there is nothing more to send.
    fn is_spent(&self) -> bool {
        false
    }
}

/// Why an attempt failed.
pub(crate) enum Failure {
    /// Whatever comes of it, not another attempt.
    Fatal(Error),
    /// The exchange failed, and how it ended says whether another may help.
    Exchange(Error, Outcome),
    /// The same, after a part of the answer that is worth keeping.
    Partial(Error, Outcome),
    /// What made it fail is mended: another attempt can follow at once.
    Mended,
}

/// The attempts of a call.
pub(crate) struct Attempts {
    pub(crate) client: Client,
    pub(crate) operation: &'static Operation,
    pub(crate) method: Method,
    pub(crate) state: RetryState,
    pub(crate) hooks: Hooks,
    /// None for a streamed body, which the limit of a call does not cut: what comes before it is,
    /// and so is the answer behind it.
    pub(crate) deadline: Option<Deadline>,
}

impl Attempts {
    /// Begins a call, and tells the hooks.
    pub(crate) fn begin(
        client: Client,
        operation: &'static Operation,
        (method, url): (&Method, &Url),
        project: Option<&str>,
    ) -> Self {
        let start = CallStart {
            operation,
            method,
            url,
            project,
        };
        Self {
            hooks: Hooks::of(client.hooks(), &start),
            client,
            operation,
            method: method.clone(),
            state: RetryState::begin(),
            deadline: None,
        }
    }

    /// Makes attempts until one succeeds.
    ///
    /// # Errors
    ///
    /// That of the last attempt, with the reason why no other follows.
    pub(crate) async fn run<E: Exchange>(exchange: &mut E) -> Result<E::Answer, Error> {
        loop {
            let (error, outcome, is_partial) = match exchange.attempt().await {
                Ok(answer) => {
                    exchange.attempts().succeeded();
                    return Ok(answer);
                }
                Err(Failure::Fatal(error)) => return Err(error),
                Err(Failure::Mended) => continue,
                Err(Failure::Exchange(error, outcome)) => (error, outcome, false),
                Err(Failure::Partial(error, outcome)) => (error, outcome, true),
            };
            let attempts = exchange.attempts();
            attempts.learn(&error, outcome);
            match attempts.another(&error, outcome, is_partial) {
                Err(stop) => return Err(error.stopped_by(stop)),
                Ok(_) if exchange.is_spent() => {
                    return Err(error.stopped_by(Some(Stop::SpentBody)));
                }
                Ok(pause) => exchange.attempts().pause(pause).await,
            }
        }
    }

    /// Asks the hooks for the next attempt.
    ///
    /// # Errors
    ///
    /// One of them refuses it.
    pub(crate) fn start(&mut self, request: Option<&mut Request>) -> Result<(), Failure> {
        let allowed = self.hooks.attempt(self.state.attempts + 1, request);
        allowed
            .map_err(|reason| Failure::Fatal(Error::refused_by("a hook", self.operation, reason)))
    }

    fn succeeded(&mut self) {
        self.client.retry_budget().earn();
        self.state.may_have_taken_effect |= !only_reads(&self.method);
    }

    /// Keeps what an exchange without success has told.
    pub(crate) fn learn(&mut self, error: &Error, outcome: Outcome) {
        if let Some(status) = error.status() {
            self.state.answered(status);
        }
        self.state.may_have_taken_effect |= may_have_taken_effect(&self.method, outcome);
    }

    /// The pause before another attempt, or why there is none.
    fn another(
        &mut self,
        error: &Error,
        outcome: Outcome,
        is_partial: bool,
    ) -> Result<Duration, Option<Stop>> {
        if is_partial {
            self.state.count_anew();
        }
        let attempt = Attempt {
            operation: self.operation,
            method: &self.method,
            outcome,
            number: self.state.counted(),
            rate_limited: self.state.rate_limited,
            elapsed: self.state.counted_for(),
            retry_after: error.retry_after(),
            random: random(),
            is_repeatable: self.client.options().is_repeatable(),
        };
        let pause = match decide(self.client.retry_policy(), &attempt) {
            Decision::Retry(pause) => pause,
            Decision::Stop => return Err(None),
            Decision::TooLong { asked } => return Err(Some(Stop::TooLong(asked))),
        };
        let end = Instant::now().checked_add(pause);
        let is_over = |deadline: Deadline| end.is_none_or(|end| end >= deadline.at);
        if self.deadline.is_some_and(is_over) {
            return Err(Some(Stop::NoTime));
        }
        // Who is told to come later knows that the service is up, and so does who was sent a part.
        let is_free = is_partial || outcome == Outcome::Answered(StatusCode::TOO_MANY_REQUESTS);
        match is_free || self.client.retry_budget().take() {
            true => Ok(pause),
            false => Err(Some(Stop::SpentBudget)),
        }
    }

    async fn pause(&mut self, pause: Duration) {
        self.retrying(pause, false);
        tokio::time::sleep(pause).await;
    }

    /// Tells the hooks that another attempt follows.
    pub(crate) fn retrying(&mut self, pause: Duration, is_refresh: bool) {
        self.hooks.retrying(&Retry {
            attempts: self.state.attempts,
            pause,
            is_refresh,
        });
    }
}
