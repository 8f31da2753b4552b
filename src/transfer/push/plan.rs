//! What a push would do: which files it would send, and why, and which keys it would remove.

use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

use serde_json::Value;

use super::absent::{self, AbsentKey, AbsentPlan};
use super::content::{self, Content};
use super::ledger::{Ledger, Line, Lines, Sent, Step};
use super::prepare::{Prepared, Ready};
use super::project::{Clock, check_languages};
use super::report::{Causes, OneLine, PushFile};
use super::{Push, Settings};
use crate::builder::UploadFile;
use crate::client::Client;
use crate::error::{Error, Target};
use crate::types::{FileUpload, ProcessStatus, builder};

/// What a push would do: see [`Push::plan`]. Displayed, it is one line for each file that would be
/// sent or cannot be, one for each key that no file has any more, and one with the numbers.
#[must_use = "nothing is sent until `send` is awaited"]
pub struct PushPlan<'a> {
    pub(super) client: &'a Client,
    pub(super) settings: Settings,
    pub(super) files: Vec<PlannedFile>,
    pub(super) clock: Option<Clock>,
    pub(super) ledger: Option<Ledger>,
    pub(super) absent: Option<AbsentPlan>,
}

/// A file of a plan.
pub struct PlannedFile {
    pub(super) file: Arc<PushFile>,
    pub(super) body: builder::FileUpload,
    pub(super) built: Option<FileUpload>,
    pub(super) size: u64,
    /// Where there is a ledger, and the file can be sent.
    pub(super) sent: Option<Sent>,
    pub(super) state: PushState,
}

/// What becomes of a file, and why.
#[derive(Debug)]
#[non_exhaustive]
pub enum PushState {
    /// It is sent: the ledger does not have it, or there is none.
    New,
    /// It is sent: its content or its options are others than those that the service has, or what
    /// became of it is not known.
    Changed,
    /// It is sent, though the service has it as it is: see [`Push::all`].
    Repeated,
    /// It is left out: the service has it as it is.
    Unchanged,
    /// It is not sent again: the service has it as it is, and its import goes on, which is awaited.
    Queued {
        /// The process that imports it.
        process_id: String,
    },
    /// It cannot be read, and is reported as failed.
    Unreadable(Error),
}

impl<'a> Push<'a> {
    /// Finds out what [`send`](Self::send) would do, without doing it: only reads are sent. These
    /// are the languages of the project, each import of an earlier push that may still go on, and
    /// for [absent keys](Self::absent_keys) the keys.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// let push = client.push("garnet-7041.26").glob("locales/{lang}/*.json").ledger("l10n.lock");
    /// let mut plan = push.plan().await?;
    /// plan.retain(|file| file.file().lang() == "en");
    /// print!("{plan}");
    /// let report = plan.send().await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// What cannot have been meant: a pattern that is none, has no language, or matches nothing; a
    /// template that is none; a language that the project does not have; two files of one name in
    /// one language; keys that are to be deleted where that is not safe; no file at all. A folder or
    /// a ledger that cannot be read. And those of the calls. What is wrong with one file is in its
    /// [state](PlannedFile::state).
    pub async fn plan(self) -> Result<PushPlan<'a>, Error> {
        let project = Some(self.settings.project_id.as_str().into());
        let target = Target::of_project(UploadFile::OPERATION, self.client, project);
        self.planned().await.map_err(|error| error.at(target))
    }

    async fn planned(self) -> Result<PushPlan<'a>, Error> {
        absent::check(&self)?;
        let Prepared { files, left_out } = self.prepare().await?;
        let ledger = self.settings.ledger.as_ref().map(|path| {
            let path = self.base.join(path);
            Ledger::of(self.client, &self.settings.project_id, path)
        });
        let ledger = ledger.transpose()?;
        let lines = match &ledger {
            Some(ledger) => Some(ledger.read().await?),
            None => None,
        };
        let paths = files.iter().map(|ready| ready.file.path.clone()).collect();
        let contents = content::look(paths, ledger.is_some()).await?;
        let mut plan = PushPlan {
            client: self.client,
            settings: self.settings,
            files: Vec::new(),
            clock: None,
            ledger,
            absent: None,
        };
        if files.is_empty() {
            return Ok(plan);
        }
        plan.clock = check_languages(plan.client, &plan.settings.project_id, &files).await?;
        let files = files.into_iter().zip(contents);
        plan.files = files
            .map(|(ready, content)| PlannedFile::new(ready, content))
            .collect();
        if let Some(lines) = &lines {
            let all = (0..plan.files.len()).collect::<Vec<_>>();
            plan.judge(&all, lines).await?;
        }
        if let Some(options) = self.absent {
            let files = plan.files.iter().map(|file| &*file.file);
            let found = absent::find(plan.client, &plan.settings.project_id, files, left_out);
            plan.absent = Some(AbsentPlan::new(options, found.await?));
        }
        Ok(plan)
    }
}

