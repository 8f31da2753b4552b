//! A session: the tokens of a user, refreshed once for all waiting calls, in a task of its own.
//!
//! A refresh belongs to the session: it continues if the call that started it is dropped, and all
//! waiting calls share its result.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime};

use futures_core::future::BoxFuture;
use reqwest::header::HeaderValue;
use tokio::sync::watch;
use tokio::time::{Instant, sleep, timeout, timeout_at};
use tracing::Instrument;

use super::header::{bearer, number};
use super::tokens::{OAuthApp, OAuthTokens, StoreLock, TokenStore};
use crate::error::{BoxError, Error, ErrorKind};
use crate::settings::options::CallOptions;
use crate::settings::retry::RetryPolicy;
use crate::trace;
use crate::wire::operation::Operation;
use crate::wire::secret::Secret;

/// How long before its expiry an access token is refreshed: this, or a tenth of its remaining time
/// when it was received.
const MARGIN: Duration = Duration::from_secs(30);

/// The timeout of the request of a refresh, and of each operation of a store. The timeout of a call
/// does not apply, because stopping a refresh could lose the new tokens. A store has less time than
/// a call, so that the call fails with the store's error.
const REFRESH_TIMEOUT: Duration = Duration::from_secs(120);
const STORE_TIMEOUT: Duration = Duration::from_secs(30);

/// Pauses before saving new tokens.
const SAVES: [Duration; 3] = [Duration::ZERO, Duration::from_millis(100), Duration::from_secs(1)];

/// Exchanges a refresh token for tokens: a call of the client whose requests the session
/// authenticates.
pub(crate) trait TokenEndpoint: Clone + Send + Sync + 'static {
    fn refresh(
        &self,
        app: &OAuthApp,
        refresh_token: Secret,
        options: CallOptions,
    ) -> impl Future<Output = Result<OAuthTokens, Error>> + Send;
}

/// OAuth tokens and their application.
pub(crate) struct Session {
    app: OAuthApp,
    store: Option<Arc<dyn TokenStore>>,
    /// The client's policy, whatever the options of the call.
    retry: RetryPolicy,
    state: Mutex<SessionState>,
}

#[derive(Default)]
struct SessionState {
    /// None before they were loaded.
    tokens: Option<Ready>,
    /// A number derived from the first tokens.
    number: Option<u64>,
    /// Counts the access tokens.
    generation: u64,
    /// The tokens before these, which requests on their way have.
    replaced: Option<Ready>,
    /// Refreshed tokens that are not in the store yet.
    unsaved: Option<Ready>,
    /// The refresh in progress.
    refresh: Option<Refresh>,
}

/// Tokens, with their header value.
#[derive(Clone)]
struct Ready {
    tokens: OAuthTokens,
    header: HeaderValue,
    refresh_at: Option<SystemTime>,
}

/// The result of a refresh, for all waiting calls; `None` while it is under way.
type Refresh = watch::Receiver<Option<RefreshResult>>;

type RefreshResult = Result<(), Arc<Error>>;

impl Session {
    /// Creates a session with tokens in memory only.
    pub(crate) fn of_tokens(
        app: OAuthApp,
        tokens: OAuthTokens,
        retry: RetryPolicy,
    ) -> Result<Self, Error> {
        let mut state = SessionState::default();
        state.install(Ready::new(tokens)?);
        Ok(Self { app, store: None, retry, state: Mutex::new(state) })
    }

    pub(crate) fn of_store(app: OAuthApp, store: Arc<dyn TokenStore>, retry: RetryPolicy) -> Self {
        Self { app, store: Some(store), retry, state: Mutex::default() }
    }

    /// Returns the access token, and its generation if it can be refreshed.
    pub(crate) async fn current(
        self: &Arc<Self>,
        endpoint: &impl TokenEndpoint,
        operation: &'static Operation,
    ) -> Result<(HeaderValue, Option<u64>), Error> {
        if let Some(generation) = self.due() {
            let refreshed = self.refresh(endpoint, operation, generation).await;
            // Until it expires, the old token is as good as a new one.
            if !self.state().is_valid() {
                refreshed?;
            }
        }
        let state = self.state();
        let Some(ready) = &state.tokens else {
            return Err(refresh_lost(operation));
        };
        let generation = self.is_refreshable(ready).then_some(state.generation);
        Ok((ready.header.clone(), generation))
    }

    /// Returns a number that identifies the session: the same for sessions that began with the same
    /// tokens. `None` until they are loaded.
    pub(crate) fn number(&self) -> Option<u64> {
        self.state().number
    }

    /// Returns the secrets that errors must not contain.
    pub(crate) fn secrets(&self) -> Vec<Secret> {
        let state = self.state();
        let ready = state.tokens.iter().chain(&state.unsaved).chain(&state.replaced);
        let of_user = ready.flat_map(|ready| {
            let Ready { tokens, .. } = ready;
            [Some(&tokens.access_token), tokens.refresh_token.as_ref()]
        });
        let own = [Some(&self.app.client_secret)];
        of_user.chain(own).flatten().cloned().collect()
    }

