//! Hooks observe each call and each attempt, and may add headers or reject an attempt.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::HeaderMap;
use reqwest::{Method, StatusCode};

use crate::error::{BoxError, Error};
use crate::wire::operation::Server;

/// Observes every call of a client: for metrics, traces, an audit log, a circuit breaker. Pass it
/// to [`ClientBuilder::hook`](crate::ClientBuilder::hook).
///
/// Downloads of bundles and token refreshes are calls too, named `downloadBundle` and
/// `requestToken`. See the [examples](crate::guide::hooks).
pub trait Hook: fmt::Debug + Send + Sync {
    /// Called when a call begins, before any wait. Returns the observer of this call.
    fn call(&self, call: &CallInfo<'_>) -> Box<dyn CallHook>;
}

impl<H: Hook + ?Sized> Hook for Arc<H> {
    fn call(&self, call: &CallInfo<'_>) -> Box<dyn CallHook> {
        (**self).call(call)
    }
}

/// Observes one call. If it is dropped before [`ended`](Self::ended), the caller dropped the call.
///
/// The methods run within the call, and should not block or panic.
pub trait CallHook: Send + Sync {
    /// Called before an attempt (counted from 1) waits for the rate limiter. Returns headers to
    /// add, such as `traceparent`. They are not sent to the host of a bundle.
    ///
    /// # Errors
    ///
    /// An error ends the call before the attempt is sent: the call fails with
    /// [`ErrorKind::Rejected`](crate::ErrorKind::Rejected), with this error as its source. A header
    /// that the client sets itself is such an error: see
    /// [`ClientBuilder::header`](crate::ClientBuilder::header).
    fn attempt(&mut self, number: u32) -> Result<HeaderMap, BoxError> {
        let _ = number;
        Ok(HeaderMap::new())
    }

    /// Called when an attempt has ended, even if its request could not be sent. Not called if the
    /// call ends before: because a hook or the rate limiter rejected it, the access token could not
    /// be refreshed, or the timeout elapsed. [`ended`](Self::ended) has the error then.
    fn attempted(&mut self, attempt: &AttemptInfo<'_>) {
        let _ = attempt;
    }

    /// Called when the call is retried after this pause, which is zero after a token refresh.
    fn retrying(&mut self, pause: Duration) {
        let _ = pause;
    }

    /// Called when the call has ended with this status or error.
    fn ended(&mut self, result: Result<StatusCode, &Error>) {
        let _ = result;
    }
}

/// A call that begins.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct CallInfo<'a> {
    /// The `operationId`, or the name of a raw request.
    pub operation: &'static str,
    /// The server of the document.
    pub server: Server,
    /// The HTTP method.
    pub method: &'a Method,
    /// The path template of the document; empty for raw requests.
    pub url_template: &'static str,
    /// `https` or `http`.
    pub scheme: &'a str,
    /// The host, without the port.
    pub host: &'a str,
    /// The port, or the default one of the scheme.
    pub port: Option<u16>,
    /// The project in the path, as the caller passed it.
    pub project: Option<&'a str>,
}

/// An attempt that has ended.
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct AttemptInfo<'a> {
    /// The number of the attempt, from 1.
    pub number: u32,
    /// The time spent waiting for the rate limiter.
    pub waited: Duration,
    /// The time from sending the request to the end of the response.
    pub elapsed: Duration,
    /// The size of the request body in bytes, if known.
    pub body_length: Option<u64>,
    /// The size of the response body in bytes after decompression, if it was received completely.
    pub response_length: Option<u64>,
    /// The status of the response, or why the attempt failed.
    pub result: Result<StatusCode, &'a Error>,
}

impl AttemptInfo<'_> {
    /// The status of the response, if there was one.
    pub fn status(&self) -> Option<StatusCode> {
        match self.result {
            Ok(status) => Some(status),
            Err(error) => error.status(),
        }
    }
}
