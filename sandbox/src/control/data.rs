//! The data of a world as JSON, and the schema of that.

use axum::body::Bytes;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};

use super::in_world::InWorld;
use super::problem;
use crate::state::{Data, SCHEMA};

pub(super) use crate::state::parse_data as parse;

pub(super) async fn get(InWorld(world): InWorld) -> Response {
    blocking(move || json(world.all_data().to_json())).await
}

pub(super) async fn put(InWorld(world): InWorld, body: Bytes) -> Response {
    blocking(move || match Data::parse(&body).and_then(|data| world.replace(data)) {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(error) => problem(StatusCode::BAD_REQUEST, &error.to_string()),
    })
    .await
}

pub(super) async fn schema(InWorld(_): InWorld) -> Response {
    json(SCHEMA.as_bytes().to_vec())
}

fn json(body: Vec<u8>) -> Response {
    ([("content-type", "application/json")], body).into_response()
}

/// Answers from a thread where it may take its time: data can be large.
pub(super) async fn blocking(answer: impl FnOnce() -> Response + Send + 'static) -> Response {
    let answered = tokio::task::spawn_blocking(answer).await;
    answered.unwrap_or_else(|error| problem(StatusCode::INTERNAL_SERVER_ERROR, &error.to_string()))
}
