//! The faults of a world.

use axum::body::Bytes;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};

use super::in_world::InWorld;
use super::parsed;
use crate::faults::Fault;

pub(super) async fn add(InWorld(world): InWorld, body: Bytes) -> Response {
    parsed::<Fault>(&body, |fault| {
        world.faults().add(fault);
        StatusCode::NO_CONTENT.into_response()
    })
}

pub(super) async fn clear(InWorld(world): InWorld) -> StatusCode {
    world.faults().clear();
    StatusCode::NO_CONTENT
}
