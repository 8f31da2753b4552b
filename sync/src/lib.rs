#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod account;
mod check;
mod codes;
mod compare;
mod config;
mod disk;
mod error;
mod formats;
mod git;
mod icu;
mod pattern;
mod places;
mod plurals;
mod prune;
mod pull;
mod push;
mod remote;
mod report;
mod selection;
mod send;
mod service;
mod status;
mod text;
mod universal;
mod workspace;

pub use account::{Item, Outcome, Reason, Weight};
pub use check::{CheckReport, Problem, ProblemKind};
pub use codes::current_language;
pub use config::{Config, FileGroup, LanguageScope, Unverified};
pub use error::Error;
pub use prune::{OnlyCopy, UnusedKey, UnusedKeys};
pub use pull::{Change, PullOptions, PullReport, PulledFile};
pub use push::{ChangedTexts, PushOptions};
pub use report::{PushReport, PushState, PushedFile, SkippedFile};
pub use service::{Branch, BranchChange, Event, Sync};
pub use status::{Progress, Status};
pub use text::printed;
pub use workspace::{LocalFile, Workspace};
