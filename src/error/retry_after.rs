//! The header `Retry-After`.

use std::time::Duration;

use chrono::{DateTime, Utc};

/// Parses `Retry-After`: seconds, or a date (RFC 9110, section 10.2.3). Zero and a date in the past
/// count as absent, because retries without a pause would use up all attempts at once.
pub(crate) fn retry_after(value: &str, now: DateTime<Utc>) -> Option<Duration> {
    let value = value.trim();
    let pause = if !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit()) {
        // A number that overflows counts as forever.
        value.parse().map_or(Duration::MAX, Duration::from_secs)
    } else {
        let date = DateTime::parse_from_rfc2822(value).ok()?;
        (date.to_utc() - now).to_std().unwrap_or_default()
    };
    Some(pause).filter(|pause| !pause.is_zero())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_is_seconds_or_a_date() {
        let now = DateTime::parse_from_rfc3339("2015-10-21T07:27:00Z").unwrap().to_utc();
        for (value, expected) in [
            ("3", Some(3)),
            (" 120 ", Some(120)),
            ("Wed, 21 Oct 2015 07:28:00 GMT", Some(60)),
            ("Wed, 21 Oct 2015 07:20:00 GMT", None),
            ("0", None),
            ("-3", None),
            ("3.5", None),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(retry_after(value, now), expected.map(Duration::from_secs), "{value}");
        }
        assert_eq!(retry_after("99999999999999999999999", now), Some(Duration::MAX));
    }
}
