//! What surrounds an object that is completed.

use std::borrow::Cow;

use super::call::Call;
use crate::state::{Branch, Language, Project};

/// Where an object comes from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Origin {
    #[default]
    Seed,
    Create,
    Update,
}

/// By default, the object belongs to nothing.
#[derive(Default)]
pub(crate) struct Around<'a> {
    pub(crate) origin: Origin,
    pub(crate) project: Option<&'a Project>,
    pub(crate) branch: Option<&'a Branch>,
    /// Who sends it.
    pub(crate) by: u64,
}

impl<'a> Around<'a> {
    pub(crate) fn of(call: &'a Call<'_>, origin: Origin) -> Self {
        let (project, branch) = (Some(call.project()), Some(call.branch()));
        Self { origin, project, branch, by: call.caller }
    }

    /// The languages of the branch, or of the project whose seed is read.
    pub(crate) fn languages(&self) -> Cow<'a, [Language]> {
        match (self.branch, self.project) {
            (Some(branch), _) => branch.languages().into(),
            (None, project) => project.map(Project::languages).unwrap_or_default().into(),
        }
    }
}
