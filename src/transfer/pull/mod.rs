//! `pull`: export a project, wait where it takes its time, download the bundle, and put it where it belongs.

use std::fmt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::client::Client;
use crate::error::Error;
use crate::transfer::download::{Bounds, Progress, download};
use crate::transfer::export::Export;
use crate::transfer::part::Part;
use crate::types::builder::FileExport;

/// An export that is downloaded: see [`Client::pull`].
#[must_use = "nothing is sent until `to_file` or `to_folder` is awaited"]
pub struct Pull<'a> {
    export: Export<'a>,
    progress: Progress<'a>,
    bounds: Bounds,
    #[cfg(feature = "zip")]
    limits: crate::transfer::ExtractLimits,
}

/// What a pull has brought.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pulled {
    /// The size of the bundle, in bytes.
    pub bundle_size: u64,
    /// The files that were written: the bundle, or those that were in it, in its order.
    pub files: Vec<PathBuf>,
}

impl Client {
    /// Exports a project, and downloads the bundle to a file or a folder.
    ///
    /// The export is synchronous. Where the service answers that the project is too large for that (413), or on request, it is
    /// asynchronous. The project's id may carry a branch, as `project_id:branch`.
    ///
    /// The bundle comes from another host, by a signed link: it gets no credential of this client,
    /// and takes no part in its pace. A download that breaks is resumed where its host can do that,
    /// and started over where not, as often as the client's [`RetryPolicy`](crate::RetryPolicy)
    /// allows; an attempt that has brought 16 KiB of new bytes counts as the first. A link that has
    /// expired is made anew, twice at most: for a synchronous export that means another export,
    /// without its triggers and its webhook.
    ///
    /// The client's limit for a whole call does not hold for a download. What ends one is silence,
    /// as for any call, a [speed](Pull::min_speed) that leads nowhere, and a
    /// [size](Pull::bundle_limit) beyond all measure.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// let pulled = client.pull("garnet-7041.26")
    ///     .export(|body| body.format("json").filter_langs(["de"]))
    ///     .on_progress(|received, total| println!("{received} of {total:?} bytes"))
    ///     .to_file("garnet.zip").await?;
    /// println!("{} bytes", pulled.bundle_size);
    /// # Ok(())
    /// # }
    /// ```
    pub fn pull(&self, project_id: impl Into<String>) -> Pull<'_> {
        Pull {
            export: Export::new(self.export_files().project_id(project_id.into())),
            progress: Box::new(|_, _| {}),
            bounds: Bounds::default(),
            #[cfg(feature = "zip")]
            limits: crate::transfer::ExtractLimits::default(),
        }
    }
}

impl<'a> Pull<'a> {
    /// What to export, and how. The `format` is required.
    pub fn export(mut self, change: impl FnOnce(FileExport) -> FileExport) -> Self {
        self.export.call = self.export.call.body_map(change);
        self
    }

    /// Whether to export asynchronously from the start.
    pub fn asynchronous(mut self, asynchronous: bool) -> Self {
        self.export.asynchronous = asynchronous;
        self
    }

    /// How long to wait for an asynchronous export: see [`Wait::total`](crate::Wait::total).
    pub fn wait_total(mut self, limit: Duration) -> Self {
        self.export.wait_total = Some(limit);
        self
    }

    /// Is told of every piece of the bundle that comes: how many bytes there are by now, and how many there will be, where the
    /// host says so. The count falls when a download has to start over. Called often, it should not block.
    pub fn on_progress(mut self, progress: impl FnMut(u64, Option<u64>) + Send + 'a) -> Self {
        self.progress = Box::new(progress);
        self
    }

    /// The largest bundle that is taken, in bytes; 1 GiB by default. One that announces more is not
    /// received at all.
    pub fn bundle_limit(mut self, bytes: u64) -> Self {
        self.bounds.size = bytes;
        self
    }

    /// The slowest download that is waited for, in bytes a second, on average from its start: 1 KiB
    /// a second by default. It is not looked at before `grace` is over; 5 minutes by default. The
    /// time of pauses between attempts counts; bytes that come a second time do not. A speed of 0
    /// is no limit.
    pub fn min_speed(mut self, bytes_per_second: u64, grace: Duration) -> Self {
        self.bounds.speed = bytes_per_second;
        self.bounds.grace = grace;
        self
    }

    /// Sets the limits of [`to_folder`](Self::to_folder).
    #[cfg(feature = "zip")]
    pub fn limits(mut self, limits: crate::transfer::ExtractLimits) -> Self {
        self.limits = limits;
        self
    }

