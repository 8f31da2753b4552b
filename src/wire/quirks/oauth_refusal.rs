//! `oauth_refusal`: a refusal of the authorization server echoes the `state` of the request, as
//! documented, or has none and an `error_uri`. What it is about does not depend on either:
//! `tests/it/shapes.rs` is refused both ways.
