//! Responses that the service sends in two variants.

use std::str::FromStr;

use serde::de::value::{Error, StrDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer as _};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Each quirk with its variants in [`Preset::Observed`], which is the sample if both were observed,
/// and in [`Preset::Declared`].
macro_rules! quirks {
    ($($(#[$about:meta])* $name:ident: $observed:ident, $declared:ident;)*) => {
        /// A response that the service sends in two variants, [`Variant::Sample`] and
        /// [`Variant::Other`], in this order below. The names are those of `x-quirk` in the
        /// document, whose README describes them.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[non_exhaustive]
        pub enum Quirk { $($(#[$about])* $name,)* }

        impl Quirk {
            /// All quirks.
            pub const ALL: [Self; [$(stringify!($name)),*].len()] = [$(Self::$name),*];

            /// Returns the variant that a preset selects.
            pub const fn variant_in(self, preset: Preset) -> Variant {
                match (preset, self) {
                    (Preset::Sample, _) => Variant::Sample,
                    $((Preset::Observed, Self::$name) => Variant::$observed,)*
                    $((Preset::Declared, Self::$name) => Variant::$declared,)*
                }
            }
        }
    };
}

quirks! {
    /// The flag of a reviewer: `is_reviewer`, other `is_reviwer`.
    ReviewerSpelling: Sample, Sample;
    /// No admin rights of a contributor: `{}`, other `[]`.
    EmptyAdminRights: Other, Other;
    /// Names of rights: those of the create operation, other of the update operation.
    AdminRightSets: Both, Other;
    /// Write access to a language: `1` or `0`, other a boolean.
    WritableFlag: Other, Other;
    /// Created comments: `comments: [..]`, other one `comment: {..}`.
    CreatedComments: Sample, Other;
    /// Invited contributors: one `contributor: {..}`, other `contributors: [..]`.
    InvitedContributor: Other, Sample;
    /// A status: `custom_translation_status: {..}`, other `custom_translation_statuses: [..]`.
    StatusEnvelope: Sample, Other;
    /// A deleted status: `deleted`, other `custom_translation_status_deleted`.
    StatusDeletion: Other, Sample;
    /// The time zone of textual times: `(UTC)`, other `(Etc/UTC)`.
    Timestamps: Other, Sample;
    /// The language id that `createLanguages` returns: a number, other text.
    LanguageIdText: Sample, Sample;
    /// The total of `listBranches`: the number of branches, other one less.
    BranchTotals: Other, Sample;
    /// The text of a plural: JSON in a string, other an object.
    PluralAsObject: Sample, Sample;
    /// An unverified translation: `is_unverified` and `is_fuzzy`, other `is_fuzzy` alone.
    UnverifiedName: Sample, Sample;
    /// The name of a key: an object with one for each platform, other a string.
    KeyNameText: Sample, Sample;
    /// The next cursor of the last page: no header, other an empty one.
    EmptyCursor: Sample, Sample;
    /// Statistics of a project: the current names, other older ones and fewer details.
    OlderStatistics: Sample, Sample;
    /// Newer fields of responses: present, other absent or null.
    OlderAnswers: Sample, Sample;
    /// The status of an upload: 202, other 200.
    UploadStatus: Sample, Sample;
    /// The total of a list: also in `X-Total-Count`, other in the pagination header alone.
    TotalCount: Other, Sample;
    /// The caller's own contributor: with `project_id`, other without.
    OwnContributor: Sample, Sample;
    /// The process of an ended export: like any other, other with nulls and fewer fields.
    EndedExport: Other, Sample;
    /// A request without a valid API token: 401, other 400.
    InvalidToken: Other, Sample;
    /// The body of a 404: under `error`, other without that wrapper.
    ErrorWrapper: Sample, Sample;
    /// An error of the authorization server: with `state`, other with `error_uri`.
    OauthRefusal: Other, Sample;
    /// A language of a task in progress: `in_progress`, other `in progress`.
    TaskLanguageStatus: Other, Sample;
    /// Translation memory matches of a language of a task: an object, other `[]`.
    TmLeverageList: Sample, Sample;
    /// A language of a task that the project has no more: null, other its code.
    RemovedLanguage: Sample, Other;
    /// Keys of a screenshot: `keys` and `key_ids`, other `key_ids` alone, with 0 for a deleted key.
    ScreenshotKeys: Other, Sample;
    /// A restored project: with its counts, other with 0 while it is being copied.
    RestoreCounts: Other, Sample;
    /// Deleted glossary terms: without `meta`, other with `meta: []`.
    GlossaryDeleteMeta: Other, Sample;
    /// The reviewer of a segment in the response that reviews it: the user, other 0.
    SegmentReviewer: Sample, Sample;
    /// A listed team: `plan` and `ai_words`, other `plan_name`, `aiWords` and times in ISO 8601, as in
    /// `getTeam`.
    TeamPlan: Sample, Other;
    /// The role of a group when it is read: a number or null, other absent.
    GroupRole: Sample, Sample;
    /// A group without languages: rejected, other accepted.
    GroupLanguages: Other, Sample;
    /// Keys of a created order: numbers, other text.
    OrderKeyType: Other, Sample;
    /// Branch and payment method of an order when it is read: text, other null.
    OrderReadBranch: Other, Sample;
    /// The total of `listTranslationProviders`: their number, other one less.
    ProviderTotals: Other, Sample;
    /// The right to manage keys in roles: `manage_keys`, other `keys`.
    RightManageKeys: Sample, Other;
}

impl Quirk {
    /// Returns the variants of the quirk.
    pub const fn variants(self) -> &'static [Variant] {
        match self {
            Self::AdminRightSets => &[Variant::Sample, Variant::Other, Variant::Both],
            _ => &[Variant::Sample, Variant::Other],
        }
    }

    /// Parses the name of one of its variants.
    ///
    /// # Errors
    ///
    /// Fails if the quirk does not have this variant.
    pub fn variant(self, name: &str) -> Result<Variant, String> {
        let variant: Variant = parse(name)?;
        if self.variants().contains(&variant) {
            return Ok(variant);
        }
        let known: Vec<_> = self.variants().iter().map(name_of).collect();
        Err(format!("this quirk has the variants {}", known.join(", ")))
    }
}

/// A variant of a quirk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Variant {
    /// As in the sample responses of the interface.
    #[default]
    Sample,
    /// The other variant: as the interface declares it, or as it was observed.
    Other,
    /// Both at once, if one response can contain them (see [`Quirk::variants`]); otherwise the same
    /// as [`Other`](Self::Other).
    Both,
}

/// A variant for each quirk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Preset {
    /// As in recorded exchanges with the service.
    #[default]
    Observed,
    /// As in the sample responses of the interface.
    Sample,
    /// As the interface declares it if its samples differ; otherwise as in the samples.
    Declared,
}

/// Parses the name of a value, as in JSON.
fn parse<T: DeserializeOwned>(name: &str) -> Result<T, String> {
    let name: StrDeserializer<'_, Error> = name.into_deserializer();
    T::deserialize(name).map_err(|error| error.to_string())
}

/// The name of a quirk, variant or preset, as in JSON and on the command line.
pub(crate) fn name_of(value: &impl Serialize) -> String {
    json!(value).as_str().unwrap_or_default().to_owned()
}

impl FromStr for Quirk {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        parse(name)
    }
}

impl FromStr for Preset {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        parse(name)
    }
}

/// The variant selected for every quirk.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Quirks([Variant; Quirk::ALL.len()]);

impl From<Preset> for Quirks {
    fn from(preset: Preset) -> Self {
        Self(Quirk::ALL.map(|quirk| quirk.variant_in(preset)))
    }
}

impl Quirks {
    pub(crate) fn set(&mut self, quirk: Quirk, variant: Variant) {
        let has = quirk.variants().contains(&variant);
        self.0[quirk as usize] = if has { variant } else { Variant::Other };
    }

    pub(crate) fn get(&self, quirk: Quirk) -> Variant {
        self.0[quirk as usize]
    }

    /// Whether the response has the other variant, alone or with that of the sample.
    pub(crate) fn other(&self, quirk: Quirk) -> bool {
        self.get(quirk) != Variant::Sample
    }
}
