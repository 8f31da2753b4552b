//! What is in files: how much, and which bytes.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use crate::error::Error;
use crate::transfer::blocking::stoppable;
use crate::transfer::digest::Digest;
use crate::transfer::source::regular;

/// What a file holds.
#[derive(Debug, Clone)]
pub(super) struct Content {
    pub(super) size: u64,
    /// Where it was asked for.
    pub(super) hash: Option<String>,
}

/// Looks at files, on a thread that may block. What cannot be read is told of each.
pub(super) async fn look(
    paths: Vec<PathBuf>,
    hashes: bool,
) -> Result<Vec<io::Result<Content>>, Error> {
    stoppable(Path::new("."), move |stopped| {
        let looked = paths.iter().map(|path| {
            stopped.check()?;
            Ok(look_at(path, hashes))
        });
        looked.collect()
    })
    .await
}

fn look_at(path: &Path, hashes: bool) -> io::Result<Content> {
    // Opening what is not a file may wait for ever.
    regular(&fs::metadata(path)?)?;
    let mut file = File::open(path)?;
    if !hashes {
        let size = file.metadata()?.len();
        return Ok(Content { size, hash: None });
    }
    let mut digest = Digest::default();
    let mut part = vec![0; 64 << 10];
    let mut size = 0;
    loop {
        match file.read(&mut part) {
            Ok(0) => break,
            Ok(read) => {
                digest.add(&part[..read]);
                size += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let hash = Some(digest.text());
    Ok(Content { size, hash })
}

/// The hash of a text.
pub(super) fn hash(text: &[u8]) -> String {
    let mut digest = Digest::default();
    digest.add(text);
    digest.text()
}
