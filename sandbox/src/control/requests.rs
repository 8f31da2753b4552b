//! The record of a world: a query, and waiting for requests.

use std::time::Duration;

use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::json;

use super::{InWorld, Problem, bad_request, json_response};
use crate::record::RequestFilter;
use crate::worlds::WaitError;

const MAX_TIMEOUT: u64 = 60_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    operation: Option<String>,
    status: Option<u16>,
    #[serde(default)]
    since: u64,
    #[serde(default)]
    wait: usize,
    /// In milliseconds.
    timeout: Option<u64>,
}

pub(super) async fn get(
    InWorld(world): InWorld,
    query: Result<Query<Wanted>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(wanted) = query.map_err(|rejection| bad_request(rejection.body_text()))?;
    let Wanted { operation, status, since, wait, timeout } = wanted;
    let filter = RequestFilter { operation, status, since };
    let timeout = timeout.unwrap_or(10_000);
    if timeout > MAX_TIMEOUT {
        let message = format!("`timeout`: the maximum is {MAX_TIMEOUT} milliseconds");
        return Err(bad_request(message));
    }
    // Without waiting, also those that are still arriving.
    let found = world.wait_for_requests(&filter, wait, Duration::from_millis(timeout)).await;
    let (first, last) = world.record().range();
    match found {
        Ok(_) => {
            let seen = world.record().matching(&filter);
            Ok(json_response(&json!({ "requests": seen, "first": first, "last": last })))
        }
        Err(WaitError::Filter(message)) => Err(bad_request(message)),
        Err(ref error @ WaitError::TooFew { ref seen, .. }) => {
            let body = json!({ "error": error.to_string(), "requests": seen, "last": last });
            Ok((StatusCode::REQUEST_TIMEOUT, json_response(&body)).into_response())
        }
    }
}

pub(super) async fn clear(InWorld(world): InWorld) -> StatusCode {
    world.record().clear();
    StatusCode::NO_CONTENT
}
