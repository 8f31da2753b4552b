//! The report of a push.

use std::sync::Arc;

use crate::workspace::LocalFile;

/// The result of a push.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct PushReport {
    /// The files, in the order of the plan.
    pub files: Vec<PushedFile>,
}

impl PushReport {
    /// Returns whether no file failed or was blocked.
    pub fn is_complete(&self) -> bool {
        self.failed().next().is_none()
    }

    /// Returns the files that failed or were blocked.
    pub fn failed(&self) -> impl Iterator<Item = &PushedFile> {
        self.files.iter().filter(|file| file.state.is_failure())
    }
}

/// A file of a push, and its result.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PushedFile {
    /// The file.
    pub file: LocalFile,
    /// The result.
    pub state: PushState,
    /// The id of the process that imports it.
    pub process_id: Option<String>,
    /// Why it failed, and what to do.
    pub reason: Option<String>,
    /// The error of the call that failed.
    pub error: Option<Arc<l10n_client::Error>>,
}

/// The result of a file of a push.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PushState {
    /// The import added or changed texts.
    Imported,
    /// The import changed nothing.
    Unchanged,
    /// The import is queued.
    Queued,
    /// The upload or the import failed.
    Failed,
    /// The file was not uploaded: the project lacks its language, or its file of the base language
    /// failed.
    Blocked,
}

impl PushState {
    /// Returns whether the file failed or was blocked.
    pub fn is_failure(self) -> bool {
        matches!(self, Self::Failed | Self::Blocked)
    }

    /// Returns the name of the state, such as `no changes`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Imported => "imported",
            Self::Unchanged => "no changes",
            Self::Queued => "queued",
            Self::Failed => "failed",
            Self::Blocked => "blocked",
        }
    }
}

impl PushedFile {
    pub(crate) fn new(file: LocalFile, state: PushState, reason: Option<String>) -> Self {
        Self { file, state, reason, process_id: None, error: None }
    }
}
