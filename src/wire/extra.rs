//! Fields of bodies that the document does not name.

use serde::ser::{Error, SerializeMap, Serializer};
use serde_json::{Map, Value};

/// The fields of a type that the document names.
pub(crate) trait Fields {
    const NAMES: &'static [&'static str];
}

/// Writes the fields beside those that the document names. One of these would be sent twice, so it
/// is an error.
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
