//! What a test changes in a world: its data, variants, limits and faults.

use axum::body::Bytes;
use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use serde_json::json;

use super::{InWorld, Problem, bad_request, json_response, parse, parse_member};
use crate::faults::FaultId;

type Done = Result<StatusCode, Problem>;

const DONE: Done = Ok(StatusCode::NO_CONTENT);

/// The fault that a path names.
#[derive(Deserialize)]
pub(super) struct Named {
    id: String,
}

pub(super) async fn data(InWorld(world): InWorld) -> Result<Response, Problem> {
    blocking(move || Ok(json_response(&world.data()))).await
}

pub(super) async fn set_data(InWorld(world): InWorld, body: Bytes) -> Done {
    blocking(move || {
        world.set_data(&parse(&body)?).map_err(bad_request)?;
        DONE
    })
    .await
}

/// Runs on a thread that may block, because data can be large.
pub(super) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let failed = |error| Err(Problem(StatusCode::INTERNAL_SERVER_ERROR, format!("{error}")));
    tokio::task::spawn_blocking(work).await.unwrap_or_else(failed)
}

pub(super) async fn reset(InWorld(world): InWorld) -> Done {
    world.reset();
    DONE
}

pub(super) async fn seed(InWorld(world): InWorld) -> Done {
    world.seed();
    DONE
}

pub(super) async fn set_variants(InWorld(world): InWorld, body: Bytes) -> Done {
    world.set_variants(parse_member(&body, "preset")?);
    DONE
}

pub(super) async fn set_nulls(InWorld(world): InWorld, body: Bytes) -> Done {
    world.set_nulls(parse_member(&body, "nulls")?);
    DONE
}

/// Takes `{"per_second": 6, "in_flight": 10}`, or `null` for no limit.
pub(super) async fn set_rate_limit(InWorld(world): InWorld, body: Bytes) -> Done {
    world.set_rate_limit(parse(&body)?);
    DONE
}

pub(super) async fn add_fault(
    InWorld(world): InWorld,
    body: Bytes,
) -> Result<(StatusCode, Response), Problem> {
    let id = world.add_fault(parse(&body)?).map_err(bad_request)?;
    Ok((StatusCode::CREATED, json_response(&json!({ "id": id }))))
}

pub(super) async fn faults(InWorld(world): InWorld) -> Response {
    json_response(&json!({ "faults": world.faults() }))
}

pub(super) async fn remove_fault(InWorld(world): InWorld, Path(at): Path<Named>) -> Done {
    if at.id.parse().is_ok_and(|id| world.remove_fault(FaultId(id))) {
        return DONE;
    }
    let message = format!("there is no fault {}; GET /faults lists them", at.id);
    Err(Problem(StatusCode::NOT_FOUND, message))
}

pub(super) async fn clear_faults(InWorld(world): InWorld) -> Done {
    world.clear_faults();
    DONE
}
