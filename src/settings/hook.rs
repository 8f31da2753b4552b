//! Hooks: what a caller's own code sees of each call and each attempt, and may add or refuse.

use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{HeaderName, HeaderValue};
use reqwest::{Method, Request, StatusCode};
use url::Url;

use super::own_header;
use super::retry::RetryState;
use crate::error::Error;
use crate::trace;
use crate::wire::operation::{Operation, Server};

/// Sees every call of a client: for metrics, traces, an audit log, a circuit breaker. Given to
/// [`ClientBuilder::hook`](crate::ClientBuilder::hook).
///
/// The downloads of bundles and the refreshes of tokens are calls too, under the names
/// `downloadBundle` and `requestToken`. The guide has [examples](crate::guide::hooks).
pub trait Hook: fmt::Debug + Send + Sync {
    /// A call begins: before anything is waited for, in the task of who awaits it, or in that of
    /// the stream which reads a list. What this answers with sees what becomes of the call.
    fn call(&self, call: &CallStart<'_>) -> Box<dyn CallHook>;
}

impl<H: Hook + ?Sized> Hook for Arc<H> {
    fn call(&self, call: &CallStart<'_>) -> Box<dyn CallHook> {
        (**self).call(call)
    }
}

/// Sees one call. Dropped without [`ended`](Self::ended), the call was dropped by its caller, or
/// ended with its runtime.
///
/// What it does takes the call's time: it should not wait. It should not panic: the call would.
pub trait CallHook: Send + Sync {
    /// An attempt begins: before it waits for the pace. Headers may be added to it.
    ///
    /// # Errors
    ///
    /// What it answers with ends the call, before anything is sent: the call fails with
    /// [`ErrorKind::Refused`](crate::ErrorKind::Refused), whose source this is.
    fn attempt(&mut self, attempt: &mut AttemptStart<'_>) -> Result<(), HookError> {
        let _ = attempt;
        Ok(())
    }

    /// An attempt has ended, whose request was sent, or was to be. It is not told of one that never
    /// had its turn: another hook refused it, no token was to be had, or the time was up.
    fn attempted(&mut self, attempt: &AttemptEnd<'_>) {
        let _ = attempt;
    }

    /// Another attempt follows.
    fn retrying(&mut self, retry: &Retry) {
        let _ = retry;
    }

    /// The call has ended: what its caller is about to get.
    fn ended(&mut self, end: &CallEnd<'_>) {
        let _ = end;
    }
}

/// Why a hook refuses a request.
pub type HookError = Box<dyn StdError + Send + Sync>;

/// A call that begins.
pub struct CallStart<'a> {
    pub(crate) operation: &'static Operation,
    pub(crate) method: &'a Method,
    pub(crate) url: &'a Url,
    pub(crate) project: Option<&'a str>,
}

impl CallStart<'_> {
    /// The `operationId`, as the document spells it; of a raw request the name that it was given.
    pub fn operation(&self) -> &'static str {
        self.operation.id
    }

    /// The server of the document that it goes to.
    pub fn server(&self) -> Server {
        self.operation.server
    }

    /// The method, as `GET`.
    pub fn method(&self) -> &str {
        self.method.as_str()
    }

    /// The path of the document, with the names of its parameters; empty for raw requests.
    pub fn url_template(&self) -> &'static str {
        self.operation.path
    }

    /// `https`, or `http`.
    pub fn scheme(&self) -> &str {
        self.url.scheme()
    }

    /// The host, without the port.
    pub fn host(&self) -> &str {
        self.url.host_str().unwrap_or_default()
    }

    /// The port, also where the address does not name it.
    pub fn port(&self) -> Option<u16> {
        self.url.port_or_known_default()
    }

    /// The project in the path, as it was given.
    pub fn project(&self) -> Option<&str> {
        self.project
    }
}

/// Without the address: its query may hold what nobody must see.
impl fmt::Debug for CallStart<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CallStart")
            .field("operation", &self.operation.id)
            .field("method", &self.method)
            .field("host", &self.host())
            .finish_non_exhaustive()
    }
}

/// An attempt that begins.
pub struct AttemptStart<'a> {
    pub(crate) number: u32,
    /// Nothing for the host of a bundle, which is not the service's.
    pub(crate) request: Option<&'a mut Request>,
}

impl AttemptStart<'_> {
    /// Which attempt of the call it is, from 1.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Adds a header, as `traceparent`. The host of a bundle, which is not the service's, gets
    /// none.
    ///
    /// # Errors
    ///
    /// For a name that the client sets itself, and for a name or value that no header can have: see
    /// [`ClientBuilder::header`](crate::ClientBuilder::header).
    pub fn add_header(&mut self, name: &str, value: &str) -> Result<(), HookError> {
        let (name, value): (HeaderName, HeaderValue) = own_header(name, value)?;
        if let Some(request) = &mut self.request {
            request.headers_mut().insert(name, value);
        }
        Ok(())
    }
}

