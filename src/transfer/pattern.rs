//! Path patterns: which files of a folder are meant, and which language each is in.

use std::collections::{BTreeMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};

use tokio::fs;

/// What stands for the language in a pattern.
const LANG: &str = "{lang}";
/// What stands for the language in a filename of the service.
const LANG_ISO: &str = "%LANG_ISO%";

/// A pattern of relative paths, its segments separated by `/`.
#[derive(Debug)]
pub(super) struct Pattern(Vec<Segment>);

#[derive(Debug)]
enum Segment {
    /// `**`: any number of folders.
    Folders,
    /// A name as it is.
    Name(String),
    /// A name with a part that varies.
    Varying(Vec<Part>),
}

#[derive(Debug, PartialEq)]
enum Part {
    Text(String),
    /// `?`
    Character,
    /// `*`
    Characters,
    /// `{lang}`
    Lang,
}

/// A file that a pattern matches.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Found {
    /// Relative to the folder that was searched.
    pub(super) path: PathBuf,
    /// Nothing where neither the pattern nor the caller names one.
    pub(super) lang: Option<String>,
    /// The path, separated by `/`, with `%LANG_ISO%` in the place of the language.
    pub(super) template: String,
}

impl Pattern {
    pub(super) fn parse(text: &str) -> Result<Self, String> {
        if text.starts_with('/') {
            return Err(format!("the pattern `{text}` is not relative"));
        }
        let names = text.split('/').filter(|name| !matches!(*name, "" | "."));
        let mut segments = names.map(Segment::parse).collect::<Result<Vec<_>, _>>()?;
        if let Some(Segment::Folders) = segments.last() {
            segments.push(Segment::Varying(vec![Part::Characters]));
        }
        Ok(Self(segments))
    }

    /// The files below a folder that match, in the order of their paths; those in one language only, where that is given.
    pub(super) async fn find(
        &self,
        base: &Path,
        lang: Option<&str>,
    ) -> Result<Vec<Found>, (PathBuf, io::Error)> {
        let start = Found {
            lang: lang.map(str::to_owned),
            ..Found::default()
        };
        let mut places = vec![(start, self.0.as_slice())];
        let mut files = BTreeMap::new();
        while let Some((place, segments)) = places.pop() {
            let path = base.join(&place.path);
            let Some((segment, rest)) = segments.split_first() else {
                if fs::metadata(path).await.is_ok_and(|found| found.is_file()) {
                    files.insert(place.path.clone(), place);
                }
                continue;
            };
            if let Segment::Name(name) = segment {
                places.push((place.enter(name, name), rest));
                continue;
            }
            let entries = entries(&path).await.map_err(|error| (path, error))?;
            for (name, is_folder) in entries {
                match segment {
                    Segment::Varying(parts) => {
                        let entered = place.match_name(parts, &name);
                        places.extend(entered.map(|place| (place, rest)));
                    }
                    // A link could lead back up.
                    Segment::Folders if is_folder && !name.starts_with('.') => {
                        places.push((place.enter(&name, &name), segments));
                    }
                    _ => {}
                }
            }
            if let Segment::Folders = segment {
                places.push((place, rest));
            }
        }
        Ok(files.into_values().collect())
    }
}

#[cfg(fuzzing)]
impl Pattern {
    /// A name, where it matches the first segment.
    pub(super) fn match_first(&self, name: &str) -> Option<Found> {
        match self.0.first()? {
            Segment::Varying(parts) => Found::default().match_name(parts, name),
            _ => None,
        }
    }
}

/// The names in a folder, and which are folders themselves; none where there is no folder. Names that are not Unicode match nothing.
async fn entries(path: &Path) -> io::Result<Vec<(String, bool)>> {
    let path = if path.as_os_str().is_empty() {
        Path::new(".")
    } else {
        path
    };
    let mut folder = match fs::read_dir(path).await {
        Ok(folder) => folder,
        Err(error) => match error.kind() {
            io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => return Ok(Vec::new()),
            _ => return Err(error),
        },
    };
    let mut entries = Vec::new();
    while let Some(entry) = folder.next_entry().await? {
        if let Ok(name) = entry.file_name().into_string() {
            entries.push((name, entry.file_type().await?.is_dir()));
        }
    }
    Ok(entries)
}

