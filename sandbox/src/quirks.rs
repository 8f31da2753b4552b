//! Responses that the service sends in two variants.

use std::fmt;
use std::str::FromStr;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::json;

/// An enumeration, with the list of all its variants in their order.
macro_rules! listed {
    ($(#[$about:meta])* pub enum $name:ident { $($(#[$of_one:meta])* $variant:ident,)* }) => {
        $(#[$about])*
        pub enum $name { $($(#[$of_one])* $variant,)* }

        impl $name {
            /// All that there are.
            pub const ALL: [Self; [$(stringify!($variant)),*].len()] = [$(Self::$variant),*];
        }
    };
}

listed! {
    /// An answer of the service that has two shapes. The names are those of `x-quirk` in the
    /// document.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    #[non_exhaustive]
    pub enum Quirk {
        /// The reviewer flag of a contributor: `is_reviewer`, other `is_reviwer`.
        ReviewerSpelling,
        /// A contributor without rights: `admin_rights: {}`, other `[]`.
        EmptyAdminRights,
        /// Names of rights: those of the create operation, other those that the update operation
        /// declares, and both in one list.
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
        /// Whether a translation is unverified: `is_unverified` and `is_fuzzy`, other `is_fuzzy`
        /// alone.
        UnverifiedName,
        /// The name of a key: an object with one for each platform, other a text.
        KeyNameText,
        /// The last page by cursor: without `X-Pagination-Next-Cursor`, other with an empty one.
        EmptyCursor,
        /// Statistics of a project: as they are now, other `progress` and `keys` instead of
        /// `progress_total` and `keys_total`, and `qa_issues` a number.
        OlderStatistics,
        /// What came later to answers about projects, languages, keys, translations, branches and
        /// files: there, other absent (`branch`, times in seconds, `keys_locked`, `target_branch`,
        /// `file_id`) or null (`plural_forms`, `filenames`).
        OlderAnswers,
        /// The status of an upload: 202, other 200.
        UploadStatus,
        /// The total of a list: in `X-Total-Count` as well as `X-Pagination-Total-Count`, other in
        /// the second alone.
        TotalCount,
        /// The caller's own contributor: with `project_id` beside `project_uuid`, other without.
        OwnContributor,
        /// The process of an asynchronous export that has ended: as any other, other with
        /// `message: null`, `created_by` as text and times `(Europe/Berlin)`, and without
        /// `created_by_email` and `project_id`.
        EndedExport,
        /// A request without a valid API token: 401, other 400 with a message that names the
        /// header.
        InvalidToken,
        /// The body of a 404: under `error`, other without that wrapper.
        ErrorWrapper,
        /// A refusal of the authorization server: with the `state` of the request where it is
        /// known, other without, and with `error_uri`.
        OauthRefusal,
    }
}

impl Quirk {
    /// The shapes it has.
    pub const fn shapes(self) -> &'static [Shape] {
        match self {
            Self::AdminRightSets => &[Shape::Sample, Shape::Other, Shape::Both],
            _ => &[Shape::Sample, Shape::Other],
        }
    }

    /// Parses one of its shapes.
    ///
    /// # Errors
    ///
    /// Fails if it does not have this shape.
    pub fn shape(self, name: &str) -> Result<Shape, UnknownName> {
        let shape: Shape = parse(name)?;
        if self.shapes().contains(&shape) {
            return Ok(shape);
        }
        let known: Vec<_> = self.shapes().iter().map(name_of).collect();
        Err(UnknownName(format!("this quirk has the shapes {}", known.join(", "))))
    }

    /// The shape it has in a preset.
    pub const fn shape_in(self, preset: Preset) -> Shape {
        match preset {
            Preset::Sample => Shape::Sample,
            Preset::Declared => self.declared(),
            Preset::Observed => self.observed(),
        }
    }

    const fn declared(self) -> Shape {
        match self {
            Self::AdminRightSets
            | Self::CreatedComments
            | Self::EmptyAdminRights
            | Self::StatusEnvelope
            | Self::WritableFlag => Shape::Other,
            _ => Shape::Sample,
        }
    }

    const fn observed(self) -> Shape {
        match self {
            Self::AdminRightSets => Shape::Both,
            Self::BranchTotals
            | Self::EmptyAdminRights
            | Self::EndedExport
            | Self::InvalidToken
            | Self::InvitedContributor
            | Self::OauthRefusal
            | Self::StatusDeletion
            | Self::Timestamps
            | Self::TotalCount
            | Self::WritableFlag => Shape::Other,
            // Of the others the sample is what was seen, or both sides were.
            _ => Shape::Sample,
        }
    }
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
    /// Both at once, where one answer can hold them ([`Quirk::shapes`]); elsewhere the same as
    /// [`Other`](Self::Other).
    Both,
}

listed! {
    /// A shape for each contradiction.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    #[non_exhaustive]
    pub enum Preset {
        /// What recorded exchanges with the service show.
        #[default]
        Observed,
        /// What the sample answers of the interface show.
        Sample,
        /// What the interface declares, where that is not what its samples show; else the samples.
        Declared,
    }
}

/// The name of a quirk, shape or preset that does not exist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownName(String);

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for UnknownName {}

/// Parses the JSON name of a value.
fn parse<T: DeserializeOwned>(name: &str) -> Result<T, UnknownName> {
    serde_json::from_value(json!(name)).map_err(|error| UnknownName(error.to_string()))
}

/// The name of a quirk, a shape or a preset, as JSON and the command line have it.
pub(crate) fn name_of(value: &impl Serialize) -> String {
    json!(value).as_str().unwrap_or_default().to_owned()
}

impl FromStr for Quirk {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        parse(name)
    }
}

impl FromStr for Preset {
    type Err = UnknownName;

    fn from_str(name: &str) -> Result<Self, UnknownName> {
        parse(name)
    }
}

/// The side chosen for every quirk.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Quirks([Shape; Quirk::ALL.len()]);

impl From<Preset> for Quirks {
    fn from(preset: Preset) -> Self {
        Self(Quirk::ALL.map(|quirk| quirk.shape_in(preset)))
    }
}

impl Quirks {
    pub(crate) fn set(&mut self, quirk: Quirk, shape: Shape) {
        let has = quirk.shapes().contains(&shape);
        self.0[quirk as usize] = if has { shape } else { Shape::Other };
    }

    pub(crate) fn get(&self, quirk: Quirk) -> Shape {
        self.0[quirk as usize]
    }

    /// Whether the answer has the other shape, alone or beside that of the sample.
    pub(crate) fn other(&self, quirk: Quirk) -> bool {
        self.get(quirk) != Shape::Sample
    }
}
