//! The token store: encryption, the lock, and what a save may overwrite.

use std::time::{Duration, SystemTime};

use l10n_client::{OAuthTokens, TokenStore as _};
use l10n_client_redis::{Error, RedisTokenStore, RedisTokenStoreBuilder, TokenKey};

use crate::server::{Detour, Server};
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

/// Waits until this many more scripts have run.
async fn until_scripts(server: &Server, more: u64) {
    let (before, _) = server.scripts().await;
    until(async || server.scripts().await.0 >= before + more).await;
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
async fn expiry_is_measured_by_the_clock_of_the_store() {
    let server = Server::start().await;
    let store = store(&server, |store| store);
    let left = async || {
        let end = store.load().await.unwrap().unwrap().expires_at?;
        Some(end.duration_since(SystemTime::now()).unwrap_or_default())
    };
    store.save(&tokens("a")).await.unwrap();
    assert_eq!(left().await, None);
    let end = SystemTime::now() + SECOND * 100;
    store.save(&tokens("a").expires_at(end)).await.unwrap();
    let kept = left().await.unwrap();
    assert!(kept > SECOND * 60 && kept <= SECOND * 100, "{kept:?}");
    // As if saved by a process whose clock is 50 seconds behind.
    let () = server.command(&["HINCRBY", "l10n:tokens:anna", "ends", "50000"]).await;
    assert!(left().await.unwrap() > SECOND * 110);
    let () = server.command(&["HINCRBY", "l10n:tokens:anna", "ends", "-200000"]).await;
    assert_eq!(left().await, Some(Duration::ZERO));
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn only_one_process_holds_the_lock() {
    let server = Server::start().await;
    let [one, other] = [(); 2].map(|()| store(&server, |store| store));
    let hasty = store(&server, |store| store.lock_timeout(SECOND));
    let held = one.lock().await.unwrap();
    let error = hasty.lock().await.unwrap_err();
    assert!(is(&*error, "waiting for the lock"), "{error}");
    drop(held);
    let held = other.lock().await.unwrap();
    let waiting = one.clone();
    let waiting = tokio::spawn(async move { waiting.lock().await.map(drop) });
    until_scripts(&server, 2).await;
    waiting.abort();
    drop(held);
    until(async || !is_locked(&server).await).await;
    // The dropped wait holds no lock.
    one.lock().await.unwrap();
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_lock_is_renewed_while_it_is_held() {
    let server = Server::start().await;
    let store = store(&server, |store| store.lease(SECOND));
    let held = store.lock().await.unwrap();
    let holder = async || -> Option<(String, u64)> {
        let lock: Option<String> = server.command(&["GET", LOCK]).await;
        let (holder, time) = lock?.split_once(' ').map(|(a, b)| (a.to_owned(), b.parse()))?;
        Some((holder, time.unwrap()))
    };
    let first = holder().await.unwrap();
    let lease = 1000;
    until(async || {
        let now = holder().await;
        now.is_some_and(|(holder, time)| holder == first.0 && time > first.1 + lease)
    })
    .await;
    drop(held);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn waiting_for_the_lock_ends_when_another_process_saves() {
    let server = Server::start().await;
    let [one, other] = [(); 2].map(|()| store(&server, |store| store));
    let held = one.lock().await.unwrap();
    let waiting = tokio::spawn(async move { other.lock().await.map(drop) });
    until_scripts(&server, 1).await;
    let expired = tokens("expired").expires_at(SystemTime::now());
    one.save(&expired).await.unwrap();
    until_scripts(&server, 2).await;
    assert!(!waiting.is_finished(), "expired tokens do not end it");
    one.save(&tokens("good")).await.unwrap();
    waiting.await.unwrap().unwrap();
    drop(held);
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn the_lock_of_a_dead_process_expires() {
    let server = Server::start().await;
    let dying = store(&server, |store| store);
    let process = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        let runtime = runtime.unwrap();
        let held = runtime.block_on(dying.lock()).unwrap();
        // No task is left that could release the lock.
        drop(runtime);
        drop(held);
    });
    process.join().unwrap();
    let left: i64 = server.command(&["PTTL", LOCK]).await;
    assert!((1..=60_000).contains(&left), "{left}");
    let () = server.command(&["PEXPIRE", LOCK, "1"]).await;
    drop(store(&server, |store| store).lock().await.unwrap());
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_save_can_be_repeated_after_a_lost_response() {
    let server = Server::start().await;
    let detour = Detour::start(&server, Duration::ZERO).await;
    let store = RedisTokenStore::builder(detour.url.as_str(), "anna", TokenKey::new(&KEY));
    let store = store.lease(SECOND * 60).store_timeout(SECOND * 5).build().unwrap();
    // So that the server has the script, and saves at the first request.
    store.save(&tokens("first")).await.unwrap();
    let mut held = store.lock().await.unwrap();
    store.load_locked(&mut held).await.unwrap();
    detour.silence();
    let new = tokens("new");
    let error = store.save_locked(&new, &mut held).await.unwrap_err();
    assert!(is(&*error, "the store did not respond within 5s"), "{error}");
    // Over another connection.
    store.save_locked(&new, &mut held).await.unwrap();
    assert_eq!(kept(&store).await.as_deref(), Some("new"));
    drop(held);
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
async fn a_store_that_lost_its_version_accepts_refreshed_tokens() {
    let server = Server::start().await;
    let store = store(&server, |store| store);
    for lost in [false, true] {
        for _ in 0..3 {
            store.save(&tokens("first")).await.unwrap();
        }
        let mut held = store.lock().await.unwrap();
        store.load_locked(&mut held).await.unwrap();
        match lost {
            true => server.command::<()>(&["FLUSHALL"]).await,
            false => {
                let back = ["HINCRBY", "l10n:tokens:anna", "version", "-1"];
                server.command::<()>(&back).await;
            }
        }
        // The client loads once more before it saves: nobody has signed out.
        let loaded = store.load_locked(&mut held).await.unwrap().unwrap();
        assert_eq!(loaded.access_token.expose(), "first");
        let refreshed = tokens("refreshed");
        store.save_locked(&refreshed, &mut held).await.unwrap();
        assert_eq!(kept(&store).await.as_deref(), Some("refreshed"));
    }
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn a_sign_out_from_a_store_that_lost_its_data_overrides_a_concurrent_refresh() {
    let server = Server::start().await;
    let store = store(&server, |store| store);
    for is_loaded in [true, false] {
        for _ in 0..3 {
            store.save(&tokens("first")).await.unwrap();
        }
        let mut held = store.lock().await.unwrap();
        store.load_locked(&mut held).await.unwrap();
        let () = server.command(&["FLUSHALL"]).await;
        store.remove().await.unwrap();
        if is_loaded {
            assert_eq!(store.load_locked(&mut held).await.unwrap(), None);
        }
        let error = store.save_locked(&tokens("refreshed"), &mut held).await.unwrap_err();
        assert!(is(&*error, "newer tokens were saved since"), "{error}");
        assert_eq!(kept(&store).await, None);
    }
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn invalid_values_are_replaced() {
    let server = Server::start().await;
    let store = store(&server, |store| store);
    let tokens_key = "l10n:tokens:anna";
    for wrong in [
        &["SET", tokens_key, "a text"][..],
        &["HSET", tokens_key, "version", "abc"],
        &["HSET", tokens_key, "version", "1e300"],
        &["HSET", tokens_key, "version", "nan"],
        &["HSET", tokens_key, "version", "3.7"],
        &["HSET", tokens_key, "version", "-1"],
        &["HSET", tokens_key, "ends", "abc"],
        &["HSET", tokens_key, "ends", "inf"],
        &["HSET", tokens_key, "sealed", "abc"],
        &["LPUSH", LOCK, "1"],
        &["SET", LOCK, "for ever"],
        // Acquired before the clock went back.
        &["SET", LOCK, "other 99999999999999", "PX", "3600000"],
    ] {
        let () = server.command(&["FLUSHALL"]).await;
        store.save(&tokens("good")).await.unwrap();
        if wrong[1] == tokens_key && wrong[0] == "SET" {
            let () = server.command(&["DEL", tokens_key]).await;
        }
        server.command::<redis::Value>(wrong).await;
        let words = wrong.join(" ");
        let held = store.lock().await;
        let mut held = held.unwrap_or_else(|error| panic!("{words}: {error}"));
        let saved = store.save_locked(&tokens("under it"), &mut held).await;
        saved.unwrap_or_else(|error| panic!("{words}: {error}"));
        assert_eq!(kept(&store).await.as_deref(), Some("under it"), "{words}");
        drop(held);
        until(async || !is_locked(&server).await).await;
        server.command::<redis::Value>(wrong).await;
        store.save(&tokens("new")).await.unwrap();
        assert_eq!(kept(&store).await.as_deref(), Some("new"), "{words}");
        store.remove().await.unwrap();
        assert_eq!(kept(&store).await, None);
    }
}

#[tokio::test]
#[ignore = "needs redis-server"]
async fn an_unavailable_store_is_an_error_after_the_timeout() {
    let mut server = Server::start().await;
    let store = store(&server, |store| store.store_timeout(SECOND * 5));
    store.save(&tokens("kept")).await.unwrap();
    server.signal("STOP");
    let error = store.load().await.unwrap_err();
    assert!(is(&*error, "the store did not respond within 5s"), "{error}");
    server.signal("CONT");
    server.kill();
    assert!(is(&*store.lock().await.unwrap_err(), "the store is unavailable"));
    server.restart().await;
    assert_eq!(kept(&store).await.as_deref(), Some("kept"));
}
