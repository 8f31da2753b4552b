//! Pulls: what they ask the service for, how the bundle comes, and what becomes of it on the disk.

mod bounds;
mod events;
mod exports;
mod file;
mod folder;
mod kills;
mod languages;
mod links;
mod plans;
mod prunes;
#[cfg(unix)]
mod random_kills;
mod refusals;
mod streams;
mod systems;
mod texts;

use l10n_client::types::FileExport;
use std::collections::BTreeMap;
use std::fs;
use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use l10n_client::{Client, Pull, RetryPolicy};
use l10n_sandbox::SeenRequest;
use tempfile::TempDir;

use crate::host::{Host, answer, lead_to};
use crate::support::{World, world};

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
    client.with_options(
        l10n_client::CallOptions::new()
            .retry(policy.backoff(Duration::from_millis(1), Duration::from_millis(1))),
    )
}

fn json(client: &Client) -> Pull<'_> {
    client
        .pull("garnet-7041.26")
        .export(FileExport::new("json"))
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

/// Names below a folder, folders with a slash at their end.
fn names(folder: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            found.extend(names(&path).iter().map(|below| format!("{name}/{below}")));
            found.push(name + "/");
        } else {
            found.push(name);
        }
    }
    found.sort();
    found
}

/// A bundle of these files.
fn archive<'c>(files: impl IntoIterator<Item = (impl Into<String>, &'c str)>) -> Vec<u8> {
    let mut writer = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        let options = zip::write::SimpleFileOptions::default();
        writer.start_file(name.into(), options).unwrap();
        writer.write_all(content.as_bytes()).unwrap();
    }
    writer.finish().unwrap().into_inner()
}

/// A world whose exports bring a bundle of these files, and a folder with those.
struct Scene {
    world: World,
    parent: TempDir,
    folder: PathBuf,
}

impl Scene {
    async fn new(bundle: &[(&str, &str)], local: &[(&str, &str)]) -> Self {
        let (world, parent) = (world().await, tempfile::tempdir().unwrap());
        let folder = parent.path().join("locales");
        for (name, content) in local {
            put(&folder, name, content);
        }
        let scene = Self {
            world,
            parent,
            folder,
        };
        scene.bring(bundle).await;
        scene
    }

    /// Lets exports bring a bundle of these files from now on.
    async fn bring(&self, bundle: &[(&str, &str)]) {
        let bundle = answer("200 OK", archive(bundle.iter().copied()));
        let host = Host::start_long(vec![bundle; 4]).await;
        self.world.sandbox.clear_faults();
        lead_to(&self.world.sandbox, &host.link);
    }

    fn pull(&self) -> Pull<'_> {
        json(&self.world.client)
    }

    /// The files below the folder that can be seen, with what they hold.
    fn files(&self) -> BTreeMap<String, String> {
        let names = names(&self.folder).into_iter();
        let names = names.filter(|name| !name.starts_with('.') && !name.ends_with('/'));
        let read = |name: &String| fs::read_to_string(self.folder.join(name)).unwrap();
        names.map(|name| (name.clone(), read(&name))).collect()
    }
}

fn put(folder: &Path, name: &str, content: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

fn pairs(files: &[(&str, &str)]) -> BTreeMap<String, String> {
    let files = files.iter();
    files
        .map(|(name, content)| ((*name).to_owned(), (*content).to_owned()))
        .collect()
}
