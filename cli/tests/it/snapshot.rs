//! `l10n snapshot`.

use crate::support::World;

#[tokio::test]
async fn a_snapshot_is_restored_as_a_new_project() {
    let world = World::configured("").await;
    world.run(&["snapshot", "Title", "--restore", "1"]).await.ended(2);
    let created = world.run(&["snapshot", "--json"]).await.ended(0).json();
    let id = created["snapshot"].to_string();
    let restored = world.run(&["snapshot", "--restore", &id, "--json"]).await.ended(0).json();
    let project = restored["restored"].as_str().unwrap();
    assert_ne!(project, created["project"]);
    let read = world.run(&["api", "GET", "projects/{project}", "--project", project]).await;
    assert_eq!(read.ended(0).json()["name"], "Garnet copy");
    let ran = world.run(&["snapshot", "Before the push"]).await.ended(0);
    assert!(ran.stdout.starts_with("created   "), "{ran:?}");
    world.run(&["snapshot", "--restore", "1"]).await.ended(4);
}
