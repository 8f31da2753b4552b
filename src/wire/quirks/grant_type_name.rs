//! `grant_type_name`: the grant type of an authorization code is `authorization_code`; one
//! description calls it `authorization_token`. Requests send the former by default.

use crate::wire::decode::object;
use crate::wire::secret::Secret;

/// A request for tokens: by authorization code, or by refresh token.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TokenRequest {
    /// The kind of request.
    pub grant_type: String,
    /// The ID of the application.
    pub client_id: String,
    /// The secret of the application.
    pub client_secret: Secret,
    /// The authorization code.
    pub code: Option<Secret>,
    /// The refresh token.
    pub refresh_token: Option<Secret>,
}

object! {
    TokenRequest { grant_type, client_id, client_secret }
    optional { code, refresh_token }
}

impl TokenRequest {
    /// Exchanges an authorization code for tokens.
    ///
    /// For a server that expects the other name of the grant, set `grant_type` to
    /// `authorization_token`.
    pub fn authorization_code(
        client_id: impl Into<String>,
        client_secret: impl Into<Secret>,
        code: impl Into<Secret>,
    ) -> Self {
        let code = Some(code.into());
        Self { code, ..Self::new("authorization_code", client_id, client_secret) }
    }

    /// Exchanges a refresh token for a new access token.
    pub fn refresh_token(
        client_id: impl Into<String>,
        client_secret: impl Into<Secret>,
        refresh_token: impl Into<Secret>,
    ) -> Self {
        let refresh_token = Some(refresh_token.into());
        Self { refresh_token, ..Self::new("refresh_token", client_id, client_secret) }
    }

    fn new(
        grant_type: &str,
        client_id: impl Into<String>,
        client_secret: impl Into<Secret>,
    ) -> Self {
        Self {
            grant_type: grant_type.to_owned(),
            client_id: client_id.into(),
            client_secret: client_secret.into(),
            code: None,
            refresh_token: None,
        }
    }
}
