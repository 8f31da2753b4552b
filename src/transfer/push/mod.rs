//! Push: many files to one project, each uploaded and awaited, with a plan before and a report of all.

mod absent;
mod content;
mod event;
mod group;
mod ledger;
mod lookup;
mod plan;
mod prepare;
mod project;
mod report;
mod send;
mod wanted;

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::sleep;

use crate::client::Client;
use crate::error::Error;
use crate::task::Task;
use crate::transfer::languages::LanguageMap;
use crate::types::builder;

pub use absent::{AbsentKey, AbsentKeyFate, AbsentKeyOutcome, AbsentKeys};
use event::{OnProgress, OnTotals};
pub use event::{PushEvent, PushStage, PushTotals};
pub use group::PushGroup;
pub use plan::{PlannedFile, PushPlan, PushState};
pub use report::{PushFile, PushReport, PushedFile};

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

/// What the plan of a push is sent with.
struct Settings {
    project_id: String,
    /// Relative to the base folder.
    ledger: Option<PathBuf>,
    all: bool,
    waits: bool,
    look_up: Duration,
    concurrency: usize,
    total: Option<Duration>,
    on_progress: Option<OnProgress>,
    on_totals: Option<OnTotals>,
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
            settings: Settings {
                project_id: project_id.into(),
                ledger: None,
                all: false,
                waits: true,
                look_up: Duration::from_secs(10),
                concurrency: 4,
                total: None,
                on_progress: None,
                on_totals: None,
            },
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
    /// The folder that paths and patterns are relative to; the current one by default. It is no part of the names at the service.
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

    /// Adds the files that match a pattern, in the language that stands where the pattern has `{lang}`, as in
    /// `locales/{lang}/*.json` or `**/messages_{lang}.properties`.
    ///
    /// Segments are separated by `/`. `*` stands for any characters of a name, `?` for one, `**` as a segment for any number of folders,
    /// and `{lang}` for letters, digits, `-` and `_`, the same ones where it occurs twice. All else stands for itself. Names that begin
    /// with a dot are matched by a dot only, and `**` follows no links. A name that is not Unicode is matched by nothing.
    pub fn glob(mut self, pattern: impl Into<String>) -> Self {
        self.own = self.own.glob(pattern);
        self
    }

    /// Adds the files that match a pattern, all in this language. `{lang}` in the pattern stands for this language only, so
    /// `glob_in("locales/{lang}/*.json", "en")` leaves the other languages out.
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

    /// How a file is named at the service; by default as its path relative to the base folder, separated by `/`. Projects that keep one
    /// file for all languages want `.filename(|file| file.template().to_owned())`: `locales/%LANG_ISO%/app.json`, say.
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
    pub fn options(
        mut self,
        set: impl Fn(builder::FileUpload) -> builder::FileUpload + Send + Sync + 'a,
    ) -> Self {
        self.own = self.own.options(set);
        self
    }

    /// Whether the service deletes every key of the project that is absent from the file, with its
    /// translations in all languages, be it from this file or from any other: the field
    /// `cleanup_mode` of an upload. There is no way back.
    ///
    /// For a push of one file only, which has to hold all keys of the project; safer, and for any
    /// number of files, are [`absent_keys`](Self::absent_keys). Of two files, the upload of each would delete the keys of the other; [`send`](Self::send) refuses that before
    /// anything is sent.
    pub fn delete_keys_absent_from_file(mut self, delete: bool) -> Self {
        self.deletes_absent_keys = delete;
        self
    }

    /// Keeps in a file what the service has, and leaves out what it has already: the content of each
    /// file, by its SHA-256, with the options that it was sent with. No time of a file counts, and
    /// nothing of a version control system.
    ///
    /// The path is relative to the [base folder](Self::base). The file does not exist before the
    /// first push, and holds JSON lines, one for each file of each project and host; it may be kept
    /// in a repository or a cache of a CI system, and lines of several may be put together. A file
    /// counts as imported when the service says so, not before: whenever a push is killed, the next
    /// one sends a file once more at worst, and leaves none out. Whoever changes keys or
    /// translations at the service is not noticed: see [`all`](Self::all).
    ///
    /// Pushes with the same ledger send one after the other, by a lock on the file `.held` beside
    /// it, which stays there, empty; what the first has sent, the second leaves out. Dropping the
    /// future ends the wait.
    ///
    /// A file that changes between the plan and its upload fails, and says so.
    pub fn ledger(mut self, path: impl Into<PathBuf>) -> Self {
        self.settings.ledger = Some(path.into());
        self
    }

