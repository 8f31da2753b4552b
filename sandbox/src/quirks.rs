//! The places where the interface contradicts itself, and which side the sandbox answers with.

use serde::{Deserialize, Serialize};

/// An answer of the service that has two shapes. The names are those of `x-quirk` in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Quirk {
    /// The reviewer flag of a contributor: `is_reviewer`, other `is_reviwer`.
    ReviewerSpelling,
    /// A contributor without rights: `admin_rights: {}`, other `[]`.
    EmptyAdminRights,
    /// Names of rights: those of the create operation, other those that the update operation declares.
    AdminRightSets,
    /// Write access to a language: `1` or `0`, other a boolean.
    WritableFlag,
    /// Created comments: `comments: [..]`, other a single `comment: {..}`.
    CreatedComments,
    /// Invited contributors: a single `contributor: {..}`, other `contributors: [..]`.
    InvitedContributor,
    /// A status that is read: `custom_translation_status: {..}`, other
    /// `custom_translation_statuses: [..]`.
    StatusEnvelope,
    /// A deleted status: `deleted`, other `custom_translation_status_deleted`.
    StatusDeletion,
    /// The time zone of textual times: `(UTC)`, other `(Etc/UTC)`.
    Timestamps,
    /// The id of a language in what `createLanguages` answers: a number, other text.
    LanguageIdText,
    /// The totals of `listBranches`: what the list holds, other one less.
    BranchTotals,
    /// The text of a plural: JSON as text, other an object.
    PluralAsObject,
    /// Whether a translation is unverified: `is_unverified` and `is_fuzzy`, other `is_fuzzy` alone.
    UnverifiedName,
    /// The name of a key: an object with one for each platform, other a text.
    KeyNameText,
    /// The last page by cursor: without `X-Pagination-Next-Cursor`, other with an empty one.
    EmptyCursor,
    /// Statistics of a project: as they are now, other `progress` and `keys` instead of
    /// `progress_total` and `keys_total`, and `qa_issues` a number.
    OlderStatistics,
    /// What came later to answers about projects, languages, keys, translations and branches:
    /// there, other absent (`branch`, times in seconds, `keys_locked`, `target_branch`) or null
    /// (`plural_forms`, `filenames`).
    OlderAnswers,
}

impl Quirk {
    /// All quirks of answers.
    pub const ALL: [Self; 17] = [
        Self::ReviewerSpelling,
        Self::EmptyAdminRights,
        Self::AdminRightSets,
        Self::WritableFlag,
        Self::CreatedComments,
        Self::InvitedContributor,
        Self::StatusEnvelope,
        Self::StatusDeletion,
        Self::Timestamps,
        Self::LanguageIdText,
        Self::BranchTotals,
        Self::PluralAsObject,
        Self::UnverifiedName,
        Self::KeyNameText,
        Self::EmptyCursor,
        Self::OlderStatistics,
        Self::OlderAnswers,
    ];
}

/// The side of a contradiction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// What the sample answers of the interface show.
    #[default]
    Sample,
    /// The other shape: what the interface declares, or what was seen.
    Other,
}

/// The side chosen for every quirk.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Quirks([Shape; Quirk::ALL.len()]);

impl Quirks {
    pub(crate) fn set(&mut self, quirk: Quirk, shape: Shape) {
        self.0[quirk as usize] = shape;
    }

    pub(crate) fn get(&self, quirk: Quirk) -> Shape {
        self.0[quirk as usize]
    }

    pub(crate) fn other(&self, quirk: Quirk) -> bool {
        self.get(quirk) == Shape::Other
    }
}
