//! Sending what a plan says, from the ledger that it holds to the report.

use futures_util::stream::{self, StreamExt};
use tokio::time::Instant;

use super::absent::AbsentPlan;
use super::event::{PushEvent, PushStage, Teller};
use super::ledger::{Held, Line, Step};
use super::plan::PushPlan;
use super::planned::{PlannedFile, PushState};
use super::processes::Processes;
use super::report::PushReport;
use super::sender::{AWAITED, Sender};
use super::wanted::refuse;
use crate::calls::UploadFile;
use crate::error::{Error, Target};

impl PushPlan<'_> {
    /// Does what the plan says, and waits for the end of all imports. What fails for one file is in
    /// the report, and the others go on.
    ///
    /// An upload whose answer was lost is looked for in the list of processes: where its import is
    /// there, that is awaited; where it is not, the file is sent again: twice, or as often as
    /// the client's [`RetryPolicy`](crate::RetryPolicy) has attempts where these are more. Where it
    /// cannot be told, the error stays, and says that it may have taken effect.
    ///
    /// An import does not say of which language it is. So where several files have one name at the
    /// service, and one of them was not found, an import that is found for another of them may be
    /// of either: that one is sent again, and the service may import the same content twice.
    ///
    /// # Errors
    ///
    /// Those that are found out before anything is sent: more keys that are to be removed than
    /// [allowed](super::AbsentKeys::up_to); a ledger that cannot be read, written or locked.
    pub async fn send(self) -> Result<PushReport, Error> {
        let project = Some(self.settings.project_id.as_str().into());
        let target = Target::of_project(UploadFile::OPERATION, self.client, project);
        self.sent().await.map_err(|error| error.at(target))
    }

    /// Notes in the [ledger](super::Push::ledger) that the service has the files of this plan as
    /// they are, and sends nothing. It is meant for files that were just pulled from there: the
    /// next push leaves them out until they change.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// let push = client.push("garnet-7041.26").glob("locales/{lang}/*.json").ledger("l10n.lock");
    /// push.plan().await?.mark_as_sent().await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// There is no ledger, or it cannot be read, written or locked.
    pub async fn mark_as_sent(self) -> Result<(), Error> {
        let project = Some(self.settings.project_id.as_str().into());
        let target = Target::of_project(UploadFile::OPERATION, self.client, project);
        self.marked().await.map_err(|error| error.at(target))
    }

    async fn marked(self) -> Result<(), Error> {
        let Some(ledger) = &self.ledger else {
            return Err(refuse("there is no `ledger` to note in what was sent"));
        };
        let held = ledger.hold(|| ()).await?;
        let known = ledger.read().await?;
        for file in &self.files {
            if let Some(line) = self.line(file, Step::Imported)
                && known.get(&line.key) != Some(&line)
            {
                held.add(line, false).await?;
            }
        }
        held.close().await
    }

    async fn sent(mut self) -> Result<PushReport, Error> {
        if let Some(absent) = &self.absent {
            absent.check_limit()?;
        }
        let teller = Teller::new(
            self.settings.on_progress.clone(),
            self.settings.on_totals.clone(),
        );
        let held = self.hold(&teller).await?;
        let absent = self.absent.take();
        let (unchanged, files) = self.sorted();
        let since = self.clock.map(|clock| clock.earliest(Instant::now()));
        let processes = Processes::new(self.client, &self.settings.project_id, since);
        let sender = Sender::new(&self, (held, teller), &processes, &files);
        for (place, file) in files.iter().enumerate() {
            sender.teller.tell(place, &file.file, PushEvent::Found);
        }
        let pushed = stream::iter(files.into_iter().enumerate())
            .map(|(place, file)| sender.push(place, file))
            .buffer_unordered(self.settings.concurrency.saturating_add(AWAITED));
        let mut pushed: Vec<_> = pushed.collect().await;
        pushed.sort_unstable_by_key(|(place, _)| *place);
        let mut report = PushReport {
            files: pushed.into_iter().map(|(_, file)| file).collect(),
            unchanged: unchanged
                .into_iter()
                .map(|file| (*file.file).clone())
                .collect(),
            absent_keys: Vec::new(),
            cleanup_error: None,
        };
        if let Some(absent) = absent {
            self.clean_up(absent, &sender.teller, &mut report).await;
        }
        sender.teller.stage(PushStage::Ended);
        if let Some(held) = sender.held
            && let Err(error) = held.close().await
        {
            // Nothing is lost: the next push does it.
            tracing::warn!("the ledger of pushes was not made shorter: {error}");
        }
        Ok(report)
    }

    /// Holds the ledger, where there is one, and leaves out what another push has sent meanwhile.
    async fn hold(&mut self, teller: &Teller) -> Result<Option<Held>, Error> {
        let Some(ledger) = self.ledger.clone() else {
            return Ok(None);
        };
        let held = ledger.hold(|| teller.stage(PushStage::Waiting)).await?;
        let lines = ledger.read().await?;
        if !self.settings.all {
            let sent = (0..self.files.len()).filter(|place| self.files[*place].is_sent());
            let sent: Vec<_> = sent.collect();
            self.judge(&sent, &lines).await?;
            for place in sent {
                let file = &self.files[place];
                if let PushState::Unchanged = file.state {
                    teller.tell(place, &file.file, PushEvent::Unchanged);
                }
            }
        }
        for file in &self.files {
            // The next plan needs not look at the process again.
            if let (PushState::Unchanged, Some(line)) =
                (&file.state, self.line(file, Step::Imported))
                && lines
                    .get(&line.key)
                    .is_none_or(|known| known.step != Step::Imported)
            {
                held.add(line, false).await?;
            }
        }
        Ok(Some(held))
    }

    /// The files that are left out, and the others.
    fn sorted(&mut self) -> (Vec<PlannedFile>, Vec<PlannedFile>) {
        let files = std::mem::take(&mut self.files).into_iter();
        files.partition(|file| matches!(file.state, PushState::Unchanged))
    }

    /// A line of the ledger about a file.
    pub(super) fn line(&self, file: &PlannedFile, step: Step) -> Option<Line> {
        let key = self
            .ledger
            .as_ref()?
            .key(&file.file.filename, &file.file.lang);
        Some(Line::new(key, step, file.sent.clone()?, None))
    }

    async fn clean_up(&self, absent: AbsentPlan, teller: &Teller, report: &mut PushReport) {
        if absent.removes() && report.is_success() {
            teller.stage(PushStage::RemovingKeys);
        }
        let is_success = report.is_success();
        let project = &self.settings.project_id;
        let (outcomes, error) = absent.end(self.client, project, is_success).await;
        report.absent_keys = outcomes;
        report.cleanup_error = error;
    }
}
