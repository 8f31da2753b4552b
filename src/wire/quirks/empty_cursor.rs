//! `empty_cursor`: behind the last page of a list by cursor `X-Pagination-Next-Cursor` is absent,
//! or empty. `Response::next_cursor` takes both for none. The test of it, `tests/it/key_lists.rs`.
