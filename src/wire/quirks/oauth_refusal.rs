//! `oauth_refusal`: an error of the authorization server repeats the `state` of the request, as
//! documented, or has an `error_uri` and no `state`. Tested in `tests/it/variants.rs`.
