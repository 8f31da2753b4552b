//! What takes its time at the end of a process: done on copies, before the data are locked.

use bytes::Bytes;
use serde_json::Value;

use super::processes;
use crate::content::{self, Parsed, Upload};
use crate::server::Settings;
use crate::state::{Branch, ProcessStatus, State, Task};

/// Work that needs nothing but what it holds.
pub(super) enum Heavy {
    Parse(Upload),
    Bundle {
        project: String,
        branch: Box<Branch>,
        options: Value,
        filler: usize,
    },
}

/// What heavy work has led to.
pub(super) enum Done {
    Parsed(Parsed),
    Bundled(Result<Bytes, String>),
}

impl Heavy {
    /// What a process needs to be done to finish, where that is its next step.
    pub(super) fn of(state: &State, id: &str, settings: &Settings) -> Option<Self> {
        let (place, index) = processes::find(state, id)?;
        let project = &state.projects[place.project];
        let branch = &project.branches[place.branch];
        let process = &branch.processes[index];
        if process.status.next() != Some(ProcessStatus::Finished) {
            return None;
        }
        Some(match &process.task {
            Task::Import(work) => Self::Parse(Upload::new(branch, &work.options, &work.content)),
            Task::Export(work) => Self::Bundle {
                project: project.name.clone(),
                branch: Box::new(branch.clone()),
                options: work.options.clone(),
                filler: settings.load.bundle_filler,
            },
        })
    }

    pub(super) fn work(self) -> Done {
        match self {
            Self::Parse(upload) => Done::Parsed(upload.parse()),
            Self::Bundle {
                project,
                branch,
                options,
                filler,
            } => Done::Bundled(content::export(&project, &branch, &options, filler)),
        }
    }
}
