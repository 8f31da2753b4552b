//! Tracing: a span for each call with OpenTelemetry's names, an event for each attempt, and nothing that must not be seen.

use std::io::Write;
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;

use l10n_client::RetryPolicy;
use l10n_sandbox::{Fault, Misbehavior};
use tracing::Dispatch;
use tracing::instrument::WithSubscriber;
use tracing::subscriber::NoSubscriber;

use crate::support::{builder, world};

/// Keeps what is logged.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// With a single subscriber alive, a place in the code that is first reached in another test, which has none, would be taken for one
/// that nobody wants to hear of.
static SECOND: LazyLock<Dispatch> = LazyLock::new(|| Dispatch::new(NoSubscriber::new()));

/// Everything that a call logs, at the most talkative level.
pub(crate) async fn logged(call: impl Future<Output = ()>) -> String {
    LazyLock::force(&SECOND);
    let log = Log::default();
    let writer = log.clone();
    let subscriber = tracing_subscriber::fmt()
        .with_max_level(tracing::Level::TRACE)
        .with_span_events(tracing_subscriber::fmt::format::FmtSpan::CLOSE)
        .with_ansi(false)
        .with_writer(move || writer.clone())
        .finish();
    // With one subscriber alone, a place in the code that another test reaches first is asked on that test's thread whether
    // anybody listens, and stays silent for this one too.
    let _second = tracing::Dispatch::new(tracing::subscriber::NoSubscriber::default());
    call.with_subscriber(subscriber).await;
    let bytes = log.0.lock().unwrap().clone();
    String::from_utf8(bytes).unwrap()
}

#[tokio::test]
async fn a_call_has_a_span_and_each_attempt_an_event() {
    let world = world().await;
    world
        .sandbox
        .add_fault(Fault::new(Misbehavior::status(503)));
    let quick = RetryPolicy::default().backoff(Duration::from_millis(1), Duration::from_millis(1));
    let client = world.client.with_retry(quick);
    let text = logged(async move {
        client
            .list_files()
            .project_id("garnet-7041.26")
            .send()
            .await
            .unwrap();
    })
    .await;
    for part in [
        r#"otel.name=GET /projects/{project_id}/files"#,
        r#"otel.kind="client""#,
        r#"http.request.method="GET""#,
        r#"url.template="/projects/{project_id}/files""#,
        r#"server.address="127.0.0.1""#,
        "http.response.status_code=200",
        "http.request.resend_count=1",
        "failed attempt=1",
        "answered attempt=2",
    ] {
        assert!(text.contains(part), "{part} is not in\n{text}");
    }
}

#[tokio::test]
async fn nothing_that_must_not_be_seen_is_logged() {
    let world = world().await;
    let client = builder(&world.sandbox)
        .api_token("marked-token")
        .build()
        .unwrap();
    let text = logged(async move {
        let list = client
            .list_files()
            .project_id("marked-project")
            .filter_filename("marked-query");
        let error = list.send().await.unwrap_err();
        let upload = client.upload_file().project_id("marked-project");
        let upload = upload.body_map(|body| {
            body.data("marked-bytes")
                .filename("marked-body")
                .lang_iso("en")
        });
        println!("{error:?} {error} {upload:?}");
        upload.send().await.unwrap_err();
    })
    .await;
    assert!(text.contains("listFiles") && text.contains("uploadFile"));
    let ours: String = text
        .lines()
        .filter(|line| line.contains("l10n_client"))
        .collect();
    for secret in ["marked-token", "bWFya2VkLWJ5dGVz"] {
        assert!(!text.contains(secret), "{secret} is in\n{text}");
    }
    for private in ["marked-project", "marked-query", "marked-body"] {
        assert!(!ours.contains(private), "{private} is in\n{ours}");
    }
}
