#![doc = include_str!("../README.md")]
// Layers: a module may use those below its line, and those to its right.
//
//   bin/l10n-sandbox/           the program: options, signals, health
//   sandbox/                    the running sandbox and its builder, for Rust tests
//   ───────────────────────────────────────────────────────────────────────────────────────────
//   server/    control/         the port, and requests: match, record, apply faults, read, act;
//                               control endpoints and the web page (page/)
//   worlds/                     each world: its data, faults, record and rate limits
//   seed/                       data as JSON: what --seed takes and /state/data gives
//   faults/    record/          what goes wrong, and the requests that came
//   ───────────────────────────────────────────────────────────────────────────────────────────
//   operations/                 the service: one handler for each operation
//   content/                    uploads and downloads
//   webhooks/                   the events of a change
//   http/                       requests and responses: reading, validation, errors
//   ───────────────────────────────────────────────────────────────────────────────────────────
//   state/                      the data of the service: plain data behind one lock, no HTTP
//   document/  rules/           the interface; what the service computes
//   settings   quirks           settings and addresses; variants of responses

mod content;
mod control;
pub mod document;
mod faults;
mod http;
mod operations;
mod quirks;
mod record;
mod rules;
mod sandbox;
mod seed;
mod server;
mod settings;
mod state;
mod webhooks;
mod worlds;

pub use faults::{Fault, FaultError, FaultReport, Misbehavior, Reply, ReplyBody, ResetMoment};
pub use quirks::Preset;
pub use record::{DOWNLOAD_BUNDLE, SeenBody, SeenRequest, Stage};
pub use sandbox::{Builder, Sandbox};
pub use settings::{Nulls, RateLimit, Server};
pub use state::{DataError, OAuthApp, SeededProject, Tokens};
pub use worlds::{WaitError, World, WorldError};
