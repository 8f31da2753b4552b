//! Push: many files to one project, each uploaded and awaited, with a report of all.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use bytes::Bytes;
use futures_util::stream::{self, StreamExt};

use super::languages::{LanguageMap, NameTemplate, Names};
use super::pattern::Found;
use super::report::{PushEvent, PushFile, PushReport, PushedFile};
use super::wanted::{Item, Wanted, refuse};
use crate::builder::UploadFile;
use crate::client::Client;
use crate::error::{Error, Target};
use crate::types::{FileUpload, QueuedProcess, builder};

/// How files are named at the service.
enum Naming<'a> {
    Path,
    Template(String),
    Closure(Box<dyn Fn(&PushFile) -> String + Send + Sync + 'a>),
}

type Options<'a> = Box<dyn Fn(builder::FileUpload) -> builder::FileUpload + Send + Sync + 'a>;
type OnProgress = Arc<dyn Fn(&PushFile, PushEvent<'_>) + Send + Sync>;

/// Many files on their way to a project: see [`Client::push`].
#[must_use = "nothing is sent until `send` is awaited"]
pub struct Push<'a> {
    client: &'a Client,
    project_id: String,
    wanted: Wanted,
    languages: LanguageMap,
    naming: Naming<'a>,
    options: Option<Options<'a>>,
    on_progress: Option<OnProgress>,
    concurrency: usize,
    total: Option<Duration>,
    deletes_absent_keys: bool,
}

impl Client {
    /// Pushes many files to a project: uploads them, some at once, and waits until each is
    /// imported. Keys that are absent from a file stay, unless [deleting
    /// them](Push::delete_keys_absent_from_file) is asked for.
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
            project_id: project_id.into(),
            wanted: Wanted::default(),
            languages: LanguageMap::default(),
            naming: Naming::Path,
            options: None,
            on_progress: None,
            concurrency: 4,
            total: None,
            deletes_absent_keys: false,
        }
    }
}

impl<'a> Push<'a> {
    /// The folder that paths and patterns are relative to; the current one by default. It is no part of the names at the service.
    pub fn base(mut self, folder: impl Into<PathBuf>) -> Self {
        self.wanted.base = folder.into();
        self
    }

    /// Adds a file in this language. One that is added several times, in whatever spelling of its
    /// path, is pushed once for a language.
    pub fn file(mut self, path: impl Into<PathBuf>, lang: impl Into<String>) -> Self {
        let item = Item::File(path.into(), lang.into());
        self.wanted.items.push(item);
        self
    }

    /// Adds the files that match a pattern, in the language that stands where the pattern has `{lang}`, as in
    /// `locales/{lang}/*.json` or `**/messages_{lang}.properties`.
    ///
    /// Segments are separated by `/`. `*` stands for any characters of a name, `?` for one, `**` as a segment for any number of folders,
    /// and `{lang}` for letters, digits, `-` and `_`, the same ones where it occurs twice. All else stands for itself. Names that begin
    /// with a dot are matched by a dot only, and `**` follows no links. A name that is not Unicode is matched by nothing.
    pub fn glob(mut self, pattern: impl Into<String>) -> Self {
        self.wanted.items.push(Item::Glob(pattern.into(), None));
        self
    }

    /// Adds the files that match a pattern, all in this language. `{lang}` in the pattern stands for this language only, so
    /// `glob_in("locales/{lang}/*.json", "en")` leaves the other languages out.
    pub fn glob_in(mut self, pattern: impl Into<String>, lang: impl Into<String>) -> Self {
        let item = Item::Glob(pattern.into(), Some(lang.into()));
        self.wanted.items.push(item);
        self
    }

    /// How a file is named at the service; by default as its path relative to the base folder, separated by `/`. Projects that keep one
    /// file for all languages want `.filename(|file| file.template().to_owned())`: `locales/%LANG_ISO%/app.json`, say.
    pub fn filename(mut self, name: impl Fn(&PushFile) -> String + Send + Sync + 'a) -> Self {
        self.naming = Naming::Closure(Box::new(name));
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
        self.naming = Naming::Template(template.into());
        self
    }

    /// Which code the service has for each local one: for the languages of [files](Self::file) and
    /// [patterns](Self::glob).
    pub fn languages(mut self, map: LanguageMap) -> Self {
        self.languages = map;
        self
    }

    /// Sets fields of every upload: tags, formats, what is replaced. The language and the name are
    /// set behind it. It is called once for each file, before anything is sent.
    ///
    /// `cleanup_mode` is refused here: see
    /// [`delete_keys_absent_from_file`](Self::delete_keys_absent_from_file).
    pub fn options(
        mut self,
        set: impl Fn(builder::FileUpload) -> builder::FileUpload + Send + Sync + 'a,
    ) -> Self {
        self.options = Some(Box::new(set));
        self
    }

    /// Whether the service deletes every key of the project that is absent from the file, with its
    /// translations in all languages, be it from this file or from any other: the field
    /// `cleanup_mode` of an upload. There is no way back.
    ///
    /// For a push of one file only, which has to hold all keys of the project. Of two files, the
    /// upload of each would delete the keys of the other; [`send`](Self::send) refuses that before
    /// anything is sent.
    pub fn delete_keys_absent_from_file(mut self, delete: bool) -> Self {
        self.deletes_absent_keys = delete;
        self
    }

    /// How many files are uploaded or awaited at once; 4 by default. The client's pace holds besides.
    pub fn concurrency(mut self, files: usize) -> Self {
        self.concurrency = files.max(1);
        self
    }

    /// How long to wait for the import of each file: see [`Wait::total`](crate::Wait::total).
    pub fn total(mut self, limit: Duration) -> Self {
        self.total = Some(limit);
        self
    }

