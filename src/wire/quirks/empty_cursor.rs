//! `empty_cursor`: on the last page of a list by cursor, `X-Pagination-Next-Cursor` is absent or
//! empty. `Response::next_cursor` returns `None` for both. Tested in `tests/it/key_lists.rs`.
