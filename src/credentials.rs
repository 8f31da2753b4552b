//! Credentials: how a request carries them, and how an access token is refreshed, once for all who need it.

use std::fmt;
use std::hash::{DefaultHasher, Hasher};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use reqwest::Request;
use reqwest::header::{AUTHORIZATION, HeaderName, HeaderValue};
use tokio::sync::Mutex;

use crate::client::Client;
use crate::error::Error;
use crate::oauth::{OAuthApp, OAuthTokens};
use crate::runtime::Operation;
use crate::secret::Secret;
use crate::types::TokenRequest;

const API_TOKEN: HeaderName = HeaderName::from_static("x-api-token");

/// How long before its end an access token is refreshed: this, or a tenth of what is left of it when it came.
const MARGIN: Duration = Duration::from_secs(30);

/// What authenticates the client's requests, as a header that is ready to be sent.
#[derive(Debug, Default)]
pub(crate) enum Credentials {
    #[default]
    None,
    ApiToken(HeaderValue),
    AccessToken(HeaderValue),
    Session(Session),
}

/// The credential that an attempt used: which access token of a session, if it was one.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Used(Option<u64>);

impl Used {
    /// Whether a refusal may be cured by a new access token.
    pub(crate) fn can_be_refreshed(self) -> bool {
        self.0.is_some()
    }
}

impl Credentials {
    /// A personal API token.
    pub(crate) fn api_token(token: &Secret) -> Result<Self, Error> {
        header("API token", "", token).map(Self::ApiToken)
    }

    /// An OAuth access token that is not refreshed.
    pub(crate) fn access_token(token: &Secret) -> Result<Self, Error> {
        header("access token", "Bearer ", token).map(Self::AccessToken)
    }

    /// OAuth tokens that are refreshed.
    pub(crate) fn session(
        app: OAuthApp,
        tokens: OAuthTokens,
        on_refresh: Option<OnRefresh>,
    ) -> Result<Self, Error> {
        let first = tokens
            .refresh_token
            .as_ref()
            .unwrap_or(&tokens.access_token);
        let number = number(first.expose().as_bytes());
        let state = State {
            header: header("access token", "Bearer ", &tokens.access_token)?,
            refresh_at: refresh_at(&tokens),
            tokens,
            generation: 0,
            attempts: 0,
            failed: None,
        };
        Ok(Self::Session(Session {
            number,
            app,
            on_refresh,
            state: std::sync::Mutex::new(state),
            refreshing: Mutex::new(()),
        }))
    }

    /// A number that stands for it, and does not tell it.
    pub(crate) fn number(&self) -> Option<u64> {
        match self {
            Self::None => None,
            Self::ApiToken(value) | Self::AccessToken(value) => Some(number(value.as_bytes())),
            Self::Session(session) => Some(session.number),
        }
    }

    /// What must not be seen in the words of an error.
    pub(crate) fn secrets(&self) -> Vec<Secret> {
        let of_header = |value: &HeaderValue| {
            let text = value.to_str().unwrap_or_default();
            Secret::from(text.strip_prefix("Bearer ").unwrap_or(text))
        };
        match self {
            Self::None => Vec::new(),
            Self::ApiToken(value) | Self::AccessToken(value) => vec![of_header(value)],
            Self::Session(session) => {
                let tokens = &session.state().tokens;
                let refresh_token = tokens.refresh_token.clone();
                let own = [
                    session.app.client_secret.clone(),
                    tokens.access_token.clone(),
                ];
                own.into_iter().chain(refresh_token).collect()
            }
        }
    }

    /// Adds the credential to a request of the client's own, with a fresh access token where it is one that ends soon.
    pub(crate) async fn authorize(
        &self,
        client: &Client,
        operation: &'static Operation,
        request: &mut Request,
    ) -> Result<Used, Error> {
        let (name, value, used) = match self {
            Self::None => {
                return Err(Error::unconfigured(
                    operation,
                    "no credential: give the client an API token or an access token",
                ));
            }
            Self::ApiToken(value) => (API_TOKEN, value.clone(), Used(None)),
            Self::AccessToken(value) => (AUTHORIZATION, value.clone(), Used(None)),
            Self::Session(session) => {
                let (value, generation) = session.current(client, operation).await?;
                (AUTHORIZATION, value, Used(generation))
            }
        };
        request.headers_mut().insert(name, value);
        Ok(used)
    }

    /// Gets a new access token after `used` was refused, unless somebody already has.
    pub(crate) async fn refresh(
        &self,
        client: &Client,
        operation: &'static Operation,
        used: Used,
    ) -> Result<(), Error> {
        match (self, used.0) {
            (Self::Session(session), Some(generation)) => {
                session.refresh(client, operation, generation).await
            }
            _ => Ok(()),
        }
    }
}

