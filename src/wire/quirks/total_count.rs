//! `total_count`: the total of a list is documented in `X-Total-Count`, and was only seen in
//! `X-Pagination-Total-Count`. [`Response::total_count`](crate::Response::total_count) reads the
//! first, then the second. `tests/it/shapes.rs` reads a list with either.
