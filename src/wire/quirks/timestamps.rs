//! `timestamps`: times are text with a time zone label, and Unix seconds. The label may be wrong:
//! trust the number.

use chrono::{DateTime, FixedOffset, NaiveDateTime, Utc};

use crate::types::{
    Branch, Comment, Contributor, Key, Project, QueuedProcess, Screenshot, Translation,
};

text_id! {
    /// A time as text, as received: `2025-03-04 10:15:30 (UTC)`.
    TimestampText
}

impl TimestampText {
    /// Returns the time if the label is UTC or an offset such as `+02:00`. Names of other time
    /// zones are not resolved; use the field with Unix seconds.
    pub fn to_utc(&self) -> Option<DateTime<Utc>> {
        let (local, label) = self.0.trim().strip_suffix(')')?.split_once('(')?;
        let local = NaiveDateTime::parse_from_str(local.trim(), "%Y-%m-%d %H:%M:%S").ok()?;
        let offset = match label.trim() {
            "UTC" | "Etc/UTC" | "GMT" | "Z" => return Some(local.and_utc()),
            label => label.trim_start_matches("UTC").parse::<FixedOffset>().ok()?,
        };
        Some(local.and_local_timezone(offset).single()?.to_utc())
    }
}

/// Methods that return a time, from its number if there is one, otherwise from its text.
macro_rules! times {
    ($($type:ident { $($(#[$doc:meta])* $method:ident: $text:ident or $seconds:ident),* })*) => {
        $(impl $type {
            $($(#[$doc])*
            pub fn $method(&self) -> Option<DateTime<Utc>> {
                self.$seconds
                    .and_then(|seconds| DateTime::from_timestamp(seconds, 0))
                    .or_else(|| self.$text.as_ref()?.to_utc())
            })*
        })*
    };
}

times! {
    Comment {
        /// Returns when the comment was added.
        added: added_at or added_at_timestamp
    }
    Contributor {
        /// Returns when the contributor was created.
        created: created_at or created_at_timestamp
    }
    QueuedProcess {
        /// Returns when the process was created.
        created: created_at or created_at_timestamp
    }
    Project {
        /// Returns when the project was created.
        created: created_at or created_at_timestamp
    }
    Key {
        /// Returns when the key was created.
        created: created_at or created_at_timestamp,
        /// Returns when the key itself, its comments or its screenshots were last changed.
        modified: modified_at or modified_at_timestamp,
        /// Returns when a translation of the key was last changed.
        translations_modified: translations_modified_at or translations_modified_at_timestamp
    }
    Screenshot {
        /// Returns when the screenshot was added.
        created: created_at or created_at_timestamp
    }
    Translation {
        /// Returns when the translation was last changed.
        modified: modified_at or modified_at_timestamp
    }
    Branch {
        /// Returns when the branch was created.
        created: created_at or created_at_timestamp
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