impl Segment {
    fn parse(text: &str) -> Result<Self, String> {
        if text == "**" {
            return Ok(Self::Folders);
        }
        let mut parts = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let (part, length) = match first {
                '*' => (Part::Characters, 1),
                '?' => (Part::Character, 1),
                '{' if rest.starts_with(LANG) => (Part::Lang, LANG.len()),
                '{' => return Err(format!("`{text}` has a `{{` that does not begin `{LANG}`")),
                _ => {
                    let end = rest.find(['*', '?', '{']).unwrap_or(rest.len());
                    (Part::Text(rest[..end].to_owned()), end)
                }
            };
            // One star is as good as several.
            if part != Part::Characters || parts.last() != Some(&part) {
                parts.push(part);
            }
            rest = &rest[length..];
        }
        Ok(match parts.as_slice() {
            [Part::Text(name)] => Self::Name(name.clone()),
            _ => Self::Varying(parts),
        })
    }
}

impl Found {
    /// The place of this name within the folder.
    fn enter(&self, name: &str, template: &str) -> Self {
        let separator = if self.template.is_empty() { "" } else { "/" };
        Self {
            path: self.path.join(name),
            lang: self.lang.clone(),
            template: format!("{}{separator}{template}", self.template),
        }
    }

    fn match_name(&self, parts: &[Part], name: &str) -> Option<Self> {
        let hidden = name.starts_with('.');
        if hidden && !matches!(parts.first(), Some(Part::Text(text)) if text.starts_with('.')) {
            return None;
        }
        let mut lang = self.lang.clone();
        let template = match_parts(parts, name, &mut lang, &mut Misses::new())?;
        Some(Self {
            lang,
            ..self.enter(name, &template)
        })
    }
}

/// What was tried in vain: so many parts, for so many bytes of a name, in this language where that matters. Several stars lead to the same place in
/// more ways than can be tried.
type Misses = HashSet<(usize, usize, Option<String>)>;

