//! `error_wrapper`: an error says `{"error":{"message":"Not found","code":404}}`, as documented, or
//! `{"message":"Not found","code":404}`. [`Error::message`](crate::Error::message) reads both.
//! `tests/it/errors.rs` has every form, `tests/it/shapes.rs` these two.
