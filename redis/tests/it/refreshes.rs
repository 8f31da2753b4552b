//! One refresh for all processes each time the access token expires, also if processes and the
//! store are killed.

use std::time::{Duration, SystemTime};

use l10n_client::{OAuthTokens, TokenStore as _};
use l10n_client_redis::{RedisTokenStore, TokenKey};
use l10n_sandbox::{RateLimit, Sandbox, SeenRequest};

use crate::server::Server;
use crate::worker::{KEY, Order, Worker};
use crate::world::{SECOND, answered, arrived, begin, until};

/// Returns the requests for tokens.
fn refreshes(sandbox: &Sandbox) -> Vec<SeenRequest> {
    let mut requests = sandbox.requests();
    requests.retain(|seen| seen.target.ends_with("/oauth2/token"));
    requests
}

/// Returns the number of error responses.
fn rejected(requests: &[SeenRequest]) -> usize {
    let statuses = requests.iter().filter_map(|seen| seen.status);
    statuses.filter(|status| *status != 200).count()
}

/// Starts a sandbox whose access tokens have this lifetime, and saves expired tokens in the store.
async fn session(server: &Server, lifetime: Duration, rotates: bool) -> Sandbox {
    let sandbox = begin(RateLimit::new(40, 100), |builder| {
        let builder = builder.token_lifetime(lifetime);
        if rotates { builder.rotate_refresh_tokens() } else { builder }
    });
    let expired = OAuthTokens::new("expired", "fleet-refresh").expires_at(SystemTime::now());
    let store = RedisTokenStore::builder(server.url(), "anna", TokenKey::new(&KEY));
    store.build().unwrap().save(&expired).await.unwrap();
    server.begin_log().await;
    sandbox.await
}

fn of_session() -> Order {
    Order { per_second: 40, in_flight: 100, tasks: 2, session: true, ..Order::default() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs redis-server"]
async fn eight_processes_refresh_an_expired_token_once() {
    let server = Server::start().await;
    let lifetime = SECOND * 6;
    let sandbox = session(&server, lifetime, true).await;
    // Longer than a process stalls while it has the lock.
    let order = Order { lease: SECOND * 60, ..of_session() };
    let workers = Worker::start::<8>(&sandbox, &server, &order).await;
    until(async || answered(&refreshes(&sandbox), 200) >= 3).await;
    for worker in workers {
        assert_session(&worker.finish().await);
    }
    let (refreshes, requests) = (refreshes(&sandbox), arrived(&sandbox));
    println!("{} refreshes for {} calls", refreshes.len(), requests.len());
    assert_eq!(rejected(&refreshes), 0);
    for pair in refreshes.windows(2) {
        // A token is refreshed when a tenth of its lifetime is left.
        let apart = (pair[1].started - pair[0].started).to_std().unwrap();
        assert!(apart >= lifetime * 4 / 5, "{apart:?}");
    }
    assert_eq!(answered(&requests, 429), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs redis-server"]
async fn killed_processes_and_restarts_lose_no_tokens() {
    let mut server = Server::start().await;
    let sandbox = session(&server, SECOND * 3, false).await;
    let order = Order { lease: SECOND * 4, ..of_session() };
    let mut workers = Vec::from(Worker::start::<8>(&sandbox, &server, &order).await);
    for round in 0..8 {
        until_used(&sandbox).await;
        if round % 3 == 2 {
            server.kill();
            server.restart().await;
        }
        workers.remove(0).kill().await;
        workers.extend(Worker::start::<1>(&sandbox, &server, &order).await);
    }
    until_used(&sandbox).await;
    for worker in workers {
        assert_session(&worker.finish().await);
    }
    let (refreshes, requests) = (refreshes(&sandbox), arrived(&sandbox));
    println!("{} refreshes for {} calls", refreshes.len(), requests.len());
    assert_eq!(rejected(&refreshes), 0);
    assert_eq!(answered(&requests, 429), 0);
}

/// Asserts that calls failed only because the store was away, or because the token expired once
/// more before a busy machine sent it. The session is still usable then.
fn assert_session(failures: &[String]) {
    let goes_on = |failure: &String| {
        failure.contains("the store ") || failure.contains("401 Unauthorized: The access token is")
    };
    assert!(failures.iter().all(goes_on), "{failures:?}");
}

/// Waits until the processes have made some more calls.
async fn until_used(sandbox: &Sandbox) {
    let before = answered(&arrived(sandbox), 200);
    until(async || answered(&arrived(sandbox), 200) >= before + 40).await;
}
