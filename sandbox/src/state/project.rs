//! A project, and what its branches have in common.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use super::{Branch, MASTER, Row, Tables};

pub(crate) const SOFTWARE: &str = "localization_files";
/// The team of a project that names none.
pub(crate) const TEAM: u64 = 501;
/// The filename under which keys without a file are listed.
pub(crate) const UNASSIGNED: &str = "__unassigned__";
/// The file id of keys without a file.
pub(crate) const UNASSIGNED_ID: i64 = -1;

pub(crate) const COLORS: [&str; 9] = [
    "#61bd4f", "#f2d600", "#ff9f1a", "#eb5a46", "#c377e0", "#0079bf", "#00c2e0", "#344563",
    "#ff78cb",
];

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Project {
    #[serde(rename = "project_id")]
    pub(crate) id: String,
    pub(crate) uuid: Uuid,
    pub(crate) name: String,
    pub(crate) description: String,
    /// `localization_files`, or another type of the interface.
    #[serde(rename = "project_type")]
    pub(crate) kind: String,
    #[serde(rename = "created_by")]
    pub(crate) owner: u64,
    pub(crate) created_at: i64,
    #[serde(rename = "team_id")]
    pub(crate) team: u64,
    pub(crate) settings: Row,
    /// Its contributors, glossary terms, snapshots, statuses and webhooks.
    #[serde(flatten)]
    pub(crate) tables: Tables,
    /// There is always one, whether or not others may be made.
    pub(crate) branches: Vec<Branch>,
    /// What snapshots hold: copies of branches, with the ids of the snapshots.
    #[serde(skip)]
    pub(crate) snapshots: Vec<Arc<Branch>>,
    /// Key-language pairs that count towards the size of the project but are not kept.
    pub(crate) uncounted_pairs: usize,
}

/// The settings of a project, most of which have no effect.
const SETTINGS: &str = r#"{"per_platform_key_names": false, "reviewing": true,
    "auto_toggle_unverified": true, "offline_translation": false, "key_editing": true,
    "inline_machine_translations": false, "branching": true, "segmentation": false,
    "custom_translation_statuses": true, "custom_translation_statuses_allow_multiple": true,
    "contributor_preview_download_enabled": false}"#;

pub(crate) fn default_settings() -> Row {
    serde_json::from_str(SETTINGS).unwrap_or_default()
}

impl Project {
    pub(crate) fn contributors(&self) -> &[Row] {
        self.tables.rows("contributors")
    }

    pub(crate) fn contributor(&self, user: u64) -> Option<&Row> {
        self.contributors().iter().find(|member| member.id("user_id") == user)
    }

    /// The UUID of its team, made of the last twelve digits of its id.
    pub(crate) fn team_uuid(&self) -> String {
        format!("01957a00-0000-7000-8000-{:012}", self.team % 1_000_000_000_000)
    }

    pub(crate) fn statuses(&self) -> &[Row] {
        self.tables.rows("custom_translation_statuses")
    }

    pub(crate) fn keep_snapshot(&mut self, id: u64, branch: usize) {
        self.snapshots.push(Arc::new(Branch { id, ..self.branches[branch].clone() }));
    }

    /// Adds what a seed does not have: each snapshot holds the default branch, and what another
    /// branch has differently, it has changed.
    pub(crate) fn complete(&mut self) {
        let default = self.default_branch();
        let snapshots = self.tables.rows("snapshots").iter();
        let snapshots: Vec<u64> = snapshots.map(|snapshot| snapshot.id("snapshot_id")).collect();
        snapshots.into_iter().for_each(|id| self.keep_snapshot(id, default));
        let base = self.branches[default].snapshot();
        for (index, branch) in self.branches.iter_mut().enumerate() {
            branch.base = (index != default).then(|| Arc::clone(&base));
        }
    }

    pub(crate) fn branch_named(&self, name: &str) -> Option<usize> {
        self.branches.iter().position(|branch| branch.name == name)
    }

    /// The branch that an address without one means.
    pub(crate) fn default_branch(&self) -> usize {
        self.branch_named(MASTER).unwrap_or(0)
    }
}
