//! Token stores: what is refreshed is saved before any call goes on, processes share it, and a
//! store that fails loses nothing.

use std::error::Error as _;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::join_all;
use l10n_client::rate_limit::{Permit, RateLimiter, RequestInfo};
use l10n_client::{
    BoxError, BoxFuture, Client, ClientBuilder, Error, ErrorKind, OAuthApp, OAuthTokens, Server,
    StoreLock, TokenStore,
};
use l10n_sandbox::{Fault, Misbehavior};
use reqwest::Request;
use tokio::sync::Semaphore;
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};
use tokio::time::{Instant, sleep};

use crate::gate::Gate;
use crate::support::{
    World, builder, ended, fake, granted, list, reply, rotating_world, without_addresses,
};

/// A store in memory, which does what it is told to.
#[derive(Debug)]
struct Store {
    kept: Mutex<Option<OAuthTokens>>,
    /// What befalls the next loads and saves.
    loads: Mutex<Vec<Trouble>>,
    saves: Mutex<Vec<Trouble>>,
    turn: Arc<Semaphore>,
    /// Hears of each save, and of the end of the store.
    saved: Option<UnboundedSender<OAuthTokens>>,
}

#[derive(Debug, Clone, Copy)]
enum Trouble {
    Fails,
    /// Takes a second.
    Waits,
}

impl Trouble {
    async fn befall(next: &Mutex<Vec<Self>>) -> Result<(), &'static str> {
        let next = next.lock().unwrap().pop();
        match next {
            None => Ok(()),
            Some(Self::Fails) => Err("the disk is full"),
            Some(Self::Waits) => {
                sleep(Duration::from_secs(1)).await;
                Ok(())
            }
        }
    }
}

impl Store {
    fn of(tokens: impl Into<Option<OAuthTokens>>) -> Self {
        Self {
            kept: Mutex::new(tokens.into()),
            loads: Mutex::default(),
            saves: Mutex::default(),
            turn: Arc::new(Semaphore::new(1)),
            saved: None,
        }
    }

    fn kept(&self) -> Option<OAuthTokens> {
        self.kept.lock().unwrap().clone()
    }

    fn befall_saves(&self, trouble: Trouble, times: usize) {
        *self.saves.lock().unwrap() = vec![trouble; times];
    }
}

impl TokenStore for Store {
    fn load(&self) -> BoxFuture<'_, Result<Option<OAuthTokens>, BoxError>> {
        Box::pin(async {
            Trouble::befall(&self.loads).await?;
            Ok(self.kept())
        })
    }

    fn save<'a>(&'a self, tokens: &'a OAuthTokens) -> BoxFuture<'a, Result<(), BoxError>> {
        Box::pin(async {
            Trouble::befall(&self.saves).await?;
            *self.kept.lock().unwrap() = Some(tokens.clone());
            if let Some(saved) = &self.saved {
                saved.send(tokens.clone())?;
            }
            Ok(())
        })
    }

    fn lock(&self) -> BoxFuture<'_, Result<StoreLock, BoxError>> {
        let turn = Arc::clone(&self.turn);
        Box::pin(async move { Ok(StoreLock::new(turn.acquire_owned().await?)) })
    }
}

/// A client, as each process has one.
fn client(world: &World, store: &Arc<Store>) -> Client {
    settings(world, store).build().unwrap()
}

/// A client, and a gate that holds back the responses to its refreshes.
fn gated(world: &World, store: &Arc<Store>) -> (Client, Arc<Gate>) {
    let gate = Gate::new("/oauth2/token");
    let client = settings(world, store).transport(Arc::clone(&gate));
    (client.build().unwrap(), gate)
}

/// A world, a store whose access token has ended, and a client of both.
async fn scene() -> (World, Arc<Store>, Client) {
    let world = rotating_world().await;
    let store = Arc::new(Store::of(ended(&world).await));
    let client = client(&world, &store);
    (world, store, client)
}

fn settings(world: &World, store: &Arc<Store>) -> ClientBuilder {
    let app = world.app();
    builder(&world.sandbox).oauth_store(app, Arc::clone(store))
}

/// How many refreshes there were; none was rejected.
fn refreshes(world: &World) -> usize {
    let mut seen = world.sandbox.requests();
    seen.retain(|seen| seen.operation.as_deref() == Some("requestToken"));
    assert!(seen.iter().all(|seen| seen.status == Some(200)));
    seen.len()
}

