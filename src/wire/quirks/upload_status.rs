//! `upload_status`: an upload is documented to answer 202, or 200, or 302 with the same body, which
//! is "not used" and reserved for a file that is in the queue already. All three are answers here,
//! with their status in [`Response::status`](crate::Response::status); a 302 without such a body is
//! an error, and none is followed. `tests/it/files.rs` uploads with each.
