//! The record of what was sent to a world.

use axum::http::StatusCode;
use axum::response::Response;
use serde_json::json;

use super::in_world::InWorld;
use super::json_response;

pub(super) async fn all(InWorld(world): InWorld) -> Response {
    json_response(&json!({ "requests": world.record().all() }))
}

pub(super) async fn clear(InWorld(world): InWorld) -> StatusCode {
    world.record().clear();
    StatusCode::NO_CONTENT
}
