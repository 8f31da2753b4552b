//! Who may use the control endpoints: programs, and their own page. Other web pages, which can make
//! a browser send requests to this machine too, may not, and nor may webhooks.

use std::net::IpAddr;

use axum::http::HeaderMap;
use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use url::Url;

/// The header that tells the sandbox's own requests: any page may have it call a webhook, also one
/// that leads to the control endpoints.
pub(crate) const OF_WEBHOOK: &str = "x-sandbox-webhook";

/// What tells requests of web pages apart.
#[derive(Debug, Clone)]
pub(crate) struct Guard {
    /// The names of the host, in lower case.
    pub(crate) hosts: Vec<String>,
    /// The scheme that the control endpoints are served by.
    pub(crate) scheme: &'static str,
    /// Their address as it is given out: a proxy may stand before them.
    pub(crate) url: String,
}

impl Guard {
    /// Why a request is refused.
    pub(super) fn refuse(&self, request: &Parts) -> Option<String> {
        let text = |name: &str| text(&request.headers, name);
        let authority = request.uri.authority().cloned();
        let named = authority.or_else(|| text(HOST.as_str())?.parse().ok());
        // A browser always says which host it means; a name of somebody else's may lead here.
        if let Some(host) = named.as_ref().map(Authority::host)
            && !self.is_ours(host)
        {
            return Some(format!(
                "the control endpoints are not at the host {host:?}: use an IP address or \
                 localhost, or start with --public-host {host}"
            ));
        }
        if request.headers.contains_key(OF_WEBHOOK) {
            return Some("a webhook may not lead to the control endpoints".to_owned());
        }
        if text("sec-fetch-site") == Some("cross-site") {
            return Some("web pages of other sites may not use the control endpoints".to_owned());
        }
        let origin = text(ORIGIN.as_str())?;
        let same = named.is_some_and(|host| is_same(origin, &format!("{}://{host}", self.scheme)));
        if same || is_same(origin, &self.url) {
            return None;
        }
        Some(format!(
            "web pages of {origin:?} may not use the control endpoints, only their own may"
        ))
    }

    fn is_ours(&self, host: &str) -> bool {
        let name = host.trim_end_matches('.').to_lowercase();
        let is_address = name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
        is_address || name == "localhost" || self.hosts.contains(&name)
    }
}

/// A header that is there and is no text counts as one that nothing is equal to.
fn text<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let value = headers.get(name)?;
    Some(value.to_str().unwrap_or("?"))
}

fn is_same(origin: &str, url: &str) -> bool {
    match (Url::parse(origin), Url::parse(url)) {
        (Ok(origin), Ok(url)) => origin.origin().is_tuple() && origin.origin() == url.origin(),
        _ => false,
    }
}
