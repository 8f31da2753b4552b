//! `error_wrapper`: an error is `{"error":{"message":"Not found","code":404}}`, as documented, or
//! `{"message":"Not found","code":404}`. [`Error::message`](crate::Error::message) reads both.
//! Tested in `tests/it/errors.rs` and `tests/it/variants.rs`.
