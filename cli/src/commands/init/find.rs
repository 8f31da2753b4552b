//! Finds the locale files of a folder, and patterns that match them: a language code in a path
//! becomes a placeholder.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use ignore::{DirEntry, WalkBuilder};

use crate::text;

/// Extensions of files that hold strings.
const EXTENSIONS: &str =
    "arb ftl ini json php po properties resx strings stringsdict xlf xliff xml yaml yml";

/// Extensions for which the name before a code stays in the pattern, because a file of the base
/// language often has no code: `App.resx` beside `App.de.resx`.
const NAMED: [&str; 4] = ["po", "resx", "xlf", "xliff"];

/// Extensions of files that hold nothing else.
const TEXTS: [&str; 8] =
    ["arb", "pot", "resx", "strings", "stringsdict", "xcstrings", "xlf", "xliff"];

/// Folders of dependencies and build output.
const SKIPPED: [&str; 6] = ["node_modules", "target", "vendor", "dist", "build", "Pods"];

/// Language codes (ISO 639-1, and those of three letters that stores use).
const CODES: &str = "\
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv \
    cy da de dv dz ee el en eo es et eu fa ff fi fil fj fo fr fy ga gd gl gn gu gv ha he hi ho hr \
    ht hu hy hz ia id ie ig ii ik in io is it iu iw ja ji jv ka kg ki kj kk kl km kn ko kr ks ku \
    kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na nb nd ne ng nl nn no nr \
    nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn so sq sr \
    ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi \
    yo za zh zu";

/// The resource folders of Android and iOS, and those of the base language.
const ANDROID: [&str; 2] = ["values-{lang:android}", "values"];
const IOS: [&str; 2] = ["{lang:ios}.lproj", "Base.lproj"];

/// A pattern, and what it matches.
#[derive(Debug, Clone, Default)]
pub(super) struct Found {
    pub(super) pattern: String,
    /// The pattern of the base language, if its files have no code.
    pub(super) base: Option<String>,
    pub(super) codes: BTreeSet<String>,
    files: usize,
}

/// Returns the paths below a folder, without ignored ones.
pub(super) fn paths(folder: &Path) -> BTreeSet<String> {
    let walk = WalkBuilder::new(folder)
        .ignore(false)
        .filter_entry(|entry| SKIPPED.iter().all(|name| entry.file_name() != *name))
        .build();
    let files = walk.flatten().filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()));
    let path = |entry: DirEntry| Some(text::path(entry.path().strip_prefix(folder).ok()?));
    files.filter_map(path).collect()
}

/// Returns the patterns of these paths that match several languages or the base language, and the
/// locale files that match none. `known` are the languages of the project.
///
/// Of the patterns that a path may have, that with the base language wins, then that with most
/// files, then that with the innermost code: a folder above may be the code of a country.
pub(super) fn patterns(
    paths: &BTreeSet<String>,
    known: &[String],
    base: &str,
) -> (Vec<Found>, Vec<String>) {
    let is_known =
        |code: &str| known.is_empty() || known.iter().any(|it| language(it) == language(code));
    let mut candidates: BTreeMap<String, Found> = BTreeMap::new();
    for path in paths {
        for (pattern, code) in patterns_of(path) {
            let found = candidates.entry(pattern).or_default();
            found.files += 1;
            found.codes.extend(Some(code.to_owned()).filter(|it| !it.is_empty() && is_known(it)));
        }
    }
    for (pattern, found) in &mut candidates {
        found.pattern.clone_from(pattern);
        let has_base = found.codes.iter().any(|code| letters(code) == letters(base));
        found.base = base_of(pattern, paths, has_base);
    }
    let has_base =
        |it: &Found| it.base.is_some() || it.codes.iter().any(|it| language(it) == language(base));
    let (mut chosen, mut skipped) = (BTreeMap::new(), Vec::new());
    for path in paths {
        let of_path = patterns_of(path);
        let found = of_path
            .iter()
            .filter_map(|(pattern, _)| candidates.get(pattern))
            .max_by_key(|found| (has_base(found), found.files, found.pattern.rfind("{lang")));
        let Some(found) = found else {
            let is_text = path.rsplit_once('.').is_some_and(|(_, it)| TEXTS.contains(&it));
            skipped.extend(is_text.then(|| path.clone()));
            continue;
        };
        let is_usual = found.pattern.contains(IOS[0]) || found.pattern.ends_with("/strings.xml");
        let is_based = has_base(found) && (is_usual || !found.codes.is_empty());
        if is_based || found.codes.len() > 1 {
            chosen.entry(&found.pattern).or_insert_with(|| found.clone());
        } else if of_path.iter().any(|(_, code)| !code.is_empty()) {
            skipped.push(path.clone());
        }
    }
    let mut chosen: Vec<_> = chosen.into_values().collect();
    skipped.retain(|path| chosen.iter().all(|found| found.base.as_ref() != Some(path)));
    chosen.sort_by_key(|found| Reverse(found.files));
    (chosen, skipped)
}

/// Returns the patterns that a path may have, each with its code: one for each code in the path.
/// The code is empty in folders of the base language.
fn patterns_of(path: &str) -> Vec<(String, &str)> {
    let parts: Vec<_> = path.split('/').collect();
    let (name, folders) = parts.split_last().unwrap_or((&"", &[]));
    let Some((stem, extension)) = name.rsplit_once('.') else { return Vec::new() };
    if !EXTENSIONS.split(' ').any(|known| known == extension) {
        return Vec::new();
    }
    let in_name = in_name(stem, extension);
    let places: Vec<_> = folders.iter().map(|folder| in_folder(folder)).chain([in_name]).collect();
    let codes: BTreeSet<_> = places.iter().flatten().map(|(_, code)| *code).collect();
    let pattern = |code: &str| {
        let is_android = |place: &(String, &str)| place.0 == ANDROID[0] && place.1 == code;
        let last = match places.iter().flatten().any(is_android) {
            // These folders also contain files without texts.
            true => (*name).to_owned(),
            false => format!("*.{extension}"),
        };
        let parts = folders.iter().map(|folder| (*folder).to_owned()).chain([last]);
        let parts = parts.zip(&places).map(|(part, place)| match place {
            Some((text, other)) if *other == code => text.clone(),
            _ => part,
        });
        parts.collect::<Vec<_>>().join("/")
    };
    codes.into_iter().map(|code| (pattern(code), code)).collect()
}

