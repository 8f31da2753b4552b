//! The generator that `build.rs` runs, for its tests and for the check of the document.

#[path = "../../codegen/mod.rs"]
#[allow(dead_code, reason = "only the build script writes the files")]
mod generator;

pub(crate) use generator::generate;
