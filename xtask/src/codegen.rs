//! The generator that `build.rs` runs, for its tests, for the check of the document, and for the
//! tables that tests have of the operations.

#[path = "../../codegen/mod.rs"]
#[allow(dead_code, reason = "only the build script writes the files")]
mod generator;
mod tables;
#[cfg(test)]
pub(crate) mod tests;

use std::collections::BTreeSet;

pub(crate) use generator::generate;
pub(crate) use tables::tables;

/// Returns the ids of all operations.
pub(crate) fn operations(document: &str) -> Result<BTreeSet<String>, String> {
    let document = generator::document::Document::parse(document)?;
    let ids = document.all_operations().filter_map(|it| it.value["operationId"].as_str());
    Ok(ids.map(str::to_owned).collect())
}
