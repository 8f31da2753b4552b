//! Push: many files to one project, each uploaded and awaited, with a report of all.

use std::fmt;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::{self, StreamExt};

use super::pattern::{Found, Pattern};
use super::report::{PushEvent, PushFile, PushReport, PushedFile};
use crate::builder::UploadFile;
use crate::client::Client;
use crate::error::Error;
use crate::types::{QueuedProcess, builder};

type Naming<'a> = Box<dyn Fn(&PushFile) -> String + Send + Sync + 'a>;
type Options<'a> = Box<dyn Fn(builder::FileUpload) -> builder::FileUpload + Send + Sync + 'a>;
type OnProgress = Arc<dyn Fn(&PushFile, PushEvent<'_>) + Send + Sync>;

/// Many files on their way to a project: see [`Client::push`].
#[must_use = "nothing is sent until `send` is awaited"]
pub struct Push<'a> {
    client: &'a Client,
    project_id: String,
    base: PathBuf,
    wanted: Vec<Wanted>,
    naming: Option<Naming<'a>>,
    options: Option<Options<'a>>,
    on_progress: Option<OnProgress>,
    concurrency: usize,
    total: Option<Duration>,
    may_match_nothing: bool,
}

#[derive(Debug)]
enum Wanted {
    File(PathBuf, String),
    Glob(String, Option<String>),
}

impl Client {
    /// Pushes many files to a project: uploads them, some at once, and waits until each is imported.
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
            base: PathBuf::new(),
            wanted: Vec::new(),
            naming: None,
            options: None,
            on_progress: None,
            concurrency: 4,
            total: None,
            may_match_nothing: false,
        }
    }
}

impl<'a> Push<'a> {
    /// The folder that paths and patterns are relative to; the current one by default. It is no part of the names at the service.
    pub fn base(mut self, folder: impl Into<PathBuf>) -> Self {
        self.base = folder.into();
        self
    }

    /// Adds a file in this language.
    pub fn file(mut self, path: impl Into<PathBuf>, lang: impl Into<String>) -> Self {
        self.wanted.push(Wanted::File(path.into(), lang.into()));
        self
    }

    /// Adds the files that match a pattern, in the language that stands where the pattern has `{lang}`, as in
    /// `locales/{lang}/*.json` or `**/messages_{lang}.properties`.
    ///
    /// Segments are separated by `/`. `*` stands for any characters of a name, `?` for one, `**` as a segment for any number of folders,
    /// and `{lang}` for letters, digits, `-` and `_`, the same ones where it occurs twice. All else stands for itself. Names that begin
    /// with a dot are matched by a dot only, and `**` follows no links.
    pub fn glob(mut self, pattern: impl Into<String>) -> Self {
        self.wanted.push(Wanted::Glob(pattern.into(), None));
        self
    }

    /// Adds the files that match a pattern, all in this language. `{lang}` in the pattern stands for this language only, so
    /// `glob_in("locales/{lang}/*.json", "en")` leaves the other languages out.
    pub fn glob_in(mut self, pattern: impl Into<String>, lang: impl Into<String>) -> Self {
        let wanted = Wanted::Glob(pattern.into(), Some(lang.into()));
        self.wanted.push(wanted);
        self
    }

    /// How a file is named at the service; by default as its path relative to the base folder, separated by `/`. Projects that keep one
    /// file for all languages want `.filename(|file| file.template().to_owned())`: `locales/%LANG_ISO%/app.json`, say.
    pub fn filename(mut self, name: impl Fn(&PushFile) -> String + Send + Sync + 'a) -> Self {
        self.naming = Some(Box::new(name));
        self
    }

    /// Sets fields of every upload: tags, formats, what is replaced. The language and the name are set behind it.
    pub fn options(
        mut self,
        set: impl Fn(builder::FileUpload) -> builder::FileUpload + Send + Sync + 'a,
    ) -> Self {
        self.options = Some(Box::new(set));
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
        self.may_match_nothing = allowed;
        self
    }

    /// Sends the files, and waits for the end of all imports. What fails for one file is in the report, and the others go on.
    ///
    /// # Errors
    ///
    /// Only those that are found out before anything is sent: a pattern that is none, has no language, or matches nothing; a folder that
    /// cannot be read; no file at all.
    pub async fn send(self) -> Result<PushReport, Error> {
        let files = self.find().await?;
        for file in &files {
            self.tell(file, PushEvent::Found);
        }
        let mut pushed = stream::iter(files.into_iter().enumerate())
            .map(|(place, file)| self.push(place, file))
            .buffer_unordered(self.concurrency)
            .collect::<Vec<_>>()
            .await;
        pushed.sort_unstable_by_key(|(place, _)| *place);
        let files = pushed.into_iter().map(|(_, file)| file).collect();
        Ok(PushReport { files })
    }

