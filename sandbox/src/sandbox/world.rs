//! How a test steers a world: its addresses, its data, and what is set of it.

use crate::faults::{FaultId, FaultReport};
use crate::quirks::{Preset, Quirk, Shape};
use crate::record::SeenRequest;
use crate::settings::Nulls;
use crate::state::{Data, DataError, NotEnded, OAuthApp, ProcessEnd, SeededProject, Tokens};
use crate::worlds::World;

impl World {
    /// Its name; that of the world which is always there is `default`.
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

    /// The host of bundles, an origin of its own.
    pub fn bundle_url(&self) -> &str {
        &self.settings.urls.bundle
    }

    /// The control endpoints, for tests in other languages.
    pub fn control_url(&self) -> &str {
        &self.settings.urls.control
    }

    /// The secret of the API token with this name: `read_write`, or one of the seed.
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

    /// All of the above as JSON, as `GET /state` of the control endpoints answers it.
    pub fn description(&self) -> serde_json::Value {
        crate::control::description(self)
    }

    /// Chooses the sides of all contradictions that are answered from now on.
    pub fn set_shapes(&self, preset: Preset) {
        *self.quirks() = preset.into();
    }

    /// All of its data, in the form of [`SEED_SCHEMA`](crate::SEED_SCHEMA): what this gives can be
    /// given to [`set_data`](Self::set_data), or [`Builder::seed`](super::Builder::seed). Work that
    /// has not ended, access tokens and bundles are not among them.
    pub fn data(&self) -> serde_json::Value {
        serde_json::to_value(self.all_data()).unwrap_or_default()
    }

    /// Puts other data in the place of its own, until the next reset. Faults, shapes and the record
    /// stay.
    ///
    /// # Errors
    ///
    /// When the data are not of the form or contradict themselves. Nothing has changed then.
    pub fn set_data(&self, data: &serde_json::Value) -> Result<(), DataError> {
        self.replace(Data::from_value(data)?)
    }

    /// Chooses the side of a contradiction that is answered from now on.
    pub fn set_shape(&self, quirk: Quirk, shape: Shape) {
        self.quirks().set(quirk, shape);
    }

    /// Chooses which properties of answers are null from now on, of those that are not required.
    pub fn set_nulls(&self, nulls: Nulls) {
        *self.nulls() = nulls;
    }

    /// The faults, and how often each struck, the oldest first: those that are pending, and the
    /// last 100 that are spent.
    pub fn faults(&self) -> Vec<FaultReport> {
        self.pending().reports()
    }

    /// Removes a fault; whether it was there.
    pub fn remove_fault(&self, id: FaultId) -> bool {
        self.pending().remove(id)
    }

    /// Removes all faults.
    pub fn clear_faults(&self) {
        self.pending().clear();
    }

    /// The requests seen so far, in the order in which they came; the last 10,000.
    pub fn requests(&self) -> Vec<SeenRequest> {
        self.record().all()
    }

    /// Forgets the requests seen so far.
    pub fn clear_requests(&self) {
        self.record().clear();
    }

    /// Ends a process now that has not ended yet, without its effect.
    ///
    /// # Errors
    ///
    /// When there is no such process, and when it has ended already.
    pub fn end_process(&self, process_id: &str, end: ProcessEnd) -> Result<(), NotEnded> {
        self.state().end_process(process_id, end)
    }

    /// Has the next process that is started, of the type that `end` names, end like this once it
    /// ran, without its effect. What is asked for more than once befalls one process after another.
    pub fn end_next_process(&self, end: ProcessEnd) {
        self.state().ends.push(end);
    }
}
