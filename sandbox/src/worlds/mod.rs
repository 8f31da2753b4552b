//! The worlds of a sandbox, and to which of them a request belongs.

mod names;
mod rate;
mod requests;
mod world;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::http::HeaderMap;
use axum::http::request::Parts;

pub(crate) use names::DEFAULT_WORLD;
pub use names::WorldError;
use names::{Names, SEPARATOR};
pub(crate) use rate::InFlight;
pub use requests::WaitError;
pub(crate) use world::World;

use crate::document::Document;
use crate::quirks::{Preset, Quirks};
use crate::record::Closed;
use crate::settings::{Settings, WORLDS};
use crate::state::Seed;

/// All worlds of a sandbox.
#[derive(Debug)]
pub(crate) struct Worlds {
    pub(crate) default: Arc<World>,
    others: Mutex<BTreeMap<String, Arc<World>>>,
    /// Those of the others, and of the ones that are being made.
    names: Arc<Mutex<Names>>,
}

impl Worlds {
    pub(crate) fn new(document: &'static Document, settings: Settings, seed: &Seed) -> Self {
        let names = Arc::default();
        let default = World::new(DEFAULT_WORLD, "", document, settings, seed);
        Self { default: Arc::new(default.beside(&names)), others: Mutex::default(), names }
    }

    /// Makes a world, as new as the sandbox was at its start; without a name it gets one.
    /// Its data and shapes are those of the start, unless others are wanted.
    pub(crate) fn create(
        &self,
        name: Option<&str>,
        seed: Option<&Seed>,
        shapes: Option<Preset>,
    ) -> Result<Arc<World>, WorldError> {
        let name = {
            // Held meanwhile: no data come whose credentials lead to the new world.
            let mut names = lock(&self.names);
            names.take(name, &self.reserved())?
        };
        let (like, prefix) = (&self.default, format!("{name}{SEPARATOR}"));
        let settings = Settings {
            urls: like.settings.urls.of_world(&name),
            shapes: shapes.map_or(like.settings.shapes, Quirks::from),
            ..like.settings.clone()
        };
        let world = Arc::new(World::new(
            &name,
            &prefix,
            like.document,
            settings,
            seed.unwrap_or_else(|| like.beginning()),
        ));
        self.others().insert(name, Arc::clone(&world));
        Ok(world)
    }

    /// The names of worlds that credentials of the default one would lead to.
    fn reserved(&self) -> BTreeSet<String> {
        let now = self.default.state().leads_to();
        // Those that a reset brings back.
        let begun = self.default.beginning().as_state().leads_to();
        let credentials = now.into_iter().chain(begun);
        credentials.map(|(_, name)| name).collect()
    }

    /// Removes a world with all that is in it. What goes on in it ends without effect.
    pub(crate) fn remove(&self, name: &str) -> Result<(), WorldError> {
        let removed = self.others().remove(name);
        let unknown = || WorldError::Unknown(name.to_owned());
        let removed = removed.ok_or_else(unknown)?;
        lock(&self.names).free(name);
        removed.record().close(Closed::Removed);
        Ok(())
    }

    pub(crate) fn get(&self, name: &str) -> Option<Arc<World>> {
        match name {
            DEFAULT_WORLD => Some(Arc::clone(&self.default)),
            _ => self.others().get(name).map(Arc::clone),
        }
    }

    /// Lets all go who wait for requests: none will come.
    pub(crate) fn close(&self) {
        for world in self.all() {
            world.record().close(Closed::Stopped);
        }
    }

    /// All worlds, the default one first.
    pub(crate) fn all(&self) -> Vec<Arc<World>> {
        let default = Arc::clone(&self.default);
        let others = self.others();
        [default].into_iter().chain(others.values().cloned()).collect()
    }

    /// The world that a request belongs to, and its path there: by the path, else by the
    /// credential, else by the client that it names. The world in its path may not be there.
    pub(crate) fn of<'p>(
        &self,
        parts: &'p Parts,
        client_id: Option<&str>,
    ) -> (Option<Arc<World>>, &'p str) {
        let path = parts.uri.path();
        if let Some(rest) = path.strip_prefix(WORLDS) {
            let end = rest.find('/').unwrap_or(rest.len());
            return (self.get(&rest[..end]), &rest[end..]);
        }
        let names = [credential(&parts.headers), client_id].into_iter();
        let mut names = names.filter_map(|it| Some(it?.split_once(SEPARATOR)?.0));
        let world = names.find_map(|name| self.get(name));
        (Some(world.unwrap_or_else(|| Arc::clone(&self.default))), path)
    }

    /// Whether the default world is the only one.
    pub(crate) fn is_one(&self) -> bool {
        self.others().is_empty()
    }

    fn others(&self) -> MutexGuard<'_, BTreeMap<String, Arc<World>>> {
        lock(&self.others)
    }
}

/// The credential of a request, without its scheme.
pub(crate) fn credential(headers: &HeaderMap) -> Option<&str> {
    let text = |name| headers.get(name)?.to_str().ok();
    text("x-api-token").or_else(|| text("authorization")?.split_once(' ').map(|(_, it)| it.trim()))
}

/// A lock that a panicking thread held guards plain data all the same.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
