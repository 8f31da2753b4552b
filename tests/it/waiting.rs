//! Waiting for jobs and processes: their ends, their states, and what an error says of them.

use std::time::Duration;

use futures_util::StreamExt;
use l10n_client::types::DeletionJobState;
use l10n_client::{ErrorKind, RetryPolicy};
use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody, Sandbox};
use reqwest::{Method, StatusCode};
use serde_json::json;

use crate::support::{World, fake, reply, world, world_of};

/// A world whose jobs move on when they are looked at.
async fn stepping() -> World {
    world_of(Sandbox::builder().strict().step_on_poll().start().await.unwrap())
}

/// Responds to the next polls of a deletion job with these states.
fn respond<const N: usize>(world: &World, states: [&str; N]) {
    for state in states {
        let reply = Reply::new(200, ReplyBody::Json(json!({ "state": state })));
        world.respond_to("getContributorDeletionJob", reply);
    }
}

#[tokio::test]
async fn the_states_of_a_job_are_a_stream() {
    let world = world().await;
    respond(&world, ["queued", "running"]);
    let waiting = world.client.delete_all_contributors(world.project.uuid).wait();
    assert_eq!(world.sandbox.requests().len(), 0, "nothing is sent before it is polled");
    let states: Vec<_> = waiting.map(|state| state.unwrap().state).collect().await;
    assert_eq!(
        states,
        [DeletionJobState::Queued, DeletionJobState::Running, DeletionJobState::Completed]
    );
}

#[tokio::test]
async fn a_wait_goes_on_after_its_first_states_and_ends_once() {
    let world = world().await;
    respond(&world, ["queued", "running"]);
    let delete = world.client.delete_all_contributors(world.project.uuid);
    let mut wait = delete.wait();
    assert_eq!(wait.next().await.unwrap().unwrap().state, DeletionJobState::Queued);
    assert_eq!(wait.await.unwrap().state, DeletionJobState::Completed);
    assert_eq!(world.count("deleteAllContributors"), 1);

    let mut ended = world.client.get_process("p", "unknown").wait();
    assert!(ended.next().await.unwrap().is_err() && ended.next().await.is_none());
    assert!(ended.await.is_err());
}

#[tokio::test]
async fn the_branch_of_the_caller_is_kept_for_the_looks() {
    let world = stepping().await;
    world
        .client
        .upload_file(format!("{}:feature/start", world.project.project_id), "new.json", "en")
        .data("{}")
        .wait()
        .await
        .unwrap();
    assert!(world.sandbox.requests().iter().all(|seen| seen.target.contains(":feature%2Fstart/")));
}

#[tokio::test]
async fn a_failed_process_gives_its_reasons() {
    let world = stepping().await;
    let error = world
        .client
        .upload_file(world.project.project_id, "broken.json", "en")
        .data("not JSON")
        .wait()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::JobFailed);
    let process = world.client.get_process(world.project.project_id, error.job_id().unwrap());
    let process = process.send().await.unwrap().into_inner().process;
    let text = error.to_string();
    let file =
        process.details.as_ref().unwrap().files.as_ref().unwrap()[0].message.clone().unwrap();
    assert!(text.contains(process.message.as_deref().unwrap()) && text.contains(&file), "{text}");
}

#[tokio::test]
async fn a_failed_deletion_job_gives_its_errors() {
    let world = world().await;
    let failed = json!({"state": "failed", "total": 3, "errors": {"database_error": 2}});
    world.respond_to("getContributorDeletionJob", Reply::new(200, ReplyBody::Json(failed)));
    let error = world.client.delete_all_contributors(world.project.uuid).wait().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::JobFailed);
    let text = error.to_string();
    assert!(text.contains("failed: database_error (2)"), "{text}");
    assert!(error.may_have_taken_effect() && error.attempts() == 2);
}

#[tokio::test]
async fn a_job_that_fails_shows_no_secret_that_the_service_repeats() {
    let world = world().await;
    let token = world.sandbox.tokens().read_write;
    let process =
        json!({"process_id": token, "status": "failed", "message": format!("bad {token}")});
    world.respond_to("getProcess", Reply::new(200, ReplyBody::Json(json!({ "process": process }))));
    let error = world.client.get_process("p", token).wait().await.unwrap_err();
    let text = format!("{error} {error:?}");
    assert!(!text.contains(token) && text.contains("bad [redacted]"), "{text}");
    assert_eq!(error.job_id(), Some(token));
}

