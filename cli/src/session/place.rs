//! Where the tokens of a user are kept: the system's keyring where there is one, or else a file
//! that nobody else can read; one entry, or file, for each service.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use l10n_client::url::Url;
use tempfile::NamedTempFile;

use super::{Kept, folder, keyring};
use crate::exit::{Done, Failure};

/// The place for one service.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    /// Of the service, in the keyring.
    name: String,
    path: PathBuf,
    /// Whether the user has named the folder: then the keyring is left alone.
    is_given: bool,
}

impl Place {
    /// The place for the service at this address.
    pub(crate) fn of(base_url: &str) -> Done<Self> {
        let url = Url::parse(base_url)
            .map_err(|error| Failure::usage(format!("the base URL `{base_url}`: {error}")))?;
        let host = url.host_str().unwrap_or_default();
        let port = url.port().map(|port| format!("-{port}"));
        let is_plain =
            |character: char| character.is_ascii_alphanumeric() || "-.".contains(character);
        let host = host.replace(|character| !is_plain(character), "_");
        let name = format!("{host}{}", port.unwrap_or_default());
        let (folder, is_given) = folder()?;
        let path = folder.join(format!("{name}.json"));
        Ok(Self { name, path, is_given })
    }

    /// What is kept; nothing where nobody has signed in.
    pub(crate) fn load(&self) -> Done<Option<Kept>> {
        self.read().map_err(|error| Failure::local("read the tokens in", &self.path, &error))
    }

    pub(super) fn read(&self) -> io::Result<Option<Kept>> {
        if !self.is_given
            && let Some(text) = keyring::load(&self.name)
        {
            return Ok(Some(serde_json::from_str(&text)?));
        }
        let file = match File::open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file?,
        };
        refuse_shared(&file)?;
        Ok(Some(serde_json::from_reader(io::BufReader::new(file))?))
    }

    /// Keeps them, and says where.
    pub(crate) fn save(&self, kept: &Kept) -> Done<String> {
        self.write(kept).map_err(|error| Failure::local("keep tokens in", &self.path, &error))
    }

    pub(super) fn write(&self, kept: &Kept) -> io::Result<String> {
        let text = serde_json::to_string(kept)?;
        if !self.is_given && keyring::save(&self.name, &text) {
            // An older one would be of no use, and a secret nevertheless.
            self.remove_file()?;
            return Ok("the keyring".to_owned());
        }
        self.write_file(&text)?;
        if !self.is_given {
            keyring::forget(&self.name);
        }
        Ok(self.path.display().to_string())
    }

    /// Whole or not at all, whenever the process ends.
    fn write_file(&self, text: &str) -> io::Result<()> {
        // Made with the mode 0600, as temporary files are.
        let mut new = NamedTempFile::new_in(self.make_folder()?)?;
        new.write_all(text.as_bytes())?;
        new.as_file().sync_all()?;
        new.persist(&self.path)?;
        Ok(())
    }

    /// Forgets what is kept; false where nothing was.
    pub(crate) fn forget(&self) -> Done<bool> {
        let was_in_keyring = !self.is_given && keyring::forget(&self.name);
        let was_in_file = self.remove_file();
        let was_in_file = was_in_file.map_err(|error| Failure::local("remove", &self.path, &error));
        Ok(was_in_file? || was_in_keyring)
    }

    fn remove_file(&self) -> io::Result<bool> {
        match fs::remove_file(&self.path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// A file to lock, so that one process at a time refreshes.
    pub(super) fn lock_file(&self) -> io::Result<File> {
        self.make_folder()?;
        let path = self.path.with_extension("lock");
        File::options().create(true).append(true).open(path)
    }

    fn make_folder(&self) -> io::Result<&Path> {
        let folder = self.path.parent().unwrap_or(Path::new("."));
        let mut builder = fs::DirBuilder::new();
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.recursive(true).create(folder)?;
        Ok(folder)
    }
}

/// A file that others can read has been read by them, for all one knows.
#[cfg(unix)]
fn refuse_shared(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;

    match file.metadata()?.permissions().mode() & 0o077 {
        0 => Ok(()),
        mode => Err(io::Error::other(format!(
            "others can read it, by its mode {:o}: `chmod 600` it, or sign in again",
            mode | 0o600
        ))),
    }
}

#[cfg(not(unix))]
fn refuse_shared(_: &File) -> io::Result<()> {
    Ok(())
}
