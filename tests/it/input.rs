//! Bad parameters and bodies: each is rejected with its reason, and nothing is sent.

use l10n_client::ErrorKind;
use l10n_client::types::{FileExport, FileUpload, Key, KeyUpdate};
use l10n_sandbox::{Fault, Misbehavior};
use serde_json::json;

use crate::support::world;

#[tokio::test]
async fn bad_values_are_rejected_and_named_and_nothing_is_sent() {
    let world = world().await;
    let client = &world.client;
    let files = || client.list_files("p");
    let keys = || client.list_keys("p");
    let upload = || client.upload_file("p", "a.json", "en");
    for (error, words) in [
        (
            client.list_files("..").send().await.err(),
            "`project_id` must not be \"..\": set it to the id of an existing object",
        ),
        (client.list_files(".").send().await.err(), "`project_id` must not be \".\": "),
        (client.get_process("p", "").send().await.err(), "`process_id` must not be \"\": "),
        (
            client.delete_all_contributors("p").send().await.err(),
            "`project_id` is \"p\", but must be a UUID",
        ),
        (files().limit(5001).send().await.err(), "`limit` is 5001 (max 5000)"),
        (files().limit(0).send().await.err(), "`limit` is 0 (min 1)"),
        (files().page(0).stream().next().await.unwrap().err(), "`page` is 0 (min 1)"),
        (
            keys().filter_tags(["a", "b,c"]).send().await.err(),
            "`filter_tags[1]` contains a comma, which separates values",
        ),
        (keys().filter_tags(["", "b"]).send().await.err(), "`filter_tags[0]` is empty"),
        (
            keys().filter_key_ids([0; 0]).send().await.err(),
            "`filter_key_ids` is an empty list: omit it to get everything",
        ),
        (
            upload().data("{}").title("ä".repeat(257)).send().await.err(),
            "`title` has 257 characters (max 256)",
        ),
        (upload().send().await.err(), "the content is missing: set `data` or `file`"),
    ] {
        let error = error.unwrap();
        assert_eq!((error.kind(), error.status()), (ErrorKind::InvalidRequest, None), "{error}");
        let text = error.to_string();
        let start = format!("{} ", error.operation().unwrap());
        assert!(text.starts_with(&start) && text.contains(error.host().unwrap()), "{text}");
        assert!(text.contains(&format!(": invalid request: {words}")), "{text}");
    }
    assert_eq!(world.sandbox.requests().len(), 0);
    let upload = client.upload_file(world.project.project_id, "a.json", "en");
    upload.data("{}").title("ä".repeat(256)).send().await.unwrap();
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
async fn the_text_of_a_uuid_is_sent() {
    let world = world().await;
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
