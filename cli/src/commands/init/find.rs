//! Finds the locale files of a folder: derives patterns from language codes in their paths.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use ignore::{DirEntry, WalkBuilder};

use crate::text;

/// A pattern, and the files that match it.
#[derive(Debug, Clone, Default)]
pub(super) struct Found {
    pub(super) pattern: String,
    /// The pattern of the base language, if it has no code.
    pub(super) base: Option<String>,
    /// The files, each with its code; it is empty if the path matches `base`.
    pub(super) files: BTreeMap<String, String>,
}

impl Found {
    /// Returns the codes in the paths, without those of `base`.
    pub(super) fn codes(&self) -> BTreeSet<&str> {
        self.files.values().map(String::as_str).filter(|code| !code.is_empty()).collect()
    }

    /// Returns the files with the code of the base language for which `base` has another.
    pub(super) fn duplicates(&self, lang: &str) -> Vec<String> {
        let name = |path: &str| path.rsplit('/').next().map(str::to_owned);
        let in_base = self.files.iter().filter(|(_, code)| code.is_empty());
        let in_base: BTreeSet<_> = in_base.map(|(path, _)| name(path)).collect();
        let is_of = |code: &str| letters(code) == letters(lang);
        let files =
            self.files.iter().filter(|(path, code)| is_of(code) && in_base.contains(&name(path)));
        files.map(|(path, _)| path.clone()).collect()
    }

    /// Adds the files of the base language without a code: `messages.properties` to
    /// `messages_{lang}.properties`, or the templates of gettext.
    fn add_base(&mut self, paths: &BTreeSet<String>) {
        let plain =
            ["_{lang}.", "-{lang}.", ".{lang}."].map(|code| self.pattern.replace(code, "."));
        let plain = plain.into_iter().find(|path| paths.contains(path));
        self.base = self.base.take().or(plain).or_else(|| self.templates(paths));
        let Some(base) = &self.base else { return };
        let (start, end) = base.split_once('*').unwrap_or((base, ""));
        let files = paths.iter().filter(|path| path.starts_with(start) && path.ends_with(end));
        self.files.extend(files.map(|path| (path.clone(), String::new())));
    }

    /// Returns the pattern of the templates of gettext files, if they are in one folder.
    fn templates(&self, paths: &BTreeSet<String>) -> Option<String> {
        let start = self.pattern.strip_suffix(".po")?.split("{lang").next()?;
        let start = start.trim_end_matches(['_', '-', '.']);
        let found = paths.iter().filter(|path| path.starts_with(start) && path.ends_with(".pot"));
        let folder = |path: &String| path.rfind('/').map_or(0, |at| at + 1);
        let base = |path: &String| match self.pattern.contains('*') {
            true => format!("{}*.pot", &path[..folder(path)]),
            false => path.clone(),
        };
        let mut bases: BTreeSet<_> = found.map(base).collect();
        bases.pop_first().filter(|_| bases.is_empty())
    }

    /// Joins the pattern of another, if they differ only in folders.
    fn join(&mut self, other: &Self) -> Option<()> {
        let pattern = common(&self.pattern, &other.pattern)?;
        self.base = match (&self.base, &other.base) {
            (None, None) => None,
            (one, other) => Some(common(one.as_ref()?, other.as_ref()?)?),
        };
        self.pattern = pattern;
        Some(())
    }
}

/// Extensions of files that hold strings.
const EXTENSIONS: &str =
    "arb ftl ini json php po properties resx strings stringsdict xlf xliff xml yaml yml";

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

/// The paths below a folder, and the patterns that they may have.
pub(super) struct Candidates {
    paths: BTreeSet<String>,
    pub(super) patterns: Vec<Found>,
    /// The files in a format that is not read.
    pub(super) catalogs: Vec<String>,
}

impl Candidates {
    /// Reads a folder. `known` are the languages of the project.
    pub(super) fn of(folder: &Path, known: &[String]) -> Self {
        let walk = WalkBuilder::new(folder)
            .ignore(false)
            .filter_entry(|entry| SKIPPED.iter().all(|name| entry.file_name() != *name))
            .build();
        let files = walk.take(MAX_ENTRIES).flatten();
        let files = files.filter(|entry| entry.file_type().is_some_and(|kind| kind.is_file()));
        let path = |entry: DirEntry| Some(text::path(entry.path().strip_prefix(folder).ok()?));
        let paths: BTreeSet<_> = files.filter_map(path).collect();
        let mut patterns: BTreeMap<String, Found> = BTreeMap::new();
        for path in &paths {
            for (pattern, code) in patterns_of(path, known) {
                let found = patterns.entry(pattern.clone()).or_default();
                found.pattern = pattern;
                if code.is_empty() {
                    found.base = Some(base_of(&found.pattern));
                }
                found.files.insert(path.clone(), code);
            }
        }
        let catalogs = paths.iter().filter(|path| path.ends_with(".xcstrings")).cloned();
        Self { catalogs: catalogs.collect(), paths, patterns: patterns.into_values().collect() }
    }

