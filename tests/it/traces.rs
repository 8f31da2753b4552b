//! Tracing: a span for each call with OpenTelemetry's names, an event for each attempt, and nothing
//! that must not be seen.

use std::time::Duration;

use futures_util::TryStreamExt;
use l10n_client::RetryPolicy;
use l10n_client::rate_limit::SlidingWindow;
use l10n_sandbox::{Fault, Misbehavior};
use tracing::instrument::WithSubscriber;

use crate::secrets::{Log, LogCapture};
use crate::support::world;

/// Everything that a call logs, at the most talkative level.
pub(crate) async fn logged(call: impl Future<Output = ()>) -> String {
    let log = LogCapture::open();
    call.await;
    log.take()
}

#[tokio::test]
async fn a_call_has_a_span_and_each_attempt_an_event() {
    let world = world().await;
    world.meet(Fault::new(Misbehavior::status(503)));
    let quick = RetryPolicy::default().backoff(Duration::from_millis(1), Duration::from_millis(1));
    let client = world.retrying(quick);
    let text = logged(async move {
        client.list_files("garnet-7041.26").send().await.unwrap();
    })
    .await;
    for part in [
        r#"otel.name=GET /projects/{project_id}/files"#,
        r#"otel.kind="client""#,
        r#"http.request.method="GET""#,
        r#"url.template="/projects/{project_id}/files""#,
        r#"server.address="127.0.0.1""#,
        r#"project="garnet-7041.26""#,
        "http.response.status_code=200",
        "http.request.resend_count=1",
        "failed attempt=1",
        "response received attempt=2",
        "http.response.status_code=503 error.type=\"Status\" waited_ms=",
        "http.response.status_code=200 waited_ms=",
        " elapsed_ms=",
        "INFO",
        "retrying attempt=1 http.response.status_code=503",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

/// Their work runs in tasks of its own, whose threads have no subscriber.
#[tokio::test]
async fn the_subscriber_of_a_call_and_a_stream_gets_their_events() {
    let world = world().await;
    let limiter = SlidingWindow::new(1000, 2);
    let client = world.builder().rate_limiter(limiter).build().unwrap();
    let (log, subscriber) = Log::with_subscriber();
    let files = client.list_files("garnet-7041.26");
    files.clone().send().with_subscriber(subscriber.clone()).await.unwrap();
    assert!(log.take().contains("response received attempt=1"));
    let walk = files.stream().try_collect::<Vec<_>>().with_subscriber(subscriber);
    walk.await.unwrap();
    assert!(log.take().contains("response received attempt=1"));
}

/// What is no secret, and nobody's business all the same.
#[tokio::test]
async fn the_crate_itself_logs_no_part_of_a_request() {
    let world = world().await;
    let client = world.client.clone();
    let text = logged(async move {
        let list = client.list_files("no-project").filter_filename("marked-query");
        list.send().await.unwrap_err();
        let upload = client.upload_file("no-project", "marked-body", "en").data("{}");
        upload.send().await.unwrap_err();
    })
    .await;
    assert!(text.contains("listFiles") && text.contains("uploadFile"));
    let ours: String = text.lines().filter(|line| line.contains("l10n_client")).collect();
    for private in ["marked-query", "marked-body"] {
        assert!(!ours.contains(private), "{private} is in\n{ours}");
    }
}
