//! Push: many files to one project, each uploaded and awaited, with a plan before and a report of
//! all.

mod absent;
mod content;
mod event;
mod file;
mod filename_template;
mod group;
mod imports;
mod judge;
mod lanes;
mod ledger;
mod lookup;
mod plan;
mod planned;
mod prepare;
mod processes;
mod project;
mod report;
mod send;
mod sender;
mod settings;
mod wanted;

use std::fmt;
use std::path::PathBuf;

use crate::client::Client;
use crate::error::Error;
use crate::transfer::languages::LanguageMap;
use crate::types::FileUpload;

pub use absent::{AbsentKey, AbsentKeyFate, AbsentKeyOutcome, AbsentKeys};
pub use event::{PushEvent, PushStage, PushTotals};
pub use file::PushFile;
pub use group::PushGroup;
pub use plan::PushPlan;
pub use planned::{PlannedFile, PushState};
pub use report::{PushReport, PushedFile};
use settings::Settings;

/// Many files on their way to a project: see [`Client::push`].
#[must_use = "nothing is sent until `send` is awaited"]
pub struct Push<'a> {
    client: &'a Client,
    settings: Settings,
    base: PathBuf,
    may_match_nothing: bool,
    languages: LanguageMap,
    /// The files that are given to the push itself, and what holds for all.
    own: PushGroup<'a>,
    groups: Vec<PushGroup<'a>>,
    absent: Option<AbsentKeys>,
    deletes_absent_keys: bool,
}

impl Client {
    /// Pushes many files to a project: uploads them, some at once, and waits until each is
    /// imported. Keys that are absent from the files stay, unless [removing
    /// them](Push::absent_keys) is asked for.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// let report = client.push("garnet-7041.26")
    ///     .glob("locales/{lang}/*.json")
    ///     .file("legacy/strings.properties", "en")
    ///     .options(|body| body.replace_modified(true).tags(["ci"]))
    ///     .send().await?;
    /// print!("{report}");
    /// for (file, error) in report.failed() {
    ///     eprintln!("{}: {error}", file.path().display());
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn push(&self, project_id: impl Into<String>) -> Push<'_> {
        Push {
            client: self,
            settings: Settings::new(project_id.into()),
            base: PathBuf::new(),
            may_match_nothing: false,
            languages: LanguageMap::new(),
            own: PushGroup::new(),
            groups: Vec::new(),
            absent: None,
            deletes_absent_keys: false,
        }
    }
}

impl<'a> Push<'a> {
    /// The folder that paths and patterns are relative to; the current one by default. It is no
    /// part of the names at the service.
    pub fn base(mut self, folder: impl Into<PathBuf>) -> Self {
        self.base = folder.into();
        self
    }

    /// Adds a file in this language. One that is added several times, in whatever spelling of its
    /// path, is pushed once for a language.
    pub fn file(mut self, path: impl Into<PathBuf>, lang: impl Into<String>) -> Self {
        self.own = self.own.file(path, lang);
        self
    }

    /// Adds the files that match a pattern, in the language that stands where the pattern has
    /// `{lang}`, as in `locales/{lang}/*.json` or `**/messages_{lang}.properties`.
    ///
    /// Segments are separated by `/`. `*` stands for any characters of a name, `?` for one, `**` as
    /// a segment for any number of folders, and `{lang}` for letters, digits, `-` and `_`, the same
    /// ones where it occurs twice. All else stands for itself. Names that begin with a dot are
    /// matched by a dot only, and `**` follows no links. A name that is not Unicode is matched by
    /// nothing.
    pub fn glob(mut self, pattern: impl Into<String>) -> Self {
        self.own = self.own.glob(pattern);
        self
    }

    /// Adds the files that match a pattern, all in this language. `{lang}` in the pattern stands
    /// for this language only, so `glob_in("locales/{lang}/*.json", "en")` leaves the other
    /// languages out.
    pub fn glob_in(mut self, pattern: impl Into<String>, lang: impl Into<String>) -> Self {
        self.own = self.own.glob_in(pattern, lang);
        self
    }

