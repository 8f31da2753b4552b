//! The steps of a call, in order: authorize, wait for the pace, send, read, and decide what a
//! failure means.
//!
//! A call runs in a task of its own, so that nobody waits for a caller to poll it: it takes its
//! place in the pace, and gives it back, whatever the caller does meanwhile. Dropping the call
//! ends the task.

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use reqwest::{Body, Request, StatusCode};
use tokio::time::{Instant, timeout_at};
use tracing::Instrument;

use super::exchange::exchange;
use super::outgoing::{Outgoing, UploadGuard};
use super::response::RawResponse;
use super::task::Task;
use super::{Attempts, Exchange, Failure, Origin};
use crate::client::Client;
use crate::credentials::UsedCredential;
use crate::error::{Error, Limit, Stop, Target};
use crate::hook::AttemptEnd;
use crate::pace::{Permit, RequestInfo};
use crate::settings::retry::{self, Deadline, Outcome};
use crate::trace;
use crate::wire::operation::{Operation, Server};
use crate::wire::secret::Secret;

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

/// Makes a call in a task of its own: as many attempts as its retry policy allows.
pub(crate) async fn send(
    client: Client,
    operation: &'static Operation,
    outgoing: Outgoing,
) -> Result<RawResponse, Error> {
    let call = Call::new(client.clone(), operation, outgoing);
    let project = call.project.clone();
    let writes = !retry::only_reads(&call.attempts.method);
    let ended = Task::start(call.run()).await;
    let result = ended.unwrap_or_else(|error| Err(error.after_effect(writes)));
    result.map_err(|error| error.at(Target::of_project(operation, &client, project)))
}

/// Makes a call in the task that is running, which must be one of this crate's.
pub(crate) async fn send_here(
    client: Client,
    operation: &'static Operation,
    outgoing: Outgoing,
) -> Result<RawResponse, Error> {
    Call::new(client, operation, outgoing).run().await
}

type Running = Pin<Box<dyn Future<Output = Result<RawResponse, Error>> + Send>>;

/// A call under way.
struct Call {
    attempts: Attempts,
    outgoing: Outgoing,
    project: Option<Arc<str>>,
    credential: Option<u64>,
}

impl Call {
    fn new(client: Client, operation: &'static Operation, outgoing: Outgoing) -> Box<Self> {
        let request = outgoing.request();
        let limit = match outgoing.is_streamed() {
            true => client.options().streamed_timeout(),
            false => client.call_timeout(),
        };
        let (method, url) = (request.method(), request.url());
        let project = client.project_of(operation, url);
        let attempts = Attempts::begin(client, operation, (method, url), project.as_deref());
        Box::new(Self {
            attempts: Attempts {
                deadline: limit.and_then(Deadline::after),
                ..attempts
            },
            outgoing,
            project,
            credential: None,
        })
    }

    /// Boxed, because a refresh of the access token is a call within a call.
    fn run(mut self: Box<Self>) -> Running {
        let operation = self.attempts.operation;
        let request = self.outgoing.request();
        let span = trace::call(operation, request.method(), request.url());
        Box::pin(async move {
            let result = self.answer().instrument(span).await;
            let call = *self;
            let Attempts {
                client,
                state,
                hooks,
                ..
            } = call.attempts;
            let mut origin = Origin {
                target: Target::of_request(
                    operation,
                    &client,
                    call.project,
                    call.outgoing.request().method(),
                    call.outgoing.request().url(),
                ),
                client,
                retries: state,
                hooks,
            };
            match result {
                Ok(mut answer) => {
                    answer.origin = Some(Box::new(origin));
                    Ok(answer)
                }
                Err(error) => {
                    let secrets = in_body(operation, call.outgoing.request());
                    let error = origin.tell(error.without_secrets(&secrets));
                    origin.ended(Err(&error));
                    Err(error)
                }
            }
        })
    }

    async fn answer(&mut self) -> Result<RawResponse, Error> {
        let Attempts {
            client, operation, ..
        } = &self.attempts;
        let dressed = client.dress(self.outgoing.request_mut());
        dressed.map_err(|reason| Error::invalid_request(operation, reason))?;
        Attempts::run(self).await
    }

    /// Authorizes first, since a refresh must not wait for the place that it takes.
    async fn authorize(&mut self, request: &mut Request) -> Result<UsedCredential, Error> {
        let Attempts {
            client, operation, ..
        } = &self.attempts;
        if !operation.authenticated {
            return Ok(UsedCredential::default());
        }
        let used = client.credentials().authorize(client, operation, request);
        let used = self.in_time(used, Limit::Refresh).await??;
        // Known now, where the tokens had to be loaded first.
        self.credential = client.credentials().number(operation.server);
        Ok(used)
    }

    /// Waits for a place in the pace.
    async fn permit(&self) -> Result<Permit, Error> {
        let Attempts {
            client, operation, ..
        } = &self.attempts;
        let place = client.pace().start(self.info());
        let permit = self.in_time(place, Limit::Pace).await?.check();
        permit.map_err(|reason| Error::refused_by("the pace", operation, reason))
    }

