//! `upload_status`: an upload is documented to return 202, 200, or 302 with the same body, which is
//! reserved for a file that is already queued. All three succeed, with the status in
//! [`Response::status`](crate::Response::status). A 302 without such a body is an error, and
//! redirects are not followed. Tested in `tests/it/files.rs`.
