//! Texts of local files and of the service, side by side.

use std::collections::HashMap;
use std::fmt;

use serde::Serialize;

use crate::config::Group;
use crate::error::Error;
use crate::formats::{self, Entry, File, State, SyntaxError, Text};
use crate::icu::is_equal;
use crate::workspace::{LocalFile, Workspace};

/// A text that differs between a local file and the service.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct TextChange {
    /// The key, by its name in the file.
    pub key: String,
    /// The text before the change; `None` if it is missing there. The forms of a plural are
    /// written as `one: .. | other: ..`.
    pub before: Option<String>,
    /// The text after the change; `None` if it is missing there.
    pub after: Option<String>,
}

impl TextChange {
    pub(crate) fn new(key: &str, before: Option<&Text>, after: Option<&Text>) -> Self {
        let [before, after] = [before, after].map(|text| text.map(ToString::to_string));
        Self { key: key.to_owned(), before, after }
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(text) => f.write_str(text),
            Self::Forms(forms) => {
                let forms: Vec<_> =
                    forms.iter().map(|(name, text)| format!("{name}: {text}")).collect();
                f.write_str(&forms.join(" | "))
            }
        }
    }
}

/// What a file contains.
pub(crate) enum Content {
    Texts(Box<File>),
    /// The format is not known: the file is sent and replaced as a whole.
    Unknown,
    Invalid(SyntaxError),
}

impl Content {
    pub(crate) fn texts(&self) -> Option<&File> {
        match self {
            Self::Texts(file) => Some(file),
            _ => None,
        }
    }
}

impl Group {
    /// Reads a file of the group in a language. The service's may have a key twice.
    pub(crate) fn content(&self, bytes: &[u8], lang: &str, is_export: bool) -> Content {
        let Some(format) = formats::of(&self.format) else { return Content::Unknown };
        let read = if is_export { File::read_export } else { File::read };
        match read(format, bytes, &[lang, &self.codes.local(lang)]) {
            Ok(file) => Content::Texts(Box::new(file)),
            Err(error) => Content::Invalid(error),
        }
    }
}

/// The files of the base language. Each is read when it is first needed.
pub(crate) struct Bases {
    /// By service name.
    files: HashMap<String, LocalFile>,
    read: HashMap<String, Content>,
}

impl Bases {
    pub(crate) fn new(workspace: &Workspace) -> Self {
        let files = workspace.files().iter().filter(|file| file.is_base);
        let files = files.map(|file| (file.name.clone(), file.clone()));
        Self { files: files.collect(), read: HashMap::new() }
    }

    /// Returns the base file with a service name; `None` if there is none on the disk.
    pub(crate) fn get(
        &mut self,
        workspace: &Workspace,
        name: &str,
    ) -> Result<Option<&Content>, Error> {
        if !self.read.contains_key(name) {
            let Some(file) = self.files.get(name) else { return Ok(None) };
            let content = workspace.content(file)?;
            self.read.insert(name.to_owned(), content);
        }
        Ok(self.read.get(name))
    }

    /// Sets the content of a base file that changes.
    pub(crate) fn insert(&mut self, name: &str, content: Content) {
        self.read.insert(name.to_owned(), content);
    }

    pub(crate) fn file(&self, name: &str) -> Option<&LocalFile> {
        self.files.get(name)
    }

    /// Returns the path of a base file, for messages.
    pub(crate) fn path(&self, name: &str) -> String {
        self.files.get(name).map_or(String::new(), |file| file.path.clone())
    }
}

impl Workspace {
    /// Checks that no two files of the base language share a key, which the service would merge,
    /// unless `upload.distinguish_by_file` is true for both, or false for one.
    pub(crate) fn check_keys(&self, bases: &mut Bases) -> Result<(), Error> {
        let mut owners: HashMap<String, &LocalFile> = HashMap::new();
        for file in self.files().iter().filter(|file| file.is_base) {
            let base = bases.get(self, &file.name)?.and_then(Content::texts);
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

    /// Whether a base file lacks the root that one of its translations has.
    pub(crate) fn lacks_root(&self, file: &LocalFile, base: &File) -> Result<bool, Error> {
        let others = self.files().iter().filter(|other| other.name == file.name);
        for other in others.filter(|other| !other.is_base && base.may_lack_root()) {
            if self.content(other)?.texts().is_some_and(|other| base.lacks_root(other)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Reads a local file. One of an unknown format is not opened.
    pub(crate) fn content(&self, file: &LocalFile) -> Result<Content, Error> {
        let group = &self.groups[file.group];
        if formats::of(&group.format).is_none() {
            return Ok(Content::Unknown);
        }
        Ok(group.content(&self.read(&file.path)?, &file.lang, false))
    }
}

impl Entry {
    /// Whether it is a text that translators write.
    pub(crate) fn is_text(&self) -> bool {
        !matches!(self.state, State::Fixed | State::Variant)
    }

    /// Returns the text for comparisons; `None` if it is missing or not finished.
    pub(crate) fn done(&self) -> Option<&Text> {
        Some(&self.text).filter(|text| self.state == State::Ready && !text.is_empty())
    }

    /// Returns the text of a base file. In gettext, an empty one is its id.
    pub(crate) fn base_text(&self) -> &Text {
        match &self.original {
            Some(original) if self.text.is_empty() => original,
            _ => &self.text,
        }
    }
}

/// Whether a file has a text already. The style of ICU arguments does not count, nor do further
/// forms of a plural, and one with only `other` is like its text: languages without a plural write
/// either.
pub(crate) fn is_same(own: &Text, text: &Text) -> bool {
    match (own, text) {
        (Text::One(own), Text::One(text)) => is_equal(own, text),
        (Text::Forms(own), Text::Forms(forms)) => forms
            .iter()
            .all(|(name, text)| own.iter().any(|(own, old)| own == name && is_equal(old, text))),
        (Text::One(text), Text::Forms(forms)) | (Text::Forms(forms), Text::One(text)) => {
            only(forms).is_some_and(|only| is_equal(only, text))
        }
    }
}

/// Returns a text as it replaces another one: in its kind, and with the forms that it lacks.
pub(crate) fn like(text: &Text, old: &Text) -> Text {
    match (text, old) {
        (Text::Forms(forms), Text::One(_)) => {
            only(forms).map_or_else(|| text.clone(), |only| Text::One(only.to_owned()))
        }
        (Text::One(one), Text::Forms(forms)) if only(forms).is_some() => {
            Text::Forms(vec![("other".to_owned(), one.clone())])
        }
        (Text::Forms(forms), Text::Forms(old)) => {
            let is_missing = |name: &str| forms.iter().all(|(form, _)| form != name);
            let more = old.iter().filter(|(name, _)| is_missing(name));
            // The header of a catalog says how many forms there are.
            let is_possible = |name: &str| {
                name.parse::<u8>().is_err() || old.iter().any(|(form, _)| form == name)
            };
            let forms = forms.iter().filter(|(name, _)| is_possible(name));
            Text::forms(forms.chain(more).cloned())
        }
        _ => text.clone(),
    }
}

/// Returns a plural without its empty forms.
pub(crate) fn with_texts(text: &Text) -> Text {
    match text {
        Text::Forms(forms) => {
            let filled = forms.iter().filter(|(_, text)| !text.is_empty());
            Text::Forms(filled.cloned().collect())
        }
        text => text.clone(),
    }
}

/// Returns the text of a plural that has only `other`.
fn only(forms: &[(String, String)]) -> Option<&str> {
    match forms {
        [(name, text)] if name == "other" => Some(text),
        _ => None,
    }
}
