//! The token store: encryption, the lock, and what a save may overwrite.

use l10n_client::{OAuthTokens, TokenStore as _};
use l10n_client_redis::{Error, RedisTokenStore, RedisTokenStoreBuilder, TokenKey};
use tokio::io::copy_bidirectional;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::server::Server;
use crate::worker::KEY;
use crate::world::{SECOND, until};

const LOCK: &str = "l10n:lock:anna";

/// Returns the store of a process.
fn store(
    server: &Server,
    set: impl FnOnce(RedisTokenStoreBuilder) -> RedisTokenStoreBuilder,
) -> RedisTokenStore {
    let builder = RedisTokenStore::builder(server.url(), "anna", TokenKey::new(&KEY));
    // Longer than a busy machine stalls.
    let builder = builder.lease(SECOND * 60).store_timeout(SECOND * 60);
    set(builder).build().unwrap()
}

async fn is_locked(server: &Server) -> bool {
    server.command(&["EXISTS", LOCK]).await
}

fn tokens(access: &str) -> OAuthTokens {
    OAuthTokens::new(access, "fleet-refresh")
}

async fn kept(store: &RedisTokenStore) -> Option<String> {
    let kept = store.load().await.unwrap();
    kept.map(|tokens| tokens.access_token.expose().to_owned())
}

