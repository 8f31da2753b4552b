//! Which requests a fault or a filter of the record applies to.

use crate::document::Document;
use crate::state::suggestion;

/// The pseudo-operation of requests to the bundle host.
pub const DOWNLOAD_BUNDLE: &str = "downloadBundle";
pub(crate) const ANY: &str = "any";

/// # Errors
///
/// Fails if there is no such operation.
pub(crate) fn check_operation(document: &Document, name: &str) -> Result<(), String> {
    if [ANY, DOWNLOAD_BUNDLE].contains(&name) || document.operation(name).is_some() {
        return Ok(());
    }
    let operations = document.operations().iter().map(|it| it.id.as_str());
    let near = suggestion(name, operations.chain([ANY, DOWNLOAD_BUNDLE]));
    Err(format!("`operation`: there is no {name:?}{near}"))
}
