// Made from spec/openapi.yaml. Do not edit.

//! The authorization server.

use crate::macros::*;
use crate::types::*;

impl Client {
    /// Request an access token.
    ///
    /// Exchanges an authorization code for tokens, or a refresh token for a new access token. A
    /// code comes from [`authorize`](crate::Client::authorize). Access tokens usually expire after
    /// 60 minutes.
    ///
    /// Errors besides those of most calls:
    ///
    /// - 400: The request failed.
    ///
    /// Sends `POST /oauth2/token` to [`auth_url`](crate::ClientBuilder::auth_url).
    pub fn request_token(&self, body: impl Into<TokenRequest>) -> RequestToken {
        RequestToken { client: self.clone(), options: CallOptions::new(), body: body.into() }
    }
}

/// A call of [`Client::request_token`].
#[derive(Debug, Clone)]
#[must_use = "a call does nothing until it is sent or streamed"]
pub struct RequestToken {
    pub(crate) client: Client,
    pub(crate) options: CallOptions,
    pub(crate) body: TokenRequest,
}

impl RequestToken {
    pub(crate) const OPERATION: &'static Operation = &Operation {
        authenticated: false,
        idempotent: false,
        ..Operation::new("requestToken", "/oauth2/token", Server::Auth)
    };

    pub(crate) fn call(self) -> Result<Call, Error> {
        let mut path = RequestPath::new();
        path.fixed("/oauth2/token");
        let body = serde_json::to_vec(&self.body);
        path.call(self.client, (Self::OPERATION, Method::POST), Some(body), self.options)
    }
}

methods!(RequestToken -> TokenResponse);

whole_body!(RequestToken as TokenRequest);

open_enum! {
    /// Grant type for the exchange of a code. The detailed flow and its example say
    /// `authorization_code`; one description of the flow says `authorization_token`.
    pub enum CodeGrantType {
        /// `authorization_code`.
        AuthorizationCode = "authorization_code",
        /// `authorization_token`.
        AuthorizationToken = "authorization_token",
    }
}

open_enum! {
    /// Grant type for a refresh.
    pub enum RefreshGrantType {
        /// `refresh_token`.
        RefreshToken = "refresh_token",
    }
}

body! {
    /// Exchange of an authorization code for tokens. Assumed: every field is required.
    pub struct CodeGrant for [] {
        /// Grant type for the exchange of a code. The detailed flow and its example say
        /// `authorization_code`; one description of the flow says `authorization_token`.
        grant_type: Value<CodeGrantType>,
        /// Id of the application.
        client_id: Value<String>,
        /// Secret of the application.
        client_secret: Value<Secret>,
        /// The authorization code.
        code: Value<Secret>,
    }
    optional {
    }
}

body! {
    /// Exchange of a refresh token for a new access token. Assumed: every field is required.
    pub struct RefreshGrant for [] {
        /// Id of the application.
        client_id: Value<String>,
        /// Secret of the application.
        client_secret: Value<Secret>,
        /// The refresh token.
        refresh_token: Value<Secret>,
    }
    constant {
        /// Grant type for a refresh.
        grant_type: RefreshGrantType = RefreshGrantType::RefreshToken,
    }
    optional {
    }
}

one_of! {
    /// A request for tokens, by code or by refresh token.
    pub enum TokenRequest { CodeGrant, RefreshGrant }
}

/// Tokens.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct TokenResponse {
    /// The access token.
    pub access_token: Secret,
    /// The refresh token. Not documented for the response to a refresh.
    pub refresh_token: Option<Secret>,
    /// How long the access token is valid, in seconds; usually 3600.
    pub expires_in: Option<i64>,
    /// Type of the token; usually `Bearer`.
    pub token_type: Option<String>,
    /// The scopes that the token has. Documented for the response to a refresh.
    pub scope: Option<String>,
}

object! {
    TokenResponse { access_token }
    optional { refresh_token, expires_in, token_type, scope }
}
