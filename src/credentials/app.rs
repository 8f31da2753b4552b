//! The application that a user authorizes.

use crate::wire::secret::Secret;

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
    /// Creates an application with this ID and secret.
    pub fn new(client_id: impl Into<String>, client_secret: impl Into<Secret>) -> Self {
        Self { client_id: client_id.into(), client_secret: client_secret.into() }
    }
}
