//! `older_statistics`: statistics of a project are `progress_total`, `keys_total` and QA issues by
//! kind; older responses have `progress`, `keys` and the total number of QA issues.

use std::collections::BTreeMap;

use serde::{Serialize, Serializer};

use crate::types::ProjectStatistics;
use crate::wire::decode::{Decode, Reader, Result, deserialize};

/// QA issues: the number of each kind, or in older responses the total.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum QaIssues {
    /// The number of each kind, such as `not_reviewed`.
    ByKind(BTreeMap<String, i64>),
    /// The total.
    Total(i64),
}

impl QaIssues {
    /// Returns the number of a kind; `None` if the response does not have it.
    pub fn of(&self, kind: impl AsRef<str>) -> Option<i64> {
        match self {
            Self::ByKind(kinds) => kinds.get(kind.as_ref()).copied(),
            Self::Total(_) => None,
        }
    }

    /// Returns the total.
    pub fn total(&self) -> i64 {
        match self {
            Self::ByKind(kinds) => kinds.values().fold(0, |sum, of| sum.saturating_add(*of)),
            Self::Total(total) => *total,
        }
    }
}

impl ProjectStatistics {
    /// Returns the percentage of all languages that is translated, from either field.
    pub fn progress_total(&self) -> Option<i64> {
        self.progress_total.or(self.progress)
    }

    /// Returns the number of keys, from either field.
    pub fn keys_total(&self) -> Option<i64> {
        self.keys_total.or(self.keys)
    }

    /// Returns the total number of QA issues, or the sum of all kinds.
    pub fn qa_issues_total(&self) -> Option<i64> {
        let counted = || self.qa_issues.as_ref().map(QaIssues::total);
        self.qa_issues_total.or_else(counted)
    }
}

impl Serialize for QaIssues {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match self {
            Self::ByKind(kinds) => kinds.serialize(serializer),
            Self::Total(total) => total.serialize(serializer),
        }
    }
}

impl Decode for QaIssues {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        match reader.peek() {
            b'{' | b'[' => Decode::decode(reader).map(Self::ByKind),
            _ => Decode::decode(reader).map(Self::Total),
        }
    }
}

deserialize!(QaIssues);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_variants_have_the_same_figures() -> serde_json::Result<()> {
        let newer: ProjectStatistics = serde_json::from_str(
            r#"{"progress_total":66,"keys_total":8,"qa_issues_total":9,
                "qa_issues":{"not_reviewed":6,"unverified":"3"}}"#,
        )?;
        let older: ProjectStatistics =
            serde_json::from_str(r#"{"progress":66,"keys":8,"qa_issues":9}"#)?;
        for statistics in [&newer, &older] {
            assert_eq!(statistics.progress_total(), Some(66));
            assert_eq!(statistics.keys_total(), Some(8));
            assert_eq!(statistics.qa_issues_total(), Some(9));
            let issues = statistics.qa_issues.as_ref();
            assert_eq!(issues.map(QaIssues::total), Some(9));
        }
        let of = |statistics: &ProjectStatistics| statistics.qa_issues.as_ref()?.of("unverified");
        assert_eq!((of(&newer), of(&older)), (Some(3), None));
        Ok(())
    }

    #[test]
    fn nothing_at_all_is_read_too() -> serde_json::Result<()> {
        let none: ProjectStatistics = serde_json::from_str(r#"{"qa_issues":[]}"#)?;
        assert_eq!((none.keys_total(), none.qa_issues_total()), (None, Some(0)));
        Ok(())
    }
}