    /// Returns the patterns of several languages or the base language, of which no two match one
    /// file, and the locale files that match none.
    ///
    /// Of patterns that match one file, that with the base language wins, then that with most files
    /// of known languages, then that with most placeholders, as in `de/de.json`.
    pub(super) fn choose(self, known: &[String], base: &str) -> (Vec<Found>, Vec<String>) {
        let is = |code: &str, other: &str| language(code) == language(other);
        let is_known = |code: &&String| {
            !code.is_empty() && (known.is_empty() || known.iter().any(|known| is(known, code)))
        };
        let has_base =
            |found: &Found| found.base.is_some() || found.files.values().any(|code| is(code, base));
        let mut locale_files = BTreeSet::new();
        let mut patterns = self.patterns;
        for found in &mut patterns {
            let files = found.files.iter().filter(|(_, code)| !code.is_empty());
            locale_files.extend(files.map(|(path, _)| path.clone()));
            if !found.codes().iter().any(|code| letters(code) == letters(base)) {
                found.add_base(&self.paths);
            }
        }
        patterns.retain(|found| {
            let known: BTreeSet<_> = found.files.values().filter(is_known).collect();
            let is_usual = found.pattern.contains(IOS) || found.pattern.ends_with("/strings.xml");
            known.len() > 1 || (has_base(found) && (is_usual || !known.is_empty()))
        });
        patterns.sort_by_cached_key(|found| {
            let count =
                found.files.values().filter(|code| code.is_empty() || is_known(code)).count();
            // The innermost code: a folder above may be the code of a country.
            let place = found.pattern.rfind("{lang");
            let places = found.pattern.matches("{lang").count();
            Reverse((has_base(found), count, places, place))
        });
        let (mut chosen, mut covered) = (Vec::new(), BTreeSet::new());
        for found in patterns {
            if found.files.keys().all(|path| !covered.contains(path)) {
                covered.extend(found.files.keys().cloned());
                chosen.push(found);
            }
        }
        (joined(chosen), locale_files.difference(&covered).cloned().collect())
    }
}

/// Joins patterns that differ in folders, such as those of packages or views, so that a new folder
/// matches too.
fn joined(patterns: Vec<Found>) -> Vec<Found> {
    let mut joined: Vec<Found> = Vec::new();
    for mut found in patterns {
        while let Some(at) = joined.iter().position(|other| found.join(other).is_some()) {
            let files = std::mem::replace(&mut found.files, joined.remove(at).files);
            found.files.extend(files);
        }
        joined.push(found);
    }
    joined
}

/// Returns the pattern of two that differ in one folder below the first one, or in several below
/// the second one or that of a language. In long paths, as in `app/src/main/res`, they may also
/// differ in the first ones.
fn common(one: &str, other: &str) -> Option<String> {
    let [one, other] = [one, other].map(|text| text.split('/').collect::<Vec<_>>());
    let same = |pair: &(&&str, &&str)| pair.0 == pair.1;
    let start = one.iter().zip(&other).take_while(same).count();
    let end = one.iter().rev().zip(other.iter().rev()).take_while(same).count();
    let end = end.min(one.len().min(other.len()) - start);
    let (middle, tail) = one[start..].split_at(one.len() - start - end);
    let middles = [middle, &other[start..other.len() - end]];
    // Folders of a language have the same ones in each.
    let in_lang = start > 0 && one[start - 1].contains("{lang");
    let is_any = |middle: &[&str]| in_lang || middle == ["**"];
    let wild = match middles {
        [[one], [other]] if *one != "**" && *other != "**" => "*",
        [[], other] if !is_any(other) => return None,
        [one, []] if !is_any(one) => return None,
        _ => "**",
    };
    let is_plain = |part: &&str| !part.contains(['*', '{']);
    let is_long = tail.len() > 3 && tail[..3].iter().all(is_plain);
    if tail.is_empty()
        || middles.concat().concat().contains('{')
        || (start < wild.len() && !is_long)
    {
        return None;
    }
    Some([&one[..start], &[wild], tail].concat().join("/"))
}

