//! The account of a push or pull: what happens to each text, and why.
//!
//! A plan has one [`Item`] for each text of either side. Reports, exit codes, dry runs and the
//! status are views of it, so no rule can leave a text out without an [`Outcome`].

use std::fmt;

use serde::Serialize;

use crate::text::Text;

/// A text in the plan of a file: what is on both sides, and what happens to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Item {
    /// The key: its name in the file, after its context and `::` if it has one.
    pub key: String,
    /// The text that is replaced, or that stays: of the service in a push, of the file in a pull.
    /// `None` if it is missing there, or if both sides are equal. The forms of a plural are written as `one: .. | other: ..`.
    pub before: Option<String>,
    /// The text of the other side; `None` if it is missing there, or if both sides are equal.
    pub after: Option<String>,
    /// What happens.
    #[serde(flatten)]
    pub outcome: Outcome,
}

impl Item {
    pub(crate) fn new(
        key: &str,
        before: Option<&Text>,
        after: Option<&Text>,
        outcome: Outcome,
    ) -> Self {
        let is_equal = outcome == Outcome::Equal;
        let text = |text: Option<&Text>| text.filter(|_| !is_equal).map(ToString::to_string);
        let (before, after) = (text(before), text(after));
        Self { key: key.to_owned(), before, after, outcome }
    }

    /// Returns whether the text changes.
    pub fn is_change(&self) -> bool {
        matches!(self.outcome, Outcome::Added | Outcome::Changed)
    }

    /// Returns why the sides still differ afterwards.
    pub fn reason(&self) -> Option<&Reason> {
        match &self.outcome {
            Outcome::LeftOut { reason } => Some(reason),
            Outcome::Equal | Outcome::Added | Outcome::Changed => None,
        }
    }
}

/// What a push or pull does with a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "outcome", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Outcome {
    /// Both sides have the text.
    Equal,
    /// The other side lacked the text.
    Added,
    /// The other side had another text.
    Changed,
    /// The sides differ, and stay so.
    LeftOut {
        /// Why.
        reason: Reason,
    },
}

/// Why a text is not sent or written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "reason", content = "detail", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Reason {
    /// The options of the push exclude it.
    NotSelected,
    /// It is a plural form that the language does not use.
    NotNeeded,
    /// The key is archived at the service.
    Archived,
    /// It is a variant of a text that has one key at the service, such as `product="tablet"` of
    /// Android.
    Variant,
    /// Its base text is empty here, but not at the service.
    EmptyBase,
    /// It is not finished: fuzzy, or in a state such as `new`.
    Unfinished,
    /// It is not reviewed at the service.
    NotReviewed,
    /// The base language lacks the key.
    NotInBase,
    /// The base language has a number, a reference or an alias for the key.
    FixedInBase,
    /// The file has a text, and the service none.
    OnlyHere,
    /// The file has these forms of the plural, and the service does not.
    FormsOnlyHere(Vec<String>),
    /// It was removed here since the revision, but the service has it.
    Removed,
    /// A push keeps the other text of the service.
    Kept,
    /// Only one side has it marked as not finished.
    OtherState,
    /// It is empty here: a pull writes it.
    OnlyThere,
    /// The file has a number, a reference or an alias in its place.
    Fixed,
    /// Other items of its list are not translated.
    ListInPart,
    /// Its plural lacks these forms, which programs need.
    PluralInPart(Vec<String>),
    /// The other side has no place for these forms of the plural.
    Forms(Vec<String>),
    /// It was changed both here and at the service.
    Conflict,
    /// The service lacks the key.
    NoKey,
    /// It is a plural at the service, and a text here.
    IsPlural,
    /// Another entry of the file has this name and context at the service.
    SameName,
    /// The placeholders of the service have no known spelling in this format.
    Placeholders,
    /// The service rejected it.
    Rejected(String),
    /// The request failed.
    NotSent(String),
    /// The service stored another text.
    StoredAs(String),
    /// The file has no place for it, or the service.
    NoPlace(String),
}

impl From<Reason> for Outcome {
    fn from(reason: Reason) -> Self {
        Self::LeftOut { reason }
    }
}

/// How much a [`Reason`] matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Weight {
    /// The user asked for it.
    Silent,
    /// It is named, and the run succeeds.
    Note,
    /// It is named, and the run fails.
    Problem,
}

impl Reason {
    /// Returns how much it matters.
    pub fn weight(&self) -> Weight {
        match self {
            Self::NotSelected | Self::NotNeeded | Self::OnlyThere => Weight::Silent,
            Self::Archived
            | Self::Variant
            | Self::EmptyBase
            | Self::Unfinished
            | Self::NotReviewed
            | Self::NotInBase
            | Self::FixedInBase
            | Self::OnlyHere
            | Self::FormsOnlyHere(_)
            | Self::Removed
            | Self::Kept
            | Self::OtherState
            | Self::Fixed
            | Self::ListInPart
            | Self::PluralInPart(_)
            | Self::Forms(_) => Weight::Note,
            Self::Conflict
            | Self::NoKey
            | Self::IsPlural
            | Self::SameName
            | Self::Placeholders
            | Self::Rejected(_)
            | Self::NotSent(_)
            | Self::StoredAs(_)
            | Self::NoPlace(_) => Weight::Problem,
        }
    }
}

/// Writes why, and what to do.
impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let reason = match self {
            Self::NotSelected => "not selected",
            Self::NotNeeded => "a plural form that the language does not use",
            Self::Archived => "archived at the service",
            Self::Variant => "a variant, for which the service has no key of its own",
            Self::EmptyBase => {
                "empty here, but not at the service: write a text, or remove the key"
            }
            Self::Unfinished => "not finished",
            Self::NotReviewed => "not reviewed at the service",
            Self::NotInBase => "the base language lacks the key",
            Self::FixedInBase => {
                "the base language has a number, a reference or an alias there: quote it to \
                 translate it"
            }
            Self::OnlyHere => "the service has no text: push it, or remove it here",
            Self::FormsOnlyHere(forms) => {
                return write!(f, "the service lacks the form {}", forms.join(", "));
            }
            Self::Removed => "removed here, but not at the service: the next pull restores it",
            Self::Kept => "the service has another text",
            Self::OtherState => "only one side has it marked as not finished",
            Self::OnlyThere => "empty here: a pull writes it",
            Self::Fixed => "the file has a number, a reference or an alias there",
            Self::ListInPart => "other items of its list are not translated",
            Self::PluralInPart(forms) => {
                return write!(f, "its plural lacks {}", forms.join(", "));
            }
            Self::Forms(forms) => return write!(f, "no place for the form {}", forms.join(", ")),
            Self::Conflict => "changed both here and at the service",
            Self::NoKey => "the service lacks the key: push the base language first",
            Self::IsPlural => {
                "a plural at the service, but a text here: write its forms, or give it a new key"
            }
            Self::SameName => "another entry has this name at the service: rename one",
            Self::Placeholders => {
                "an import changed its placeholders at the service, and their spelling here is \
                 unknown: set the text with `l10n keys set`"
            }
            Self::Rejected(message) => return write!(f, "rejected by the service: {message}"),
            Self::NotSent(message) => return write!(f, "not sent: {message}"),
            Self::StoredAs(text) => return write!(f, "the service stored {text:?} instead"),
            Self::NoPlace(reason) => return f.write_str(reason),
        };
        f.write_str(reason)
    }
}