    /// Replaces the access token `generation`, unless another call has done so, or it cannot be
    /// refreshed: then the response of the service is the result.
    pub(crate) async fn refresh(
        self: &Arc<Self>,
        endpoint: &impl TokenEndpoint,
        operation: &'static Operation,
        generation: u64,
    ) -> Result<(), Error> {
        let Some(refresh) = self.join(endpoint, generation) else {
            return Ok(());
        };
        let result = ended(refresh).await.ok_or_else(|| refresh_lost(operation))?;
        result.map_err(|error| Error::not_refreshed(Some(operation), error))
    }

    /// Waits for the refresh in progress, and saves its tokens if the refresh could not.
    pub(crate) async fn flush(
        self: &Arc<Self>,
        endpoint: &impl TokenEndpoint,
    ) -> Result<(), Error> {
        const PAUSE: Duration = Duration::from_secs(1);
        let end = Instant::now() + STORE_TIMEOUT;
        let mut under_way = self.state().refresh.clone();
        while let Some(refresh) = under_way {
            let outcome = timeout_at(end, ended(refresh)).await.map_err(|_| {
                let reason = format!("timed out after {STORE_TIMEOUT:?}");
                Error::store("save the refreshed tokens", reason.into())
            })?;
            let generation = match &*self.state() {
                SessionState { unsaved: None, .. } => return Ok(()),
                state => state.generation,
            };
            if let Some(Err(error)) = outcome
                && Instant::now() + PAUSE >= end
            {
                return Err(Error::not_refreshed(None, error));
            }
            sleep(PAUSE).await;
            under_way = self.join(endpoint, generation);
        }
        Ok(())
    }

    /// Returns the refresh that is under way, or starts one; `None` if `generation` is no longer in
    /// use, or cannot be refreshed.
    fn join(self: &Arc<Self>, endpoint: &impl TokenEndpoint, generation: u64) -> Option<Refresh> {
        let mut state = self.state();
        let is_useless = |ready: &Ready| !self.is_refreshable(ready);
        if state.generation > generation || state.tokens.as_ref().is_some_and(is_useless) {
            return None;
        }
        let under_way =
            |refresh: &&Refresh| refresh.has_changed().is_ok() && refresh.borrow().is_none();
        if let Some(refresh) = state.refresh.as_ref().filter(under_way) {
            return Some(refresh.clone());
        }
        let (report, refresh) = watch::channel(None);
        let (session, endpoint) = (Arc::clone(self), endpoint.clone());
        let task = async move {
            let before = session.secrets();
            let outcome = session.renew(&endpoint).await;
            let outcome = outcome.map_err(|error| {
                let secrets = [before, session.secrets()].concat();
                Arc::new(error.without_secrets(&secrets))
            });
            if let Err(error) = &outcome {
                trace::not_refreshed(error);
            }
            report.send_replace(Some(outcome));
        };
        tokio::spawn(task.in_current_span());
        state.refresh = Some(refresh.clone());
        Some(refresh)
    }

    /// Gets newer tokens from the store if it has some, and otherwise from the authorization
    /// server.
    async fn renew(&self, endpoint: &impl TokenEndpoint) -> Result<(), Error> {
        let mut lock = match &self.store {
            Some(store) => Some(within_timeout("acquire the lock", store.lock()).await?),
            None => None,
        };
        let lock = &mut lock;
        if self.adopt(lock).await? && self.due().is_none() {
            return Ok(());
        }
        if self.state().unsaved.is_some() {
            return self.save(lock).await;
        }
        let refresh_token = self.refresh_token()?;
        // Other calls wait for it too.
        let options = CallOptions::new().retry(self.retry.clone()).timeout(REFRESH_TIMEOUT);
        let tokens = endpoint.refresh(&self.app, refresh_token, options).await?;
        self.state().renew(tokens, self.store.is_some())?;
        self.save(lock).await
    }

    fn refresh_token(&self) -> Result<Secret, Error> {
        let state = self.state();
        let tokens = state.tokens.as_ref().map(|ready| &ready.tokens);
        let refresh_token = tokens.and_then(|tokens| tokens.refresh_token.clone());
        refresh_token
            .ok_or_else(|| Error::unauthorized("no refresh token: the user must sign in again"))
    }

    /// Adopts the tokens of the store if they differ from those in use; returns whether they did.
    /// If the store has none, the user has signed out, and the session drops its own.
    async fn adopt(&self, lock: &mut Option<StoreLock>) -> Result<bool, Error> {
        let (Some(store), Some(lock)) = (&self.store, lock) else {
            return Ok(false);
        };
        let stored = within_timeout("load the tokens", store.load_locked(lock));
        let Some(stored) = stored.await? else {
            self.state().sign_out();
            return Err(Error::unauthorized("no tokens in the token store: the user must sign in"));
        };
        let mut state = self.state();
        let known = state.tokens.as_ref().map(|ready| &ready.tokens);
        if known.is_some_and(|known| known.are(&stored)) {
            return Ok(false);
        }
        state.install(Ready::new(stored)?);
        Ok(true)
    }

