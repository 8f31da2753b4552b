//! OAuth 2.0, the authorization code flow: where to send the user, what to check when they come back, and the tokens.

use std::fmt;
use std::time::{Duration, SystemTime};

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use url::Url;

use crate::client::Client;
use crate::error::Error;
use crate::secret::Secret;
use crate::types::{TokenRequest, TokenResponse};

/// An application that is registered with the operator of the service.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct OAuthApp {
    /// The client ID.
    pub client_id: String,
    /// The client secret.
    pub client_secret: Secret,
}

impl OAuthApp {
    /// The application with this ID and secret.
    pub fn new(client_id: impl Into<String>, client_secret: impl Into<Secret>) -> Self {
        Self {
            client_id: client_id.into(),
            client_secret: client_secret.into(),
        }
    }
}

/// The tokens of a user, as an application keeps them.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct OAuthTokens {
    /// Opens the API.
    pub access_token: Secret,
    /// Gets a new access token.
    pub refresh_token: Option<Secret>,
    /// When the access token ends, where that is known; it is refreshed shortly before.
    pub expires_at: Option<SystemTime>,
}

impl OAuthTokens {
    /// Tokens that were kept, of an end that is not known: they are refreshed when the service refuses them.
    pub fn new(access_token: impl Into<Secret>, refresh_token: impl Into<Secret>) -> Self {
        Self {
            access_token: access_token.into(),
            refresh_token: Some(refresh_token.into()),
            expires_at: None,
        }
    }

    /// The time at which the access token ends.
    #[must_use]
    pub fn expires_at(mut self, time: SystemTime) -> Self {
        self.expires_at = Some(time);
        self
    }
}

impl From<TokenResponse> for OAuthTokens {
    fn from(answer: TokenResponse) -> Self {
        let lifetime = answer
            .expires_in
            .and_then(|seconds| u64::try_from(seconds).ok());
        Self {
            access_token: answer.access_token,
            refresh_token: answer.refresh_token,
            expires_at: lifetime
                .and_then(|seconds| SystemTime::now().checked_add(Duration::from_secs(seconds))),
        }
    }
}

/// An authorization request: where to send the user's browser, and what to expect when it comes back.
///
/// Keep it with the user's session until then.
///
/// ```no_run
/// # async fn example(client: &l10n_client::Client, callback: &str) -> Result<(), l10n_client::Error> {
/// use l10n_client::{OAuthApp, OAuthTokens};
///
/// let app = OAuthApp::new("client-id", "client-secret");
/// let request = client.authorize(&app, "https://app.example/callback", &["read_files", "write_files"])?;
/// println!("go to {}", request.url());
/// // the browser comes back to the redirect URI, with a code and the state
/// let tokens: OAuthTokens = request.finish(client, &app, callback).await?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Authorization {
    url: Url,
    state: Secret,
}

impl Authorization {
    pub(crate) fn new(
        auth_url: &str,
        app: &OAuthApp,
        redirect_uri: &str,
        scopes: &[&str],
    ) -> Result<Self, Error> {
        if scopes.is_empty() {
            return Err(Error::configuration(
                "no scope: an authorization request needs one or more",
            ));
        }
        if let Err(error) = Url::parse(redirect_uri) {
            return Err(Error::configuration(format!(
                "the redirect URI is not a URL: {error}"
            )));
        }
        let mut url = Url::parse(&format!("{auth_url}/oauth2/auth")).map_err(|error| {
            Error::configuration(format!("the authorization server's URL: {error}"))
        })?;
        // Every character stands for itself or is percent-encoded: `+` for a space is not understood everywhere.
        let encode = |value: &str| utf8_percent_encode(value, NON_ALPHANUMERIC).to_string();
        let state = Secret::from(uuid::Uuid::new_v4().simple().to_string());
        url.set_query(Some(&format!(
            "client_id={}&redirect_uri={}&scope={}&state={}",
            encode(&app.client_id),
            encode(redirect_uri),
            encode(&scopes.join(" ")),
            state.expose(),
        )));
        Ok(Self { url, state })
    }

    /// Where to send the user's browser.
    pub fn url(&self) -> &Url {
        &self.url
    }

    /// The random text that the browser must bring back. It ties the answer to this request (RFC 6749, section 10.12).
    pub fn state(&self) -> &Secret {
        &self.state
    }

    /// The authorization code in the URL that the browser was sent back to, or its query.
    ///
    /// # Errors
    ///
    /// An authorization error when the state is not this request's, when the user or the server refused, or when there is no code.
    pub fn code(&self, callback: &str) -> Result<Secret, Error> {
        let query = callback
            .split_once('?')
            .map_or(callback, |(_, query)| query);
        let query = query.split_once('#').map_or(query, |(query, _)| query);
        let value = |wanted: &str| {
            url::form_urlencoded::parse(query.as_bytes())
                .find(|(name, _)| name == wanted)
                .map(|(_, value)| value.into_owned())
        };
        if value("state").map(Secret::from).as_ref() != Some(&self.state) {
            return Err(Error::unauthorized(
                "the state is not the one that was sent: the answer belongs to another request",
            ));
        }
        if let Some(error) = value("error") {
            let description = value("error_description")
                .map(|text| format!(": {text}"))
                .unwrap_or_default();
            return Err(Error::unauthorized(format!(
                "the authorization was refused: {error}{description}"
            )));
        }
        value("code")
            .map(Secret::from)
            .ok_or_else(|| Error::unauthorized("the answer holds no authorization code"))
    }

    /// Exchanges the code in the callback for tokens.
    ///
    /// # Errors
    ///
    /// As [`code`](Self::code); and the errors of `request_token`: a code can be exchanged once.
    pub async fn finish(
        &self,
        client: &Client,
        app: &OAuthApp,
        callback: &str,
    ) -> Result<OAuthTokens, Error> {
        let code = self.code(callback)?;
        let request =
            TokenRequest::authorization_code(&app.client_id, app.client_secret.clone(), code);
        let answer = client.request_token().body(request).send().await?;
        Ok(answer.into_inner().into())
    }
}

impl fmt::Debug for Authorization {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Authorization").finish_non_exhaustive()
    }
}
