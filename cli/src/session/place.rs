//! Stores the tokens of a user, one entry per service: in the system's keyring if there is one,
//! otherwise in a file that only the user can read.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use l10n_client::url::Url;
use l10n_client::{OAuthTokens, Secret};
use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use super::{folder, keyring};
use crate::exit::{Failure, Result};

/// The tokens of a user, and the application and server that refresh them.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct StoredSignIn {
    pub(crate) auth_url: String,
    pub(crate) client_id: String,
    pub(crate) client_secret: Secret,
    pub(crate) tokens: OAuthTokens,
}

/// Where the tokens for one service are stored.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    name: String,
    path: PathBuf,
    /// Whether `L10N_CREDENTIALS` names the folder: then the keyring is not used.
    is_given: bool,
}

impl Place {
    /// Returns the place for the service at this address.
    pub(crate) fn of(base_url: &str) -> Result<Self> {
        let url = Url::parse(base_url)
            .map_err(|error| Failure::usage(format!("invalid base URL `{base_url}`: {error}")))?;
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

    /// Loads the tokens; `None` if nobody has signed in.
    pub(crate) fn load(&self) -> Result<Option<StoredSignIn>> {
        self.read().map_err(|error| Failure::local("read the tokens in", &self.path, &error))
    }

    pub(super) fn read(&self) -> io::Result<Option<StoredSignIn>> {
        if !self.is_given
            && let Some(text) = keyring::load(&self.name)
        {
            return Ok(Some(serde_json::from_str(&text)?));
        }
        let file = match File::open(&self.path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file?,
        };
        check_private(&file)?;
        Ok(Some(serde_json::from_reader(io::BufReader::new(file))?))
    }

    /// Saves the tokens. Returns where.
    pub(crate) fn save(&self, stored: &StoredSignIn) -> Result<String> {
        self.write(stored).map_err(|error| Failure::local("save the tokens in", &self.path, &error))
    }

    pub(super) fn write(&self, stored: &StoredSignIn) -> io::Result<String> {
        let text = serde_json::to_string(stored)?;
        if !self.is_given && keyring::save(&self.name, &text) {
            // An older file is useless, but still a secret.
            self.remove_file()?;
            return Ok("the keyring".to_owned());
        }
        self.write_file(&text)?;
        if !self.is_given {
            keyring::forget(&self.name);
        }
        Ok(self.path.display().to_string())
    }

    /// Replaces the file atomically.
    fn write_file(&self, text: &str) -> io::Result<()> {
        // Temporary files have mode 0600.
        let mut new = NamedTempFile::new_in(self.make_folder()?)?;
        new.write_all(text.as_bytes())?;
        new.as_file().sync_all()?;
        new.persist(&self.path)?;
        Ok(())
    }

    /// Deletes the tokens. Returns whether there were any.
    pub(crate) fn forget(&self) -> Result<bool> {
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

    /// Opens the file that a process locks to refresh the tokens.
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

/// Fails if other users can read the file.
#[cfg(unix)]
fn check_private(file: &File) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;

    match file.metadata()?.permissions().mode() & 0o077 {
        0 => Ok(()),
        mode => Err(io::Error::other(format!(
            "other users can read it (mode {:o}): run `chmod 600` on it, or sign in again",
            mode | 0o600
        ))),
    }
}

#[cfg(not(unix))]
fn check_private(_: &File) -> io::Result<()> {
    Ok(())
}