#[tokio::test(start_paused = true)]
async fn no_call_goes_on_before_the_tokens_are_saved() {
    let began = Instant::now();
    let listed = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&listed);
    let client = fake(move |request: Request| {
        let token = request.headers().get("authorization");
        let is_new = token.is_some_and(|token| token == "Bearer new");
        let (status, body) = match request.url().path() {
            "/oauth2/token" => (200, r#"{"access_token": "new", "refresh_token": "next"}"#),
            _ if is_new => {
                seen.lock().unwrap().push(began.elapsed());
                (200, r#"{"files": []}"#)
            }
            _ => (401, ""),
        };
        async move { reply(status, body) }
    });
    let store = Arc::new(Store::of(OAuthTokens::new("ended", "refresh")));
    store.befall_saves(Trouble::Waits, 1);
    let client = client.without_rate_limit().auth_url("http://127.0.0.1");
    let client = client.oauth_store(OAuthApp::new("app", "secret"), Arc::clone(&store));
    let client = client.build().unwrap();
    let first = join_all((0..20).map(|_| list(&client)));
    let later = async {
        sleep(Duration::from_millis(500)).await;
        join_all((0..5).map(|_| list(&client))).await
    };
    let (first, later) = tokio::join!(first, later);
    assert!(first.into_iter().chain(later).all(|listed| listed.is_ok()));
    let listed = listed.lock().unwrap().clone();
    assert!(listed.len() == 25 && listed.iter().all(|at| at.as_secs() >= 1), "{listed:?}");
}

#[tokio::test]
async fn tokens_that_cannot_be_saved_are_kept_and_saved_by_flush() {
    let (world, store, client) = scene().await;
    store.befall_saves(Trouble::Fails, 3);
    let error = list(&client).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TokenStore);
    assert!(error.is_retryable() && !error.may_have_taken_effect());
    assert_eq!(
        without_addresses(&error),
        "listFiles of garnet-7041.26: the access token could not be refreshed; the last response \
         was 401 Unauthorized: the token store could not save the refreshed tokens: the disk is \
         full"
    );
    let reason = error.source().unwrap().downcast_ref::<Error>().unwrap();
    assert_eq!(reason.source().unwrap().to_string(), "the disk is full");
    assert_eq!(store.kept().unwrap().access_token.expose(), "ended");

    store.befall_saves(Trouble::Fails, 4);
    list(&client).await.unwrap_err();
    client.flush().await.unwrap();
    list(&client).await.unwrap();
    assert_eq!(refreshes(&world), 1);
    assert_ne!(store.kept().unwrap().access_token.expose(), "ended");
}

#[tokio::test]
async fn what_another_process_has_refreshed_is_used() {
    let world = rotating_world().await;
    let store = Arc::new(Store::of(ended(&world).await));
    let (one, other) = (client(&world, &store), client(&world, &store));
    list(&one).await.unwrap();
    list(&other).await.unwrap();
    assert_eq!(refreshes(&world), 1);
    // The access token ends, and the first of them refreshes it.
    let rejected = Fault::new(Misbehavior::status(401)).on("listFiles");
    world.meet(rejected.clone());
    list(&one).await.unwrap();
    assert_eq!(refreshes(&world), 2);
    world.meet(rejected);
    list(&other).await.unwrap();
    assert_eq!(refreshes(&world), 2, "the other has looked in the store");
}

#[tokio::test]
async fn processes_that_refresh_at_the_same_moment_refresh_once() {
    let world = rotating_world().await;
    let store = Arc::new(Store::of(ended(&world).await));
    store.befall_saves(Trouble::Fails, 2);
    let processes: Vec<_> = (0..5).map(|_| client(&world, &store)).collect();
    for called in join_all(processes.iter().map(list)).await {
        called.unwrap();
    }
    assert_eq!(refreshes(&world), 1);
    // A process that starts later has the tokens.
    list(&client(&world, &store)).await.unwrap();
    assert_eq!(refreshes(&world), 1);
}

#[tokio::test]
async fn a_store_that_cannot_be_read_sends_nothing() {
    let world = rotating_world().await;
    let store = Arc::new(Store::of(ended(&world).await));
    store.loads.lock().unwrap().push(Trouble::Fails);
    let client = client(&world, &store);
    let error = list(&client).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TokenStore);
    assert!(error.with_causes().contains("could not load the tokens: the disk is full"), "{error}");
    assert!(world.sandbox.requests().is_empty());
    list(&client).await.unwrap();
}

