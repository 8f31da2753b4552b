//! The system languages: what languages of projects are made of.
//!
//! Names and codes are common ones and the plural forms are those of CLDR; the ids are made up but
//! for the three that the seeded projects have.

use super::Language;
use uuid::Uuid;

/// How many languages there are with codes that nobody else has: `custom_1` and so on.
const CUSTOM: u64 = 100;
/// The ids of these begin behind this one.
const CUSTOM_IDS: u64 = 2000;

type Forms = &'static [&'static str];

const NONE: Forms = &["other"];
const ONE: Forms = &["one", "other"];
const LATVIAN: Forms = &["zero", "one", "other"];
const DUAL: Forms = &["one", "two", "other"];
const FEW: Forms = &["one", "few", "other"];
const ROMANCE: Forms = &["one", "many", "other"];
const SLAVIC: Forms = &["one", "few", "many", "other"];
const SLOVENE: Forms = &["one", "two", "few", "other"];
const CELTIC: Forms = &["one", "two", "few", "many", "other"];
const ALL: Forms = &["zero", "one", "two", "few", "many", "other"];

/// Languages that are written from right to left.
const RIGHT_TO_LEFT: [&str; 4] = ["ar", "he", "fa", "ur"];

/// Id, code, name and forms, by name.
#[rustfmt::skip]
const KNOWN: [(u64, &str, &str, Forms); 80] = [
    (701, "af", "Afrikaans", ONE),
    (803, "sq", "Albanian", ONE),
    (702, "am", "Amharic", ONE),
    (703, "ar", "Arabic", ALL),
    (704, "hy", "Armenian", ONE),
    (705, "az", "Azerbaijani", ONE),
    (706, "eu", "Basque", ONE),
    (707, "be", "Belarusian", SLAVIC),
    (708, "bn", "Bengali", ONE),
    (709, "bs", "Bosnian", FEW),
    (710, "bg", "Bulgarian", ONE),
    (711, "my", "Burmese", NONE),
    (712, "ca", "Catalan", ROMANCE),
    (713, "zh_CN", "Chinese (Simplified)", NONE),
    (714, "zh_TW", "Chinese (Traditional)", NONE),
    (715, "hr", "Croatian", FEW),
    (716, "cs", "Czech", SLAVIC),
    (717, "da", "Danish", ONE),
    (718, "nl", "Dutch", ONE),
    (640, "en", "English", ONE),
    (719, "en_GB", "English (United Kingdom)", ONE),
    (720, "en_US", "English (United States)", ONE),
    (721, "et", "Estonian", ONE),
    (722, "fil", "Filipino", ONE),
    (723, "fi", "Finnish", ONE),
    (673, "fr", "French", ROMANCE),
    (724, "fr_CA", "French (Canada)", ROMANCE),
    (725, "gl", "Galician", ONE),
    (726, "ka", "Georgian", ONE),
    (597, "de", "German", ONE),
    (727, "de_AT", "German (Austria)", ONE),
    (728, "de_CH", "German (Switzerland)", ONE),
    (729, "el", "Greek", ONE),
    (730, "gu", "Gujarati", ONE),
    (731, "he", "Hebrew", DUAL),
    (732, "hi", "Hindi", ONE),
    (733, "hu", "Hungarian", ONE),
    (734, "is", "Icelandic", ONE),
    (735, "id", "Indonesian", NONE),
    (736, "ga", "Irish", CELTIC),
    (737, "it", "Italian", ROMANCE),
    (738, "ja", "Japanese", NONE),
    (739, "kn", "Kannada", ONE),
    (740, "kk", "Kazakh", ONE),
    (741, "km", "Khmer", NONE),
    (742, "ko", "Korean", NONE),
    (743, "lo", "Lao", NONE),
    (744, "lv", "Latvian", LATVIAN),
    (745, "lt", "Lithuanian", SLAVIC),
    (746, "mk", "Macedonian", ONE),
    (747, "ms", "Malay", NONE),
    (748, "mt", "Maltese", CELTIC),
    (749, "mn", "Mongolian", ONE),
    (750, "ne", "Nepali", ONE),
    (751, "no", "Norwegian", ONE),
    (752, "fa", "Persian", ONE),
    (753, "pl", "Polish", SLAVIC),
    (754, "pt", "Portuguese", ROMANCE),
    (755, "pt_BR", "Portuguese (Brazil)", ROMANCE),
    (756, "pa", "Punjabi", ONE),
    (757, "ro", "Romanian", FEW),
    (758, "ru", "Russian", SLAVIC),
    (759, "sr", "Serbian", FEW),
    (760, "si", "Sinhala", ONE),
    (761, "sk", "Slovak", SLAVIC),
    (762, "sl", "Slovenian", SLOVENE),
    (763, "es", "Spanish", ROMANCE),
    (764, "es_MX", "Spanish (Mexico)", ROMANCE),
    (765, "sw", "Swahili", ONE),
    (766, "sv", "Swedish", ONE),
    (767, "ta", "Tamil", ONE),
    (768, "te", "Telugu", ONE),
    (769, "th", "Thai", NONE),
    (770, "tr", "Turkish", ONE),
    (771, "uk", "Ukrainian", SLAVIC),
    (772, "ur", "Urdu", ONE),
    (773, "uz", "Uzbek", ONE),
    (774, "vi", "Vietnamese", NONE),
    (775, "cy", "Welsh", ALL),
    (776, "zu", "Zulu", ONE),
];

/// All system languages by name, those without a name of their own last.
pub(crate) fn all() -> impl Iterator<Item = Language> {
    let known = KNOWN.into_iter().map(|(id, iso, name, forms)| Language {
        id,
        uuid: Uuid::nil(),
        iso: iso.to_owned(),
        name: name.to_owned(),
        rtl: RIGHT_TO_LEFT.contains(&iso),
        plural_forms: forms.iter().map(ToString::to_string).collect(),
    });
    known.chain(own())
}

/// Those with codes that nobody else has.
pub(crate) fn own() -> impl Iterator<Item = Language> {
    (1..=CUSTOM).map(|number| Language {
        id: CUSTOM_IDS + number,
        uuid: Uuid::nil(),
        iso: format!("custom_{number}"),
        name: format!("Custom {number}"),
        rtl: false,
        plural_forms: ALL.iter().map(ToString::to_string).collect(),
    })
}

/// The system language with this code, to be made a language of a project.
pub(crate) fn by_iso(iso: &str) -> Option<Language> {
    let mut language = all().find(|language| language.iso == iso)?;
    language.uuid = Uuid::now_v7();
    Some(language)
}
