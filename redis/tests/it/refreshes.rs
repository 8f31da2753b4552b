//! One refresh for a whole fleet each time the token ends, whoever is killed meanwhile.

use std::time::{Duration, Instant, SystemTime};

use l10n_client::{OAuthTokens, TokenStore as _};
use l10n_client_redis::{RedisTokenStore, TokenKey};
use l10n_sandbox::{RateLimit, Sandbox};
use tokio::time::sleep;

use crate::server::Server;
use crate::worker::{KEY, Order, Worker};
use crate::world::{answered, arrived, begin};

const SECOND: Duration = Duration::from_secs(1);

/// How many refreshes the authorization server has seen, and how many it refused.
fn refreshes(sandbox: &Sandbox) -> (usize, usize) {
    let mut requests = sandbox.requests();
    requests.retain(|seen| seen.target.ends_with("/oauth2/token"));
    (answered(&requests, 200), requests.len() - answered(&requests, 200))
}

/// A sandbox whose access tokens live for so long, and a store with a session that has ended.
async fn session(server: &Server, lifetime: Duration, rotates: bool) -> Sandbox {
    let sandbox = begin(RateLimit::new(40, 10), |builder| {
        let builder = builder.token_lifetime(lifetime);
        if rotates { builder.rotate_refresh_tokens() } else { builder }
    });
    let ended = OAuthTokens::new("ended", "fleet-refresh").expires_at(SystemTime::now());
    let store = RedisTokenStore::builder(server.url(), "anna", TokenKey::new(&KEY));
    store.build().unwrap().save(&ended).await.unwrap();
    sandbox.await
}

fn of_session() -> Order {
    Order { per_second: 40, tasks: 2, lease: SECOND, session: true, ..Order::default() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs redis-server"]
async fn eight_processes_refresh_an_expired_token_once() {
    let server = Server::start().await;
    let lifetime = SECOND * 4;
    let sandbox = session(&server, lifetime, true).await;
    let workers = Worker::start::<8>(&sandbox, &server, &of_session()).await;
    while arrived(&sandbox).is_empty() {
        sleep(Duration::from_millis(10)).await;
    }
    let began = Instant::now();
    sleep(lifetime * 4).await;
    let (time, (refreshed, refused)) = (began.elapsed(), refreshes(&sandbox));
    for worker in workers {
        assert_eq!(worker.finish().await, Vec::<String>::new());
    }
    let requests = arrived(&sandbox);
    println!("{refreshed} refreshes in {time:?} for {} calls", requests.len());
    assert_eq!(refused, 0);
    // A token is renewed when a tenth of its time is left: one each time, and the first.
    let most = (time.as_secs_f64() / (lifetime.as_secs_f64() * 0.9)) as usize + 1;
    assert!((2..=most).contains(&refreshed), "{refreshed} of {most}");
    assert_eq!(answered(&requests, 429), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "needs redis-server"]
async fn killed_processes_and_restarts_lose_no_tokens() {
    let mut server = Server::start().await;
    let lifetime = SECOND * 3;
    let sandbox = session(&server, lifetime, false).await;
    let order = of_session();
    let workers = Worker::start::<8>(&sandbox, &server, &order).await;
    let mut workers = Vec::from(workers);
    while arrived(&sandbox).is_empty() {
        sleep(Duration::from_millis(10)).await;
    }
    let began = Instant::now();
    for round in 0..8 {
        sleep(Duration::from_millis(1500)).await;
        if round % 3 == 2 {
            server.kill();
            sleep(SECOND / 2).await;
            server.restart().await;
        }
        workers.remove(0).kill().await;
        workers.extend(Worker::start::<1>(&sandbox, &server, &order).await);
    }
    sleep(SECOND * 2).await;
    let (time, (refreshed, refused)) = (began.elapsed(), refreshes(&sandbox));
    let before = arrived(&sandbox).len();
    sleep(SECOND * 2).await;
    for worker in workers {
        // A call may come at the moment at which the store is away and the token has ended.
        let failures = worker.finish().await;
        let is_told = |failure: &String| failure.contains("the store");
        assert!(failures.iter().all(is_told), "{failures:?}");
    }
    let requests = arrived(&sandbox);
    println!("{refreshed} refreshes in {time:?} for {} calls", requests.len());
    assert_eq!((answered(&requests, 429), refused), (0, 0));
    assert!(requests.len() > before, "it works as before");
    // Eight processes died, each perhaps after a refresh that it could not save any more.
    let most = (time.as_secs_f64() / (lifetime.as_secs_f64() * 0.9)) as usize + 1 + 8;
    assert!(refreshed <= most, "{refreshed} of {most}");
}
