//! Pulls of the bundle as it is: to a file, a writer, or a stream.

use std::fmt;
use std::fs::File;
use std::future::poll_fn;
use std::io::{self, Read, Seek};
use std::path::Path;
use std::pin::Pin;
use std::task::{Context, Poll};

use bytes::Bytes;
use futures_core::Stream;
use futures_util::stream;
use tempfile::TempPath;
use tokio::io::{AsyncWrite, AsyncWriteExt};

use super::Pull;
use super::download::DOWNLOAD;
use super::report::{PullFile, Pulled};
use crate::error::Error;
use crate::transfer::PullChange;
use crate::transfer::blocking::blocking;
use crate::transfer::disk::exists;
use crate::transfer::part::Part;

/// What is read at a time: each piece costs a change of threads.
const PIECE: u64 = 256 << 10;

impl Pull<'_> {
    /// Writes the bundle to a file, a zip archive as it came.
    ///
    /// It is received into a temporary file in the same folder, which must exist, and takes its
    /// name in one step when it is whole, down to the end record of the archive, and on the disk.
    /// Until then, and whenever this fails or is dropped, a file of that name stays as it was, and
    /// the temporary one is removed. A symbolic link of that name is replaced, not followed; of a
    /// file, the permissions are kept (on Unix; not its owner).
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

    /// Writes the bundle to a writer, a zip archive as it came. The writer is flushed, and not shut
    /// down; the answer names no files.
    ///
    /// The writer gets nothing before the bundle is whole: until then it is in a temporary file, in
    /// the system's folder for these and without a name where the system has such, so that a
    /// download that breaks can start over. Bundles of any size take the same little memory.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::types::FileExport;
    ///
    /// let mut bundle = Vec::new();
    /// let pull = client.pull("garnet-7041.26").export(FileExport::new("json"));
    /// pull.to_writer(&mut bundle).await?;
    /// println!("{} bytes", bundle.len());
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`to_file`](Self::to_file); [`Io`](crate::ErrorKind::Io) for the writer too, which has
    /// then what came before.
    pub async fn to_writer(
        self,
        mut writer: impl AsyncWrite + Unpin + Send,
    ) -> Result<Pulled, Error> {
        let (target, spooled) = (self.export.target(), self.spool().await);
        let told = |error: Error| error.at(target.clone());
        let (mut bundle, process_id) = spooled.map_err(told)?;
        let unwritten = |error| Error::unwritten(&DOWNLOAD, error).at(target.clone());
        while let Some(piece) = bundle.next().await {
            let piece = piece.map_err(told)?;
            writer.write_all(&piece).await.map_err(unwritten)?;
        }
        writer.flush().await.map_err(unwritten)?;
        Ok(Pulled {
            bundle_size: bundle.size,
            files: Vec::new(),
            changes: Vec::new(),
            process_id,
        })
    }

    /// Gives the bundle as a stream of pieces, a zip archive as it came. Nothing comes before it is
    /// whole: see [`to_writer`](Self::to_writer).
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// use l10n_client::types::FileExport;
    ///
    /// let pull = client.pull("garnet-7041.26").export(FileExport::new("json"));
    /// let mut bundle = pull.to_stream().await?;
    /// println!("{} bytes", bundle.size());
    /// while let Some(piece) = bundle.next().await {
    ///     println!("{} of them", piece?.len());
    /// }
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// As [`to_file`](Self::to_file). A temporary file that can no longer be read is an error of
    /// the stream.
    pub async fn to_stream(self) -> Result<Bundle, Error> {
        let (target, spooled) = (self.export.target(), self.spool().await);
        let bundle = spooled.map(|(bundle, _)| bundle);
        bundle.map_err(|error| error.at(target))
    }

    async fn bundle_to(mut self, path: &Path) -> Result<Pulled, Error> {
        let mut part = Part::beside(path).await?;
        self.download(&mut part).await?;
        let change = match exists(path) {
            true => PullChange::Changed,
            false => PullChange::Added,
        };
        let file = PullFile {
            path: path.to_owned(),
            change,
        };
        Ok(Pulled {
            bundle_size: part.persist(path).await?,
            files: vec![path.to_owned()],
            changes: vec![file],
            process_id: self.export.process_id(),
        })
    }

    /// The whole bundle in a temporary file, and the process that has made it.
    async fn spool(mut self) -> Result<(Bundle, Option<String>), Error> {
        let mut part = Part::spooled().await?;
        self.download(&mut part).await?;
        let size = part.received();
        let (mut file, path) = part.into_file().await?;
        let rewound = file.rewind();
        rewound.map_err(|error| Error::io("read", &path, error))?;
        Ok((Bundle::of(file, path, size), self.export.process_id()))
    }
}

/// A whole bundle, in pieces: a [`Stream`], which [`Pull::to_stream`] makes. Dropping it throws it
/// away.
#[must_use = "nothing comes until it is polled"]
pub struct Bundle {
    size: u64,
    pieces: Pin<Box<dyn Stream<Item = Result<Bytes, Error>> + Send>>,
}

impl Bundle {
    fn of(file: File, path: TempPath, size: u64) -> Self {
        let pieces = stream::try_unfold((file, path), async |(file, path)| {
            let name = path.to_path_buf();
            let read = blocking(&name, move || {
                let piece = read(&file).map_err(|error| Error::io("read", &path, error))?;
                Ok((piece, (file, path)))
            });
            let (piece, rest) = read.await?;
            Ok((!piece.is_empty()).then_some((piece, rest)))
        });
        Self {
            size,
            pieces: Box::pin(pieces),
        }
    }

    /// The size of the whole, in bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The next piece; nothing at the end.
    ///
    /// # Errors
    ///
    /// The temporary file cannot be read. Nothing follows.
    pub async fn next(&mut self) -> Option<Result<Bytes, Error>> {
        poll_fn(|context| self.pieces.as_mut().poll_next(context)).await
    }
}

fn read(file: &File) -> io::Result<Bytes> {
    let mut piece = Vec::new();
    file.take(PIECE).read_to_end(&mut piece)?;
    Ok(piece.into())
}

impl Stream for Bundle {
    type Item = Result<Bytes, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.pieces.as_mut().poll_next(context)
    }
}

impl fmt::Debug for Bundle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bundle")
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}
