//! Options of a call: each call can be other than its client.

use std::time::Duration;

use l10n_client::{CallOptions, ErrorKind, FileSource};
use l10n_sandbox::{Fault, Misbehavior, ResetMoment};

use crate::support::{quick, world};

#[tokio::test]
async fn a_write_is_repeated_where_the_caller_says_that_it_may_be() {
    let world = world().await;
    for (options, requests) in [(CallOptions::new(), 1), (CallOptions::new().idempotent(), 2)] {
        world.sandbox.clear_requests();
        world.meet(Fault::new(Misbehavior::Reset(ResetMoment::AfterEffect)));
        let create = world.client.create_branch(world.project.project_id, format!("b{requests}"));
        // It was created, so the second request is rejected.
        let error = create.options(options.retry(quick())).send().await.unwrap_err();
        assert!(error.may_have_taken_effect(), "{error}");
        assert_eq!(world.sandbox.requests().len(), requests);
    }
}

#[tokio::test]
async fn parameters_that_the_document_does_not_have_are_sent() {
    let world = world().await;
    let client = world.client.with_options(CallOptions::new().query("dry", 1).query("b", 2));
    let call = client.list_files(world.project.project_id).limit(1);
    let options = CallOptions::new().query("x[]", true).query("x[]", "a&b ü").query("dry", 3);
    let error = call.clone().options(options).send().await.unwrap_err();
    // The sandbox is strict, and says what it does not know.
    assert_eq!(error.status().map(|status| status.as_u16()), Some(400));
    let target = &world.sandbox.requests()[0].target;
    let query = "?limit=1&b=2&x%5B%5D=true&x%5B%5D=a%26b+%C3%BC&dry=3";
    assert!(target.ends_with(query), "{target}");

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
    assert!(pages.iter().all(|page| page.raw().is_some_and(|body| body.starts_with(b"{"))));
    let requests = world.sandbox.requests();
    assert!(requests.iter().all(|request| request.header("x-run") == Some("7")));
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
