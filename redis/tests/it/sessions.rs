//! Sessions of clients whose tokens are in the store, while it changes under a refresh.

use std::time::{Duration, SystemTime};

use l10n_client::{Client, Error, OAuthApp, OAuthTokens, TokenStore as _};
use l10n_client_redis::{RedisTokenStore, TokenKey};
use l10n_sandbox::{Fault, Misbehavior, RateLimit, Sandbox};
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::server::Server;
use crate::worker::KEY;
use crate::world::{begin, call};

const SECOND: Duration = Duration::from_secs(1);

fn store(url: &str, name: &str) -> RedisTokenStore {
    let builder = RedisTokenStore::builder(url, name, TokenKey::new(&KEY));
    builder.store_timeout(SECOND).build().unwrap()
}

fn client(sandbox: &Sandbox, store: &RedisTokenStore) -> Client {
    let client = Client::builder(sandbox.base_url().to_string())
        .auth_url(sandbox.auth_url().to_string())
        .oauth_store(OAuthApp::new("app", "app-secret"), store.clone());
    client.build().unwrap()
}

async fn sandbox(rotates: bool) -> Sandbox {
    let limit = RateLimit::new(100, 100);
    begin(limit, |builder| match rotates {
        true => builder.rotate_refresh_tokens(),
        false => builder,
    })
    .await
}

fn ended() -> OAuthTokens {
    OAuthTokens::new("ended", "fleet-refresh").expires_at(SystemTime::now())
}

/// A call that has begun a refresh, which takes three seconds.
async fn refreshing(sandbox: &Sandbox, client: &Client) -> JoinHandle<Result<(), Error>> {
    let slow = Fault::new(Misbehavior::Delay(SECOND * 3)).on("requestToken");
    sandbox.add_fault(slow).unwrap();
    let client = client.clone();
    let called = tokio::spawn(async move { call(&client, "p1").await });
    while refreshes(sandbox) == 0 {
        sleep(Duration::from_millis(10)).await;
    }
    called
}

fn refreshes(sandbox: &Sandbox) -> usize {
    let requests = sandbox.requests();
    let is_refresh = |target: &str| target.ends_with("/oauth2/token");
    let refreshes = requests.iter().filter(|seen| is_refresh(&seen.target));
    refreshes.count()
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn tokens_saved_during_a_refresh_are_used() {
    let server = Server::start().await;
    let sandbox = sandbox(false).await;
    let other = store(&server.url(), "other");
    other.save(&ended()).await.unwrap();
    call(&client(&sandbox, &other), "p1").await.unwrap();
    let good = other.load().await.unwrap().unwrap();
    sandbox.clear_requests();

    let store = store(&server.url(), "anna");
    store.save(&ended()).await.unwrap();
    let client = client(&sandbox, &store);
    let called = refreshing(&sandbox, &client).await;
    // By the object that the client has too.
    store.save(&good).await.unwrap();
    called.await.unwrap().unwrap();
    let kept = store.load().await.unwrap().unwrap();
    assert_eq!(kept.access_token, good.access_token);
    call(&client, "p1").await.unwrap();
    assert_eq!(refreshes(&sandbox), 1);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_store_restored_to_an_older_state_keeps_the_session() {
    let server = Server::start().await;
    let sandbox = sandbox(true).await;
    let store = store(&server.url(), "anna");
    for _ in 0..3 {
        store.save(&ended()).await.unwrap();
    }
    let called = refreshing(&sandbox, &client(&sandbox, &store)).await;
    let back = ["HINCRBY", "l10n:tokens:anna", "version", "-1"];
    server.command::<()>(&back).await;
    called.await.unwrap().unwrap();
    // The next process goes on with them.
    call(&client(&sandbox, &store), "p1").await.unwrap();
    assert_eq!(refreshes(&sandbox), 1);
}
