//! Who may use the control endpoints: programs, and their own page. Other web pages, which can make
//! a browser send requests to this machine too, may not, and nor may webhooks. The APIs are also for
//! the pages of this machine.

use std::net::IpAddr;

use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method};
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
        if text("sec-fetch-site") == Some("cross-site") && !is_link(request) {
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

    /// Why a request to an API is refused: the page of another site has sent it.
    pub(super) fn refuse_page(&self, request: &Parts) -> Option<String> {
        let origin = text(&request.headers, ORIGIN.as_str())?;
        let url = Url::parse(origin).ok();
        let host = url.as_ref().and_then(Url::host_str).unwrap_or_default();
        let is_local = match host.trim_matches(['[', ']']).parse::<IpAddr>() {
            Ok(address) => address.is_loopback(),
            Err(_) => host == "localhost" || host.ends_with(".localhost"),
        };
        (!is_local && !self.hosts.iter().any(|known| known == host)).then(|| {
            format!(
                "web pages of {origin:?} may not use the sandbox: those of localhost may, and \
                 those of the host that it is started with, --public-host"
            )
        })
    }

    fn is_ours(&self, host: &str) -> bool {
        let name = host.trim_end_matches('.').to_lowercase();
        let is_address = name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
        is_address || name == "localhost" || self.hosts.contains(&name)
    }
}

/// Whether somebody follows a link: the page that it stands on gets to read nothing.
fn is_link(request: &Parts) -> bool {
    let is = |name, value| text(&request.headers, name) == Some(value);
    request.method == Method::GET
        && is("sec-fetch-mode", "navigate")
        && is("sec-fetch-dest", "document")
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
