//! A call and its steps, from the top down: what generated code calls, the steps in their order,
//! the attempts, one exchange, and what comes of it.

mod attempts;
pub(crate) mod exchange;
mod origin;
pub(crate) mod outgoing;
pub(crate) mod pipeline;
pub(crate) mod response;
pub(crate) mod runtime;
pub(crate) mod task;

pub(crate) use attempts::{Attempts, Exchange, Failure};
pub(crate) use origin::Origin;
