//! The control endpoints: the library over HTTP and JSON, for tests in any language. The default
//! world is at the root, other worlds are below `/worlds/{name}`.

mod deliveries;
mod page;
mod requests;
mod state;
mod steer;
mod worlds;

use std::collections::HashMap;
use std::fmt::Display;
use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRequestParts, Path, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post, put};
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

pub(crate) use state::description;

use crate::state::parse_data;
use crate::worlds::{DEFAULT_WORLD, World, Worlds};

const BODY_LIMIT: usize = 1 << 30;

pub(crate) fn router(worlds: Arc<Worlds>) -> Router {
    let router = Router::new()
        .route("/worlds", get(worlds::list).post(worlds::create))
        .route("/worlds/{world}", delete(worlds::remove))
        .route("/", get(page::index))
        .route("/page/{file}", get(page::file))
        .merge(of_a_world())
        .nest("/worlds/{world}", of_a_world())
        .fallback(unknown)
        .method_not_allowed_fallback(unknown)
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .with_state(worlds);
    // A nested router is not at its own path with a slash.
    Router::new().route("/control/", get(page::index)).nest("/control", router)
}

fn of_a_world() -> Router<Arc<Worlds>> {
    Router::new()
        .route("/state", get(state::get))
        .route("/state/data", get(steer::data).put(steer::set_data))
        .route("/reset", post(steer::reset))
        .route("/seed", post(steer::seed))
        .route("/variants", put(steer::set_variants))
        .route("/nulls", put(steer::set_nulls))
        .route("/rate_limit", put(steer::set_rate_limit))
        .route("/faults", get(steer::faults).post(steer::add_fault).delete(steer::clear_faults))
        .route("/faults/{id}", delete(steer::remove_fault))
        .route("/requests", get(requests::get).delete(requests::clear))
        .route("/deliveries", get(deliveries::list).post(deliveries::send_example))
}

async fn unknown(request: Request) -> Problem {
    let (method, path) = (request.method(), request.uri().path());
    let message = format!(
        "there is no {method} {path}; there are /state, /state/data, /reset, \
         /seed, /variants, /nulls, /rate_limit, /faults, /faults/{{id}}, \
         /requests and /deliveries, also below /worlds/{{name}}; /worlds; and the page /"
    );
    Problem(StatusCode::NOT_FOUND, message)
}

/// The world in the path, or else the default one.
struct InWorld(Arc<World>);

impl FromRequestParts<Arc<Worlds>> for InWorld {
    type Rejection = Problem;

    async fn from_request_parts(
        parts: &mut Parts,
        worlds: &Arc<Worlds>,
    ) -> Result<Self, Self::Rejection> {
        let path = Path::<HashMap<String, String>>::from_request_parts(parts, worlds).await;
        let Path(path) = path.map_err(|rejection| bad_request(rejection.body_text()))?;
        let name = path.get("world").map_or(DEFAULT_WORLD, String::as_str);
        let missing = || Problem(StatusCode::NOT_FOUND, format!("there is no world {name:?}"));
        worlds.get(name).map(Self).ok_or_else(missing)
    }
}

#[derive(Debug)]
struct Problem(StatusCode, String);

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let Self(status, message) = self;
        (status, json_response(&json!({ "error": message }))).into_response()
    }
}

fn bad_request(error: impl Display) -> Problem {
    Problem(StatusCode::BAD_REQUEST, error.to_string())
}

/// Parses JSON of any content type: `curl -d` sends that of a form.
fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Problem> {
    // Otherwise a list of values would be taken for those of an object.
    if body.trim_ascii_start().starts_with(b"[") {
        return Err(bad_request("the body must be a JSON object"));
    }
    parse_data(body).map_err(bad_request)
}

fn parse_member<T: DeserializeOwned>(body: &[u8], name: &str) -> Result<T, Problem> {
    let member = parse::<Map<String, Value>>(body)?.remove(name);
    let member = member.ok_or_else(|| bad_request(format!("missing field `{name}`")))?;
    T::deserialize(member).map_err(bad_request)
}

fn json_response(value: &Value) -> Response {
    ([("content-type", "application/json")], value.to_string()).into_response()
}