    /// Is told what happens to each file, as it happens. It should not block.
    pub fn on_progress(
        mut self,
        told: impl Fn(&PushFile, PushEvent<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.on_progress = Some(Arc::new(told));
        self
    }

    /// Whether a pattern that matches nothing is right; by default it is an error, since it may well be mistyped.
    pub fn allow_no_match(mut self, allowed: bool) -> Self {
        self.wanted.may_match_nothing = allowed;
        self
    }

    /// Sends the files, and waits for the end of all imports. What fails for one file is in the report, and the others go on.
    ///
    /// # Errors
    ///
    /// Only those that are found out before anything is sent: a pattern that is none, has no language, or matches nothing; a folder that
    /// cannot be read; no file at all; keys that are to be deleted where that is not safe.
    pub async fn send(self) -> Result<PushReport, Error> {
        let files = self.prepare().await.map_err(|error| {
            let project = Some(self.project_id.as_str().into());
            error.at(Target::of_project(
                UploadFile::OPERATION,
                self.client,
                project,
            ))
        })?;
        for ready in &files {
            self.tell(&ready.file, PushEvent::Found);
        }
        let mut pushed = stream::iter(files.into_iter().enumerate())
            .map(|(place, ready)| self.push(place, ready))
            .buffer_unordered(self.concurrency)
            .collect::<Vec<_>>()
            .await;
        pushed.sort_unstable_by_key(|(place, _)| *place);
        let files = pushed.into_iter().map(|(_, file)| file).collect();
        Ok(PushReport { files })
    }

    async fn push(&self, place: usize, Ready { file, body }: Ready) -> (usize, PushedFile) {
        let outcome = self.import(&file, body).await;
        match &outcome {
            Ok(process) => self.tell(&file, PushEvent::Finished(process)),
            Err(error) => self.tell(&file, PushEvent::Failed(error)),
        }
        let file = Arc::unwrap_or_clone(file);
        (place, PushedFile { file, outcome })
    }

    async fn import(
        &self,
        file: &Arc<PushFile>,
        body: builder::FileUpload,
    ) -> Result<QueuedProcess, Error> {
        self.tell(file, PushEvent::Started);
        let upload = self.client.upload_file().project_id(&*self.project_id);
        let mut upload = upload.body_map(|_| body).file(file.path());
        if let Some(told) = &self.on_progress {
            let (told, file) = (Arc::clone(told), Arc::clone(file));
            upload = upload
                .on_progress(move |bytes, total| told(&file, PushEvent::Sent { bytes, total }));
        }
        let mut wait =
            upload.wait_telling(|process_id| self.tell(file, PushEvent::Queued { process_id }));
        if let Some(limit) = self.total {
            wait = wait.total(limit);
        }
        wait.await
    }

    fn tell(&self, file: &PushFile, event: PushEvent<'_>) {
        if let Some(told) = &self.on_progress {
            told(file, event);
        }
    }

    /// The files to push, each with the body of its upload but for the content.
    async fn prepare(&self) -> Result<Vec<Ready>, Error> {
        let found = self.wanted.find().await?;
        let count = found.len();
        if count > 1 && self.deletes_absent_keys {
            return Err(refuse(format!(
                "{count} files are to be pushed, and keys that are absent from the file are to be \
                 deleted: the upload of each would delete the keys of the others; push one file that \
                 has all keys, or do not delete"
            )));
        }
        self.languages.check().map_err(refuse)?;
        let template = match &self.naming {
            Naming::Template(text) => Some(NameTemplate::parse(text).map_err(refuse)?),
            _ => None,
        };
        let files = found.into_iter();
        let files = files.map(|found| self.ready(found, template.as_ref()));
        files.collect()
    }

    fn ready(&self, found: Found, template: Option<&NameTemplate>) -> Result<Ready, Error> {
        let local_lang = found.lang.unwrap_or_default();
        let mut file = PushFile {
            filename: self.wanted.relative_name(&found.path)?,
            path: self.wanted.base.join(found.path),
            lang: self.languages.to_service(&local_lang).to_owned(),
            local_lang,
            template: found.template,
        };
        if let Some(template) = template {
            file.filename = template.fill(Names {
                path: &file.filename,
                template: &file.template,
                lang: &file.lang,
                local_lang: &file.local_lang,
            });
        }
        if let Naming::Closure(name) = &self.naming {
            file.filename = name(&file);
        }
        let mut body = FileUpload::builder();
        if let Some(set) = &self.options {
            body = set(body);
        }
        body = body.filename(&*file.filename).lang_iso(&*file.lang);
        // What does not build is told of its file: nothing is sent for it.
        if let Ok(body) = FileUpload::try_from(body.clone().data(Bytes::new()))
            && body.cleanup_mode == Some(true)
        {
            return Err(refuse(
                "`cleanup_mode` deletes every key that is absent from the file, those of other files \
                 too, and is not taken from `options`: for a push of one file, ask for it by \
                 `delete_keys_absent_from_file(true)`",
            ));
        }
        if self.deletes_absent_keys {
            body = body.cleanup_mode(true);
        }
        let file = Arc::new(file);
        Ok(Ready { file, body })
    }
}

/// A file to push, with the body of its upload but for the content.
struct Ready {
    file: Arc<PushFile>,
    body: builder::FileUpload,
}

impl fmt::Debug for Push<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Push")
            .field("project_id", &self.project_id)
            .field("base", &self.wanted.base)
            .field("wanted", &self.wanted.items)
            .field("concurrency", &self.concurrency)
            .finish_non_exhaustive()
    }
}
