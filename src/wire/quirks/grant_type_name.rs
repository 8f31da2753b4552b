//! `grant_type_name`: the grant type of an authorization code is `authorization_code`; one
//! description calls it `authorization_token`. Requests send the former by default.

use crate::types::{CodeGrant, CodeGrantType, RefreshGrant, RefreshGrantType, TokenRequest};
use crate::wire::secret::Secret;

impl TokenRequest {
    /// Exchanges an authorization code for tokens.
    ///
    /// For a server that expects the other name of the grant, set `grant_type` to
    /// `CodeGrantType::AuthorizationToken`.
    pub fn authorization_code(
        client_id: impl Into<String>,
        client_secret: impl Into<Secret>,
        code: impl Into<Secret>,
    ) -> Self {
        Self::CodeGrant(CodeGrant {
            extra: serde_json::Map::new(),
            grant_type: CodeGrantType::AuthorizationCode,
            client_id: client_id.into(),
            client_secret: client_secret.into(),
            code: code.into(),
        })
    }

    /// Exchanges a refresh token for a new access token.
    pub fn refresh_token(
        client_id: impl Into<String>,
        client_secret: impl Into<Secret>,
        refresh_token: impl Into<Secret>,
    ) -> Self {
        Self::RefreshGrant(RefreshGrant {
            extra: serde_json::Map::new(),
            grant_type: RefreshGrantType::RefreshToken,
            client_id: client_id.into(),
            client_secret: client_secret.into(),
            refresh_token: refresh_token.into(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn either_name_can_be_sent() -> serde_json::Result<()> {
        let request = TokenRequest::authorization_code("id", "secret", "code");
        assert_eq!(serde_json::to_value(&request)?["grant_type"], "authorization_code");
        let TokenRequest::CodeGrant(mut grant) = request else {
            return Ok(());
        };
        grant.grant_type = CodeGrantType::AuthorizationToken;
        assert_eq!(serde_json::to_value(&grant)?["grant_type"], "authorization_token");
        Ok(())
    }
}
