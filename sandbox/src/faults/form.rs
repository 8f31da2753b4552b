//! How faults are written as JSON, where their types are not; `read` reads it.

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use serde::Serializer;

/// What stands for a count without end.
pub(super) const ALWAYS: &str = "always";

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

/// A count, or `always` for no end.
#[expect(clippy::ref_option, reason = "as the derived code calls it")]
pub(super) fn count_or_always<S: Serializer>(
    times: &Option<u64>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    match times {
        Some(count) => serializer.serialize_u64(*count),
        None => serializer.serialize_str(ALWAYS),
    }
}

/// A duration in milliseconds.
pub(super) fn milliseconds<S: Serializer>(
    time: &Duration,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_u64(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
}

/// Bytes in Base64.
pub(super) fn base64<S: Serializer>(bytes: &Bytes, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&STANDARD.encode(bytes))
}
