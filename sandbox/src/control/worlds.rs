//! The list of worlds, a new one, and the removal of one.

use std::sync::Arc;

use axum::Extension;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use serde_json::{Value, json};

use super::steer::blocking;
use super::{Problem, bad_request, description, json_response, parse};
use crate::quirks::Preset;
use crate::seed::Seed;
use crate::settings::Urls;
use crate::worlds::{World, WorldError, Worlds};

pub(super) async fn list(
    State(worlds): State<Arc<Worlds>>,
    Extension(urls): Extension<Urls>,
) -> Response {
    let views: Vec<Value> = worlds.all().iter().map(|world| view(world, urls.clone())).collect();
    json_response(&json!({ "worlds": views }))
}

fn view(world: &World, urls: Urls) -> Value {
    json!({ "world": world.name, "control_url": world.urls_at(urls).control })
}

/// A new world. The body, and all its members, are optional.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Wanted {
    name: Option<String>,
    seed: Option<Value>,
    variants: Option<Preset>,
}

pub(super) async fn create(
    State(worlds): State<Arc<Worlds>>,
    Extension(urls): Extension<Urls>,
    body: Bytes,
) -> Result<(StatusCode, Response), Problem> {
    blocking(move || {
        let Wanted { name, seed, variants } = match body.is_empty() {
            true => Wanted::default(),
            false => parse(&body)?,
        };
        let seed = seed.map(Seed::new).transpose();
        let seed = seed.map_err(|error| bad_request(error.within("seed")))?;
        let world = worlds.create(name.as_deref(), seed.as_ref(), variants).map_err(refused)?;
        Ok((StatusCode::CREATED, json_response(&description(&world, &world.urls_at(urls)))))
    })
    .await
}

pub(super) async fn remove(
    State(worlds): State<Arc<Worlds>>,
    Path(name): Path<String>,
) -> Result<StatusCode, Problem> {
    worlds.remove(&name).map_err(refused)?;
    Ok(StatusCode::NO_CONTENT)
}

fn refused(error: WorldError) -> Problem {
    let status = match error {
        WorldError::BadName(_) => StatusCode::BAD_REQUEST,
        WorldError::Taken(_) => StatusCode::CONFLICT,
        WorldError::Unknown(_) => StatusCode::NOT_FOUND,
        WorldError::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
    };
    Problem(status, error.to_string())
}
