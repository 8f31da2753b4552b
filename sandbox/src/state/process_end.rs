//! Ends of processes that are asked for: how a process fails, or is cancelled, on purpose.

use serde::{Deserialize, Serialize};

/// How a process ends in place of finishing. What it was to do does not happen.
///
/// ```
/// use l10n_sandbox::{EndStatus, ProcessEnd, ProcessType};
///
/// let end = ProcessEnd::failed("The disk is full").of(ProcessType::Import);
/// assert_eq!(end.status, EndStatus::Failed);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProcessEnd {
    /// The status it ends with.
    pub status: EndStatus,
    /// The reason, as the process tells it.
    #[serde(default = "no_reason")]
    pub message: String,
    /// Which processes this can befall, where the next one is meant; any, when there is none.
    #[serde(rename = "type", default, skip_serializing_if = "Option::is_none")]
    pub of: Option<ProcessType>,
}

/// A status with which a process ends that does not finish.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndStatus {
    /// It could not be done.
    Failed,
    /// Somebody stopped it.
    Cancelled,
}

/// A type of processes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProcessType {
    /// The import of an uploaded file.
    #[serde(rename = "file-import")]
    Import,
    /// An asynchronous export.
    #[serde(rename = "async-export")]
    Export,
}

impl ProcessEnd {
    /// It fails, for this reason.
    pub fn failed(message: impl Into<String>) -> Self {
        Self { status: EndStatus::Failed, message: message.into(), of: None }
    }

    /// It is cancelled, for this reason.
    pub fn cancelled(message: impl Into<String>) -> Self {
        Self { status: EndStatus::Cancelled, ..Self::failed(message) }
    }

    /// Only a process of this type.
    #[must_use]
    pub fn of(self, kind: ProcessType) -> Self {
        Self { of: Some(kind), ..self }
    }
}

/// Why a process was not ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NotEnded {
    /// There is no process with this id.
    #[error("no process has this id")]
    Unknown,
    /// It has ended already.
    #[error("the process has already ended")]
    Ended,
}

fn no_reason() -> String {
    "Ended by a request to the control server".to_owned()
}