impl PlannedFile {
    fn new(ready: Ready, content: std::io::Result<Content>) -> Self {
        let Ready { file, body, built } = ready;
        let (state, content) = match content {
            Ok(content) => (PushState::New, Some(content)),
            Err(error) => {
                let name = format!("`{}`", file.path.display());
                let error = Error::unreadable(UploadFile::OPERATION, &name, error);
                (PushState::Unreadable(error), None)
            }
        };
        let size = content.as_ref().map_or(0, |content| content.size);
        let hash = content.and_then(|content| content.hash);
        let options = built.as_ref().and_then(options_of);
        let sent = hash.zip(options).map(|(content, options)| Sent {
            content,
            options: content::hash(options.as_bytes()),
        });
        Self {
            file,
            body,
            built,
            size,
            sent,
            state,
        }
    }

    /// The file, with its language and its name at the service.
    pub fn file(&self) -> &PushFile {
        &self.file
    }

    /// What becomes of it, and why.
    pub fn state(&self) -> &PushState {
        &self.state
    }

    /// Its size in bytes; 0 where it cannot be read.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// What its upload says, but for the content, which is empty here. Nothing where that does not
    /// fit the operation, of which the outcome of the file tells.
    pub fn options(&self) -> Option<&FileUpload> {
        self.built.as_ref()
    }

    /// Whether it would be uploaded.
    pub fn is_sent(&self) -> bool {
        let state = &self.state;
        matches!(
            state,
            PushState::New | PushState::Changed | PushState::Repeated
        )
    }
}

/// The fields of an upload that are not of one file, as JSON.
fn options_of(built: &FileUpload) -> Option<String> {
    const OF_FILE: [&str; 3] = ["data", "filename", "lang_iso"];
    let Ok(Value::Object(fields)) = serde_json::to_value(built) else {
        return None;
    };
    let is_kept = |(field, _): &(String, Value)| !OF_FILE.contains(&field.as_str());
    // In an order that no feature of the JSON library changes.
    let fields: BTreeMap<_, _> = fields.into_iter().filter(is_kept).collect();
    serde_json::to_string(&fields).ok()
}

/// The states of imports, by the ids of their processes.
type Imports = HashMap<String, ProcessStatus>;

/// The state of a file that is as the line says.
fn state_of(line: &Line, imports: &Imports) -> PushState {
    let id = match (line.step, &line.process) {
        (Step::Imported, _) => return PushState::Unchanged,
        (Step::Queued, Some(id)) => id,
        _ => return PushState::Changed,
    };
    match imports.get(id) {
        Some(ProcessStatus::Finished) => PushState::Unchanged,
        None | Some(ProcessStatus::Failed | ProcessStatus::Cancelled) => PushState::Changed,
        Some(_) => PushState::Queued {
            process_id: id.clone(),
        },
    }
}

