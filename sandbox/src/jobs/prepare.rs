//! What takes its time at the end of a process: done on copies, before the data are locked.

use bytes::Bytes;
use serde_json::Value;

use super::JobId;
use crate::content::{self, Parsed, Upload};
use crate::settings::Settings;
use crate::state::{Branch, ProcessStatus, Project, State, Task};

/// What is to be prepared; it needs nothing but what it holds.
pub(crate) enum Preparation {
    Parse(Upload),
    Bundle { project: String, branch: Box<Branch>, options: Value, filler: usize },
}

pub(crate) enum Prepared {
    Parsed(Parsed),
    Bundled(Result<Bytes, String>),
}

impl Preparation {
    /// What a job needs to be done to finish, where that is its next step.
    pub(crate) fn of(state: &State, id: &JobId, settings: &Settings) -> Option<Self> {
        let JobId::Process(id) = id else {
            return None;
        };
        let (place, index) = state.process(id)?;
        let project = &state.projects[place.project];
        let process = &project.branches[place.branch].processes[index];
        let is_last = process.status.next() == Some(ProcessStatus::Finished);
        is_last.then(|| Self::new(project, place.branch, &process.task, settings))
    }

    pub(super) fn new(project: &Project, branch: usize, task: &Task, settings: &Settings) -> Self {
        let branch = &project.branches[branch];
        match task {
            Task::Import(work) => Self::Parse(Upload::new(branch, &work.options, &work.content)),
            Task::Export(work) => Self::Bundle {
                project: project.name.clone(),
                branch: Box::new(branch.clone()),
                options: work.options.clone(),
                filler: settings.load.bundle_filler,
            },
        }
    }

    pub(crate) fn run(self) -> Prepared {
        match self {
            Self::Parse(upload) => Prepared::Parsed(upload.parse()),
            Self::Bundle { project, branch, options, filler } => {
                Prepared::Bundled(content::export(&project, &branch, &options, filler))
            }
        }
    }
}