    /// Whether to send what the service has already by the [ledger](Self::ledger), too, which is
    /// written as ever.
    pub fn all(mut self, all: bool) -> Self {
        self.settings.all = all;
        self
    }

    /// Looks for keys that no file has any more: they are in the plan, and removed where
    /// [`AbsentKeys`] says so.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::AbsentKeys;
    ///
    /// let push = client.push("garnet-7041.26").glob("locales/{lang}/*.json")
    ///     .absent_keys(AbsentKeys::remove().up_to(20).up_to_percent(5.0));
    /// let plan = push.plan().await?;
    /// for key in plan.absent_keys() {
    ///     println!("{} will be gone", key.name());
    /// }
    /// let report = plan.send().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn absent_keys(mut self, absent: AbsentKeys) -> Self {
        self.absent = Some(absent);
        self
    }

    /// Does not wait for imports: a file is done when it is queued. Whether its import succeeds is
    /// in the list of processes; with a [ledger](Self::ledger) the next push looks there.
    pub fn without_waiting(mut self) -> Self {
        self.settings.waits = false;
        self
    }

    /// How long an import is looked for whose upload was not answered: about 10 seconds by default,
    /// since the request may still be on its way. It is looked for at once, and again until then.
    /// Zero turns this off: the error stays, and says that it may have taken effect.
    ///
    /// An import tells its file by name. So where other machines push the same names to the same
    /// project at the same time, one of theirs may be taken for the one that is looked for.
    pub fn look_up(mut self, limit: Duration) -> Self {
        self.settings.look_up = limit;
        self
    }

    /// How many files are uploaded or awaited at once; 4 by default. The client's pace holds besides.
    pub fn concurrency(mut self, files: usize) -> Self {
        self.settings.concurrency = files.max(1);
        self
    }

    /// How long to wait for the import of each file: see [`Wait::total`](crate::Wait::total).
    pub fn total(mut self, limit: Duration) -> Self {
        self.settings.total = Some(limit);
        self
    }

    /// Is told what happens to each file, as it happens. It should not block.
    pub fn on_progress(
        mut self,
        told: impl Fn(&PushFile, PushEvent<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.settings.on_progress = Some(Arc::new(told));
        self
    }

    /// Is told how far the whole push is, whenever that changes: for a bar, a line of a log, or JSON
    /// lines. It should not block.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// let push = client.push("garnet-7041.26").glob("locales/{lang}/*.json")
    ///     .on_totals(|totals| eprintln!("{} of {} files", totals.files_done, totals.files));
    /// let report = push.send().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn on_totals(mut self, told: impl Fn(&PushTotals) + Send + Sync + 'static) -> Self {
        self.settings.on_totals = Some(Arc::new(told));
        self
    }

    /// Whether a pattern that matches nothing is right; by default it is an error, since it may well be mistyped.
    pub fn allow_no_match(mut self, allowed: bool) -> Self {
        self.may_match_nothing = allowed;
        self
    }

    /// Sends the files, and waits for the end of all imports: a [plan](Self::plan), which is then
    /// [sent](PushPlan::send). What fails for one file is in the report, and the others go on.
    ///
    /// # Errors
    ///
    /// As [`plan`](Self::plan) and [`PushPlan::send`]: only those that are found out before anything
    /// is sent.
    pub async fn send(self) -> Result<PushReport, Error> {
        self.plan().await?.send().await
    }
}

/// On a runtime without timers, too, where that is an error.
async fn wait_a_moment(pause: Duration) -> Result<(), Error> {
    match Task::start(async move { sleep(pause).await }) {
        Some(pause) => pause
            .await
            .map_err(|interrupted| interrupted.error(None, false)),
        None => Err(Error::no_runtime(None)),
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
