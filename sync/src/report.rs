//! The report of a push, or of a dry run.

use std::sync::Arc;

use serde::Serialize;

use crate::account::Item;
use crate::workspace::LocalFile;

/// The result of a push, or of a dry run.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct PushReport {
    /// The files, those of the base language first.
    pub files: Vec<PushedFile>,
    /// The branch that a push would create.
    pub new_branch: Option<String>,
    /// The error of the request that ended the push.
    pub error: Option<Arc<l10n_client::Error>>,
}

impl PushReport {
    /// Returns whether each text was sent or is at the service, or has a reason that is no problem.
    pub fn is_complete(&self) -> bool {
        self.error.is_none() && self.files.iter().all(PushedFile::is_complete)
    }

    /// Returns the number of files in a state.
    pub fn count(&self, state: PushState) -> usize {
        self.files.iter().filter(|file| file.state == state).count()
    }
}

/// A file of a push, and its result.
#[derive(Debug, Clone, Default, Serialize)]
#[non_exhaustive]
pub struct PushedFile {
    /// The file.
    #[serde(flatten)]
    pub file: LocalFile,
    /// The result.
    pub state: PushState,
    /// Why it was not sent, and what to do.
    pub reason: Option<String>,
    /// All texts of the file, and what happens to each.
    #[serde(skip)]
    pub items: Vec<Item>,
}

impl PushedFile {
    /// Returns whether no text of the file is a problem.
    pub fn is_complete(&self) -> bool {
        !self.state.is_failure() && !self.items.iter().any(Item::is_problem)
    }

    /// Returns the texts that the push changes at the service.
    pub fn changes(&self) -> impl Iterator<Item = &Item> {
        self.items.iter().filter(|item| item.is_change())
    }
}

/// The result of a file of a push.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PushState {
    /// A push would send texts of the file.
    Planned,
    /// Texts of the file were sent.
    Sent,
    /// There was nothing to send.
    #[default]
    #[serde(rename = "no_changes")]
    Unchanged,
    /// The file was not sent, because its file of the base language is not here.
    Skipped,
    /// The file is not valid, or no text was accepted.
    Failed,
    /// The file was not sent: the project lacks its language, or its file of the base language
    /// failed.
    Blocked,
}

impl PushState {
    /// Returns whether the file failed or was blocked.
    pub fn is_failure(self) -> bool {
        matches!(self, Self::Failed | Self::Blocked)
    }
}

/// A file of the service that leads to no path of the configuration.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct SkippedFile {
    /// The name at the service.
    pub name: String,
    /// Why it was skipped, and what to do.
    pub reason: String,
}
