//! The authorization code flow of OAuth 2.0.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use url::Url;

use crate::client::Client;
use crate::credentials::{OAuthApp, OAuthTokens, TokenEndpoint};
use crate::error::Error;
use crate::settings::options::CallOptions;
use crate::types::{TokenRequest, TokenResponse};
use crate::wire::secret::Secret;

/// An authorization request: the URL to open in the user's browser, and the check of its callback.
///
/// Save its [URL](Self::url) in the user's session until the callback: [`restore`](Self::restore)
/// recreates it, even in another process. The URL contains the `state`, which only this user's
/// browser should know. See the [example](crate::guide::oauth).
#[derive(Clone)]
pub struct Authorization {
    url: Url,
    state: Secret,
}

impl Client {
    /// Starts an authorization of the application by a user: see [`Authorization`].
    ///
    /// `redirect_uri` is the registered URL to which the user's browser returns. `scopes` are the
    /// scopes of the operations that you call.
    ///
    /// # Errors
    ///
    /// Fails with a configuration error if the URL of the authorization server is not set, the
    /// redirect URI is not a URL, or there is no scope.
    pub fn authorize(
        &self,
        app: &OAuthApp,
        redirect_uri: &str,
        scopes: &[&str],
    ) -> Result<Authorization, Error> {
        if scopes.is_empty() {
            return Err(Error::configuration(
                "no scope: an authorization request needs at least one",
            ));
        }
        if let Err(error) = Url::parse(redirect_uri) {
            return Err(Error::configuration(format!("the redirect URI is not a URL: {error}")));
        }
        let url = format!("{}/oauth2/auth", self.auth_url()?);
        let mut url = Url::parse(&url).map_err(|error| {
            Error::configuration(format!("the authorization server's URL is invalid: {error}"))
        })?;
        // Percent-encodes spaces, because not every server decodes `+` as a space.
        let encode = |value: &str| utf8_percent_encode(value, NON_ALPHANUMERIC).to_string();
        let state = Secret::from(uuid::Uuid::new_v4().simple().to_string());
        url.set_query(Some(&format!(
            "client_id={}&redirect_uri={}&scope={}&state={}",
            encode(&app.client_id),
            encode(redirect_uri),
            encode(&scopes.join(" ")),
            state.expose(),
        )));
        Ok(Authorization { url, state })
    }
}

impl Authorization {
    /// Recreates the authorization request with this URL.
    ///
    /// # Errors
    ///
    /// Fails with a configuration error if it is not a URL, or has no `state`.
    pub fn restore(url: &str) -> Result<Self, Error> {
        let not_one =
            |reason: &str| Error::configuration(format!("not an authorization URL: {reason}"));
        let url = Url::parse(url).map_err(|error| not_one(&error.to_string()))?;
        let query = url.query().unwrap_or_default();
        let state = parameter(query, "state").filter(|state| !state.is_empty());
        let state = state.ok_or_else(|| not_one("it has no `state`"))?.into();
        Ok(Self { url, state })
    }

    /// Returns the URL to open in the user's browser.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// Returns the random text that the callback must contain. It ties the callback to this request
    /// (RFC 6749, section 10.12).
    pub fn state(&self) -> &Secret {
        &self.state
    }

    /// Returns the authorization code in a callback: its URL, or its query.
    ///
    /// # Errors
    ///
    /// Fails with an authorization error if the state does not match, if the user or the server
    /// denied access, or if there is no code.
    pub fn code(&self, callback: &str) -> Result<Secret, Error> {
        let query = callback.split_once('?').map_or(callback, |(_, query)| query);
        let query = query.split_once('#').map_or(query, |(query, _)| query);
        let value = |name| parameter(query, name);
        if value("state").map(Secret::from).as_ref() != Some(&self.state) {
            return Err(Error::unauthorized(
                "`state` does not match: the callback belongs to another authorization request",
            ));
        }
        if let Some(error) = value("error") {
            let description =
                value("error_description").map(|text| format!(": {text}")).unwrap_or_default();
            return Err(Error::unauthorized(format!("authorization denied: {error}{description}")));
        }
        value("code")
            .filter(|code| !code.is_empty())
            .map(Secret::from)
            .ok_or_else(|| Error::unauthorized("the callback has no authorization code"))
    }

    /// Exchanges the code in the callback for tokens.
    ///
    /// A code can be exchanged only once. If the caller may be dropped (web servers drop handlers
    /// when a browser disconnects), exchange the code and save the tokens in a task of its own.
    ///
    /// # Errors
    ///
    /// Fails as [`code`](Self::code) and `request_token` do.
    pub async fn finish(
        &self,
        client: &Client,
        app: &OAuthApp,
        callback: &str,
    ) -> Result<OAuthTokens, Error> {
        let code = self.code(callback)?;
        let request =
            TokenRequest::authorization_code(&app.client_id, app.client_secret.clone(), code);
        request_tokens(client, request).await
    }
}

impl TokenEndpoint for Client {
    async fn refresh(
        &self,
        app: &OAuthApp,
        refresh_token: Secret,
        options: CallOptions,
    ) -> Result<OAuthTokens, Error> {
        let client = Self { core: Arc::clone(&self.core), options };
        let (id, secret) = (&app.client_id, app.client_secret.clone());
        request_tokens(&client, TokenRequest::refresh_token(id, secret, refresh_token)).await
    }
}

async fn request_tokens(client: &Client, request: TokenRequest) -> Result<OAuthTokens, Error> {
    let response = client.request_token(request).send().await?;
    Ok(response.into_inner().into())
}

impl From<TokenResponse> for OAuthTokens {
    fn from(response: TokenResponse) -> Self {
        let seconds = response.expires_in.and_then(|seconds| u64::try_from(seconds).ok());
        let end = |seconds| SystemTime::now().checked_add(Duration::from_secs(seconds));
        let is_empty = |token: &Secret| token.expose().is_empty();
        Self {
            expires_at: seconds.and_then(end),
            refresh_token: response.refresh_token.filter(|token| !is_empty(token)),
            scope: response.scope,
            ..Self::without_refresh_token(response.access_token)
        }
    }
}

fn parameter(query: &str, wanted: &str) -> Option<String> {
    url::form_urlencoded::parse(query.as_bytes())
        .find(|(name, _)| name == wanted)
        .map(|(_, value)| value.into_owned())
}

impl fmt::Debug for Authorization {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Authorization").finish_non_exhaustive()
    }
}
