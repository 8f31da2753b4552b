//! The way of a request through a server: from its head to its answer.

mod address;
mod allowance;
mod answer;
mod authorize;
mod body;
mod connection;
mod cors;
mod dispatch;
mod entry;
mod guard;
mod liberal;
mod login;
mod misbehave;
mod notes;
mod operate;
mod rate;
mod refusal;
mod site;
mod tls;
mod transport;
mod validate;
mod world;
mod worlds;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use url::Url;

pub(crate) use address::{Binding, Paths};
pub(crate) use answer::Answer;
pub(crate) use body::Body;
pub(crate) use connection::{Connection, FaultyListener};
pub(crate) use guard::{Guard, OF_WEBHOOK};
pub(crate) use notes::Notes;
pub use rate::RateLimit;
pub(crate) use refusal::Refusal;
pub(crate) use site::{Part, Site};
pub(crate) use tls::Tls;
pub(crate) use validate::Parameters;
pub(crate) use world::World;
pub use worlds::WorldError;
pub(crate) use worlds::{DEFAULT_WORLD, Worlds};

use crate::nulls::Nulls;
use crate::quirks::Quirks;

/// What the path of a request to another world than the default one begins with, before its name.
pub(crate) const WORLDS: &str = "/worlds/";

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

/// The base addresses of a sandbox.
#[derive(Debug, Clone, Default)]
pub(crate) struct Urls {
    pub(crate) base: String,
    pub(crate) auth: String,
    pub(crate) cursor: String,
    pub(crate) bundle: String,
    pub(crate) control: String,
}

impl Urls {
    /// The same servers, as a world is addressed on them: below `/worlds/{name}`.
    fn of_world(&self, name: &str) -> Self {
        let below = |url: &str| match Url::parse(url) {
            Ok(mut url) => {
                let path = url.path().trim_end_matches('/').to_owned();
                url.set_path(&format!("{WORLDS}{name}{path}"));
                url.to_string()
            }
            Err(_) => url.to_owned(),
        };
        Self {
            base: below(&self.base),
            auth: below(&self.auth),
            cursor: below(&self.cursor),
            bundle: below(&self.bundle),
            control: below(&self.control),
        }
    }

    /// The path of the main API, without a slash at its end: what a `Location` begins with.
    pub(crate) fn base_path(&self) -> String {
        let url = Url::parse(&self.base);
        url.map_or_else(
            |_| String::new(),
            |url| url.path().trim_end_matches('/').to_owned(),
        )
    }
}

/// A lock that a panicking thread held guards plain data all the same.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
