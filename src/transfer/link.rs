//! Signed links to bundles: where they may lead, and that nobody sees them.

use std::fmt;

use url::Url;

use crate::client::Client;
use crate::error::Error;
use crate::wire::secret::Secret;

/// The signed address of a bundle: a credential in itself, so `Debug` shows no more than its host.
#[derive(Clone)]
pub(super) struct Link {
    url: Url,
}

impl Link {
    /// # Errors
    ///
    /// The text is no URL, or one that is not encrypted on its way, or carries credentials.
    pub(super) fn parse(text: &Secret, client: &Client) -> Result<Self, Error> {
        match Url::parse(text.expose()) {
            Ok(url) => Self::check(url, client),
            Err(error) => Err(Error::bundle(format!(
                "the link to the bundle is no URL: {error}"
            ))),
        }
    }

    pub(super) fn url(&self) -> &Url {
        &self.url
    }

    fn check(url: Url, client: &Client) -> Result<Self, Error> {
        if !client.may_follow(&url) {
            return Err(Error::bundle(
                "the link to the bundle does not lead to https, or carries a password",
            ));
        }
        Ok(Self { url })
    }
}

impl fmt::Debug for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Link({:?})", self.url.host_str())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    fn link(text: &str) -> Link {
        let client = Client::builder("https://api.service.test/v2").build();
        Link::parse(&Secret::from(text), &client.unwrap()).unwrap()
    }

    #[test]
    fn nobody_sees_a_link() {
        assert_eq!(
            format!("{:?}", link("https://a.test/b?s=1")),
            r#"Link(Some("a.test"))"#
        );
    }
}
