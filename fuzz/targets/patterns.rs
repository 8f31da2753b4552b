//! Patterns of paths, on the first line, and the names of files on the others: a match tells where
//! the language is.

#![no_main]

use l10n_client::fuzzing;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let Some(pattern) = lines.next() else { return };
    // No disk has longer names.
    for name in lines.filter(|name| name.len() < 256) {
        let Some((lang, template)) = fuzzing::match_name(pattern, name) else {
            continue;
        };
        match lang {
            Some(lang) => assert_eq!(
                template.replace("%LANG_ISO%", &lang),
                name.replace("%LANG_ISO%", &lang)
            ),
            None => assert_eq!(template, name),
        }
    }
});
