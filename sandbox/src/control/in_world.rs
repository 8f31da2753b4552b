//! The world that a request to a control endpoint is about.

use std::collections::HashMap;
use std::sync::Arc;

use axum::extract::{FromRequestParts, Path};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse as _, Response};

use super::problem;
use crate::worlds::{DEFAULT_WORLD, World, Worlds};

/// The world that the path names, else the default one; 404 where it is not there.
pub(super) struct InWorld(pub(super) Arc<World>);

impl FromRequestParts<Arc<Worlds>> for InWorld {
    type Rejection = Response;

    async fn from_request_parts(
        parts: &mut Parts,
        worlds: &Arc<Worlds>,
    ) -> Result<Self, Self::Rejection> {
        let path = Path::<HashMap<String, String>>::from_request_parts(parts, worlds).await;
        let Path(path) = path.map_err(|rejection| rejection.into_response())?;
        let name = path.get("world").map_or(DEFAULT_WORLD, String::as_str);
        let missing = || problem(StatusCode::NOT_FOUND, &format!("there is no world {name:?}"));
        worlds.get(name).map(Self).ok_or_else(missing)
    }
}
