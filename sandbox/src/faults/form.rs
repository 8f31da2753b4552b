//! The forms of faults in JSON, where they are not those of their types.

use serde::{Deserialize, Deserializer};
use serde_json::Value;

pub(super) fn yes() -> bool {
    true
}

pub(super) fn ok() -> u16 {
    200
}

#[expect(clippy::unnecessary_wraps, reason = "the default of an optional field")]
pub(super) fn once() -> Option<u64> {
    Some(1)
}

pub(super) fn all() -> f64 {
    1.0
}

/// Whether a member can be left out.
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

/// A name, or `any` for every one.
pub(super) fn any_or_name<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<String>, D::Error> {
    String::deserialize(deserializer).map(|name| (name != super::ANY).then_some(name))
}

/// A count, or `always` for no end.
pub(super) mod count_or_always {
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    use super::Value;

    const ALWAYS: &str = "always";

    #[expect(clippy::ref_option, reason = "as the derived code calls it")]
    pub(in super::super) fn serialize<S: Serializer>(
        times: &Option<u64>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match times {
            Some(count) => serializer.serialize_u64(*count),
            None => serializer.serialize_str(ALWAYS),
        }
    }

    pub(in super::super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<u64>, D::Error> {
        match Value::deserialize(deserializer)? {
            Value::String(word) if word == ALWAYS => Ok(None),
            value => value
                .as_u64()
                .map(Some)
                .ok_or_else(|| D::Error::custom("`times` is a count or \"always\"")),
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
        deserializer: D,
    ) -> Result<Duration, D::Error> {
        u64::deserialize(deserializer).map(Duration::from_millis)
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
        deserializer: D,
    ) -> Result<Bytes, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = STANDARD.decode(text).map_err(D::Error::custom)?;
        Ok(bytes.into())
    }
}
