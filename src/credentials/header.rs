//! Tokens as header values, and numbers derived from them.

use std::hash::{DefaultHasher, Hasher};

use reqwest::header::HeaderValue;

use crate::error::Error;
use crate::wire::secret::Secret;

/// A token as a header value, and the number derived from it.
#[derive(Debug, Clone)]
pub(crate) struct TokenHeader {
    pub(super) value: HeaderValue,
    pub(super) number: u64,
}

/// Returns the same number for the same token in all processes that the same version of Rust built:
/// this hasher has no random keys.
pub(crate) fn number(token: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(token);
    hasher.finish()
}

pub(crate) fn api_token(token: &Secret) -> Result<TokenHeader, Error> {
    header("API token", "", token)
}

/// Returns the header value of an OAuth access token.
pub(crate) fn bearer(token: &Secret) -> Result<TokenHeader, Error> {
    header("access token", "Bearer ", token)
}

/// Creates a header value that the HTTP library does not log.
fn header(what: &str, prefix: &str, token: &Secret) -> Result<TokenHeader, Error> {
    let token = token.expose().trim();
    if token.is_empty() {
        return Err(Error::configuration(format!("the {what} is empty")));
    }
    let mut value = HeaderValue::try_from(format!("{prefix}{token}")).map_err(|_| {
        Error::configuration(format!(
            "the {what} contains characters that are not allowed in a header"
        ))
    })?;
    value.set_sensitive(true);
    let number = number(value.as_bytes());
    Ok(TokenHeader { value, number })
}
