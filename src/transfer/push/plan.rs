//! What a push would do: which files it would send, and why, and which keys it would remove.

use std::fmt;
use std::path::PathBuf;

use super::absent::{self, AbsentKey, AbsentPlan};
use super::content;
use super::ledger::Ledger;
use super::planned::{PlannedFile, PushState};
use super::prepare::Prepared;
use super::project::check_languages;
use super::{Push, Settings};
use crate::calls::UploadFile;
use crate::client::Client;
use crate::error::{Error, Target};
use crate::transfer::project::{Clock, Languages};

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
    /// one language; keys that are to be deleted where that is not safe; no file at all. A folder
    /// or a ledger that cannot be read. And those of the calls. What is wrong with one file is in
    /// its [state](PlannedFile::state).
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
        let list = plan.client.list_languages(&*plan.settings.project_id);
        let languages = Languages::read(list).await?;
        check_languages(&languages, &files)?;
        plan.clock = languages.clock;
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

impl PushPlan<'_> {
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

impl fmt::Debug for PushPlan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PushPlan")
            .field("project_id", &self.settings.project_id)
            .field("files", &self.files)
            .field("absent_keys", &self.absent_keys())
            .finish_non_exhaustive()
    }
}
