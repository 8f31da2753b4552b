//! What a run does, and the objects of the service that it works on.

use std::error::Error;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

pub(crate) type Failure = Box<dyn Error + Send + Sync>;

/// The `limit` of a page: the most that the service gives.
pub(crate) const PAGE: usize = 5_000;
pub(crate) const PROJECT: &str = "garnet-7041.26";
pub(crate) const KEY: i64 = 3101;
pub(crate) const COMMENT: i64 = 5101;
pub(crate) const TOKEN: &str = "sandbox-read-write-token";

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) enum Side {
    Hand,
    Client,
    /// Another program, which reads the job from its argument and prints its run.
    Peer,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub(crate) enum Work {
    /// The first comments of the project.
    List(usize),
    /// Comments, each page by a request of its own, from a server of one fixed page.
    Pages(usize),
    /// This often one comment from a server of one fixed response, so many at once.
    Gets(usize, usize),
    /// A file of this size.
    Upload(usize),
    Bundle(usize),
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    pub(crate) side: Side,
    pub(crate) work: Work,
    pub(crate) base_url: String,
    /// What is uploaded, or written.
    pub(crate) file: PathBuf,
}
