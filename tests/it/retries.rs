//! Retries on real connections: what is sent again, how often, and what the error of a given-up
//! call tells.

use std::time::{Duration, Instant};

use l10n_client::{Client, Error, ErrorKind, RetryPolicy};
use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody, ResetMoment};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{World, world};

fn quick() -> RetryPolicy {
    RetryPolicy::default()
        .max_attempts(3)
        .backoff(Duration::from_millis(4), Duration::from_millis(4))
}

fn client(world: &World, policy: RetryPolicy) -> Client {
    world.client.with_options(l10n_client::CallOptions::new().retry(policy))
}

async fn get(client: &Client) -> Result<(), Error> {
    client.list_files("garnet-7041.26").send().await.map(drop)
}

async fn post(client: &Client) -> Result<(), Error> {
    client
        .create_custom_translation_status("garnet-7041.26", "New", "#61bd4f")
        .send()
        .await
        .map(drop)
}

/// What others make meanwhile would be lost in a second one.
async fn empty(client: &Client) -> Result<(), Error> {
    let call = client.empty_project("garnet-7041.26");
    call.send().await.map(drop)
}

/// The language has the same id when it is added anew, and may have texts by then.
async fn delete_language(client: &Client) -> Result<(), Error> {
    client.delete_language("garnet-7041.26", 673).send().await.map(drop)
}

/// A write of which nobody knows what it does.
async fn raw(client: &Client) -> Result<(), Error> {
    let call = client.request(Method::PUT, "projects/garnet-7041.26/empty");
    call.send::<Value>().await.map(drop)
}

async fn bulk(client: &Client) -> Result<(), Error> {
    client
        .delete_all_contributors(::uuid::uuid!("01957a00-0000-7000-8000-0000000000a1"))
        .send()
        .await
        .map(drop)
}

#[tokio::test]
async fn a_passing_trouble_is_retried_for_a_read() {
    let world = world().await;
    for what in [
        Misbehavior::status(503),
        Misbehavior::status(429),
        Misbehavior::Reset(ResetMoment::BeforeEffect),
        Misbehavior::Reset(ResetMoment::AfterEffect),
        Misbehavior::CutHead(20),
        Misbehavior::CutBody(20),
    ] {
        world.sandbox.clear_requests();
        world.sandbox.add_fault(Fault::new(what.clone()).times(2)).unwrap();
        get(&client(&world, quick())).await.unwrap_or_else(|error| panic!("{what:?}: {error}"));
        assert_eq!(world.sandbox.requests().len(), 3, "{what:?}");
    }
}

#[tokio::test]
async fn a_write_whose_effect_is_unknown_is_sent_once_and_says_so() {
    let world = world().await;
    for what in [
        Misbehavior::status(503),
        Misbehavior::status(500),
        Misbehavior::Reset(ResetMoment::AfterEffect),
        Misbehavior::CutHead(20),
        Misbehavior::CutBody(20),
    ] {
        let client = client(&world, quick());
        assert_sent_once(&world, &what, post(&client)).await;
        assert_sent_once(&world, &what, bulk(&client)).await;
        assert_sent_once(&world, &what, empty(&client)).await;
        assert_sent_once(&world, &what, delete_language(&client)).await;
        assert_sent_once(&world, &what, raw(&client)).await;
    }
}

/// A call that meets a fault fails after one request, and the error says what is unknown.
async fn assert_sent_once(
    world: &World,
    what: &Misbehavior,
    call: impl Future<Output = Result<(), Error>>,
) {
    world.sandbox.reset();
    world.sandbox.add_fault(Fault::new(what.clone())).unwrap();
    let error = call.await.unwrap_err();
    assert_eq!(world.sandbox.requests().len(), 1, "{what:?}");
    assert!(error.may_have_taken_effect(), "{what:?}");
    assert!(error.to_string().ends_with("; it may have taken effect"), "{error}");
}

#[tokio::test]
async fn a_write_that_was_not_done_is_retried() {
    let world = world().await;
    world.sandbox.add_fault(Fault::new(Misbehavior::status(429)).times(2)).unwrap();
    post(&client(&world, quick())).await.unwrap();
    assert_eq!(world.sandbox.requests().len(), 3);
}

#[tokio::test]
async fn retry_after_is_honored() {
    let world = world().await;
    let reply = Reply::new(429, ReplyBody::Json(json!({}))).header("Retry-After", "1");
    world.sandbox.add_fault(Fault::new(Misbehavior::Respond(reply))).unwrap();
    let begin = Instant::now();
    get(&client(&world, quick())).await.unwrap();
    assert!(begin.elapsed() >= Duration::from_secs(1), "{:?}", begin.elapsed());
}

