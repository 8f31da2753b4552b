//! Control of processes: one is ended on purpose, or the next one is going to be.

use std::collections::HashMap;

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};

use super::in_world::InWorld;
use super::{parsed, problem};
use crate::state::{NotEnded, ProcessEnd};

/// What stands for the id of the process that is started next.
const NEXT: &str = "next";

/// `{"status": "failed" or "cancelled", "message": "..", "type": "file-import" or "async-export"}`.
pub(super) async fn end(
    InWorld(world): InWorld,
    Path(path): Path<HashMap<String, String>>,
    body: Bytes,
) -> Response {
    let id = path.get("id").map_or("", String::as_str);
    parsed::<ProcessEnd>(&body, |end| {
        if id == NEXT {
            world.state().ends.push(end);
            return StatusCode::NO_CONTENT.into_response();
        }
        let ended = world.state().end_process(id, end);
        match ended {
            Ok(()) => StatusCode::NO_CONTENT.into_response(),
            Err(why @ NotEnded::Unknown) => problem(StatusCode::NOT_FOUND, &why.to_string()),
            Err(why @ NotEnded::Ended) => problem(StatusCode::CONFLICT, &why.to_string()),
        }
    })
}
