//! The addresses of servers: which are taken, and why others are not.

use url::{Host, Url};

use crate::error::Error;

/// Checks a base URL, and brings it to the form that paths are appended to. The URL is not shown in errors: it may hold a
/// password.
pub(super) fn address(what: &str, text: &str) -> Result<String, Error> {
    let refuse = |reason: &str| Err(Error::configuration(format!("the {what} {reason}")));
    let url = match Url::parse(text.trim()) {
        Ok(url) => url,
        Err(error) => return refuse(&format!("is not a URL: {error}")),
    };
    match url.scheme() {
        "https" if cfg!(any(feature = "rustls", feature = "native-tls")) => {}
        "https" => {
            return refuse(
                "is https, and this build has no TLS: turn on the feature `rustls` or `native-tls` of l10n-client",
            );
        }
        "http" if is_loopback(&url) => {}
        "http" => {
            return refuse(
                "is plain HTTP, which the service refuses and which shows the token to the network: use https",
            );
        }
        _ => return refuse("is neither https nor http"),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return refuse("carries credentials: give them to the builder");
    }
    if url.query().is_some() || url.fragment().is_some() {
        return refuse("carries a query or a fragment, and paths are appended to it");
    }
    Ok(url.as_str().trim_end_matches('/').to_owned())
}

pub(crate) fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::Client;

    #[test]
    fn https_needs_one_of_the_features_for_tls() {
        let built = Client::builder("https://api.service.test/v2").build();
        match cfg!(any(feature = "rustls", feature = "native-tls")) {
            true => assert!(built.is_ok(), "{built:?}"),
            false => assert!(built.is_err_and(|error| {
                error
                    .to_string()
                    .contains("the feature `rustls` or `native-tls`")
            })),
        }
    }
}
