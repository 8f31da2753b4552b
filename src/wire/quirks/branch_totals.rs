//! `branch_totals`: the total of the list of branches was observed to be one too low, and correct
//! in a later response. Lists request one page more after a full one, whatever the total: see
//! `crate::pages`. Tested in `tests/it/key_lists.rs`.
