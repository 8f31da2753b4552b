//! Worlds: the list, a new one, and the end of one.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::{Value, json};

use super::data::{blocking, parse};
use super::{description, json_response, problem};
use crate::quirks::Preset;
use crate::state::{Data, DataError, Seed};
use crate::worlds::{World, WorldError, Worlds};

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
    seed: Option<Data>,
    #[serde(default)]
    shapes: Option<Preset>,
}

pub(super) async fn create(State(worlds): State<Arc<Worlds>>, body: Bytes) -> Response {
    blocking(move || {
        let (wanted, seed) = match wanted(&body, worlds.default.settings.load.comments) {
            Ok(wanted) => wanted,
            Err(error) => return problem(StatusCode::BAD_REQUEST, &error.to_string()),
        };
        match worlds.create(wanted.name.as_deref(), seed.as_ref(), wanted.shapes) {
            Ok(world) => (StatusCode::CREATED, json_response(&description(&world))).into_response(),
            Err(error) => refused(&error),
        }
    })
    .await
}

/// What is wanted, and the seed of that.
fn wanted(body: &[u8], comments: u32) -> Result<(Wanted, Option<Seed>), DataError> {
    let body = if body.is_empty() { b"{}" } else { body };
    let mut wanted: Wanted = parse(body)?;
    let seed = wanted.seed.take().map(|data| Seed::new(data, comments));
    let seed = seed.transpose().map_err(|error| error.within("seed"))?;
    Ok((wanted, seed))
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
