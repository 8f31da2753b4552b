//! Processes, which go on after the response, one state at a time.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// The types of processes.
pub(crate) const IMPORT: &str = "file-import";
pub(crate) const EXPORT: &str = "async-export";

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Process {
    /// Ids rise with time.
    #[serde(rename = "process_id")]
    pub(crate) id: String,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) status: ProcessStatus,
    pub(crate) message: String,
    pub(crate) created_by: u64,
    pub(crate) created_at: i64,
    /// As in responses, without what follows from the rest.
    pub(crate) details: Value,
    /// The body of the request, without the file of an upload.
    #[serde(skip)]
    pub(crate) options: Value,
    /// The file of an upload in Base64, until it has ended.
    #[serde(skip)]
    pub(crate) data: Arc<str>,
    /// The bundle of an export, once there is one.
    #[serde(skip)]
    pub(crate) bundle: Option<Uuid>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ProcessStatus {
    #[default]
    Queued,
    PreProcessing,
    Running,
    PostProcessing,
    Finished,
    Failed,
    Cancelled,
}

impl ProcessStatus {
    /// The state after this one, when nothing goes wrong.
    pub(crate) fn next(self) -> Option<Self> {
        match self {
            Self::Queued => Some(Self::PreProcessing),
            Self::PreProcessing => Some(Self::Running),
            Self::Running => Some(Self::PostProcessing),
            Self::PostProcessing => Some(Self::Finished),
            Self::Finished | Self::Failed | Self::Cancelled => None,
        }
    }
}