/// Replaces the code of a folder by a placeholder: `de`, `values-de`, `de.lproj`.
fn in_folder(name: &str) -> Option<(String, &str)> {
    let places = [
        (name.strip_suffix(".lproj"), IOS[0]),
        (name.strip_prefix("values-"), ANDROID[0]),
        (Some(name), "{lang}"),
    ];
    let is_base = [ANDROID, IOS].into_iter().find(|[_, base]| *base == name);
    let coded = || places.into_iter().find(|(code, _)| code.is_some_and(is_code));
    match is_base {
        Some([text, _]) => Some((text.to_owned(), "")),
        None => coded().map(|(code, text)| (text.to_owned(), code.unwrap_or_default())),
    }
}

/// Replaces the code in a file name by `{lang}`: `de`, `app.de`, `app_de`, `app-de-AT`. The name
/// before a dot becomes a wildcard, so that a new file of the folder matches too.
fn in_name<'s>(stem: &'s str, extension: &str) -> Option<(String, &'s str)> {
    if is_code(stem) {
        return Some((format!("{{lang}}.{extension}"), stem));
    }
    // From the left: the longest code.
    let ends = stem.char_indices().filter(|(_, character)| "._-".contains(*character));
    let mut ends = ends.map(|(place, _)| stem.split_at(place + 1));
    let (before, code) = ends.find(|(_, code)| is_code(code))?;
    let is_wild = before.ends_with('.') && !NAMED.contains(&extension);
    Some((format!("{}{{lang}}.{extension}", if is_wild { "*." } else { before }), code))
}

/// Whether a text is a language code, with or without script and region, in any usual spelling.
fn is_code(text: &str) -> bool {
    let (text, _) = text.split_once('@').unwrap_or((text, ""));
    let mut parts = text.strip_prefix("b+").unwrap_or(text).split(['-', '_', '+']);
    let language = parts.next().unwrap_or_default();
    let is_region = |part: &str| {
        let part = part.strip_prefix('r').unwrap_or(part);
        let is_start = |first: char| first.is_ascii_uppercase() || first.is_ascii_digit();
        (2..=4).contains(&part.len()) && part.starts_with(is_start)
    };
    CODES.split(' ').any(|code| code == language) && parts.all(is_region)
}

/// Returns a code in lower case without separators, to compare codes in any spelling.
pub(super) fn letters(code: &str) -> String {
    let code = code.replace("-r", "-").replace("b+", "");
    code.replace(['_', '-', '+'], "").to_lowercase()
}

/// Returns the current code of the language of a code, without script and region.
pub(super) fn language(code: &str) -> &str {
    let language = code.trim_start_matches("b+").split(['-', '_', '+', '@']).next();
    l10n_sync::current_language(code).or(language).unwrap_or_default()
}

/// Returns the pattern of the files of the base language that have no code: the folders of Android
/// and iOS and, unless a file has the code, `messages.properties` for `messages_{lang}.properties`
/// or the template `app.pot` for `app-{lang}.po`.
fn base_of(pattern: &str, paths: &BTreeSet<String>, has_code: bool) -> Option<String> {
    let platform = pattern.replace(ANDROID[0], ANDROID[1]).replace(IOS[0], IOS[1]);
    if platform != pattern {
        let (start, end) = platform.split_once('*').unwrap_or((&platform, ""));
        let mut files = paths.iter().filter(|path| path.starts_with(start) && path.ends_with(end));
        return files.next().map(|_| platform.clone());
    }
    if has_code {
        return None;
    }
    let plain = ["_{lang}.", "-{lang}.", ".{lang}."].map(|code| pattern.replace(code, "."));
    let mut names = plain.iter().flat_map(|name| [name.clone(), format!("{name}t")]);
    names.find(|name| paths.contains(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_found_in_file_and_folder_names() {
        for (path, pattern, code) in [
            ("locales/de/app.json", "locales/{lang}/*.json", "de"),
            ("i18n/pt-BR.yml", "i18n/{lang}.yml", "pt-BR"),
            ("messages_zh_Hans_CN.properties", "messages_{lang}.properties", "zh_Hans_CN"),
            ("app.de.arb", "*.{lang}.arb", "de"),
            ("values-pt-rBR/strings.xml", "values-{lang:android}/strings.xml", "pt-rBR"),
            ("values-b+zh+Hans/s.xml", "values-{lang:android}/s.xml", "b+zh+Hans"),
            ("ios/de.lproj/Main.strings", "ios/{lang:ios}.lproj/*.strings", "de"),
            ("res/values/strings.xml", "res/values-{lang:android}/strings.xml", ""),
            ("l/sr@latin/m.po", "l/{lang}/*.po", "sr@latin"),
            ("l/de/app_de.json", "l/{lang}/app_{lang}.json", "de"),
        ] {
            assert_eq!(patterns_of(path), [(pattern.to_owned(), code)], "{path}");
        }
        for path in ["Cargo.toml", "src/main.json", "a/xx/b.json", "de/readme.md"] {
            assert_eq!(patterns_of(path), [], "{path}");
        }
    }
}
