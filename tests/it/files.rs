//! Files: list, upload, the processes that follow, and both exports.

use std::time::Duration;

use l10n_client::types::{CustomTranslationStatusId, ProcessStatus, QueuedProcess};
use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody};
use serde_json::json;

use crate::support::{World, world};

async fn upload(world: &World, content: &str, filename: &str) -> QueuedProcess {
    let uploaded = world
        .client
        .upload_file(world.project.project_id, filename, "en")
        .data(content)
        .send()
        .await
        .unwrap();
    assert_eq!(uploaded.status(), 202);
    let location = uploaded.location().unwrap().to_owned();
    assert!(
        location.ends_with(&format!("/processes/{}", uploaded.process.process_id)),
        "{location}"
    );
    uploaded.into_inner().process
}

async fn ended(world: &World, process: &str) -> QueuedProcess {
    let look = world.client.get_process(world.project.project_id, process);
    for _ in 0..200 {
        let process = look.clone().send().await.unwrap().into_inner().process;
        if matches!(
            process.status,
            ProcessStatus::Finished | ProcessStatus::Failed | ProcessStatus::Cancelled
        ) {
            return process;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the process {process} does not end");
}

#[tokio::test]
async fn an_upload_becomes_a_process_that_changes_files_and_keys() {
    let world = world().await;
    let queued = upload(&world, r#"{"hello":"Hello","bye":"Bye"}"#, "new/en.json").await;
    let process = ended(&world, &queued.process_id).await;
    assert_eq!(process.status, ProcessStatus::Finished);
    let details = process.details.unwrap().files.unwrap();
    assert_eq!(details[0].key_count_inserted, Some(2));

    let files = world
        .client
        .list_files(world.project.project_id)
        .filter_filename("new/%LANG_ISO%.json")
        .send()
        .await
        .unwrap();
    assert_eq!(files.files.len(), 1);
    assert_eq!(files.files[0].key_count, Some(2));
}

#[tokio::test]
async fn a_failed_import_says_why_for_each_file() {
    let world = world().await;
    let queued = upload(&world, "{ this is not JSON", "broken.json").await;
    let process = ended(&world, &queued.process_id).await;
    assert_eq!(process.status, ProcessStatus::Failed);
    assert!(!process.message.unwrap().is_empty());
    let file = &process.details.unwrap().files.unwrap()[0];
    assert!(!file.message.as_deref().unwrap().is_empty());
}

#[tokio::test]
async fn processes_are_listed_without_details() {
    let world = world().await;
    upload(&world, "{}", "empty.json").await;
    let page = world.client.list_processes(world.project.project_id).send().await.unwrap();
    assert_eq!(page.processes.len(), 2);
    assert_eq!(page.total_count(), Some(2));
    assert!(page.processes.iter().all(|process| process.details.is_none()));
}

#[tokio::test]
async fn keys_without_a_file_have_a_file_of_their_own() {
    let world = world().await;
    let page = world.client.list_files(world.project.project_id).send().await.unwrap();
    let unassigned = page.files.iter().find(|file| file.file_id == Some(-1)).unwrap();
    assert_eq!(unassigned.filename.as_deref(), Some("__unassigned__"));
}

/// The bundle's host is another one, and rejects API credentials.
async fn is_zip(url: &str) -> bool {
    let response = reqwest::get(url).await.unwrap().error_for_status().unwrap();
    response.bytes().await.unwrap().starts_with(b"PK")
}

#[tokio::test]
async fn both_exports_end_in_a_bundle() {
    let world = world().await;
    let project = world.project.project_id;
    let exported = world
        .client
        .export_files(project, "json")
        .filter_langs(["en"])
        .filter_repositories([""; 0])
        .send()
        .await
        .unwrap();
    assert!(is_zip(exported.bundle_url.expose()).await);

    let started = world.client.start_export(project, "json").send().await.unwrap();
    let process = ended(&world, &started.process_id).await;
    let address = process.details.unwrap().download_url.unwrap();
    assert!(is_zip(address.expose()).await);
    assert_eq!(format!("{address:?}"), "[redacted]");
}

#[tokio::test]
async fn a_project_that_is_too_large_is_rejected_with_413() {
    let world = world().await;
    let error =
        world.client.export_files(world.project.large_project_id, "json").send().await.unwrap_err();
    assert_eq!(error.status().unwrap(), 413);
}

#[tokio::test]
async fn the_reserved_redirect_of_an_upload_is_a_response_and_is_not_followed() {
    let world = world().await;
    let process = json!({"process_id": "p-1", "status": "queued"});
    let body = json!({"project_id": "garnet-7041.26", "process": process});
    let reply = Reply::new(302, ReplyBody::Json(body))
        .header("Location", "/v2/projects/garnet-7041.26/processes/p-1");
    world.sandbox.add_fault(Fault::new(Misbehavior::Respond(reply)).on("uploadFile")).unwrap();

    let response = world
        .client
        .upload_file(world.project.project_id, "a.json", "en")
        .data("{}")
        .send()
        .await
        .unwrap();
    assert_eq!(response.status(), 302);
    assert_eq!(response.process.process_id, "p-1");
    assert_eq!(response.location(), Some("/v2/projects/garnet-7041.26/processes/p-1"));
    assert_eq!(world.sandbox.requests().len(), 1);
}

#[tokio::test]
async fn what_was_not_set_is_not_sent_and_an_empty_list_is() {
    let world = world().await;
    let status: CustomTranslationStatusId = 7101.into();
    let upload = world
        .client
        .upload_file("p", "a.json", "en")
        .data("{}")
        .tags([""; 0])
        .custom_translation_status_ids([status]);
    let text = format!("{:?}", upload);
    assert!(!text.contains("e30="), "the content is not shown: {text}");

    let body = l10n_client::types::FileUpload::new("a.json", "en")
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
