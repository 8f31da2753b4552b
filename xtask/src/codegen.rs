//! The generator that `build.rs` runs, for its tests, for the check of the document, and for the
//! tables that tests have of the operations.

#[path = "../../codegen/mod.rs"]
#[allow(dead_code, reason = "only the build script writes the files")]
mod generator;
mod tables;
#[cfg(test)]
pub(crate) mod tests;

pub(crate) use generator::generate;
pub(crate) use tables::tables;
