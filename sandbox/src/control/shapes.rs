//! The shapes of a world's answers: the sides of contradictions, and nulls.

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;
use serde_json::Value;

use super::in_world::InWorld;
use super::{parsed, problem};
use crate::nulls::Nulls;
use crate::quirks::{Quirk, Shape};

/// What a path names beside the world.
#[derive(Deserialize)]
pub(super) struct Named {
    name: String,
}

/// `{"shape": "sample"}` or `{"shape": "other"}`.
pub(super) async fn set_quirk(
    InWorld(world): InWorld,
    Path(named): Path<Named>,
    body: Bytes,
) -> Response {
    let Ok(quirk) = serde_json::from_value::<Quirk>(Value::from(named.name)) else {
        return problem(StatusCode::NOT_FOUND, "there is no such quirk");
    };
    #[derive(Deserialize)]
    struct Wanted {
        shape: Shape,
    }
    parsed::<Wanted>(&body, |wanted| {
        world.quirks().set(quirk, wanted.shape);
        StatusCode::NO_CONTENT.into_response()
    })
}

/// `{"nulls": "off"}`, `{"nulls": "values"}` or `{"nulls": "all"}`.
pub(super) async fn set_nulls(InWorld(world): InWorld, body: Bytes) -> Response {
    #[derive(Deserialize)]
    struct Wanted {
        nulls: Nulls,
    }
    parsed::<Wanted>(&body, |wanted| {
        *world.nulls() = wanted.nulls;
        StatusCode::NO_CONTENT.into_response()
    })
}
