//! Waiting for jobs and processes: their ends, their states, and what an error keeps of them.

use std::time::Duration;

use futures_util::StreamExt;
use l10n_client::ErrorKind;
use l10n_client::types::{ContributorDeletionJob, DeletionJobState, ProcessStatus, QueuedProcess};
use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody, Sandbox};
use serde_json::json;

use crate::support::{World, world, world_of};

/// A world whose jobs move on when they are looked at.
async fn stepping() -> World {
    world_of(Sandbox::builder().strict().step_on_poll().start().await.unwrap())
}

const QUICK: Duration = Duration::from_millis(5);

#[tokio::test]
async fn the_states_of_a_job_are_a_stream() {
    let world = stepping().await;
    let waiting =
        world.client.delete_all_contributors(world.project.uuid).wait().max_interval(QUICK);
    assert_eq!(world.sandbox.requests().len(), 0, "nothing is sent before it is polled");
    let states: Vec<_> = waiting.map(|state| state.unwrap().state).collect().await;
    assert_eq!(
        states,
        [DeletionJobState::Queued, DeletionJobState::Running, DeletionJobState::Completed]
    );
}

#[tokio::test]
async fn a_wait_goes_on_after_its_first_states_and_ends_once() {
    let world = stepping().await;
    let delete = world.client.delete_all_contributors(world.project.uuid);
    let mut wait = delete.wait().max_interval(QUICK);
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
        .max_interval(QUICK)
        .await
        .unwrap();
    assert!(world.sandbox.requests().iter().all(|seen| seen.target.contains(":feature%2Fstart/")));
}

#[tokio::test]
async fn a_failed_process_gives_its_reasons_and_its_last_state() {
    let world = stepping().await;
    let error = world
        .client
        .upload_file(world.project.project_id, "broken.json", "en")
        .data("not JSON")
        .wait()
        .max_interval(QUICK)
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::JobFailed);
    let process = error.last_state::<QueuedProcess>().unwrap();
    assert_eq!(process.status, ProcessStatus::Failed);
    assert_eq!(error.job_id(), Some(process.process_id.as_str()));
    let text = error.to_string();
    let file =
        process.details.as_ref().unwrap().files.as_ref().unwrap()[0].message.clone().unwrap();
    assert!(text.contains(process.message.as_deref().unwrap()) && text.contains(&file), "{text}");
    assert!(error.last_state::<ContributorDeletionJob>().is_none());
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
    assert_eq!(error.last_state::<ContributorDeletionJob>().unwrap().total, Some(3));
}

#[tokio::test]
async fn an_unknown_state_means_that_the_job_goes_on() {
    let world = world().await;
    let unknown = Reply::new(200, ReplyBody::Json(json!({"state": "paused"})));
    let fault = Fault::new(Misbehavior::Respond(unknown)).on("getContributorDeletionJob").times(3);
    world.meet(fault);
    let waiting =
        world.client.delete_all_contributors(world.project.uuid).wait().max_interval(QUICK);
    let states: Vec<_> = waiting.map(|state| state.unwrap().state).collect().await;
    assert_eq!(states[..3], ["paused"; 3].map(DeletionJobState::from));
    assert_eq!(states.last(), Some(&DeletionJobState::Completed));
}

#[tokio::test]
async fn when_the_time_is_up_the_error_has_the_last_state() {
    let world =
        world_of(Sandbox::builder().strict().step(Duration::from_secs(600)).start().await.unwrap());
    let waiting = world.client.delete_all_contributors(world.project.uuid).wait();
    let error = waiting.max_interval(QUICK).timeout(Duration::from_secs(2)).await.unwrap_err();
    assert!(error.is_timeout());
    assert_eq!(
        error.last_state::<ContributorDeletionJob>().unwrap().state,
        DeletionJobState::Queued
    );
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
        let job = wait.max_interval(Duration::ZERO).await.unwrap();
        assert_eq!(job.state, DeletionJobState::Completed);
        assert!(world.count("getContributorDeletionJob") > 2);
    }
}

#[tokio::test]
async fn transient_errors_end_a_wait_with_its_timeout() {
    let world = world().await;
    let fault = Fault::new(Misbehavior::status(503)).on("getContributorDeletionJob").always();
    world.meet(fault);
    let wait = world.client.delete_all_contributors(world.project.uuid).wait();
    let error = wait.timeout(Duration::from_millis(300)).await.unwrap_err();
    assert!(error.is_timeout() && error.job_id().is_some(), "{error}");
    assert_eq!(error.status().unwrap().as_u16(), 503);
    assert!(error.with_causes().contains("getContributorDeletionJob"), "{error:?}");
    assert!(error.attempts() > 1 && error.may_have_taken_effect());
}

#[tokio::test]
async fn no_interval_between_polls_is_a_short_one() {
    let world =
        world_of(Sandbox::builder().strict().step(Duration::from_secs(600)).start().await.unwrap());
    let waiting = world.client.delete_all_contributors(world.project.uuid).wait();
    let limit = Duration::from_millis(400);
    waiting.max_interval(Duration::ZERO).timeout(limit).await.unwrap_err();
    let polls = world.count("getContributorDeletionJob");
    assert!(polls <= 9, "{polls} polls");
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
    assert_eq!(look.wait().max_interval(QUICK).await.unwrap().state, DeletionJobState::Completed);
}

#[tokio::test]
async fn a_start_that_is_rejected_is_not_waited_for() {
    let world = world().await;
    world.meet(Fault::new(Misbehavior::status(409)));
    let error = world.client.delete_all_contributors(world.project.uuid).wait().await.unwrap_err();
    assert!(error.is_conflict());
    assert_eq!((error.job_id(), world.sandbox.requests().len()), (None, 1));
}
