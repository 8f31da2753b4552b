//! The local side: finds the files of a configuration.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::path::{Path, PathBuf};

use crate::codes;
use crate::compare::{Bases, Content};
use crate::config::{Config, Group, check_overlap};
use crate::error::Error;
use crate::pattern::{Pattern, Segment};

/// A folder, and the files in it that a configuration matches.
#[derive(Debug, Clone)]
pub struct Workspace {
    root: PathBuf,
    pub(crate) groups: Vec<Group>,
    pub(crate) ignore: Vec<Pattern>,
    /// The service's code of the base language.
    pub(crate) base: String,
    files: Vec<LocalFile>,
}

/// A local file that a group of the configuration matches.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct LocalFile {
    /// The path relative to the root, with `/` as separator.
    pub path: String,
    /// The service's code of the language.
    pub lang: String,
    /// The local code of the language.
    pub local_lang: String,
    /// The name at the service, with `%LANG_ISO%` for the language.
    pub name: String,
    /// Whether the file is of the base language.
    pub is_base: bool,
    pub(crate) group: usize,
}

impl Workspace {
    /// Checks the configuration, and finds the files below `root`.
    ///
    /// Wildcards match no symbolic links, and do not enter `node_modules`, bare Git repositories,
    /// or folders whose names start with a dot.
    ///
    /// # Errors
    ///
    /// Fails with [`Error::Config`] if the configuration is invalid, with [`Error::Io`] if a folder
    /// cannot be read.
    pub fn new(root: impl Into<PathBuf>, config: &Config) -> Result<Self, Error> {
        if config.base_lang.is_empty() {
            return Err(Error::config(
                "base_lang",
                "is not set: write a language code, as in base_lang = \"en\"",
            ));
        }
        let base = config.languages.get(&config.base_lang).unwrap_or(&config.base_lang).clone();
        let groups = config.files.iter().enumerate();
        let groups: Vec<_> = groups
            .map(|(index, group)| Group::new(config, index, group))
            .collect::<Result<_, _>>()?;
        check_overlap(&groups, &base)?;
        let ignore = config.ignore.iter().map(|text| {
            let text = text.replace(crate::pattern::LANG_ISO, "{lang}");
            Pattern::parse(&text)
                .map_err(|reason| Error::config("ignore", format!("`{text}` {reason}")))
        });
        let mut made = Self {
            root: root.into(),
            ignore: ignore.collect::<Result<_, _>>()?,
            groups,
            base,
            files: Vec::new(),
        };
        made.files = made.find()?;
        Ok(made)
    }

    /// Returns the folder that paths are relative to.
    pub fn root(&self) -> &Path {
        match self.root.as_os_str().is_empty() {
            true => Path::new("."),
            false => &self.root,
        }
    }

    /// Returns the files, ordered by group and path.
    pub fn files(&self) -> &[LocalFile] {
        &self.files
    }

    /// Returns the patterns of the groups that match no file, as `files[0].pattern` and the pattern.
    pub fn unmatched(&self) -> Vec<(String, &str)> {
        let groups = self.groups.iter().enumerate();
        let empty = groups.filter(|(index, _)| self.files.iter().all(|file| file.group != *index));
        empty
            .map(|(_, group)| (format!("{}.pattern", group.key), group.pattern.text.as_str()))
            .collect()
    }

    /// Returns the files of the base language by service name.
    pub(crate) fn sources(&self) -> HashMap<&str, &LocalFile> {
        let sources = self.files.iter().filter(|file| file.is_base);
        sources.map(|file| (file.name.as_str(), file)).collect()
    }

    fn find(&self) -> Result<Vec<LocalFile>, Error> {
        let mut files = Vec::new();
        let mut owners: HashMap<String, usize> = HashMap::new();
        for (index, group) in self.groups.iter().enumerate() {
            let mut found = BTreeMap::new();
            for pattern in [group.base.as_ref(), Some(&group.pattern)].into_iter().flatten() {
                for path in paths(self.root(), pattern)? {
                    if !found.contains_key(&path)
                        && let Some(file) = self.local_file(index, &path)
                    {
                        found.insert(path, file);
                    }
                }
            }
            for (path, file) in found {
                if let Some(other) = owners.insert(path.clone(), index) {
                    return Err(Error::config(
                        format!("{}.pattern", group.key),
                        format!(
                            "matches `{path}`, as {} does: narrow one of the patterns, or add \
                             `exclude`",
                            self.groups[other].key
                        ),
                    ));
                }
                files.push(file);
            }
        }
        self.check_names(&files)?;
        Ok(files)
    }

