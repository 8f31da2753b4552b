//! The record of a world: a query, and waiting for requests.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, RawPathParams, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::json;

use super::{InWorld, Problem, bad_request, json_response};
use crate::record::RequestFilter;
use crate::worlds::{WaitError, Worlds};

const MAX_TIMEOUT: u64 = 60_000;
const ALL_WORLDS: &str = "*";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wanted {
    operation: Option<String>,
    project: Option<String>,
    status: Option<u16>,
    #[serde(default)]
    since: u64,
    #[serde(default)]
    wait: usize,
    /// In milliseconds.
    timeout: Option<u64>,
}

pub(super) async fn get(
    world: Result<InWorld, Problem>,
    State(worlds): State<Arc<Worlds>>,
    path: RawPathParams,
    query: Result<Query<Wanted>, QueryRejection>,
) -> Result<Response, Problem> {
    let Query(wanted) = query.map_err(|rejection| bad_request(rejection.body_text()))?;
    let Wanted { operation, project, status, since, wait, timeout } = wanted;
    let filter = RequestFilter { operation, project, status, since };
    let timeout = timeout.unwrap_or(10_000);
    if timeout > MAX_TIMEOUT {
        let message = format!("`timeout`: the maximum is {MAX_TIMEOUT} milliseconds");
        return Err(bad_request(message));
    }
    let InWorld(world) = match world {
        Ok(world) => world,
        Err(problem) => return without_waiting(&worlds, &path, &filter, wait, problem),
    };
    let found = world.wait_for_requests(&filter, wait, Duration::from_millis(timeout)).await;
    let (first, last) = world.record().range();
    match found {
        Ok(seen) => Ok(json_response(&json!({ "requests": seen, "first": first, "last": last }))),
        Err(WaitError::Filter(message)) => Err(bad_request(message)),
        Err(error @ WaitError::Removed(_)) => Err(Problem(StatusCode::GONE, error.to_string())),
        Err(ref error @ WaitError::TooFew { ref seen, .. }) => {
            let body = json!({ "error": error.to_string(), "requests": seen, "last": last });
            Ok((StatusCode::REQUEST_TIMEOUT, json_response(&body)).into_response())
        }
    }
}

/// The requests of all worlds, or of a removed one: nobody waits for these.
fn without_waiting(
    worlds: &Worlds,
    path: &RawPathParams,
    filter: &RequestFilter,
    wait: usize,
    missing: Problem,
) -> Result<Response, Problem> {
    let name = path.iter().find_map(|(parameter, name)| (parameter == "world").then_some(name));
    let default = &worlds.default;
    let filter = filter.check(default.document, &default.state()).map_err(bad_request)?;
    if name == Some(ALL_WORLDS) {
        if wait > 0 {
            return Err(bad_request("`wait`: name one world to wait for its requests"));
        }
        let (requests, last) = worlds.requests(&filter);
        return Ok(json_response(&json!({ "requests": requests, "last": last })));
    }
    let removed = worlds.removed();
    let found = removed.iter().find(|(removed, _)| Some(removed.as_str()) == name);
    let (_, record) = found.ok_or(missing)?;
    let (requests, (first, last)) = (record.matching(&filter), record.range());
    Ok(json_response(
        &json!({ "requests": requests, "first": first, "last": last, "removed": true }),
    ))
}

pub(super) async fn deliveries(InWorld(world): InWorld) -> Response {
    json_response(&json!({ "deliveries": &*world.deliveries() }))
}

pub(super) async fn clear(InWorld(world): InWorld) -> StatusCode {
    world.record().clear();
    StatusCode::NO_CONTENT
}
