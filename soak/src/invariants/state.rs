//! The state that a round has left: everything that was told to be there is, once, and holds what
//! it should.

use std::collections::HashMap;
use std::time::Duration;

use l10n_client::types::FileExport;
use l10n_client::types::ProcessStatus;
use l10n_client::{Client, Error};
use l10n_sandbox::SeededProject;

use crate::worker::Worker;
use crate::worker::files::{self, Upload};
use crate::worker::items::{self, Kind, Seen};
use crate::worker::lifecycle::{Exists, Thing};

/// Reads the whole state, and holds it against what the tasks know; the violations.
pub(crate) async fn state(
    client: &Client,
    project: SeededProject,
    workers: &[Worker],
) -> Result<Vec<String>, Error> {
    let address = project.project_id;
    let mut violations = Vec::new();
    for kind in Kind::ALL {
        let seen = items::all(kind, client, address).await?;
        let things = workers.iter().flat_map(|worker| &worker.things);
        let of_kind = things.filter(|thing| thing.kind == kind);
        violations.extend(of_kind.flat_map(|thing| troubles(thing, &seen)));
    }
    // It waits for the imports, which add keys.
    violations.extend(uploads(client, address, workers).await?);
    violations.extend(texts(client, address).await?);
    Ok(violations)
}

/// What is wrong with a thing.
fn troubles(thing: &Thing, all: &[Seen]) -> Vec<String> {
    let found: Vec<_> = all.iter().filter(|seen| seen.marker == thing.marker).collect();
    let mut troubles: Vec<_> = found.iter().filter_map(|seen| thing.trouble(seen)).collect();
    let name = format!("{:?} {}", thing.kind, thing.marker);
    troubles.extend(count_trouble(&name, thing.there, found.len()));
    troubles
}

/// What is wrong with how often something is there.
fn count_trouble(name: &str, there: Exists, count: usize) -> Option<String> {
    let right = match there {
        Exists::Yes => count == 1,
        Exists::No => count == 0,
        Exists::Unknown => count <= 1,
    };
    (!right).then(|| format!("{name} should be there ({there:?}), and is {count} times"))
}

/// Every key that is listed has one translation in each language, and there are no others.
async fn texts(client: &Client, address: &str) -> Result<Vec<String>, Error> {
    let mut languages = Vec::new();
    let mut list = client.list_languages(address).stream();
    while let Some(language) = list.next().await {
        languages.push(language?.lang_iso);
    }
    languages.sort();
    let mut of_keys: HashMap<i64, Vec<Option<String>>> = HashMap::new();
    let mut list = client.list_keys(address).stream();
    while let Some(key) = list.next().await {
        of_keys.insert(key?.key_id, Vec::new());
    }
    let mut violations = Vec::new();
    let mut list = client.list_translations(address).stream();
    while let Some(text) = list.next().await {
        let text = text?;
        match text.key_id.and_then(|key| of_keys.get_mut(&key)) {
            Some(known) => known.push(text.language_iso),
            None => violations.push(format!("the key of {} is gone", text.translation_id)),
        }
    }
    for (key, mut known) in of_keys {
        known.sort();
        if known != languages {
            violations.push(format!("key {key} has texts in {known:?}, not {languages:?}"));
        }
    }
    Ok(violations)
}

async fn uploads(client: &Client, address: &str, workers: &[Worker]) -> Result<Vec<String>, Error> {
    let (imports, exports) = processes(client, address).await?;
    let mut listed: HashMap<String, Vec<i64>> = HashMap::new();
    let mut files = client.list_files(address).stream();
    while let Some(file) = files.next().await {
        let file = file?;
        let keys = file.key_count.unwrap_or_default();
        listed.entry(file.filename.unwrap_or_default()).or_default().push(keys);
    }
    let body = FileExport::new("json").directory_prefix("").filter_langs(["en"]);
    let bundle = files::bundle(client, address, body, false).await?;

    let mut violations = Vec::new();
    for upload in workers.iter().flat_map(|worker| &worker.files.uploads) {
        let Upload { marker, there, .. } = upload;
        let name = files::filename(marker);
        let of_it = imports.get(&name).map_or(&[][..], Vec::as_slice);
        let process = format!("the process of {marker}");
        violations.extend(count_trouble(&process, *there, of_it.len()));
        if upload.process.is_some() && of_it.first() != upload.process.as_ref() {
            violations.push(format!("{process} has another id"));
        }
        let keys = listed.get(&name).map_or(&[][..], Vec::as_slice);
        violations.extend(count_trouble(&name, *there, keys.len()));
        if keys.iter().any(|count| *count != 1)
            || files::holds(&bundle, marker) != Some(!keys.is_empty())
        {
            violations.push(format!("{name} does not hold what was uploaded"));
        }
    }
    let told = workers.iter().flat_map(|worker| &worker.files.exports);
    for export in told {
        let count = exports.iter().filter(|id| *id == export).count();
        violations.extend(count_trouble(&format!("export {export}"), Exists::Yes, count));
    }
    Ok(violations)
}

/// The processes of imports by the names of their files, and the ids of those of exports, when all
/// have ended.
async fn processes(
    client: &Client,
    address: &str,
) -> Result<(HashMap<String, Vec<String>>, Vec<String>), Error> {
    let mut imports: HashMap<String, Vec<String>> = HashMap::new();
    let mut exports = Vec::new();
    let mut processes = client.list_processes(address).stream();
    while let Some(process) = processes.next().await {
        let mut process = process?;
        loop {
            let look = client.get_process(address, process.process_id.clone());
            process = look.send().await?.into_inner().process;
            if matches!(process.status, ProcessStatus::Finished | ProcessStatus::Failed) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        match files::original(&process) {
            Some(name) => imports.entry(name.to_owned()).or_default().push(process.process_id),
            None => exports.push(process.process_id),
        }
    }
    Ok((imports, exports))
}