    /// Adds files that are named, or uploaded, in a way of their own. What the push says of names
    /// and options holds for them where they do not say otherwise. A file that several groups have
    /// is of the first of them; those that are added to the push itself come before all groups.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::PushGroup;
    ///
    /// let source = PushGroup::new().glob_in("locales/{lang}/*.json", "en")
    ///     .options(|body| body.replace_modified(true).tags(["source"]));
    /// let translations = PushGroup::new().glob("locales/{lang}/*.json").except_languages(["en"]);
    /// let report = client.push("garnet-7041.26").group(source).group(translations).send().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn group(mut self, group: PushGroup<'a>) -> Self {
        self.groups.push(group);
        self
    }

    /// Pushes the files in these languages only, of those that were found; codes may be those here
    /// or those of the service. One that no file is in is an error, unless
    /// [no match](Self::allow_no_match) is right.
    pub fn only_languages<L: Into<String>>(mut self, codes: impl IntoIterator<Item = L>) -> Self {
        self.own = self.own.only_languages(codes);
        self
    }

    /// Leaves out the files in these languages; codes may be those here or those of the service.
    pub fn except_languages<L: Into<String>>(mut self, codes: impl IntoIterator<Item = L>) -> Self {
        self.own = self.own.except_languages(codes);
        self
    }

    /// How a file is named at the service; by default as its path relative to the base folder,
    /// separated by `/`. Projects that keep one file for all languages want `.filename(|file|
    /// file.template().to_owned())`: `locales/%LANG_ISO%/app.json`, say.
    pub fn filename(mut self, name: impl Fn(&PushFile) -> String + Send + Sync + 'a) -> Self {
        self.own = self.own.filename(name);
        self
    }

    /// How a file is named at the service, as a template in the place of a
    /// [closure](Self::filename): `app/{lang:-}/{name}`.
    ///
    /// `{path}` is the path relative to the base folder, separated by `/`, and `{name}` its last
    /// part; `{template}` is [`PushFile::template`]; `{lang}` is the code that the service has for
    /// the language and `{local_lang}` the one in paths, both with another separator within them
    /// as `{lang:_}` and `{lang:-}`. All else stands for itself.
    pub fn filename_template(mut self, template: impl Into<String>) -> Self {
        self.own = self.own.filename_template(template);
        self
    }

    /// Which code the service has for each local one: for the languages of [files](Self::file) and
    /// [patterns](Self::glob).
    pub fn languages(mut self, map: LanguageMap) -> Self {
        self.languages = map;
        self
    }

    /// Sets fields of every upload: tags, formats, what is replaced. It is called once for each
    /// file, before anything is sent.
    ///
    /// What each file has of its own is refused here, `filename` and `lang_iso`; and so is
    /// `cleanup_mode`: see [`delete_keys_absent_from_file`](Self::delete_keys_absent_from_file).
    pub fn options(mut self, set: impl Fn(FileUpload) -> FileUpload + Send + Sync + 'a) -> Self {
        self.own = self.own.options(set);
        self
    }

    /// Whether the service deletes every key of the project that is absent from the file, with its
    /// translations in all languages, be it from this file or from any other: the field
    /// `cleanup_mode` of an upload. There is no way back.
    ///
    /// For a push of one file only, which has to hold all keys of the project; safer, and for any
    /// number of files, are [`absent_keys`](Self::absent_keys). Of two files, the upload of each
    /// would delete the keys of the other; [`send`](Self::send) refuses that before anything is
    /// sent.
    pub fn delete_keys_absent_from_file(mut self, delete: bool) -> Self {
        self.deletes_absent_keys = delete;
        self
    }

    /// Whether a pattern that matches nothing is right; by default it is an error, since it may
    /// well be mistyped.
    pub fn allow_no_match(mut self, allowed: bool) -> Self {
        self.may_match_nothing = allowed;
        self
    }

    /// Sends the files, and waits for the end of all imports: a [plan](Self::plan), which is then
    /// [sent](PushPlan::send). What fails for one file is in the report, and the others go on.
    ///
    /// # Errors
    ///
    /// As [`plan`](Self::plan) and [`PushPlan::send`]: only those that are found out before
    /// anything is sent.
    pub async fn send(self) -> Result<PushReport, Error> {
        self.plan().await?.send().await
    }
}

impl fmt::Debug for Push<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Push")
            .field("project_id", &self.settings.project_id)
            .field("base", &self.base)
            .field("wanted", &self.own.items)
            .field("groups", &self.groups)
            .field("concurrency", &self.settings.concurrency)
            .finish_non_exhaustive()
    }
}
