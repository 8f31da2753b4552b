//! Responses that the service sends in two variants.

use std::str::FromStr;

use serde::de::value::{Error, StrDeserializer};
use serde::de::{DeserializeOwned, IntoDeserializer as _};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// Each quirk with its variants in [`Preset::Observed`], which is the sample if both were observed,
/// and in [`Preset::Declared`].
macro_rules! quirks {
    ($($name:ident: $observed:ident, $declared:ident;)*) => {
        /// A response that the service sends in two variants, [`Variant::Sample`] and
        /// [`Variant::Other`], which `docs/control.md` lists. The names are those of `x-quirk` in
        /// the document, whose README describes them.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        #[non_exhaustive]
        #[expect(missing_docs, reason = "`docs/control.md` has both variants of each")]
        pub enum Quirk { $($name,)* }

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
    ReviewerSpelling: Sample, Sample;
    EmptyAdminRights: Other, Other;
    AdminRightSets: Both, Other;
    WritableFlag: Other, Other;
    CreatedComments: Sample, Other;
    InvitedContributor: Other, Sample;
    StatusEnvelope: Sample, Other;
    StatusDeletion: Other, Sample;
    Timestamps: Other, Sample;
    LanguageIdText: Sample, Sample;
    BranchTotals: Other, Sample;
    PluralAsObject: Sample, Sample;
    UnverifiedName: Sample, Sample;
    KeyNameText: Sample, Sample;
    EmptyCursor: Sample, Sample;
    OlderStatistics: Sample, Sample;
    OlderAnswers: Sample, Sample;
    UploadStatus: Sample, Sample;
    TotalCount: Other, Sample;
    OwnContributor: Sample, Sample;
    EndedExport: Other, Sample;
    InvalidToken: Other, Sample;
    ErrorWrapper: Sample, Sample;
    OauthRefusal: Other, Sample;
    TaskLanguageStatus: Other, Sample;
    TmLeverageList: Sample, Sample;
    RemovedLanguage: Sample, Other;
    ScreenshotKeys: Other, Sample;
    RestoreCounts: Other, Sample;
    GlossaryDeleteMeta: Other, Sample;
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

/// The variant selected for every quirk.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Quirks([Variant; Quirk::ALL.len()]);

impl Default for Quirks {
    fn default() -> Self {
        Preset::Sample.into()
    }
}

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
