//! Downloads to a file, which is replaced atomically.

use std::io;
use std::path::Path;

use tempfile::NamedTempFile;
use tokio::fs::File;
use tokio::io::AsyncWriteExt as _;

use crate::call::chunks::Chunks;
use crate::error::Error;

impl Chunks {
    /// Writes the body to a file and returns its length in bytes.
    ///
    /// Creates or replaces the file atomically, once the body is complete and synced to disk. If
    /// the download fails or is dropped, an existing file stays as it was. A read-only file is
    /// replaced too; symbolic links are followed.
    ///
    /// ```no_run
    /// # async fn example(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
    /// let export = client.export_files("garnet-7041.26", "json").send().await?;
    /// let bundle = client.download(&export.bundle_url).await?.into_inner();
    /// println!("{} bytes", bundle.to_file("bundle.zip").await?);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if the body is incomplete, and with [`Io`](crate::ErrorKind::Io) if the file cannot be
    /// written, or if `path` is not a regular file.
    pub async fn to_file(mut self, path: impl AsRef<Path>) -> Result<u64, Error> {
        let path = path.as_ref();
        let target = std::fs::canonicalize(path);
        let path = target.as_deref().unwrap_or(path);
        let failed = |error| Error::io("write", path, error);
        let (file, part) = part_beside(path).map_err(failed)?.into_parts();
        let (mut file, mut length) = (File::from_std(file), 0);
        while let Some(chunk) = self.next().await {
            let chunk = chunk?;
            file.write_all(&chunk).await.map_err(failed)?;
            length += chunk.len() as u64;
        }
        file.flush().await.map_err(failed)?;
        file.sync_all().await.map_err(failed)?;
        drop(file);
        part.persist(path).map_err(|error| failed(error.error))?;
        Ok(length)
    }
}

/// Creates a temporary file in the directory of the target, with the target's permissions.
fn part_beside(target: &Path) -> io::Result<NamedTempFile> {
    let found = std::fs::metadata(target).ok();
    if found.as_ref().is_some_and(|found| !found.is_file()) {
        let reason = "not a regular file: write the chunks to it yourself";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
    }
    let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty());
    let mut settings = tempfile::Builder::new();
    settings.prefix(".l10n-").suffix(".part");
    #[cfg(unix)]
    settings.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let part = settings.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    if let Some(found) = found {
        part.as_file().set_permissions(found.permissions())?;
    }
    Ok(part)
}
