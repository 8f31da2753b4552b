//! Token stores: what is refreshed is saved before any call goes on, processes share it, and a
//! store that fails loses nothing.

use std::error::Error as _;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures_util::future::join_all;
use l10n_client::rate_limit::{Permit, RateLimiter, RequestInfo};
use l10n_client::{
    BoxError, BoxFuture, Client, ClientBuilder, Error, ErrorKind, OAuthApp, OAuthTokens, Server,
    StoreLock, TokenStore, http,
};
use l10n_sandbox::{Fault, Misbehavior, RequestFilter};
use tokio::sync::Semaphore;
use tokio::time::{Instant, sleep, timeout};

use crate::every::{browser, tokens};
use crate::gate::Gate;
use crate::support::{World, builder, fake, list, rotating_world, without_addresses};

const MINUTE: Duration = Duration::from_secs(60);

/// A store in memory, which does what it is told to.
#[derive(Debug)]
struct Store {
    kept: Mutex<Option<OAuthTokens>>,
    /// What befalls the next loads and saves.
    loads: Mutex<Vec<Trouble>>,
    saves: Mutex<Vec<Trouble>>,
    /// Saves wait for a permit.
    saving: Semaphore,
    turn: Option<Arc<Semaphore>>,
    user: Option<String>,
}

#[derive(Debug, Clone, Copy)]
enum Trouble {
    Fails,
    /// Fails, and the user signs out.
    SignsOut,
    Hangs,
}

impl Trouble {
    async fn befall(next: &Mutex<Vec<Self>>) -> Result<(), &'static str> {
        let next = next.lock().unwrap().pop();
        match next {
            None => Ok(()),
            Some(Self::Fails | Self::SignsOut) => Err("the disk is full"),
            Some(Self::Hangs) => std::future::pending().await,
        }
    }
}

impl Store {
    fn of(tokens: impl Into<Option<OAuthTokens>>) -> Self {
        Self {
            kept: Mutex::new(tokens.into()),
            loads: Mutex::default(),
            saves: Mutex::default(),
            saving: Semaphore::new(1),
            turn: None,
            user: None,
        }
    }

    fn kept(&self) -> Option<OAuthTokens> {
        self.kept.lock().unwrap().clone()
    }

    /// Leaves the refresh token, and an access token that is rejected.
    fn end(&self) {
        if let Some(tokens) = self.kept.lock().unwrap().as_mut() {
            tokens.access_token = "ended".into();
        }
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
            if let Some(Trouble::SignsOut) = self.saves.lock().unwrap().last() {
                *self.kept.lock().unwrap() = None;
            }
            Trouble::befall(&self.saves).await?;
            let _turn = self.saving.acquire().await?;
            *self.kept.lock().unwrap() = Some(tokens.clone());
            Ok(())
        })
    }

    fn user(&self) -> Option<String> {
        self.user.clone()
    }

    fn lock(&self) -> BoxFuture<'_, Result<StoreLock, BoxError>> {
        let turn = self.turn.clone();
        Box::pin(async move {
            Ok(match turn {
                Some(turn) => StoreLock::new(turn.acquire_owned().await?),
                None => StoreLock::new(()),
            })
        })
    }
}

