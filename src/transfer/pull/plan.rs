//! Plans of pulls: what becomes of the files of a folder, before and after it is carried out.

use std::fmt;
use std::path::{Path, PathBuf};

use super::event::{PullEvent, Told};
use super::report::{self, PullFile, Pulled};
use crate::error::{Error, Target};
use crate::transfer::PullChange;
use crate::transfer::extract::{Meanwhile, Staged, Step};

/// What a pull would do to a folder: see [`Pull::plan`](crate::Pull::plan), and
/// [`Pull::stage`](crate::Pull::stage).
///
/// Displayed, it is one line for each file, and one with how many there are of each kind. The
/// bundle lies unpacked in a hidden folder inside the target meanwhile, which is removed when the
/// plan is dropped.
#[must_use = "nothing is placed until `send` is awaited"]
pub struct PullPlan {
    pub(super) staged: Staged,
    pub(super) meanwhile: Meanwhile,
    pub(super) files: Vec<Planned>,
    pub(super) bundle_size: u64,
    pub(super) process_id: Option<String>,
    pub(super) told: Told,
    /// What errors are about.
    pub(super) target: Target,
    /// As the caller has named it.
    pub(super) folder: PathBuf,
}

/// A file, as the caller sees it and as it is placed.
#[derive(Debug)]
pub(super) struct Planned {
    file: PullFile,
    step: Step,
}

impl Planned {
    pub(super) fn all(folder: &Path, steps: Vec<Step>) -> Vec<Self> {
        let planned = steps.into_iter().map(|step| Self {
            file: PullFile {
                path: folder.join(&step.path),
                change: step.change,
            },
            step,
        });
        planned.collect()
    }
}

impl PullPlan {
    /// The files of the bundle, in its order, and then those that are removed.
    pub fn files(&self) -> impl Iterator<Item = &PullFile> + Clone {
        self.files.iter().map(|planned| &planned.file)
    }

    /// How many files become this.
    pub fn count(&self, change: PullChange) -> usize {
        report::count(self.files(), change)
    }

    /// Leaves out the files of which `wanted` says so. What becomes of the others stays the same.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::{PullChange, types::FileExport};
    ///
    /// let pull = client.pull("garnet-7041.26").export(FileExport::new("json"));
    /// let mut plan = pull.plan("locales").await?;
    /// // Only files that are there already.
    /// plan.retain(|file| file.change() != PullChange::Added);
    /// print!("{}", plan.send().await?);
    /// # Ok(())
    /// # }
    /// ```
    pub fn retain(&mut self, mut wanted: impl FnMut(&PullFile) -> bool) {
        self.files.retain(|planned| wanted(&planned.file));
    }

    /// The size of the bundle, in bytes.
    pub fn bundle_size(&self) -> u64 {
        self.bundle_size
    }

    /// Carries out the plan, all of it or nothing: see [`Pull::to_folder`](crate::Pull::to_folder).
    /// Nothing is sent.
    ///
    /// # Errors
    ///
    /// [`Io`](crate::ErrorKind::Io) for a file that cannot be placed or removed; and, of a
    /// [plan](crate::Pull::plan), for one in the folder that was changed after it was made.
    pub async fn send(self) -> Result<Pulled, Error> {
        let steps = self.files.into_iter().map(|planned| planned.step).collect();
        let told = self.told;
        let told = move |done, total| told.tell(PullEvent::Placing { done, total });
        let placed = self.staged.place(steps, self.meanwhile, told).await;
        let steps = placed.map_err(|error| error.at(self.target))?;
        let changes = Planned::all(&self.folder, steps).into_iter();
        let changes: Vec<_> = changes.map(|planned| planned.file).collect();
        let came = changes
            .iter()
            .filter(|file| file.change != PullChange::Removed);
        Ok(Pulled {
            bundle_size: self.bundle_size,
            files: came.map(|file| file.path.clone()).collect(),
            changes,
            process_id: self.process_id,
        })
    }
}

impl fmt::Display for PullPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        report::write_all(f, self.files())
    }
}

impl fmt::Debug for PullPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PullPlan")
            .field("folder", &self.folder)
            .field("files", &self.files)
            .finish_non_exhaustive()
    }
}
