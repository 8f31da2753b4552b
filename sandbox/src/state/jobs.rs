//! Processes, which go on after the answer, one state at a time.

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

use super::process_end::{EndStatus, ProcessEnd, ProcessType};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Process {
    #[serde(rename = "process_id")]
    pub(crate) id: String,
    pub(crate) status: ProcessStatus,
    #[serde(default)]
    pub(crate) message: String,
    pub(crate) created_by: u64,
    pub(crate) created_at: i64,
    pub(crate) task: Task,
    /// How it ends in place of finishing, when that was asked for.
    #[serde(skip)]
    pub(crate) end: Option<ProcessEnd>,
}

impl Process {
    /// A new one that waits for its turn.
    pub(crate) fn queued(created_by: u64, created_at: i64, task: Task) -> Self {
        Self {
            // Ids rise with time.
            id: Uuid::now_v7().to_string(),
            status: ProcessStatus::Queued,
            message: String::new(),
            created_by,
            created_at,
            task,
            end: None,
        }
    }

    /// Ends it without its effect.
    pub(crate) fn end_as(&mut self, end: ProcessEnd) {
        self.status = end.status.into();
        self.message = end.message;
        if let Task::Import(work) = &mut self.task {
            work.content = Bytes::new();
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Task {
    Import(ImportWork),
    Export(ExportWork),
}

impl Task {
    pub(crate) fn kind(&self) -> ProcessType {
        match self {
            Self::Import(_) => ProcessType::Import,
            Self::Export(_) => ProcessType::Export,
        }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct ImportWork {
    /// The upload's body without the file.
    pub(crate) options: Value,
    /// The decoded file; released when the import has ended.
    #[serde(skip)]
    pub(crate) content: Bytes,
    pub(crate) result: ImportResult,
}

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct ImportResult {
    pub(crate) words: usize,
    /// How many keys it had.
    pub(crate) total: usize,
    pub(crate) inserted: usize,
    pub(crate) updated: usize,
    pub(crate) skipped: usize,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct ExportWork {
    pub(crate) options: Value,
    pub(crate) keys: usize,
    /// The bundle, once there is one.
    #[serde(skip)]
    pub(crate) bundle: Option<Uuid>,
    pub(crate) size: usize,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ProcessStatus {
    Queued,
    PreProcessing,
    Running,
    PostProcessing,
    #[default]
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

impl From<EndStatus> for ProcessStatus {
    fn from(status: EndStatus) -> Self {
        match status {
            EndStatus::Failed => Self::Failed,
            EndStatus::Cancelled => Self::Cancelled,
        }
    }
}
