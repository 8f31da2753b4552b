//! Writing a file while more of it is on its way: on a thread that may block, many parts at once, and without a copy.

use std::fs::File;
use std::io::{self, IoSlice, Seek, Write};
use std::mem;
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use tokio::task::{JoinHandle, spawn_blocking};

use crate::error::Error;
use crate::transfer::blocking::{blocking, joined};

/// From this size on a batch is written: each costs a change of threads.
const BATCH: usize = 512 << 10;
/// From so many parts on, too: a part keeps more memory than its bytes.
const PARTS: usize = 64;

/// A file that is written in batches, one of which may be on its way to the disk while the next one is gathered.
pub(super) struct Writer {
    file: Arc<File>,
    batch: Vec<Bytes>,
    /// The size of the batch.
    size: usize,
    writing: Option<JoinHandle<Result<(), Error>>>,
}

impl Writer {
    pub(super) fn new(file: File) -> Self {
        Self {
            file: Arc::new(file),
            batch: Vec::new(),
            size: 0,
            writing: None,
        }
    }

    /// Adds bytes at the end. What cannot be written may be told later; `path` is the name of the file in errors.
    pub(super) async fn write(&mut self, path: &Path, bytes: Bytes) -> Result<(), Error> {
        self.size += bytes.len();
        self.batch.push(bytes);
        if self.size >= BATCH || self.batch.len() >= PARTS {
            self.settle(path).await?;
            let (file, batch) = (Arc::clone(&self.file), mem::take(&mut self.batch));
            let name = path.to_owned();
            self.size = 0;
            self.writing = Some(spawn_blocking(move || write(&file, &name, &batch)));
        }
        Ok(())
    }

    /// Throws everything away.
    pub(super) async fn truncate(&mut self, path: &Path) -> Result<(), Error> {
        self.settle(path).await?;
        self.batch.clear();
        self.size = 0;
        let (file, name) = (Arc::clone(&self.file), path.to_owned());
        blocking(path, move || {
            let emptied = file.set_len(0).and_then(|()| (&*file).rewind());
            emptied.map_err(|error| Error::io("write", &name, error))
        })
        .await
    }

    /// The file, with everything written.
    pub(super) async fn finish(mut self, path: &Path) -> Result<File, Error> {
        self.settle(path).await?;
        let Self { file, batch, .. } = self;
        let name = path.to_owned();
        blocking(path, move || {
            write(&file, &name, &batch)?;
            let alone = Arc::into_inner(file).ok_or_else(|| io::Error::other("it is in use"));
            alone.map_err(|error| Error::io("write", &name, error))
        })
        .await
    }

    /// Waits until the last batch is written.
    async fn settle(&mut self, path: &Path) -> Result<(), Error> {
        match self.writing.take() {
            Some(writing) => joined(path, writing).await,
            None => Ok(()),
        }
    }
}

fn write(file: &File, name: &Path, batch: &[Bytes]) -> Result<(), Error> {
    let mut slices: Vec<_> = batch.iter().map(|bytes| IoSlice::new(bytes)).collect();
    let written = write_all_vectored(file, &mut slices);
    written.map_err(|error| Error::io("write", name, error))
}

fn write_all_vectored(mut file: &File, mut slices: &mut [IoSlice<'_>]) -> io::Result<()> {
    IoSlice::advance_slices(&mut slices, 0);
    while !slices.is_empty() {
        match file.write_vectored(slices) {
            Ok(0) => return Err(io::ErrorKind::WriteZero.into()),
            Ok(count) => IoSlice::advance_slices(&mut slices, count),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
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
        for (number, size) in [0, 1, BATCH - 1, BATCH, 3 * BATCH, 7].iter().enumerate() {
            let bytes = vec![u8::try_from(number).unwrap(); *size];
            expected.extend_from_slice(&bytes);
            writer.write(path, bytes.into()).await.unwrap();
        }
        for number in 0..=2 * PARTS {
            let bytes = number.to_string();
            expected.extend_from_slice(bytes.as_bytes());
            writer.write(path, bytes.into()).await.unwrap();
        }
        drop(writer.finish(path).await.unwrap());
        assert!(std::fs::read(path).unwrap() == expected);
    }

    #[tokio::test]
    async fn truncated_it_starts_over() {
        let named = tempfile::NamedTempFile::new().unwrap();
        let path = named.path();
        let mut writer = Writer::new(named.reopen().unwrap());
        let lost = vec![1; 2 * BATCH];
        writer.write(path, lost.into()).await.unwrap();
        writer.write(path, "lost".into()).await.unwrap();
        writer.truncate(path).await.unwrap();
        writer.write(path, "kept".into()).await.unwrap();
        drop(writer.finish(path).await.unwrap());
        assert_eq!(std::fs::read(path).unwrap(), b"kept");
    }

    #[tokio::test]
    async fn what_cannot_be_written_is_told() {
        let named = tempfile::NamedTempFile::new().unwrap();
        let path = named.path();
        let mut writer = Writer::new(File::open(path).unwrap());
        writer.write(path, "for readers only".into()).await.unwrap();
        assert!(writer.finish(path).await.is_err());
    }
}
