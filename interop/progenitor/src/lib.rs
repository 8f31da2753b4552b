//! A client of the document, by progenitor.

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::redirect::Policy;

#[allow(warnings, clippy::all, reason = "generated")]
mod generated {
    include!(concat!(env!("OUT_DIR"), "/client.rs"));
}

pub use generated::*;

pub type Failure = Box<dyn std::error::Error>;

/// A client of this server, with the token that the sandbox gave.
pub fn client(base_url: &str) -> Result<Client, Failure> {
    client_with_token(base_url, &setting("L10N_TOKEN"))
}

/// A client that sends this token. progenitor ignores `security`, so the HTTP client adds it. It
/// would send it to the host of a redirect too, so it follows none.
pub fn client_with_token(base_url: &str, token: &str) -> Result<Client, Failure> {
    let mut token = HeaderValue::from_str(token)?;
    token.set_sensitive(true);
    let headers = HeaderMap::from_iter([(HeaderName::from_static("x-api-token"), token)]);
    let http = reqwest::Client::builder().default_headers(headers).redirect(Policy::none());
    Ok(Client::new_with_client(base_url, http.build()?))
}

/// An environment variable that `.ci/with-sandbox` sets.
pub fn setting(name: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| panic!("{name} is not set"))
}
