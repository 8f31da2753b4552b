//! Credentials of requests.

mod header;
mod session;
mod tokens;

use std::sync::Arc;

use reqwest::Request;
use reqwest::header::{AUTHORIZATION, HeaderName, HeaderValue};

use header::TokenHeader;
pub(crate) use header::{api_token, bearer};
pub(crate) use session::{Session, TokenEndpoint};
pub use tokens::{OAuthApp, OAuthTokens, StoreLock, TokenStore};

use crate::error::{Error, ErrorKind};
use crate::wire::operation::{Operation, Server};
use crate::wire::secret::Secret;

const API_TOKEN: HeaderName = HeaderName::from_static("x-api-token");

/// The credentials of a client.
#[derive(Debug, Clone)]
pub(crate) struct Credentials {
    main: Credential,
    /// The API token of the cursor API, if it has its own.
    cursor: Option<TokenHeader>,
}

/// A header value, or a session that has one.
#[derive(Debug, Clone)]
pub(crate) enum Credential {
    None,
    ApiToken(TokenHeader),
    AccessToken(TokenHeader),
    Session(Arc<Session>),
}

/// The credential that an attempt used: the generation of the access token, if it was one of a
/// session that can be refreshed.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct UsedCredential(Option<u64>);

impl UsedCredential {
    /// Whether another access token may help after a 401.
    pub(crate) fn can_be_refreshed(self) -> bool {
        self.0.is_some()
    }
}

impl Credentials {
    pub(crate) fn new(main: Credential, cursor: Option<&Secret>) -> Result<Self, Error> {
        Ok(Self { main, cursor: cursor.map(api_token).transpose()? })
    }

    /// Returns a number derived from the credential for a server, which does not reveal it.
    pub(crate) fn number(&self, server: Server) -> Option<u64> {
        match (&self.cursor, &self.main) {
            (Some(token), _) if server == Server::Cursor => Some(token.number),
            (_, Credential::None) => None,
            (_, Credential::ApiToken(token) | Credential::AccessToken(token)) => Some(token.number),
            (_, Credential::Session(session)) => session.number(),
        }
    }

    /// Waits until the tokens of a session are saved.
    pub(crate) async fn flush(&self, endpoint: &impl TokenEndpoint) -> Result<(), Error> {
        match &self.main {
            Credential::Session(session) => session.flush(endpoint).await,
            _ => Ok(()),
        }
    }

    /// Returns credentials with the tokens of another user.
    pub(crate) fn with_session(&self, session: Session) -> Self {
        Self { main: Credential::Session(Arc::new(session)), ..self.clone() }
    }

    /// Returns the secrets that errors must not contain.
    pub(crate) fn secrets(&self) -> Vec<Secret> {
        let of_header = |token: &TokenHeader| {
            let text = token.value.to_str().unwrap_or_default();
            Secret::from(text.strip_prefix("Bearer ").unwrap_or(text))
        };
        let mut secrets = match &self.main {
            Credential::None => Vec::new(),
            Credential::ApiToken(token) | Credential::AccessToken(token) => vec![of_header(token)],
            Credential::Session(session) => session.secrets(),
        };
        secrets.extend(self.cursor.as_ref().map(of_header));
        secrets
    }

    /// Adds the credential to a request to the service, refreshing an access token that expires
    /// soon.
    pub(crate) async fn authorize(
        &self,
        endpoint: &impl TokenEndpoint,
        operation: &'static Operation,
        request: &mut Request,
    ) -> Result<UsedCredential, Error> {
        let (name, value, used) = match (&self.main, operation.server) {
            (main, Server::Cursor) => (API_TOKEN, self.for_cursors(main, operation)?, None),
            (Credential::None, _) => return Err(none(operation)),
            (Credential::ApiToken(token), _) => (API_TOKEN, token.value.clone(), None),
            (Credential::AccessToken(token), _) => (AUTHORIZATION, token.value.clone(), None),
            (Credential::Session(session), _) => {
                // Boxed, so that calls without a session do not carry the room for its work.
                let (value, generation) = Box::pin(session.current(endpoint, operation)).await?;
                (AUTHORIZATION, value, generation)
            }
        };
        request.headers_mut().insert(name, value);
        Ok(UsedCredential(used))
    }

    /// The cursor API accepts API tokens only.
    fn for_cursors(
        &self,
        main: &Credential,
        operation: &'static Operation,
    ) -> Result<HeaderValue, Error> {
        match (&self.cursor, main) {
            (Some(token), _) | (None, Credential::ApiToken(token)) => Ok(token.value.clone()),
            (None, Credential::None) => Err(none(operation)),
            (None, Credential::AccessToken(_) | Credential::Session(_)) => Err(unconfigured(
                operation,
                "the cursor API does not accept OAuth tokens: set an API token with \
                 `ClientBuilder::cursor_api_token`",
            )),
        }
    }

    /// Gets a new access token after `used` was rejected, unless another call already has.
    pub(crate) async fn refresh(
        &self,
        endpoint: &impl TokenEndpoint,
        operation: &'static Operation,
        used: UsedCredential,
    ) -> Result<(), Error> {
        match (&self.main, used.0) {
            (Credential::Session(session), Some(generation)) => {
                session.refresh(endpoint, operation, generation).await
            }
            _ => Ok(()),
        }
    }
}

fn unconfigured(operation: &'static Operation, detail: &str) -> Error {
    Error::new(ErrorKind::Configuration, Some(operation), detail)
}

fn none(operation: &'static Operation) -> Error {
    unconfigured(operation, "no credential: set an API token or an access token on the client")
}
