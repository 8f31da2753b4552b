//! Locale files of a folder: names in which a language code stands, as patterns.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Files whose names differ in their language.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) pattern: String,
    pub(super) languages: BTreeSet<String>,
    pub(super) extension: String,
    pub(super) files: usize,
}

impl Found {
    /// The languages, the first few by name.
    pub(super) fn languages_text(&self) -> String {
        let some: Vec<_> = self.languages.iter().take(6).map(String::as_str).collect();
        match self.languages.len().saturating_sub(some.len()) {
            0 => some.join(", "),
            more => format!("{} and {more} more", some.join(", ")),
        }
    }
}

/// Extensions of files that hold strings.
const EXTENSIONS: [&str; 15] = [
    "arb",
    "ftl",
    "ini",
    "json",
    "php",
    "po",
    "properties",
    "resx",
    "strings",
    "stringsdict",
    "xlf",
    "xliff",
    "xml",
    "yaml",
    "yml",
];

/// Folders of what others wrote, or a build.
const FOREIGN: [&str; 6] = ["node_modules", "target", "vendor", "dist", "build", "Pods"];

/// So many names are looked at, at most: a home folder has more.
const MOST: usize = 200_000;

/// The codes of two letters (ISO 639-1), which a code begins with.
const CODES: &str = "\
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv \
    cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr \
    ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw \
    ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv \
    ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr \
    ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi \
    yo za zh zu";

/// The patterns below a folder under which files of several languages are, or of English.
pub(super) fn locale_files(folder: &Path) -> Vec<Found> {
    let mut paths = Vec::new();
    let mut left = MOST;
    walk(folder, "", &mut left, &mut paths);
    let mut groups: BTreeMap<String, Found> = BTreeMap::new();
    for (pattern, language, extension) in paths.iter().filter_map(|path| pattern_of(path)) {
        let found = groups.entry(pattern.clone()).or_insert_with(|| Found {
            pattern,
            languages: BTreeSet::new(),
            extension,
            files: 0,
        });
        found.languages.insert(language);
        found.files += 1;
    }
    let is_likely = |found: &Found| found.languages.len() > 1 || found.languages.contains("en");
    groups.into_values().filter(is_likely).collect()
}

/// Relative paths of files, separated by `/`. What cannot be read is left out.
fn walk(folder: &Path, prefix: &str, left: &mut usize, paths: &mut Vec<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        *left = left.saturating_sub(1);
        let (Some(name), Ok(kind)) = (
            entry.file_name().to_str().map(str::to_owned),
            entry.file_type(),
        ) else {
            continue;
        };
        if *left == 0 || name.starts_with('.') || FOREIGN.contains(&name.as_str()) {
            continue;
        }
        match kind.is_dir() {
            true => walk(&entry.path(), &format!("{prefix}{name}/"), left, paths),
            false if kind.is_file() => paths.push(format!("{prefix}{name}")),
            false => {}
        }
    }
}

/// The pattern that a file is under, its language and its extension; nothing where its name tells
/// no language.
fn pattern_of(path: &str) -> Option<(String, String, String)> {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let (stem, extension) = name.rsplit_once('.')?;
    if !EXTENSIONS.contains(&extension) {
        return None;
    }
    let slash = if folders.is_empty() { "" } else { "/" };
    let owned = |pattern: String, language: &str| {
        Some((pattern, language.to_owned(), extension.to_owned()))
    };
    if let Some((stem, language)) = in_name(stem) {
        return owned(format!("{folders}{slash}{stem}.{extension}"), language);
    }
    // The innermost folder that is a language: one above may be the code of a country.
    let segments: Vec<_> = folders.split('/').collect();
    let (place, (segment, language)) = segments
        .iter()
        .enumerate()
        .rev()
        .find_map(|(place, segment)| Some((place, in_folder(segment)?)))?;
    let mut pattern: Vec<String> = segments
        .iter()
        .map(|segment| (*segment).to_owned())
        .collect();
    pattern[place] = segment;
    owned(format!("{}/*.{extension}", pattern.join("/")), language)
}

/// `de`, `app.de`, `app_de`, `app-de-AT`, with `{lang}` in the place of the code.
fn in_name(stem: &str) -> Option<(String, &str)> {
    if is_code(stem) {
        return Some(("{lang}".to_owned(), stem));
    }
    // From the left: the longest code.
    let ends = stem
        .char_indices()
        .filter(|(_, character)| "._-".contains(*character));
    ends.map(|(place, _)| stem.split_at(place + 1))
        .find(|(_, code)| is_code(code))
        .map(|(before, code)| (format!("{before}{{lang}}"), code))
}

/// `de`, `values-de`, `de.lproj`.
fn in_folder(name: &str) -> Option<(String, &str)> {
    if let Some(code) = name.strip_suffix(".lproj").filter(|code| is_code(code)) {
        return Some(("{lang}.lproj".to_owned(), code));
    }
    if let Some(code) = name.strip_prefix("values-").filter(|code| is_code(code)) {
        return Some(("values-{lang}".to_owned(), code));
    }
    is_code(name).then(|| ("{lang}".to_owned(), name))
}

/// A language, and what follows it: a script, a region, in any of the usual spellings.
fn is_code(text: &str) -> bool {
    let mut parts = text.split(['-', '_']);
    let language = parts.next().unwrap_or_default();
    let follows = |part: &str| {
        let all = |is: fn(&char) -> bool| part.chars().all(|character| is(&character));
        match part.len() {
            2 => all(char::is_ascii_uppercase),
            3 => {
                all(char::is_ascii_digit)
                    || (part.starts_with('r')
                        && part[1..]
                            .chars()
                            .all(|character| character.is_ascii_uppercase()))
            }
            4 => all(char::is_ascii_alphabetic),
            _ => false,
        }
    };
    language.len() == 2 && CODES.split(' ').any(|code| code == language) && parts.all(follows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_found_wherever_they_stand() {
        let found = |path| pattern_of(path).map(|(pattern, language, _)| (pattern, language));
        let expect = |path, pattern: &str, language: &str| {
            assert_eq!(
                found(path),
                Some((pattern.to_owned(), language.to_owned())),
                "{path}"
            );
        };
        expect("locales/de/app.json", "locales/{lang}/*.json", "de");
        expect("i18n/pt-BR.yml", "i18n/{lang}.yml", "pt-BR");
        expect(
            "messages_zh_Hans_CN.properties",
            "messages_{lang}.properties",
            "zh_Hans_CN",
        );
        expect("app.de.arb", "app.{lang}.arb", "de");
        expect(
            "res/values-pt-rBR/strings.xml",
            "res/values-{lang}/*.xml",
            "pt-rBR",
        );
        expect(
            "ios/de.lproj/Main.strings",
            "ios/{lang}.lproj/*.strings",
            "de",
        );
        for path in [
            "Cargo.toml",
            "src/main.json",
            "a/xx/b.json",
            "de/readme.md",
            "values/strings.xml",
        ] {
            assert_eq!(found(path), None, "{path}");
        }
    }
}
