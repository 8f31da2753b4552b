//! Pulls to a folder: planned, or placed at once.

use std::path::Path;

use super::event::PullEvent;
use super::plan::{Planned, PullPlan};
use super::report::Pulled;
use super::{Export, Pull};
use crate::error::Error;
use crate::transfer::ExtractLimits;
use crate::transfer::extract::{
    FinalNewline, LineEndings, Meanwhile, Prune, Staging, TextStyle, Unpacking,
};
use crate::transfer::part::Part;

/// What is set for folders.
#[derive(Debug, Default)]
pub(super) struct Folder {
    limits: ExtractLimits,
    text: TextStyle,
    prune: Vec<String>,
}

/// For folders (feature `zip`).
impl Pull<'_> {
    /// Sets the limits of [`to_folder`](Self::to_folder) and [`plan`](Self::plan).
    pub fn limits(mut self, limits: ExtractLimits) -> Self {
        self.folder.limits = limits;
        self
    }

    /// Removes the files of the folder that match this pattern and are not in the bundle, together
    /// with the placing of the others: all of it or nothing. Folders that are empty then go too.
    /// The pattern is relative to the folder; what it may hold is told of
    /// [`Push::glob`](crate::Push::glob). It may be called several times.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::types::FileExport;
    ///
    /// let pull = client.pull("garnet-7041.26").export(FileExport::new("json"));
    /// let pulled = pull.prune("locales/{lang}/*.json").to_folder(".").await?;
    /// print!("{pulled}");
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// The bundle is taken for all that there is, so:
    ///
    /// - One without any file is an error, and removes nothing.
    /// - Where the export names its languages (`filter_langs`), a pattern has to hold `{lang}`, and
    ///   removes files in these languages only. Other filters are the caller's to think of: with
    ///   `filter_filenames`, match the files that it has.
    ///
    /// Links, and what is behind them, are left alone; and so is a file that the disk takes for one
    /// of the bundle's, and one whose name none in a bundle may have.
    pub fn prune(mut self, pattern: impl Into<String>) -> Self {
        self.folder.prune.push(pattern.into());
        self
    }

    /// Which line ends text files get; those that they come with by default. A file with a NUL in
    /// it, or in UTF-16, is no text, and stays as it comes.
    pub fn line_endings(mut self, ends: LineEndings) -> Self {
        self.folder.text.ends = ends;
        self
    }

    /// Whether text files end with a line end; as they come by default. The line end is that of the
    /// rest of the file.
    pub fn final_newline(mut self, last: FinalNewline) -> Self {
        self.folder.text.last = last;
        self
    }

    /// Exports and downloads the bundle, compares it with the folder, and says what would become of
    /// each file. The folder stays as it is, but for a hidden one in it.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::types::FileExport;
    ///
    /// let pull = client.pull("garnet-7041.26").export(FileExport::new("json"));
    /// let plan = pull.plan("locales").await?;
    /// print!("{plan}");
    /// let pulled = plan.send().await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`to_folder`](Self::to_folder); and
    /// [`InvalidRequest`](crate::ErrorKind::InvalidRequest) for an export that sets off more than
    /// its bundle, which a plan must not: `triggers`, `filter_repositories`, `webhook_url`.
    pub async fn plan(self, folder: impl AsRef<Path>) -> Result<PullPlan, Error> {
        let target = self.export.target();
        let plan = async {
            self.export.check_plan()?;
            self.plan_at(folder.as_ref(), Meanwhile::Refuse).await
        };
        plan.await.map_err(|error| error.at(target))
    }

    /// The first half of [`to_folder`](Self::to_folder), whose second is [`PullPlan::send`]: for
    /// exports that are to be placed when all of them have come. Unlike a [plan](Self::plan), it
    /// takes exports that set off more than their bundle, which is set off at once; and a file that
    /// was changed in between is looked at again when the files are placed, and is no error.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::types::FileExport;
    ///
    /// let texts = client.pull("garnet-7041.26").export(FileExport::new("json"));
    /// let texts = texts.stage("texts").await?;
    /// let mails = client.pull("opal-1180.26").export(FileExport::new("xliff"));
    /// let mails = mails.stage("mails").await?;
    /// texts.send().await?;
    /// mails.send().await?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`to_folder`](Self::to_folder).
    pub async fn stage(self, folder: impl AsRef<Path>) -> Result<PullPlan, Error> {
        let target = self.export.target();
        let plan = self.plan_at(folder.as_ref(), Meanwhile::LookAgain).await;
        plan.map_err(|error| error.at(target))
    }

    /// Puts the files of the bundle into a folder, which is made where it does not exist.
    ///
    /// Nothing is written unless every name in the bundle may become a path below the folder: no
    /// absolute path, none of more than 64 names, no `..`, no link or other special file, no two
    /// names that differ in case only; no `.git` in any spelling and no file `HEAD`, which tell git
    /// what to run; and no other name with a dot at its start, unless
    /// [allowed](crate::ExtractLimits::allow_dot_names). On Windows, names that it takes for
    /// something else (`NUL`, `a:b`, a dot or a blank at the end) are refused as well; elsewhere
    /// they are not, and a folder that travels to Windows may fail there. Then either all files are
    /// replaced or none is: they are unpacked into a hidden folder inside the target, and moved to
    /// their places when all are there; when one cannot be, those before it are put back. A file
    /// that has its content already is not touched. Files that are not in the bundle stay as they
    /// are, unless they are to be [removed](Self::prune), and those that are replaced keep their
    /// permissions (on Unix; not their owner). Links inside the target are not followed. Dropping
    /// the future stops and undoes all this within moments.
    ///
    /// All files are on the disk before the first is moved, and so are their new names when this
    /// returns: whether a process is killed or the power is lost, each file is whole, the previous
    /// one or the new one. If that happens while files are moved, some of them are replaced, and
    /// the next pull to this folder puts the previous ones back before it begins, except where a
    /// file was changed meanwhile. What cannot be put back it tries once: it is kept in a folder
    /// `.l10n-*.kept`, with its names in the file `journal`, a warning (`tracing`) says so, and no
    /// pull looks at it again. Whatever else was left in `.l10n-*` it removes. It leaves alone what
    /// belongs to another user, or to a process that lives, which it knows by locks, as far as
    /// those of the file system reach.
    ///
    /// What this does not promise:
    ///
    /// - Another program that changes the folder at the same time is not guarded against. Pulls to
    ///   one folder move their files one after the other, by a lock on the folder; there is no such
    ///   lock on Windows and on some network disks.
    /// - Names that differ only in how Unicode composes their letters are refused where the disk
    ///   takes them for one, and not elsewhere.
    ///
    /// # Errors
    ///
    /// As [`to_file`](Self::to_file); [`Bundle`](crate::ErrorKind::Bundle) for a bundle that is
    /// damaged, over a [limit](Self::limits), unsafe to unpack, or without a file where files are
    /// to be removed; and [`InvalidRequest`](crate::ErrorKind::InvalidRequest) for a pattern that
    /// is none.
    pub async fn to_folder(self, path: impl AsRef<Path>) -> Result<Pulled, Error> {
        self.stage(path).await?.send().await
    }

    async fn plan_at(mut self, folder: &Path, meanwhile: Meanwhile) -> Result<PullPlan, Error> {
        let target = self.export.target();
        let prune = Prune::parse(&self.folder.prune, self.export.local_langs());
        let how = Unpacking {
            prune: prune.map_err(Export::unfit)?,
            limits: self.folder.limits.clone(),
            text: self.folder.text,
        };
        let staging = Staging::open(folder).await?;
        let mut part = Part::within(staging.path()).await?;
        self.download(&mut part).await?;
        let bundle_size = part.received();
        let bundle = part.into_file().await?;
        let told = self.told.clone();
        let unpacking = move |done, total| told.tell(PullEvent::Unpacking { done, total });
        let (staged, steps) = staging.unpack(bundle, how, unpacking).await?;
        Ok(PullPlan {
            staged,
            meanwhile,
            files: Planned::all(folder, steps),
            bundle_size,
            process_id: self.export.process_id(),
            told: self.told,
            target,
            folder: folder.to_owned(),
        })
    }
}
