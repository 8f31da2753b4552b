//! Which requests a fault or a filter of the record applies to.

use crate::document::Document;
use crate::state::suggestion;

/// The pseudo-operation of requests to the bundle host.
pub const DOWNLOAD_BUNDLE: &str = "downloadBundle";
pub(crate) const ANY: &str = "any";

/// Fails if there is no such operation.
pub(crate) fn check_operation(document: &Document, name: &str) -> Result<(), String> {
    let operations = document.operations().iter().map(|it| it.id.as_str());
    let known: Vec<_> = operations.chain([ANY, DOWNLOAD_BUNDLE]).collect();
    if known.contains(&name) {
        return Ok(());
    }
    Err(format!("`operation`: there is no {name:?}{}", suggestion(name, known)))
}
