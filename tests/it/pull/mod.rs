//! Pulls: what they ask the service for, how the bundle comes, and what becomes of it on the disk.

mod bounds;
mod exports;
mod file;
mod folder;
mod kills;
mod links;
mod refusals;
mod resumes;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use l10n_client::{Client, Pull, RetryPolicy};
use l10n_sandbox::SeenRequest;
use tempfile::TempDir;

use crate::support::World;

/// A folder with a bundle of an earlier pull in it.
struct Disk {
    folder: TempDir,
    target: PathBuf,
}

const EARLIER: &str = "an earlier bundle";

impl Disk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("bundle.zip");
        fs::write(&target, EARLIER).unwrap();
        Self { folder, target }
    }

    /// Whether nothing is left behind but the earlier bundle.
    fn is_untouched(&self) -> bool {
        self.files() == ["bundle.zip"] && fs::read(&self.target).unwrap() == EARLIER.as_bytes()
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(self.folder.path()).unwrap();
        entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect()
    }
}

fn patient(client: &Client) -> Client {
    let policy = RetryPolicy::default();
    client.with_retry(policy.backoff(Duration::from_millis(1), Duration::from_millis(1)))
}

fn json(client: &Client) -> Pull<'_> {
    client
        .pull("garnet-7041.26")
        .export(|body| body.format("json"))
}

fn of<'r>(
    requests: &'r [SeenRequest],
    operation: &'static str,
) -> impl Iterator<Item = &'r SeenRequest> {
    requests
        .iter()
        .filter(move |request| request.operation.as_deref() == Some(operation))
}

fn operations(requests: &[SeenRequest]) -> Vec<&str> {
    let mut names: Vec<_> = requests
        .iter()
        .filter_map(|request| request.operation.as_deref())
        .collect();
    names.dedup();
    names
}

/// The bundle that undisturbed pulls bring.
async fn bundle_of(world: &World) -> Vec<u8> {
    let disk = Disk::new();
    json(&world.client).to_file(&disk.target).await.unwrap();
    world.sandbox.clear_requests();
    fs::read(&disk.target).unwrap()
}
