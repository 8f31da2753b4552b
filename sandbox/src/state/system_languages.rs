//! The system languages: what languages of projects are made of.
//!
//! Ids and codes are those of recorded exchanges, but for `en` and ids from 2001 to 3000, which are
//! invented. Names are common ones. Plural forms are those of CLDR, or all six if it has none.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use uuid::Uuid;

use super::Language;
use crate::rules::plural::FORMS;

/// What codes that nobody else has begin with.
const OWN: &str = "custom_";
/// How many of these there are, from `custom_1` on.
const CUSTOM: u64 = 112;
/// The ids of these begin behind this one.
const CUSTOM_IDS: u64 = 10_000;

const RIGHT_TO_LEFT: [&str; 6] = ["ae", "ar", "azb", "fa", "he", "ur"];

static ALL: LazyLock<Vec<Language>> = LazyLock::new(|| {
    let known: BTreeMap<String, Vec<(u64, String, String)>> =
        serde_json::from_str(include_str!("system_languages.json")).unwrap_or_default();
    let known = known.into_iter().flat_map(|(forms, languages)| {
        let made = move |(id, iso, name)| language(id, iso, name, forms.split(' '));
        languages.into_iter().map(made)
    });
    let own = (1..=CUSTOM).map(|number| {
        let (iso, name) = (format!("{OWN}{number}"), format!("Custom {number}"));
        language(CUSTOM_IDS + number, iso, name, FORMS.into_iter())
    });
    known.chain(own).collect()
});

fn language<'f>(
    id: u64,
    iso: String,
    name: String,
    forms: impl Iterator<Item = &'f str>,
) -> Language {
    let rtl = RIGHT_TO_LEFT.contains(&iso.split('_').next().unwrap_or_default());
    let plural_forms = forms.map(str::to_owned).collect();
    Language { id, uuid: Uuid::nil(), iso, name, rtl, plural_forms }
}

pub(crate) fn all() -> impl Iterator<Item = &'static Language> {
    ALL.iter()
}

/// Those with codes that nobody else has.
pub(crate) fn own() -> impl Iterator<Item = &'static Language> {
    all().filter(|language| language.iso.starts_with(OWN))
}

/// The system language with this code, to be made a language of a project.
pub(crate) fn by_iso(iso: &str) -> Option<Language> {
    let language = all().find(|language| language.iso == iso)?;
    Some(Language { uuid: Uuid::now_v7(), ..language.clone() })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn ids_and_codes_are_unique_and_the_recorded_ones() {
        let ids: BTreeSet<_> = all().map(|language| language.id).collect();
        let isos: BTreeSet<_> = all().map(|language| &language.iso).collect();
        assert_eq!([all().count(), ids.len(), isos.len()], [268; 3]);
        for (iso, id) in [("ru", 597), ("de", 666), ("ar_001", 731), ("custom_112", 10112)] {
            assert_eq!(by_iso(iso).unwrap().id, id);
        }
        assert!(by_iso("custom_113").is_none());
        assert!(by_iso("ar_EG").unwrap().rtl);
        assert_eq!(own().count(), 112);
    }
}
