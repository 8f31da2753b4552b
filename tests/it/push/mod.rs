//! Push: what is sent, what is not, and what is told of it.

mod absent;
mod deleted;
mod found;
mod imports;
mod killed;
mod ledger;
mod lost;
mod names;
mod plan;
mod told;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use l10n_client::types::ProcessStatus;
use l10n_client::{
    AbsentKeyFate, AbsentKeys, ErrorKind, LanguageMap, Push, PushEvent, PushGroup, PushPlan,
    PushReport, PushStage, PushState,
};
use l10n_sandbox::{Fault, Misbehavior, RateLimit, ResetMoment, Sandbox};
use tempfile::TempDir;

use crate::support::{World, world_of};

/// A world that imports at once.
async fn quick_world() -> World {
    let sandbox = Sandbox::builder().strict().step(Duration::from_millis(1));
    world_of(sandbox.start().await.unwrap())
}

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, content) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }
    folder
}

/// A path in a folder, as this system shows it.
fn at(folder: &TempDir, path: &str) -> String {
    let path: std::path::PathBuf = path.split('/').collect();
    folder.path().join(path).display().to_string()
}

fn push<'a>(world: &'a World, folder: &TempDir) -> Push<'a> {
    world
        .client
        .push(world.project.project_id)
        .base(folder.path())
}

/// The files at the service that were not there before, and how many keys they have.
async fn files(world: &World) -> BTreeMap<String, i64> {
    let list = world.client.list_files(world.project.project_id);
    let files = list.send().await.unwrap().into_inner().files.into_iter();
    let new = files.filter(|file| file.file_id > Some(5000));
    new.map(|file| (file.filename.unwrap(), file.key_count.unwrap()))
        .collect()
}

/// Name and language of each file as they were sent.
fn names(report: &PushReport) -> Vec<(&str, &str)> {
    let files = report.files.iter().map(|pushed| &pushed.file);
    files.map(|file| (file.filename(), file.lang())).collect()
}

/// How many uploads were sent.
fn uploads(world: &World) -> usize {
    calls(world, "uploadFile")
}

fn calls(world: &World, operation: &str) -> usize {
    let seen = world.sandbox.requests();
    seen.iter()
        .filter(|seen| seen.operation.as_deref() == Some(operation))
        .count()
}

const THREE: [(&str, &str); 3] = [
    ("l/en/a.json", r#"{"new.one": "1", "new.two": "2"}"#),
    ("l/en/b.json", r#"{"new.three": "3"}"#),
    ("l/de/a.json", r#"{"new.four": "vier"}"#),
];

/// The states of the files of a plan, by their names.
fn states<'p>(plan: &'p PushPlan<'_>) -> Vec<(&'p str, String)> {
    let files = plan.files().iter();
    files
        .map(|file| (file.file().filename(), file.state().to_string()))
        .collect()
}

/// Writes a file anew.
fn write(folder: &TempDir, path: &str, content: &str) {
    std::fs::write(folder.path().join(path), content).unwrap();
}