/// Returns the patterns that a path may have, and its code in each: with one of its codes replaced
/// or, as in `de/app_de.json`, with all equal ones.
fn patterns_of(path: &str, known: &[String]) -> Vec<(String, String)> {
    let parts: Vec<_> = path.split('/').collect();
    let last = parts.len() - 1;
    let Some((stem, extension)) = parts[last].rsplit_once('.') else { return Vec::new() };
    if !EXTENSIONS.split(' ').any(|known| known == extension) {
        return Vec::new();
    }
    // Each with the index of the part, the part with a placeholder, and the code.
    let places = parts.iter().enumerate().filter_map(|(index, &part)| {
        let (text, code) = match index < last {
            true => in_folder(part, known)?,
            false => {
                in_name(stem, known).map(|found| (format!("{}.{extension}", found.0), found.1))?
            }
        };
        Some((index, text, code))
    });
    let places: Vec<_> = places.collect();
    let any = format!("*.{extension}");
    let pattern = |replaced: &[&(usize, String, &str)]| {
        let mut parts = parts.clone();
        // The resource folders of Android also contain files without texts.
        if replaced.iter().all(|(_, text, _)| text != ANDROID) {
            parts[last] = &any;
        }
        for (index, text, _) in replaced {
            parts[*index] = text;
        }
        (parts.join("/"), replaced[0].2.to_owned())
    };
    let mut patterns = BTreeSet::new();
    for place in &places {
        let equal =
            places.iter().filter(|(_, text, code)| *code == place.2 && text.contains("{lang}"));
        let equal: Vec<_> = equal.collect();
        patterns.extend([Some(pattern(&[place])), (equal.len() > 1).then(|| pattern(&equal))]);
    }
    patterns.into_iter().flatten().collect()
}

/// The resource folders of Android and iOS, and those of the base language.
const ANDROID: &str = "values-{lang:android}";
const ANDROID_BASE: &str = "values";
const IOS: &str = "{lang:ios}.lproj";
const IOS_BASE: &str = "Base.lproj";

fn base_of(pattern: &str) -> String {
    pattern.replace(ANDROID, ANDROID_BASE).replace(IOS, IOS_BASE)
}

/// Returns a code in lower case without separators, to compare codes in any spelling.
pub(super) fn letters(code: &str) -> String {
    let code = code.replace("-r", "-").replace("b+", "");
    code.replace(['_', '-', '+'], "").to_lowercase()
}

/// Returns a code without script and region.
pub(super) fn language(code: &str) -> &str {
    code.trim_start_matches("b+").split(['-', '_', '+']).next().unwrap_or_default()
}

/// Replaces the code in a name by `{lang}`: `de`, `app.de`, `app_de`, `app-de-AT`.
fn in_name<'s>(stem: &'s str, known: &[String]) -> Option<(String, &'s str)> {
    if is_code(stem, known) {
        return Some(("{lang}".to_owned(), stem));
    }
    // From the left: the longest code.
    let ends = stem.char_indices().filter(|(_, character)| "._-".contains(*character));
    ends.map(|(place, _)| stem.split_at(place + 1))
        .find(|(_, code)| is_code(code, known))
        .map(|(before, code)| (format!("{before}{{lang}}"), code))
}

/// Replaces the code of a folder by a placeholder: `de`, `values-de`, `de.lproj`. The code is empty
/// for a folder of the base language.
fn in_folder<'s>(name: &'s str, known: &[String]) -> Option<(String, &'s str)> {
    match name {
        ANDROID_BASE => return Some((ANDROID.to_owned(), "")),
        IOS_BASE => return Some((IOS.to_owned(), "")),
        _ => {}
    }
    let android = name.strip_prefix("values-");
    let old = android.filter(|code| l10n_sync::current_language(code).is_some());
    let places = [(name.strip_suffix(".lproj"), IOS), (android, ANDROID), (Some(name), "{lang}")];
    let place = |(code, text): (Option<&'s str>, &str)| {
        Some((text.to_owned(), code.filter(|code| is_code(code, known) || old == Some(code))?))
    };
    places.into_iter().find_map(place)
}