/// The name with `%LANG_ISO%` in the place of the language, if it matches. A language that is found for the first time is as long as it
/// can be.
fn match_parts(
    parts: &[Part],
    name: &str,
    lang: &mut Option<String>,
    misses: &mut Misses,
) -> Option<String> {
    let Some((part, rest)) = parts.split_first() else {
        return name.is_empty().then(String::new);
    };
    let matters = parts.contains(&Part::Lang);
    let tried = (parts.len(), name.len(), lang.clone().filter(|_| matters));
    if misses.contains(&tried) {
        return None;
    }
    let mut upto = |end: usize, rest: &[Part], lang: &mut Option<String>| {
        let template = match_parts(rest, &name[end..], lang, misses)?;
        let own = if *part == Part::Lang {
            LANG_ISO
        } else {
            &name[..end]
        };
        Some(own.to_owned() + &template)
    };
    let first = name.chars().next().map(char::len_utf8);
    let found = match (part, &lang) {
        (Part::Text(text), _) if name.starts_with(text) => upto(text.len(), rest, lang),
        (Part::Text(_), _) => None,
        (Part::Character, _) => first.and_then(|end| upto(end, rest, lang)),
        (Part::Characters, _) => match upto(0, rest, lang) {
            None => first.and_then(|end| upto(end, parts, lang)),
            found => found,
        },
        (Part::Lang, Some(known)) if name.starts_with(known.as_str()) => {
            upto(known.len(), rest, lang)
        }
        (Part::Lang, Some(_)) => None,
        (Part::Lang, None) => {
            let code = name.find(|c: char| !(c.is_ascii_alphanumeric() || c == '-' || c == '_'));
            let longest = code.unwrap_or(name.len());
            (1..=longest).rev().find_map(|end| {
                let mut bound = Some(name[..end].to_owned());
                let template = upto(end, rest, &mut bound)?;
                *lang = bound;
                Some(template)
            })
        }
    };
    if found.is_none() {
        misses.insert(tried);
    }
    found
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    /// A folder with these files.
    fn folder(paths: &[&str]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for path in paths {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "{}").unwrap();
        }
        folder
    }

    /// The matches of a pattern, each as `language path template`.
    async fn found(paths: &[&str], pattern: &str, lang: Option<&str>) -> Vec<String> {
        let folder = folder(paths);
        let pattern = Pattern::parse(pattern).unwrap();
        let found = pattern.find(folder.path(), lang).await.unwrap();
        let shown = found.into_iter().map(|found| {
            let lang = found.lang.unwrap_or_else(|| "-".to_owned());
            format!("{lang} {} {}", found.path.display(), found.template)
        });
        shown.collect()
    }

    #[tokio::test]
    async fn a_segment_names_the_language() {
        let paths = [
            "l/en/a.json",
            "l/en/a.txt",
            "l/pt_BR/a.json",
            "l/en/x/b.json",
            "l/a.json",
            "l/.git/a.json",
        ];
        assert_eq!(
            found(&paths, "./l/{lang}/*.json", None).await,
            [
                "en l/en/a.json l/%LANG_ISO%/a.json",
                "pt_BR l/pt_BR/a.json l/%LANG_ISO%/a.json"
            ]
        );
        assert_eq!(
            found(&paths, "l/{lang}/*.json", Some("en")).await,
            ["en l/en/a.json l/%LANG_ISO%/a.json"]
        );
    }

    #[tokio::test]
    async fn a_part_of_a_name_is_the_language() {
        let paths = [
            "m_en.properties",
            "m_zh-Hans.properties",
            "m_.properties",
            "m.properties",
            "m_en.min.properties",
        ];
        assert_eq!(
            found(&paths, "m_{lang}.properties", None).await,
            [
                "en m_en.properties m_%LANG_ISO%.properties",
                "zh-Hans m_zh-Hans.properties m_%LANG_ISO%.properties"
            ]
        );
        assert_eq!(
            found(&["en/en.json", "en/de.json"], "{lang}/{lang}.json", None).await,
            ["en en/en.json %LANG_ISO%/%LANG_ISO%.json"]
        );
        assert_eq!(
            found(&["app_en_GB_x.json"], "*_{lang}_?.json", None).await,
            ["en_GB app_en_GB_x.json app_%LANG_ISO%_x.json"]
        );
    }

    #[tokio::test]
    async fn two_stars_are_any_number_of_folders() {
        let paths = [
            "en.json",
            "a/en.json",
            "a/b/de.json",
            "a/.b/fr.json",
            "a/en.txt",
        ];
        let all = [
            "de a/b/de.json a/b/%LANG_ISO%.json",
            "en a/en.json a/%LANG_ISO%.json",
            "en en.json %LANG_ISO%.json",
        ];
        assert_eq!(found(&paths, "**/{lang}.json", None).await, all);
        assert_eq!(found(&paths, "**/**/{lang}.json", None).await, all);
        let below_a = found(&paths, "a/**", Some("en")).await;
        assert_eq!(
            below_a,
            [
                "en a/b/de.json a/b/de.json",
                "en a/en.json a/en.json",
                "en a/en.txt a/en.txt"
            ]
        );
        let hidden = found(&paths, "a/.*/*.json", None).await;
        assert_eq!(hidden, ["- a/.b/fr.json a/.b/fr.json"]);
        let shown = found(&[".a.json", "b.json"], "*.json", None).await;
        assert_eq!(shown, ["- b.json b.json"]);
    }

    #[tokio::test]
    async fn many_stars_end() {
        let name = format!("{}.json", "a_".repeat(100));
        for pattern in [
            "*a*_".repeat(40) + "x",
            "{lang}*_".to_owned() + &"*a".repeat(90),
            "**".repeat(60) + "x",
        ] {
            let matches = found(&[&name], &pattern, None).await;
            assert!(matches.is_empty(), "{pattern}");
        }
        let matches = found(&[&name], &("*a*_".repeat(40) + "*"), None).await;
        assert_eq!(matches, [format!("- {name} {name}")]);
    }

    #[tokio::test]
    async fn what_is_not_there_matches_nothing() {
        for pattern in ["no/{lang}.json", "no/*/x.json", "a.json/*.json", "", "a"] {
            assert!(
                found(&["a.json"], pattern, None).await.is_empty(),
                "{pattern}"
            );
        }
    }

    #[test]
    fn what_is_no_pattern() {
        for text in ["/etc/*", "{language}.json", "a{b,c}.json"] {
            assert!(Pattern::parse(text).is_err(), "{text}");
        }
    }
}
