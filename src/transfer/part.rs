//! A bundle on its way to the disk: a temporary file, and what is known of the whole.

use std::fs::{File, Permissions};
use std::path::{Path, PathBuf};

use reqwest::header::{ACCEPT_RANGES, CONTENT_RANGE, ETAG, HeaderMap, HeaderValue, LAST_MODIFIED};
use tempfile::TempPath;

use crate::error::Error;
use crate::transfer::blocking::blocking;
use crate::transfer::link::Link;
use crate::transfer::writer::Writer;

/// What has come of a bundle. Dropping it removes its file.
pub(super) struct Part {
    file: Writer,
    path: TempPath,
    received: u64,
    /// The most that was ever received: what starts over is no progress until it gets beyond.
    furthest: u64,
    /// The length of the whole, where the host announces it.
    total: Option<u64>,
    origin: Option<Origin>,
}

/// Where the rest of a bundle can be had.
struct Origin {
    link: Link,
    validator: HeaderValue,
}

/// A request for what is missing.
pub(super) struct Missing {
    pub(super) range: String,
    pub(super) if_range: HeaderValue,
}

impl Part {
    /// An empty temporary file in `folder`.
    pub(super) async fn create(folder: PathBuf) -> Result<Self, Error> {
        let path = folder.clone();
        let made = blocking(&path, move || {
            let mut settings = tempfile::Builder::new();
            settings.prefix(".l10n-").suffix(".part");
            if let Some(permissions) = permissions() {
                settings.permissions(permissions);
            }
            settings
                .tempfile_in(&folder)
                .map_err(|error| Error::io("make a temporary file in", &folder, error))
        });
        let (file, path) = made.await?.into_parts();
        Ok(Self {
            file: Writer::new(file),
            path,
            received: 0,
            furthest: 0,
            total: None,
            origin: None,
        })
    }

    pub(super) fn received(&self) -> u64 {
        self.received
    }

    pub(super) fn furthest(&self) -> u64 {
        self.furthest
    }

    pub(super) fn total(&self) -> Option<u64> {
        self.total
    }

    /// Whether everything has come that was announced.
    pub(super) fn is_whole(&self) -> bool {
        self.total == Some(self.received)
    }

    /// What is missing, where some has come, and its host can send the rest.
    pub(super) fn missing(&self, link: &Link) -> Option<Missing> {
        let origin = self.origin.as_ref()?;
        (self.received > 0 && origin.link.is_same_resource(link)).then(|| Missing {
            range: format!("bytes={}-", self.received),
            if_range: origin.validator.clone(),
        })
    }

    /// Starts over: a whole bundle comes, announced by these headers.
    pub(super) async fn start(
        &mut self,
        link: &Link,
        headers: &HeaderMap,
        total: Option<u64>,
    ) -> Result<(), Error> {
        if self.received > 0 {
            self.file.truncate(&self.path).await?;
        }
        self.received = 0;
        self.total = total;
        let has_ranges = headers
            .get(ACCEPT_RANGES)
            .is_some_and(|unit| unit == "bytes");
        self.origin = validator(headers)
            .filter(|_| has_ranges && total.is_some())
            .map(|validator| Origin {
                link: link.clone(),
                validator,
            });
        Ok(())
    }

    /// Whether these headers announce exactly what is missing.
    pub(super) fn continues(&self, headers: &HeaderMap) -> bool {
        let expected = self.total.map(|total| {
            format!(
                "bytes {}-{}/{total}",
                self.received,
                total.saturating_sub(1)
            )
        });
        let same = match (&self.origin, validator(headers)) {
            (Some(origin), Some(validator)) => origin.validator == validator,
            (origin, _) => origin.is_some(),
        };
        let announced = headers
            .get(CONTENT_RANGE)
            .and_then(|range| range.to_str().ok());
        same && announced.is_some() && announced == expected.as_deref()
    }

    /// Asks for no range any more: its host cannot be trusted with one.
    pub(super) fn forget_origin(&mut self) {
        self.origin = None;
    }

    pub(super) async fn append(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let count = bytes.len() as u64;
        self.file.write(&self.path, bytes).await?;
        self.received += count;
        self.furthest = self.furthest.max(self.received);
        Ok(())
    }

    /// Puts the bundle under its name, in one step, once it is safely on the disk.
    pub(super) async fn persist(self, target: &Path) -> Result<u64, Error> {
        let received = self.received;
        let (file, path) = self.into_file().await?;
        let name = target.to_owned();
        blocking(target, move || {
            file.sync_all()
                .map_err(|error| Error::io("write", &name, error))?;
            drop(file);
            path.persist(&name)
                .map_err(|error| Error::io("replace", &name, error.error))?;
            sync_folder(&name);
            Ok(received)
        })
        .await
    }

    /// The file with all that was received, and the path that removes it.
    pub(super) async fn into_file(self) -> Result<(File, TempPath), Error> {
        let Self { file, path, .. } = self;
        Ok((file.finish(&path).await?, path))
    }
}

/// What tells a bundle from its successor (RFC 9110, 13.1.5): a strong entity tag, or else a date.
fn validator(headers: &HeaderMap) -> Option<HeaderValue> {
    match headers.get(ETAG) {
        Some(tag) => (!tag.as_bytes().starts_with(b"W/")).then(|| tag.clone()),
        None => headers.get(LAST_MODIFIED).cloned(),
    }
}

/// Those of any new file: temporary ones are their owner's alone.
#[cfg(unix)]
fn permissions() -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    Some(Permissions::from_mode(0o666))
}

#[cfg(not(unix))]
fn permissions() -> Option<Permissions> {
    None
}

/// Writes the new name of a file to the disk, where the system can do that; the file is whole either way.
fn sync_folder(file: &Path) {
    if cfg!(unix)
        && let Some(folder) = file.parent()
        && let Ok(folder) = std::fs::File::open(folder)
    {
        let _ = folder.sync_all();
    }
}
