//! The report of a push, or of a dry run.

use std::sync::Arc;

use serde::Serialize;

use crate::compare::TextChange;
use crate::workspace::LocalFile;

/// The result of a push, or of a dry run.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct PushReport {
    /// The files in the order of their upload, those of the base language first.
    pub files: Vec<PushedFile>,
    /// The files of the service that no group matches, if the push compared the files.
    pub unmatched: Vec<SkippedFile>,
    /// The branch that a push would create.
    pub new_branch: Option<String>,
}

impl PushReport {
    /// Returns whether no file failed or was blocked, and no text is a conflict.
    pub fn is_complete(&self) -> bool {
        self.failed().next().is_none() && self.files.iter().all(|file| file.conflicts.is_empty())
    }

    /// Returns the files that failed or were blocked.
    pub fn failed(&self) -> impl Iterator<Item = &PushedFile> {
        self.files.iter().filter(|file| file.state.is_failure())
    }
}

/// A file of the service that leads to no path of the configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct SkippedFile {
    /// The name in the bundle.
    pub name: String,
    /// Why it was skipped, and what to do.
    pub reason: String,
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
    /// The id of the process that imports it.
    pub process_id: Option<String>,
    /// Why it was not sent or failed, and what to do.
    pub reason: Option<String>,
    /// The error of the call that failed.
    #[serde(skip)]
    pub error: Option<Arc<l10n_client::Error>>,
    /// The texts that the push changes at the service; `None` if they were not compared.
    pub texts: Option<Vec<TextChange>>,
    /// The keys of `texts` that the service had before, without a text: someone may have cleared it
    /// there.
    pub filled: Vec<String>,
    /// The texts that differ at the service, which keeps its own.
    pub kept: Vec<TextChange>,
    /// The texts that were changed both here and at the service since the revision of
    /// [`PushOptions::changed_since`](crate::PushOptions::changed_since). Neither is changed.
    pub conflicts: Vec<TextChange>,
    /// The keys that are not sent, because they are not finished: fuzzy, or in a state such as
    /// `new`.
    pub unfinished: Vec<String>,
    /// The keys that are not sent, because the base language lacks them.
    pub unknown: Vec<String>,
    /// What is sent; `None` for the file as it is.
    #[serde(skip)]
    pub(crate) content: Option<Vec<u8>>,
    /// Whether the texts replace those of the service.
    #[serde(skip)]
    pub(crate) replaces: bool,
}

/// The result of a file of a push.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum PushState {
    /// A push would send the file.
    #[default]
    Planned,
    /// The import added or changed texts.
    Imported,
    /// There was nothing to send, or the import changed nothing.
    #[serde(rename = "no_changes")]
    Unchanged,
    /// The import is queued.
    Queued,
    /// The file was not sent, because its file of the base language is not here.
    Skipped,
    /// The file is not valid, or the upload or the import failed.
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
            Self::Planned => "planned",
            Self::Imported => "imported",
            Self::Unchanged => "no changes",
            Self::Queued => "queued",
            Self::Skipped => "skipped",
            Self::Failed => "failed",
            Self::Blocked => "blocked",
        }
    }
}

impl PushedFile {
    /// Sets a result that is no success.
    pub(crate) fn end(&mut self, state: PushState, reason: impl Into<String>) {
        self.state = state;
        self.reason = Some(reason.into());
    }
}
