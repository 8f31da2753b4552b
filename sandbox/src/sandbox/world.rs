//! A world of a sandbox: its addresses, its data, and how a test steers it.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use crate::faults::{Fault, FaultError, FaultId, FaultReport};
use crate::quirks::{Preset, Quirk, Shape};
use crate::record::{RequestFilter, SeenRequest};
use crate::settings::{Nulls, RateLimit};
use crate::state::{Data, DataError, NotEnded, OAuthApp, ProcessEnd, SeededProject, Tokens};
use crate::worlds::{self, WaitError};

/// A world of a [`Sandbox`](super::Sandbox): data, faults, shapes, rate limits and a record of its
/// own, on servers that it shares with others. A request belongs to a world by its address, which
/// begins with [`base_url`](Self::base_url) or another of its URLs, or else by its credential: API
/// tokens, OAuth client IDs and issued tokens of the world `w1` begin with `w1.`.
///
/// The ids are the same in all worlds. A clone is the same world.
#[derive(Clone)]
pub struct World(pub(super) Arc<worlds::World>);

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

    /// The secret of the API token with this name: `read_write`, or one of the seed.
    pub fn token(&self, name: &str) -> Option<String> {
        let state = self.0.state();
        let mut tokens = state.tokens.iter();
        let token = tokens.find(|token| token.name == name)?;
        Some(token.secret.clone())
    }

    /// The API tokens of the built-in data. For those of a seed, see [`token`](Self::token).
    pub fn tokens(&self) -> Tokens<'_> {
        self.0.secrets.tokens()
    }

    /// The OAuth application of the built-in data.
    pub fn oauth_app(&self) -> OAuthApp<'_> {
        self.0.secrets.oauth_app()
    }

    /// The main project of the built-in data, and the ids of the others.
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

    /// All of its data, in the form of [`SEED_SCHEMA`](crate::SEED_SCHEMA): what this gives can be
    /// given to [`set_data`](Self::set_data), or [`Builder::seed`](super::Builder::seed). Work that
    /// has not ended, access tokens and bundles are not among them.
    pub fn data(&self) -> serde_json::Value {
        serde_json::to_value(self.0.data().0).unwrap_or_default()
    }

    /// Puts other data in the place of its own, until the next reset. Faults, shapes and the record
    /// stay.
    ///
    /// # Errors
    ///
    /// When the data are not of the form or contradict themselves. Nothing has changed then.
    pub fn set_data(&self, data: &serde_json::Value) -> Result<(), DataError> {
        self.0.set_data(Data::from_value(data)?)
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
    ///
    /// # Errors
    ///
    /// When it can never befall a request as it is: no such operation, no status, nothing to draw.
    /// The error says what would be right.
    ///
    /// ```
    /// # use l10n_sandbox::{Fault, Misbehavior, Sandbox};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let sandbox = Sandbox::start().await?;
    /// let fault = Fault::new(Misbehavior::status(503));
    /// let misspelt = sandbox.add_fault(fault.clone().on("listFile")).unwrap_err();
    /// assert!(misspelt.to_string().contains("nearest: listFiles"));
    ///
    /// let id = sandbox.add_fault(fault.on("listFiles"))?;
    /// assert_eq!((sandbox.faults()[0].id, sandbox.faults()[0].struck), (id, 0));
    /// # Ok(())
    /// # }
    /// ```
    pub fn add_fault(&self, fault: Fault) -> Result<FaultId, FaultError> {
        self.0.add_fault(fault)
    }

    /// The faults, and how often each struck, the oldest first: those that are pending, and the
    /// last 100 that are spent.
    pub fn faults(&self) -> Vec<FaultReport> {
        self.0.faults().reports()
    }

    /// Removes a fault; whether it was there.
    pub fn remove_fault(&self, id: FaultId) -> bool {
        self.0.faults().remove(id)
    }

    /// Removes all faults.
    pub fn clear_faults(&self) {
        self.0.faults().clear();
    }

    /// Switches rate limits on or off.
    pub fn set_rate_limit(&self, limit: Option<RateLimit>) {
        self.0.set_rate_limit(limit);
    }

    /// The requests seen so far, in the order in which they came; the last
    /// 10,000, or fewer where their heads take 32 MiB.
    pub fn requests(&self) -> Vec<SeenRequest> {
        self.0.record().all()
    }

    /// Those of the requests seen so far that a filter means.
    ///
    /// # Errors
    ///
    /// When the filter asks for what no request can have.
    pub fn requests_like(&self, filter: &RequestFilter) -> Result<Vec<SeenRequest>, WaitError> {
        self.0.requests_like(filter)
    }

    /// Waits until so many requests came that a filter means, and answers with all of those. A
    /// request counts when it was read whole, whether or not it is answered: ask for its
    /// [`status`](RequestFilter::status) to wait for the answer.
    ///
    /// # Errors
    ///
    /// When not as many came in time, or the filter asks for what no request can have.
    ///
    /// ```
    /// # use std::time::Duration;
    /// # use l10n_sandbox::{RequestFilter, Sandbox};
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// # let sandbox = Sandbox::start().await?;
    /// let filter = RequestFilter::new().operation("listFiles");
    /// let none = sandbox.wait_for_requests(&filter, 1, Duration::from_millis(5)).await;
    /// assert_eq!(none.unwrap_err().to_string(), "0 of 1 requests came in time");
    /// # Ok(())
    /// # }
    /// ```
    pub async fn wait_for_requests(
        &self,
        filter: &RequestFilter,
        count: usize,
        timeout: Duration,
    ) -> Result<Vec<SeenRequest>, WaitError> {
        self.0.wait_for_requests(filter, count, timeout).await
    }

    /// Forgets the requests seen so far.
    pub fn clear_requests(&self) {
        self.0.record().clear();
    }

    /// Ends a process now that has not ended yet, without its effect.
    ///
    /// # Errors
    ///
    /// When there is no such process, and when it has ended already.
    pub fn end_process(&self, process_id: &str, end: ProcessEnd) -> Result<(), NotEnded> {
        self.0.state().end_process(process_id, end)
    }

    /// Has the next process that is started, of the type that `end` names, end like this once it
    /// ran, without its effect. What is asked for more than once befalls one process after another.
    pub fn end_next_process(&self, end: ProcessEnd) {
        self.0.state().ends.push(end);
    }

    /// Starts over with the seeded data: no faults, no record, the shapes, nulls and rate limit of
    /// the start.
    pub fn reset(&self) {
        self.0.reset();
    }
}
