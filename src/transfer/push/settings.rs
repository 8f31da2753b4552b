//! How a push is sent: what is left out, what is waited for, and what is told.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::event::{OnProgress, OnTotals};
use super::file::PushFile;
use super::{AbsentKeys, Push, PushEvent, PushTotals};

/// What the plan of a push is sent with.
pub(super) struct Settings {
    pub(super) project_id: String,
    /// Relative to the base folder.
    pub(super) ledger: Option<PathBuf>,
    pub(super) all: bool,
    pub(super) waits: bool,
    pub(super) look_up: Duration,
    pub(super) concurrency: usize,
    pub(super) total: Option<Duration>,
    pub(super) on_progress: Option<OnProgress>,
    pub(super) on_totals: Option<OnTotals>,
}

impl Settings {
    pub(super) fn new(project_id: String) -> Self {
        Self {
            project_id,
            ledger: None,
            all: false,
            waits: true,
            look_up: Duration::from_secs(10),
            concurrency: 4,
            total: None,
            on_progress: None,
            on_totals: None,
        }
    }
}

impl Push<'_> {
    /// Keeps in a file what the service has, and leaves out what it has already: the content of
    /// each file, by its SHA-256, with the options that it was sent with. No time of a file counts,
    /// and nothing of a version control system.
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

    /// How many files are uploaded at once; 4 by default. The client's rate limiter holds besides.
    /// Beside them the imports of up to 200 others are awaited: where they are many, by looking at
    /// the list of processes, once in a second.
    pub fn concurrency(mut self, files: usize) -> Self {
        self.settings.concurrency = files.max(1);
        self
    }

    /// How long to wait for the import of each file: see [`Wait::timeout`](crate::Wait::timeout).
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

    /// Is told how far the whole push is, whenever that changes: for a bar, a line of a log, or
    /// JSON lines. It should not block.
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
}
