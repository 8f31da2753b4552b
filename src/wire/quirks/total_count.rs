//! `total_count`: the total of a list is documented in `X-Total-Count`, but was only observed in
//! `X-Pagination-Total-Count`. [`Response::total_count`](crate::Response::total_count) reads the
//! first, then the second. Tested in `tests/it/variants.rs`.