/// Tokens of which the access token has ended.
async fn ended(world: &World) -> OAuthTokens {
    let granted = tokens(&world.sandbox, &browser()).await;
    world.sandbox.clear_requests();
    OAuthTokens::new("ended", granted.refresh_token)
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

fn settings(world: &World, store: &Arc<Store>) -> ClientBuilder {
    let app = world.app();
    builder(&world.sandbox).oauth_store(app, Arc::clone(store))
}

fn seen(world: &World, operation: &str, status: u16) -> usize {
    let seen = world.sandbox.requests();
    let of_it = seen
        .iter()
        .filter(|seen| seen.operation.as_deref() == Some(operation) && seen.status == Some(status));
    of_it.count()
}

fn refreshes(world: &World) -> usize {
    seen(world, "requestToken", 200)
}

#[tokio::test]
async fn no_call_goes_on_before_the_tokens_are_saved_and_the_next_process_has_them() {
    let world = rotating_world().await;
    let mut store = Store::of(ended(&world).await);
    store.saving = Semaphore::new(0);
    let store = Arc::new(store);
    let first = client(&world, &store);
    let call = |_| {
        let client = first.clone();
        tokio::spawn(async move { list(&client).await })
    };
    let mut calls: Vec<_> = (0..20).map(call).collect();
    let responded = RequestFilter::new().operation("requestToken").status(200);
    world.until(responded, 1).await;
    // While the tokens are being saved. Time for a call that does not wait.
    calls.extend((0..5).map(call));
    sleep(Duration::from_millis(100)).await;
    assert_eq!((refreshes(&world), seen(&world, "listFiles", 200)), (1, 0));
    store.saving.add_permits(1);
    for call in calls {
        call.await.unwrap().unwrap();
    }
    assert_ne!(store.kept().unwrap().access_token.expose(), "ended");

    list(&client(&world, &store)).await.unwrap();
    assert_eq!(refreshes(&world), 1, "the next process refreshes nothing");
    store.end();
    list(&client(&world, &store)).await.unwrap();
    assert_eq!(refreshes(&world), 2, "and has the latest refresh token");
}

#[tokio::test]
async fn tokens_that_cannot_be_saved_are_kept_and_saved_with_the_next_call() {
    let world = rotating_world().await;
    let store = Arc::new(Store::of(ended(&world).await));
    let client = client(&world, &store);
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

    list(&client).await.unwrap();
    assert_eq!(refreshes(&world), 1);
    assert_ne!(store.kept().unwrap().access_token.expose(), "ended");
}

#[tokio::test]
async fn a_save_that_fails_for_a_moment_fails_no_call() {
    let world = rotating_world().await;
    let store = Arc::new(Store::of(ended(&world).await));
    store.befall_saves(Trouble::Fails, 2);
    list(&client(&world, &store)).await.unwrap();
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
async fn processes_that_refresh_at_the_same_moment_all_go_on() {
    for has_lock in [true, false] {
        let world = rotating_world().await;
        let mut store = Store::of(ended(&world).await);
        store.turn = has_lock.then(|| Arc::new(Semaphore::new(1)));
        store.saving = Semaphore::new(usize::from(has_lock));
        let store = Arc::new(store);
        let processes: Vec<_> = (0..5).map(|_| client(&world, &store)).collect();
        let calls = join_all(processes.iter().map(list));
        let saves = async {
            if !has_lock {
                // Another process was rejected, and waits for the tokens of the first.
                let rejected = RequestFilter::new().operation("requestToken").status(400);
                world.until(rejected, 1).await;
                store.saving.add_permits(1);
            }
        };
        for called in tokio::join!(calls, saves).0 {
            called.unwrap();
        }
        assert_eq!(refreshes(&world), 1);
        let rejected = seen(&world, "requestToken", 400);
        assert_eq!(rejected > 0, !has_lock, "{rejected} were rejected");
    }
}

#[tokio::test]
async fn an_empty_store_asks_for_a_sign_in_and_takes_it() {
    let world = rotating_world().await;
    let store = Arc::new(Store::of(None));
    let client = client(&world, &store);
    let error = list(&client).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Authorization);
    assert!(error.with_causes().contains("the user must sign in"), "{error}");
    assert!(world.sandbox.requests().is_empty());
    let tokens = ended(&world).await;
    store.save(&tokens).await.unwrap();
    list(&client).await.unwrap();
}

#[tokio::test]
async fn a_new_sign_in_mends_a_session_whose_refresh_token_is_dead() {
    let world = rotating_world().await;
    let store = Arc::new(Store::of(OAuthTokens::new("ended", "dead")));
    let client = client(&world, &store);
    let error = list(&client).await.unwrap_err();
    assert!(error.with_causes().contains("invalid_grant"), "{error}");
    assert!(!error.is_retryable());
    let tokens = ended(&world).await;
    store.save(&tokens).await.unwrap();
    list(&client).await.unwrap();
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
async fn a_store_that_hangs_holds_a_call_for_no_longer_than_its_limit() {
    let world = rotating_world().await;
    let store = Arc::new(Store::of(ended(&world).await));
    store.loads.lock().unwrap().push(Trouble::Hangs);
    let limit = Duration::from_millis(200);
    let client =
        client(&world, &store).with_options(l10n_client::CallOptions::new().timeout(limit));
    let error = list(&client).await.unwrap_err();
    assert!(error.is_timeout());
    assert_eq!(
        without_addresses(&error),
        "listFiles of garnet-7041.26: timed out after 200ms waiting for an access token \
         (`ClientBuilder::call_timeout` or `CallOptions::timeout`)"
    );
}

#[tokio::test]
async fn a_session_that_cannot_be_refreshed_says_so() {
    let world = rotating_world().await;
    let tokens = OAuthTokens::without_refresh_token("ended");
    let client = client(&world, &Arc::new(Store::of(tokens)));
    let error = list(&client).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Authorization);
    assert!(
        error.with_causes().contains("no refresh token: the user must sign in again"),
        "{error}"
    );
}

#[tokio::test]
async fn tokens_are_saved_when_the_client_is_dropped_while_it_refreshes() {
    let world = rotating_world().await;
    let store = Arc::new(Store::of(ended(&world).await));
    let (client, gate) = gated(&world, &store);
    tokio::select! {
        listed = list(&client) => panic!("{listed:?}"),
        () = world.until_read("requestToken", 1) => {}
    }
    drop(client);
    gate.open();
    let saved = async {
        while store.kept().unwrap().access_token.expose() == "ended" {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(MINUTE, saved).await.unwrap();
}

#[tokio::test]
async fn nothing_is_kept_alive_by_a_refresh_that_has_ended() {
    let world = rotating_world().await;
    let store = Arc::new(Store::of(ended(&world).await));
    let client = client(&world, &store);
    list(&client).await.unwrap();
    drop(client);
    let let_go = async {
        while Arc::strong_count(&store) > 1 {
            sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(MINUTE, let_go).await.unwrap();
}

#[tokio::test]
async fn tokens_that_could_not_be_saved_are_saved_by_flush() {
    let world = rotating_world().await;
    let store = Arc::new(Store::of(ended(&world).await));
    let client = client(&world, &store);
    store.befall_saves(Trouble::Fails, 7);
    assert_eq!(list(&client).await.unwrap_err().kind(), ErrorKind::TokenStore);
    client.flush().await.unwrap();
    assert_ne!(store.kept().unwrap().access_token.expose(), "ended");
}

#[tokio::test]
async fn flush_says_that_tokens_are_not_saved() {
    let world = rotating_world().await;
    let store = Arc::new(Store::of(ended(&world).await));
    let client = client(&world, &store);
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
    assert_eq!((store.kept(), seen(&world, "listFiles", 200)), (None, 0));
}

#[tokio::test]
async fn who_signs_out_while_saving_fails_stays_signed_out() {
    let world = rotating_world().await;
    let store = Arc::new(Store::of(ended(&world).await));
    let client = client(&world, &store);
    store.befall_saves(Trouble::SignsOut, 1);
    for listed in [list(&client).await, list(&client).await] {
        assert_eq!(listed.unwrap_err().kind(), ErrorKind::Authorization);
    }
    assert_eq!(store.kept(), None);
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
    let asked = asked.0.lock().unwrap().clone();
    assert!(asked.first().is_some_and(|first| asked.last() != Some(first)), "{asked:?}");

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

#[tokio::test]
async fn a_user_has_one_budget_whatever_tokens_a_process_has_loaded() {
    let world = rotating_world().await;
    for (user, is_one) in [(Some("user-1001"), true), (None, false)] {
        let asked = Arc::new(Asked::default());
        for _ in 0..2 {
            // As of two processes, one of which has started after a refresh.
            let granted = tokens(&world.sandbox, &browser()).await;
            let granted = OAuthTokens::new(granted.access_token, granted.refresh_token);
            let mut store = Store::of(granted);
            store.user = user.map(str::to_owned);
            let client = builder(&world.sandbox)
                .oauth_store(world.app(), store)
                .rate_limiter(Arc::clone(&asked));
            let client = client.build().unwrap();
            list(&client).await.unwrap();
            list(&client).await.unwrap();
        }
        let asked = asked.0.lock().unwrap().clone();
        assert_eq!(asked.len(), 4);
        let loaded = [asked[1], asked[3]];
        assert!(loaded[0].is_some());
        assert_eq!(loaded[0] == loaded[1], is_one);
    }
}

#[tokio::test(start_paused = true)]
async fn calls_before_the_first_load_are_limited_together_with_later_ones() {
    let arrivals = Arc::new(Mutex::new(Vec::new()));
    let arrived = Arc::clone(&arrivals);
    let client = fake(move |_| {
        arrived.lock().unwrap().push(Instant::now());
        async { http::Response::new(r#"{"files": []}"#.into()) }
    });
    let client = client
        .auth_url("http://127.0.0.1")
        .oauth_store(OAuthApp::new("app", "secret"), Store::of(OAuthTokens::new("a", "b")))
        .build()
        .unwrap();
    let first = join_all((0..12).map(|_| list(&client)));
    let later = async {
        sleep(Duration::from_millis(300)).await;
        join_all((0..12).map(|_| list(&client))).await
    };
    let (first, later) = tokio::join!(first, later);
    assert!(first.into_iter().chain(later).all(|listed| listed.is_ok()));
    let arrivals = arrivals.lock().unwrap().clone();
    for window in arrivals.windows(7) {
        assert!(window[6] - window[0] >= Duration::from_secs(1), "{window:?}");
    }
}
