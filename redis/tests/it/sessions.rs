//! Clients whose tokens are in the store, while the store changes during a refresh.

use std::sync::Arc;
use std::time::SystemTime;

use l10n_client::{Client, Error, ErrorKind, OAuthApp, OAuthTokens, TokenStore as _};
use l10n_client_redis::{RedisTokenStore, TokenKey};
use l10n_sandbox::{RateLimit, Sandbox};
use tokio::task::JoinHandle;

use crate::gate::Gate;
use crate::server::Server;
use crate::worker::KEY;
use crate::world::{SECOND, begin, call, until};

fn store(url: &str, name: &str) -> RedisTokenStore {
    let builder = RedisTokenStore::builder(url, name, TokenKey::new(&KEY));
    builder.store_timeout(SECOND * 60).build().unwrap()
}

/// Returns a client whose responses to refreshes pass the gate.
fn client(sandbox: &Sandbox, store: &RedisTokenStore, gate: &Arc<Gate>) -> Client {
    let client = Client::builder(sandbox.base_url().to_string())
        .auth_url(sandbox.auth_url().to_string())
        .oauth_store(OAuthApp::new("app", "app-secret"), store.clone())
        .transport(Arc::clone(gate));
    client.build().unwrap()
}

fn gate() -> Arc<Gate> {
    Gate::new("/oauth2/token")
}

async fn sandbox(rotates: bool) -> Sandbox {
    let limit = RateLimit::new(100, 100);
    begin(limit, |builder| match rotates {
        true => builder.rotate_refresh_tokens(),
        false => builder,
    })
    .await
}

fn expired() -> OAuthTokens {
    OAuthTokens::new("expired", "fleet-refresh").expires_at(SystemTime::now())
}

/// Starts a call that refreshes the tokens, and waits until the service has done so.
async fn refreshing(sandbox: &Sandbox, client: &Client) -> JoinHandle<Result<(), Error>> {
    let client = client.clone();
    let called = tokio::spawn(async move { call(&client, "p1").await });
    until(async || refreshes(sandbox) == 1).await;
    called
}

/// Returns how many requests for tokens were answered.
fn refreshes(sandbox: &Sandbox) -> usize {
    let requests = sandbox.requests();
    let is_refresh = |target: &str| target.ends_with("/oauth2/token");
    let refreshes = requests.iter().filter(|seen| is_refresh(&seen.target));
    refreshes.filter(|seen| seen.status == Some(200)).count()
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn tokens_saved_during_a_refresh_are_used() {
    let server = Server::start().await;
    let sandbox = sandbox(false).await;
    let (other, gate_of_other) = (store(&server.url(), "other"), gate());
    gate_of_other.open();
    other.save(&expired()).await.unwrap();
    call(&client(&sandbox, &other, &gate_of_other), "p1").await.unwrap();
    let good = other.load().await.unwrap().unwrap();
    sandbox.clear_requests();

    let (store, gate) = (store(&server.url(), "anna"), gate());
    store.save(&expired()).await.unwrap();
    let client = client(&sandbox, &store, &gate);
    let called = refreshing(&sandbox, &client).await;
    // With the same object that the client uses.
    store.save(&good).await.unwrap();
    gate.open();
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
    let (store, gate) = (store(&server.url(), "anna"), gate());
    for _ in 0..3 {
        store.save(&expired()).await.unwrap();
    }
    let called = refreshing(&sandbox, &client(&sandbox, &store, &gate)).await;
    let back = ["HINCRBY", "l10n:tokens:anna", "version", "-1"];
    server.command::<()>(&back).await;
    gate.open();
    called.await.unwrap().unwrap();
    // The next process uses the saved tokens.
    call(&client(&sandbox, &store, &gate), "p1").await.unwrap();
    assert_eq!(refreshes(&sandbox), 1);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_refresh_survives_a_store_that_loses_its_data_and_not_a_sign_out() {
    for signs_out in [false, true] {
        let server = Server::start().await;
        let sandbox = sandbox(true).await;
        let (store, gate) = (store(&server.url(), "anna"), gate());
        for _ in 0..3 {
            store.save(&expired()).await.unwrap();
        }
        let called = refreshing(&sandbox, &client(&sandbox, &store, &gate)).await;
        server.command::<()>(&["FLUSHALL"]).await;
        if signs_out {
            store.remove().await.unwrap();
        }
        gate.open();
        let called = called.await.unwrap();
        let kept = store.load().await.unwrap();
        if signs_out {
            assert_eq!(called.unwrap_err().kind(), ErrorKind::Authorization);
            assert_eq!(kept, None);
            continue;
        }
        called.unwrap();
        assert_ne!(kept.unwrap().access_token, expired().access_token);
        // The next process uses the saved tokens.
        call(&client(&sandbox, &store, &gate), "p1").await.unwrap();
        assert_eq!(refreshes(&sandbox), 1);
    }
}
