//! Processes, which go on after an answer, moved on by one state at a time.
//! What moves them on is above: time (`server/background.rs`), or a look at one.

mod processes;

pub(crate) use processes::{advance, webhook};

use crate::webhooks::Delivery;

/// What an operation leaves to be done.
#[derive(Debug)]
pub(crate) enum Effect {
    /// The process with this id goes on step by step.
    Drive(String),
    /// Events for webhooks of a project, in their order.
    Deliver(Vec<Delivery>),
}

#[derive(Debug, Default)]
pub(crate) struct Advanced {
    pub(crate) goes_on: bool,
    pub(crate) waits: bool,
    pub(crate) deliveries: Vec<Delivery>,
}
