//! Bad parameters and bodies: each is refused with its reason, and nothing is sent.

use l10n_client::{Error, ErrorKind};

use crate::support::{World, world};

fn assert_refused(world: &World, error: Error, text: &str) {
    assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
    assert_eq!(error.to_string(), text);
    assert_eq!(error.status(), None);
    assert_eq!(world.sandbox.requests().len(), 0, "nothing was sent");
}

#[tokio::test]
async fn a_missing_parameter_is_named() {
    let world = world().await;
    let error = world.client.list_files().send().await.unwrap_err();
    assert_refused(
        &world,
        error,
        "listFiles: invalid request: `project_id` is missing: call `.project_id(..)` before `.send()`",
    );
}

#[tokio::test]
async fn an_id_cannot_change_the_path() {
    let world = world().await;
    for id in ["..", ".", ""] {
        let error = world
            .client
            .list_files()
            .project_id(id)
            .send()
            .await
            .unwrap_err();
        let text = format!(
            "listFiles: invalid request: `project_id` is `{id}`, which is no part of a path: give the id of an existing thing"
        );
        assert_refused(&world, error, &text);
    }
}

#[tokio::test]
async fn what_would_change_the_path_is_encoded() {
    let world = world().await;
    for (id, segment) in [
        ("a/../b", "a%2F..%2Fb"),
        ("a?b#c", "a%3Fb%23c"),
        ("%2e%2e", "%252e%252e"),
        ("a\\b", "a%5Cb"),
        ("é", "%C3%A9"),
    ] {
        world.sandbox.clear_requests();
        let error = world
            .client
            .list_files()
            .project_id(id)
            .send()
            .await
            .unwrap_err();
        assert!(error.is_not_found(), "{error}");
        assert_eq!(
            world.sandbox.requests()[0].target,
            format!("/v2/projects/{segment}/files")
        );
    }
}

#[tokio::test]
async fn a_bad_uuid_says_what_is_bad_about_it() {
    let world = world().await;
    let error = world
        .client
        .delete_all_contributors()
        .project_id("garnet-7041.26")
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    let text = error.to_string();
    assert!(
        text.starts_with("deleteAllContributors: invalid request: `project_id` is no `Uuid`: "),
        "{text}"
    );
    assert!(text.ends_with("found `g` at 0"), "{text}");
    assert_eq!(world.sandbox.requests().len(), 0);
}

#[tokio::test]
async fn a_limit_above_the_maximum_is_refused() {
    let world = world().await;
    let error = world
        .client
        .list_files()
        .project_id("p")
        .limit(5001)
        .send()
        .await
        .unwrap_err();
    assert_refused(
        &world,
        error,
        "listFiles: invalid request: `limit` is 5001, and 5000 is the maximum",
    );
}

#[tokio::test]
async fn an_id_that_is_too_large_is_refused() {
    let world = world().await;
    let error = world
        .client
        .get_contributor()
        .project_id("p")
        .contributor_id(u64::MAX)
        .send()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(
        error
            .to_string()
            .contains("`contributor_id` is no `i64`: out of range"),
        "{error}"
    );
}

#[tokio::test]
async fn a_body_that_lacks_a_field_names_it() {
    let world = world().await;
    let error = world
        .client
        .create_custom_translation_status()
        .project_id("p")
        .body_map(|body| body.title("No color"))
        .send()
        .await
        .unwrap_err();
    assert_refused(
        &world,
        error,
        "createCustomTranslationStatus: invalid request: `color` is missing in the body",
    );
}

#[tokio::test]
async fn a_title_that_is_too_long_is_refused() {
    let world = world().await;
    let upload = |title: &str| {
        world
            .client
            .upload_file()
            .project_id(world.project.project_id)
            .body_map(|body| {
                body.data("{}")
                    .filename("a.json")
                    .lang_iso("en")
                    .title(title)
            })
            .send()
    };
    let error = upload(&"ä".repeat(257)).await.unwrap_err();
    assert_refused(
        &world,
        error,
        "uploadFile: invalid request: `title` is no `FileUploadTitle`: longer than 256 characters",
    );
    upload(&"ä".repeat(256)).await.unwrap();
}
