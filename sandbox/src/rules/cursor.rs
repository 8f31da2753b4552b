//! Cursors of lists by rising id: opaque to clients, here the last id of a page.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

pub(crate) fn behind(id: u64) -> String {
    STANDARD.encode(json!({ "id": id }).to_string())
}

/// The id of the last item before a cursor; `None` where it is none.
pub(crate) fn last_id(cursor: &str) -> Option<u64> {
    let text = STANDARD.decode(cursor).ok()?;
    let value: Value = serde_json::from_slice(&text).ok()?;
    value["id"].as_u64()
}
