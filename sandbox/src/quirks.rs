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
}

impl Quirk {
    /// All quirks of answers.
    pub const ALL: [Self; 9] = [
        Self::ReviewerSpelling,
        Self::EmptyAdminRights,
        Self::AdminRightSets,
        Self::WritableFlag,
        Self::CreatedComments,
        Self::InvitedContributor,
        Self::StatusEnvelope,
        Self::StatusDeletion,
        Self::Timestamps,
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
