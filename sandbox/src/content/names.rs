//! Names of files: the language in that of an upload, and different names in a bundle.

use std::collections::HashSet;

pub(super) const LANG_ISO: &str = "%LANG_ISO%";

/// Replaces the language in a filename by its placeholder: wherever it ends the name of a folder or
/// of the file, or a part of it before a dot, as in `de/app.json`, `messages_de.po` and
/// `de.lproj/app.strings`. Exports spell it in one way only, so others are no language.
pub(super) fn detect(filename: &str, iso: &str) -> String {
    if iso.is_empty() || filename.contains(LANG_ISO) {
        return filename.to_owned();
    }
    let (mut rest, extension) = filename.split_at(stem(filename));
    let mut found = String::new();
    while let Some((before, after)) = rest.split_once(iso) {
        found.push_str(before);
        let starts = found.is_empty() || found.ends_with(['/', '-', '_', '.']);
        let ends = after.is_empty() || after.starts_with(['/', '.']);
        found.push_str(if starts && ends { LANG_ISO } else { iso });
        rest = after;
    }
    found + rest + extension
}

fn stem(filename: &str) -> usize {
    let folder = filename.rfind('/').map_or(0, |slash| slash + 1);
    let dot = filename[folder..].rfind('.').filter(|dot| *dot > 0);
    dot.map_or(filename.len(), |dot| folder + dot)
}

/// Returns a name that a bundle does not have yet: this one, or with the language before its
/// extension.
pub(super) fn unique(taken: &mut HashSet<String>, name: &str, iso: &str) -> String {
    let (stem, extension) = name.split_at(stem(name));
    let (mut stem, mut name) = (stem.to_owned(), name.to_owned());
    while !taken.insert(name.clone()) {
        stem = format!("{stem}_{iso}");
        name = format!("{stem}{extension}");
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_of_the_language_is_found_in_names() {
        for (name, iso, found) in [
            ("en/messages_en.po", "en", "%LANG_ISO%/messages_%LANG_ISO%.po"),
            ("en.lproj/A.strings", "en", "%LANG_ISO%.lproj/A.strings"),
            ("pt-BR/a.pt_BR.yml", "pt_BR", "pt-BR/a.%LANG_ISO%.yml"),
            ("en_messages.json", "en", "en_messages.json"),
            (".en", "en", ".%LANG_ISO%"),
            ("messages.ts", "ts", "messages.ts"),
            ("x/%LANG_ISO%/en.json", "en", "x/%LANG_ISO%/en.json"),
            ("日/ên/en", "en", "日/ên/%LANG_ISO%"),
            ("PT/a.json", "pt", "PT/a.json"),
        ] {
            assert_eq!(detect(name, iso), found, "{name} in {iso}");
        }
    }

    #[test]
    fn no_name_is_given_twice() {
        let taken = &mut HashSet::new();
        let names = ["en", "de", "de"].map(|iso| unique(taken, "a.b/app.json", iso));
        assert_eq!(names, ["a.b/app.json", "a.b/app_de.json", "a.b/app_de_de.json"]);
        assert_eq!(["en", "de"].map(|iso| unique(taken, ".env", iso)), [".env", ".env_de"]);
    }
}
