//! Exports of both kinds: what a pull asks the service for, and asks again when a link has expired.

use l10n_client::types::FileExport;
use std::fs;
use std::time::Duration;

use l10n_client::{ErrorKind, LanguageMap};
use l10n_sandbox::{DOWNLOAD_BUNDLE, Fault, Misbehavior, ResetMoment};

use super::{Disk, json, of, operations, patient};
use crate::host::{Host, answer};
use crate::support::world;

#[tokio::test]
async fn an_export_is_asynchronous_on_request_and_where_the_project_is_too_large() {
    let (world, disk) = (world().await, Disk::new());
    let pull = json(&world.client).asynchronous(true);
    pull.to_file(&disk.target).await.unwrap();
    assert!(fs::read(&disk.target).unwrap().starts_with(b"PK"));
    let requests = world.sandbox.requests();
    let asynchronous = ["startExport", "getProcess", DOWNLOAD_BUNDLE];
    assert_eq!(operations(&requests), asynchronous);

    world.sandbox.clear_requests();
    let large = world.client.pull(world.project.large_project_id);
    let large = large.export(FileExport::new("json").filter_langs(["en"]));
    large.to_file(&disk.target).await.unwrap();
    let requests = world.sandbox.requests();
    assert_eq!(operations(&requests)[0], "exportFiles");
    assert_eq!(operations(&requests)[1..], asynchronous);
    assert_eq!(requests[0].status, Some(413));
}

#[tokio::test]
async fn waiting_for_an_export_has_a_limit() {
    let (world, disk) = (world().await, Disk::new());
    let pull = json(&world.client)
        .asynchronous(true)
        .wait_total(Duration::ZERO);
    let error = pull.to_file(&disk.target).await.unwrap_err();
    assert!(error.is_timeout() && error.job_id().is_some(), "{error}");
    assert!(disk.is_untouched());
}

#[tokio::test]
async fn an_expired_link_of_an_asynchronous_export_is_made_anew_and_the_download_goes_on() {
    let (world, disk) = (world().await, Disk::new());
    let cut = Fault::new(Misbehavior::CutBody(100)).on(DOWNLOAD_BUNDLE);
    world.sandbox.add_fault(cut).unwrap();
    world
        .sandbox
        .add_fault(Fault::new(Misbehavior::ExpiredLink).on(DOWNLOAD_BUNDLE))
        .unwrap();
    json(&patient(&world.client))
        .asynchronous(true)
        .to_file(&disk.target)
        .await
        .unwrap();
    zip::ZipArchive::new(fs::File::open(&disk.target).unwrap()).unwrap();
    let requests = world.sandbox.requests();
    assert_eq!(of(&requests, "startExport").count(), 1);
    let downloads: Vec<_> = of(&requests, DOWNLOAD_BUNDLE).collect();
    let statuses: Vec<_> = downloads.iter().map(|seen| seen.status.unwrap()).collect();
    assert_eq!(statuses, [200, 403, 200]);
    assert_ne!(downloads[1].target, downloads[2].target);
}

#[tokio::test]
async fn an_expired_link_of_a_synchronous_export_is_had_by_another_that_sets_off_nothing() {
    let (world, disk) = (world().await, Disk::new());
    let cut = Fault::new(Misbehavior::CutBody(100)).on(DOWNLOAD_BUNDLE);
    world.sandbox.add_fault(cut).unwrap();
    world
        .sandbox
        .add_fault(Fault::new(Misbehavior::ExpiredLink).on(DOWNLOAD_BUNDLE))
        .unwrap();
    let hook = Host::start([answer("200 OK", ""), answer("200 OK", "")]).await;
    json(&patient(&world.client))
        .export(FileExport::new("json").webhook_url(hook.link.as_str()))
        .to_file(&disk.target)
        .await
        .unwrap();
    let requests = world.sandbox.requests();
    let sizes: Vec<_> = of(&requests, "exportFiles")
        .map(|seen| seen.body_size)
        .collect();
    assert!(sizes.len() == 2 && sizes[1] < sizes[0], "{sizes:?}");
    let last = of(&requests, DOWNLOAD_BUNDLE).last().unwrap();
    assert_eq!(last.header("range"), None, "it is another bundle");
    zip::ZipArchive::new(fs::File::open(&disk.target).unwrap()).unwrap();
    tokio::time::sleep(Duration::from_millis(50)).await;
    assert_eq!(hook.seen().len(), 1, "the webhook is called once");
}

