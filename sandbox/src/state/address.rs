//! Which project and branch an address means, however it names them.

use super::{State, bare_project_id};

/// A project and a branch of it. What is not there is as it was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Address {
    /// The project's id, never its UUID.
    pub(crate) project: String,
    /// The name; `None` for all branches.
    pub(crate) branch: Option<String>,
}

impl Address {
    /// What a request is about: without a branch, the default one.
    pub(crate) fn of(state: &State, address: &str) -> Self {
        let mut found = Self::narrow(state, address);
        if let (None, Some(place)) = (&found.branch, state.find(bare_project_id(address))) {
            let branch = &state.projects[place.project].branches[place.branch];
            found.branch = Some(branch.name.clone());
        }
        found
    }

    /// What is meant where an address without a branch stands for all of them.
    pub(crate) fn narrow(state: &State, address: &str) -> Self {
        let bare = bare_project_id(address);
        let project = state.find(bare).map(|it| state.projects[it.project].id.as_str());
        let branch = address.split_once(':').map(|(_, branch)| branch.to_owned());
        Self { project: project.unwrap_or(bare).to_owned(), branch }
    }
}
