//! Writing a file while more of it is on its way: on a thread that may block, in large pieces.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::mem;
use std::path::Path;
use std::sync::Arc;

use tokio::task::JoinHandle;

use crate::error::Error;
use crate::transfer::blocking::{blocking, joined};

/// What is gathered before it is written: each piece costs a change of threads.
const PIECE: usize = 1 << 20;

/// A file that is written in pieces, one of which may be on its way to the disk while the next one
/// is gathered.
///
/// What comes is copied, and so given back at once: the parts of an answer, kept until they are
/// written and freed on another thread, cost the allocator more than the copy.
pub(super) struct Writer {
    file: Arc<File>,
    piece: Vec<u8>,
    /// The piece that is being written, which comes back empty.
    writing: Option<JoinHandle<Result<Vec<u8>, Error>>>,
}

impl Writer {
    pub(super) fn new(file: File) -> Self {
        Self {
            file: Arc::new(file),
            piece: Vec::new(),
            writing: None,
        }
    }

    /// Adds bytes at the end. What cannot be written may be told later; `path` is the name of the
    /// file in errors.
    pub(super) async fn write(&mut self, path: &Path, bytes: &[u8]) -> Result<(), Error> {
        if self.piece.len() + bytes.len() > PIECE {
            let empty = self.settle(path).await?;
            let piece = mem::replace(&mut self.piece, empty);
            let (file, name) = (Arc::clone(&self.file), path.to_owned());
            self.writing = Some(tokio::task::spawn_blocking(move || {
                write(&file, &name, piece)
            }));
        }
        self.piece.extend_from_slice(bytes);
        Ok(())
    }

    /// Throws everything away.
    pub(super) async fn truncate(&mut self, path: &Path) -> Result<(), Error> {
        self.settle(path).await?;
        self.piece.clear();
        let (file, name) = (Arc::clone(&self.file), path.to_owned());
        blocking(path, move || {
            let emptied = file.set_len(0).and_then(|()| (&*file).rewind());
            emptied.map_err(|error| Error::io("write", &name, error))
        })
        .await
    }

    /// What `look` finds in the file with everything written; it has to leave it at its end.
    pub(super) async fn look<T: Send + 'static>(
        &mut self,
        path: &Path,
        look: impl FnOnce(&File) -> io::Result<T> + Send + 'static,
    ) -> Result<T, Error> {
        let empty = self.settle(path).await?;
        let piece = mem::replace(&mut self.piece, empty);
        let (file, name) = (Arc::clone(&self.file), path.to_owned());
        blocking(path, move || {
            write(&file, &name, piece)?;
            look(&file).map_err(|error| Error::io("read", &name, error))
        })
        .await
    }

    /// The file, with everything written.
    pub(super) async fn finish(mut self, path: &Path) -> Result<File, Error> {
        self.settle(path).await?;
        let Self { file, piece, .. } = self;
        let name = path.to_owned();
        blocking(path, move || {
            write(&file, &name, piece)?;
            let alone = Arc::into_inner(file).ok_or_else(|| io::Error::other("it is in use"));
            alone.map_err(|error| Error::io("write", &name, error))
        })
        .await
    }

    /// Waits until the piece before is written; gives room for another.
    async fn settle(&mut self, path: &Path) -> Result<Vec<u8>, Error> {
        match self.writing.take() {
            Some(writing) => joined(path, writing).await,
            None => Ok(Vec::with_capacity(PIECE)),
        }
    }
}

/// Writes a piece, and empties it.
fn write(mut file: &File, name: &Path, mut piece: Vec<u8>) -> Result<Vec<u8>, Error> {
    let written = file.write_all(&piece);
    written.map_err(|error| Error::io("write", name, error))?;
    piece.clear();
    Ok(piece)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_written_comes_in_order_whatever_the_size_of_its_parts() {
        let named = tempfile::NamedTempFile::new().unwrap();
        let path = named.path();
        let mut writer = Writer::new(named.reopen().unwrap());
        let mut expected = Vec::new();
        for (number, size) in [0, 1, PIECE - 1, PIECE, 3 * PIECE, 7].iter().enumerate() {
            let bytes = vec![u8::try_from(number).unwrap(); *size];
            expected.extend_from_slice(&bytes);
            writer.write(path, &bytes).await.unwrap();
        }
        for number in 0..PIECE {
            let bytes = number.to_string();
            expected.extend_from_slice(bytes.as_bytes());
            writer.write(path, bytes.as_bytes()).await.unwrap();
        }
        drop(writer.finish(path).await.unwrap());
        assert!(std::fs::read(path).unwrap() == expected);
    }

    #[tokio::test]
    async fn truncated_it_starts_over() {
        let named = tempfile::NamedTempFile::new().unwrap();
        let path = named.path();
        let mut writer = Writer::new(named.reopen().unwrap());
        let lost = vec![1; 2 * PIECE];
        writer.write(path, &lost).await.unwrap();
        writer.write(path, b"lost").await.unwrap();
        writer.truncate(path).await.unwrap();
        writer.write(path, b"kept").await.unwrap();
        drop(writer.finish(path).await.unwrap());
        assert_eq!(std::fs::read(path).unwrap(), b"kept");
    }

    #[tokio::test]
    async fn what_cannot_be_written_is_told() {
        let named = tempfile::NamedTempFile::new().unwrap();
        let path = named.path();
        let mut writer = Writer::new(File::open(path).unwrap());
        writer.write(path, b"for readers only").await.unwrap();
        assert!(writer.finish(path).await.is_err());
    }
}
