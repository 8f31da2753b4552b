#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod bundle;
mod check;
mod codes;
mod config;
mod disk;
mod error;
mod extra;
mod fixes;
#[allow(dead_code)]
mod formats;
mod git;
mod icu;
mod json;
mod pattern;
mod pull;
mod push;
mod report;
mod selection;
mod service;
mod status;
mod texts;
mod unused;
mod workspace;

pub use check::{CheckReport, Problem, ProblemKind};
pub use codes::current_language;
pub use config::{Config, FileGroup, Side};
pub use error::Error;
pub use extra::ExtraKeys;
pub use fixes::Fix;
pub use pull::{Change, PullOptions, PullReport, PulledFile, RefusedFile};
pub use push::{PushChanges, PushOptions, PushPlan};
pub use report::{PushReport, PushState, PushedFile};
pub use service::{Branch, BranchChange, Event, Sync};
pub use status::Status;
pub use texts::TextChange;
pub use unused::{UnusedKey, UnusedKeys};
pub use workspace::{LocalFile, Workspace};
