//! The system languages: what languages of projects are made of.
//!
//! Ids and codes are those of recorded exchanges, but for `en` and ids from 2001 to 3000, which are
//! invented. Names are common ones. Plural forms are those of CLDR, or all six if it has none.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::rules::plural::FORMS;

/// A system language, perhaps with a code, name or forms of its own. Typed, because keys and files
/// look it up for every text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Language {
    #[serde(rename = "lang_id")]
    pub(crate) id: u64,
    #[serde(rename = "lang_iso")]
    pub(crate) iso: String,
    #[serde(rename = "project_language_uuid")]
    pub(crate) uuid: Uuid,
    #[serde(rename = "lang_name")]
    pub(crate) name: String,
    #[serde(rename = "is_rtl")]
    pub(crate) rtl: bool,
    /// Of `zero`, `one`, `two`, `few`, `many` and `other`.
    pub(crate) plural_forms: Vec<String>,
}

/// Plural forms, and the languages with them: their ids, codes and names.
const KNOWN: &str = include_str!("system_languages.txt");

const RIGHT_TO_LEFT: [&str; 6] = ["ae", "ar", "azb", "fa", "he", "ur"];

static ALL: LazyLock<Vec<Language>> = LazyLock::new(|| {
    let mut forms = Vec::new();
    let mut all = Vec::new();
    for line in KNOWN.lines() {
        match line.strip_suffix(':') {
            Some(names) => forms = names.split(' ').map(str::to_owned).collect(),
            None => all.extend(line.split("; ").filter_map(|text| language(text, &forms))),
        }
    }
    // To be renamed.
    all.extend((1..=112).map(|number| Language {
        id: 10_000 + number,
        iso: format!("custom_{number}"),
        name: format!("Custom {number}"),
        plural_forms: FORMS.map(str::to_owned).into(),
        ..Language::default()
    }));
    all
});

fn language(text: &str, forms: &[String]) -> Option<Language> {
    let mut parts = text.splitn(3, ' ').map(str::to_owned);
    let (id, iso, name) = (parts.next()?.parse().ok()?, parts.next()?, parts.next()?);
    let rtl = RIGHT_TO_LEFT.contains(&iso.split('_').next()?);
    Some(Language { id, iso, name, rtl, plural_forms: forms.to_vec(), ..Language::default() })
}

pub(crate) fn all() -> impl Iterator<Item = &'static Language> {
    ALL.iter()
}

/// Those with codes that nobody else has.
pub(crate) fn own() -> impl Iterator<Item = &'static Language> {
    all().filter(|language| language.iso.starts_with("custom_"))
}

/// The system language with this code, to be made a language of a project.
pub(crate) fn by_iso(iso: &str) -> Option<Language> {
    let language = all().find(|language| language.iso == iso)?;
    Some(Language { uuid: Uuid::now_v7(), ..language.clone() })
}
