//! The document as JSON: in its own order, with what its YAML says once written where it holds.

use serde_json::Value;

pub(super) fn write(document: &Value) -> String {
    // The alternate form of a value is indented.
    format!("{document:#}\n")
}
