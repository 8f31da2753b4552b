//! The account of a push or pull: what happens to each text, and why.
//!
//! A plan has one [`Item`] for each text of either side. Reports, exit codes, dry runs and the
//! status are views of it, so no rule can leave a text out without an [`Outcome`].

use serde::Serialize;

use crate::text::Text;

/// A text in the plan of a file: what is on both sides, and what happens to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Item {
    /// The key: its name in the file, after its context and `::` if it has one.
    pub key: String,
    /// The text that is replaced, or that stays: of the service in a push, of the file in a pull.
    /// `None` if it is missing there, or if both sides are equal. The forms of a plural are written
    /// as `one: .. | other: ..`.
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
        outcome: impl Into<Outcome>,
    ) -> Self {
        let outcome = outcome.into();
        let is_equal = outcome == Outcome::Equal;
        let text = |text: Option<&Text>| text.filter(|_| !is_equal).map(ToString::to_string);
        Self { key: key.to_owned(), before: text(before), after: text(after), outcome }
    }

    /// Returns whether the text changes.
    pub fn is_change(&self) -> bool {
        matches!(self.outcome, Outcome::Added | Outcome::Changed)
    }

    pub(crate) fn is_problem(&self) -> bool {
        self.reason().is_some_and(|reason| reason.weight() == Weight::Problem)
    }

    /// Returns why the sides still differ afterwards.
    pub fn reason(&self) -> Option<&Reason> {
        match &self.outcome {
            Outcome::LeftOut { reason } => Some(reason),
            _ => None,
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

/// Why a text is not sent or written; its message says what to do.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, thiserror::Error)]
#[serde(tag = "reason", content = "detail", rename_all = "snake_case")]
#[non_exhaustive]
pub enum Reason {
    /// The options of the push exclude it.
    #[error("the options do not select it")]
    NotSelected,
    /// It is a plural form that the language does not use.
    #[error("it is a plural form that the language does not use")]
    NotNeeded,
    /// The key is archived at the service.
    #[error("it is archived at the service")]
    Archived,
    /// It is a variant of a text that has one key at the service, such as `product="tablet"` of
    /// Android, or another text that is not supported.
    #[error("it is not supported (a variant, an `<array>`, segments): translate it in the file")]
    Variant,
    /// Its base text is empty here, but not at the service.
    #[error("it is empty here, but not at the service: write a text, or remove the key")]
    EmptyBase,
    /// It is not finished: fuzzy, or in a state such as `new`.
    #[error("it is not finished")]
    Unfinished,
    /// It is not reviewed at the service.
    #[error("it is not reviewed at the service")]
    NotReviewed,
    /// The base language lacks the key.
    #[error("the base language lacks the key")]
    NotInBase,
    /// The file or the base language has a number, a reference or an alias for the key, or marks it
    /// as not translatable.
    #[error("it is a number, a reference or an alias here (quote it), or marked not translatable")]
    Fixed,
    /// The file has a text, and the service none.
    #[error("the service has no text: push it, or remove it here")]
    OnlyHere,
    /// The file has these forms of the plural, and the service does not.
    #[error("the service lacks the form {}", .0.join(", "))]
    FormsOnlyHere(Vec<String>),
    /// It was removed here since the revision, but the service has it.
    #[error("it was removed here, but not at the service: the next pull restores it")]
    Removed,
    /// A push keeps the other text of the service.
    #[error("the service has another text")]
    Kept,
    /// Only one side has it marked as not finished.
    #[error("only one side has it marked as not finished")]
    OtherState,
    /// It is empty here.
    #[error("it is empty here: a pull writes it")]
    OnlyThere,
    /// Other texts of its list, or of its entry in `.stringsdict`, are not translated.
    #[error("other texts of its list or entry, which is written as a whole, are not translated")]
    ListInPart,
    /// Its plural lacks these forms, which programs need.
    #[error("its plural lacks {}", .0.join(", "))]
    PluralInPart(Vec<String>),
    /// The other side has no place for these forms of the plural.
    #[error("only one side has a place for the form {}", .0.join(", "))]
    Forms(Vec<String>),
    /// It was changed both here and at the service.
    #[error("it was changed both here and at the service")]
    Conflict,
    /// The service lacks the key.
    #[error("the service lacks the key: push the base language first")]
    NoKey,
    /// It is a plural at the service, and a text here.
    #[error(
        "it is a plural at the service, but a text here or in the base language: write its forms \
         or, if the base language has a text, delete its key at the service and push"
    )]
    IsPlural,
    /// Another entry of the file has this name and context at the service.
    #[error("another entry has this name at the service: rename one")]
    SameName,
    /// The placeholders of the service have no known spelling in this format.
    #[error(
        "an import changed its placeholders at the service, and their spelling here is unknown: \
         set the text with `l10n keys set`"
    )]
    Placeholders,
    /// The service rejected it.
    #[error("the service rejected it: {0}")]
    Rejected(String),
    /// The request failed.
    #[error("the request failed: {0}")]
    NotSent(String),
    /// The service stored another text.
    #[error("the service stored {0:?} instead")]
    StoredAs(String),
    /// The file has no place for it, or the service.
    #[error("{0}")]
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
            Self::Conflict
            | Self::NoKey
            | Self::IsPlural
            | Self::SameName
            | Self::Placeholders
            | Self::Rejected(_)
            | Self::NotSent(_)
            | Self::StoredAs(_)
            | Self::NoPlace(_) => Weight::Problem,
            _ => Weight::Note,
        }
    }
}
