//! Names of files: the language in that of an upload, and names that several files of a bundle
//! would have.

use std::collections::HashSet;

/// What stands for the code of a language.
pub(super) const LANG_ISO: &str = "%LANG_ISO%";

/// What is between the parts of a folder's or file's name.
const DELIMITERS: [char; 3] = ['-', '_', '.'];

/// The extension of a filename.
pub(super) fn extension(filename: &str) -> &str {
    let split = filename.rsplit_once('.');
    split.map_or("", |(_, extension)| extension)
}

/// Whether two codes are of one language: `pt_BR` is `pt-br`.
pub(super) fn is_same_code(one: &str, other: &str) -> bool {
    let letters = |code: &str| {
        let letters = code.bytes().map(|byte| match byte {
            b'-' => b'_',
            byte => byte.to_ascii_lowercase(),
        });
        letters.collect::<Vec<u8>>()
    };
    letters(one) == letters(other)
}

/// A filename with the placeholder wherever it has the code of its language, spelled as exports
/// spell it: a name that spells it in another way would come back as another.
///
/// The code counts where it ends the name of a folder or of the file, or a part of that before a
/// dot: `de/app.json`, `messages_de.po`, `de.lproj/app.strings`. Only where it does so nowhere, it
/// counts between any two delimiters: `de_messages.po`, but not before a region: `de_AT.po`.
pub(super) fn detect(filename: &str, iso: &str) -> String {
    if iso.is_empty() || filename.contains(LANG_ISO) {
        return filename.to_owned();
    }
    let at_ends = replace(filename, iso, |after| after.is_empty() || after.starts_with('.'));
    match at_ends == filename {
        true => {
            replace(filename, iso, |after| after.starts_with(DELIMITERS) && !is_region(&after[1..]))
        }
        false => at_ends,
    }
}

/// Whether a text begins with the code of a region.
fn is_region(text: &str) -> bool {
    let part = text.split(DELIMITERS).next().unwrap_or_default();
    part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_uppercase())
}

/// Replaces the code where it is followed by what it may be followed by.
fn replace(filename: &str, iso: &str, may_follow: impl Fn(&str) -> bool) -> String {
    let last = filename.split('/').count() - 1;
    let parts = filename.split('/').enumerate().map(|(index, part)| {
        // The extension of a file is no language.
        let end = match part.rfind('.') {
            Some(dot) if index == last && dot > 0 => dot,
            _ => part.len(),
        };
        let (stem, extension) = part.split_at(end);
        replace_words(stem, iso, &may_follow) + extension
    });
    parts.collect::<Vec<_>>().join("/")
}

fn replace_words(stem: &str, iso: &str, may_follow: impl Fn(&str) -> bool) -> String {
    let mut replaced = String::new();
    let mut rest = stem;
    let mut is_start = true;
    while let Some(letter) = rest.chars().next() {
        let found = rest.strip_prefix(iso);
        let found = found.filter(|after| is_start && may_follow(after));
        if let Some(after) = found {
            replaced.push_str(LANG_ISO);
            rest = after;
            is_start = false;
        } else {
            replaced.push(letter);
            rest = &rest[letter.len_utf8()..];
            is_start = DELIMITERS.contains(&letter);
        }
    }
    replaced
}

/// A directory as a prefix of names: with the slash at its end that it may lack.
pub(super) fn directory(prefix: &str) -> String {
    match prefix.is_empty() || prefix.ends_with('/') {
        true => prefix.to_owned(),
        false => format!("{prefix}/"),
    }
}

/// The names that a bundle has.
#[derive(Debug, Default)]
pub(super) struct Taken(HashSet<String>);

impl Taken {
    /// A name that the bundle does not have yet: this one, or else with the code of the language
    /// before its extension, or else with a number too.
    pub(super) fn add(&mut self, name: &str, iso: &str) -> String {
        let folder = name.rfind('/').map_or(0, |slash| slash + 1);
        let dot = name[folder..].rfind('.').filter(|dot| *dot > 0);
        let (stem, extension) = name.split_at(dot.map_or(name.len(), |dot| folder + dot));
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
            ("en_messages.json", "en", "%LANG_ISO%_messages.json"),
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
