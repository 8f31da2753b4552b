//! The shapes of a world's answers: the sides of contradictions, and nulls.

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use serde::Deserialize;

use super::in_world::InWorld;
use super::{parsed, problem};
use crate::quirks::{Preset, Quirk};
use crate::settings::Nulls;

/// What a path names beside the world.
#[derive(Deserialize)]
pub(super) struct Named {
    name: String,
}

/// `{"preset": "observed"}`, `{"preset": "sample"}` or `{"preset": "declared"}`.
pub(super) async fn set_preset(InWorld(world): InWorld, body: Bytes) -> Response {
    #[derive(Deserialize)]
    struct Wanted {
        preset: String,
    }
    parsed::<Wanted>(&body, |wanted| match wanted.preset.parse::<Preset>() {
        Ok(preset) => {
            *world.quirks() = preset.into();
            StatusCode::NO_CONTENT.into_response()
        }
        Err(error) => problem(StatusCode::BAD_REQUEST, &error.to_string()),
    })
}

/// `{"shape": "sample"}`, `{"shape": "other"}`, or `{"shape": "both"}` where there is that.
pub(super) async fn set_quirk(
    InWorld(world): InWorld,
    Path(named): Path<Named>,
    body: Bytes,
) -> Response {
    let quirk = match named.name.parse::<Quirk>() {
        Ok(quirk) => quirk,
        Err(error) => return problem(StatusCode::NOT_FOUND, &error.to_string()),
    };
    #[derive(Deserialize)]
    struct Wanted {
        shape: String,
    }
    parsed::<Wanted>(&body, |wanted| match quirk.shape(&wanted.shape) {
        Ok(shape) => {
            world.quirks().set(quirk, shape);
            StatusCode::NO_CONTENT.into_response()
        }
        Err(error) => problem(StatusCode::BAD_REQUEST, &error.to_string()),
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
