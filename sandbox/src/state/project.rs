//! A project, and what its branches have in common.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::{Branch, Ids, Language, MASTER, Row, Stamp, Tables};

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
    pub(crate) settings: ProjectSettings,
    /// Its contributors, snapshots, statuses and webhooks.
    #[serde(flatten)]
    pub(crate) tables: Tables,
    /// The first is the default branch. There is always one, whether or not others may be made.
    pub(crate) branches: Vec<Branch>,
    /// What snapshots hold: copies of branches, with the ids of the snapshots.
    #[serde(rename = "snapshot_branches")]
    pub(crate) snapshots: Vec<Arc<Branch>>,
    /// Key-language pairs that count towards the size of the project but are not kept.
    pub(crate) uncounted_pairs: usize,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct ProjectSettings {
    pub(crate) per_platform_key_names: bool,
    pub(crate) reviewing: bool,
    pub(crate) auto_toggle_unverified: bool,
    pub(crate) offline_translation: bool,
    pub(crate) key_editing: bool,
    pub(crate) inline_machine_translations: bool,
    pub(crate) branching: bool,
    pub(crate) segmentation: bool,
    pub(crate) custom_translation_statuses: bool,
    pub(crate) custom_translation_statuses_allow_multiple: bool,
}

impl Default for ProjectSettings {
    fn default() -> Self {
        Self {
            per_platform_key_names: false,
            reviewing: true,
            auto_toggle_unverified: true,
            offline_translation: false,
            key_editing: true,
            inline_machine_translations: false,
            branching: true,
            segmentation: false,
            custom_translation_statuses: true,
            custom_translation_statuses_allow_multiple: true,
        }
    }
}

impl Project {
    pub(crate) fn contributors(&self) -> &[Row] {
        self.tables.rows("contributors")
    }

    pub(crate) fn contributors_mut(&mut self) -> &mut Vec<Row> {
        self.tables.rows_mut("contributors")
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

    pub(crate) fn has_status(&self, id: u64) -> bool {
        self.statuses().iter().any(|status| status.id("status_id") == id)
    }

    pub(crate) fn webhooks(&self) -> &[Row] {
        self.tables.rows("webhooks")
    }

    pub(crate) fn keep_snapshot(&mut self, snapshot: &Row, branch: usize, ids: &mut Ids) {
        let stamp = Stamp { by: snapshot.id("created_by"), at: snapshot.seconds("created_at") };
        let mut copy = self.branches[branch].copy(ids, snapshot.text("title"), stamp);
        copy.id = snapshot.id("snapshot_id");
        self.snapshots.push(Arc::new(copy));
    }

    pub(crate) fn languages(&self) -> Vec<Language> {
        let mut languages: Vec<Language> = Vec::new();
        for language in self.branches.iter().flat_map(Branch::languages) {
            if !languages.iter().any(|it| it.id == language.id) {
                languages.push(language.clone());
            }
        }
        languages
    }

    pub(crate) fn branch_named(&self, name: &str) -> Option<usize> {
        self.branches.iter().position(|branch| branch.name == name)
    }

    /// The branch that an address without one means.
    pub(crate) fn default_branch(&self) -> usize {
        self.branch_named(MASTER).unwrap_or(0)
    }

    /// Takes languages that no branch has off the contributors and the glossary, which are the same
    /// on all of them.
    pub(crate) fn forget_languages(&mut self) {
        let branches = &self.branches;
        for (many, list, id) in
            [("contributors", "languages", "lang_id"), ("terms", "translations", "langId")]
        {
            let is_there = |item: &&Value| {
                let id = item[id].as_u64().unwrap_or_default();
                branches.iter().any(|it| it.language_by_id(id).is_some())
            };
            for row in self.tables.rows_mut(many) {
                let kept: Vec<Value> = row.list(list).iter().filter(is_there).cloned().collect();
                row.set(list, kept);
            }
        }
    }

    /// The size of the project: what export limits count.
    pub(crate) fn key_language_pairs(&self, branch: &Branch) -> usize {
        branch.keys().len() * branch.languages().len() + self.uncounted_pairs
    }
}
