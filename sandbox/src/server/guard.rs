//! Who may send requests. Any web page can make a browser send requests to this machine, so only
//! programs and the sandbox's own page may use the control endpoints, and only programs and pages
//! of this machine the APIs.

use std::net::IpAddr;

use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, Method};
use url::Url;

/// A header of webhooks, which must not reach the control endpoints.
pub(crate) const OF_WEBHOOK: &str = "x-sandbox-webhook";

#[derive(Debug, Clone)]
pub(crate) struct Guard {
    /// In lower case.
    pub(crate) hosts: Vec<String>,
    /// Whose pages may use the APIs too; `*` for all.
    pub(crate) origins: Vec<String>,
    pub(crate) scheme: &'static str,
    /// Their public address, which may be that of a proxy.
    pub(crate) url: String,
}

impl Guard {
    /// Returns why a request to the control endpoints is rejected, if it is.
    pub(super) fn refuse(&self, request: &Parts) -> Option<String> {
        let text = |name: &str| text(&request.headers, name);
        let authority = request.uri.authority().cloned();
        let named = authority.or_else(|| text(HOST.as_str())?.parse().ok());
        // Any name can resolve to this machine (DNS rebinding).
        if let Some(host) = named.as_ref().map(Authority::host)
            && !self.is_ours(host)
        {
            return Some(format!(
                "the control endpoints reject the host {host:?}: use an IP address or localhost, \
                 or start with --public-host {host}"
            ));
        }
        if request.headers.contains_key(OF_WEBHOOK) {
            return Some("a webhook may not call the control endpoints".to_owned());
        }
        if text("sec-fetch-site") == Some("cross-site") && !is_link(request) {
            return Some("web pages of other sites may not use the control endpoints".to_owned());
        }
        let origin = text(ORIGIN.as_str())?;
        let same = named.is_some_and(|host| is_same(origin, &format!("{}://{host}", self.scheme)));
        (!same && !is_same(origin, &self.url)).then(|| {
            format!(
                "web pages of {origin:?} may not use the control endpoints, only its own page may"
            )
        })
    }

    /// Returns why a request to an API is rejected, if a page of another site sent it.
    pub(super) fn refuse_page(&self, request: &Parts) -> Option<String> {
        let origin = text(&request.headers, ORIGIN.as_str())?;
        let url = Url::parse(origin).ok();
        let host = url.as_ref().and_then(Url::host_str).unwrap_or_default();
        let is_local = match host.trim_matches(['[', ']']).parse::<IpAddr>() {
            Ok(address) => address.is_loopback(),
            Err(_) => host == "localhost" || host.ends_with(".localhost"),
        };
        // `null` is the origin of files and sandboxed frames.
        let allows = |it: &String| it == "*" || it == origin || is_same(origin, it);
        let is_known =
            self.hosts.iter().any(|known| known == host) || self.origins.iter().any(allows);
        (!is_local && !is_known).then(|| {
            format!(
                "web pages of {origin:?} may not use the sandbox, only those of localhost and of \
                 --public-host may: start with --cors {origin}"
            )
        })
    }

    fn is_ours(&self, host: &str) -> bool {
        let name = host.trim_end_matches('.').to_lowercase();
        let is_address = name.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
        is_address || name == "localhost" || self.hosts.contains(&name)
    }
}

/// Whether the request follows a link: the page with the link cannot read the response.
fn is_link(request: &Parts) -> bool {
    let is = |name, value| text(&request.headers, name) == Some(value);
    request.method == Method::GET
        && is("sec-fetch-mode", "navigate")
        && is("sec-fetch-dest", "document")
}

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
