//! The address that the sandbox listens on, the one by which a client reaches it, and which web
//! pages may use it.

use std::io;
use std::net::IpAddr;

use axum::http::HeaderValue;
use axum::http::header::{HOST, ORIGIN};
use axum::http::request::Parts;
use axum::http::uri::Authority;
use tokio::net::TcpListener;
use url::Url;

pub(crate) async fn bind(listen: &str) -> io::Result<TcpListener> {
    TcpListener::bind(listen).await.map_err(|error| {
        let message = format!(
            "cannot listen on `{listen}`: {error}; --listen takes a host and a port, such as \
             127.0.0.1:8080, and port 0 for a free one"
        );
        io::Error::new(error.kind(), message)
    })
}

/// The host of `--listen`, or the loopback address if the sandbox listens on all addresses.
pub(crate) fn reachable_host(listen: &str) -> String {
    match listen.rsplit_once(':').map_or("", |(host, _)| host) {
        "0.0.0.0" => "127.0.0.1".to_owned(),
        "[::]" => "[::1]".to_owned(),
        host => host.to_lowercase(),
    }
}

/// The host and port that a request is for: with HTTP/2 they are in its URI.
fn authority(request: &Parts) -> Option<Authority> {
    let of_header = || request.headers.get(HOST)?.to_str().ok()?.parse().ok();
    let authority = request.uri.authority().cloned().or_else(of_header)?;
    (!authority.as_str().contains('@')).then_some(authority)
}

/// The origin by which the client reaches the sandbox, also through a proxy; `None` if the request
/// has no host.
pub(super) fn origin(request: &Parts, is_tls: bool) -> Option<String> {
    let forwarded = request.headers.get("x-forwarded-proto").map(HeaderValue::as_bytes);
    let scheme = match forwarded {
        Some(b"https") => "https",
        Some(b"http") => "http",
        _ if is_tls => "https",
        _ => "http",
    };
    Some(format!("{scheme}://{}", authority(request)?))
}

/// Any page can make a browser send requests to this machine, so those of other machines may not,
/// unless their origin is named.
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
