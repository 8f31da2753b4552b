//! The work of either side, as it is handed to a process.

use std::path::PathBuf;

use l10n_sandbox::{Sandbox, SeededProject};
use serde::{Deserialize, Serialize};

use crate::text::Text;

/// The `limit` of a page: the most that the service gives.
pub(crate) const PAGE: u32 = 5_000;

/// Who does the work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Side {
    Hand,
    Client,
}

/// What is done.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) enum Work {
    /// The first comments of the project, with this prefetch or the default.
    List {
        count: u32,
        ahead: Option<usize>,
    },
    /// Pages of comments, each by a request of its own, from a server of one fixed response, on one
    /// thread.
    Pages {
        count: u32,
        text: Text,
    },
    /// One comment from a server of one fixed response, on one thread.
    Gets {
        count: u32,
        at_once: usize,
    },
    Upload {
        mib: usize,
    },
    Bundle {
        mib: usize,
    },
}

/// Where it is done.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Place {
    pub(crate) base_url: String,
    pub(crate) token: String,
    pub(crate) project: String,
    pub(crate) key: i64,
    pub(crate) comment: i64,
}

impl Place {
    pub(crate) fn of(sandbox: &Sandbox) -> Self {
        let project: SeededProject = sandbox.project();
        Self {
            base_url: sandbox.base_url().to_owned(),
            token: sandbox.tokens().read_write.to_owned(),
            project: project.project_id.to_owned(),
            key: project.key_ids[0],
            comment: project.own_comment_id,
        }
    }

    pub(crate) fn project_url(&self) -> String {
        format!("{}/projects/{}", self.base_url, self.project)
    }

    pub(crate) fn comments_url(&self) -> String {
        format!("{}/comments", self.project_url())
    }

    pub(crate) fn comment_url(&self) -> String {
        let Self { base_url, project, key, comment, .. } = self;
        format!("{base_url}/projects/{project}/keys/{key}/comments/{comment}")
    }
}

/// The work of one process.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    pub(crate) side: Side,
    pub(crate) work: Work,
    pub(crate) place: Place,
    /// What is uploaded, or written.
    pub(crate) file: PathBuf,
}
