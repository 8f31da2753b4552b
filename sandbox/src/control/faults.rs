//! The faults of a world.

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::json;

use super::in_world::InWorld;
use super::{json_response, parsed, problem};
use crate::faults::{Fault, FaultId};

pub(super) async fn add(InWorld(world): InWorld, body: Bytes) -> Response {
    parsed::<Fault>(&body, |fault| match world.add_fault(fault) {
        Ok(id) => (StatusCode::CREATED, json_response(&json!({ "id": id }))).into_response(),
        Err(error) => problem(StatusCode::BAD_REQUEST, &error.to_string()),
    })
}

pub(super) async fn list(InWorld(world): InWorld) -> Response {
    json_response(&json!({ "faults": world.pending().reports() }))
}

/// What a path names beside the world.
#[derive(Deserialize)]
pub(super) struct Named {
    id: String,
}

pub(super) async fn remove(InWorld(world): InWorld, Path(named): Path<Named>) -> Response {
    let id = named.id.parse().map(FaultId);
    match id.is_ok_and(|id| world.pending().remove(id)) {
        true => StatusCode::NO_CONTENT.into_response(),
        false => {
            let message =
                format!("there is no fault {}; GET /faults lists those that are", named.id);
            problem(StatusCode::NOT_FOUND, &message)
        }
    }
}

pub(super) async fn clear(InWorld(world): InWorld) -> StatusCode {
    world.pending().clear();
    StatusCode::NO_CONTENT
}
