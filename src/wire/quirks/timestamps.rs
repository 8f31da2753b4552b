//! `timestamps`: times are text with a time zone label, and Unix seconds. The label may be wrong:
//! trust the number.

use chrono::{DateTime, FixedOffset, NaiveDateTime, Utc};

text_id! {
    /// A time as text, as received: `2025-03-04 10:15:30 (UTC)`.
    TimestampText
}

impl TimestampText {
    /// Returns the time if the label is UTC or an offset such as `+02:00`. Names of other time
    /// zones are not resolved; use the field with Unix seconds. Also reads ISO 8601.
    pub fn to_utc(&self) -> Option<DateTime<Utc>> {
        if let Ok(time) = DateTime::parse_from_rfc3339(self.0.trim()) {
            return Some(time.to_utc());
        }
        let (local, label) = self.0.trim().strip_suffix(')')?.split_once('(')?;
        let local = NaiveDateTime::parse_from_str(local.trim(), "%Y-%m-%d %H:%M:%S").ok()?;
        let offset = match label.trim() {
            "UTC" | "Etc/UTC" | "GMT" | "Z" => return Some(local.and_utc()),
            label => label.trim_start_matches("UTC").parse::<FixedOffset>().ok()?,
        };
        Some(local.and_local_timezone(offset).single()?.to_utc())
    }
}

/// Returns a time from its number if there is one, otherwise from its text.
pub(crate) fn time(seconds: Option<i64>, text: Option<&TimestampText>) -> Option<DateTime<Utc>> {
    let number = seconds.and_then(|seconds| DateTime::from_timestamp(seconds, 0));
    number.or_else(|| text?.to_utc())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::Comment;

    #[test]
    fn text_and_number_say_the_same() -> serde_json::Result<()> {
        let text: Comment =
            serde_json::from_str(r#"{"comment_id":1,"added_at":"2025-03-04 10:15:30 (UTC)"}"#)?;
        let number: Comment =
            serde_json::from_str(r#"{"comment_id":1,"added_at_timestamp":1741083330}"#)?;
        assert!(text.added().is_some());
        assert_eq!(text.added(), number.added());
        Ok(())
    }

    #[test]
    fn labels() {
        let seconds = |text: &str| TimestampText::from(text).to_utc().map(|time| time.timestamp());
        for label in ["UTC", "Etc/UTC", "+00:00", "UTC+00:00"] {
            assert_eq!(
                seconds(&format!("2025-03-04 10:15:30 ({label})")),
                Some(1_741_083_330),
                "{label}"
            );
        }
        assert_eq!(seconds("2025-03-04 12:15:30 (+02:00)"), Some(1_741_083_330));
        for unknown in [
            "2025-03-04 10:15:30 (Europe/Riga)",
            "2025-03-04 10:15:30",
            "2025-13-04 10:15:30 (UTC)",
            "",
        ] {
            assert_eq!(seconds(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn the_number_wins() -> serde_json::Result<()> {
        let comment: Comment = serde_json::from_str(
            r#"{"comment_id":1,"added_at":"2025-03-04 10:15:30 (Mars)","added_at_timestamp":"60"}"#,
        )?;
        assert_eq!(comment.added().map(|time| time.timestamp()), Some(60));
        assert_eq!(comment.added_at, Some("2025-03-04 10:15:30 (Mars)".into()));
        Ok(())
    }
}
