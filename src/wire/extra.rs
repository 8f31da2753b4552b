//! Fields of bodies that are not in the document.

use serde::ser::{Error, SerializeMap, Serializer};
use serde_json::{Map, Value};

/// The documented fields of a type.
pub(crate) trait Fields {
    const NAMES: &'static [&'static str];
}

/// Serializes the extra fields. A documented one is an error, because it would be sent twice.
pub(crate) fn write<T: Fields, S: Serializer>(
    extra: &Map<String, Value>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(extra.len()))?;
    for (name, value) in extra {
        if T::NAMES.contains(&name.as_str()) {
            let reason = format!("`{name}` is a documented field: use its setter, not `extra`");
            return Err(S::Error::custom(reason));
        }
        map.serialize_entry(name, value)?;
    }
    map.end()
}
