//! What surrounds an object that is read, completed or shown.

use std::borrow::Cow;

use super::call::Call;
use crate::quirks::Preset;
use crate::state::{Branch, Language, Project, Row};

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
    /// The request; a seed has none.
    pub(crate) call: Option<&'a Call<'a>>,
}

impl<'a> Around<'a> {
    pub(crate) fn of(call: &'a Call<'a>, origin: Origin) -> Self {
        let (project, branch) = (Some(call.project()), Some(call.branch()));
        Self { origin, project, branch, call: Some(call) }
    }

    /// The languages of the branch, or of the project whose seed is read.
    pub(crate) fn languages(&self) -> Cow<'a, [Language]> {
        match (self.branch, self.project) {
            (Some(branch), _) => branch.languages().into(),
            (None, project) => project.map(Project::languages).unwrap_or_default().into(),
        }
    }

    pub(crate) fn caller(&self) -> u64 {
        self.call.map_or(0, |call| call.caller)
    }

    pub(crate) fn preset(&self) -> Preset {
        self.call.map(|call| call.preset).unwrap_or_default()
    }

    pub(crate) fn user(&self, id: u64) -> Option<&'a Row> {
        self.call?.state.user(id)
    }
}
