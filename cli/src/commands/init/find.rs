//! Finds the locale files of a folder: derives patterns from language codes in their paths.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// A pattern, and the languages of the files that match it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) pattern: String,
    /// The pattern of the base language, if it differs.
    pub(super) base: Option<String>,
    pub(super) languages: BTreeSet<String>,
    pub(super) extension: String,
    /// One of the files.
    pub(super) sample: String,
}

/// The pattern and language of a path.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Named {
    pattern: String,
    /// The pattern of the base language, if the path has no code because it is of that language.
    base: Option<String>,
    language: Option<String>,
    extension: String,
}

impl Found {
    /// Returns the languages as text: the first few, and the number of the others.
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

/// Folders of dependencies and build output.
const SKIPPED: [&str; 6] = ["node_modules", "target", "vendor", "dist", "build", "Pods"];

/// The maximum number of directory entries to read: a home folder has more.
const MAX_ENTRIES: usize = 200_000;

/// Two-letter language codes (ISO 639-1).
const CODES: &str = "\
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv \
    cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr \
    ht hu hy hz ia id ie ig ii ik io is it iu ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw \
    ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr nv \
    ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr \
    ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi \
    yo za zh zu";

/// Returns the patterns below a folder that match files of several languages or a base language.
pub(super) fn locale_files(folder: &Path) -> Vec<Found> {
    let mut paths = Vec::new();
    let mut left = MAX_ENTRIES;
    walk(folder, "", &mut left, &mut paths);
    let mut groups: BTreeMap<String, Found> = BTreeMap::new();
    for path in &paths {
        let Some(named) = pattern_of(path) else { continue };
        let found = groups.entry(named.pattern.clone()).or_insert_with(|| Found {
            pattern: named.pattern,
            base: None,
            languages: BTreeSet::new(),
            extension: named.extension,
            sample: path.clone(),
        });
        found.languages.extend(named.language);
        found.base = found.base.take().or(named.base);
    }
    let is_likely = |found: &Found| {
        found.languages.len() > 1 || found.languages.contains("en") || found.base.is_some()
    };
    groups.into_values().filter(is_likely).collect()
}

/// Collects the relative paths of files, with `/` as separator. Skips what cannot be read.
fn walk(folder: &Path, prefix: &str, left: &mut usize, paths: &mut Vec<String>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        *left = left.saturating_sub(1);
        let (Some(name), Ok(kind)) =
            (entry.file_name().to_str().map(str::to_owned), entry.file_type())
        else {
            continue;
        };
        if *left == 0 || name.starts_with('.') || SKIPPED.contains(&name.as_str()) {
            continue;
        }
        match kind.is_dir() {
            true => walk(&entry.path(), &format!("{prefix}{name}/"), left, paths),
            false if kind.is_file() => paths.push(format!("{prefix}{name}")),
            false => {}
        }
    }
}

/// Derives the pattern and language of a file from its path; `None` without a language code.
fn pattern_of(path: &str) -> Option<Named> {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let (stem, extension) = name.rsplit_once('.')?;
    if !EXTENSIONS.contains(&extension) {
        return None;
    }
    let slash = if folders.is_empty() { "" } else { "/" };
    let named = |pattern: String, language: &str| {
        let (language, extension) = (Some(language.to_owned()), extension.to_owned());
        Some(Named { pattern, base: None, language, extension })
    };
    if let Some((stem, language)) = in_name(stem) {
        return named(format!("{folders}{slash}{stem}.{extension}"), language);
    }
    let segments: Vec<_> = folders.split('/').collect();
    let with = |place: usize, segment: &str, name: &str| {
        let mut pattern = segments.clone();
        pattern[place] = segment;
        format!("{}/{name}", pattern.join("/"))
    };
    let any = format!("*.{extension}");
    // The innermost folder that is a language: one above may be the code of a country.
    for (place, segment) in segments.iter().enumerate().rev() {
        if let Some((segment, language)) = in_folder(segment) {
            // These Android folders also contain files without texts.
            let name = if segment == ANDROID { name } else { &any };
            return named(with(place, &segment, name), language);
        }
        let of_base = match *segment {
            "values" if name == "strings.xml" => Some((ANDROID, name)),
            "Base.lproj" => Some((IOS, any.as_str())),
            _ => None,
        };
        if let Some((translated, name)) = of_base {
            return Some(Named {
                pattern: with(place, translated, name),
                base: Some(with(place, segment, name)),
                language: None,
                extension: extension.to_owned(),
            });
        }
    }
    None
}

/// The resource folders of Android and iOS.
const ANDROID: &str = "values-{lang:android}";
const IOS: &str = "{lang:ios}.lproj";

/// Replaces the code in a name by `{lang}`: `de`, `app.de`, `app_de`, `app-de-AT`.
fn in_name(stem: &str) -> Option<(String, &str)> {
    if is_code(stem) {
        return Some(("{lang}".to_owned(), stem));
    }
    // From the left: the longest code.
    let ends = stem.char_indices().filter(|(_, character)| "._-".contains(*character));
    ends.map(|(place, _)| stem.split_at(place + 1))
        .find(|(_, code)| is_code(code))
        .map(|(before, code)| (format!("{before}{{lang}}"), code))
}

/// Replaces the code of a folder by a placeholder: `de`, `values-de`, `de.lproj`.
fn in_folder(name: &str) -> Option<(String, &str)> {
    if let Some(code) = name.strip_suffix(".lproj").filter(|code| is_code(code)) {
        return Some((IOS.to_owned(), code));
    }
    if let Some(code) = name.strip_prefix("values-").filter(|code| is_code(code)) {
        return Some((ANDROID.to_owned(), code));
    }
    is_code(name).then(|| ("{lang}".to_owned(), name))
}

/// Whether a text is a language code, with or without script and region, in any usual spelling.
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
                        && part[1..].chars().all(|character| character.is_ascii_uppercase()))
            }
            4 => all(char::is_ascii_alphabetic),
            _ => false,
        }
    };
    language.len() == 2 && CODES.split(' ').any(|code| code == language) && parts.all(follows)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    #[test]
    fn codes_are_found_in_file_and_folder_names() {
        let found = |path| pattern_of(path).map(|named| (named.pattern, named.language.unwrap()));
        let expect = |path, pattern: &str, language: &str| {
            assert_eq!(found(path), Some((pattern.to_owned(), language.to_owned())), "{path}");
        };
        expect("locales/de/app.json", "locales/{lang}/*.json", "de");
        expect("i18n/pt-BR.yml", "i18n/{lang}.yml", "pt-BR");
        expect("messages_zh_Hans_CN.properties", "messages_{lang}.properties", "zh_Hans_CN");
        expect("app.de.arb", "app.{lang}.arb", "de");
        expect("res/values-pt-rBR/strings.xml", "res/values-{lang:android}/strings.xml", "pt-rBR");
        expect("ios/de.lproj/Main.strings", "ios/{lang:ios}.lproj/*.strings", "de");
        let base = pattern_of("res/values/strings.xml").unwrap();
        assert_eq!(base.base.as_deref(), Some("res/values/strings.xml"));
        for path in
            ["Cargo.toml", "src/main.json", "a/xx/b.json", "de/readme.md", "values/colors.xml"]
        {
            assert_eq!(found(path), None, "{path}");
        }
    }
}
