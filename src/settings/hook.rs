//! Hooks: a program's own code that sees each call and each attempt, and may add headers or reject
//! one.

use std::error::Error as StdError;
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::HeaderMap;
use reqwest::{Method, StatusCode};

use crate::error::Error;
use crate::wire::operation::Server;

/// Sees every call of a client: for metrics, traces, an audit log, a circuit breaker. Given to
/// [`ClientBuilder::hook`](crate::ClientBuilder::hook).
///
/// The downloads of bundles and the refreshes of tokens are calls too, under the names
/// `downloadBundle` and `requestToken`. The guide has [examples](crate::guide::hooks).
pub trait Hook: fmt::Debug + Send + Sync {
    /// A call begins, before anything is waited for. Returns what sees this call.
    fn call(&self, call: &CallInfo<'_>) -> Box<dyn CallHook>;
}

impl<H: Hook + ?Sized> Hook for Arc<H> {
    fn call(&self, call: &CallInfo<'_>) -> Box<dyn CallHook> {
        (**self).call(call)
    }
}

/// Sees one call. If it is dropped without [`ended`](Self::ended), the call was dropped by its
/// caller.
///
/// Its methods run within the call, and should not block or panic.
pub trait CallHook: Send + Sync {
    /// An attempt begins, from 1, before it waits for the rate limiter. Returns headers to add,
    /// such as `traceparent`; the host of a bundle, which is not the service's, gets none.
    ///
    /// # Errors
    ///
    /// An error ends the call before anything is sent: it fails with
    /// [`ErrorKind::Rejected`](crate::ErrorKind::Rejected), whose source this is. So does a header
    /// that the client sets itself: see [`ClientBuilder::header`](crate::ClientBuilder::header).
    fn attempt(&mut self, number: u32) -> Result<HeaderMap, HookError> {
        let _ = number;
        Ok(HeaderMap::new())
    }

    /// An attempt has ended whose request was sent, or could not be.
    fn attempted(&mut self, attempt: &AttemptInfo<'_>) {
        let _ = attempt;
    }

    /// Another attempt follows after this pause; at once after a refresh of the access token.
    fn retrying(&mut self, pause: Duration) {
        let _ = pause;
    }

    /// The call has ended with this status or error.
    fn ended(&mut self, result: Result<StatusCode, &Error>) {
        let _ = result;
    }
}

/// Why a hook rejects a request.
pub type HookError = Box<dyn StdError + Send + Sync>;

/// A call that begins.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct CallInfo<'a> {
    /// The `operationId`, or the name of a raw request.
    pub operation: &'static str,
    /// The server of the document that it goes to.
    pub server: Server,
    /// The HTTP method.
    pub method: &'a Method,
    /// The path of the document, with the names of its parameters; empty for raw requests.
    pub url_template: &'static str,
    /// `https` or `http`.
    pub scheme: &'a str,
    /// The host, without the port.
    pub host: &'a str,
    /// The port, or the default one of the scheme.
    pub port: Option<u16>,
    /// The project in the path, as it was given.
    pub project: Option<&'a str>,
}

/// An attempt that has ended.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct AttemptInfo<'a> {
    /// Which attempt of the call it was, from 1.
    pub number: u32,
    /// How long it waited for the rate limiter.
    pub waited: Duration,
    /// How long it took from then on, to the end of the response.
    pub elapsed: Duration,
    /// Bytes of its body, if their number is known.
    pub body_length: Option<u64>,
    /// Bytes of the response's body after decompression, if it came whole.
    pub response_length: Option<u64>,
    /// The status of the response, or why the attempt failed.
    pub result: Result<StatusCode, &'a Error>,
}

impl AttemptInfo<'_> {
    /// The status of the response, if one came, with success or not.
    pub fn status(&self) -> Option<StatusCode> {
        match self.result {
            Ok(status) => Some(status),
            Err(error) => error.status(),
        }
    }
}
