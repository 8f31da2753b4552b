//! Tracing: a span for each call and an event for each attempt, with OpenTelemetry's names for HTTP
//! clients. They contain no header, query, body or token, and of the path only the project.

use std::time::Duration;

use reqwest::{Method, StatusCode};
use tracing::field::Empty;
use tracing::{Span, debug, info, info_span, warn};
use url::Url;

use crate::error::Error;
use crate::wire::decode::issue::Issues;
use crate::wire::operation::Operation;

/// The span of a call.
pub(crate) fn call(
    operation: &Operation,
    method: &Method,
    url: &Url,
    project: Option<&str>,
) -> Span {
    let method = method.as_str();
    info_span!(
        "l10n_client",
        otel.name = %format_args!("{method} {}", operation.path),
        otel.kind = "client",
        otel.status_code = Empty,
        operation = operation.id,
        project,
        http.request.method = method,
        url.template = operation.path,
        url.scheme = url.scheme(),
        server.address = url.host_str(),
        server.port = url.port_or_known_default(),
        http.response.status_code = Empty,
        http.request.resend_count = Empty,
        error.type = Empty,
    )
}

/// The event of an attempt, with the time that it waited for the rate limiter and the time from
/// sending the request to the end of the response.
pub(crate) fn attempted(
    number: u32,
    (waited, elapsed): (Duration, Duration),
    result: Result<StatusCode, &Error>,
) {
    let span = Span::current();
    let (waited_ms, elapsed_ms) = (waited.as_millis() as u64, elapsed.as_millis() as u64);
    if number > 1 {
        span.record("http.request.resend_count", number - 1);
    }
    let failure = result.err();
    let status = result.ok().or_else(|| failure?.status()).map(|status| status.as_u16());
    if let Some(status) = status {
        span.record("http.response.status_code", status);
    }
    let kind = failure.map(|error| format!("{:?}", error.kind()));
    if let Some(kind) = &kind {
        span.record("error.type", kind.as_str());
        span.record("otel.status_code", "ERROR");
    }
    let end = if kind.is_some() { "failed" } else { "response received" };
    debug!(
        attempt = number,
        http.response.status_code = status,
        error.type = kind,
        waited_ms,
        elapsed_ms,
        "{end}"
    );
}

/// The event of a retry.
pub(crate) fn retrying(attempt: u32, status: Option<StatusCode>, pause: Duration) {
    let status = status.map(|status| status.as_u16());
    let pause_ms = pause.as_millis() as u64;
    info!(attempt, http.response.status_code = status, pause_ms, "retrying");
}

/// The event of a response with values that could not be decoded. It does not contain them.
pub(crate) fn left_out(operation: &Operation, values: &Issues) {
    if let Some(first) = values.noted.first() {
        let count = values.noted.len() + values.more;
        warn!(operation = operation.id, count, %first, "part of the response was not decoded");
    }
}

/// The event of tokens that were not refreshed or saved; calls may continue.
pub(crate) fn not_refreshed(error: &Error) {
    let kind = format!("{:?}", error.kind());
    let status = error.status().map(|status| status.as_u16());
    warn!(error.type = kind, http.response.status_code = status, "tokens not refreshed");
}
