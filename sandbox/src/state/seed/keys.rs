//! The seeded keys and their translations.

use std::collections::BTreeSet;

use super::{DE, DEVELOPER, EN, FR, REVIEWER};
use crate::state::{Key, Platform, Text, Translation};

/// 2025-03-01 09:10:00 UTC, when the keys were made.
const KEYS_MADE: i64 = 1_740_820_200;
/// 2025-03-02 10:00:00 UTC, when they were translated.
const TRANSLATED: i64 = 1_740_909_600;

const JSON: Option<&str> = Some("locales/%LANG_ISO%.json");
const PROPERTIES: Option<&str> = Some("app/strings.properties");

/// Name, file, and the texts in en, de and fr.
const MAIN: [(&str, Option<&str>, [&str; 3]); 8] = [
    ("start.title", JSON, ["Welcome", "Willkommen", "Bienvenue"]),
    ("start.button", JSON, ["Get started", "Loslegen", ""]),
    (
        "start.link",
        JSON,
        [
            "See also https://garnet.test/start",
            "Siehe auch https://garnet.test/start",
            "",
        ],
    ),
    ("cart::total", JSON, ["Cart total", "Summe", "Total"]),
    ("cart::empty", JSON, ["Your shopping cart is empty", "", ""]),
    ("app.name", PROPERTIES, ["Garnet", "Garnet", "Garnet"]),
    ("app.quit", PROPERTIES, ["Quit", "Beenden", "Quitter"]),
    (
        "support.hint",
        None,
        ["Ask us anything", "Frag uns alles", ""],
    ),
];

/// What is reviewed besides the base language: the language, and the place of the key.
const REVIEWED: [(u64, usize); 5] = [(DE, 0), (DE, 1), (DE, 2), (DE, 3), (FR, 0)];
const UNVERIFIED: [(u64, usize); 3] = [(DE, 6), (FR, 3), (FR, 6)];

/// The keys of a branch of the main project; the ids are the first one and those that follow it.
pub(super) fn main(first: u64) -> Vec<Key> {
    let mut keys: Vec<Key> = (first..)
        .zip(MAIN)
        .map(|(id, (name, file, texts))| key(id, name, file, texts))
        .collect();
    for key in &mut keys[..2] {
        key.tag(["start"]);
    }
    keys[7].hidden = true;
    for (place, key) in keys.iter_mut().enumerate() {
        for translation in &mut key.translations {
            let marked = (translation.language, place);
            if translation.language == EN || REVIEWED.contains(&marked) {
                translation.reviewed = true;
                translation.reviewed_by = REVIEWER;
            }
            translation.unverified = UNVERIFIED.contains(&marked);
        }
    }
    for translation in &mut keys[0].translations {
        translation.statuses.insert(7102);
    }
    keys
}

/// The keys of the large project that are really there.
pub(super) fn large() -> Vec<Key> {
    vec![key(8101, "rock", None, ["Rock", "Stein", "Pierre"])]
}

/// A key with its texts in en, de and fr. The ids of its translations are its own with 01 to 03
/// behind.
fn key(id: u64, name: &str, file: Option<&str>, texts: [&str; 3]) -> Key {
    let extension = file.and_then(|name| name.rsplit_once('.'));
    let platform = Platform::of_format(extension.map_or("json", |(_, extension)| extension));
    let mut key = Key::new(id, name, platform, KEYS_MADE);
    key.filenames.set(platform, file.unwrap_or_default());
    key.translations_modified_at = TRANSLATED;
    let texts = (1..).zip([EN, DE, FR]).zip(texts);
    key.translations = texts
        .map(|((number, language), text)| Translation {
            id: id * 100 + number,
            language,
            text: Text::Plain(text.to_owned()),
            modified_at: TRANSLATED,
            modified_by: DEVELOPER,
            reviewed: false,
            reviewed_by: 0,
            unverified: false,
            statuses: BTreeSet::new(),
        })
        .collect();
    key
}