#[tokio::test]
async fn a_session_that_cannot_go_on_asks_for_a_sign_in_and_takes_it() {
    for (kept, words) in [
        (None, "the user must sign in"),
        (Some(OAuthTokens::new("ended", "dead")), "invalid_grant"),
        (
            Some(OAuthTokens::without_refresh_token("ended")),
            "no refresh token: the user must sign in again",
        ),
    ] {
        let world = rotating_world().await;
        let store = Arc::new(Store::of(kept));
        let client = client(&world, &store);
        let error = list(&client).await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Authorization);
        assert!(error.with_causes().contains(words) && !error.is_retryable(), "{error}");
        store.save(&granted(&world).await).await.unwrap();
        list(&client).await.unwrap();
    }
}

#[tokio::test]
async fn tokens_are_saved_when_the_client_is_dropped_while_it_refreshes() {
    let world = rotating_world().await;
    let (saved, mut saves) = unbounded_channel();
    let mut store = Store::of(ended(&world).await);
    store.saved = Some(saved);
    let store = Arc::new(store);
    let (client, gate) = gated(&world, &store);
    tokio::select! {
        listed = list(&client) => panic!("{listed:?}"),
        () = world.until_read("requestToken", 1) => {}
    }
    drop((client, store));
    gate.open();
    assert_ne!(saves.recv().await.unwrap().access_token.expose(), "ended");
    assert_eq!(saves.recv().await, None, "nothing keeps the store alive");
}

#[tokio::test]
async fn flush_says_that_tokens_are_not_saved() {
    let (_world, store, client) = scene().await;
    store.befall_saves(Trouble::Fails, 1000);
    list(&client).await.unwrap_err();
    tokio::time::pause();
    let began = Instant::now();
    let error = client.flush().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TokenStore);
    assert!(error.with_causes().contains("could not save the refreshed tokens"), "{error}");
    assert!(began.elapsed() <= Duration::from_secs(30));
}

#[tokio::test]
async fn who_signs_out_during_a_refresh_stays_signed_out() {
    let world = rotating_world().await;
    let store = Arc::new(Store::of(ended(&world).await));
    let (client, gate) = gated(&world, &store);
    let (listed, ()) = tokio::join!(list(&client), async {
        world.until_read("requestToken", 1).await;
        *store.kept.lock().unwrap() = None;
        gate.open();
    });
    for listed in [listed, list(&client).await] {
        assert_eq!(listed.unwrap_err().kind(), ErrorKind::Authorization);
    }
    client.flush().await.unwrap();
    assert_eq!((store.kept(), world.count("listFiles")), (None, 1));
}

#[tokio::test]
async fn clients_of_several_users_share_all_but_their_tokens() {
    let world = rotating_world().await;
    let asked = Arc::new(Asked::default());
    let app = world.app();
    let whole = builder(&world.sandbox).rate_limiter(Arc::clone(&asked)).build().unwrap();
    for _ in 0..2 {
        let store = Arc::new(Store::of(ended(&world).await));
        let client = whole.with_session(app.clone(), Arc::clone(&store)).unwrap();
        list(&client).await.unwrap();
        assert_ne!(store.kept().unwrap().access_token.expose(), "ended");
    }
    // A user has one limit, before and after a refresh.
    let asked = asked.0.lock().unwrap().clone();
    let [one, _, other, _] = asked[..] else { panic!("{asked:?}") };
    assert!(one.is_some() && other.is_some() && one != other);
    assert_eq!(asked, [one, one, other, other]);

    let lonely = Client::builder(world.sandbox.base_url()).build().unwrap();
    let error = lonely.with_session(app, Arc::new(Store::of(None))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Configuration);
}

/// Writes down for which credentials places are asked.
#[derive(Debug, Default)]
struct Asked(Mutex<Vec<Option<u64>>>);

impl RateLimiter for Asked {
    fn start<'a>(&'a self, request: RequestInfo<'a>) -> BoxFuture<'a, Permit> {
        if request.server == Server::Main {
            self.0.lock().unwrap().push(request.credential);
        }
        Box::pin(std::future::ready(Permit::new(())))
    }
}
