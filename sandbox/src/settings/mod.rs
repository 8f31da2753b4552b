//! What a sandbox is told at its start, and what of it can be set again while it runs.

mod servers;

use std::time::Duration;

use serde::{Deserialize, Serialize};

pub use servers::Server;
pub(crate) use servers::{Paths, Urls, WORLDS};

use crate::quirks::Quirks;

/// How processes and jobs go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pace {
    /// By one state in that time.
    Step(Duration),
    /// By one state whenever one is read, after the answer.
    EachLook,
}

/// What is there to be moved in bulk.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Load {
    /// Comments of the main project beyond the seeded ones.
    pub(crate) comments: u32,
    /// The size of a file that is added to every bundle; no file when it is 0.
    pub(crate) bundle_filler: usize,
}

/// What does not change while a sandbox runs.
#[derive(Debug, Clone)]
pub(crate) struct Settings {
    pub(crate) pace: Pace,
    pub(crate) token_lifetime: Duration,
    pub(crate) rotate_refresh_tokens: bool,
    /// How long after a bulk deletion the next one is refused.
    pub(crate) deletion_cooldown: Duration,
    /// Whether a branch that does not exist is taken for the default one.
    pub(crate) any_branch: bool,
    /// The shapes at the start, and after a reset.
    pub(crate) shapes: Quirks,
    /// Whether what the document does not have is refused.
    pub(crate) strict: bool,
    /// The rate limit at the start.
    pub(crate) rate_limit: Option<RateLimit>,
    pub(crate) load: Load,
    /// Which properties of answers are null at the start.
    pub(crate) nulls: Nulls,
    /// The addresses of the servers.
    pub(crate) urls: Urls,
    pub(crate) paths: Paths,
    /// The certificate of the authority that clients are to trust, where servers speak TLS.
    pub(crate) ca_pem: Option<String>,
}

/// Which properties of answers are null, of those that their schema does not require.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Nulls {
    /// Those of the state: few.
    #[default]
    Off,
    /// All that are neither objects nor lists; those are there, with nulls within.
    Values,
    /// All.
    All,
}

/// Limits past which the answer is 429. The default is what the service was seen to allow.
///
/// As JSON: `{"per_second": 6, "in_flight": 10}`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RateLimit {
    /// Requests of one token within any second.
    pub per_second: usize,
    /// Requests of one project at the same time.
    pub in_flight: usize,
}

impl Default for RateLimit {
    fn default() -> Self {
        Self { per_second: 6, in_flight: 10 }
    }
}

impl RateLimit {
    /// These limits.
    pub fn new(per_second: usize, in_flight: usize) -> Self {
        Self { per_second, in_flight }
    }
}
