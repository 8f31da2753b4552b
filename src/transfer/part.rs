//! A bundle on its way to the disk: a temporary file, and what is known of the whole.

use std::fs::{self, File, Permissions};
use std::path::Path;

use reqwest::header::{CONTENT_TYPE, HeaderMap};
use tempfile::{NamedTempFile, TempPath};

use crate::error::Error;
use crate::transfer::blocking::blocking;
use crate::transfer::disk::{finish, folder_of, permissions_at, persist, sync_folder};
use crate::transfer::ending::Directory;
use crate::transfer::leftover;
use crate::transfer::writer::Writer;

#[cfg(feature = "zip")]
use crate::transfer::extract::clear;

/// Removes what pulls have left that are no more.
#[cfg(not(feature = "zip"))]
fn clear(folder: &Path, own: &fs::Metadata) {
    leftover::clear(folder, own, |_| {});
}

/// The length of what a zip archive begins with.
const SIGNATURE: usize = 4;

/// What has come of a bundle. Dropping it removes its file.
pub(crate) struct Part {
    file: Writer,
    path: TempPath,
    /// The first bytes, which tell what it is.
    beginning: Vec<u8>,
    received: u64,
    /// The length of the whole, where the host announces it.
    total: Option<u64>,
    /// What the host says that it is, where errors may show it.
    content_type: Option<&'static str>,
}

impl Part {
    /// An empty temporary file in the folder of `target`, after what pulls have left there that are
    /// no more is gone.
    pub(crate) async fn beside(target: &Path) -> Result<Self, Error> {
        let place = target.to_owned();
        let made = blocking(target, move || {
            if place.is_dir() {
                return Err(Error::bad_place(&place, "it is a folder"));
            }
            let folder = folder_of(&place);
            let made = create(folder, permissions_at(&place))?;
            if let Ok(own) = made.as_file().metadata() {
                clear(folder, &own);
            }
            Ok(made)
        });
        Ok(Self::new(made.await?))
    }

    /// An empty temporary file in a folder that is temporary itself.
    #[cfg(feature = "zip")]
    pub(super) async fn within(folder: &Path) -> Result<Self, Error> {
        let place = folder.to_owned();
        let made = blocking(folder, move || create(&place, None));
        Ok(Self::new(made.await?))
    }

    /// An empty temporary file in the system's folder for these, for its owner alone. It has no
    /// name any more where the system can do without, so that nothing is left of it.
    pub(super) async fn spooled() -> Result<Self, Error> {
        let folder = std::env::temp_dir();
        let place = folder.clone();
        let made = blocking(&folder, move || {
            let made = NamedTempFile::new_in(&place);
            let made =
                made.map_err(|error| Error::io("make a temporary file in", &place, error))?;
            if cfg!(unix) {
                let _ = fs::remove_file(made.path());
            }
            Ok(made)
        });
        Ok(Self::new(made.await?))
    }

    fn new(made: NamedTempFile) -> Self {
        let (file, path) = made.into_parts();
        Self {
            file: Writer::new(file),
            path,
            beginning: Vec::new(),
            received: 0,
            total: None,
            content_type: None,
        }
    }

    pub(super) fn received(&self) -> u64 {
        self.received
    }

    pub(super) fn total(&self) -> Option<u64> {
        self.total
    }

    /// Starts over: a whole bundle comes, announced by these headers.
    pub(super) async fn start(
        &mut self,
        headers: &HeaderMap,
        total: Option<u64>,
    ) -> Result<(), Error> {
        if self.received > 0 {
            self.file.truncate(&self.path).await?;
        }
        self.beginning.clear();
        self.received = 0;
        self.total = total;
        self.content_type = content_type(headers);
        Ok(())
    }

    pub(crate) async fn append(&mut self, bytes: &[u8]) -> Result<(), Error> {
        let count = bytes.len() as u64;
        let missing = SIGNATURE - self.beginning.len();
        self.beginning.extend(bytes.iter().take(missing));
        self.file.write(&self.path, bytes).await?;
        self.received += count;
        Ok(())
    }

    /// # Errors
    ///
    /// What comes, or has come, is no zip archive.
    pub(super) fn check_signature(&self, has_ended: bool) -> Result<(), Error> {
        const WITH_FILES: &[u8] = b"PK\x03\x04";
        const EMPTY: &[u8] = b"PK\x05\x06";
        let beginning = self.beginning.as_slice();
        let may_be = |signature: &[u8]| match has_ended {
            true => beginning == signature,
            false => signature.starts_with(beginning),
        };
        if may_be(WITH_FILES) || may_be(EMPTY) {
            return Ok(());
        }
        let length = match self.total {
            Some(total) => format!("{total} bytes"),
            None if has_ended => format!("{} bytes", self.received),
            None => "something".to_owned(),
        };
        let kind = self
            .content_type
            .map(|kind| format!(" of the type `{kind}`"));
        Err(Error::bundle(format!(
            "what came is no zip archive: {length}{}",
            kind.unwrap_or_default()
        )))
    }

    /// Whether what has come goes to the end of a zip archive. An end of the answer alone proves
    /// nothing: what breaks in the middle may look the same.
    pub(super) async fn has_end(&mut self) -> Result<bool, Error> {
        let found = self.file.look(&self.path, Directory::find).await?;
        Ok(found.is_some())
    }

    /// Puts the bundle under its name, in one step, once it is safely on the disk.
    pub(crate) async fn persist(self, target: &Path) -> Result<u64, Error> {
        let received = self.received;
        let (file, path) = self.into_file().await?;
        let name = target.to_owned();
        blocking(target, move || {
            finish(&file, permissions_at(&name))
                .map_err(|error| Error::io("write", &name, error))?;
            persist(path, &name).map_err(|error| Error::io("replace", &name, error))?;
            // Its lock has kept others from it until it had its name.
            drop(file);
            sync_folder(folder_of(&name));
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

/// What a host says that it sends, where it is one of these. Errors show it, and a host may repeat
/// the signed link wherever it likes.
fn content_type(headers: &HeaderMap) -> Option<&'static str> {
    const KNOWN: [&str; 12] = [
        "application/gzip",
        "application/json",
        "application/octet-stream",
        "application/pdf",
        "application/x-tar",
        "application/xhtml+xml",
        "application/xml",
        "application/zip",
        "binary/octet-stream",
        "text/html",
        "text/plain",
        "text/xml",
    ];
    let told = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    let told = told.split(';').next()?.trim();
    KNOWN
        .into_iter()
        .find(|known| told.eq_ignore_ascii_case(known))
}

fn create(folder: &Path, permissions: Option<Permissions>) -> Result<NamedTempFile, Error> {
    let mut settings = tempfile::Builder::new();
    if let Some(permissions) = readable(permissions) {
        settings.permissions(permissions);
    }
    leftover::file_in(folder, &mut settings)
        .map_err(|error| Error::io("make a temporary file in", folder, error))
}

/// No more open to others than the file that is replaced, or as any new file: temporary ones are
/// their owner's alone. The owner has to be able to open it.
#[cfg(unix)]
fn readable(replaced: Option<Permissions>) -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt;
    let mode = replaced.map_or(0o666, |replaced| replaced.mode() & 0o666);
    Some(Permissions::from_mode(mode | 0o600))
}

#[cfg(not(unix))]
fn readable(_: Option<Permissions>) -> Option<Permissions> {
    None
}
