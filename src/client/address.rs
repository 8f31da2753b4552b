//! The URLs of servers: which are valid, and why others are not.

use url::{Host, ParseError, Url};

use crate::error::Error;

/// Whether a URL points to this machine, by a loopback address or name.
fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.to_canonical().is_loopback(),
        None => false,
    }
}

/// Whether a link of the service at `base` may be followed: HTTPS, or plain HTTP if the service
/// itself uses it. Another service must not lead to this machine.
pub(super) fn may_lead(base: &Url, link: &Url, allows_plain: bool) -> bool {
    let is_safe = match link.scheme() {
        "https" => true,
        "http" if is_loopback(base) => allows_plain || is_loopback(link),
        "http" => allows_plain && base.scheme() == "http",
        _ => false,
    };
    is_safe && link.username().is_empty() && link.password().is_none()
}

/// Checks a base URL. Errors do not contain it, because it may contain a password.
pub(super) fn address(what: &str, text: &str, allows_plain: bool) -> Result<Url, Error> {
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
        "http" if allows_plain || is_loopback(&url) => {}
        "http" => {
            return reject(
                "is plain HTTP, which would expose the token: use https, or for a sandbox \
                 `ClientBuilder::allow_plain_http` (`L10N_ALLOW_PLAIN_HTTP=1`)",
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
