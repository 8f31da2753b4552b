//! Transports of the caller's own.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use l10n_client::bytes::Bytes;
use l10n_client::reqwest::{self, Body, Request};
use l10n_client::{CallOptions, ErrorKind, RetryPolicy, http};

use crate::support::{Fake, failing, fake, pull_bundle, quick, world};

#[tokio::test]
async fn a_transport_sends_in_the_place_of_the_clients_connections() {
    let world = world().await;
    let (http, sent) = (reqwest::Client::new(), Arc::new(AtomicUsize::new(0)));
    let count = Arc::clone(&sent);
    let relay = Fake(move |request: Request| {
        count.fetch_add(1, Ordering::Relaxed);
        let response = http.execute(request);
        async { Ok(response.await?.into()) }
    });
    let client = world.builder().transport(relay).build().unwrap();
    pull_bundle(&client, world.project.project_id).await;
    assert_eq!(sent.load(Ordering::Relaxed), world.sandbox.requests().len());
}

/// And retries take no time.
#[tokio::test(start_paused = true)]
async fn an_error_of_a_transport_leaves_open_what_was_done_unless_nothing_was_sent() {
    let client = failing(async |_| Err("the cable is cut".into())).retry(quick()).build().unwrap();
    let error = client.get_project("p").send().await.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::ConnectionLost, 3));
    assert!(error.with_causes().contains("the cable is cut"), "{error:?}");
    let error = client.create_branch("p", "b").send().await.unwrap_err();
    assert!(error.may_have_taken_effect() && error.attempts() == 1, "{error}");

    let began = std::time::Instant::now();
    let unplugged =
        failing(async |_| Err(io::Error::from(io::ErrorKind::ConnectionRefused).into()));
    let error = unplugged.build().unwrap().create_branch("p", "b").send().await.unwrap_err();
    assert_eq!((error.kind(), error.attempts()), (ErrorKind::Connect, 5), "{error}");
    assert!(!error.may_have_taken_effect() && began.elapsed() < error.elapsed());
}

#[tokio::test]
async fn pieces_that_hold_nothing_do_not_hold_up_the_program() {
    let void = fake(async |_| {
        let empty = futures_util::stream::repeat_with(|| Ok::<_, io::Error>(Bytes::new()));
        http::Response::new(Body::wrap_stream(empty))
    });
    let client = void.retry(RetryPolicy::never()).build().unwrap();
    let limit = CallOptions::new().timeout(Duration::from_millis(200));
    let error = client.get_project("p").options(limit).send().await.unwrap_err();
    assert!(error.is_timeout(), "{error}");
}
