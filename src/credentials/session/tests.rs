//! Early refreshes, and stores that hang, in paused time.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use reqwest::Method;

use super::*;
use crate::client::Client;
use crate::error::ErrorKind;
use crate::wire::operation::Server;

const LIST: &Operation = &Operation::new("list", &Method::GET, "", Server::Main);
const HOUR: Duration = Duration::from_secs(3600);

/// A store that never responds to its first load.
#[derive(Debug, Default)]
struct Late(AtomicBool);

impl TokenStore for Late {
    fn load(&self) -> BoxFuture<'_, Result<Option<OAuthTokens>, BoxError>> {
        let is_late = !self.0.swap(true, Ordering::Relaxed);
        Box::pin(async move {
            if is_late {
                std::future::pending::<()>().await;
            }
            Ok(Some(OAuthTokens::new("access", "refresh")))
        })
    }

    fn save<'a>(&'a self, _: &'a OAuthTokens) -> BoxFuture<'a, Result<(), BoxError>> {
        Box::pin(async { Ok(()) })
    }
}

#[tokio::test(start_paused = true)]
async fn a_store_that_hangs_is_given_up() {
    let app = OAuthApp::new("app", "secret");
    let session = Session::of_store(app, Arc::new(Late::default()), RetryPolicy::never());
    let client = Client::builder("https://a.test").api_token("t");
    let client = client.call_timeout(None).build().unwrap();
    let session = Arc::new(session);
    let error = session.current(&client, LIST).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TokenStore);
    assert!(error.with_causes().contains("timed out after 30s"), "{error}");
    session.current(&client, LIST).await.unwrap();
}

/// A store in memory, whose first saves fail.
#[derive(Debug)]
struct Memory {
    tokens: Mutex<OAuthTokens>,
    failing_saves: AtomicUsize,
}

impl Memory {
    fn access_token(&self) -> String {
        self.tokens.lock().unwrap().access_token.expose().to_owned()
    }
}

impl TokenStore for Memory {
    fn load(&self) -> BoxFuture<'_, Result<Option<OAuthTokens>, BoxError>> {
        Box::pin(async { Ok(Some(self.tokens.lock().unwrap().clone())) })
    }

    fn save<'a>(&'a self, tokens: &'a OAuthTokens) -> BoxFuture<'a, Result<(), BoxError>> {
        Box::pin(async {
            let fewer = |left: usize| left.checked_sub(1);
            if self.failing_saves.fetch_update(Ordering::Relaxed, Ordering::Relaxed, fewer).is_ok()
            {
                return Err("the disk is full".into());
            }
            *self.tokens.lock().unwrap() = tokens.clone();
            Ok(())
        })
    }
}

#[derive(Debug, Clone, Default)]
struct Endpoint {
    fails: bool,
    requests: Arc<AtomicUsize>,
}

impl Endpoint {
    fn requests(&self) -> usize {
        self.requests.load(Ordering::Relaxed)
    }
}

impl TokenEndpoint for Endpoint {
    async fn refresh(&self, _: &OAuthApp, _: Secret, _: CallOptions) -> Result<OAuthTokens, Error> {
        self.requests.fetch_add(1, Ordering::Relaxed);
        match self.fails {
            true => Err(Error::unauthorized("no")),
            false => Ok(valid("new")),
        }
    }
}

fn valid(access_token: &str) -> OAuthTokens {
    OAuthTokens::new(access_token, "refresh").expires_at(SystemTime::now() + HOUR)
}

/// Returns a session whose access token `old` is valid and due for an early refresh, and its store.
fn due(failing_saves: usize) -> (Arc<Session>, Arc<Memory>) {
    let tokens = valid("old");
    let store = Arc::new(Memory {
        tokens: Mutex::new(tokens.clone()),
        failing_saves: AtomicUsize::new(failing_saves),
    });
    let app = OAuthApp::new("app", "secret");
    let session = Session::of_store(app, Arc::clone(&store) as _, RetryPolicy::never());
    let mut ready = Ready::new(tokens).unwrap();
    ready.refresh_at = Some(SystemTime::UNIX_EPOCH);
    session.state().install(ready);
    (Arc::new(session), store)
}

/// Returns the access token that a call uses.
async fn used(session: &Arc<Session>, endpoint: &Endpoint) -> String {
    let (header, _) = session.current(endpoint, LIST).await.unwrap();
    header.to_str().unwrap().strip_prefix("Bearer ").unwrap().to_owned()
}

#[test]
fn a_token_is_due_shortly_before_it_expires() {
    let end = SystemTime::now() + HOUR;
    assert_eq!(refresh_at(&valid("a").expires_at(end)), Some(end - MARGIN));
    let end = SystemTime::now() + Duration::from_secs(200);
    let due = refresh_at(&valid("a").expires_at(end)).unwrap();
    assert!((end - Duration::from_secs(20)..=end).contains(&due));
}

#[tokio::test]
async fn a_valid_token_that_is_due_is_refreshed() {
    let (session, store) = due(0);
    let endpoint = Endpoint::default();
    assert_eq!(used(&session, &endpoint).await, "new");
    assert_eq!(used(&session, &endpoint).await, "new");
    assert_eq!((endpoint.requests(), store.access_token()), (1, "new".to_owned()));
}

#[tokio::test]
async fn a_valid_token_is_used_if_its_refresh_fails() {
    let (session, _) = due(0);
    let endpoint = Endpoint { fails: true, ..Endpoint::default() };
    assert_eq!(used(&session, &endpoint).await, "old");
    session.state().tokens.as_mut().unwrap().tokens.expires_at = Some(SystemTime::now());
    session.current(&endpoint, LIST).await.unwrap_err();
}

#[tokio::test(start_paused = true)]
async fn a_valid_token_is_used_until_the_next_one_is_saved() {
    let (session, store) = due(SAVES.len());
    let endpoint = Endpoint::default();
    assert_eq!(used(&session, &endpoint).await, "old");
    assert_eq!(store.access_token(), "old");
    assert_eq!(used(&session, &endpoint).await, "new");
    assert_eq!((endpoint.requests(), store.access_token()), (1, "new".to_owned()));
}
