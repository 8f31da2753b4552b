//! The control endpoints: what the library can do, over HTTP and JSON, for tests in any language.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post, put};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::faults::Fault;
use crate::nulls::Nulls;
use crate::quirks::{Quirk, Shape};
use crate::sandbox::{OAuthApp, SeededProject, Tokens};
use crate::server::Shared;

type Control = State<Arc<Shared>>;

pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/state", get(state))
        .route("/quirks/{name}", put(set_quirk))
        .route("/nulls", put(set_nulls))
        .route("/faults", post(add_fault).delete(clear_faults))
        .route("/requests", get(requests).delete(clear_requests))
        .route("/reset", post(reset))
        .route("/seed", post(seed))
        .with_state(shared)
}

async fn state(State(shared): Control) -> Response {
    json_response(&description(&shared))
}

/// Addresses, credentials, ids, and the shapes and nulls that are set.
pub(crate) fn description(shared: &Shared) -> Value {
    let urls = &shared.settings.urls;
    let quirks = *shared.quirks();
    let shapes = Quirk::ALL.map(|quirk| (name(quirk), json!(quirks.get(quirk))));
    json!({
        "base_url": urls.base,
        "auth_url": urls.auth,
        "cursor_url": urls.cursor,
        "bundle_url": urls.bundle,
        "control_url": urls.control,
        "tokens": Tokens::SEEDED,
        "oauth_app": OAuthApp::SEEDED,
        "project": SeededProject::SEEDED,
        "quirks": Value::from_iter(shapes),
        "nulls": *shared.nulls(),
    })
}

/// `{"shape": "sample"}` or `{"shape": "other"}`.
async fn set_quirk(State(shared): Control, Path(name): Path<String>, body: Bytes) -> Response {
    let Ok(quirk) = serde_json::from_value::<Quirk>(Value::from(name)) else {
        return problem(StatusCode::NOT_FOUND, "there is no such quirk");
    };
    #[derive(serde::Deserialize)]
    struct Wanted {
        shape: Shape,
    }
    parsed::<Wanted>(&body, |wanted| shared.quirks().set(quirk, wanted.shape))
}

/// `{"nulls": "off"}`, `{"nulls": "values"}` or `{"nulls": "all"}`.
async fn set_nulls(State(shared): Control, body: Bytes) -> Response {
    #[derive(serde::Deserialize)]
    struct Wanted {
        nulls: Nulls,
    }
    parsed::<Wanted>(&body, |wanted| *shared.nulls() = wanted.nulls)
}

async fn add_fault(State(shared): Control, body: Bytes) -> Response {
    parsed::<Fault>(&body, |fault| shared.faults().add(fault))
}

async fn clear_faults(State(shared): Control) -> StatusCode {
    shared.faults().clear();
    StatusCode::NO_CONTENT
}

async fn requests(State(shared): Control) -> Response {
    json_response(&json!({ "requests": shared.record().all() }))
}

async fn clear_requests(State(shared): Control) -> StatusCode {
    shared.record().clear();
    StatusCode::NO_CONTENT
}

async fn reset(State(shared): Control) -> StatusCode {
    shared.reset();
    StatusCode::NO_CONTENT
}

async fn seed(State(shared): Control) -> StatusCode {
    shared.seed();
    StatusCode::NO_CONTENT
}

/// Does something with a JSON body, whatever content type it was sent as: `curl -d` sends none of its own.
fn parsed<T: DeserializeOwned>(body: &[u8], act: impl FnOnce(T)) -> Response {
    match serde_json::from_slice(body) {
        Ok(value) => {
            act(value);
            StatusCode::NO_CONTENT.into_response()
        }
        Err(error) => problem(StatusCode::BAD_REQUEST, &error.to_string()),
    }
}

fn problem(status: StatusCode, message: &str) -> Response {
    (status, json_response(&json!({ "error": message }))).into_response()
}

fn json_response(value: &Value) -> Response {
    ([("content-type", "application/json")], value.to_string()).into_response()
}

fn name(quirk: Quirk) -> String {
    let name = json!(quirk);
    name.as_str().unwrap_or_default().to_owned()
}
