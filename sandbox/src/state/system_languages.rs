//! The system languages: what languages of projects are made of.
//!
//! Ids and codes are those of recorded exchanges, but for `en` and ids from 2001 to 3000, which are
//! invented. Names are common ones. Plural forms are those of CLDR, or all six if it has none.

use super::Language;
use uuid::Uuid;

/// How many languages there are with codes that nobody else has: `custom_1` and so on.
const CUSTOM: u64 = 112;
/// The ids of these begin behind this one.
const CUSTOM_IDS: u64 = 10_000;

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

const RIGHT_TO_LEFT: [&str; 6] = ["ae", "ar", "azb", "fa", "he", "ur"];

/// Id, code, name and forms, by name.
#[rustfmt::skip]
const KNOWN: [(u64, &str, &str, Forms); 156] = [
    (894, "ab", "Abkhazian", ALL),
    (891, "aa", "Afar", ALL),
    (790, "af", "Afrikaans", ONE),
    (791, "af_NA", "Afrikaans (Namibia)", ONE),
    (792, "af_ZA", "Afrikaans (South Africa)", ONE),
    (977, "agq", "Aghem", ALL),
    (910, "ak", "Akan", ONE),
    (10210, "ak_GH", "Akan (Ghana)", ONE),
    (803, "sq", "Albanian", ONE),
    (10177, "sq_AL", "Albanian (Albania)", ONE),
    (941, "am", "Amharic", ONE),
    (714, "ar", "Arabic", ALL),
    (715, "ar_DZ", "Arabic (Algeria)", ALL),
    (716, "ar_BH", "Arabic (Bahrain)", ALL),
    (717, "ar_EG", "Arabic (Egypt)", ALL),
    (718, "ar_IQ", "Arabic (Iraq)", ALL),
    (719, "ar_JO", "Arabic (Jordan)", ALL),
    (720, "ar_KW", "Arabic (Kuwait)", ALL),
    (721, "ar_LB", "Arabic (Lebanon)", ALL),
    (722, "ar_LY", "Arabic (Libya)", ALL),
    (723, "ar_MA", "Arabic (Morocco)", ALL),
    (724, "ar_OM", "Arabic (Oman)", ALL),
    (725, "ar_QA", "Arabic (Qatar)", ALL),
    (726, "ar_SA", "Arabic (Saudi Arabia)", ALL),
    (727, "ar_SD", "Arabic (Sudan)", ALL),
    (728, "ar_SY", "Arabic (Syria)", ALL),
    (729, "ar_TN", "Arabic (Tunisia)", ALL),
    (730, "ar_AE", "Arabic (United Arab Emirates)", ALL),
    (731, "ar_001", "Arabic (World)", ALL),
    (732, "ar_YE", "Arabic (Yemen)", ALL),
    (831, "an", "Aragonese", ONE),
    (810, "hy", "Armenian", ONE),
    (846, "as", "Assamese", ONE),
    (978, "asa", "Asu", ONE),
    (873, "av", "Avaric", ALL),
    (833, "ae", "Avestan", ALL),
    (877, "ay", "Aymara", ALL),
    (795, "az", "Azerbaijani", ONE),
    (794, "az_AZ", "Azerbaijani (Azerbaijan)", ONE),
    (796, "az_Cyrl", "Azerbaijani (Cyrillic)", ONE),
    (797, "az_Cyrl_AZ", "Azerbaijani (Cyrillic, Azerbaijan)", ONE),
    (979, "ksf", "Bafia", ALL),
    (934, "bm", "Bambara", NONE),
    (980, "bas", "Basaa", ALL),
    (902, "ba", "Bashkir", ALL),
    (2001, "eu", "Basque", ONE),
    (911, "eu_ES", "Basque (Spain)", ONE),
    (1069, "be", "Belarusian", SLAVIC),
    (906, "be_BY", "Belarusian (Belarus)", SLAVIC),
    (981, "bem", "Bemba", ONE),
    (982, "bez", "Bena", ONE),
    (815, "bn", "Bengali", ONE),
    (816, "bn_BD", "Bengali (Bangladesh)", ONE),
    (814, "bn_IN", "Bengali (India)", ONE),
    (919, "bh", "Bihari", ONE),
    (929, "bi", "Bislama", ALL),
    (983, "brx", "Bodo", ONE),
    (2002, "bs", "Bosnian", FEW),
    (802, "bs_BA", "Bosnian (Bosnia and Herzegovina)", FEW),
    (829, "br", "Breton", CELTIC),
    (781, "bg", "Bulgarian", ONE),
    (780, "bg_BG", "Bulgarian (Bulgaria)", ONE),
    (883, "my", "Burmese", NONE),
    (764, "ca", "Catalan", ROMANCE),
    (1068, "ceb", "Cebuano", ONE),
    (984, "tzm", "Central Atlas Tamazight", ONE),
    (837, "ch", "Chamorro", ALL),
    (834, "ce", "Chechen", ONE),
    (985, "chr", "Cherokee", ONE),
    (819, "ny", "Chichewa", ONE),
    (986, "cgg", "Chiga", ONE),
    (603, "zh_HK", "Chinese (Hong Kong)", NONE),
    (10155, "zh_MY", "Chinese (Malaysia)", NONE),
    (602, "zh_CN", "Chinese (Simplified)", NONE),
    (605, "zh_Hans_CN", "Chinese (Simplified, China)", NONE),
    (606, "zh_Hans_HK", "Chinese (Simplified, Hong Kong)", NONE),
    (608, "zh_Hans_MO", "Chinese (Simplified, Macao)", NONE),
    (10196, "zh_Hans_SG", "Chinese (Simplified, Singapore)", NONE),
    (604, "zh_SG", "Chinese (Singapore)", NONE),
    (601, "zh_TW", "Chinese (Traditional)", NONE),
    (10166, "zh_Hant_HK", "Chinese (Traditional, Hong Kong)", NONE),
    (607, "zh_Hant_MO", "Chinese (Traditional, Macao)", NONE),
    (609, "zh_Hant_TW", "Chinese (Traditional, Taiwan)", NONE),
    (848, "cu", "Church Slavic", ALL),
    (856, "cv_CV", "Chuvash", ALL),
    (987, "swc", "Congo Swahili", ONE),
    (861, "kw", "Cornish", ALL),
    (843, "co", "Corsican", ALL),
    (844, "cr", "Cree", ALL),
    (793, "hr", "Croatian", FEW),
    (10170, "hr_HR", "Croatian (Croatia)", FEW),
    (2003, "cs", "Czech", SLAVIC),
    (2004, "da", "Danish", ONE),
    (737, "nl", "Dutch", ONE),
    (640, "en", "English", ONE),
    (2005, "en_GB", "English (United Kingdom)", ONE),
    (2006, "en_US", "English (United States)", ONE),
    (2007, "et", "Estonian", ONE),
    (2008, "fil", "Filipino", ONE),
    (2009, "fi", "Finnish", ONE),
    (673, "fr", "French", ROMANCE),
    (2010, "fr_CA", "French (Canada)", ROMANCE),
    (2011, "gl", "Galician", ONE),
    (2012, "ka", "Georgian", ONE),
    (666, "de", "German", ONE),
    (2013, "de_AT", "German (Austria)", ONE),
    (2014, "de_CH", "German (Switzerland)", ONE),
    (2015, "el", "Greek", ONE),
    (2016, "gu", "Gujarati", ONE),
    (2017, "he", "Hebrew", DUAL),
    (2018, "hi", "Hindi", ONE),
    (2019, "hu", "Hungarian", ONE),
    (2020, "is", "Icelandic", ONE),
    (2021, "id", "Indonesian", NONE),
    (2022, "ga", "Irish", CELTIC),
    (734, "it", "Italian", ROMANCE),
    (643, "ja", "Japanese", NONE),
    (2023, "kn", "Kannada", ONE),
    (2024, "kk", "Kazakh", ONE),
    (2025, "km", "Khmer", NONE),
    (2026, "ko", "Korean", NONE),
    (2027, "lo", "Lao", NONE),
    (2028, "lv", "Latvian", LATVIAN),
    (2029, "lt", "Lithuanian", SLAVIC),
    (2030, "mk", "Macedonian", ONE),
    (2031, "ms", "Malay", NONE),
    (2032, "mt", "Maltese", CELTIC),
    (2033, "mn", "Mongolian", ONE),
    (2034, "ne", "Nepali", ONE),
    (2035, "no", "Norwegian", ONE),
    (2036, "fa", "Persian", ONE),
    (748, "pl", "Polish", SLAVIC),
    (2037, "pt", "Portuguese", ROMANCE),
    (2038, "pt_BR", "Portuguese (Brazil)", ROMANCE),
    (2039, "pa", "Punjabi", ONE),
    (2040, "ro", "Romanian", FEW),
    (597, "ru", "Russian", SLAVIC),
    (2041, "sr", "Serbian", FEW),
    (2042, "si", "Sinhala", ONE),
    (2043, "sk", "Slovak", SLAVIC),
    (2044, "sl", "Slovenian", SLOVENE),
    (10185, "azb", "South Azerbaijani", ONE),
    (2045, "es", "Spanish", ROMANCE),
    (2046, "es_MX", "Spanish (Mexico)", ROMANCE),
    (2047, "sw", "Swahili", ONE),
    (2048, "sv", "Swedish", ONE),
    (2049, "ta", "Tamil", ONE),
    (2050, "te", "Telugu", ONE),
    (2051, "th", "Thai", NONE),
    (2052, "tr", "Turkish", ONE),
    (2053, "uk", "Ukrainian", SLAVIC),
    (2054, "ur", "Urdu", ONE),
    (2055, "uz", "Uzbek", ONE),
    (2056, "vi", "Vietnamese", NONE),
    (2057, "cy", "Welsh", ALL),
    (2058, "zu", "Zulu", ONE),
];

/// All system languages by name, those without a name of their own last.
pub(crate) fn all() -> impl Iterator<Item = Language> {
    let known = KNOWN.into_iter().map(|(id, iso, name, forms)| Language {
        id,
        uuid: Uuid::nil(),
        iso: iso.to_owned(),
        name: name.to_owned(),
        rtl: RIGHT_TO_LEFT.contains(&iso.split('_').next().unwrap_or_default()),
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn ids_and_codes_are_unique_and_names_in_order() {
        let ids: BTreeSet<_> = all().map(|language| language.id).collect();
        let isos: BTreeSet<_> = all().map(|language| language.iso).collect();
        assert_eq!(ids.len(), all().count());
        assert_eq!(isos.len(), all().count());
        let names: Vec<_> = KNOWN.iter().map(|(_, _, name, _)| name.to_lowercase()).collect();
        assert!(names.is_sorted());
    }

    #[test]
    fn ids_are_the_recorded_ones() {
        for (iso, id) in [("ru", 597), ("de", 666), ("ar_001", 731), ("custom_112", 10112)] {
            assert_eq!(by_iso(iso).unwrap().id, id);
        }
        assert!(by_iso("custom_113").is_none());
        assert!(by_iso("ar_EG").unwrap().rtl);
    }
}
