//! Texts of local files and of the service, side by side.

use std::collections::HashMap;
use std::sync::Arc;

use crate::config::Group;
use crate::error::Error;
use crate::formats::{Entry, File, State, SyntaxError};
use crate::text::{Text, printed};
use crate::universal;
use crate::workspace::{LocalFile, Workspace};

/// What a file contains.
#[derive(Clone)]
pub(crate) enum Content {
    Texts(Arc<File>),
    Invalid(SyntaxError),
}

impl Content {
    pub(crate) fn texts(&self) -> Option<&File> {
        match self {
            Self::Texts(file) => Some(file),
            Self::Invalid(_) => None,
        }
    }
}

impl Group {
    /// Reads a file of the group in a language.
    pub(crate) fn content(&self, bytes: &[u8], lang: &str, base: Option<&File>) -> Content {
        match File::read(self.reader, bytes, &[&self.codes.local(lang), lang], base) {
            Ok(file) => Content::Texts(Arc::new(file)),
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
    ) -> Result<Option<Content>, Error> {
        if let Some(content) = self.read.get(name) {
            return Ok(Some(content.clone()));
        }
        let Some(file) = self.files.get(name) else { return Ok(None) };
        let content = workspace.content(file, None)?;
        self.read.insert(name.to_owned(), content.clone());
        Ok(Some(content))
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
    /// Reads a local file. `base` is its file of the base language.
    pub(crate) fn content(&self, file: &LocalFile, base: Option<&File>) -> Result<Content, Error> {
        Ok(self.groups[file.group].content(&self.read(&file.path)?, &file.lang, base))
    }
}

impl Entry {
    /// Whether it is a text that translators write.
    pub(crate) fn is_text(&self) -> bool {
        !matches!(self.state, State::Fixed | State::Variant)
    }

    /// Whether a user means it by this name: its key, or with its context, as it is printed.
    pub(crate) fn is_named(&self, name: &str) -> bool {
        let names = [&self.key, &format!("{}::{}", self.context, self.name)];
        names.iter().any(|it| printed(it) == printed(name))
    }

    /// Returns the text for comparisons; `None` if it is missing or not finished.
    pub(crate) fn done(&self) -> Option<&Text> {
        Some(&self.text).filter(|text| self.state == State::Ready && !text.is_empty())
    }

    /// Returns the text of a base file: its source or id beside an empty or unfinished one.
    pub(crate) fn base_text(&self) -> &Text {
        match &self.original {
            Some(original) if self.text.is_empty() || self.state == State::Unfinished => original,
            _ => &self.text,
        }
    }
}

impl File {
    /// Returns the entry of a key of the base file. Where a language has no plurals, the text of
    /// i18next is that of the form `other`: `item` for `item_other`.
    pub(crate) fn entry<'f>(&'f self, base: &Self, key: &str) -> Option<&'f Entry> {
        let plain = || {
            let (stem, form) = self.form(key)?;
            self.get(stem).filter(|_| form == "other" && base.get(stem).is_none())
        };
        self.get(key).or_else(plain)
    }

    /// Returns the key in the base file of an entry, or of a form of its plural: the reverse of
    /// [`entry`](Self::entry).
    pub(crate) fn base_key(&self, base: &Self, key: &str) -> Option<String> {
        let model = base.model(key)?;
        match base.get(key).is_some() || base.form(key).is_some() {
            true => Some(key.to_owned()),
            false => Some(model.key.clone()).filter(|other| self.get(other).is_none()),
        }
    }
}

/// Whether a file has a text already. Further forms of a plural do not count, and one with only
/// `other` is like its text: languages without a plural write either.
pub(crate) fn is_same(own: &Text, text: &Text) -> bool {
    match (own, text) {
        (Text::One(own), Text::One(text)) => own == text,
        (Text::Forms(own), Text::Forms(forms)) => forms.iter().all(|form| own.contains(form)),
        (Text::One(text), Text::Forms(forms)) | (Text::Forms(forms), Text::One(text)) => {
            only(forms) == Some(text)
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
            Text::forms(forms.iter().chain(more).cloned())
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

/// Returns a text of the service as the file spells it: as it is, if the file has that, or with the
/// placeholders of the format.
///
/// # Errors
///
/// Fails if the spelling of a placeholder is unknown.
pub(crate) fn spelled(text: &Text, own: Option<&Text>, format: &str) -> Result<Text, ()> {
    if own.is_some_and(|own| is_same(own, text)) {
        return Ok(text.clone());
    }
    let spell =
        |text: &str| universal::spelled(text, format).unwrap_or_else(|| Ok(text.to_owned()));
    match text {
        Text::One(text) => spell(text).map(Text::One),
        Text::Forms(forms) => {
            let forms = forms.iter().map(|(name, text)| Ok((name.clone(), spell(text)?)));
            forms.collect::<Result<_, _>>().map(Text::Forms)
        }
    }
}

/// Returns the text of a plural that has only `other`.
pub(crate) fn only(forms: &[(String, String)]) -> Option<&str> {
    match forms {
        [(name, text)] if name == "other" => Some(text),
        _ => None,
    }
}