#[tokio::test]
async fn an_unknown_state_means_that_the_job_goes_on() {
    let world = world().await;
    respond(&world, ["paused"; 3]);
    let waiting = world.client.delete_all_contributors(world.project.uuid).wait();
    let states: Vec<_> = waiting.map(|state| state.unwrap().state).collect().await;
    assert_eq!(states[..3], ["paused"; 3].map(DeletionJobState::from));
    assert_eq!(states.last(), Some(&DeletionJobState::Completed));
}

#[tokio::test]
async fn when_the_time_is_up_the_error_names_the_last_state() {
    let world = world().await;
    respond(&world, ["queued"; 100]);
    let waiting = world.client.delete_all_contributors(world.project.uuid).wait();
    let error = waiting.timeout(Duration::from_secs(2)).await.unwrap_err();
    assert!(error.is_timeout());
    let text = error.to_string();
    let named = format!("deletion job {}, which was `queued`", error.job_id().unwrap());
    assert!(text.contains(&named), "{text}");
}

#[tokio::test]
async fn a_response_about_another_process_is_no_end() {
    let world = world().await;
    let other = json!({"process": {"process_id": "other", "status": "finished"}});
    world.respond_to("getProcess", Reply::new(200, ReplyBody::Json(other)));
    let process = world.client.get_process(world.project.project_id, "mine");
    let error = process.wait().await.unwrap_err();
    assert_eq!((error.kind(), error.job_id()), (ErrorKind::Decode, Some("mine")));
    assert!(error.to_string().contains("the response has another process: other"), "{error}");
}

/// Retries are off.
#[tokio::test]
async fn a_wait_continues_through_transient_errors() {
    for trouble in [500, 503, 429, 423, 520] {
        let world = world().await;
        let fault = Fault::new(Misbehavior::status(trouble)).on("getContributorDeletionJob");
        for _ in 0..2 {
            world.meet(fault.clone());
        }
        let wait = world.client.delete_all_contributors(world.project.uuid).wait();
        let job = wait.await.unwrap();
        assert_eq!(job.state, DeletionJobState::Completed);
        assert!(world.count("getContributorDeletionJob") > 2);
    }
}

/// The start and each poll of a deletion job; none ends before its attempts or the wait do.
#[tokio::test(start_paused = true)]
async fn the_timeout_of_a_wait_names_why_its_last_poll_was_retried() {
    let second = Duration::from_secs(1);
    for is_silent in [false, true] {
        let client = fake(move |request| async move {
            if request.method() == Method::DELETE {
                let id = uuid::Uuid::nil();
                return reply(200, json!({ "jobId": id }).to_string());
            }
            if is_silent {
                std::future::pending::<()>().await;
            }
            reply(503, "")
        });
        let policy = RetryPolicy::default().max_attempts(1000).backoff(second, second);
        let client = client.retry(policy.max_elapsed(Duration::MAX)).build().unwrap();
        let begin = tokio::time::Instant::now();
        let wait = client.delete_all_contributors(uuid::Uuid::nil()).wait();
        let error = wait.timeout(second * 10).await.unwrap_err();
        assert!(error.is_timeout() && begin.elapsed() >= second * 10, "{error}");
        assert!(error.job_id().is_some() && error.may_have_taken_effect());
        let text = error.with_causes();
        assert!(text.contains("getContributorDeletionJob"), "{text}");
        match is_silent {
            true => assert!(text.contains("timed out after 10s"), "{text}"),
            false => assert_eq!(error.status(), Some(StatusCode::SERVICE_UNAVAILABLE)),
        }
    }
}

#[tokio::test]
async fn a_look_that_fails_does_not_lose_the_job() {
    let world = world().await;
    world.meet(Fault::new(Misbehavior::status(403)).on("getContributorDeletionJob"));
    let error = world.client.delete_all_contributors(world.project.uuid).wait().await.unwrap_err();
    assert_eq!(error.status().unwrap(), 403);
    let job = error.job_id().unwrap().to_owned();
    assert!(error.to_string().contains(&job), "{error}");

    let look = world.client.get_contributor_deletion_job(world.project.uuid, job);
    assert_eq!(look.wait().await.unwrap().state, DeletionJobState::Completed);
}

#[tokio::test]
async fn a_start_that_is_rejected_is_not_waited_for() {
    let world = world().await;
    world.meet(Fault::new(Misbehavior::status(409)));
    let error = world.client.delete_all_contributors(world.project.uuid).wait().await.unwrap_err();
    assert!(error.is_conflict());
    assert_eq!((error.job_id(), world.sandbox.requests().len()), (None, 1));
}
