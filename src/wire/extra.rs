//! Fields of bodies that the document does not name.

use serde::ser::{Error, SerializeMap, Serializer};
use serde_json::{Map, Value};

/// Writes the fields beside those that the document names. One of these would be sent twice, so it
/// is an error.
pub(crate) fn write<S: Serializer>(
    extra: &Map<String, Value>,
    known: &[&str],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(extra.len()))?;
    for (name, value) in extra {
        if known.contains(&name.as_str()) {
            let reason = format!("`{name}` is a documented field: use its setter, not `extra`");
            return Err(S::Error::custom(reason));
        }
        map.serialize_entry(name, value)?;
    }
    map.end()
}
