//! The local side: finds the files of a configuration.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::{self, ErrorKind::NotFound};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

use ignore::WalkBuilder;
use serde::Serialize;

use crate::codes::{self, Spelling};
use crate::config::{Config, Group, check_codes};
use crate::disk;
use crate::error::Error;
use crate::pattern::{Captures, LANG_ISO, Pattern};

/// A folder, and the files in it that a configuration matches.
#[derive(Debug, Clone)]
pub struct Workspace {
    root: PathBuf,
    pub(crate) groups: Vec<Group>,
    ignore: Vec<Pattern>,
    /// The service's code of the base language.
    pub(crate) base: String,
    files: Vec<LocalFile>,
}

/// A local file that a group of the configuration matches.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LocalFile {
    /// The path relative to the root, with `/` as separator.
    pub path: String,
    /// The service's code of the language.
    #[serde(rename = "lang_iso")]
    pub lang: String,
    /// The local code of the language.
    pub local_lang: String,
    /// The name at the service, with `%LANG_ISO%` for the language.
    #[serde(rename = "filename")]
    pub name: String,
    /// Whether the file is of the base language.
    #[serde(skip)]
    pub is_base: bool,
    #[serde(skip)]
    pub(crate) group: usize,
}

impl Workspace {
    /// Checks the configuration, and finds the files below `root`.
    ///
    /// Symbolic links are not followed. Wildcards match neither `node_modules` nor folders whose
    /// names start with a dot. A pattern with `**/` does not match files that Git ignores.
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
        check_codes(&config.languages).map_err(|message| Error::config("languages", message))?;
        let groups = config.files.iter().enumerate();
        let groups = groups.map(|(index, group)| Group::new(config, index, group));
        let ignore = config.ignore.iter().map(|text| {
            Pattern::parse(&text.replace(LANG_ISO, "{lang}"))
                .map_err(|reason| Error::config("ignore", format!("`{text}` {reason}")))
        });
        let mut made = Self {
            root: root.into(),
            groups: groups.collect::<Result<_, _>>()?,
            ignore: ignore.collect::<Result<_, _>>()?,
            base: config.base().clone(),
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

    /// Returns the patterns of groups that match no file, each with its key, `files[0].pattern`:
    /// also if only that of `base` matches.
    pub fn unmatched(&self) -> Vec<(String, &str)> {
        let groups = self.groups.iter().enumerate().filter(|(index, group)| {
            let mut files = self.files.iter().filter(|file| file.group == *index);
            !files.any(|file| group.pattern.is_match(&file.path))
        });
        let named = |group: &Group| format!("{}.pattern", group.key);
        groups.map(|(_, group)| (named(group), group.config.pattern.as_str())).collect()
    }

    /// Returns the files beside those of the base language, with the same extension, that no group
    /// has.
    pub fn beside(&self) -> BTreeSet<String> {
        let patterns = self.files.iter().filter(|file| file.is_base).filter_map(|file| {
            let (start, extension) = file.path.rsplit_once('.')?;
            let folder = start.rfind('/').map_or("", |at| &start[..=at]);
            Some(format!("{folder}*.{extension}"))
        });
        let known: BTreeSet<_> = self.files.iter().map(|file| &file.path).collect();
        let mut beside = BTreeSet::new();
        for pattern in patterns.collect::<BTreeSet<_>>() {
            let Ok(pattern) = Pattern::parse(&pattern) else { continue };
            beside.extend(paths(self.root(), &pattern).unwrap_or_default().into_iter().filter(
                |path| {
                    let is_excluded = || self.groups.iter().any(|group| group.excludes(path));
                    pattern.is_match(path) && !known.contains(path) && !is_excluded()
                },
            ));
        }
        beside
    }

    /// Fails if a push would find translations, but no file of the base language.
    pub(crate) fn check_base(&self) -> Result<(), Error> {
        let is_pushed = |file: &&LocalFile| self.groups[file.group].config.push.has(true);
        let mut files = self.files.iter().filter(is_pushed).peekable();
        if files.peek().is_none() || files.any(|file| file.is_base) {
            return Ok(());
        }
        let message = format!(
            "no file is of the base language `{}`: correct it, or set push = \"translations\" if \
             another repository has its files",
            self.base
        );
        Err(Error::config("base_lang", message))
    }

    fn find(&self) -> Result<Vec<LocalFile>, Error> {
        let mut files: Vec<LocalFile> = Vec::new();
        let (mut by_path, mut by_name) = (HashMap::new(), HashMap::new());
        for (index, group) in self.groups.iter().enumerate() {
            let mut found = BTreeSet::new();
            for pattern in group.base.iter().chain([&group.pattern]) {
                found.extend(paths(self.root(), pattern)?);
            }
            for file in found.iter().filter_map(|path| self.local_file(index, path)) {
                let LocalFile { path, name, lang, .. } = &file;
                let same_path = by_path.insert(path.clone(), group.key.clone());
                let same_name = by_name.insert((name.clone(), lang.clone()), path.clone());
                let reason = match (same_path, same_name) {
                    (Some(key), _) => format!(
                        "matches `{path}`, as {key} does: narrow one of the patterns, or add \
                         `exclude`"
                    ),
                    (None, Some(other)) => format!(
                        "`{other}` and `{path}` would both be `{name}` in `{lang}` at the \
                         service: set `name` or `exclude`"
                    ),
                    (None, None) => {
                        files.push(file);
                        continue;
                    }
                };
                return Err(Error::config(format!("{}.pattern", group.key), reason));
            }
        }
        Ok(files)
    }

    /// Returns the file at a path, if it belongs to a group.
    pub(crate) fn local_file(&self, index: usize, path: &str) -> Option<LocalFile> {
        let group = self.groups.get(index)?;
        if group.excludes(path) {
            return None;
        }
        let by_base = group.base.as_ref().and_then(|base| base.captures(path));
        let by_pattern = group.pattern.captures(path);
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
            local_lang: captures.lang.clone().unwrap_or_else(|| group.codes.local(&self.base)),
            name: group.service_name(&captures),
            is_base: lang == self.base,
            lang,
            group: index,
        })
    }

    /// Returns the group of a file of the service; `None` if the configuration ignores it. Fails
    /// with the reason why there is no group, and what to do.
    pub(crate) fn group_of(&self, platform: &str, name: &str) -> Result<Option<usize>, String> {
        let groups = self.groups.iter().enumerate();
        let matching: Vec<_> = groups.filter(|(_, group)| group.name.is_match(name)).collect();
        match matching.iter().find(|(_, group)| group.platform == platform) {
            Some((index, _)) => Ok(Some(*index)),
            None if self.is_ignored(name) => Ok(None),
            None if matching.is_empty() => Err(
                "matches no group: add a group, or set `name` of one, if the file is here; add \
                 the name to `ignore` if it is elsewhere"
                    .to_owned(),
            ),
            None => Err(format!(
                "is on the platform `{platform}`: set platform = \"{platform}\" in its group, or \
                 add the name to `ignore`"
            )),
        }
    }

    /// Whether a service name, with a language or its placeholder, is to be ignored.
    pub(crate) fn is_ignored(&self, name: &str) -> bool {
        self.ignore.iter().any(|pattern| pattern.is_match(name))
    }

    /// Returns a local code of a group that stands for a language under another name: a pull would
    /// write a second file beside its files.
    pub(crate) fn unmapped(
        &self,
        index: usize,
        lang: &str,
        languages: &BTreeSet<String>,
    ) -> Option<&LocalFile> {
        let mut files = self.files.iter().filter(|file| file.group == index && !file.is_base);
        if files.clone().any(|file| file.lang == lang) {
            return None;
        }
        files.find(|file| {
            let is_alike = [&file.lang, &file.local_lang].map(|code| codes::is_alike(code, lang));
            !languages.contains(&file.lang) && is_alike.contains(&true)
        })
    }

    /// Returns the path of a file of a group. Folders and files keep the spelling of the language
    /// that the file or, if it does not exist, another one of the group has.
    pub(crate) fn path(&self, index: usize, captures: &Captures, lang: &str) -> String {
        let group = &self.groups[index];
        let name = group.service_name(captures);
        let files = self.files.iter().filter(|file| file.group == index && file.lang == lang);
        let known = files.max_by_key(|file| file.name == name);
        let local = known.map_or_else(|| group.codes.local(lang), |file| file.local_lang.clone());
        group.path(captures, &local, lang == self.base)
    }

    /// Returns why a file of a language that the project lacks is not sent or written.
    pub(crate) fn no_language(&self, file: &LocalFile, languages: &BTreeSet<String>) -> String {
        let (lang, local) = (&file.lang, &file.local_lang);
        let is_alike = |code: &&String| [lang, local].iter().any(|it| codes::is_alike(it, code));
        let remedy = match languages.iter().find(is_alike) {
            Some(code) => format!("it has `{code}`, so write \"{local}\" = \"{code}\""),
            None => "add it to the project, exclude the file, or map it".to_owned(),
        };
        format!("the project has no language `{lang}`: {remedy} in `languages` of its group")
    }

    pub(crate) fn read(&self, path: &str) -> Result<Vec<u8>, Error> {
        let path = self.root().join(path);
        disk::read(&path).map_err(|error| Error::read(&path, error))
    }

    /// Whether one of these codes, local or service, is that of a language. True without codes.
    pub(crate) fn is_lang(&self, group: &Group, lang: &str, codes: &[String]) -> bool {
        let local = group.codes.local(lang);
        codes.is_empty()
            || codes.iter().any(|code| {
                *code == lang
                    || *code == local
                    || (code == "base" && lang == self.base)
                    || codes::to_local(lang, Spelling::Ios) == *code
            })
    }
}

