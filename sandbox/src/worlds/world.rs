//! One world.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use serde_json::Value;
use tokio::time::timeout;

use super::lock;
use super::rate::Rate;
use crate::document::Document;
use crate::faults::{Fault, FaultError, FaultReport, Faults};
use crate::quirks::Preset;
use crate::record::{Record, RequestFilter, SeenRequest, check_operation};
use crate::seed;
use crate::settings::{Nulls, RateLimit, Settings, Urls};
use crate::state::{DataError, OAuthApp, Secrets, SeededProject, State, Tokens};
use crate::webhooks::Delivery;

const KEPT_DELIVERIES: usize = 1000;

/// A world of a [`Sandbox`](crate::Sandbox): its own data, faults, variants, rate limits and
/// record, on shared servers. A request belongs to the world `w1` if its credential begins with
/// `w1.`: an API token, a client ID or token of OAuth, or the signature of a bundle link. The ids
/// and addresses are the same in all worlds.
pub struct World {
    pub(super) name: String,
    pub(crate) document: &'static Document,
    pub(crate) settings: Arc<Settings>,
    secrets: Secrets,
    /// The data to start with, as often as it is reset.
    pub(super) seed: State,
    state: Mutex<State>,
    pending: Mutex<Faults>,
    variants: Mutex<Preset>,
    nulls: Mutex<Nulls>,
    record: Mutex<Record>,
    rate: Mutex<Rate>,
    /// What webhooks have sent, the oldest first.
    deliveries: Mutex<VecDeque<Delivery>>,
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("World").field(&self.name).finish()
    }
}

/// Why waiting for requests failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WaitError {
    /// There is no such operation.
    #[error("{0}")]
    Operation(String),
    /// Too few requests arrived in time.
    #[error("{seen} of {wanted} requests came in time")]
    TooFew {
        /// How many were waited for.
        wanted: usize,
        /// How many arrived.
        seen: usize,
    },
}

impl World {
    pub(super) fn new(
        name: &str,
        prefix: &str,
        document: &'static Document,
        settings: Settings,
        mut seed: State,
    ) -> Self {
        seed.set_prefix(prefix);
        Self {
            name: name.to_owned(),
            document,
            secrets: Secrets::new(prefix),
            state: Mutex::new(seed.clone()),
            seed,
            pending: Mutex::default(),
            variants: Mutex::new(settings.variants),
            nulls: Mutex::new(settings.nulls),
            record: Mutex::default(),
            rate: Mutex::new(Rate::new(settings.rate_limit)),
            deliveries: Mutex::default(),
            settings: Arc::new(settings),
        }
    }

    /// The settings for a client that reaches the sandbox by this origin.
    pub(crate) fn settings_at(&self, origin: &str) -> Arc<Settings> {
        if origin == self.settings.urls.auth {
            return Arc::clone(&self.settings);
        }
        let urls = Urls::new(origin, &super::control_path(&self.name));
        Arc::new(Settings { urls, ..Settings::clone(&self.settings) })
    }

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
        let token = state.tokens.iter().find(|token| token.name == name)?;
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

    /// The main project of the built-in data.
    pub fn project(&self) -> SeededProject {
        SeededProject::SEEDED
    }

    /// Restores the data, variants, nulls and rate limit of the start, and removes faults and the
    /// record.
    pub fn reset(&self) {
        self.restore_data();
        self.clear_faults();
        *self.variants() = self.settings.variants;
        self.set_nulls(self.settings.nulls);
        self.set_rate_limit(self.settings.rate_limit);
        self.clear_requests();
        self.deliveries().clear();
    }

    pub(crate) fn restore_data(&self) {
        *self.state() = self.seed.clone();
        self.rate().forget();
    }

    /// Returns all data, for [`set_data`](Self::set_data) or
    /// [`Builder::seed`](crate::Builder::seed), except running processes, access tokens and
    /// bundles.
    pub fn data(&self) -> Value {
        // Written without the lock.
        let state = self.state().clone();
        seed::data(state)
    }

