//! A world of a sandbox: its addresses, its data, and how a test steers it.

use std::fmt;
use std::sync::Arc;

use super::{OAuthApp, SeededProject, Tokens};
use crate::faults::Fault;
use crate::nulls::Nulls;
use crate::quirks::{Preset, Quirk, Shape};
use crate::record::SeenRequest;
use crate::server::{self, RateLimit};

/// A world of a [`Sandbox`](super::Sandbox): data, faults, shapes, rate limits and a record of its
/// own, on servers that it shares with others. A request belongs to a world by its address, which
/// begins with [`base_url`](Self::base_url) or another of its URLs, or else by its credential: API
/// tokens, OAuth client IDs and issued tokens of the world `w1` begin with `w1.`.
///
/// The ids are the same in all worlds. A clone is the same world.
#[derive(Clone)]
pub struct World(pub(super) Arc<server::World>);

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("World").field(&self.0.name).finish()
    }
}

impl World {
    /// Its name; that of the world which is always there is `default`.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The main API, version segment included: `http://127.0.0.1:{port}/v2`.
    pub fn base_url(&self) -> &str {
        &self.0.settings.urls.base
    }

    /// The authorization server.
    pub fn auth_url(&self) -> &str {
        &self.0.settings.urls.auth
    }

    /// The cursor-paginated API, version segment included: `http://127.0.0.1:{port}/v1`.
    pub fn cursor_url(&self) -> &str {
        &self.0.settings.urls.cursor
    }

    /// The host of bundles, an origin of its own.
    pub fn bundle_url(&self) -> &str {
        &self.0.settings.urls.bundle
    }

    /// The control endpoints, for tests in other languages.
    pub fn control_url(&self) -> &str {
        &self.0.settings.urls.control
    }

    /// The API tokens there are.
    pub fn tokens(&self) -> Tokens<'_> {
        self.0.secrets.tokens()
    }

    /// The OAuth application that is registered.
    pub fn oauth_app(&self) -> OAuthApp<'_> {
        self.0.secrets.oauth_app()
    }

    /// The main project, and the ids of the others.
    pub fn project(&self) -> SeededProject {
        SeededProject::SEEDED
    }

    /// All of the above as JSON, as `GET /state` of the control endpoints answers it.
    pub fn description(&self) -> serde_json::Value {
        crate::control::description(&self.0)
    }

    /// Chooses the sides of all contradictions that are answered from now on.
    pub fn set_shapes(&self, preset: Preset) {
        *self.0.quirks() = preset.into();
    }

    /// Chooses the side of a contradiction that is answered from now on.
    pub fn set_shape(&self, quirk: Quirk, shape: Shape) {
        self.0.quirks().set(quirk, shape);
    }

    /// Chooses which properties of answers are null from now on, of those that are not required.
    pub fn set_nulls(&self, nulls: Nulls) {
        *self.0.nulls() = nulls;
    }

    /// Adds a fault. Of several that apply to a request the oldest befalls it.
    pub fn add_fault(&self, fault: Fault) {
        self.0.faults().add(fault);
    }

    /// Removes all faults.
    pub fn clear_faults(&self) {
        self.0.faults().clear();
    }

    /// Switches rate limits on or off.
    pub fn set_rate_limit(&self, limit: Option<RateLimit>) {
        self.0.set_rate_limit(limit);
    }

    /// The requests seen so far, in the order in which they came; the last 10,000.
    pub fn requests(&self) -> Vec<SeenRequest> {
        self.0.record().all()
    }

    /// Forgets the requests seen so far.
    pub fn clear_requests(&self) {
        self.0.record().clear();
    }

    /// Starts over with the seeded state: no faults, no record, no nulls, the shapes of the start.
    pub fn reset(&self) {
        self.0.reset();
    }
}
