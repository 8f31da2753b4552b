//! Worlds: the list, a new one, and the end of one.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{description, json_response, parsed, problem};
use crate::quirks::Preset;
use crate::server::{World, WorldError, Worlds};

pub(super) async fn list(State(worlds): State<Arc<Worlds>>) -> Response {
    let worlds = worlds.all();
    let views: Vec<Value> = worlds.iter().map(|world| view(world)).collect();
    json_response(&json!({ "worlds": views }))
}

fn view(world: &World) -> Value {
    json!({ "world": world.name, "control_url": world.settings.urls.control })
}

/// What a new world shall be. All of it may be left out, and so may the body.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    shapes: Option<Preset>,
}

pub(super) async fn create(State(worlds): State<Arc<Worlds>>, body: Bytes) -> Response {
    let body = if body.is_empty() { &b"{}"[..] } else { &body };
    parsed::<Wanted>(body, |wanted| {
        match worlds.create(wanted.name.as_deref(), wanted.shapes) {
            Ok(world) => (StatusCode::CREATED, json_response(&description(&world))).into_response(),
            Err(error) => refused(&error),
        }
    })
}

pub(super) async fn remove(
    State(worlds): State<Arc<Worlds>>,
    Path(name): Path<String>,
) -> Response {
    match worlds.remove(&name) {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(error) => refused(&error),
    }
}

fn refused(error: &WorldError) -> Response {
    let status = match error {
        WorldError::BadName(_) => StatusCode::BAD_REQUEST,
        WorldError::Taken(_) => StatusCode::CONFLICT,
        WorldError::Unknown(_) => StatusCode::NOT_FOUND,
        WorldError::TooMany => StatusCode::TOO_MANY_REQUESTS,
    };
    problem(status, &error.to_string())
}