    /// Returns the file at a path, if it belongs to a group.
    pub(crate) fn local_file(&self, index: usize, path: &str) -> Option<LocalFile> {
        let group = self.groups.get(index)?;
        if group.excludes(path) {
            return None;
        }
        let base_local = group.codes.local(&self.base);
        let is_lang = |text: &str| group.codes.is_local(text) || text == base_local;
        let by_base = group.base.as_ref().and_then(|base| base.captures(path, &is_lang));
        let by_pattern = group.pattern.captures(path, &is_lang);
        let (captures, is_by_base) = match (by_base, by_pattern) {
            // `*.resx` also matches `Strings.de.resx`, which is not of the base language.
            (Some(base), Some(other)) if base.wildcards != other.wildcards => (other, false),
            (Some(base), _) => (base, true),
            (None, other) => (other?, false),
        };
        let lang = match (&captures.lang, is_by_base) {
            (Some(local), false) => group.codes.service(local),
            _ => self.base.clone(),
        };
        Some(LocalFile {
            path: path.to_owned(),
            local_lang: captures.lang.clone().unwrap_or(base_local),
            name: group.service_name(&captures),
            is_base: lang == self.base,
            lang,
            group: index,
        })
    }

    /// Checks that no two files have the same service name and language.
    fn check_names(&self, files: &[LocalFile]) -> Result<(), Error> {
        let mut seen: HashMap<(&str, &str), &LocalFile> = HashMap::new();
        for file in files {
            if let Some(other) = seen.insert((&file.name, &file.lang), file) {
                return Err(Error::config(
                    format!("{}.pattern", self.groups[file.group].key),
                    format!(
                        "`{}` and `{}` would both be `{}` in `{}` at the service: set `name` or \
                         `exclude`",
                        other.path, file.path, file.name, file.lang
                    ),
                ));
            }
        }
        Ok(())
    }

    /// Checks that no two files of the base language share a key, which the service would merge.
    /// Files whose texts cannot be read are not checked.
    ///
    /// # Errors
    ///
    /// Fails with [`Error::Config`] for such a key, unless `upload.distinguish_by_file` is true for
    /// both files, or false for one.
    pub fn check_keys(&self) -> Result<(), Error> {
        let mut owners: HashMap<String, &LocalFile> = HashMap::new();
        let mut bases = Bases::new(self);
        for file in self.files.iter().filter(|file| file.is_base) {
            let base = bases.get(&file.name)?.and_then(Content::texts);
            for entry in base.into_iter().flat_map(|base| base.entries()) {
                match owners.get(&entry.key) {
                    Some(other) if other.name != file.name => {
                        self.check_key(&entry.key, file, other)?;
                    }
                    _ => drop(owners.insert(entry.key.clone(), file)),
                }
            }
        }
        Ok(())
    }

    /// Checks whether two files may share a key.
    fn check_key(&self, key: &str, file: &LocalFile, other: &LocalFile) -> Result<(), Error> {
        let is_apart = |file: &LocalFile| self.groups[file.group].is_apart();
        let merged = match (is_apart(file), is_apart(other)) {
            (Some(true), Some(true)) | (Some(false), _) | (_, Some(false)) => return Ok(()),
            (Some(true), None) => other,
            _ => file,
        };
        Err(Error::config(
            format!("{}.upload", self.groups[merged.group].key),
            format!(
                "`{}` and `{}` both have the key `{key}`, and the service would merge them: set \
                 upload = {{ distinguish_by_file = true }}, or false to share the key",
                other.path, file.path
            ),
        ))
    }

