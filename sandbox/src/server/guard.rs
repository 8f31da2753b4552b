//! Which web pages may use the sandbox. Any page can make a browser send requests to this machine,
//! so those of other machines may not, unless their origin is named.

use std::net::IpAddr;

use axum::http::header::ORIGIN;
use axum::http::request::Parts;
use url::Url;

use super::address::authority;

#[derive(Debug, Clone)]
pub(crate) struct Guard {
    /// The host of `--listen`, in lower case.
    pub(crate) host: String,
    /// The origins of `--cors`; `*` for all.
    pub(crate) origins: Vec<String>,
}

impl Guard {
    /// Returns why a request is rejected, if it is.
    pub(super) fn refuse(&self, request: &Parts) -> Option<String> {
        let asked = authority(request);
        let asked_host = asked.as_ref().map(|it| it.host().trim_end_matches('.').to_lowercase());
        let is_ours = asked_host.as_deref().is_none_or(|host| self.is_ours(host));
        // Any name can resolve to this machine (DNS rebinding): to the browser, a page of that name
        // and the sandbox are one site.
        if !is_ours && request.uri.path().starts_with("/control") {
            let host = asked_host.unwrap_or_default();
            return Some(format!(
                "the control endpoints reject the host {host:?}: use an IP address, localhost or \
                 a name without dots, or start with --cors http://{host}"
            ));
        }
        let origin = request.headers.get(ORIGIN)?.to_str().unwrap_or("?");
        let page = Url::parse(origin).ok();
        let host = page.as_ref().and_then(Url::host_str).unwrap_or_default();
        let own = |it: &_| is_ours && origin.split_once("://").is_some_and(|(_, at)| at == *it);
        let is_known = is_local(host)
            || asked.as_ref().is_some_and(|it| own(&it.as_str()))
            || self.origins.iter().any(|it| it == "*" || it == origin || is_same(origin, it));
        (!is_known).then(|| {
            format!(
                "web pages of {origin:?} may not use the sandbox, only those of localhost may: \
                 start with --cors {origin}"
            )
        })
    }

    fn is_ours(&self, host: &str) -> bool {
        let is_address = host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok();
        let is_named = |origin: &String| {
            let url = Url::parse(origin).ok();
            origin == "*" || url.as_ref().and_then(Url::host_str) == Some(host)
        };
        let is_known = host == self.host || self.origins.iter().any(is_named);
        is_address || is_local(host) || !host.contains('.') || is_known
    }
}

fn is_local(host: &str) -> bool {
    match host.trim_matches(['[', ']']).parse::<IpAddr>() {
        Ok(address) => address.is_loopback(),
        Err(_) => host == "localhost" || host.ends_with(".localhost"),
    }
}

fn is_same(origin: &str, url: &str) -> bool {
    match (Url::parse(origin), Url::parse(url)) {
        (Ok(origin), Ok(url)) => origin.origin().is_tuple() && origin.origin() == url.origin(),
        _ => false,
    }
}