    /// Replaces all data until the next reset, but not faults, variants and the record.
    ///
    /// # Errors
    ///
    /// Fails if the data are invalid, and then changes nothing.
    pub fn set_data(&self, data: &Value) -> Result<(), DataError> {
        let mut state = seed::read(data.clone())?;
        state.set_prefix(&self.secrets.prefix);
        *self.state() = state;
        self.rate().forget();
        Ok(())
    }

    /// Sets the variants of all responses.
    pub fn set_variants(&self, preset: Preset) {
        *self.variants() = preset;
    }

    /// Sets which properties of responses are null, of those that are not required.
    pub fn set_nulls(&self, nulls: Nulls) {
        *self.nulls() = nulls;
    }

    /// Sets or removes the rate limit.
    pub fn set_rate_limit(&self, limit: Option<RateLimit>) {
        self.rate().limit = limit;
    }

    /// Adds a fault, and returns its id. If several apply to a request, the oldest wins.
    ///
    /// # Errors
    ///
    /// Fails if it can never apply, because of a misspelt operation for one.
    pub fn add_fault(&self, fault: Fault) -> Result<u64, FaultError> {
        fault.check(self.document)?;
        Ok(self.pending().add(fault))
    }

    /// Returns the pending faults, the oldest first.
    pub fn faults(&self) -> Vec<FaultReport> {
        self.pending().pending.clone()
    }

    /// Removes a fault, and returns whether it existed.
    pub fn remove_fault(&self, id: u64) -> bool {
        self.pending().remove(id)
    }

    /// Removes all faults.
    pub fn clear_faults(&self) {
        self.pending().pending.clear();
    }

    /// Returns the last 1,000 requests, in order.
    pub fn requests(&self) -> Vec<SeenRequest> {
        self.record().matching(&RequestFilter::default())
    }

    /// Clears the record of requests.
    pub fn clear_requests(&self) {
        self.record().clear();
    }

    /// Waits until the record has that many requests of an operation that were read whole, whether
    /// or not they have a response: an `operationId` or
    /// [`DOWNLOAD_BUNDLE`](crate::DOWNLOAD_BUNDLE); `any` for all.
    ///
    /// # Errors
    ///
    /// Fails if too few arrive in time, or there is no such operation.
    pub async fn wait_for_requests(
        &self,
        operation: &str,
        count: usize,
        limit: Duration,
    ) -> Result<(), WaitError> {
        let operation = Some(operation.to_owned());
        let filter = RequestFilter { operation, wait: count, ..RequestFilter::default() };
        self.wait(&filter, limit).await
    }

    pub(crate) async fn wait(
        &self,
        filter: &RequestFilter,
        limit: Duration,
    ) -> Result<(), WaitError> {
        if let Some(name) = &filter.operation {
            check_operation(self.document, name).map_err(WaitError::Operation)?;
        }
        let wanted = filter.wait;
        let enough = async {
            loop {
                let change = self.record().change();
                if self.record().count(filter) >= wanted {
                    break;
                }
                change.await;
            }
        };
        let too_few = |_| WaitError::TooFew { wanted, seen: self.record().count(filter) };
        timeout(limit, enough).await.map_err(too_few)
    }

    /// Adds a delivery to the list of those that were sent.
    pub(crate) fn list_delivery(&self, delivery: Delivery) {
        let mut deliveries = self.deliveries();
        deliveries.push_back(delivery);
        if deliveries.len() > KEPT_DELIVERIES {
            deliveries.pop_front();
        }
    }
}

macro_rules! locked {
    ($($name:ident: $kind:ty),* $(,)?) => {
        impl World {
            $(pub(crate) fn $name(&self) -> MutexGuard<'_, $kind> {
                lock(&self.$name)
            })*
        }
    };
}

locked! {
    state: State,
    pending: Faults,
    variants: Preset,
    nulls: Nulls,
    record: Record,
    rate: Rate,
    deliveries: VecDeque<Delivery>,
}
