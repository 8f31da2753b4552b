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
        let host = authority(request).map(|it| it.host().to_lowercase()).unwrap_or_default();
        // Any name can resolve to this machine (DNS rebinding): to the browser, a page of that name
        // and the sandbox are one site.
        if request.uri.path().starts_with("/control") && !self.is_ours(&host) {
            return Some(format!(
                "the control endpoints reject the host {host:?}: use an IP address, localhost or \
                 a name without dots, or start with --cors http://{host}"
            ));
        }
        let origin = request.headers.get(ORIGIN)?.to_str().unwrap_or("?");
        let is_known = host_of(origin).is_some_and(|host| is_local(&host))
            || self.origins.iter().any(|it| it == "*" || it == origin);
        (!is_known).then(|| {
            format!(
                "web pages of {origin:?} may not use the sandbox, only those of localhost may: \
                 start with --cors {origin}"
            )
        })
    }

    fn is_ours(&self, host: &str) -> bool {
        let is_named = |it: &String| it == "*" || host_of(it).is_some_and(|it| it == host);
        !host.contains('.')
            || host.parse::<IpAddr>().is_ok()
            || is_local(host)
            || host == self.host
            || self.origins.iter().any(is_named)
    }
}

fn host_of(origin: &str) -> Option<String> {
    Url::parse(origin).ok()?.host_str().map(str::to_owned)
}

fn is_local(host: &str) -> bool {
    match host.trim_matches(['[', ']']).parse::<IpAddr>() {
        Ok(address) => address.is_loopback(),
        Err(_) => host == "localhost" || host.ends_with(".localhost"),
    }
}
