//! What a world is and where, and its return to the beginning.

use axum::http::StatusCode;
use axum::response::Response;
use serde_json::{Value, json};

use super::in_world::InWorld;
use super::json_response;
use crate::quirks::{Quirk, name_of};
use crate::sandbox::SeededProject;
use crate::server::World;

pub(super) async fn get(InWorld(world): InWorld) -> Response {
    json_response(&description(&world))
}

/// Addresses, credentials, ids, and the shapes and nulls that are set.
pub(crate) fn description(world: &World) -> Value {
    let urls = &world.settings.urls;
    let quirks = *world.quirks();
    let shapes = Quirk::ALL.map(|quirk| (name_of(&quirk), json!(quirks.get(quirk))));
    json!({
        "world": world.name,
        "base_url": urls.base,
        "auth_url": urls.auth,
        "cursor_url": urls.cursor,
        "bundle_url": urls.bundle,
        "control_url": urls.control,
        "ca_pem": world.settings.ca_pem,
        "tokens": world.secrets.tokens(),
        "oauth_app": world.secrets.oauth_app(),
        "project": SeededProject::SEEDED,
        "quirks": Value::from_iter(shapes),
        "nulls": *world.nulls(),
        "strict": world.settings.strict,
    })
}

pub(super) async fn reset(InWorld(world): InWorld) -> StatusCode {
    world.reset();
    StatusCode::NO_CONTENT
}

pub(super) async fn seed(InWorld(world): InWorld) -> StatusCode {
    world.seed();
    StatusCode::NO_CONTENT
}
