//! What a push reports.

use std::sync::Arc;

use crate::workspace::LocalFile;

/// How a push has ended.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct PushReport {
    /// The files, in the order of the plan.
    pub files: Vec<PushedFile>,
}

impl PushReport {
    /// Whether every file has reached the service.
    pub fn is_complete(&self) -> bool {
        self.failed().next().is_none()
    }

    /// The files that have not reached the service.
    pub fn failed(&self) -> impl Iterator<Item = &PushedFile> {
        self.files.iter().filter(|file| file.state.is_failure())
    }
}

/// A file of a push, and how it ended.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct PushedFile {
    /// The file.
    pub file: LocalFile,
    /// How it ended.
    pub state: PushState,
    /// The process that imported it.
    pub process_id: Option<String>,
    /// Why it failed, and what to do.
    pub reason: Option<String>,
    /// The error of the call that failed.
    pub error: Option<Arc<l10n_client::Error>>,
}

/// How a file of a push ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PushState {
    /// The import has added or changed texts.
    Imported,
    /// The import has found nothing new.
    Unchanged,
    /// The import is queued.
    Queued,
    /// The upload or the import failed.
    Failed,
    /// The file was not sent, because of its language or a file of the base language.
    Blocked,
}

impl PushState {
    /// Whether the file has not reached the service.
    pub fn is_failure(self) -> bool {
        matches!(self, Self::Failed | Self::Blocked)
    }

    /// Its name in reports.
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
