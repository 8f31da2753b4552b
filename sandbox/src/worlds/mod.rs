//! The worlds of a sandbox, and which of them a request belongs to.

mod rate;
mod world;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::request::Parts;
use serde::Deserialize;
use url::form_urlencoded;

pub(crate) use rate::InFlight;
pub use world::{WaitError, World};

use crate::document::Document;
use crate::quirks::Preset;
use crate::settings::{Settings, Urls};
use crate::state::State;

pub(crate) const DEFAULT_WORLD: &str = "default";
const NAME_LIMIT: usize = 40;
/// Follows the name of a world in a credential.
const SEPARATOR: char = '.';

/// Why a world cannot be created or removed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum WorldError {
    /// The name is not 1 to 40 lowercase letters, digits and hyphens, beginning with a letter.
    #[error(
        "{0:?} is not the name of a world: it must have 1 to {NAME_LIMIT} lowercase letters, \
         digits and hyphens, and begin with a letter"
    )]
    BadName(String),
    /// The name is taken.
    #[error("there is a world {0:?} already")]
    Taken(String),
    /// There is no world of this name, or it is the default one.
    #[error("there is no world {0:?} besides the default one")]
    Unknown(String),
}

#[derive(Debug)]
pub(crate) struct Worlds {
    pub(crate) default: Arc<World>,
    /// All by name, with the default one.
    worlds: Mutex<BTreeMap<String, Arc<World>>>,
    /// How many names were made up.
    made_up: AtomicU64,
}

impl Worlds {
    pub(crate) fn new(document: &'static Document, settings: Settings, seed: State) -> Self {
        let default = Arc::new(World::new(DEFAULT_WORLD, "", document, settings, seed));
        let worlds = BTreeMap::from([(DEFAULT_WORLD.to_owned(), Arc::clone(&default))]);
        Self { default, worlds: Mutex::new(worlds), made_up: AtomicU64::new(0) }
    }

    /// Creates a world, by default with a generated name and the data and variants of the start.
    pub(crate) fn create(
        &self,
        name: Option<&str>,
        seed: Option<State>,
        variants: Option<Preset>,
    ) -> Result<Arc<World>, WorldError> {
        let name = name.map_or_else(|| self.made_up(), str::to_owned);
        if !is_well_formed(&name) {
            return Err(WorldError::BadName(name));
        }
        let like = &self.default;
        let settings = Settings {
            urls: Urls::new(&like.settings.urls.auth, &control_path(&name)),
            variants: variants.unwrap_or(like.settings.variants),
            ..Settings::clone(&like.settings)
        };
        let prefix = format!("{name}{SEPARATOR}");
        let seed = seed.unwrap_or_else(|| like.seed.clone());
        let world = Arc::new(World::new(&name, &prefix, like.document, settings, seed));
        match lock(&self.worlds).entry(name) {
            Entry::Occupied(taken) => Err(WorldError::Taken(taken.key().clone())),
            Entry::Vacant(place) => Ok(Arc::clone(place.insert(world))),
        }
    }

    fn made_up(&self) -> String {
        loop {
            let name = format!("w{}", self.made_up.fetch_add(1, Ordering::Relaxed) + 1);
            if self.get(&name).is_none() {
                return name;
            }
        }
    }

    /// Removes a world. Its processes end without effect.
    pub(crate) fn remove(&self, name: &str) -> Result<(), WorldError> {
        let removed = match name {
            DEFAULT_WORLD => None,
            name => lock(&self.worlds).remove(name),
        };
        removed.map(drop).ok_or_else(|| WorldError::Unknown(name.to_owned()))
    }

    pub(crate) fn get(&self, name: &str) -> Option<Arc<World>> {
        lock(&self.worlds).get(name).map(Arc::clone)
    }

    pub(crate) fn all(&self) -> Vec<Arc<World>> {
        lock(&self.worlds).values().cloned().collect()
    }

    /// Returns the world whose name its credential begins with, or else the default one. The body
    /// is that of a request for tokens.
    pub(crate) fn of(&self, parts: &Parts, body: &[u8]) -> Arc<World> {
        let credential = credential(parts, body).unwrap_or_default();
        let world = credential.split_once(SEPARATOR).and_then(|(name, _)| self.get(name));
        world.unwrap_or_else(|| Arc::clone(&self.default))
    }
}

/// What follows `/control` in the paths of a world.
fn control_path(name: &str) -> String {
    match name {
        DEFAULT_WORLD => String::new(),
        name => format!("/worlds/{name}"),
    }
}

fn is_well_formed(name: &str) -> bool {
    let known = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.len() <= NAME_LIMIT
        && name.chars().all(known)
}

/// Returns the client ID of a request for tokens, the token of any other, or what a query names: a
/// client ID, or the signature of a link.
fn credential<'r>(parts: &'r Parts, body: &'r [u8]) -> Option<Cow<'r, str>> {
    #[derive(Deserialize)]
    struct Client {
        client_id: String,
    }
    let of_body = serde_json::from_slice(body).ok().map(|Client { client_id }| client_id.into());
    let header = |name| parts.headers.get(name)?.to_str().ok();
    let bearer = || header("authorization")?.split_once(' ').map(|(_, token)| token.trim());
    let token = || header("x-api-token").or_else(bearer).map(Cow::from);
    let query = || {
        let mut query = form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes());
        let value = query.find(|(name, _)| ["client_id", "signature"].contains(&&**name));
        value.map(|(_, value)| value)
    };
    // The body of a request for tokens: some clients send a header besides.
    of_body.or_else(token).or_else(query)
}

/// Locks even after a panic: the data are plain.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