    async fn push(&self, place: usize, file: Arc<PushFile>) -> (usize, PushedFile) {
        let outcome = self.import(&file).await;
        match &outcome {
            Ok(process) => self.tell(&file, PushEvent::Finished(process)),
            Err(error) => self.tell(&file, PushEvent::Failed(error)),
        }
        let file = Arc::unwrap_or_clone(file);
        (place, PushedFile { file, outcome })
    }

    async fn import(&self, file: &Arc<PushFile>) -> Result<QueuedProcess, Error> {
        self.tell(file, PushEvent::Started);
        let upload = self.client.upload_file().project_id(&*self.project_id);
        let mut upload = upload
            .body_map(|body| match &self.options {
                Some(set) => set(body),
                None => body,
            })
            .body_map(|body| body.filename(&*file.filename).lang_iso(&*file.lang))
            .file(file.path());
        if let Some(told) = &self.on_progress {
            let (told, file) = (Arc::clone(told), Arc::clone(file));
            upload = upload
                .on_progress(move |bytes, total| told(&file, PushEvent::Sent { bytes, total }));
        }
        let process_id = upload.send().await?.into_inner().process.process_id;
        let process = PushEvent::Queued {
            process_id: &process_id,
        };
        self.tell(file, process);
        let process = self.client.get_process().project_id(&*self.project_id);
        let mut wait = process.process_id(process_id).wait();
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

    /// The files to push, each once for a language.
    async fn find(&self) -> Result<Vec<Arc<PushFile>>, Error> {
        let mut files: Vec<Arc<PushFile>> = Vec::new();
        for wanted in &self.wanted {
            for found in self.matches(wanted).await? {
                let file = self.name(found)?;
                let known =
                    |known: &Arc<PushFile>| known.path == file.path && known.lang == file.lang;
                if !files.iter().any(known) {
                    files.push(Arc::new(file));
                }
            }
        }
        if files.is_empty() && !self.may_match_nothing {
            return Err(refuse("there is no file to push"));
        }
        Ok(files)
    }

    async fn matches(&self, wanted: &Wanted) -> Result<Vec<Found>, Error> {
        let (text, lang) = match wanted {
            Wanted::Glob(text, lang) => (text, lang.as_deref()),
            Wanted::File(path, lang) => {
                return Ok(vec![Found {
                    path: path.clone(),
                    lang: Some(lang.clone()),
                    template: relative_name(path, &self.base)?,
                }]);
            }
        };
        let pattern = Pattern::parse(text).map_err(refuse)?;
        let found = pattern.find(&self.base, lang).await;
        let found = found.map_err(|(path, error)| {
            let name = format!("`{}`", path.display());
            Error::unreadable(UploadFile::OPERATION, &name, error)
        })?;
        if found.is_empty() && !self.may_match_nothing {
            return Err(refuse(format!("no file matches `{text}`")));
        }
        if found.iter().any(|found| found.lang.is_none()) {
            let reason = format!("`{text}` has no `{{lang}}`: add it, or name the language");
            return Err(refuse(reason));
        }
        Ok(found)
    }

    fn name(&self, found: Found) -> Result<PushFile, Error> {
        let mut file = PushFile {
            filename: relative_name(&found.path, &self.base)?,
            path: self.base.join(found.path),
            lang: found.lang.unwrap_or_default(),
            template: found.template,
        };
        if let Some(name) = &self.naming {
            file.filename = name(&file);
        }
        Ok(file)
    }
}

/// A path as a name at the service: relative to the base folder, and separated by `/` on every system.
fn relative_name(path: &Path, base: &Path) -> Result<String, Error> {
    let relative = path.strip_prefix(base).ok().filter(|_| path.is_absolute());
    let mut names = Vec::new();
    for component in relative.unwrap_or(path).components() {
        if matches!(component, Component::Normal(_) | Component::ParentDir) {
            let name = component.as_os_str().to_str();
            names.push(name.ok_or_else(|| refuse(format!("{path:?} is not Unicode")))?);
        }
    }
    Ok(names.join("/"))
}

fn refuse(reason: impl Into<String>) -> Error {
    Error::invalid_request(UploadFile::OPERATION, reason)
}

impl fmt::Debug for Push<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Push")
            .field("project_id", &self.project_id)
            .field("base", &self.base)
            .field("wanted", &self.wanted)
            .field("concurrency", &self.concurrency)
            .finish_non_exhaustive()
    }
}
