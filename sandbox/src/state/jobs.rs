//! Processes, which go on after the response, one state at a time.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use uuid::Uuid;

/// The types of processes.
pub(crate) const IMPORT: &str = "file-import";
pub(crate) const EXPORT: &str = "async-export";

pub(crate) const FINISHED: &str = "finished";

#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(crate) struct Process {
    /// Ids rise with time.
    #[serde(rename = "process_id")]
    pub(crate) id: String,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    pub(crate) status: String,
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

/// What a process that goes on goes through, and its end unless it fails.
const STATES: [&str; 5] = ["queued", "pre_processing", "running", "post_processing", FINISHED];

impl Process {
    pub(crate) const FIRST: &str = STATES[0];

    /// The state after this one, unless it has ended.
    pub(crate) fn next(&self) -> Option<&'static str> {
        let mut states = STATES.windows(2);
        states.find(|pair| pair[0] == self.status).map(|pair| pair[1])
    }
}
