//! Names of files: the language in that of an upload, and names that several files of a bundle
//! would have.

use std::collections::HashSet;

/// What stands for the code of a language.
pub(super) const LANG_ISO: &str = "%LANG_ISO%";

/// Whether two codes are of one language: `pt_BR` is `pt-br`.
pub(super) fn is_same_code(one: &str, other: &str) -> bool {
    let is_same = |(one, other): (u8, u8)| {
        one.eq_ignore_ascii_case(&other) || [one, other].iter().all(|it| b"-_".contains(it))
    };
    one.len() == other.len() && one.bytes().zip(other.bytes()).all(is_same)
}

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

/// Returns the length of a filename without its extension.
fn stem(filename: &str) -> usize {
    let folder = filename.rfind('/').map_or(0, |slash| slash + 1);
    let dot = filename[folder..].rfind('.').filter(|dot| *dot > 0);
    dot.map_or(filename.len(), |dot| folder + dot)
}

/// The names that a bundle has.
#[derive(Debug, Default)]
pub(super) struct Taken(HashSet<String>);

impl Taken {
    /// A name that the bundle does not have yet: this one, or else with the code of the language
    /// before its extension, or else with a number too.
    pub(super) fn add(&mut self, name: &str, iso: &str) -> String {
        let (stem, extension) = name.split_at(stem(name));
        let numbered = (2_usize..).map(|number| format!("{stem}_{iso}_{number}{extension}"));
        let named = [name.to_owned(), format!("{stem}_{iso}{extension}")];
        let mut names = named.into_iter().chain(numbered);
        let free = names.find(|name| !self.0.contains(name)).unwrap_or_default();
        self.0.insert(free.clone());
        free
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_code_of_the_language_is_found_in_names() {
        for (name, iso, found) in [
            ("locales/en.json", "en", "locales/%LANG_ISO%.json"),
            ("en/app/strings.json", "en", "%LANG_ISO%/app/strings.json"),
            ("en/messages_en.po", "en", "%LANG_ISO%/messages_%LANG_ISO%.po"),
            ("en.lproj/A.strings", "en", "%LANG_ISO%.lproj/A.strings"),
            ("values-pt_BR/strings.xml", "pt_BR", "values-%LANG_ISO%/strings.xml"),
            ("a/pt-br.yml", "pt_BR", "a/pt-br.yml"),
            ("pt-BR/a.pt_BR.yml", "pt_BR", "pt-BR/a.%LANG_ISO%.yml"),
            ("app.en.json", "en", "app.%LANG_ISO%.json"),
            ("en_messages.json", "en", "en_messages.json"),
            ("no/no-results.json", "no", "%LANG_ISO%/no-results.json"),
            ("en", "en", "%LANG_ISO%"),
            (".en", "en", ".%LANG_ISO%"),
            ("messages.ts", "ts", "messages.ts"),
            ("open/center.json", "en", "open/center.json"),
            ("en.json", "de", "en.json"),
            ("x/%LANG_ISO%/en.json", "en", "x/%LANG_ISO%/en.json"),
            ("é/ên/日本.json", "en", "é/ên/日本.json"),
            ("日/en", "en", "日/%LANG_ISO%"),
            ("pt_BR.json", "pt", "pt_BR.json"),
            ("pt_BR.json", "br", "pt_BR.json"),
            ("PT/a.json", "pt", "PT/a.json"),
        ] {
            assert_eq!(detect(name, iso), found, "{name} in {iso}");
        }
    }

    #[test]
    fn no_name_is_given_twice() {
        let mut taken = Taken::default();
        let names = ["en", "de", "de", "de"].map(|iso| taken.add("a.b/app.json", iso));
        let wanted = ["app.json", "app_de.json", "app_de_2.json", "app_de_3.json"];
        assert_eq!(names, wanted.map(|name| format!("a.b/{name}")));
        assert_eq!(taken.add("a.b/c", "en"), "a.b/c");
        assert_eq!(taken.add("a.b/c", "en"), "a.b/c_en");
        assert_eq!(taken.add(".env", "en"), ".env");
        assert_eq!(taken.add(".env", "de"), ".env_de");
    }
}
