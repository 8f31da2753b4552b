//! The address that the sandbox listens on, and the one by which a client reaches it.

use std::io;

use axum::http::HeaderValue;
use axum::http::header::HOST;
use axum::http::request::Parts;
use axum::http::uri::Authority;
use tokio::net::TcpListener;

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
pub(super) fn authority(request: &Parts) -> Option<Authority> {
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
