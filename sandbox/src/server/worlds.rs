//! The worlds of a sandbox, and to which of them a request belongs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard};

use axum::http::HeaderMap;
use axum::http::request::Parts;

use super::{Settings, WORLDS, World, lock};
use crate::document::Document;
use crate::quirks::{Preset, Quirks};
use crate::record::Closed;
use crate::state::{DataError, Seed, State};

/// The name of the world that is always there.
pub(crate) const DEFAULT_WORLD: &str = "default";
/// How many worlds there may be beside the default one.
const CAPACITY: usize = 1_000;
/// The longest name, in characters.
const NAME_LIMIT: usize = 40;

/// All worlds of a sandbox.
#[derive(Debug)]
pub(crate) struct Worlds {
    pub(crate) default: Arc<World>,
    others: Arc<Mutex<Others>>,
}

/// The worlds beside the default one.
#[derive(Debug, Default)]
pub(super) struct Others {
    worlds: BTreeMap<String, Arc<World>>,
    /// How many were named here, not by who asked for them.
    named: u64,
}

/// Why there is no new world, or none to remove.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum WorldError {
    /// A name is 1 to 40 small letters, digits and hyphens, and begins with a letter.
    BadName(String),
    /// There is a world of this name already.
    Taken(String),
    /// There is no world of this name, or it is the default one, which stays.
    Unknown(String),
    /// A token or client ID of the default world begins with this name and a dot, and would lead to
    /// the new world.
    Credential(String),
    /// There are 1,000 worlds: one has to be removed first.
    TooMany,
}

impl fmt::Display for WorldError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadName(name) => write!(
                f,
                "{name:?} cannot name a world: 1 to {NAME_LIMIT} small letters, digits and \
                 hyphens can, a letter first"
            ),
            Self::Taken(name) => write!(f, "there is a world {name:?} already"),
            Self::Unknown(name) => write!(f, "there is no world {name:?} beside the default one"),
            Self::Credential(name) => write!(
                f,
                "a token or client ID of the default world begins \"{name}{SEPARATOR}\", and would \
                 lead to a world {name:?}: take another name"
            ),
            Self::TooMany => write!(f, "there are {CAPACITY} worlds: remove one first"),
        }
    }
}

impl std::error::Error for WorldError {}

impl Worlds {
    pub(crate) fn new(
        document: &'static Document,
        settings: Settings,
        http: reqwest::Client,
        seed: &Seed,
    ) -> Self {
        let others = Arc::default();
        let default = World::new(DEFAULT_WORLD, "", document, settings, http, seed);
        Self {
            default: Arc::new(default.beside(&others)),
            others,
        }
    }

    /// Makes a world, as new as the sandbox was at its start; without a name it gets one.
    /// Its data and shapes are those of the start, unless others are wanted.
    pub(crate) fn create(
        &self,
        name: Option<&str>,
        seed: Option<&Seed>,
        shapes: Option<Preset>,
    ) -> Result<Arc<World>, WorldError> {
        let reserved = self.reserved();
        let name = self.others().free(name, &reserved)?;
        let (like, prefix) = (&self.default, format!("{name}{SEPARATOR}"));
        let settings = Settings {
            urls: like.settings.urls.of_world(&name),
            shapes: shapes.map_or(like.settings.shapes, Quirks::from),
            ..like.settings.clone()
        };
        // Much data take their time, and nobody waits for that.
        let world = Arc::new(World::new(
            &name,
            &prefix,
            like.document,
            settings,
            like.http.clone(),
            seed.unwrap_or_else(|| like.beginning()),
        ));
        let mut others = self.others();
        let name = others.free(Some(&name), &reserved)?;
        others.worlds.insert(name, Arc::clone(&world));
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
        let removed = self.others().worlds.remove(name);
        let unknown = || WorldError::Unknown(name.to_owned());
        let removed = removed.ok_or_else(unknown)?;
        removed.record().close(Closed::Removed);
        Ok(())
    }

