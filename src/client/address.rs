//! The addresses of servers: which are taken, and why others are not.

use url::{ParseError, Url};

use super::reach::Reach;
use crate::error::Error;

/// Checks a base URL. It is not shown in errors: it may hold a password.
pub(super) fn address(what: &str, text: &str) -> Result<Url, Error> {
    let refuse = |reason: &str| Err(Error::configuration(format!("the {what} {reason}")));
    let url = match Url::parse(text.trim()) {
        Ok(url) => url,
        Err(ParseError::RelativeUrlWithoutBase) => return refuse(NO_SCHEME),
        Err(error) => return refuse(&format!("is not a URL: {error}")),
    };
    match url.scheme() {
        "https" if cfg!(any(feature = "rustls", feature = "native-tls")) => {}
        "https" => {
            return refuse(
                "is https, and this build has no TLS: turn on the feature `rustls` or `native-tls` of l10n-client",
            );
        }
        "http" if Reach::of_url(&url) == Reach::ThisMachine => {}
        "http" => {
            return refuse(
                "is plain HTTP, which the service refuses and which shows the token to the network: use https",
            );
        }
        // A host and its port look like a scheme.
        _ => return refuse(NO_SCHEME),
    }
    if !url.username().is_empty() || url.password().is_some() {
        return refuse("carries credentials: give them to the builder");
    }
    if url.query().is_some() || url.fragment().is_some() {
        return refuse("carries a query or a fragment, and paths are appended to it");
    }
    Ok(url)
}

const NO_SCHEME: &str = "begins with neither `https://` nor `http://`";

/// The form that paths are appended to.
pub(super) fn base(url: &Url) -> String {
    url.as_str().trim_end_matches('/').to_owned()
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
