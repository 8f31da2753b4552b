//! Files that a pull deletes.

use l10n_sync::{Change, PullOptions, PullReport};

use crate::support::{World, change, reason};

/// A synchronized project with this many files per language, committed locally.
async fn world(files: usize) -> World {
    let world = World::new(&["en", "de"]).await;
    for file in 1..=files {
        for lang in ["en", "de"] {
            world.write(
                &format!("locales/{lang}/f{file}.json"),
                &format!("{{\"k{file}\": \"{lang}\"}}"),
            );
        }
    }
    world.commit();
    world.round().await;
    world
}

async fn pull(world: &World, set: impl FnOnce(&mut PullOptions)) -> PullReport {
    let mut options = PullOptions::new();
    options.prune = true;
    set(&mut options);
    world.sync().pull(&options).await.unwrap()
}

#[tokio::test]
async fn a_translation_whose_source_is_gone_is_removed() {
    let world = world(3).await;
    world.remove("locales/en/f1.json");
    world.remove_keys(|key| key == "k1");
    let report = pull(&world, |_| {}).await;
    assert_eq!(change(&report, "locales/de/f1.json"), Some(Change::Removed));
    assert!(report.is_complete() && !world.exists("locales/de/f1.json"));
    assert!(world.exists("locales/de/f2.json"));
}

#[tokio::test]
async fn files_that_were_never_pushed_are_not_removed() {
    let world = world(3).await;
    world.write("locales/en/new.json", "{\"n\": \"A day of work\"}");
    world.write("locales/de/new.json", "{\"n\": \"Ein Tag\"}");
    world.write("locales/de/stray.json", "{\"n\": \"Ein Tag\"}");
    let report = pull(&world, |_| {}).await;
    assert!(world.exists("locales/en/new.json") && world.exists("locales/de/new.json"));
    // It has no file of the base language, and is untracked.
    assert!(reason(&report, "locales/de/stray.json").contains("uncommitted"), "{report:?}");
    assert!(world.exists("locales/de/stray.json"));
}

#[tokio::test]
async fn a_partial_or_empty_export_removes_nothing() {
    let world = world(9).await;
    let before = world.tree();
    world.remove_keys(|key| key != "k1");
    pull(&world, |options| options.confirmed = true).await;
    assert_eq!(world.tree(), before);
    world.remove_keys(|_| true);
    for file in 1..=9 {
        world.remove(&format!("locales/en/f{file}.json"));
    }
    pull(&world, |options| {
        options.confirmed = true;
        options.force = true;
    })
    .await;
    assert_eq!(world.tree().len(), 9);
}

#[tokio::test]
async fn many_files_are_removed_only_with_confirmation() {
    let world = world(9).await;
    for file in 2..=9 {
        world.remove(&format!("locales/en/f{file}.json"));
    }
    world.remove_keys(|key| key != "k1");
    let report = pull(&world, |_| {}).await;
    assert_eq!(report.count(Change::Removed), 0);
    assert!(reason(&report, "locales/de/f2.json").contains("--confirmed"), "{report:?}");
    let report = pull(&world, |options| options.confirmed = true).await;
    assert_eq!(report.count(Change::Removed), 8);
    assert!(world.exists("locales/de/f1.json"));
}
