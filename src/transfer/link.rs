//! Signed links to bundles: where they may lead, and that nobody sees them.

use std::fmt;

use reqwest::header::HeaderValue;
use url::Url;

use crate::client::Client;
use crate::error::Error;
use crate::wire::secret::Secret;

/// The signed address of a bundle: a credential in itself, so `Debug` shows no more than its host.
#[derive(Clone)]
pub(super) struct Link {
    url: Url,
    client: Client,
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

    /// Where a redirect leads: no less safe a place.
    pub(super) fn redirected(&self, location: &HeaderValue) -> Result<Self, Error> {
        let url = location
            .to_str()
            .ok()
            .and_then(|text| self.url.join(text).ok());
        let Some(url) = url else {
            return Err(Error::bundle("the link to the bundle redirects to no URL"));
        };
        let link = Self::check(url, &self.client)?;
        if self.url.scheme() == "https" && link.url.scheme() != "https" {
            return Err(Error::bundle(
                "the link to the bundle redirects from https to plain HTTP",
            ));
        }
        Ok(link)
    }

    pub(super) fn url(&self) -> &Url {
        &self.url
    }

    /// Whether both lead to the same thing: a signature, which is in the query, does not change
    /// what is signed.
    pub(super) fn is_same_resource(&self, other: &Self) -> bool {
        let (mut ours, mut theirs) = (self.url.clone(), other.url.clone());
        ours.set_query(None);
        theirs.set_query(None);
        ours == theirs
    }

    fn check(url: Url, client: &Client) -> Result<Self, Error> {
        if !client.may_follow(&url) {
            return Err(Error::bundle(
                "the link to the bundle does not lead to https, or carries a password",
            ));
        }
        Ok(Self {
            url,
            client: client.clone(),
        })
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
    fn a_redirect_leads_to_no_less_safe_a_place() {
        let (secure, local) = (link("https://a.test/b?c"), link("http://127.0.0.1:1/b?c"));
        let redirected = |from: &Link, to| from.redirected(&HeaderValue::from_static(to));
        assert_eq!(
            redirected(&secure, "/d").unwrap().url().as_str(),
            "https://a.test/d"
        );
        redirected(&secure, "https://e.test/").unwrap();
        redirected(&local, "http://localhost/").unwrap();
        redirected(&local, "https://e.test/").unwrap();
        for place in [
            "http://a.test/",
            "http://127.0.0.1/",
            "ftp://a.test/",
            "https://user@a.test/",
            "https://",
        ] {
            redirected(&secure, place).unwrap_err();
        }
    }

    #[test]
    fn a_fresh_signature_leads_to_the_same_thing() {
        let signed = link("https://a.test/b?s=1");
        assert!(signed.is_same_resource(&link("https://a.test/b?s=2&t=3")));
        for other in [
            "https://a.test/c?s=1",
            "https://d.test/b?s=1",
            "https://a.test:8443/b?s=1",
        ] {
            assert!(!signed.is_same_resource(&link(other)), "{other}");
        }
    }

    #[test]
    fn nobody_sees_a_link() {
        assert_eq!(
            format!("{:?}", link("https://a.test/b?s=1")),
            r#"Link(Some("a.test"))"#
        );
    }
}
