//! Fields of bodies that are not in the document.

use serde::ser::{Error, SerializeMap};
use serde_json::{Map, Value};

/// Serializes the extra fields. A documented one is an error, because it would be sent twice.
pub(crate) fn write<M: SerializeMap>(
    extra: &Map<String, Value>,
    documented: &[&str],
    map: &mut M,
) -> Result<(), M::Error> {
    for (name, value) in extra {
        if documented.contains(&name.as_str()) {
            let reason = format!("`{name}` is a documented field: use its setter, not `extra`");
            return Err(M::Error::custom(reason));
        }
        map.serialize_entry(name, value)?;
    }
    Ok(())
}
