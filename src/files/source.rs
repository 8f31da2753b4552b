//! Sources of an upload's bytes.

use std::fmt;
use std::fs::Metadata;
use std::io;
use std::path::{Path, PathBuf};
use std::pin::Pin;

use bytes::Bytes;
use tokio::fs::File;
use tokio::io::AsyncRead;

pub(super) type ByteReader = Pin<Box<dyn AsyncRead + Send>>;

/// The source of an upload's bytes.
///
/// A path and bytes can be read again, so an upload is retried after a 429. A reader can be read
/// only once.
pub struct FileSource(pub(super) Kind);

pub(super) enum Kind {
    Path(PathBuf),
    Bytes(Bytes),
    Reader(ByteReader),
}

impl FileSource {
    /// A regular file. It is read while it is sent, and must not change meanwhile.
    pub fn path(path: impl Into<PathBuf>) -> Self {
        Self(Kind::Path(path.into()))
    }

    /// Bytes in memory.
    pub fn bytes(bytes: impl Into<Bytes>) -> Self {
        Self(Kind::Bytes(bytes.into()))
    }

    /// A reader, read to its end. Its length is unknown, so the request is sent without
    /// `Content-Length`.
    ///
    /// None of the client's timeouts applies to the reader: if it blocks, the upload waits, so the
    /// reader needs a timeout of its own.
    pub fn reader(reader: impl AsyncRead + Send + 'static) -> Self {
        Self(Kind::Reader(Box::pin(reader)))
    }
}

/// Returns the length of a file. Opens it, so that an unreadable one fails here.
pub(super) async fn length_of_file(path: &Path) -> io::Result<u64> {
    // Opening a pipe may block forever.
    regular(&tokio::fs::metadata(path).await?)?;
    Ok(File::open(path).await?.metadata().await?.len())
}

/// # Errors
///
/// Fails if this is not a regular file.
fn regular(found: &Metadata) -> io::Result<()> {
    if found.is_dir() {
        return Err(io::Error::new(io::ErrorKind::IsADirectory, "is a directory"));
    }
    if !found.is_file() {
        let text = "not a regular file: use `FileSource::reader`";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
    }
    Ok(())
}

/// Opens a file, which is read in parts of `part` bytes.
pub(super) async fn open(path: PathBuf, part: usize) -> io::Result<ByteReader> {
    let mut file = File::open(path).await?;
    file.set_max_buf_size(part);
    Ok(Box::pin(file))
}

/// The name of the source, for errors.
impl fmt::Display for FileSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0 {
            Kind::Path(path) => write!(f, "`{}`", path.display()),
            Kind::Bytes(bytes) => write!(f, "{} bytes", bytes.len()),
            Kind::Reader(_) => f.write_str("a reader"),
        }
    }
}

impl fmt::Debug for FileSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FileSource({self})")
    }
}

impl From<PathBuf> for FileSource {
    fn from(path: PathBuf) -> Self {
        Self::path(path)
    }
}

impl From<&Path> for FileSource {
    fn from(path: &Path) -> Self {
        Self::path(path)
    }
}

impl From<Vec<u8>> for FileSource {
    fn from(bytes: Vec<u8>) -> Self {
        Self::bytes(bytes)
    }
}

impl From<Bytes> for FileSource {
    fn from(bytes: Bytes) -> Self {
        Self::bytes(bytes)
    }
}
