//! How much of a body is read: as much as its operation and its caller can make use of.

use axum::http::{HeaderMap, StatusCode};

use super::authorize::authenticate;
use crate::document::Operation;
use crate::http::Refusal;
use crate::worlds::World;

/// An upload of 1 GiB in Base64, and its options.
const UPLOAD: usize = 1536 << 20;
const CALL: usize = 64 << 20;
/// What is read of a body that nothing is done with, so that its sender gets to read the answer.
const UNUSED: usize = 1 << 20;

/// The size of a body, and the answer to a larger one.
#[derive(Debug)]
pub(super) struct BodyLimit {
    pub(super) bytes: usize,
    pub(super) beyond: Refusal,
}

impl BodyLimit {
    /// That of a request, which may be for no operation.
    pub(super) fn of(world: &World, operation: Option<&Operation>, headers: &HeaderMap) -> Self {
        let too_large = Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is too large");
        let used = operation.filter(|it| it.request_body.is_some() && !it.security.is_empty());
        let Some(operation) = used else {
            return Self { bytes: UNUSED, beyond: too_large };
        };
        let quirks = *world.quirks();
        let caller = authenticate(&world.state(), quirks, operation, headers);
        let (bytes, beyond) = match caller {
            Ok(_) if operation.id == "uploadFile" => (UPLOAD, too_large),
            Ok(_) => (CALL, too_large),
            Err(refusal) => (UNUSED, refusal),
        };
        Self { bytes, beyond }
    }
}
