//! The URLs of servers: which are valid, and why others are not.

use url::{Host, ParseError, Url};

use crate::error::Error;

/// The host to which plain HTTP is allowed, by exactly this name.
#[derive(Debug, Clone)]
pub(super) struct PlainHost(Host);

impl PlainHost {
    pub(super) fn new(text: &str) -> Result<Self, Error> {
        let host = Host::parse(text.trim());
        host.map(Self).map_err(|_| {
            Error::configuration(format!(
                "{text:?} is not a host: use a name or address without scheme and port, such as \
                 \"sandbox\""
            ))
        })
    }

    pub(super) fn is_of(&self, url: &Url) -> bool {
        url.host().is_some_and(|host| host.to_owned() == self.0)
    }
}

/// Whether a URL points to this machine, by a loopback address or name.
pub(super) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => is_localhost(name),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.to_canonical().is_loopback(),
        None => false,
    }
}

/// Whether a link of the service at `base` may be followed: HTTPS, or plain HTTP to the host that
/// the service itself is allowed to use it on. Another service must not lead to this machine.
pub(super) fn may_lead(base: &Url, link: &Url, plain: Option<&PlainHost>) -> bool {
    let is_plain_host = |url: &Url| plain.is_some_and(|plain| plain.is_of(url));
    let is_safe = match link.scheme() {
        "https" => true,
        "http" if is_loopback(base) => is_loopback(link) || is_plain_host(link),
        "http" => is_plain_host(base) && is_plain_host(link),
        _ => false,
    };
    is_safe && link.username().is_empty() && link.password().is_none()
}

/// Whether this is `localhost` or a subdomain of it (RFC 6761, section 6.3).
pub(super) fn is_localhost(name: &str) -> bool {
    let name = name.trim_end_matches('.');
    name == "localhost" || name.ends_with(".localhost")
}

/// Checks a base URL. Errors do not contain it, because it may contain a password.
pub(super) fn address(what: &str, text: &str, plain: Option<&PlainHost>) -> Result<Url, Error> {
    let reject = |reason: &str| Err(Error::configuration(format!("the {what} {reason}")));
    let url = match Url::parse(text.trim()) {
        Ok(url) => url,
        Err(ParseError::RelativeUrlWithoutBase) => return reject(NO_SCHEME),
        Err(error) => return reject(&format!("is not a URL: {error}")),
    };
    match url.scheme() {
        "https" if cfg!(any(feature = "rustls-no-provider", feature = "native-tls")) => {}
        "https" => {
            return reject(
                "is https, but no TLS feature is on: enable the feature `rustls`, `rustls-ring` or \
                 `native-tls` of l10n-client",
            );
        }
        "http" if is_loopback(&url) => {}
        "http" if plain.is_some_and(|plain| plain.is_of(&url)) => {}
        "http" => {
            return reject(
                "is plain HTTP, which would expose the token: use https, or for a sandbox \
                 `ClientBuilder::allow_plain_http_to` (`L10N_PLAIN_HTTP_HOST`)",
            );
        }
        // The host of `localhost:8080` parses as a scheme.
        _ => return reject(NO_SCHEME),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return reject("contains credentials: set them on the builder");
    }
    if url.query().is_some() || url.fragment().is_some() {
        return reject("contains a query or a fragment");
    }
    Ok(url)
}

const NO_SCHEME: &str = "must begin with `https://` or `http://`";

/// Returns the path of a base URL, without a trailing slash.
pub(super) fn base_path(base: &Url) -> &str {
    base.path().trim_end_matches('/')
}

/// Returns the URL of an encoded path, which begins with a slash and may have a query.
pub(super) fn with_path(base: &Url, path: &str) -> Url {
    let (path, query) = match path.split_once('?') {
        Some((path, query)) => (path, Some(query)),
        None => (path, None),
    };
    let mut url = base.clone();
    url.set_path(&[base_path(base), path].concat());
    url.set_query(query);
    url
}

#[cfg(test)]
mod tests {
    use crate::Client;

    #[test]
    fn https_needs_one_of_the_features_for_tls() {
        let built = Client::builder("https://api.service.test/v2").build();
        let has_all =
            cfg!(any(feature = "rustls", feature = "rustls-ring", feature = "native-tls"));
        let words = match cfg!(feature = "rustls-no-provider") {
            _ if has_all => return assert!(built.is_ok(), "{built:?}"),
            true => "rustls has no crypto provider: install a `CryptoProvider`",
            false => "enable the feature `rustls`, `rustls-ring` or `native-tls`",
        };
        assert!(built.is_err_and(|error| error.to_string().contains(words)));
    }
}
