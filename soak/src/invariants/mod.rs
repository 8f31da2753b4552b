//! The invariants that a round is held to: by what the sandbox recorded, and by the state that it
//! was left in.

mod record;
mod session;
mod state;

pub(crate) use record::record;
pub(crate) use session::session;
pub(crate) use state::state;
