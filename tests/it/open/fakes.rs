//! Responses, errors and a transport that no service has to do with: for the unit tests of
//! programs. Here they are held against the responses of the sandbox.

use std::sync::{Arc, Mutex};

use l10n_client::bytes::Bytes;
use l10n_client::http;
use l10n_client::reqwest::{Request, Response};
use l10n_client::transport::Transport;
use l10n_client::{BoxError, BoxFuture, Client, ErrorKind, RetryPolicy};

use crate::support::{pull_bundle, world};

/// Passes requests on, and keeps what passed; or fails.
#[derive(Debug, Default)]
struct Relay {
    http: l10n_client::reqwest::Client,
    seen: Mutex<Vec<String>>,
    fails: bool,
}

impl Transport for Relay {
    fn send(&self, request: Request) -> BoxFuture<'_, Result<Response, BoxError>> {
        let line = format!("{} {}", request.method(), request.url().path());
        self.seen.lock().unwrap().push(line);
        Box::pin(async move {
            if self.fails {
                return Err("the cable is cut".into());
            }
            let response: Response = self.http.execute(request).await?;
            Ok(response)
        })
    }
}

#[tokio::test]
async fn a_transport_sends_in_the_place_of_the_clients_connections() {
    let world = world().await;
    let relay = Arc::new(Relay::default());
    let client = world.builder();
    let client = client.transport(Arc::clone(&relay)).build().unwrap();
    let project = world.project.project_id;
    let response = client.get_project(project).send().await.unwrap();
    assert_eq!(response.project_id, project);
    pull_bundle(&client, project).await;
    let seen = relay.seen.lock().unwrap().clone();
    assert_eq!(seen.len(), world.sandbox.requests().len());
    assert_eq!(seen[0], format!("GET /v2/projects/{project}"));
}

#[tokio::test]
async fn an_error_of_a_transport_leaves_open_what_was_done() {
    let relay = Arc::new(Relay { fails: true, ..Relay::default() });
    let client = Client::builder("https://api.service.test/v2").api_token("t");
    let pause = std::time::Duration::from_millis(1);
    let client = client
        .retry(RetryPolicy::default().backoff(pause, pause).max_attempts(3))
        .transport(Arc::clone(&relay))
        .build()
        .unwrap();
    let error = client.get_project("p").send().await.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::ConnectionLost, 3));
    assert!(error.with_causes().contains("the cable is cut"), "{error:?}");
    let error = client.create_branch("p", "b");
    let error = error.send().await.unwrap_err();
    assert!(error.may_have_taken_effect() && error.attempts() == 1, "{error}");
}

/// Never gets through.
#[derive(Debug)]
struct Unplugged;

impl Transport for Unplugged {
    fn send(&self, _: Request) -> BoxFuture<'_, Result<Response, BoxError>> {
        Box::pin(async { Err(std::io::Error::from(std::io::ErrorKind::ConnectionRefused).into()) })
    }
}

/// And retries take no time.
#[tokio::test(start_paused = true)]
async fn a_transport_can_say_that_nothing_was_sent() {
    let began = std::time::Instant::now();
    let client = Client::builder("https://api.service.test/v2").api_token("t");
    let client = client.transport(Unplugged).build().unwrap();
    let error = client.create_branch("p", "b").send().await.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::Connect, 5), "{error}");
    assert!(!error.may_have_taken_effect() && began.elapsed() < error.elapsed());
}

/// Responds with a body of pieces that hold nothing, without end.
#[derive(Debug)]
struct Void;

impl Transport for Void {
    fn send(&self, _: Request) -> BoxFuture<'_, Result<Response, BoxError>> {
        let empty = futures_util::stream::repeat_with(|| Ok::<_, std::io::Error>(Bytes::new()));
        let body = l10n_client::reqwest::Body::wrap_stream(empty);
        Box::pin(async { Ok(Response::from(http::Response::new(body))) })
    }
}

#[tokio::test]
async fn pieces_that_hold_nothing_do_not_hold_up_the_program() {
    let client = Client::builder("https://api.service.test/v2").api_token("t");
    let client = client.retry(RetryPolicy::never()).transport(Void).build().unwrap();
    let limit = std::time::Duration::from_millis(200);
    let call = client.get_project("p").send();
    assert!(tokio::time::timeout(limit, call).await.is_err());
    let quick = client.with_options(l10n_client::CallOptions::new().timeout(limit));
    let error = quick.get_project("p").send().await.unwrap_err();
    assert!(error.is_timeout(), "{error}");
}