fn is(error: &(dyn std::error::Error + Send + Sync + 'static), words: &str) -> bool {
    error.downcast_ref::<Error>().is_some() && error.to_string().contains(words)
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn tokens_are_shared_and_encrypted() {
    let server = Server::start().await;
    let [one, other] = [(); 2].map(|()| store(&server, |store| store));
    assert_eq!(kept(&one).await, None);
    one.save(&tokens("hidden-access")).await.unwrap();
    assert_eq!(kept(&other).await.as_deref(), Some("hidden-access"));
    let shown: Vec<(String, Vec<u8>)> = server.command(&["HGETALL", "l10n:tokens:anna"]).await;
    for (name, value) in shown {
        let text = String::from_utf8_lossy(&value);
        assert!(!text.contains("access") && !text.contains("refresh"), "{name}: {text}");
    }

    let rotated = RedisTokenStore::builder(server.url(), "anna", TokenKey::new(&[8; 32]));
    let rotated = rotated.older_key(TokenKey::new(&KEY)).build().unwrap();
    assert_eq!(kept(&rotated).await.as_deref(), Some("hidden-access"));
    rotated.save(&tokens("newer")).await.unwrap();
    let error = one.load().await.unwrap_err();
    assert!(is(&*error, "no key decrypts the tokens at l10n:tokens:anna"), "{error}");
    rotated.remove().await.unwrap();
    assert_eq!(kept(&one).await, None);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_process_that_lost_the_lock_overwrites_no_newer_tokens() {
    let server = Server::start().await;
    let [slow, fast] = [(); 2].map(|()| store(&server, |store| store));
    slow.save(&tokens("first")).await.unwrap();
    let mut held = slow.lock().await.unwrap();
    slow.load_locked(&mut held).await.unwrap();
    // As if its lease had expired.
    let () = server.command(&["DEL", LOCK]).await;
    let second = tokens("second");
    slow.save_locked(&second, &mut held).await.unwrap();
    slow.save_locked(&second, &mut held).await.unwrap();
    let () = server.command(&["DEL", LOCK]).await;
    let mut other = fast.lock().await.unwrap();
    fast.save_locked(&tokens("third"), &mut other).await.unwrap();
    drop(other);
    // Loading without the lock does not change what its holder saw.
    assert_eq!(kept(&slow).await.as_deref(), Some("third"));
    let older = tokens("older");
    let error = slow.save_locked(&older, &mut held).await.unwrap_err();
    assert!(is(&*error, "newer tokens were saved since"), "{error}");
    assert_eq!(kept(&slow).await.as_deref(), Some("third"));
    drop(held);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_sign_in_or_sign_out_overrides_a_concurrent_refresh() {
    let server = Server::start().await;
    let store = store(&server, |store| store);
    store.save(&tokens("first")).await.unwrap();
    for is_in in [true, false] {
        let mut held = store.lock().await.unwrap();
        store.load_locked(&mut held).await.unwrap();
        match is_in {
            true => store.clone().save(&tokens("signed in")).await.unwrap(),
            false => store.clone().remove().await.unwrap(),
        }
        let refreshed = tokens("refreshed");
        let error = store.save_locked(&refreshed, &mut held).await.unwrap_err();
        assert!(is(&*error, "newer tokens were saved since"), "{error}");
        let expected = is_in.then_some("signed in");
        assert_eq!(kept(&store).await.as_deref(), expected);
        let ends: i64 = server.command(&["PTTL", "l10n:tokens:anna"]).await;
        assert_eq!(ends < 0, is_in, "{ends}");
    }
    store.save(&tokens("again")).await.unwrap();
    let ends: i64 = server.command(&["PTTL", "l10n:tokens:anna"]).await;
    assert_eq!(ends, -1);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn only_one_process_holds_the_lock() {
    let server = Server::start().await;
    let [one, other] = [(); 2].map(|()| store(&server, |store| store));
    let held = one.lock().await.unwrap();
    for _ in 0..2 {
        // The first dropped wait releases only a lock of its own.
        timeout(SECOND, other.lock()).await.unwrap_err();
    }
    drop(held);
    let held = other.lock().await.unwrap();
    drop(held);
    // The dropped wait holds no lock.
    until(async || !is_locked(&server).await).await;
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_lock_expires_unless_it_is_renewed() {
    let server = Server::start().await;
    let store = store(&server, |store| store.lease(SECOND));
    let held = store.lock().await.unwrap();
    let holder: String = server.command(&["GET", LOCK]).await;
    let () = server.command(&["PEXPIRE", LOCK, "600000"]).await;
    let left = async || server.command::<i64>(&["PTTL", LOCK]).await;
    until(async || (0..=1000).contains(&left().await)).await;
    assert_eq!(server.command::<String>(&["GET", LOCK]).await, holder);
    drop(held);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_store_restored_to_an_older_state_accepts_refreshed_tokens() {
    let server = Server::start().await;
    let store = store(&server, |store| store);
    for _ in 0..3 {
        store.save(&tokens("first")).await.unwrap();
    }
    let mut held = store.lock().await.unwrap();
    let () = server.command(&["HINCRBY", "l10n:tokens:anna", "version", "-1"]).await;
    store.save_locked(&tokens("refreshed"), &mut held).await.unwrap();
    assert_eq!(kept(&store).await.as_deref(), Some("refreshed"));
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn an_unavailable_store_is_an_error() {
    let mut server = Server::start().await;
    let store = store(&server, |store| store);
    store.save(&tokens("kept")).await.unwrap();
    // The restart breaks the idle connection.
    server.kill();
    server.restart().await;
    assert_eq!(kept(&store).await.as_deref(), Some("kept"));
    server.kill();
    assert!(is(&*store.lock().await.unwrap_err(), "the store is unavailable"));
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_silent_connection_is_replaced_after_the_timeout() {
    let server = Server::start().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("redis://{}", listener.local_addr().unwrap());
    let [mut first_far, mut far] = [server.connect().await, server.connect().await];
    let (silence, silenced) = oneshot::channel::<()>();
    tokio::spawn(async move {
        let (mut first, _) = listener.accept().await.unwrap();
        tokio::select! {
            _ = copy_bidirectional(&mut first, &mut first_far) => {}
            // It stays open.
            _ = silenced => {}
        }
        let (mut near, _) = listener.accept().await.unwrap();
        copy_bidirectional(&mut near, &mut far).await
    });
    let store = RedisTokenStore::builder(url, "anna", TokenKey::new(&KEY));
    let store = store.store_timeout(SECOND * 5).build().unwrap();
    assert_eq!(kept(&store).await, None);
    drop(silence);
    let error = loop {
        if let Err(error) = store.load().await {
            break error;
        }
    };
    assert!(is(&*error, "the store did not respond within 5s"), "{error}");
    assert_eq!(kept(&store).await, None);
}
