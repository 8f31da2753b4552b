//! Why a key was not created or changed.

use serde_json::{Value, json};

use crate::http::Refusal;
use crate::operations::Call;
use crate::operations::views;
use crate::state::Key;

pub(super) const TAKEN: &str = "The key name is taken";

/// The entry of an answer about a key whose name another one has.
pub(super) fn taken(call: &Call<'_>, key: &Key) -> Value {
    let key = json!({ "key_name": views::key_name(call, key) });
    json!({ "message": TAKEN, "code": 400, "key": key })
}

/// The entry about a key that does not exist.
pub(super) fn unknown(id: &Value) -> Value {
    json!({ "message": "No such key in the project", "code": 404, "key": { "key_id": id } })
}

pub(super) fn not_found() -> Refusal {
    Refusal::not_found()
}
