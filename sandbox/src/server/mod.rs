//! The port of a sandbox, and how a request is served.

pub(crate) mod address;
mod authorize;
mod background;
mod bundle;
mod connection;
mod dispatch;
mod guard;
mod misbehave;
mod operate;
mod site;
mod tls;

pub(crate) use connection::{Connection, Port};
pub(crate) use guard::Guard;
pub(crate) use site::Site;
pub(crate) use tls::Tls;