    pub(crate) fn get(&self, name: &str) -> Option<Arc<World>> {
        match name {
            DEFAULT_WORLD => Some(Arc::clone(&self.default)),
            _ => self.others().worlds.get(name).map(Arc::clone),
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
        [default]
            .into_iter()
            .chain(others.worlds.values().cloned())
            .collect()
    }

    /// The world that a request belongs to, and its path there: by the path, else by the
    /// credential, else by the client that it names. The world in its path may not be there.
    pub(super) fn of<'p>(
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
        (
            Some(world.unwrap_or_else(|| Arc::clone(&self.default))),
            path,
        )
    }

    /// Whether the default world is the only one.
    pub(super) fn is_one(&self) -> bool {
        self.others().worlds.is_empty()
    }

    fn others(&self) -> MutexGuard<'_, Others> {
        lock(&self.others)
    }
}

/// What parts the name of a world from the rest of a credential.
const SEPARATOR: char = '.';

impl State {
    /// The names of the worlds that its credentials would lead to, with their places.
    fn leads_to(&self) -> Vec<(String, String)> {
        let tokens = self.tokens.iter().map(|token| token.secret.as_str());
        let tokens = tokens.enumerate();
        let tokens = tokens.map(|(index, secret)| (format!("tokens[{index}].secret"), secret));
        let apps = self.oauth.apps.iter().map(|app| app.client_id.as_str());
        let apps = apps.enumerate();
        let apps = apps.map(|(index, id)| (format!("oauth_apps[{index}].client_id"), id));
        tokens
            .chain(apps)
            .filter_map(|(place, it)| Some((place, it.split_once(SEPARATOR)?.0.to_owned())))
            .collect()
    }
}

impl Others {
    /// Whether no credential of the default world, as it shall be, leads to one of these.
    pub(super) fn check(&self, state: &State) -> Result<(), DataError> {
        let mut leads_to = state.leads_to().into_iter();
        let found = leads_to.find(|(_, name)| self.worlds.contains_key(name));
        found.map_or(Ok(()), |(place, name)| {
            let message = format!(
                "it begins \"{name}{SEPARATOR}\", and so leads to the world {name:?}, not to this \
                 one: let it begin otherwise, or remove that world first"
            );
            Err(DataError::new(message).within(&place))
        })
    }

    /// The name for a new world: this one if no other has it, or one that is made up.
    fn free(
        &mut self,
        name: Option<&str>,
        reserved: &BTreeSet<String>,
    ) -> Result<String, WorldError> {
        if self.worlds.len() >= CAPACITY {
            return Err(WorldError::TooMany);
        }
        let Some(name) = name else {
            return Ok(self.next_name(reserved));
        };
        let name = checked(name)?;
        if name == DEFAULT_WORLD || self.worlds.contains_key(&name) {
            return Err(WorldError::Taken(name));
        }
        if reserved.contains(&name) {
            return Err(WorldError::Credential(name));
        }
        Ok(name)
    }

    fn next_name(&mut self, reserved: &BTreeSet<String>) -> String {
        loop {
            self.named += 1;
            let name = format!("w{}", self.named);
            if !self.worlds.contains_key(&name) && !reserved.contains(&name) {
                return name;
            }
        }
    }
}

fn checked(name: &str) -> Result<String, WorldError> {
    let known = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let fits = name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.len() <= NAME_LIMIT
        && name.chars().all(known);
    match fits {
        true => Ok(name.to_owned()),
        false => Err(WorldError::BadName(name.to_owned())),
    }
}

/// The credential of a request, without its scheme.
pub(super) fn credential(headers: &HeaderMap) -> Option<&str> {
    let text = |name| headers.get(name)?.to_str().ok();
    text("x-api-token").or_else(|| {
        text("authorization")?
            .split_once(' ')
            .map(|(_, it)| it.trim())
    })
}
