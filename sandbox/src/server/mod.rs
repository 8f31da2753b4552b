//! The ports of a sandbox, and the way of a request behind them: from its head to its answer.

mod address;
mod authorize;
mod background;
mod bundle;
mod connection;
mod cors;
mod dispatch;
mod entry;
mod guard;
mod misbehave;
mod operate;
mod part;
mod read;
mod site;
mod target;
mod tls;
mod transport;

pub(crate) use address::Binding;
pub(crate) use connection::{Connection, FaultyListener};
pub(crate) use guard::Guard;
pub(crate) use part::Part;
pub(crate) use site::Site;
pub(crate) use tls::Tls;
