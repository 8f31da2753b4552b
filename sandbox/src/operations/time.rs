//! Times in requests, responses and seeds.

use chrono::{DateTime, NaiveDateTime};
use serde_json::Value;

/// A time as the service writes it.
pub(super) fn time(seconds: i64) -> String {
    let time = DateTime::from_timestamp(seconds, 0).unwrap_or_default().naive_utc();
    format!("{time} (Etc/UTC)")
}

/// The seconds of a time in one of its forms: as the service writes it (its zone is UTC), in RFC
/// 3339, or in seconds.
pub(crate) fn seconds_of(time: &Value) -> Option<i64> {
    let Some(text) = time.as_str() else {
        return time.as_i64().filter(|at| DateTime::from_timestamp(*at, 0).is_some());
    };
    let plain = text.split(" (").next().unwrap_or_default();
    match NaiveDateTime::parse_from_str(plain, "%Y-%m-%d %H:%M:%S") {
        Ok(time) => Some(time.and_utc().timestamp()),
        Err(_) => DateTime::parse_from_rfc3339(text).ok().map(|time| time.timestamp()),
    }
}
