//! The token store of the guide: processes share the tokens of a user, one of them refreshes them,
//! and a lock outlives neither its process nor a sign-in.

use std::time::{Duration, SystemTime};

use l10n_client::{Client, OAuthApp, OAuthTokens, TokenStore as _};
use l10n_sandbox::{Fault, Misbehavior, Sandbox};
use tempfile::TempDir;
use tokio::task::JoinSet;
use tokio::time::timeout;

use crate::support;

#[path = "../../src/guide/sqlite_tokens.rs"]
mod program;

use program::{Database, UserTokens};

const MINUTE: Duration = Duration::from_secs(60);

/// No test: the program, which the test starts by running this binary again.
#[test]
fn the_program() {
    if support::is_child() {
        program::main().unwrap();
    }
}

/// A database in a file, and the store of a user.
fn store() -> (TempDir, UserTokens) {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::open(folder.path().join("tokens.sqlite")).unwrap();
    (folder, database.tokens_of("user-1001"))
}

fn access_token(tokens: Option<OAuthTokens>) -> String {
    tokens.unwrap().access_token.expose().to_owned()
}

#[tokio::test]
async fn of_several_processes_one_refreshes() {
    let sandbox = Sandbox::builder().strict().rotate_refresh_tokens().start().await.unwrap();
    let registered = sandbox.oauth_app();
    let app = OAuthApp::new(registered.client_id, registered.client_secret);
    let client = Client::builder(sandbox.base_url()).auth_url(sandbox.auth_url()).build().unwrap();
    let tokens = program::sign_in(&client, &app).await.unwrap();
    let (folder, store) = store();
    store.save(&tokens.expires_at(SystemTime::UNIX_EPOCH)).await.unwrap();
    // So that the processes overlap.
    let slow = Fault::new(Misbehavior::Delay(Duration::from_millis(500)));
    sandbox.add_fault(slow.on("requestToken").always()).unwrap();
    sandbox.clear_requests();

    let mut processes = JoinSet::new();
    for _ in 0..4 {
        let mut program = support::program("sqlite_tokens::the_program", &sandbox);
        program.env("APP_DATABASE", folder.path().join("tokens.sqlite"));
        let mut program = program.spawn().unwrap();
        processes.spawn_blocking(move || program.wait().unwrap());
    }
    assert!(processes.join_all().await.iter().all(|ended| ended.success()));
    let mut seen = sandbox.requests();
    seen.retain(|seen| seen.operation.as_deref() == Some("requestToken"));
    assert_eq!(seen.iter().map(|seen| seen.status).collect::<Vec<_>>(), [Some(200)]);
}

#[tokio::test]
async fn a_lock_waits_for_the_one_before_it() {
    let (_folder, store) = store();
    store.save(&OAuthTokens::new("old", "refresh")).await.unwrap();
    let held = store.lock().await.unwrap();
    // Passes while nothing works on the database.
    tokio::time::pause();
    let waited = timeout(MINUTE, store.lock()).await;
    tokio::time::resume();
    assert!(waited.is_err(), "two locks of one row");
    drop(held);
    timeout(MINUTE, store.lock()).await.unwrap().unwrap();
}

#[tokio::test]
async fn the_lock_of_a_process_that_died_expires() {
    let (folder, store) = store();
    store.save(&OAuthTokens::new("old", "refresh")).await.unwrap();
    let mut dead = store.lock().await.unwrap();
    let other = rusqlite::Connection::open(folder.path().join("tokens.sqlite")).unwrap();
    let later = other.execute("UPDATE tokens SET locked_until = unixepoch()", []).unwrap();
    assert_eq!(later, 1);
    let mut lock = timeout(MINUTE, store.lock()).await.unwrap().unwrap();
    // It was only slow: what it has refreshed is not saved over the tokens of the other.
    store.save_locked(&OAuthTokens::new("late", "refresh"), &mut dead).await.unwrap_err();
    store.save_locked(&OAuthTokens::new("new", "refresh"), &mut lock).await.unwrap();
    assert_eq!(access_token(store.load().await.unwrap()), "new");
}

#[tokio::test]
async fn a_sign_in_or_a_sign_out_during_a_refresh_stays() {
    let (_folder, store) = store();
    // Nobody is signed in, and nothing is locked.
    let mut lock = store.lock().await.unwrap();
    let refreshed = OAuthTokens::new("refreshed", "refresh");
    store.save_locked(&refreshed, &mut lock).await.unwrap_err();

    store.save(&OAuthTokens::new("old", "refresh")).await.unwrap();
    let mut lock = store.lock().await.unwrap();
    store.save(&OAuthTokens::new("signed in", "refresh")).await.unwrap();
    store.save_locked(&refreshed, &mut lock).await.unwrap_err();
    assert_eq!(access_token(store.load().await.unwrap()), "signed in");

    let mut lock = store.lock().await.unwrap();
    store.sign_out().await.unwrap();
    store.save_locked(&refreshed, &mut lock).await.unwrap_err();
    assert_eq!(store.load().await.unwrap(), None);
}