/// Whether a text is a language code, with or without script and region, in any usual spelling, or
/// one of the project's.
pub(super) fn is_code(text: &str, known: &[String]) -> bool {
    let text = text.strip_prefix("b+").unwrap_or(text);
    let mut parts = text.split(['-', '_', '+']);
    let language = parts.next().unwrap_or_default();
    let all = |part: &str, is: fn(&u8) -> bool| part.as_bytes().iter().all(is);
    let follows = |part: &str| match (part.len(), part.strip_prefix('r').unwrap_or(part)) {
        (4, _) => all(part, u8::is_ascii_alphabetic),
        (3, _) if part.starts_with(|first: char| first.is_ascii_digit()) => {
            all(part, u8::is_ascii_digit)
        }
        (2, region) | (3, region) => region.len() == 2 && all(region, u8::is_ascii_uppercase),
        _ => false,
    };
    known.iter().any(|code| code == text)
        || (CODES.split(' ').any(|code| code == language) && parts.all(follows))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    #[test]
    fn patterns_of_packages_are_joined() {
        for (one, other, expected) in [
            ("p/a/{lang}/*.json", "p/b/{lang}/*.json", Some("p/*/{lang}/*.json")),
            ("p/a/{lang}/*.json", "p/*/{lang}/*.json", Some("p/*/{lang}/*.json")),
            ("p/a/{lang}/*.json", "q/b/{lang}/*.json", None),
            ("p/a/{lang}/*.json", "q/a/{lang}/*.json", None),
            ("p/a/{lang}/*.json", "p/a/{lang}/*.yml", None),
            ("p/a/{lang}/*.json", "p/a/b/{lang}/*.json", None),
            ("p/a/{lang}/*.json", "p/{lang}/{lang}/*.json", None),
            ("p/a/{lang}/*.json", "p/a/{lang}/*.json", None),
            ("c/l/v/a/{lang}.yml", "c/l/v/b/c/{lang}.yml", Some("c/l/v/**/{lang}.yml")),
            ("c/l/v/**/{lang}.yml", "c/l/m/{lang}.yml", Some("c/l/**/{lang}.yml")),
            ("c/l/**/{lang}.yml", "c/l/{lang}.yml", Some("c/l/**/{lang}.yml")),
            ("i/{lang}/*.json", "i/{lang}/a/b/*.json", Some("i/{lang}/**/*.json")),
            ("i/{lang}/**/*.json", "i/{lang}/c/*.json", Some("i/{lang}/**/*.json")),
            ("a/m/n/o/{lang}/s.xml", "b/m/n/o/{lang}/s.xml", Some("*/m/n/o/{lang}/s.xml")),
            ("*/m/n/o/{lang}/s.xml", "b/c/m/n/o/{lang}/s.xml", Some("**/m/n/o/{lang}/s.xml")),
            ("a/src/{lang}.yml", "b/src/{lang}.yml", None),
        ] {
            assert_eq!(common(one, other).as_deref(), expected, "{one} {other}");
            assert_eq!(common(other, one).as_deref(), expected, "{other} {one}");
        }
    }

    #[test]
    fn templates_of_gettext_are_the_base_if_they_are_in_one_folder() {
        for (pattern, paths, expected) in [
            ("po/{lang}.po", &["po/app.pot", "src/a.pot"][..], Some("po/app.pot")),
            ("po/{lang}.po", &["po/a.pot", "po/b.pot"], None),
            ("po/{lang}/*.po", &["po/a.pot", "po/b.pot"], Some("po/*.pot")),
            ("po/{lang}/*.po", &["po/a/a.pot", "po/b/b.pot"], None),
        ] {
            let found = Found { pattern: pattern.to_owned(), ..Found::default() };
            let paths = paths.iter().map(|path| (*path).to_owned()).collect();
            assert_eq!(found.templates(&paths).as_deref(), expected, "{pattern}");
        }
    }

    #[test]
    fn codes_are_found_in_file_and_folder_names() {
        let found = |path| patterns_of(path, &[]);
        for (path, pattern, code) in [
            ("locales/de/app.json", "locales/{lang}/*.json", "de"),
            ("i18n/pt-BR.yml", "i18n/{lang}.yml", "pt-BR"),
            ("messages_zh_Hans_CN.properties", "messages_{lang}.properties", "zh_Hans_CN"),
            ("app.de.arb", "app.{lang}.arb", "de"),
            ("values-pt-rBR/strings.xml", "values-{lang:android}/strings.xml", "pt-rBR"),
            ("ios/de.lproj/Main.strings", "ios/{lang:ios}.lproj/*.strings", "de"),
            ("res/values/strings.xml", "res/values-{lang:android}/strings.xml", ""),
        ] {
            assert_eq!(found(path), [(pattern.to_owned(), code.to_owned())], "{path}");
        }
        let patterns: Vec<_> =
            found("l/de/de.json").into_iter().map(|(pattern, _)| pattern).collect();
        assert_eq!(patterns, ["l/de/{lang}.json", "l/{lang}/*.json", "l/{lang}/{lang}.json"]);
        for path in ["Cargo.toml", "src/main.json", "a/xx/b.json", "de/readme.md"] {
            assert_eq!(found(path), [], "{path}");
        }
    }
}
