//! The control endpoints: what the library can do, over HTTP and JSON, for tests in any language.
//! Those of the default world are at the root, those of another below `/worlds/{name}`.

mod data;
mod events;
mod faults;
mod in_world;
mod openapi;
mod page;
mod processes;
mod requests;
mod shapes;
mod state;
mod view;
mod worlds;

use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{delete, get, post, put};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

pub(crate) use state::description;

use crate::state::parse_data;
use crate::worlds::Worlds;

/// The largest body, in bytes: data of a million keys have room in it.
const BODY_LIMIT: usize = 1 << 30;

pub(crate) fn router(worlds: Arc<Worlds>) -> Router {
    Router::new()
        .route("/worlds", get(worlds::list).post(worlds::create))
        .route("/worlds/{world}", delete(worlds::remove))
        .route("/", get(page::index))
        .route("/page/{file}", get(page::file))
        .route("/docs", get(page::docs_without_slash))
        .route("/docs/", get(page::docs))
        .route("/docs/{file}", get(page::viewer_file))
        .merge(of_a_world())
        .nest("/worlds/{world}", of_a_world())
        .fallback(unknown)
        .method_not_allowed_fallback(unknown)
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .with_state(worlds)
}

/// What every world has for itself.
fn of_a_world() -> Router<Arc<Worlds>> {
    Router::new()
        .route("/state", get(state::get))
        .route("/view", get(view::get))
        .route("/openapi.json", get(openapi::as_json))
        .route("/openapi.yaml", get(openapi::as_yaml))
        .route("/state/data", get(data::get).put(data::put))
        .route("/state/data/schema", get(data::schema))
        .route("/reset", post(state::reset))
        .route("/seed", post(state::seed))
        .route("/shapes", put(shapes::set_preset))
        .route("/quirks/{name}", put(shapes::set_quirk))
        .route("/nulls", put(shapes::set_nulls))
        .route("/rate_limit", put(state::set_rate_limit))
        .route("/faults", get(faults::list).post(faults::add).delete(faults::clear))
        .route("/faults/{id}", delete(faults::remove))
        .route("/requests", get(requests::get).delete(requests::clear))
        .route("/events", get(events::get))
        .route("/processes/{id}/end", post(processes::end))
}

/// What there is, for who asks for something else.
async fn unknown(request: Request) -> Response {
    let (method, path) = (request.method(), request.uri().path());
    let message = format!(
        "there is no {method} {path}; there are GET /state, GET and PUT /state/data, GET \
         /state/data/schema, POST /reset and /seed, PUT /shapes, /quirks/{{name}}, /nulls and \
         /rate_limit, GET, POST and DELETE /faults, DELETE /faults/{{id}}, GET and DELETE \
         /requests, GET /events, /view, /openapi.json and /openapi.yaml, POST \
         /processes/{{id}}/end, each below /worlds/{{name}} too, GET and POST /worlds, DELETE \
         /worlds/{{name}}, and GET / and /docs/ for pages"
    );
    problem(StatusCode::NOT_FOUND, &message)
}

/// Does something with a JSON body, whatever content type it was sent as: `curl -d` sends none of
/// its own.
fn parsed<T: DeserializeOwned>(body: &[u8], act: impl FnOnce(T) -> Response) -> Response {
    match parse_data(body) {
        Ok(value) => act(value),
        Err(error) => problem(StatusCode::BAD_REQUEST, &error.to_string()),
    }
}

fn problem(status: StatusCode, message: &str) -> Response {
    (status, json_response(&json!({ "error": message }))).into_response()
}

fn json_response(value: &Value) -> Response {
    ([("content-type", "application/json")], value.to_string()).into_response()
}
