//! Options of a call: each call can be other than its client.

use std::time::Duration;

use l10n_client::{CallOptions, ErrorKind, FileSource, RetryPolicy};
use l10n_sandbox::{Fault, Misbehavior, ResetMoment};

use crate::support::{World, world};

fn quick() -> RetryPolicy {
    RetryPolicy::default().backoff(Duration::from_millis(1), Duration::from_millis(2))
}

fn lost(operation: &str) -> Fault {
    Fault::new(Misbehavior::Reset(ResetMoment::AfterEffect)).on(operation)
}

/// The status that is created, or the error, and how often the service was asked.
async fn create(world: &World, options: CallOptions) -> (Result<i64, l10n_client::Error>, usize) {
    world.sandbox.clear_requests();
    let call =
        world.client.create_custom_translation_status(world.project.project_id, "Late", "#61bd4f");
    let call = call.options(options);
    let made = call.send().await;
    let id = made.map(|made| made.custom_translation_status.status_id);
    (id, world.sandbox.requests().len())
}

#[tokio::test]
async fn a_write_is_repeated_where_the_caller_says_that_it_may_be() {
    let world = world().await;
    let create_it = "createCustomTranslationStatus";
    world.meet(lost(create_it));
    let (made, requests) = create(&world, CallOptions::new().retry(quick())).await;
    let error = made.unwrap_err();
    assert!(error.may_have_taken_effect() && requests == 1, "{error}");

    world.meet(lost(create_it));
    let (made, requests) = create(&world, CallOptions::new().retry(quick()).idempotent()).await;
    assert!(made.is_ok() && requests == 2);
}

#[tokio::test]
async fn parameters_that_the_document_does_not_have_are_sent() {
    let world = world().await;
    let call = world.client.list_files(world.project.project_id).limit(1);
    let options = CallOptions::new().query("include_path", true).query("q", "a&b ü");
    let error = call.clone().options(options).send().await.unwrap_err();
    // The sandbox is strict, and says what it does not know.
    assert_eq!(error.status().map(|status| status.as_u16()), Some(400));
    let target = &world.sandbox.requests()[0].target;
    assert!(target.ends_with("?limit=1&include_path=true&q=a%26b+%C3%BC"), "{target}");

    let error = call.options(CallOptions::new().query("limit", 2)).send().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    assert!(error.to_string().ends_with("the query parameter `limit` is already set"));
    assert_eq!(world.sandbox.requests().len(), 1);
}

#[tokio::test]
async fn all_pages_of_a_stream_have_the_options() {
    use futures_util::TryStreamExt as _;

    let world = world().await;
    let list = world.client.list_contributors(world.project.project_id).limit(2);
    let options = CallOptions::new().header("x-run", "7").with_raw_body();
    let pages: Vec<_> = list.options(options).pages().try_collect().await.unwrap();
    assert_eq!(pages.len(), 3);
    assert!(pages.iter().all(|page| page.raw().is_some()));
    let requests = world.sandbox.requests();
    assert!(requests.iter().all(|request| request.header("x-run") == Some("7")));
}

#[tokio::test]
async fn the_body_is_kept_as_it_came_where_it_is_asked_for() {
    let world = world().await;
    let call = world.client.get_project(world.project.project_id);
    assert_eq!(call.clone().send().await.unwrap().raw(), None);
    let response = call.options(CallOptions::new().with_raw_body()).send().await.unwrap();
    let body: serde_json::Value = serde_json::from_slice(response.raw().unwrap()).unwrap();
    assert_eq!(body["project_id"], world.project.project_id);
}

#[tokio::test]
async fn a_call_that_has_no_time_sends_nothing() {
    let world = world().await;
    let project = world.project.project_id;
    // A connection that is there would be quick enough.
    let warm = world.client.list_branches(project).send();
    warm.await.unwrap();
    world.sandbox.clear_requests();
    for limit in [Duration::ZERO, Duration::from_nanos(1)] {
        for number in 0..10 {
            let call = world.client.create_branch(project, format!("late-{number}"));
            let call = call.options(CallOptions::new().timeout(limit)).send();
            let error = call.await.unwrap_err();
            assert!(error.is_timeout() && !error.may_have_taken_effect(), "{error}");
        }
    }
    assert_eq!(world.sandbox.requests().len(), 0);
}

#[tokio::test]
async fn a_limit_of_a_call_holds_for_its_stream_too() {
    let world = world().await;
    let call = world.client.upload_file(world.project.project_id, "a.json", "en");
    let limit = CallOptions::new().timeout(Duration::from_millis(200));
    let (stuck, _other_end) = tokio::io::duplex(8);
    let call = call.options(limit).file(FileSource::reader(stuck)).send();
    let error = call.await.unwrap_err();
    assert!(error.is_timeout() && error.to_string().contains("timed out after 200ms"), "{error}");
}

#[tokio::test]
async fn a_name_may_come_twice_and_a_call_replaces_what_its_client_has() {
    let world = world().await;
    let client = world.client.with_options(CallOptions::new().query("dry", 1).query("b", 2));
    let call = client.list_files(world.project.project_id);
    let options = CallOptions::new().query("x[]", 1).query("x[]", 2).query("dry", 3);
    call.options(options).send().await.unwrap_err();
    let target = &world.sandbox.requests()[0].target;
    assert!(target.ends_with("?b=2&x%5B%5D=1&x%5B%5D=2&dry=3"), "{target}");
}

#[tokio::test]
async fn what_a_stream_says_itself_is_rejected_before_anything_is_sent() {
    let world = world().await;
    for name in ["after", "before", "cursor", "limit", "page", "pagination"] {
        let list = world.client.list_keys(world.project.project_id);
        let mut keys = list.options(CallOptions::new().query(name, "2")).stream();
        let error = keys.next().await.unwrap().unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidRequest, "{error}");
        assert!(error.to_string().contains(&format!("set `{name}` on the list")), "{error}");
    }
    assert_eq!(world.sandbox.requests().len(), 0);
}
