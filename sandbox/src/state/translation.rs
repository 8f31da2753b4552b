//! Translations and their texts.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Ids, Stamp};
use crate::rules::plural::{self, Forms};
use crate::rules::words;

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Translation {
    #[serde(rename = "translation_id")]
    pub(crate) id: u64,
    /// The id of the language; its code may change.
    #[serde(rename = "lang_id")]
    pub(crate) language: u64,
    #[serde(rename = "translation")]
    pub(crate) text: Text,
    pub(crate) modified_at: i64,
    pub(crate) modified_by: u64,
    #[serde(rename = "is_reviewed")]
    pub(crate) reviewed: bool,
    /// Who reviewed it; 0 is nobody.
    pub(crate) reviewed_by: u64,
    #[serde(rename = "is_unverified")]
    pub(crate) unverified: bool,
    #[serde(rename = "custom_translation_statuses")]
    pub(crate) statuses: BTreeSet<u64>,
}

impl Translation {
    pub(super) fn empty(ids: &mut Ids, language: u64, stamp: Stamp, plural: bool) -> Self {
        let (id, text) = (ids.next(), Text::default().into_plural(plural));
        let (modified_at, modified_by) = (stamp.at, stamp.by);
        Self { id, language, text, modified_at, modified_by, ..Self::default() }
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(into = "Value", from = "Value")]
pub(crate) enum Text {
    Plain(String),
    /// The forms of a plural, each with its text; a translation has no empty ones.
    Forms(Forms),
}

impl Default for Text {
    fn default() -> Self {
        Self::Plain(String::new())
    }
}

impl From<Text> for Value {
    fn from(text: Text) -> Self {
        match text {
            Text::Plain(text) => text.into(),
            Text::Forms(forms) => forms.into_iter().collect(),
        }
    }
}

impl From<Value> for Text {
    fn from(value: Value) -> Self {
        match (plural::of_json(&value), value) {
            (Some(forms), _) => Self::Forms(forms),
            (None, Value::String(text)) => Self::Plain(text),
            (None, _) => Self::default(),
        }
    }
}

impl Text {
    /// Whether it is untranslated: a plural is when all its forms are empty.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::Plain(text) => text.is_empty(),
            Self::Forms(forms) => forms.values().all(String::is_empty),
        }
    }

    pub(crate) fn words(&self) -> usize {
        match self {
            Self::Plain(text) => words::count(text),
            Self::Forms(forms) => forms.values().map(|text| words::count(text)).sum(),
        }
    }

    /// The same with forms, or without: a plain text that is no JSON with forms becomes the form
    /// `other`, which comes back.
    pub(crate) fn into_plural(self, plural: bool) -> Self {
        match (self, plural) {
            (Self::Plain(text), true) => {
                let other = || Forms::from([("other".to_owned(), text.clone())]);
                Self::Forms(plural::parse(&text).unwrap_or_else(other)).into_plural(true)
            }
            (Self::Forms(mut forms), true) => {
                forms.retain(|_, text| !text.is_empty());
                Self::Forms(forms)
            }
            (text @ Self::Forms(_), false) => Self::Plain(text.plain().to_owned()),
            (text, _) => text,
        }
    }

    pub(crate) fn plain(&self) -> &str {
        match self {
            Self::Plain(text) => text,
            Self::Forms(forms) => {
                let any = forms.get("other").or_else(|| forms.values().next());
                any.map_or("", String::as_str)
            }
        }
    }
}