/// Finds the files below a folder that may match a pattern.
fn paths(root: &Path, pattern: &Pattern) -> Result<Vec<String>, Error> {
    let parts: Vec<_> = pattern.text.split('/').map(str::to_owned).collect();
    let is_wild = |part: &String| part.contains(['*', '{']);
    let start = parts.iter().position(is_wild).unwrap_or(parts.len() - 1);
    let (prefix, rest) = parts.split_at(start);
    let mut folder = root.join("");
    for name in prefix {
        folder.push(name);
        if fs::symlink_metadata(&folder).is_ok_and(|found| found.is_symlink()) {
            let link = folder.strip_prefix(root).unwrap_or(&folder).display();
            let message = format!(
                "`{link}` is a symbolic link, which is not followed: name the folder that it leads \
                 to in the pattern"
            );
            return Err(Error::config("files", message));
        }
    }
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let has_folders = rest.iter().any(|part| part == "**");
    let named = rest.to_vec();
    let walk = WalkBuilder::new(&folder)
        .standard_filters(has_folders)
        .hidden(false)
        .ignore(false)
        .max_depth((!has_folders).then_some(rest.len()))
        .filter_entry(move |entry| {
            let name = entry.file_name().to_string_lossy();
            let is_folder = entry.file_type().is_some_and(|kind| kind.is_dir());
            let is_hidden = is_folder && (name.starts_with('.') || name == "node_modules");
            entry.depth() == 0 || !is_hidden || named.iter().any(|named| *named == name)
        })
        .build();
    let mut found = Vec::new();
    for entry in walk {
        match entry {
            Ok(entry) if entry.file_type().is_some_and(|kind| kind.is_file()) => {
                let path = entry.path().strip_prefix(root).ok().and_then(Path::to_str);
                found.extend(path.map(|path| path.replace(MAIN_SEPARATOR, "/")));
            }
            Err(error) if error.io_error().is_none_or(|error| error.kind() != NotFound) => {
                return Err(Error::read(&folder, io::Error::other(error)));
            }
            _ => {}
        }
    }
    Ok(found)
}