    /// Saves refreshed tokens and uses them; or adopts newer ones from the store.
    async fn save(&self, lock: &mut Option<StoreLock>) -> Result<(), Error> {
        let unsaved = self.state().unsaved.clone();
        let (Some(store), Some(ready)) = (&self.store, unsaved) else {
            return Ok(());
        };
        let mut saved = Ok(());
        for pause in SAVES {
            sleep(pause).await;
            // Another process has saved newer tokens; or these were saved, although the store
            // reported an error; or the user has signed out.
            match self.adopt(lock).await {
                Ok(false) => {}
                Ok(true) => return Ok(()),
                Err(error) if error.kind() == ErrorKind::Authorization => return Err(error),
                Err(error) => {
                    saved = Err(error);
                    continue;
                }
            }
            let Some(held) = lock else { return Ok(()) };
            let saving = store.save_locked(&ready.tokens, held);
            saved = within_timeout("save the refreshed tokens", saving).await;
            if saved.is_ok() {
                break;
            }
        }
        saved?;
        self.state().install(ready);
        Ok(())
    }

    /// Returns the generation of the tokens if they are to be refreshed or loaded.
    fn due(&self) -> Option<u64> {
        let state = self.state();
        let is_due = |ready: &Ready| {
            let is_time = ready.refresh_at.is_some_and(|time| time <= SystemTime::now());
            is_time && self.is_refreshable(ready)
        };
        state.tokens.as_ref().is_none_or(is_due).then_some(state.generation)
    }

    /// Whether these tokens can be replaced.
    fn is_refreshable(&self, ready: &Ready) -> bool {
        ready.tokens.refresh_token.is_some() || self.store.is_some()
    }

    fn state(&self) -> MutexGuard<'_, SessionState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SessionState {
    /// Adopts refreshed tokens. A response without a refresh token or scope keeps the old one.
    fn renew(&mut self, mut tokens: OAuthTokens, has_store: bool) -> Result<(), Error> {
        if let Some(Ready { tokens: old, .. }) = &self.tokens {
            tokens.refresh_token = tokens.refresh_token.or_else(|| old.refresh_token.clone());
            tokens.scope = tokens.scope.or_else(|| old.scope.clone());
        }
        let ready = Ready::new(tokens)?;
        match has_store {
            true => self.unsaved = Some(ready),
            false => self.install(ready),
        }
        Ok(())
    }

    /// Makes tokens available to calls.
    fn install(&mut self, ready: Ready) {
        self.number.get_or_insert_with(|| ready.number());
        self.replaced = self.tokens.replace(ready);
        self.unsaved = None;
        self.generation += 1;
    }

    fn sign_out(&mut self) {
        self.tokens = None;
        self.unsaved = None;
    }

    fn is_valid(&self) -> bool {
        let tokens = self.tokens.as_ref().map(|ready| &ready.tokens);
        tokens.is_some_and(|tokens| tokens.expires_at.is_none_or(|end| end > SystemTime::now()))
    }
}

impl Ready {
    fn new(tokens: OAuthTokens) -> Result<Self, Error> {
        Ok(Self {
            header: bearer(&tokens.access_token)?.value,
            refresh_at: refresh_at(&tokens),
            tokens,
        })
    }

    fn number(&self) -> u64 {
        let tokens = &self.tokens;
        let token = tokens.refresh_token.as_ref().unwrap_or(&tokens.access_token);
        number(token.expose().as_bytes())
    }
}

/// Waits for the result of a refresh; `None` if its task was lost with its runtime.
async fn ended(mut refresh: Refresh) -> Option<RefreshResult> {
    refresh.wait_for(Option::is_some).await.ok()?.clone()
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session").field("app", &self.app).finish_non_exhaustive()
    }
}

fn refresh_lost(operation: &'static Operation) -> Error {
    let detail = "the refresh of the access token ended without a result: the token store \
                  panicked, or the runtime was shut down";
    Error::new(ErrorKind::TokenStore, Some(operation), detail)
}

/// Awaits an operation of a store within its timeout.
async fn within_timeout<T>(
    action: &str,
    response: BoxFuture<'_, Result<T, BoxError>>,
) -> Result<T, Error> {
    match timeout(STORE_TIMEOUT, response).await {
        Ok(response) => response.map_err(|error| Error::store(action, error)),
        Err(_) => Err(Error::store(action, format!("timed out after {STORE_TIMEOUT:?}").into())),
    }
}

fn refresh_at(tokens: &OAuthTokens) -> Option<SystemTime> {
    let expires_at = tokens.expires_at?;
    let left = expires_at.duration_since(SystemTime::now()).unwrap_or_default();
    expires_at.checked_sub(MARGIN.min(left / 10))
}

#[cfg(test)]
mod tests;