impl PushPlan<'_> {
    /// Sets the states of the files in these places, as the ledger says, and the imports that it
    /// names.
    pub(super) async fn judge(&mut self, places: &[usize], lines: &Lines) -> Result<(), Error> {
        let found = places
            .iter()
            .filter_map(|place| Some((*place, self.line_of(*place, lines)?)));
        let found: Vec<_> = found.collect();
        let queued = found
            .iter()
            .filter_map(|(_, line)| (*line)?.process.as_deref());
        let imports = self.imports(&queued.collect::<Vec<_>>()).await?;
        for (place, line) in found {
            let state = line.map_or(PushState::Changed, |line| state_of(line, &imports));
            self.files[place].state = match state {
                PushState::Unchanged | PushState::Queued { .. } if self.settings.all => {
                    PushState::Repeated
                }
                state => state,
            };
        }
        Ok(())
    }

    /// What the ledger says of a file; nothing within where that was another content. Nothing at all
    /// where it says nothing.
    fn line_of<'l>(&self, place: usize, lines: &'l Lines) -> Option<Option<&'l Line>> {
        let file = &self.files[place];
        let (ledger, sent) = (self.ledger.as_ref()?, file.sent.as_ref()?);
        let line = lines.get(&ledger.key(&file.file.filename, &file.file.lang))?;
        Some(Some(line).filter(|line| line.sent == *sent))
    }

    /// The states of imports that had not ended: each read by itself, or the list where there are
    /// many. One that is gone is in neither.
    async fn imports(&self, ids: &[&str]) -> Result<Imports, Error> {
        const FEW: usize = 10;
        let project = &*self.settings.project_id;
        let mut imports = Imports::new();
        if ids.len() > FEW {
            let mut list = self.client.list_processes().project_id(project).stream();
            while let Some(process) = list.next().await {
                match process {
                    Err(error) if error.item().is_some() => {}
                    process => {
                        let process = process?;
                        imports.insert(process.process_id, process.status);
                    }
                }
            }
            return Ok(imports);
        }
        for id in ids {
            let look = self
                .client
                .get_process()
                .project_id(project)
                .process_id(*id);
            match look.send().await {
                Err(error) if error.is_not_found() => {}
                answer => {
                    let process = answer?.into_inner().process;
                    imports.insert((*id).to_owned(), process.status);
                }
            }
        }
        Ok(imports)
    }

    /// The files, in the order in which they were given.
    pub fn files(&self) -> &[PlannedFile] {
        &self.files
    }

    /// Leaves out the files that `keep` says no to. A key of which a file is left out is not
    /// removed, however [absent](Push::absent_keys) it is.
    pub fn retain(&mut self, keep: impl FnMut(&PlannedFile) -> bool) {
        self.files.retain(keep);
        if let Some(absent) = &mut self.absent {
            absent.retain_keys_of(self.files.iter().map(|file| &*file.file));
        }
    }

    /// The keys of the project that no file has any more, where they were
    /// [looked for](Push::absent_keys).
    pub fn absent_keys(&self) -> &[AbsentKey] {
        self.absent.as_ref().map_or(&[], AbsentPlan::keys)
    }

    /// The files that keep every key from counting as absent: they cannot be read, or not as text.
    pub fn unreadable_for_absent_keys(&self) -> &[PathBuf] {
        self.absent.as_ref().map_or(&[], AbsentPlan::unreadable)
    }
}

impl fmt::Display for PushPlan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_shown = |file: &&PlannedFile| !matches!(file.state, PushState::Unchanged);
        let mut files = self.files.iter().filter(is_shown);
        files.try_for_each(|file| writeln!(f, "{file}"))?;
        if let Some(absent) = &self.absent {
            absent.fmt(f)?;
        }
        let count =
            |which: fn(&PlannedFile) -> bool| self.files.iter().filter(|file| which(file)).count();
        let sent = self.files.iter().filter(|file| file.is_sent());
        let bytes: u64 = sent.map(|file| file.size).sum();
        write!(
            f,
            "{} files: {} to send ({bytes} bytes)",
            self.files.len(),
            count(PlannedFile::is_sent)
        )?;
        for (count, what) in [
            (
                count(|file| matches!(file.state, PushState::Unchanged)),
                "unchanged",
            ),
            (
                count(|file| matches!(file.state, PushState::Queued { .. })),
                "queued",
            ),
            (
                count(|file| matches!(file.state, PushState::Unreadable(_))),
                "unreadable",
            ),
        ] {
            if count > 0 {
                write!(f, ", {count} {what}")?;
            }
        }
        writeln!(f)
    }
}

/// One line: what becomes of the file, its path and language, its name at the service where that is
/// another, and the options of its upload.
impl fmt::Display for PlannedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = &self.file;
        let mut line = format!("{}: {} ({})", self.state, file.path.display(), file.lang);
        if !file.path.ends_with(&file.filename) {
            line += &format!(" as {}", file.filename);
        }
        match &self.state {
            PushState::Unreadable(error) => line += &format!(": {}", Causes(error)),
            _ => {
                let options = self.built.as_ref().and_then(options_of);
                let options = options.filter(|options| options != "{}" && self.is_sent());
                line.extend(options.iter().flat_map(|options| [" ", options]));
            }
        }
        OneLine(line).fmt(f)
    }
}

impl fmt::Display for PushState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::New => "new",
            Self::Changed => "changed",
            Self::Repeated => "repeated",
            Self::Unchanged => "unchanged",
            Self::Queued { .. } => "queued",
            Self::Unreadable(_) => "unreadable",
        })
    }
}

impl fmt::Debug for PushPlan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PushPlan")
            .field("project_id", &self.settings.project_id)
            .field("files", &self.files)
            .field("absent_keys", &self.absent_keys())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for PlannedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlannedFile")
            .field("file", &self.file)
            .field("state", &self.state)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}