    pub(crate) fn read(&self, path: &str) -> Result<Vec<u8>, Error> {
        let path = self.root().join(path);
        fs::read(&path).map_err(|error| Error::io("read", &path, error))
    }

    /// Whether one of these codes, local or service, is that of a language. True without codes.
    pub(crate) fn is_lang(&self, group: &Group, lang: &str, codes: &[String]) -> bool {
        let local = group.codes.local(lang);
        codes.is_empty()
            || codes.iter().any(|code| {
                *code == lang
                    || *code == local
                    || (code == "base" && lang == self.base)
                    || codes::to_local(lang, codes::Spelling::Ios) == *code
            })
    }
}

/// Whether wildcards do not enter a folder.
fn is_skipped(name: &str) -> bool {
    name.starts_with('.') || name == "node_modules"
}

/// Finds the files below a folder that may match a pattern.
fn paths(root: &Path, pattern: &Pattern) -> Result<BTreeSet<String>, Error> {
    let mut found = BTreeSet::new();
    walk(root, "", &pattern.segments(), &mut found)?;
    Ok(found)
}

fn walk(
    root: &Path,
    prefix: &str,
    segments: &[Segment<'_>],
    found: &mut BTreeSet<String>,
) -> Result<(), Error> {
    let Some((segment, rest)) = segments.split_first() else {
        return Ok(());
    };
    if let Segment::Name(name) = segment {
        let path = format!("{prefix}{name}");
        let kind = fs::symlink_metadata(root.join(&path)).map(|found| found.file_type());
        return match kind {
            Ok(kind) if kind.is_file() && rest.is_empty() => {
                found.insert(path);
                Ok(())
            }
            Ok(kind) if kind.is_dir() => walk(root, &format!("{path}/"), rest, found),
            _ => Ok(()),
        };
    }
    if *segment == Segment::Folders {
        walk(root, prefix, rest, found)?;
    }
    let wild = match segment {
        Segment::Wild(text) => Some(Wild::of(text)),
        _ => None,
    };
    for (name, is_dir) in entries(&root.join(prefix))? {
        let may_match = wild.as_ref().is_none_or(|wild| wild.may_match(&name));
        if !may_match || (is_dir && is_skipped(&name)) {
            continue;
        }
        match (is_dir, &wild) {
            (true, Some(_)) => walk(root, &format!("{prefix}{name}/"), rest, found)?,
            (true, None) => walk(root, &format!("{prefix}{name}/"), segments, found)?,
            (false, Some(_)) if rest.is_empty() => drop(found.insert(format!("{prefix}{name}"))),
            (false, _) => {}
        }
    }
    Ok(())
}

/// A quick test of names before the whole path is matched.
struct Wild<'p> {
    start: &'p str,
    end: &'p str,
}

impl<'p> Wild<'p> {
    fn of(segment: &'p str) -> Self {
        let start = segment.find(['*', '{']).unwrap_or(0);
        let end = segment.rfind(['*', '}']).map_or(0, |at| at + 1);
        Self { start: &segment[..start], end: &segment[end..] }
    }

    fn may_match(&self, name: &str) -> bool {
        name.starts_with(self.start) && name.ends_with(self.end)
    }
}

/// Returns the names in a folder, and whether each is a folder. Omits symbolic links and names that
/// are not Unicode. A bare Git repository counts as empty.
fn entries(folder: &Path) -> Result<Vec<(String, bool)>, Error> {
    let read = match fs::read_dir(folder) {
        Ok(read) => read,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(Error::io("read", folder, error)),
    };
    let mut entries = Vec::new();
    for entry in read {
        let entry = entry.map_err(|error| Error::io("read", folder, error))?;
        let (Ok(kind), Ok(name)) = (entry.file_type(), entry.file_name().into_string()) else {
            continue;
        };
        if kind.is_dir() || kind.is_file() {
            entries.push((name, kind.is_dir()));
        }
    }
    let has =
        |name: &str, is_dir: bool| entries.iter().any(|entry| entry.0 == name && entry.1 == is_dir);
    match has("HEAD", false) && has("objects", true) && has("refs", true) {
        true => Ok(Vec::new()),
        false => Ok(entries),
    }
}