    /// Sends a request that has its credential, when it is its turn.
    async fn exchange(
        &mut self,
        (request, guard): (Box<Request>, UploadGuard),
    ) -> Result<RawResponse, Failure> {
        let asked = Instant::now();
        let permit = self.permit().await.map_err(Failure::Fatal)?;
        let (waited, started, sent) = (asked.elapsed(), Instant::now(), body_length(&request));
        let attempts = &mut self.attempts;
        attempts.state.attempt();
        let timeout = guard.timeout(attempts.client.read_timeout(), attempts.deadline);
        let in_pieces = self.outgoing.ends_with_head();
        let result = exchange(
            &attempts.client,
            attempts.operation,
            request,
            timeout,
            in_pieces,
        );
        let result = result.await;
        drop(permit);
        let answered = result
            .as_ref()
            .map(|answer| (answer.status, answer.length()));
        attempts.hooks.attempted(&AttemptEnd {
            number: attempts.state.attempts,
            waited,
            elapsed: started.elapsed(),
            sent,
            result: answered.map_err(|(error, _)| error),
        });
        result.map_err(|(error, outcome)| {
            if outcome == Outcome::Answered(StatusCode::TOO_MANY_REQUESTS) {
                let pace = self.attempts.client.pace();
                pace.rate_limited(self.info(), error.retry_after());
            }
            Failure::Exchange(error, outcome)
        })
    }

    /// Gets another access token in the place of one that was refused.
    async fn refresh(&mut self, error: Error, used: UsedCredential) -> Failure {
        let attempts = &mut self.attempts;
        attempts.learn(&error, Outcome::Answered(StatusCode::UNAUTHORIZED));
        attempts.state.refreshes += 1;
        let (client, operation) = (&self.attempts.client, self.attempts.operation);
        let refresh = client.credentials().refresh(client, operation, used);
        match self.in_time(refresh, Limit::Refresh).await.flatten() {
            Err(error) => return Failure::Fatal(error),
            Ok(()) => self.attempts.retrying(Duration::ZERO, true),
        }
        match self.outgoing.is_spent() {
            true => Failure::Fatal(error.stopped_by(Some(Stop::SpentBody))),
            false => Failure::Mended,
        }
    }

    /// The next attempt, or the one under way, as the pace sees it.
    fn info(&self) -> RequestInfo<'_> {
        let project = self.project.as_deref();
        let Attempts {
            client,
            operation,
            state,
            ..
        } = &self.attempts;
        RequestInfo {
            server: operation.server,
            operation: operation.id,
            // A branch is part of its project.
            project: project.and_then(|project| project.split(':').next()),
            credential: self.credential,
            attempt: state.attempts + 1,
            priority: client.options().pace_priority(),
        }
    }

    /// Does something that belongs to the call within its time.
    async fn in_time<T>(
        &self,
        work: impl Future<Output = T>,
        limit: fn(Duration) -> Limit,
    ) -> Result<T, Error> {
        let Attempts {
            client,
            operation,
            deadline,
            ..
        } = &self.attempts;
        let deadline = match self.outgoing.is_streamed() && deadline.is_none() {
            true => client.call_timeout().and_then(Deadline::after),
            false => *deadline,
        };
        let Some(deadline) = deadline else {
            return Ok(work.await);
        };
        // What is ready at once would not be asked for the time.
        if deadline.at <= Instant::now() {
            return Err(Error::timeout(operation, Limit::Call(deadline.limit)));
        }
        let done = timeout_at(deadline.at, work).await;
        done.map_err(|_| Error::timeout(operation, limit(deadline.limit)))
    }
}

impl Exchange for Call {
    type Answer = RawResponse;

    fn attempts(&mut self) -> &mut Attempts {
        &mut self.attempts
    }

    async fn attempt(&mut self) -> Result<RawResponse, Failure> {
        let Some((mut request, guard)) = self.outgoing.next() else {
            let reason = "the body can be sent once, and it has been";
            let error = Error::invalid_request(self.attempts.operation, reason);
            return Err(Failure::Fatal(error));
        };
        self.attempts.start(Some(&mut request))?;
        let used = self.authorize(&mut request).await.map_err(Failure::Fatal)?;
        match self.exchange((request, guard)).await {
            Err(Failure::Exchange(error, Outcome::Answered(StatusCode::UNAUTHORIZED)))
                if used.can_be_refreshed(self.attempts.state.refreshes) =>
            {
                Err(Box::pin(self.refresh(error, used)).await)
            }
            result => result,
        }
    }

    fn is_spent(&self) -> bool {
        self.outgoing.is_spent()
    }
}

/// Bytes of a request's body, where their number is known.
fn body_length(request: &Request) -> Option<u64> {
    match request.body() {
        None => Some(0),
        Some(body) => http_body::Body::size_hint(body).exact(),
    }
}
