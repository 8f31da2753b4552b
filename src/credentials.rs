//! Credentials, and how a request carries them.

use reqwest::Request;
use reqwest::header::{AUTHORIZATION, HeaderName, HeaderValue};

use crate::error::Error;
use crate::runtime::Operation;
use crate::secret::Secret;

const API_TOKEN: HeaderName = HeaderName::from_static("x-api-token");

/// What authenticates the client's requests, as a header that is ready to be sent.
#[derive(Debug, Default)]
pub(crate) enum Credentials {
    #[default]
    None,
    ApiToken(HeaderValue),
    AccessToken(HeaderValue),
}

impl Credentials {
    /// A personal API token.
    pub(crate) fn api_token(token: &Secret) -> Result<Self, Error> {
        header("API token", "", token).map(Self::ApiToken)
    }

    /// An OAuth access token.
    pub(crate) fn access_token(token: &Secret) -> Result<Self, Error> {
        header("access token", "Bearer ", token).map(Self::AccessToken)
    }

    /// Adds the credential to a request of the client's own.
    pub(crate) fn authorize(
        &self,
        operation: &'static Operation,
        request: &mut Request,
    ) -> Result<(), Error> {
        let (name, value) = match self {
            Self::None => {
                return Err(Error::unconfigured(
                    operation,
                    "no credential: give the client an API token or an access token",
                ));
            }
            Self::ApiToken(value) => (API_TOKEN, value),
            Self::AccessToken(value) => (AUTHORIZATION, value),
        };
        request.headers_mut().insert(name, value.clone());
        Ok(())
    }
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
