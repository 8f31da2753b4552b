//! `invalid_token`: a token that is missing or not valid is answered 400 with a
//! message that names the `X-Api-Token` header, or 401. Both are errors with
//! the service's words; only a 401 has an access token refreshed. `tests/it/shapes.rs` meets both.
