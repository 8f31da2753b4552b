//! Bad parameters and bodies: each is rejected with its reason, and nothing is sent.

use l10n_client::types::{FileExport, FileUpload, Key, KeyUpdate};
use l10n_client::{Error, ErrorKind};
use l10n_sandbox::{Fault, Misbehavior};
use serde_json::json;

use crate::support::{World, world};

fn assert_rejected(world: &World, error: Error, text: &str) {
    assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
    let (operation, reason) = text.split_once(": ").unwrap();
    let message = error.to_string();
    let (target, message) = message.split_once(": ").unwrap();
    assert_eq!(message, reason);
    let host = error.host().unwrap();
    assert!(target.starts_with(operation) && target.contains(host), "{target}");
    assert_eq!(error.status(), None);
    assert_eq!(world.sandbox.requests().len(), 0, "nothing was sent");
}

#[tokio::test]
async fn an_id_cannot_change_the_path() {
    let world = world().await;
    for id in ["..", ".", ""] {
        let error = world.client.list_files(id).send().await.unwrap_err();
        let text = format!(
            "listFiles: invalid request: `project_id` must not be {id:?}: set it to the id of an \
             existing object"
        );
        assert_rejected(&world, error, &text);
    }
    let error = world.client.get_process("p", "").send().await.unwrap_err();
    assert!(error.to_string().contains("`process_id` must not be \"\""), "{error}");
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
        let error = world.client.list_files(id).send().await.unwrap_err();
        assert!(error.is_not_found(), "{error}");
        let expected = format!("/v2/projects/{segment}/files");
        assert_eq!(world.sandbox.requests()[0].target, expected);
    }
}

#[tokio::test]
async fn a_number_beyond_its_limits_is_rejected() {
    let world = world().await;
    let list = || world.client.list_files("p");
    for (call, words) in [
        (list().limit(5001), "`limit` is 5001 (max 5000)"),
        (list().limit(0), "`limit` is 0 (min 1)"),
        (list().page(0), "`page` is 0 (min 1)"),
    ] {
        let text = format!("listFiles: invalid request: {words}");
        assert_rejected(&world, call.send().await.unwrap_err(), &text);
    }
}

#[tokio::test]
async fn a_value_that_would_be_several_is_rejected() {
    let world = world().await;
    let list = || world.client.list_keys("p");
    for (call, words) in [
        (
            list().filter_tags(["a", "b,c"]),
            "`filter_tags[1]` contains a comma, which separates values",
        ),
        (list().filter_tags(["", "b"]), "`filter_tags[0]` is empty"),
        (
            list().filter_key_ids(Vec::<i64>::new()),
            "`filter_key_ids` is an empty list: omit it to get everything",
        ),
    ] {
        let text = format!("listKeys: invalid request: {words}");
        assert_rejected(&world, call.send().await.unwrap_err(), &text);
    }
}

#[tokio::test]
async fn a_title_that_is_too_long_is_rejected() {
    let world = world().await;
    let upload = |title: &str| {
        let upload = world.client.upload_file(world.project.project_id, "a.json", "en");
        upload.data("{}").title(title).send()
    };
    let error = upload(&"ä".repeat(257)).await.unwrap_err();
    let text = "uploadFile: invalid request: `title` has 257 characters (max 256)";
    assert_rejected(&world, error, text);
    upload(&"ä".repeat(256)).await.unwrap();
}

#[tokio::test]
async fn an_upload_without_content_is_rejected() {
    let world = world().await;
    let upload = world.client.upload_file(world.project.project_id, "a.json", "en");
    let text = "uploadFile: invalid request: the content is missing: set `data` or `file`";
    assert_rejected(&world, upload.send().await.unwrap_err(), text);
}

#[test]
fn setters_take_a_value_or_an_option() {
    let mut read = Key::default();
    read.tags = Some(vec!["ci".to_owned()]);
    let update = || KeyUpdate::new().context("old").is_hidden(true).char_limit(5).tags(["old"]);
    let same = update()
        .context(Some("new"))
        .is_hidden(Some(false))
        .char_limit(Some(7))
        .tags(read.tags.as_ref());
    let sent = serde_json::to_value(same).unwrap();
    let expected = json!({"context": "new", "is_hidden": false, "char_limit": 7, "tags": ["ci"]});
    assert_eq!(sent, expected);

    let none = update()
        .context(read.context.as_ref())
        .is_hidden(read.is_hidden)
        .char_limit(read.char_limit)
        .tags(None::<Vec<String>>);
    assert_eq!(serde_json::to_value(none).unwrap(), json!({}));
}

#[tokio::test]
async fn an_id_that_is_no_uuid_is_rejected_and_text_of_one_is_sent() {
    let world = world().await;
    let error = world.client.delete_all_contributors("garnet-7041.26").send().await.unwrap_err();
    let words = "`project_id` is \"garnet-7041.26\", but must be a UUID";
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(error.to_string().contains(words), "{error}");
    assert!(world.sandbox.requests().is_empty());
    let uuid = world.project.uuid.to_string();
    let started = world.client.delete_all_contributors(uuid).send().await.unwrap();
    assert_eq!(started.status().as_u16(), 202);
}

#[tokio::test]
async fn a_body_does_not_replace_the_arguments_of_its_call() {
    let world = world().await;
    let client = &world.client;
    let export = FileExport::new("xml").filter_langs(["en"]).all_platforms(true);
    client.export_files(world.project.project_id, "json").body(export).send().await.unwrap();
    let expected = json!({"format": "json", "filter_langs": ["en"], "all_platforms": true});
    assert_eq!(world.bodies(), [expected]);
}

#[tokio::test]
async fn an_export_that_is_too_large_names_the_operation_that_works() {
    let world = world().await;
    world.meet(Fault::new(Misbehavior::status(413)));
    let export = world.client.export_files(world.project.project_id, "json").send();
    let error = export.await.unwrap_err().to_string();
    assert!(error.contains("`start_export` exports projects of any size"), "{error}");
}

#[test]
fn what_was_not_set_is_not_sent_and_an_empty_list_is() {
    let body = FileUpload::new("a.json", "en")
        .data("{}")
        .tags([""; 0])
        .custom_translation_status_ids([7101]);
    assert_eq!(
        serde_json::to_value(&body).unwrap(),
        json!({
            "data": "e30=", "filename": "a.json", "lang_iso": "en", "tags": [],
            "custom_translation_status_ids": ["7101"],
        })
    );
}
