#![doc = include_str!("../README.md")]

mod bundle;
mod content;
mod control;
pub mod document;
mod ends;
mod faults;
mod matcher;
mod nulls;
mod operations;
mod quirks;
mod record;
mod rules;
mod sandbox;
mod server;
mod state;
mod work;

pub use ends::{EndStatus, NotEnded, ProcessEnd, ProcessType};
pub use faults::{
    DOWNLOAD_BUNDLE, Fault, FaultError, FaultId, FaultReport, Misbehavior, Reply, ReplyBody,
    ResetMoment,
};
pub use nulls::Nulls;
pub use quirks::{Preset, Quirk, Shape, UnknownName};
pub use record::{RequestFilter, SeenBody, SeenRequest, Server, Stage, WaitError};
pub use sandbox::{Builder, OAuthApp, Sandbox, SeededProject, Tokens, World};
pub use server::{RateLimit, WorldError};
pub use state::{DataError, SCHEMA as SEED_SCHEMA};
