//! Groups of files of a push: which files, how they are named, and what their uploads say.

use std::fmt;
use std::path::PathBuf;

use super::file::PushFile;
use super::filename_template::{NameTemplate, Names};
use super::wanted::{Item, refuse};
use crate::error::Error;
use crate::types::FileUpload;

pub(super) type Options<'a> = Box<dyn Fn(FileUpload) -> FileUpload + Send + Sync + 'a>;

/// How files are named at the service.
#[derive(Default)]
pub(super) enum Naming<'a> {
    /// As the whole push says, and that by the path.
    #[default]
    Given,
    Template(String),
    Closure(Box<dyn Fn(&PushFile) -> String + Send + Sync + 'a>),
}

/// Files of a push that are named, or uploaded, in a way of their own: see
/// [`Push::group`](super::Push::group).
///
/// ```
/// use l10n_client::PushGroup;
///
/// let translations = PushGroup::new()
///     .glob("locales/{lang}/*.json")
///     .except_languages(["en"])
///     .options(|body| body.replace_modified(true));
/// ```
#[derive(Default)]
#[must_use = "it does nothing until it is given to a push"]
pub struct PushGroup<'a> {
    pub(super) items: Vec<Item>,
    pub(super) naming: Naming<'a>,
    pub(super) options: Option<Options<'a>>,
    pub(super) only: Option<Vec<String>>,
    pub(super) except: Vec<String>,
}

impl<'a> PushGroup<'a> {
    /// A group without files.
    pub fn new() -> Self {
        Self::default()
    }

    /// As [`Push::file`](super::Push::file).
    pub fn file(mut self, path: impl Into<PathBuf>, lang: impl Into<String>) -> Self {
        self.items.push(Item::File(path.into(), lang.into()));
        self
    }

    /// As [`Push::glob`](super::Push::glob).
    pub fn glob(mut self, pattern: impl Into<String>) -> Self {
        self.items.push(Item::Glob(pattern.into(), None));
        self
    }

    /// As [`Push::glob_in`](super::Push::glob_in).
    pub fn glob_in(mut self, pattern: impl Into<String>, lang: impl Into<String>) -> Self {
        let item = Item::Glob(pattern.into(), Some(lang.into()));
        self.items.push(item);
        self
    }

    /// As [`Push::filename`](super::Push::filename), in the place of what the push has for all.
    pub fn filename(mut self, name: impl Fn(&PushFile) -> String + Send + Sync + 'a) -> Self {
        self.naming = Naming::Closure(Box::new(name));
        self
    }

    /// As [`Push::filename_template`](super::Push::filename_template), in the place of what the
    /// push has for all.
    pub fn filename_template(mut self, template: impl Into<String>) -> Self {
        self.naming = Naming::Template(template.into());
        self
    }

    /// As [`Push::options`](super::Push::options), and behind those: what both set is as here.
    pub fn options(mut self, set: impl Fn(FileUpload) -> FileUpload + Send + Sync + 'a) -> Self {
        self.options = Some(Box::new(set));
        self
    }

    /// As [`Push::only_languages`](super::Push::only_languages), of this group.
    pub fn only_languages<L: Into<String>>(mut self, codes: impl IntoIterator<Item = L>) -> Self {
        let codes = codes.into_iter().map(Into::into);
        self.only.get_or_insert_default().extend(codes);
        self
    }

    /// As [`Push::except_languages`](super::Push::except_languages), of this group.
    pub fn except_languages<L: Into<String>>(mut self, codes: impl IntoIterator<Item = L>) -> Self {
        self.except.extend(codes.into_iter().map(Into::into));
        self
    }

    /// Whether files in this language, by its code here or at the service, are meant.
    pub(super) fn takes(&self, file: &PushFile) -> bool {
        let has = |codes: &[String]| codes.iter().any(|code| file.is_in(code));
        self.only.as_deref().is_none_or(has) && !has(&self.except)
    }
}

/// How the files of a group are named, ready to name them.
pub(super) enum Namer<'g> {
    Path,
    Template(NameTemplate),
    Closure(&'g (dyn Fn(&PushFile) -> String + Send + Sync + 'g)),
}

impl<'g> Namer<'g> {
    /// By what the group says, or else the whole push.
    ///
    /// # Errors
    ///
    /// A template that is none.
    pub(super) fn of(group: &'g PushGroup<'_>, all: &'g PushGroup<'_>) -> Result<Self, Error> {
        let naming = match &group.naming {
            Naming::Given => &all.naming,
            own => own,
        };
        Ok(match naming {
            Naming::Given => Self::Path,
            Naming::Template(text) => Self::Template(NameTemplate::parse(text).map_err(refuse)?),
            Naming::Closure(name) => Self::Closure(&**name),
        })
    }

    /// The name of a file, which has its path for a name until then.
    pub(super) fn name(&self, file: &PushFile) -> String {
        match self {
            Self::Path => file.filename.clone(),
            Self::Template(template) => template.fill(Names {
                path: &file.filename,
                template: &file.template,
                lang: &file.lang,
                local_lang: &file.local_lang,
            }),
            Self::Closure(name) => name(file),
        }
    }
}

impl fmt::Debug for PushGroup<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PushGroup")
            .field("wanted", &self.items)
            .field("only_languages", &self.only)
            .field("except_languages", &self.except)
            .finish_non_exhaustive()
    }
}