impl fmt::Debug for AttemptStart<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AttemptStart")
            .field("number", &self.number)
            .finish_non_exhaustive()
    }
}

/// An attempt that has ended.
#[derive(Debug)]
pub struct AttemptEnd<'a> {
    pub(crate) number: u32,
    pub(crate) waited: Duration,
    pub(crate) elapsed: Duration,
    pub(crate) sent: Option<u64>,
    pub(crate) result: Result<(StatusCode, Option<u64>), &'a Error>,
}

impl AttemptEnd<'_> {
    /// Which attempt of the call it was, from 1.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// How long it waited for the pace.
    pub fn waited(&self) -> Duration {
        self.waited
    }

    /// How long it took from then on, to the end of the answer.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// Bytes of its body, where their number is known before: not for a stream of unknown length.
    pub fn body_length(&self) -> Option<u64> {
        self.sent
    }

    /// The status of the answer, where one came, whatever it says.
    pub fn status(&self) -> Option<StatusCode> {
        match self.result {
            Ok((status, _)) => Some(status),
            Err(error) => error.status(),
        }
    }

    /// Bytes of the answer's body after decompression, of one that came whole: not where the caller
    /// reads it in pieces.
    pub fn answer_length(&self) -> Option<u64> {
        match self.result {
            Ok((_, length)) => length,
            Err(error) => error.body().map(|body| body.len() as u64),
        }
    }

    /// Why it failed, where it did.
    pub fn error(&self) -> Option<&Error> {
        self.result.err()
    }
}

/// Another attempt, that is to come.
#[derive(Debug)]
pub struct Retry {
    pub(crate) attempts: u32,
    pub(crate) pause: Duration,
    pub(crate) is_refresh: bool,
}

impl Retry {
    /// How many attempts there were.
    pub fn attempts(&self) -> u32 {
        self.attempts
    }

    /// How long it waits first.
    pub fn pause(&self) -> Duration {
        self.pause
    }

    /// Whether it follows a refresh of the access token, which the service had refused.
    pub fn is_after_refresh(&self) -> bool {
        self.is_refresh
    }
}

/// A call that has ended.
#[derive(Debug)]
pub struct CallEnd<'a> {
    pub(crate) attempts: u32,
    pub(crate) elapsed: Duration,
    pub(crate) result: Result<StatusCode, &'a Error>,
}

impl CallEnd<'_> {
    /// How many attempts there were; none where nothing was sent.
    pub fn attempts(&self) -> u32 {
        self.attempts
    }

    /// How long it took, with its waits.
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// The status of the answer, or why the call failed.
    ///
    /// # Errors
    ///
    /// That of the call.
    pub fn result(&self) -> Result<StatusCode, &Error> {
        self.result
    }
}

/// The hooks of a call.
#[derive(Default)]
pub(crate) struct Hooks(Vec<Box<dyn CallHook>>);

impl Hooks {
    /// Tells the client's hooks that a call begins.
    pub(crate) fn of(client: &[Arc<dyn Hook>], start: &CallStart<'_>) -> Self {
        Self(client.iter().map(|hook| hook.call(start)).collect())
    }

    pub(crate) fn attempt(
        &mut self,
        number: u32,
        mut request: Option<&mut Request>,
    ) -> Result<(), HookError> {
        self.0.iter_mut().try_for_each(|hook| {
            let request = request.as_deref_mut();
            hook.attempt(&mut AttemptStart { number, request })
        })
    }

    /// Tells the end of an attempt, and writes it into the span of the call.
    pub(crate) fn attempted(&mut self, end: &AttemptEnd<'_>) {
        trace::attempted(end.number, end.result.map(|(status, _)| status));
        self.0.iter_mut().for_each(|hook| hook.attempted(end));
    }

    /// Tells of another attempt, and writes it into the span of the call where it comes after a
    /// pause.
    pub(crate) fn retrying(&mut self, retry: &Retry) {
        if !retry.is_refresh {
            trace::retrying(retry.attempts, retry.pause);
        }
        self.0.iter_mut().for_each(|hook| hook.retrying(retry));
    }

    /// Tells the end, once.
    pub(crate) fn ended(&mut self, retries: &RetryState, result: Result<StatusCode, &Error>) {
        let end = CallEnd {
            attempts: retries.attempts,
            elapsed: retries.elapsed(),
            result,
        };
        self.0.drain(..).for_each(|mut hook| hook.ended(&end));
    }
}