/// Hands refreshed tokens to the caller.
pub(crate) type OnRefresh = Arc<dyn Fn(&OAuthTokens) + Send + Sync>;

/// OAuth tokens and the application they were given to.
pub(crate) struct Session {
    number: u64,
    app: OAuthApp,
    on_refresh: Option<OnRefresh>,
    state: std::sync::Mutex<State>,
    /// Held while a refresh is under way; who waits for it shares its outcome.
    refreshing: Mutex<()>,
}

struct State {
    tokens: OAuthTokens,
    header: HeaderValue,
    refresh_at: Option<SystemTime>,
    /// Counts the access tokens.
    generation: u64,
    /// Counts the refreshes, failed ones included.
    attempts: u64,
    /// Why the latest refresh failed, if it did.
    failed: Option<Arc<Error>>,
}

impl Session {
    /// The access token, and which one it is, where it can be refreshed.
    async fn current(
        &self,
        client: &Client,
        operation: &'static Operation,
    ) -> Result<(HeaderValue, Option<u64>), Error> {
        let (due, generation) = {
            let state = self.state();
            let due = state
                .refresh_at
                .is_some_and(|time| time <= SystemTime::now());
            (due, state.generation)
        };
        if due {
            self.refresh(client, operation, generation).await?;
        }
        let state = self.state();
        let refreshable = state.tokens.refresh_token.is_some();
        Ok((
            state.header.clone(),
            refreshable.then_some(state.generation),
        ))
    }

    /// Refreshes the access token `generation`, unless that has been done, or has just failed while this call waited for it, or there is
    /// nothing to refresh it with: then the service's own answer tells.
    async fn refresh(
        &self,
        client: &Client,
        operation: &'static Operation,
        generation: u64,
    ) -> Result<(), Error> {
        let before = self.state().attempts;
        let _turn = self.refreshing.lock().await;
        let request = {
            let state = self.state();
            if state.generation > generation {
                return Ok(());
            }
            if state.attempts > before
                && let Some(error) = &state.failed
            {
                return Err(Error::not_refreshed(operation, Arc::clone(error)));
            }
            let Some(refresh_token) = &state.tokens.refresh_token else {
                return Ok(());
            };
            TokenRequest::refresh_token(
                &self.app.client_id,
                self.app.client_secret.clone(),
                refresh_token.clone(),
            )
        };
        // A call that refreshes is a call like any other: boxed, because the pipeline is inside itself here.
        let answer = Box::pin(client.request_token().body(request).send()).await;
        let renewed = answer.and_then(|answer| self.state().renew(answer.into_inner().into()));
        match renewed {
            Ok(tokens) => {
                if let Some(on_refresh) = &self.on_refresh {
                    on_refresh(&tokens);
                }
                Ok(())
            }
            Err(error) => {
                let error = Arc::new(error);
                self.state().fail(Arc::clone(&error));
                Err(Error::not_refreshed(operation, error))
            }
        }
    }

    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

impl State {
    /// Takes new tokens; an answer without a refresh token leaves the old one in use.
    fn renew(&mut self, mut tokens: OAuthTokens) -> Result<OAuthTokens, Error> {
        self.header = header("access token", "Bearer ", &tokens.access_token)?;
        if tokens.refresh_token.is_none() {
            tokens.refresh_token = self.tokens.refresh_token.take();
        }
        self.refresh_at = refresh_at(&tokens);
        self.tokens = tokens.clone();
        self.generation += 1;
        self.attempts += 1;
        self.failed = None;
        Ok(tokens)
    }

    fn fail(&mut self, error: Arc<Error>) {
        self.attempts += 1;
        self.failed = Some(error);
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Session")
            .field("app", &self.app)
            .finish_non_exhaustive()
    }
}

/// The same for the same token in all processes of one build.
fn number(token: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(token);
    hasher.finish()
}

fn refresh_at(tokens: &OAuthTokens) -> Option<SystemTime> {
    let expires_at = tokens.expires_at?;
    let left = expires_at
        .duration_since(SystemTime::now())
        .unwrap_or_default();
    expires_at.checked_sub(MARGIN.min(left / 10))
}

/// A header that logs of the HTTP library do not show.
fn header(what: &str, prefix: &str, token: &Secret) -> Result<HeaderValue, Error> {
    let token = token.expose().trim();
    if token.is_empty() {
        return Err(Error::configuration(format!("the {what} is empty")));
    }
    let mut value = HeaderValue::try_from(format!("{prefix}{token}")).map_err(|_| {
        Error::configuration(format!(
            "the {what} holds characters that no header can carry"
        ))
    })?;
    value.set_sensitive(true);
    Ok(value)
}
