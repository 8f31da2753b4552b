//! `older_statistics`: figures of a project are `progress_total`, `keys_total` and findings of the
//! quality checks by kind; older answers have `progress`, `keys` and one number of findings.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::types::ProjectStatistics;
use crate::wire::decode::{Decode, Reader, Result, deserialize};

/// Findings of the quality checks: how many of each kind, or in older answers how many in all.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum QaIssues {
    /// By their kinds, such as `not_reviewed`.
    ByKind(BTreeMap<String, i64>),
    /// In all.
    Total(i64),
}

impl QaIssues {
    /// How many there are of a kind; nothing where the answer has no kinds, or not this one.
    pub fn of(&self, kind: impl AsRef<str>) -> Option<i64> {
        match self {
            Self::ByKind(kinds) => kinds.get(kind.as_ref()).copied(),
            Self::Total(_) => None,
        }
    }

    /// How many there are in all.
    pub fn total(&self) -> i64 {
        match self {
            Self::ByKind(kinds) => kinds.values().fold(0, |sum, of| sum.saturating_add(*of)),
            Self::Total(total) => *total,
        }
    }
}

impl ProjectStatistics {
    /// Translated share of all languages together, in percent, under whichever name the answer has
    /// it.
    pub fn progress_total(&self) -> Option<i64> {
        self.progress_total.or(self.progress)
    }

    /// How many keys there are, under whichever name the answer has it.
    pub fn keys_total(&self) -> Option<i64> {
        self.keys_total.or(self.keys)
    }

    /// How many findings of the quality checks there are, as the answer says or adds up to.
    pub fn qa_issues_total(&self) -> Option<i64> {
        let counted = || self.qa_issues.as_ref().map(QaIssues::total);
        self.qa_issues_total.or_else(counted)
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
    fn both_shapes_have_the_same_figures() -> serde_json::Result<()> {
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
