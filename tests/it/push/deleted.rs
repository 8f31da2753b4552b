//! Keys that the service itself deletes, since the one file of a push lacks them.

use super::*;

/// How many keys the files of the project have.
async fn key_count(world: &World) -> i64 {
    let list = world.client.list_files(world.project.project_id);
    let files = list.send().await.unwrap().into_inner().files;
    files.iter().filter_map(|file| file.key_count).sum()
}

#[tokio::test]
async fn keys_that_a_file_lacks_are_deleted_for_one_file_and_by_their_name_only() {
    let world = quick_world().await;
    let folder = folder(&THREE);
    let keys = key_count(&world).await;
    assert!(keys > 3);
    world.sandbox.clear_requests();

    let two = || push(&world, &folder).glob_in("l/en/*.json", "en");
    let error = two().delete_keys_absent_from_file(true).send().await;
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
    assert!(
        error.to_string().contains("2 files are to be pushed"),
        "{error}"
    );

    let one = || push(&world, &folder).file("l/en/a.json", "en");
    for pushing in [
        one().options(|body| body.cleanup_mode(true)),
        one()
            .options(|body| body.cleanup_mode(true))
            .delete_keys_absent_from_file(true),
        two().options(|body| body.cleanup_mode(true)),
    ] {
        let error = pushing.send().await.unwrap_err();
        let text = error.to_string();
        assert!(
            text.contains("delete_keys_absent_from_file(true)"),
            "{error}"
        );
    }
    // Asked for by the last of them only.
    let count = std::sync::atomic::AtomicUsize::new(0);
    let last = two().options(|body| {
        let before = count.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        body.cleanup_mode(before == 1)
    });
    last.send().await.unwrap_err();
    assert!(world.sandbox.requests().is_empty());
    assert_eq!(key_count(&world).await, keys);

    let off = two().options(|body| body.cleanup_mode(false)).send().await;
    assert!(off.unwrap().is_success());
    assert_eq!(key_count(&world).await, keys + 3);
    let report = one().delete_keys_absent_from_file(true).send().await;
    assert!(report.unwrap().is_success());
    assert_eq!(key_count(&world).await, 2);
}
