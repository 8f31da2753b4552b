#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]

mod bundle;
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
mod prune;
mod pull;
mod push;
mod remote;
mod report;
mod selection;
mod service;
mod status;
mod workspace;

pub use check::{CheckReport, Problem, ProblemKind};
pub use codes::current_language;
pub use compare::TextChange;
pub use config::{Config, FileGroup, LanguageScope};
pub use error::Error;
pub use prune::{DifferingKey, DifferingText, UnusedKey, UnusedKeys};
pub use pull::{Change, PullOptions, PullReport, PulledFile};
pub use push::PushOptions;
pub use report::{PushReport, PushState, PushedFile, SkippedFile};
pub use service::{Branch, BranchChange, Event, Sync};
pub use status::Status;
pub use workspace::{LocalFile, Workspace};
