//! `invalid_token`: a missing or invalid token is rejected with 401, or with 400 and a message that
//! names the `X-Api-Token` header. Only a 401 refreshes an access token. Tested in
//! `tests/it/variants.rs`.
