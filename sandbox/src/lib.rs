#![doc = include_str!("../README.md")]
// What it is made of. A module may use those below its line, and of its own line those to the
// right.
//
//   bin/l10n-sandbox/           the program: options, signals, health
//   sandbox/                    the running sandbox and its builder, as Rust tests hold them
//   ───────────────────────────────────────────────────────────────────────────────────────────
//   control/   server/          what a test does to it, over HTTP, and the page (page/); the ports,
//                               and the way of a request: match, record, misbehave, read, do
//   worlds/                     each world: its data, faults, record and rate limits
//   record/    faults/          what was seen, and what shall go wrong
//   matcher/                    which requests both mean
//   ───────────────────────────────────────────────────────────────────────────────────────────
//   operations/                 the service: one handler for each operation
//   jobs/      content/         what goes on after an answer; files on their way in and out
//   http/                       requests as they are meant, refusals and answers
//   ───────────────────────────────────────────────────────────────────────────────────────────
//   state/                      what the service knows: plain data behind one lock, no HTTP
//   document/  rules/           the interface; what the service was seen to compute
//   settings/  quirks           what a sandbox is told; the sides of contradictions

mod content;
mod control;
pub mod document;
mod faults;
mod http;
mod jobs;
mod matcher;
mod operations;
mod quirks;
mod record;
mod rules;
mod sandbox;
mod server;
mod settings;
mod state;
mod worlds;

pub use faults::{
    Fault, FaultError, FaultId, FaultReport, Misbehavior, Reply, ReplyBody, ResetMoment,
};
pub use matcher::DOWNLOAD_BUNDLE;
pub use quirks::{Preset, Quirk, Shape, UnknownName};
pub use record::{RequestFilter, SeenBody, SeenRequest, Stage};
pub use sandbox::{Builder, Sandbox};
pub use settings::{Nulls, RateLimit, Server};
pub use state::{
    DataError, EndStatus, NotEnded, OAuthApp, ProcessEnd, ProcessType, SCHEMA as SEED_SCHEMA,
    SeededProject, Tokens,
};
pub use worlds::{WaitError, World, WorldError};
