//! Downloads to a file, which is replaced atomically.

use std::fs;
use std::io;
use std::path::Path;

use bytes::Bytes;
use tempfile::NamedTempFile;
use tokio::fs::File;
use tokio::io::AsyncWriteExt as _;
use url::Url;

use crate::call::Call;
use crate::call::chunks::{Chunks, chunks};
use crate::call::link::DOWNLOAD;
use crate::call::response::Response;
use crate::client::Client;
use crate::error::{Error, ErrorKind};
use crate::wire::secret::Secret;

/// A download from a link: see [`Client::download`].
#[derive(Debug, Clone)]
#[must_use = "nothing is sent until its chunks or its file are awaited"]
pub struct Download {
    client: Client,
    link: Secret,
}

impl Client {
    /// Downloads from a link returned by the service, such as that of a bundle: to a file, into
    /// memory, or in chunks.
    ///
    /// Neither a credential nor the client's headers are sent to the link, and the request needs no
    /// slot of the rate limiter. Redirects to other such links are followed. The request is retried
    /// until the response begins.
    pub fn download(&self, link: impl Into<Secret>) -> Download {
        Download { client: self.clone(), link: link.into() }
    }
}

impl Download {
    /// Sends the request, and streams the body of any size, as it comes: if the response has a
    /// `Content-Encoding`, which the request does not ask for, it is not decoded.
    ///
    /// # Errors
    ///
    /// Fails if the link is not HTTPS, or contains a user name or password; and as every call. A
    /// service on this machine may return links of plain HTTP to this machine, and with
    /// [`allow_plain_http`](crate::ClientBuilder::allow_plain_http) so may one that uses plain HTTP.
    pub async fn chunks(self) -> Result<Response<Chunks>, Error> {
        Ok(chunks(self.call()?.run().await?))
    }

    /// Sends the request, and returns the body, of up to
    /// [`max_response_size`](crate::ClientBuilder::max_response_size) bytes. The timeout of the
    /// call applies.
    ///
    /// # Errors
    ///
    /// Fails as [`chunks`](Self::chunks) does, and with
    /// [`TooLarge`](crate::ErrorKind::TooLarge) if the body is longer.
    pub async fn bytes(self) -> Result<Bytes, Error> {
        Ok(self.call()?.whole().run().await?.into_body())
    }

    fn call(self) -> Result<Call, Error> {
        let url = Url::parse(self.link.expose()).ok();
        let Some(url) = url.filter(|url| self.client.may_follow(url)) else {
            let detail = "the link is not HTTPS, or contains a user name or password";
            return Err(Error::new(ErrorKind::Bundle, Some(&DOWNLOAD), detail));
        };
        Ok(Call::of_link(self.client, url))
    }

    /// Sends the request, writes the body to a file, and returns its length in bytes: see
    /// [`Chunks::to_file`].
    ///
    /// # Errors
    ///
    /// Fails as [`chunks`](Self::chunks) and [`Chunks::to_file`] do.
    pub async fn to_file(self, path: impl AsRef<Path>) -> Result<u64, Error> {
        self.chunks().await?.into_inner().to_file(path).await
    }
}

impl Chunks {
    /// Writes the body to a file and returns its length in bytes.
    ///
    /// Creates or replaces the file atomically, once the body is complete and synced to disk. If
    /// the download fails or is dropped, an existing file stays as it was. A read-only file is
    /// replaced too; symbolic links are followed.
    ///
    /// The body is first written to a temporary file in the same folder, `.l10n-*.part`. If a
    /// process is killed, its temporary file stays.
    ///
    /// # Errors
    ///
    /// Fails if the body is incomplete, and with [`Io`](crate::ErrorKind::Io) if the file cannot be
    /// written, or if `path` is not a regular file.
    pub async fn to_file(mut self, path: impl AsRef<Path>) -> Result<u64, Error> {
        let path = path.as_ref();
        // The target of a link need not exist.
        let of_link = |_| fs::read_link(path).map(|to| path.with_file_name("").join(to));
        let target = fs::canonicalize(path).or_else(of_link);
        let path = target.as_deref().unwrap_or(path);
        let failed = |error| Error::io("write", path, error);
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new("."));
        let (file, part) = part_of(path, folder).map_err(failed)?.into_parts();
        let (mut file, mut length) = (File::from_std(file), 0);
        while let Some(chunk) = self.next().await {
            let chunk = chunk?;
            file.write_all(&chunk).await.map_err(failed)?;
            length += chunk.len() as u64;
        }
        file.flush().await.map_err(failed)?;
        file.sync_all().await.map_err(failed)?;
        part.persist(path).map_err(|error| failed(error.error))?;
        Ok(length)
    }
}

/// Creates a temporary file for the target in its folder, with the target's permissions.
fn part_of(target: &Path, folder: &Path) -> io::Result<NamedTempFile> {
    let found = fs::metadata(target).ok();
    if found.as_ref().is_some_and(|found| !found.is_file()) {
        let reason = "not a regular file: write the chunks to it yourself";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
    }
    let mut settings = tempfile::Builder::new();
    settings.prefix(".l10n-").suffix(".part");
    #[cfg(unix)]
    settings.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let part = settings.tempfile_in(folder)?;
    if let Some(found) = found {
        part.as_file().set_permissions(found.permissions())?;
    }
    Ok(part)
}
