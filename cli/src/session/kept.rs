//! What is kept of a user's sign-in.

use l10n_client::{OAuthTokens, Secret};
use serde::{Deserialize, Serialize};

/// The tokens, with what it takes to refresh them.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub(crate) auth_url: String,
    pub(crate) client_id: String,
    pub(crate) client_secret: Secret,
    pub(crate) tokens: OAuthTokens,
}
