//! Responses that the service sends in two variants.

use serde::{Deserialize, Serialize};

/// A response that the service sends in two variants, which `docs/control.md` lists. The names are
/// those of `x-quirk` in the document, whose README describes them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quirk {
    ReviewerSpelling,
    EmptyAdminRights,
    AdminRightSets,
    WritableFlag,
    CreatedComments,
    InvitedContributor,
    StatusEnvelope,
    StatusDeletion,
    Timestamps,
    LanguageIdText,
    BranchTotals,
    PluralAsObject,
    UnverifiedName,
    KeyNameText,
    EmptyCursor,
    OlderStatistics,
    OlderAnswers,
    UploadStatus,
    TotalCount,
    OwnContributor,
    EndedExport,
    InvalidToken,
    ErrorWrapper,
    OauthRefusal,
    TaskLanguageStatus,
    TmLeverageList,
    RemovedLanguage,
    ScreenshotKeys,
    RestoreCounts,
    GlossaryDeleteMeta,
}

impl Quirk {
    /// The variant in recorded exchanges; that of the sample if both were recorded.
    fn observed(self) -> Variant {
        match self {
            Self::AdminRightSets => Variant::Both,
            Self::EmptyAdminRights
            | Self::WritableFlag
            | Self::InvitedContributor
            | Self::StatusDeletion
            | Self::Timestamps
            | Self::BranchTotals
            | Self::TotalCount
            | Self::EndedExport
            | Self::InvalidToken
            | Self::OauthRefusal
            | Self::TaskLanguageStatus
            | Self::ScreenshotKeys
            | Self::RestoreCounts
            | Self::GlossaryDeleteMeta => Variant::Other,
            _ => Variant::Sample,
        }
    }
}

/// A variant of a quirk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Variant {
    /// As in the sample responses of the interface.
    Sample,
    /// As the interface declares it, or as it was observed.
    Other,
    /// Both at once, if one response can contain them.
    Both,
}

/// Which variants the sandbox sends, where the service sends a response in two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Preset {
    /// As in recorded exchanges with the service.
    #[default]
    Observed,
    /// As in the sample responses of the interface.
    Sample,
    /// The other variant of each, for tests of clients that accept both.
    Other,
}

/// The selected variant of every quirk.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Quirks(pub(crate) Preset);

impl Quirks {
    pub(crate) fn get(self, quirk: Quirk) -> Variant {
        match self.0 {
            Preset::Observed => quirk.observed(),
            Preset::Sample => Variant::Sample,
            Preset::Other => Variant::Other,
        }
    }

    /// Whether the response has the other variant, alone or with that of the sample.
    pub(crate) fn other(self, quirk: Quirk) -> bool {
        self.get(quirk) != Variant::Sample
    }
}