#[tokio::test]
async fn a_bundle_of_an_export_that_was_made_earlier_is_had_without_another() {
    let (world, disk) = (world().await, Disk::new());
    let project = world.project.project_id;
    let export = world.client.start_export(project, "json").send();
    let id = export.await.unwrap().into_inner().process_id;
    world.sandbox.clear_requests();
    let fault = Fault::new(Misbehavior::ExpiredLink).on(DOWNLOAD_BUNDLE);
    world.sandbox.add_fault(fault).unwrap();
    let client = patient(&world.client);
    let pull = || client.pull(project).from_process(&id);
    let pulled = pull().to_file(&disk.target).await.unwrap();
    assert_eq!(pulled.process_id.as_deref(), Some(id.as_str()));
    zip::ZipArchive::new(fs::File::open(&disk.target).unwrap()).unwrap();
    let requests = world.sandbox.requests();
    let expected = ["getProcess", DOWNLOAD_BUNDLE, "getProcess", DOWNLOAD_BUNDLE];
    assert_eq!(operations(&requests), expected);

    world.sandbox.clear_requests();
    let map = LanguageMap::new();
    for pull in [
        pull().export(FileExport::new("json")),
        pull().languages(map),
    ] {
        let error = pull.to_file(&disk.target).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
        assert!(error.to_string().contains("`from_process`"), "{error}");
    }
    assert!(world.sandbox.requests().is_empty());
}

#[tokio::test]
async fn a_process_that_has_no_bundle_is_told() {
    let (world, disk) = (world().await, Disk::new());
    let project = world.project.project_id;
    let upload = world.client.upload_file(project, "a.json", "en");
    let import = upload.file(b"{}".to_vec()).wait().await.unwrap();
    let pull = world.client.pull(project).from_process(import.process_id);
    let error = pull.to_file(&disk.target).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Bundle, "{error}");
    assert!(error.to_string().contains("(`file-import`)"), "{error}");
    assert!(disk.is_untouched());

    let unknown = world.client.pull(project).from_process("unknown");
    let error = unknown.to_file(&disk.target).await.unwrap_err();
    assert!(error.is_not_found(), "{error}");
}

#[tokio::test]
async fn a_pull_that_has_given_up_waiting_is_resumed_by_its_process() {
    let (world, disk) = (world().await, Disk::new());
    let pull = json(&world.client).asynchronous(true);
    let pull = pull.wait_total(Duration::ZERO).to_file(&disk.target);
    let error = pull.await.unwrap_err();
    let id = error.job_id().unwrap();
    let pull = world.client.pull(world.project.project_id);
    pull.from_process(id).to_file(&disk.target).await.unwrap();
    assert!(fs::read(&disk.target).unwrap().starts_with(b"PK"));
    assert_eq!(of(&world.sandbox.requests(), "startExport").count(), 1);
}

#[tokio::test]
async fn an_export_whose_answer_is_lost_is_repeated_where_it_sets_off_nothing_else() {
    for (asynchronous, operation) in [(false, "exportFiles"), (true, "startExport")] {
        let (world, disk) = (world().await, Disk::new());
        let lose = || {
            let lost = Misbehavior::Reset(ResetMoment::AfterEffect);
            let lost = Fault::new(lost).on(operation);
            world.sandbox.add_fault(lost).unwrap();
        };
        let client = patient(&world.client);
        lose();
        let pull = json(&client).asynchronous(asynchronous);
        pull.to_file(&disk.target).await.unwrap();
        assert_eq!(of(&world.sandbox.requests(), operation).count(), 2);

        lose();
        let pull = json(&client).asynchronous(asynchronous);
        let pull = pull.export(FileExport::new("json").triggers(["deploy"]));
        let error = pull.to_file(&disk.target).await.unwrap_err();
        assert!(error.may_have_taken_effect(), "{error}");
        assert_eq!(of(&world.sandbox.requests(), operation).count(), 3);
    }
}