#[tokio::test]
async fn a_given_up_call_tells_attempts_and_time_and_the_last_status() {
    let world = world().await;
    world.sandbox.add_fault(Fault::new(Misbehavior::status(503)).always()).unwrap();
    let error = get(&client(&world, quick())).await.unwrap_err();
    assert_eq!((error.attempts(), error.status().unwrap().as_u16()), (3, 503));
    assert!(
        error.elapsed() > Duration::ZERO && error.is_retryable() && !error.may_have_taken_effect()
    );
    assert!(error.to_string().contains("(3 attempts in "), "{error}");
    assert_eq!(world.sandbox.requests().len(), 3);
}

#[tokio::test]
async fn a_response_that_does_not_decode_tells_attempts_and_time_too() {
    let world = world().await;
    world.sandbox.add_fault(Fault::new(Misbehavior::status(503))).unwrap();
    world.sandbox.add_fault(Fault::new(Misbehavior::html())).unwrap();
    let error = get(&client(&world, quick())).await.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::Decode, 2));
    assert_eq!(error.status().unwrap(), 200);
    assert!(error.elapsed() > Duration::ZERO);
}

#[tokio::test]
async fn off_means_once() {
    let world = world().await;
    world.sandbox.add_fault(Fault::new(Misbehavior::status(503)).always()).unwrap();
    let error = get(&client(&world, RetryPolicy::never())).await.unwrap_err();
    assert_eq!((error.attempts(), world.sandbox.requests().len()), (1, 1));
}

#[tokio::test]
async fn a_refused_connection_is_retried_for_every_call_and_nothing_was_done() {
    let world = world().await;
    let client = client(&world, quick());
    drop(world);
    for error in [
        get(&client).await.unwrap_err(),
        post(&client).await.unwrap_err(),
        bulk(&client).await.unwrap_err(),
    ] {
        assert_eq!((error.kind(), error.attempts()), (ErrorKind::Connect, 3));
        assert!(!error.may_have_taken_effect());
    }
}

#[tokio::test]
async fn the_conflict_of_a_bulk_deletion_is_retried_when_asked_for() {
    let world = world().await;
    world
        .sandbox
        .add_fault(Fault::new(Misbehavior::status(409)).on("deleteAllContributors").times(2))
        .unwrap();
    let error = bulk(&client(&world, quick())).await.unwrap_err();
    assert!(error.is_conflict() && error.is_retryable());
    bulk(&client(&world, quick().retry_on_conflict(true))).await.unwrap();
    assert_eq!(world.sandbox.requests().len(), 3);
}

#[tokio::test]
async fn a_pause_without_end_is_not_waited_for() {
    let world = world().await;
    let policy =
        RetryPolicy::default().max_elapsed(Duration::MAX).backoff(Duration::ZERO, Duration::ZERO);
    let client = world.client.with_options(l10n_client::CallOptions::new().retry(policy));
    let far = [
        "18446744073709551615",
        "18446744073709551614",
        "99999999999999999999",
        "Fri, 31 Dec 9999 23:59:59 GMT",
    ];
    let none = [
        "-1",
        "soon",
        "1.5",
        "",
        "\u{fc}",
        "Wed, 99 Oct 2015 07:28:00 GMT",
        "Thu, 01 Jan 1970 00:00:00 GMT",
        "0",
    ];
    let cases = far.map(|value| (value, 1)).into_iter().chain(none.map(|value| (value, 2)));
    for (value, attempts) in cases {
        let reply = Reply::new(429, ReplyBody::Empty).header("Retry-After", value);
        world.sandbox.add_fault(Fault::new(Misbehavior::Respond(reply)).times(attempts)).unwrap();
        world.sandbox.clear_requests();
        let list = client.list_files(world.project.project_id);
        let response = tokio::time::timeout(Duration::from_secs(30), list.send()).await.unwrap();
        assert_eq!(response.is_ok(), attempts > 1, "{value}");
        let expected = if attempts > 1 { attempts + 1 } else { 1 };
        assert_eq!(world.sandbox.requests().len() as u64, expected, "{value}");
    }
}

#[tokio::test]
async fn a_pause_without_end_can_be_waited_for_without_a_limit() {
    let world = world().await;
    let client = world
        .client
        .with_options(
            l10n_client::CallOptions::new()
                .retry(RetryPolicy::default().max_elapsed(Duration::MAX)),
        )
        .with_options(l10n_client::CallOptions::new().without_timeout());
    let reply = Reply::new(429, ReplyBody::Empty).header("Retry-After", "99999999999999999999");
    world.sandbox.add_fault(Fault::new(Misbehavior::Respond(reply))).unwrap();
    let list = client.list_files(world.project.project_id);
    let waiting = tokio::time::timeout(Duration::from_millis(200), list.send()).await;
    assert!(waiting.is_err(), "it waits, and does not panic");
}
