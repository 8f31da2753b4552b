//! Waits and exports under combinators, and what stays true of them when they fail.

use std::time::Duration;

use futures_util::future::join_all;
use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody};
use serde_json::json;

use super::{PROJECT, in_time, limited, no_place_is_lost};
use crate::support::{download, skip_time, world};

#[tokio::test]
async fn exports_side_by_side_and_dropped() {
    let (_sandbox, client) = limited().await;
    let export = async || {
        let process = client.start_export(PROJECT, "json").wait().await?;
        let link = process.details.and_then(|details| details.download_url).unwrap();
        download(&client, &link).await
    };
    for pause in [5, 50, 300] {
        let pause = Duration::from_millis(pause);
        let _ = tokio::time::timeout(pause, export()).await;
    }
    for bundle in in_time(join_all((0..3).map(|_| export()))).await {
        assert!(!bundle.unwrap().is_empty());
    }
    no_place_is_lost(&client).await;
}

#[tokio::test]
async fn a_redirect_of_a_write_may_tell_that_it_was_done() {
    let world = world().await;
    let place = "https://user:pass@elsewhere.test/made/7?signature=hidden#x";
    for (status, may) in [(302, true), (303, true), (307, false), (308, false)] {
        world.respond(Reply::new(status, ReplyBody::Json(json!({}))).header("Location", place));
        let create = world.client.create_custom_translation_status(PROJECT, "New", "#61bd4f");
        let error = in_time(create.send()).await.unwrap_err();
        assert_eq!(error.may_have_taken_effect(), may, "{status}: {error}");
        let text = error.to_string();
        let told = "; redirects are not followed (to elsewhere.test/made/7)";
        assert!(text.contains(told), "{text}");
        assert!(!text.contains("hidden") && !text.contains("pass"), "{text}");
    }
}

#[tokio::test]
async fn another_redirect_than_the_documented_one_is_no_response() {
    let world = world().await;
    let process =
        json!({"process": {"process_id": "x", "type": "file-import", "status": "queued"}});
    for (status, is_response) in [(302, true), (301, false), (303, false), (307, false)] {
        let reply = Reply::new(status, ReplyBody::Json(process.clone()));
        let reply = reply.header("Location", "/v2/elsewhere");
        world.respond(reply);
        let upload = world.client.upload_file(PROJECT, "a.json", "en").data("{}");
        let result = in_time(upload.send()).await;
        assert_eq!(result.is_ok(), is_response, "{status}: {result:?}");
    }
}

#[tokio::test]
async fn a_wait_ends_with_its_total_also_while_it_looks() {
    let world = world().await;
    let hung = Misbehavior::Delay(Duration::from_secs(300));
    world.meet(Fault::new(hung).on("getProcess").always());
    let upload = world.client.upload_file(PROJECT, "a.json", "en").data("{}");
    let limit = Duration::from_secs(10);
    let wait = upload.wait().timeout(limit);
    let (ended, ()) = tokio::join!(wait.into_future(), async {
        world.until_read("getProcess", 1).await;
        skip_time(limit).await;
    });
    let error = ended.unwrap_err();
    assert!(error.job_id().is_some() && error.may_have_taken_effect());
    assert!(error.to_string().contains("timed out after 10.0s waiting for process"), "{error}");
}

#[tokio::test]
async fn the_response_of_a_streamed_upload_has_the_limit_of_a_call() {
    let world = world().await;
    let pause = Duration::from_secs(300);
    world.meet(Fault::new(Misbehavior::Drip { chunk: 1, pause }));
    let limit = Duration::from_secs(10);
    let client = world.client.with_options(l10n_client::CallOptions::new().timeout(limit));
    let upload = client.upload_file(PROJECT, "a.json", "en");
    let (sent, ()) = tokio::join!(upload.file(b"{}".to_vec()).send(), async {
        world.until_read("uploadFile", 1).await;
        skip_time(limit).await;
    });
    let error = sent.unwrap_err();
    assert!(error.is_timeout() && error.may_have_taken_effect(), "{error}");
    assert!(error.to_string().contains("timed out after 10s"), "{error}");
}

#[tokio::test]
async fn a_job_that_fails_shows_no_secret_that_the_service_repeats() {
    let world = world().await;
    let token = world.sandbox.tokens().read_write;
    let process =
        json!({"process_id": token, "status": "failed", "message": format!("bad {token}")});
    world.respond_to("getProcess", Reply::new(200, ReplyBody::Json(json!({ "process": process }))));
    let process = world.client.get_process(PROJECT, token);
    let error = in_time(process.wait().into_future()).await.unwrap_err();
    let text = format!("{error} {error:?}");
    assert!(!text.contains(token) && text.contains("bad [redacted]"), "{text}");
    assert_eq!(error.job_id(), Some(token));
}
