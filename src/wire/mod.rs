//! What is on the wire: the facts of an operation, what is sent for parameters and bodies, how
//! answers are read, and what the service makes of its own document.

mod copies;
pub(crate) mod decode;
pub(crate) mod encoded;
pub(crate) mod extra;
mod keys;
pub(crate) mod open;
pub(crate) mod operation;
pub mod optional;
pub(crate) mod quirks;
pub(crate) mod secret;
pub(crate) mod single_line;
pub(crate) mod status;
