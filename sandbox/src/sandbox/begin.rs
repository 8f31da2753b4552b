//! What a sandbox begins with: the built-in data, a seed of one's own, or what was kept.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::autosave::{Autosave, Directory, context};
use crate::state::{Data, DataError, Seed, State};
use crate::worlds::World;

/// Where the seed comes from.
#[derive(Debug, Clone)]
pub(super) enum Source {
    BuiltIn,
    File(PathBuf),
    Value(serde_json::Value),
}

/// What a sandbox begins with.
pub(super) struct Beginning {
    pub(super) seed: Seed,
    /// The directory that data are kept in, with those that it holds.
    kept: Option<(Directory, Option<State>)>,
}

impl Beginning {
    pub(super) fn read(
        source: &Source,
        directory: Option<&Path>,
        comments: u32,
    ) -> io::Result<Self> {
        let new = |data| Seed::new(data, comments);
        let seed = match source {
            Source::File(path) => read(path, new)?,
            Source::BuiltIn => Seed::built_in(comments).map_err(|error| bad("the seed", &error))?,
            Source::Value(value) => {
                let seed = Data::from_value(value).and_then(new);
                seed.map_err(|error| bad("the seed", &error))?
            }
        };
        let Some(directory) = directory else {
            return Ok(Self { seed, kept: None });
        };
        let directory = Directory::take(directory)?;
        let file = directory.file();
        let state = file.exists().then(|| read(&file, State::from_data)).transpose()?;
        Ok(Self { seed, kept: Some((directory, state)) })
    }

    /// Puts the data that were kept into the default world, and keeps them from now on.
    pub(super) fn keep(self, world: &Arc<World>) -> io::Result<Option<Autosave>> {
        let Some((directory, state)) = self.kept else {
            return Ok(None);
        };
        if let Some(state) = state {
            *world.state() = state;
        }
        Autosave::start(directory, world).map(Some)
    }
}

/// Reads a file of data.
fn read<T>(path: &Path, make: impl FnOnce(Data) -> Result<T, DataError>) -> io::Result<T> {
    let shown = path.display().to_string();
    let json = fs::read(path).map_err(|error| context(&format!("cannot read {shown}"), error))?;
    Data::parse(&json).and_then(make).map_err(|error| bad(&shown, &error))
}

fn bad(what: &str, error: &DataError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{what}: {error}"))
}
