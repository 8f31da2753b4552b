//! What a sandbox begins with: the built-in data, or a seed of one's own.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::state::{Data, DataError, Seed};

/// Where the seed comes from.
#[derive(Debug, Clone)]
pub(super) enum Source {
    BuiltIn,
    File(PathBuf),
    Value(serde_json::Value),
}

impl Source {
    pub(super) fn read(&self, comments: u32) -> io::Result<Seed> {
        match self {
            Self::BuiltIn => Seed::built_in(comments).map_err(|error| bad("the seed", &error)),
            Self::File(path) => read(path, |data| Seed::new(data, comments)),
            Self::Value(value) => Data::from_value(value)
                .and_then(|data| Seed::new(data, comments))
                .map_err(|error| bad("the seed", &error)),
        }
    }
}

/// Reads a file of data.
fn read(path: &Path, make: impl FnOnce(Data) -> Result<Seed, DataError>) -> io::Result<Seed> {
    let shown = path.display();
    let json = fs::read(path)
        .map_err(|error| io::Error::new(error.kind(), format!("cannot read {shown}: {error}")))?;
    let data = Data::parse(&json).and_then(make);
    data.map_err(|error| bad(&shown.to_string(), &error))
}

fn bad(what: &str, error: &DataError) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("{what}: {error}"))
}
