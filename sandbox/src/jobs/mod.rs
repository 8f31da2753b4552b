//! Jobs that go on after an answer: processes and bulk deletions, moved on by one state at a time.
//! What moves them on is above: time (`server/background.rs`), or a look at one.

mod deletions;
mod processes;

use uuid::Uuid;

pub(crate) use processes::webhook;

use crate::settings::Settings;
use crate::state::State;
use crate::webhooks::Delivery;

/// What an operation leaves to be done.
#[derive(Debug)]
pub(crate) enum Effect {
    /// Something that goes on step by step.
    Drive(JobId),
    /// Events for webhooks of a project, in their order.
    Deliver(Vec<Delivery>),
}

/// What goes on step by step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum JobId {
    Process(String),
    Deletion(Uuid),
}

#[derive(Debug, Default)]
pub(crate) struct Advanced {
    pub(crate) goes_on: bool,
    pub(crate) waits: bool,
    pub(crate) deliveries: Vec<Delivery>,
}

pub(crate) fn advance(state: &mut State, id: &JobId, settings: &Settings) -> Advanced {
    match id {
        JobId::Deletion(id) => deletions::advance(state, *id),
        JobId::Process(id) => processes::advance(state, id, settings).unwrap_or_default(),
    }
}
