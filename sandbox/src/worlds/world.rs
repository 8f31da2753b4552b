//! One world.

use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};

use super::rate::Rate;
use super::{lock, urls_of};
use crate::document::Document;
use crate::faults::{Fault, FaultError, FaultId, Faults};
use crate::quirks::Preset;
use crate::record::Record;
use crate::settings::{Nulls, RateLimit, Settings, Urls};
use serde_json::Value;

use crate::seed::{self, Seed};
use crate::state::{DataError, Secrets, State};
use crate::webhooks::Delivery;

const KEPT_DELIVERIES: usize = 1000;

/// A world of a [`Sandbox`](crate::Sandbox): its own data, faults, variants, rate limits and
/// record, on shared servers. A request belongs to the world `w1` if its credential begins with
/// `w1.`: an API token, a client ID or token of OAuth, or the signature of a bundle link. The ids
/// and addresses are the same in all worlds.
pub struct World {
    pub(crate) name: String,
    pub(crate) document: &'static Document,
    pub(crate) settings: Arc<Settings>,
    pub(crate) secrets: Secrets,
    seed: Seed,
    state: Mutex<State>,
    pending: Mutex<Faults>,
    variants: Mutex<Preset>,
    nulls: Mutex<Nulls>,
    record: Mutex<Record>,
    rate: Mutex<Rate>,
    /// What webhooks have sent, the oldest first.
    deliveries: Mutex<VecDeque<Delivery>>,
    /// Held while the work of a process is done: one after the other.
    turn: Mutex<()>,
}

impl fmt::Debug for World {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("World").field(&self.name).finish()
    }
}

impl World {
    pub(super) fn new(
        name: &str,
        prefix: &str,
        document: &'static Document,
        settings: Settings,
        seed: &Seed,
    ) -> Self {
        let seed = seed.with_prefix(prefix);
        let secrets = Secrets::new(prefix);
        Self {
            name: name.to_owned(),
            document,
            state: Mutex::new(seed.state()),
            seed,
            pending: Mutex::default(),
            variants: Mutex::new(settings.variants),
            nulls: Mutex::new(settings.nulls),
            record: Mutex::default(),
            rate: Mutex::new(Rate::new(settings.rate_limit)),
            deliveries: Mutex::default(),
            turn: Mutex::default(),
            settings: Arc::new(settings),
            secrets,
        }
    }

    /// Restores the data, variants, nulls and rate limit of the start, and removes faults and the
    /// record.
    pub fn reset(&self) {
        self.seed();
        self.pending().pending.clear();
        *self.variants() = self.settings.variants;
        *self.nulls() = self.settings.nulls;
        self.set_rate_limit(self.settings.rate_limit);
        self.record().clear();
        self.deliveries().clear();
    }

    /// Restores the data only.
    pub(crate) fn seed(&self) {
        *self.state() = self.seed.state();
        self.rate().forget();
    }

    /// Adds a fault. If several apply to a request, the oldest wins.
    ///
    /// # Errors
    ///
    /// Fails if it can never apply, because of a misspelt operation for one.
    pub fn add_fault(&self, fault: Fault) -> Result<FaultId, FaultError> {
        fault.check(self.document).map_err(FaultError)?;
        Ok(self.pending().add(fault))
    }

    /// Sets or removes the rate limit.
    pub fn set_rate_limit(&self, limit: Option<RateLimit>) {
        self.rate().limit = limit;
    }

    /// The addresses of this world, of those of the sandbox.
    pub(crate) fn urls_at(&self, urls: Urls) -> Urls {
        urls_of(&self.name, urls)
    }

    /// The settings for a client that reaches the sandbox by these addresses.
    pub(crate) fn settings_at(&self, urls: Urls) -> Arc<Settings> {
        match urls.base == self.settings.urls.base {
            true => Arc::clone(&self.settings),
            false => Arc::new(Settings { urls, ..Settings::clone(&self.settings) }),
        }
    }

    /// Adds a delivery to the list of those that were sent.
    pub(crate) fn list_delivery(&self, delivery: Delivery) {
        let mut deliveries = self.deliveries();
        deliveries.push_back(delivery);
        if deliveries.len() > KEPT_DELIVERIES {
            deliveries.pop_front();
        }
    }

    pub(crate) fn beginning(&self) -> &Seed {
        &self.seed
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
        let seed = Seed::new(data.clone())?.with_prefix(self.secrets.prefix());
        *self.state() = seed.state();
        self.rate().forget();
        Ok(())
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
    turn: (),
}
