//! The names of worlds: which there can be, and which credentials would lead to them.

use std::collections::BTreeSet;
use std::fmt;

use crate::state::{DataError, State};

/// The name of the world that is always there.
pub(crate) const DEFAULT_WORLD: &str = "default";
/// How many worlds there may be beside the default one.
const CAPACITY: usize = 1_000;
/// The longest name, in characters.
const NAME_LIMIT: usize = 40;

/// What parts the name of a world from the rest of a credential.
pub(super) const SEPARATOR: char = '.';

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

/// The names of the worlds beside the default one.
#[derive(Debug, Default)]
pub(super) struct Names {
    taken: BTreeSet<String>,
    /// How many were named here, not by who asked for them.
    made_up: u64,
}

impl Names {
    /// Takes a name for a new world: this one if no other has it, or one that is made up; none of
    /// those that are reserved.
    pub(super) fn take(
        &mut self,
        name: Option<&str>,
        reserved: &BTreeSet<String>,
    ) -> Result<String, WorldError> {
        if self.taken.len() >= CAPACITY {
            return Err(WorldError::TooMany);
        }
        let name = match name {
            Some(name) => self.checked(name, reserved)?,
            None => self.made_up(reserved),
        };
        self.taken.insert(name.clone());
        Ok(name)
    }

    /// Gives a name back.
    pub(super) fn free(&mut self, name: &str) {
        self.taken.remove(name);
    }

    fn checked(&self, name: &str, reserved: &BTreeSet<String>) -> Result<String, WorldError> {
        let name = well_formed(name)?;
        if name == DEFAULT_WORLD || self.taken.contains(&name) {
            return Err(WorldError::Taken(name));
        }
        if reserved.contains(&name) {
            return Err(WorldError::Credential(name));
        }
        Ok(name)
    }

    fn made_up(&mut self, reserved: &BTreeSet<String>) -> String {
        loop {
            self.made_up += 1;
            let name = format!("w{}", self.made_up);
            if !self.taken.contains(&name) && !reserved.contains(&name) {
                return name;
            }
        }
    }

    /// Whether no credential of the default world, as it shall be, leads to one of these.
    pub(super) fn check(&self, state: &State) -> Result<(), DataError> {
        let mut leads_to = state.leads_to().into_iter();
        let found = leads_to.find(|(_, name)| self.taken.contains(name));
        found.map_or(Ok(()), |(place, name)| {
            let message = format!(
                "it begins \"{name}{SEPARATOR}\", and so leads to the world {name:?}, not to this \
                 one: let it begin otherwise, or remove that world first"
            );
            Err(DataError::new(message).within(&place))
        })
    }
}

fn well_formed(name: &str) -> Result<String, WorldError> {
    let known = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let fits = name.starts_with(|first: char| first.is_ascii_lowercase())
        && name.len() <= NAME_LIMIT
        && name.chars().all(known);
    match fits {
        true => Ok(name.to_owned()),
        false => Err(WorldError::BadName(name.to_owned())),
    }
}

impl State {
    /// The names of the worlds that its credentials would lead to, with their places.
    pub(super) fn leads_to(&self) -> Vec<(String, String)> {
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