    /// Writes the bundle to a file, a zip archive as it came.
    ///
    /// It is received into a temporary file in the same folder, which must exist, and takes its
    /// name in one step when it is whole, down to the end record of the archive, and on the disk. Until then, and whenever this fails or is
    /// dropped, a file of that name stays as it was, and the temporary one is removed. A symbolic
    /// link of that name is replaced, not followed; of a file, the permissions are kept (on Unix;
    /// not its owner).
    ///
    /// What a process that is killed leaves, a file `.l10n-*.part`, the next pull to this folder
    /// removes.
    ///
    /// # Errors
    ///
    /// Those of the calls and of [waiting](crate::Wait) for an export; [`Io`](crate::ErrorKind::Io)
    /// for the file; [`Bundle`](crate::ErrorKind::Bundle) for a link that leads nowhere, or to what
    /// is no zip archive, and for a bundle over its [limit](Self::bundle_limit);
    /// [`Timeout`](crate::ErrorKind::Timeout) for one that comes too [slowly](Self::min_speed).
    pub async fn to_file(self, path: impl AsRef<Path>) -> Result<Pulled, Error> {
        let target = self.export.target();
        let pulled = self.bundle_to(path.as_ref()).await;
        pulled.map_err(|error| error.at(target))
    }

    /// Puts the files of the bundle into a folder, which is made where it does not exist.
    ///
    /// Nothing is written unless every name in the bundle may become a path below the folder: no
    /// absolute path, none of more than 64 names, no `..`, no link or other special file, no two
    /// names that differ in case only; no `.git` in any spelling and no file `HEAD`, which tell git
    /// what to run; and no other name with a dot at its start, unless
    /// [allowed](crate::ExtractLimits::allow_dot_names). On Windows, names that it takes for
    /// something else (`NUL`, `a:b`, a dot or a blank at the end) are refused as well; elsewhere
    /// they are not, and a folder that travels to Windows may fail there. Then either all files are replaced or none
    /// is: they are unpacked into a hidden folder inside the target, and moved to their places when
    /// all are there; when one cannot be, those before it are put back. Files that are not in the
    /// bundle stay as they are, and those that are replaced keep their permissions (on Unix; not
    /// their owner). Links inside the target are not followed. Dropping the future stops and undoes
    /// all this within moments.
    ///
    /// All files are on the disk before the first is moved, and so are their new names when this
    /// returns: whether a process is killed or the power is lost, each file is whole, the previous
    /// one or the new one. If that happens while files are moved, some of them are replaced, and
    /// the next pull to this folder puts the previous ones back before it begins, except where a
    /// file was changed meanwhile. What cannot be put back it tries once: it is kept in a folder
    /// `.l10n-*.kept`, with its names in the file `plan`, a warning (`tracing`) says so, and no pull
    /// looks at it again. Whatever else was left in `.l10n-*` it removes. It leaves alone what
    /// belongs to another user, or to a process that lives, which it knows by locks, as far as
    /// those of the file system reach.
    ///
    /// What this does not promise:
    ///
    /// - Another program that changes the folder at the same time is not guarded against. Pulls to
    ///   one folder move their files one after the other, by a lock on the folder; there is no such
    ///   lock on Windows and on some network disks.
    /// - Names that differ only in how Unicode composes their letters are refused where the disk takes them for one, and not
    ///   elsewhere.
    ///
    /// # Errors
    ///
    /// As [`to_file`](Self::to_file); and [`Bundle`](crate::ErrorKind::Bundle) for a bundle that is damaged, over a
    /// [limit](Self::limits), or unsafe to unpack.
    #[cfg(feature = "zip")]
    pub async fn to_folder(self, path: impl AsRef<Path>) -> Result<Pulled, Error> {
        let target = self.export.target();
        let pulled = self.files_to(path.as_ref()).await;
        pulled.map_err(|error| error.at(target))
    }

    async fn bundle_to(mut self, path: &Path) -> Result<Pulled, Error> {
        let mut part = Part::beside(path).await?;
        self.download(&mut part).await?;
        Ok(Pulled {
            bundle_size: part.persist(path).await?,
            files: vec![path.to_owned()],
        })
    }

    #[cfg(feature = "zip")]
    async fn files_to(mut self, path: &Path) -> Result<Pulled, Error> {
        use crate::transfer::extract::Staging;

        let staging = Staging::open(path).await?;
        let mut part = Part::within(staging.path()).await?;
        self.download(&mut part).await?;
        let bundle_size = part.received();
        let bundle = part.into_file().await?;
        let files = staging.unpack(bundle, self.limits).await?;
        Ok(Pulled {
            bundle_size,
            files: files.iter().map(|file| path.join(file)).collect(),
        })
    }

    async fn download(&mut self, part: &mut Part) -> Result<(), Error> {
        download(&mut self.export, part, &mut self.progress, &self.bounds).await
    }
}

impl fmt::Debug for Pull<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pull")
            .field("export", &self.export)
            .finish_non_exhaustive()
    }
}
