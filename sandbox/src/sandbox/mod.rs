//! A running sandbox: its addresses, what it was seeded with, and how a test steers it.

mod builder;
mod seeded;

use std::sync::Arc;

use tokio::sync::watch;

pub use builder::Builder;
pub use seeded::{OAuthApp, SeededProject, Tokens};

use crate::faults::Fault;
use crate::nulls::Nulls;
use crate::quirks::{Quirk, Shape};
use crate::record::SeenRequest;
use crate::server::{RateLimit, Shared};

/// A running sandbox. Dropping it stops its servers.
#[derive(Debug)]
pub struct Sandbox {
    shared: Arc<Shared>,
    /// Dropped with the sandbox, which the servers notice.
    _stop: watch::Sender<()>,
}

impl Sandbox {
    /// Starts a sandbox on free loopback ports, with the defaults of [`Builder`].
    ///
    /// # Errors
    ///
    /// As [`Builder::start`].
    pub async fn start() -> std::io::Result<Self> {
        Self::builder().start().await
    }

    /// A sandbox with other settings.
    pub fn builder() -> Builder {
        Builder::default()
    }

    /// The main API, version segment included: `http://127.0.0.1:{port}/v2`.
    pub fn base_url(&self) -> &str {
        &self.shared.settings.urls.base
    }

    /// The authorization server.
    pub fn auth_url(&self) -> &str {
        &self.shared.settings.urls.auth
    }

    /// The cursor-paginated API, version segment included: `http://127.0.0.1:{port}/v1`.
    pub fn cursor_url(&self) -> &str {
        &self.shared.settings.urls.cursor
    }

    /// The host of bundles, an origin of its own.
    pub fn bundle_url(&self) -> &str {
        &self.shared.settings.urls.bundle
    }

    /// The control endpoints, for tests in other languages.
    pub fn control_url(&self) -> &str {
        &self.shared.settings.urls.control
    }

    /// The API tokens there are.
    pub fn tokens(&self) -> Tokens {
        Tokens::SEEDED
    }

    /// The OAuth application that is registered.
    pub fn oauth_app(&self) -> OAuthApp {
        OAuthApp::SEEDED
    }

    /// The main project, and the ids of the others.
    pub fn project(&self) -> SeededProject {
        SeededProject::SEEDED
    }

    /// All of the above as JSON, as `GET /state` of the control endpoints answers it.
    pub fn description(&self) -> serde_json::Value {
        crate::control::description(&self.shared)
    }

    /// Chooses the side of a contradiction that is answered from now on.
    pub fn set_shape(&self, quirk: Quirk, shape: Shape) {
        self.shared.quirks().set(quirk, shape);
    }

    /// Chooses which properties of answers are null from now on, of those that are not required.
    pub fn set_nulls(&self, nulls: Nulls) {
        *self.shared.nulls() = nulls;
    }

    /// Adds a fault. Of several that apply to a request the oldest befalls it.
    pub fn add_fault(&self, fault: Fault) {
        self.shared.faults().add(fault);
    }

    /// Removes all faults.
    pub fn clear_faults(&self) {
        self.shared.faults().clear();
    }

    /// Switches rate limits on or off.
    pub fn set_rate_limit(&self, limit: Option<RateLimit>) {
        self.shared.rate().set_limit(limit);
    }

    /// The requests seen so far, in the order in which they came; the last 10,000.
    pub fn requests(&self) -> Vec<SeenRequest> {
        self.shared.record().all()
    }

    /// Forgets the requests seen so far.
    pub fn clear_requests(&self) {
        self.shared.record().clear();
    }

    /// Starts over with the seeded state: no faults, no record, no nulls, every quirk in its sample
    /// shape.
    pub fn reset(&self) {
        self.shared.reset();
    }
}
