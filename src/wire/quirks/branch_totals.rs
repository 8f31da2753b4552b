//! `branch_totals`: the total of the list of branches was seen to be one less than the list holds,
//! `1` for two and `2` for three, and right in a later answer. A walk asks for one page more behind
//! a full one, whatever the total: `crate::pages`. The test of it, `tests/it/key_lists.rs`.
