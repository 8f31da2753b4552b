//! What is in files: how much, and which bytes.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::error::Error;
use crate::transfer::blocking::stoppable;
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

/// The hash of one file, as it is now.
pub(super) async fn hash_of(path: &Path) -> Result<Option<String>, Error> {
    let looked = look(vec![path.to_owned()], true).await?;
    let hash = looked.into_iter().next().and_then(Result::ok);
    Ok(hash.and_then(|content| content.hash))
}

fn look_at(path: &Path, hashes: bool) -> io::Result<Content> {
    // Opening what is not a file may wait for ever.
    regular(&fs::metadata(path)?)?;
    let mut file = File::open(path)?;
    if !hashes {
        let size = file.metadata()?.len();
        return Ok(Content { size, hash: None });
    }
    let mut sha = Sha256::new();
    let mut part = vec![0; 64 << 10];
    let mut size = 0;
    loop {
        match file.read(&mut part) {
            Ok(0) => break,
            Ok(read) => {
                sha.update(&part[..read]);
                size += read as u64;
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    let hash = Some(hex(&sha.finalize()));
    Ok(Content { size, hash })
}

/// The hash of a text.
pub(super) fn hash(text: &[u8]) -> String {
    hex(&Sha256::digest(text))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
