//! Retries on real connections: what is sent again, how often, and what the error of a given-up
//! call tells.

use std::time::{Duration, Instant};

use l10n_client::{Client, Error, RetryPolicy};
use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody, ResetMoment};
use serde_json::json;

use crate::support::{World, world};

fn quick() -> RetryPolicy {
    RetryPolicy::default()
        .max_attempts(3)
        .backoff(Duration::from_millis(4), Duration::from_millis(4))
}

fn client(world: &World, policy: RetryPolicy) -> Client {
    world.retrying(policy)
}

async fn get(client: &Client) -> Result<(), Error> {
    client.list_files("garnet-7041.26").send().await.map(drop)
}

/// What others make meanwhile would be lost in a second one; and a language has the same id when it
/// is added anew, and may have texts by then.
#[tokio::test]
async fn what_empties_or_deletes_a_language_is_sent_once() {
    let world = world().await;
    let client = client(&world, quick());
    let lost = Fault::new(Misbehavior::Reset(ResetMoment::AfterEffect));
    world.meet(lost.always());
    let emptied = client.empty_project("garnet-7041.26").send().await.unwrap_err();
    let deleted = client.delete_language("garnet-7041.26", 673).send().await.unwrap_err();
    for error in [emptied, deleted] {
        assert!(error.attempts() == 1 && error.may_have_taken_effect(), "{error}");
        assert!(error.to_string().ends_with("; it may have taken effect"), "{error}");
    }
}

#[tokio::test]
async fn retry_after_is_honored() {
    let world = world().await;
    world.respond(Reply::new(429, ReplyBody::Json(json!({}))).header("Retry-After", "1"));
    let begin = Instant::now();
    get(&client(&world, quick())).await.unwrap();
    assert!(begin.elapsed() >= Duration::from_secs(1), "{:?}", begin.elapsed());
}

#[tokio::test]
async fn a_pause_without_end_is_not_waited_for() {
    let world = world().await;
    let policy =
        RetryPolicy::default().max_elapsed(Duration::MAX).backoff(Duration::ZERO, Duration::ZERO);
    let client = world.retrying(policy);
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
        world.meet(Fault::new(Misbehavior::Respond(reply)).times(attempts));
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
    world.respond(Reply::new(429, ReplyBody::Empty).header("Retry-After", "99999999999999999999"));
    let list = client.list_files(world.project.project_id);
    let waiting = tokio::time::timeout(Duration::from_millis(200), list.send()).await;
    assert!(waiting.is_err(), "it waits, and does not panic");
}
