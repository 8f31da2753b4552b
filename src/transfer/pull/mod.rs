//! `pull`: export a project, wait where it takes its time, download the bundle, and put it where it
//! belongs.

mod bundle;
mod download;
mod event;
mod export;
#[cfg(feature = "zip")]
mod folder;
mod languages;
#[cfg(feature = "zip")]
mod plan;
mod report;

use std::fmt;
use std::time::Duration;

pub use bundle::Bundle;
use download::{Bounds, Progress, download};
pub use event::PullEvent;
use event::Told;
use export::{Export, Process};
#[cfg(feature = "zip")]
pub use plan::PullPlan;
pub use report::{PullFile, Pulled};

use crate::client::Client;
use crate::error::Error;
use crate::transfer::LanguageMap;
use crate::transfer::part::Part;
use crate::types::FileExport;

/// An export that is downloaded: see [`Client::pull`].
#[must_use = "nothing is sent until `to_file` or `to_folder` is awaited"]
pub struct Pull<'a> {
    export: Export<'a>,
    progress: Progress<'a>,
    told: Told,
    bounds: Bounds,
    #[cfg(feature = "zip")]
    folder: folder::Folder,
}

impl Client {
    /// Exports a project, and downloads the bundle to a file or a folder.
    ///
    /// The export is synchronous. Where the service answers that the project is too large for that
    /// (413), or on request, it is asynchronous. The project's id may carry a branch, as
    /// `project_id:branch`.
    ///
    /// The bundle comes from another host, by a signed link: it gets no credential of this client,
    /// and takes no part in its rate limiter. A download that breaks starts over, as often as the
    /// client's [`RetryPolicy`](crate::RetryPolicy) allows. A link that has expired is renewed,
    /// twice at most: for a synchronous export that means another export, without its triggers and
    /// its webhook. An export whose response is lost is repeated if it sets nothing off besides its
    /// bundle.
    ///
    /// The client's limit for a whole call does not hold for a download. What ends one is silence,
    /// as for any call, a [speed](Pull::min_speed) that leads nowhere, and a
    /// [size](Pull::bundle_limit) beyond all measure.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::types::FileExport;
    ///
    /// let pulled = client.pull("garnet-7041.26")
    ///     .export(FileExport::new("json").filter_langs(["de"]))
    ///     .on_progress(|received, total| println!("{received} of {total:?} bytes"))
    ///     .to_file("garnet.zip").await?;
    /// println!("{} bytes", pulled.bundle_size);
    /// # Ok(())
    /// # }
    /// ```
    pub fn pull(&self, project_id: impl Into<String>) -> Pull<'_> {
        Pull {
            export: Export::new(self.export_files(project_id, "")),
            progress: Box::new(|_, _| {}),
            told: Told::default(),
            bounds: Bounds::default(),
            #[cfg(feature = "zip")]
            folder: folder::Folder::default(),
        }
    }
}

impl<'a> Pull<'a> {
    /// Sets what to export, and how.
    pub fn export(mut self, export: FileExport) -> Self {
        self.export.call.body = export;
        self.export.is_set = true;
        self
    }

    /// Whether to export asynchronously from the start.
    pub fn asynchronous(mut self, asynchronous: bool) -> Self {
        self.export.asynchronous = asynchronous;
        self
    }

    /// How long to wait for an asynchronous export: see [`Wait::timeout`](crate::Wait::timeout).
    pub fn wait_total(mut self, limit: Duration) -> Self {
        self.export.wait_total = Some(limit);
        self
    }

    /// The languages that have other codes here than at the service: files come under their local
    /// codes (`%LANG_ISO%` in names and contents, by `language_mapping` of the export), and
    /// `filter_langs` is given in local codes. The languages of the project are read first.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::{LanguageMap, types::FileExport};
    ///
    /// let pulled = client.pull("garnet-7041.26")
    ///     .export(FileExport::new("json").filter_langs(["pt-BR"]))
    ///     .languages(LanguageMap::new().pair("pt-BR", "pt_BR"))
    ///     .to_file("brazil.zip").await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// Refused before anything is exported: a map that contradicts itself; a `language_mapping` in
    /// the export; a language in `filter_langs` that the project does not have; and two languages
    /// of the project with one local code. For who may not read the languages (403), those of the
    /// map are taken for those of the project.
    pub fn languages(mut self, map: LanguageMap) -> Self {
        self.export.languages = Some(map);
        self
    }

    /// Takes the bundle of an asynchronous export that was started before, and waits for it where
    /// it has not ended: nothing is exported again. The service keeps bundles for a month. The id
    /// is told by [`PullEvent::Queued`], [`Pulled::process_id`] and [`Error::job_id`].
    ///
    /// What the export holds was set when it was started, so [`export`](Self::export) and
    /// [`languages`](Self::languages) are refused beside it.
    ///
    /// ```no_run
    /// # use l10n_client::{Client, Error};
    /// # async fn example(client: Client, earlier: Error) -> Result<(), Error> {
    /// if let Some(id) = earlier.job_id() {
    ///     let pull = client.pull("garnet-7041.26").from_process(id);
    ///     pull.to_file("garnet.zip").await?;
    /// }
    /// # Ok(())
    /// # }
    /// ```
    pub fn from_process(mut self, process_id: impl Into<String>) -> Self {
        self.export.process = Process::Earlier(process_id.into());
        self
    }

    /// Is told of every piece of the bundle that comes: how many bytes there are by now, and how
    /// many there will be, where the host says so. The count falls when a download has to start
    /// over. Called often, it should not block.
    pub fn on_progress(mut self, progress: impl FnMut(u64, Option<u64>) + Send + 'a) -> Self {
        self.progress = Box::new(progress);
        self
    }

    /// Is told what happens, with totals. Called often, and from any thread, it should not block.
    pub fn on_event(mut self, told: impl Fn(PullEvent<'_>) + Send + Sync + 'static) -> Self {
        self.told = Told::of(told);
        self.export.told = self.told.clone();
        self
    }

    /// The largest bundle that is taken, in bytes; 1 GiB by default. One that announces more is not
    /// received at all.
    pub fn bundle_limit(mut self, bytes: u64) -> Self {
        self.bounds.size = bytes;
        self
    }

    /// The slowest download that is waited for, in bytes a second, on average from its start: 1 KiB
    /// a second by default. It is not checked before `grace` is over, 5 minutes by default. Pauses
    /// between attempts count as time. A speed of 0 is no limit.
    pub fn min_speed(mut self, bytes_per_second: u64, grace: Duration) -> Self {
        self.bounds.speed = bytes_per_second;
        self.bounds.grace = grace;
        self
    }

    async fn download(&mut self, part: &mut Part) -> Result<(), Error> {
        let (told, progress) = (self.told.clone(), &mut self.progress);
        let mut both: Progress<'_> = Box::new(move |received, total| {
            progress(received, total);
            told.tell(PullEvent::Downloading { received, total });
        });
        download(&mut self.export, part, &mut both, &self.bounds).await
    }
}

impl fmt::Debug for Pull<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pull")
            .field("export", &self.export)
            .finish_non_exhaustive()
    }
}
