//! `timestamps`: a point in time comes as text with a time zone label, and beside it as Unix
//! seconds. The number is the one to trust; the label may be any.

use chrono::{DateTime, FixedOffset, NaiveDateTime, Utc};

use crate::types::{
    Branch, Comment, Contributor, Key, Project, QueuedProcess, Screenshot, Translation,
};

text_id! {
    /// A point in time as the service writes it: `2025-03-04 10:15:30 (UTC)`. Kept as it came.
    TimestampText
}

impl TimestampText {
    /// The point in time, where the label is UTC or an offset such as `+02:00`. Names of other time
    /// zones are not resolved: rules of time zones change, and the number beside the text says the
    /// same.
    pub fn to_utc(&self) -> Option<DateTime<Utc>> {
        let (local, label) = self.0.trim().strip_suffix(')')?.split_once('(')?;
        let local = NaiveDateTime::parse_from_str(local.trim(), "%Y-%m-%d %H:%M:%S").ok()?;
        let offset = match label.trim() {
            "UTC" | "Etc/UTC" | "GMT" | "Z" => return Some(local.and_utc()),
            label => label
                .trim_start_matches("UTC")
                .parse::<FixedOffset>()
                .ok()?,
        };
        Some(local.and_local_timezone(offset).single()?.to_utc())
    }
}

/// The number where there is one, else the text.
fn either(seconds: Option<i64>, text: Option<&TimestampText>) -> Option<DateTime<Utc>> {
    seconds
        .and_then(|seconds| DateTime::from_timestamp(seconds, 0))
        .or_else(|| text?.to_utc())
}

impl Comment {
    /// When the comment was added.
    pub fn added(&self) -> Option<DateTime<Utc>> {
        either(self.added_at_timestamp, self.added_at.as_ref())
    }
}

impl Contributor {
    /// When the contributor was created.
    pub fn created(&self) -> Option<DateTime<Utc>> {
        either(self.created_at_timestamp, self.created_at.as_ref())
    }
}

impl QueuedProcess {
    /// When the process was created.
    pub fn created(&self) -> Option<DateTime<Utc>> {
        either(self.created_at_timestamp, self.created_at.as_ref())
    }
}

impl Project {
    /// When the project was created.
    pub fn created(&self) -> Option<DateTime<Utc>> {
        either(self.created_at_timestamp, self.created_at.as_ref())
    }
}

impl Key {
    /// When the key was created.
    pub fn created(&self) -> Option<DateTime<Utc>> {
        either(self.created_at_timestamp, self.created_at.as_ref())
    }

    /// When the key itself, its comments or its screenshots were last changed.
    pub fn modified(&self) -> Option<DateTime<Utc>> {
        either(self.modified_at_timestamp, self.modified_at.as_ref())
    }

    /// When a translation of the key was last changed.
    pub fn translations_modified(&self) -> Option<DateTime<Utc>> {
        let seconds = self.translations_modified_at_timestamp;
        either(seconds, self.translations_modified_at.as_ref())
    }
}

impl Screenshot {
    /// When the screenshot was added.
    pub fn created(&self) -> Option<DateTime<Utc>> {
        either(self.created_at_timestamp, self.created_at.as_ref())
    }
}

impl Translation {
    /// When the translation was last changed.
    pub fn modified(&self) -> Option<DateTime<Utc>> {
        either(self.modified_at_timestamp, self.modified_at.as_ref())
    }
}

impl Branch {
    /// When the branch was created.
    pub fn created(&self) -> Option<DateTime<Utc>> {
        either(self.created_at_timestamp, self.created_at.as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let seconds = |text: &str| {
            TimestampText::from(text)
                .to_utc()
                .map(|time| time.timestamp())
        };
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
