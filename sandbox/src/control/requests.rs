//! The record of what was sent to a world: a look at it, and waiting for requests.

use std::time::Duration;

use axum::extract::RawQuery;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde_json::json;
use url::form_urlencoded;

use super::in_world::InWorld;
use super::{json_response, problem};
use crate::record::RequestFilter;
use crate::worlds::WaitError;

/// How long requests are waited for when nothing is said of it.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The longest that requests are waited for.
const MAX_TIMEOUT: Duration = Duration::from_secs(60);

/// What a query asks for.
struct Wanted {
    filter: RequestFilter,
    /// How many there have to be.
    count: usize,
    timeout: Duration,
}

impl Wanted {
    fn parse(query: &str) -> Result<Self, String> {
        let mut wanted = Self { filter: RequestFilter::new(), count: 0, timeout: TIMEOUT };
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            let wrong = |right| format!("`{name}`: {value:?} is not {right}");
            match &*name {
                "wait" => wanted.count = value.parse().map_err(|_| wrong("a count"))?,
                "timeout" => {
                    let time = value.parse().map(Duration::from_millis).ok();
                    let time = time.filter(|time| *time <= MAX_TIMEOUT);
                    wanted.timeout =
                        time.ok_or_else(|| wrong("a count of milliseconds, 60000 at most"))?;
                }
                _ => wanted.filter = wanted.filter.with(&name, &value)?,
            }
        }
        Ok(wanted)
    }
}

/// The requests that a query means; those there are, or as many as it waits for.
pub(super) async fn get(InWorld(world): InWorld, RawQuery(query): RawQuery) -> Response {
    let wanted = match Wanted::parse(query.as_deref().unwrap_or_default()) {
        Ok(wanted) => wanted,
        Err(message) => return problem(StatusCode::BAD_REQUEST, &message),
    };
    let last = || world.record().last();
    let found = world.wait_for_requests(&wanted.filter, wanted.count, wanted.timeout);
    match found.await {
        Ok(seen) => json_response(&json!({ "requests": seen, "last": last() })),
        Err(WaitError::Filter(message)) => problem(StatusCode::BAD_REQUEST, &message),
        Err(error @ WaitError::Removed(_)) => problem(StatusCode::GONE, &error.to_string()),
        Err(WaitError::TooFew { wanted, seen }) => {
            let message = format!("{} of {wanted} requests came in time", seen.len());
            let body = json!({ "error": message, "requests": seen, "last": last() });
            (StatusCode::REQUEST_TIMEOUT, json_response(&body)).into_response()
        }
    }
}

pub(super) async fn clear(InWorld(world): InWorld) -> StatusCode {
    world.record().clear();
    StatusCode::NO_CONTENT
}
