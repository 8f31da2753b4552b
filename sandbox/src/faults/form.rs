//! How faults are written in JSON, if not as their types are.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

#[expect(clippy::unnecessary_wraps, reason = "the default of an optional field")]
pub(super) fn once() -> Option<u64> {
    Some(1)
}

pub(super) fn all() -> f64 {
    1.0
}

pub(super) fn yes() -> bool {
    true
}

pub(super) fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

pub(super) fn is_once(times: &Option<u64>) -> bool {
    *times == once()
}

#[expect(
    clippy::float_cmp,
    clippy::trivially_copy_pass_by_ref,
    reason = "the default itself, as the derived code asks for it"
)]
pub(super) fn is_all(share: &f64) -> bool {
    *share == all()
}

/// Reads a value that may be null.
pub(super) fn even_null<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Value>, D::Error> {
    Value::deserialize(from).map(Some)
}

/// A count, or `"always"` for no end.
pub(super) mod times {
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serialize as _, Serializer};
    use serde_json::Value;

    #[expect(clippy::ref_option, reason = "as the derived code calls it")]
    pub(in super::super) fn serialize<S: Serializer>(
        times: &Option<u64>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        times.map_or_else(|| "always".into(), Value::from).serialize(serializer)
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<u64>, D::Error> {
        match Value::deserialize(from)? {
            always if always == "always" => Ok(None),
            count => count.as_u64().map(Some).ok_or_else(|| {
                D::Error::custom("this is neither a whole number, as 2, nor \"always\"")
            }),
        }
    }
}

/// A duration in milliseconds.
pub(super) mod milliseconds {
    use std::time::Duration;

    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(in super::super) fn serialize<S: Serializer>(
        time: &Duration,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_u64(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_millis)
    }
}

/// Bytes in Base64.
pub(super) mod base64 {
    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use bytes::Bytes;
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    pub(in super::super) fn serialize<S: Serializer>(
        bytes: &Bytes,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&STANDARD.encode(bytes))
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Bytes, D::Error> {
        let bytes = STANDARD.decode(String::deserialize(from)?);
        bytes.map(Bytes::from).map_err(|error| D::Error::custom(format!("no Base64: {error}")))
    }
}
