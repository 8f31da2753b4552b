//! A world in the hands of a test.

use crate::faults::{FaultId, FaultReport};
use crate::quirks::Preset;
use crate::record::{RequestFilter, SeenRequest};
use crate::settings::Nulls;
use crate::state::{OAuthApp, SeededProject, Tokens};
use crate::worlds::World;

impl World {
    /// The name; `default` for the world that always exists.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The main API, version segment included: `http://127.0.0.1:{port}/v2`.
    pub fn base_url(&self) -> &str {
        &self.settings.urls.base
    }

    /// The authorization server.
    pub fn auth_url(&self) -> &str {
        &self.settings.urls.auth
    }

    /// The cursor-paginated API, version segment included: `http://127.0.0.1:{port}/v1`.
    pub fn cursor_url(&self) -> &str {
        &self.settings.urls.cursor
    }

    /// The host of bundles.
    pub fn bundle_url(&self) -> &str {
        &self.settings.urls.bundle
    }

    /// The control endpoints, for tests in other languages.
    pub fn control_url(&self) -> &str {
        &self.settings.urls.control
    }

    /// Returns the secret of an API token by its name: `read_write`, or one of the seed.
    pub fn token(&self, name: &str) -> Option<String> {
        let state = self.state();
        let mut tokens = state.tokens.iter();
        let token = tokens.find(|token| token.name == name)?;
        Some(token.secret.clone())
    }

    /// The API tokens of the built-in data. For those of a seed, see [`token`](Self::token).
    pub fn tokens(&self) -> Tokens<'_> {
        self.secrets.tokens()
    }

    /// The OAuth application of the built-in data.
    pub fn oauth_app(&self) -> OAuthApp<'_> {
        self.secrets.oauth_app()
    }

    /// The main project of the built-in data, and the ids of the others.
    pub fn project(&self) -> SeededProject {
        SeededProject::SEEDED
    }

    /// All of the above as JSON, as in the response of `GET /state` of the control endpoints.
    pub fn description(&self) -> serde_json::Value {
        crate::control::description(self, &self.settings.urls)
    }

    /// Sets the variants of all responses.
    pub fn set_variants(&self, preset: Preset) {
        *self.variants() = preset;
    }

    /// Sets which properties of responses are null, of those that are not required.
    pub fn set_nulls(&self, nulls: Nulls) {
        *self.nulls() = nulls;
    }

    /// Returns the pending faults, the oldest first.
    pub fn faults(&self) -> Vec<FaultReport> {
        self.pending().pending.clone()
    }

    /// Removes a fault, and returns whether it existed.
    pub fn remove_fault(&self, id: FaultId) -> bool {
        self.pending().remove(id)
    }

    /// Removes all faults.
    pub fn clear_faults(&self) {
        self.pending().pending.clear();
    }

    /// Returns the last 1,000 requests, in order.
    pub fn requests(&self) -> Vec<SeenRequest> {
        self.record().matching(&RequestFilter::new())
    }

    /// Clears the record of requests.
    pub fn clear_requests(&self) {
        self.record().clear();
    }
}
