//! Pulls to a folder: from the export to the files in their places.

use l10n_client::types::FileExport;
use std::fs;
use std::path::Path;
use std::time::Duration;

use l10n_client::{ErrorKind, ExtractLimits, Pull};
use l10n_sandbox::{DOWNLOAD_BUNDLE, Fault, Misbehavior};
use tempfile::tempdir;

use super::{archive, names};
use crate::host::{Host, answer, lead_to};
use crate::support::{World, world};

fn pull<'a>(world: &'a World, structure: &str) -> Pull<'a> {
    let pull = world.client.pull(world.project.project_id);
    pull.export(
        FileExport::new("json")
            .original_filenames(false)
            .bundle_structure(structure)
            .filter_langs(["de", "en"]),
    )
}

#[tokio::test]
async fn the_files_of_a_bundle_are_put_into_a_folder() {
    let world = world().await;
    let parent = tempdir().unwrap();
    let folder = parent.path().join("locales");
    let pulled = pull(&world, "%LANG_ISO%/app.json")
        .to_folder(&folder)
        .await
        .unwrap();
    assert_eq!(names(&folder), ["de/", "de/app.json", "en/", "en/app.json"]);
    assert!(pulled.bundle_size > 100);
    assert_eq!(pulled.files.len(), 2);
    for file in &pulled.files {
        let text = fs::read(file).unwrap();
        serde_json::from_slice::<serde_json::Value>(&text).unwrap();
    }

    let file = folder.join("de/app.json");
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, "before").unwrap();
    fs::write(folder.join("own.txt"), "mine").unwrap();
    pull(&world, "%LANG_ISO%/app.json")
        .to_folder(&folder)
        .await
        .unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    assert_eq!(
        names(&folder),
        ["de/", "de/app.json", "en/", "en/app.json", "own.txt"]
    );
}

#[tokio::test]
async fn a_hostile_bundle_writes_nothing() {
    let world = world().await;
    let parent = tempdir().unwrap();
    for structure in [
        "../%LANG_ISO%.json",
        "/anywhere/%LANG_ISO%.json",
        "C:/%LANG_ISO%.json",
        "a\\%LANG_ISO%.json",
    ] {
        let folder = parent.path().join("locales");
        let error = pull(&world, structure)
            .to_folder(&folder)
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Bundle, "{error}");
        assert!(names(parent.path()).is_empty(), "{structure}");
    }
    let few = pull(&world, "%LANG_ISO%.json").limits(ExtractLimits::default().entries(1));
    let error = few.to_folder(parent.path()).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Bundle, "{error}");
    assert!(names(parent.path()).is_empty());
}

#[tokio::test]
async fn a_folder_that_is_none_is_known_before_anything_is_sent() {
    let world = world().await;
    let parent = tempdir().unwrap();
    let file = parent.path().join("file");
    fs::write(&file, "mine").unwrap();
    for folder in [file.clone(), file.join("below")] {
        let error = pull(&world, "%LANG_ISO%.json")
            .to_folder(&folder)
            .await
            .unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Io, "{error}");
    }
    assert!(world.sandbox.requests().is_empty());
    assert_eq!(names(parent.path()), ["file"]);
}

#[tokio::test]
async fn a_failed_download_leaves_no_trace() {
    let world = world().await;
    let parent = tempdir().unwrap();
    for fault in [
        Misbehavior::CutBody(100),
        Misbehavior::html(),
        Misbehavior::ExpiredLink,
    ] {
        world
            .sandbox
            .add_fault(Fault::new(fault).on(DOWNLOAD_BUNDLE).times(3))
            .unwrap();
        let folder = parent.path().join("a/b");
        pull(&world, "%LANG_ISO%.json")
            .to_folder(&folder)
            .await
            .unwrap_err();
        assert!(names(parent.path()).is_empty());
        world.sandbox.clear_faults();
    }
}

/// A bundle that takes long to unpack: many small files.
fn many_files() -> Vec<u8> {
    archive((0..5_000).map(|number| (number.to_string(), "{}")))
}

#[tokio::test]
async fn dropping_a_pull_while_it_unpacks_undoes_it() {
    let world = world().await;
    let parent = tempdir().unwrap();
    let folder = parent.path().join("locales");
    let bundle = many_files();
    let host = Host::start([answer("200 OK", &bundle)]).await;
    lead_to(&world.sandbox, &host.link);
    let size = bundle.len() as u64;
    let (whole, mut is_whole) = tokio::sync::mpsc::unbounded_channel();
    let pulling = pull(&world, "%LANG_ISO%.json").on_progress(move |received, _| {
        if received == size {
            whole.send(()).unwrap();
        }
    });
    let mut pulling = Box::pin(pulling.to_folder(&folder));
    tokio::select! {
        _ = &mut pulling => panic!("it takes longer"),
        _ = is_whole.recv() => {}
    }
    // Polled on until files appear.
    while !unpacking(&folder) {
        let step = Duration::from_millis(1);
        tokio::time::timeout(step, &mut pulling).await.unwrap_err();
    }
    drop(pulling);
    for _ in 0..2000 {
        if !folder.exists() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("something is left");
}

/// Whether a hidden folder has files that were unpacked.
fn unpacking(folder: &Path) -> bool {
    let hidden = fs::read_dir(folder).unwrap().next();
    hidden.is_some_and(|hidden| hidden.unwrap().path().join("new/9").exists())
}

#[tokio::test]
async fn two_pulls_to_a_new_folder_both_succeed() {
    let world = world().await;
    for _ in 0..10 {
        let parent = tempdir().unwrap();
        let folder = parent.path().join("a/b/c/d/e");
        let pulls =
            std::array::from_fn::<_, 4, _>(|_| pull(&world, "%LANG_ISO%.json").to_folder(&folder));
        for pulled in futures_util::future::join_all(pulls).await {
            pulled.unwrap();
        }
        assert_eq!(names(&folder), ["de.json", "en.json"]);
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_link_that_leads_nowhere_is_no_folder() {
    let world = world().await;
    let parent = tempdir().unwrap();
    let link = parent.path().join("link");
    std::os::unix::fs::symlink("nowhere", &link).unwrap();
    let pulled = pull(&world, "%LANG_ISO%.json").to_folder(&link).await;
    let error = pulled.unwrap_err().to_string();
    assert!(error.contains("a link that leads nowhere"), "{error}");
    assert!(world.sandbox.requests().is_empty());
}
