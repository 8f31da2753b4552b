//! The stored sign-in of a user.

use l10n_client::{OAuthTokens, Secret};
use serde::{Deserialize, Serialize};

/// The tokens, and the application and server that refresh them.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub(crate) auth_url: String,
    pub(crate) client_id: String,
    pub(crate) client_secret: Secret,
    pub(crate) tokens: OAuthTokens,
}
