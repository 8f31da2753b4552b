//! Path patterns: which files of a folder are meant, and which language each is in.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::blocking::Stopped;
use crate::error::Error;

/// What stands for the language in a pattern.
const LANG: &str = "{lang}";
/// What stands for the language in a filename of the service.
pub(super) const LANG_ISO: &str = "%LANG_ISO%";

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
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
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
        // Any number of folders, twice, is any number of folders.
        let is_folders = |segment: &Segment| matches!(segment, Segment::Folders);
        segments.dedup_by(|second, first| is_folders(second) && is_folders(first));
        if let Some(Segment::Folders) = segments.last() {
            segments.push(Segment::Varying(vec![Part::Characters]));
        }
        Ok(Self(segments))
    }

    /// The files below a folder that match, in the order of their paths; those in one language
    /// only, where that is given.
    pub(super) fn find(
        &self,
        base: &Path,
        lang: Option<&str>,
        stopped: &Stopped,
    ) -> Result<Vec<Found>, Error> {
        let start = Found {
            lang: lang.map(str::to_owned),
            ..Found::default()
        };
        let mut places = vec![(start, self.0.as_slice())];
        let mut files = BTreeMap::new();
        // Several `**` lead to the same place in many ways.
        let mut visited = HashSet::new();
        while let Some((place, segments)) = places.pop() {
            stopped.check()?;
            if !visited.insert((place.clone(), segments.len())) {
                continue;
            }
            let path = base.join(&place.path);
            let Some((segment, rest)) = segments.split_first() else {
                if fs::metadata(path).is_ok_and(|found| found.is_file()) {
                    files.insert(place.path.clone(), place);
                }
                continue;
            };
            if let Segment::Name(name) = segment {
                places.push((place.enter(name, name), rest));
                continue;
            }
            let entries = entries(&path).map_err(|error| Error::io("read", &path, error))?;
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

    /// The first folder of those that every match is in which is none.
    pub(super) fn missing_folder(&self, base: &Path) -> Option<PathBuf> {
        let (_, folders) = self.0.split_last()?;
        let mut folder = or_current(base).to_owned();
        let mut names = folders.iter();
        loop {
            if !folder.is_dir() {
                return Some(folder);
            }
            match names.next()? {
                Segment::Name(name) => folder.push(name),
                _ => return None,
            }
        }
    }
}

/// A path that can be read where it stands for the current folder, too.
pub(super) fn or_current(path: &Path) -> &Path {
    match path.as_os_str().is_empty() {
        true => Path::new("."),
        false => path,
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

/// The names in a folder, and which are folders themselves; none where there is no folder. Names
/// that are not Unicode match nothing.
fn entries(path: &Path) -> io::Result<Vec<(String, bool)>> {
    let folder = match fs::read_dir(or_current(path)) {
        Ok(folder) => folder,
        Err(error) => match error.kind() {
            // The last: what cannot even be a name.
            io::ErrorKind::NotFound
            | io::ErrorKind::NotADirectory
            | io::ErrorKind::InvalidFilename => return Ok(Vec::new()),
            _ => return Err(error),
        },
    };
    let mut entries = Vec::new();
    for entry in folder {
        let entry = entry?;
        if let Ok(name) = entry.file_name().into_string() {
            entries.push((name, entry.file_type()?.is_dir()));
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

/// What was tried in vain: so many parts, for so many bytes of a name, in this language where that
/// matters. Several stars lead to the same place in more ways than can be tried.
type Misses = HashSet<(usize, usize, Option<String>)>;

/// The name with `%LANG_ISO%` in the place of the language, if it matches. A language that is found
/// for the first time is as long as it can be.
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
