//! Signed links to bundles: where they may lead, and that nobody sees them.

use std::fmt;

use reqwest::header::HeaderValue;
use url::Url;

use crate::client::{Reach, Resolver};
use crate::error::Error;
use crate::error::LeadsInside;
use crate::wire::secret::Secret;

/// The signed address of a bundle: a credential in itself, so `Debug` shows no more than its host.
#[derive(Clone)]
pub(super) struct Link {
    url: Url,
    resolver: Resolver,
}

impl Link {
    /// # Errors
    ///
    /// The text is no URL, or one that is not encrypted on its way, carries credentials, or leads
    /// to this machine or into another network than the service is in. Names are looked up, and
    /// held against the same rule, when the link is followed.
    pub(super) fn parse(text: &Secret, resolver: &Resolver) -> Result<Self, Error> {
        match Url::parse(text.expose()) {
            Ok(url) => Self::check(url, resolver),
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
        let link = Self::check(url, &self.resolver)?;
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

    fn check(url: Url, resolver: &Resolver) -> Result<Self, Error> {
        let refuse = |reason: &str| Err(Error::bundle(format!("the link to the bundle {reason}")));
        let reach = Reach::of_url(&url);
        let is_named = resolver.allows_plain_http_to(&url);
        match url.scheme() {
            "https" => {}
            "http" if reach == Reach::ThisMachine || is_named => {}
            _ => return refuse("does not lead to https"),
        }
        if !is_named && !resolver.admits(reach) {
            return refuse(&LeadsInside.to_string());
        }
        if !url.username().is_empty() || url.password().is_some() {
            return refuse("carries a user name or a password");
        }
        resolver.distrust(&url);
        Ok(Self {
            url,
            resolver: resolver.clone(),
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

    fn parse(text: &str, base_url: &str) -> Result<Link, Error> {
        let resolver = Resolver::new(&base_url.parse().unwrap(), std::iter::empty());
        Link::parse(&Secret::from(text), &resolver)
    }

    /// Of a service on this machine.
    fn link(text: &str) -> Link {
        parse(text, "http://127.0.0.1:1/v2").unwrap()
    }

    #[test]
    fn a_link_leads_inside_only_where_the_service_is() {
        let bases = [
            "https://api.service.test/v2",
            "http://localhost:1/v2",
            "https://10.1.2.3/v2",
            "https://[fe80::1]/v2",
        ];
        for (place, allowed) in [
            ("https://a.test/", [true; 4]),
            ("http://127.0.0.1/", [false, true, false, false]),
            ("https://[::1]/", [false, true, false, false]),
            ("https://a.localhost./", [false, true, false, false]),
            ("https://192.168.0.1/", [false, false, true, false]),
            ("https://[fd00::1]/", [false, false, true, false]),
            (
                "https://169.254.169.254/latest",
                [false, false, false, true],
            ),
            ("https://0.0.0.0/", [false; 4]),
            ("https://localhost..:1/", [false, true, false, false]),
            (
                "https://localhost.localdomain/",
                [false, true, false, false],
            ),
            ("https://ip6-localhost/", [false, true, false, false]),
            ("https://intranet/", [false; 4]),
        ] {
            let links = bases.map(|base| parse(place, base).is_ok());
            assert_eq!(links, allowed, "{place}");
            let redirects = bases.map(|base| {
                let start = parse("https://a.test/", base).unwrap();
                start.redirected(&HeaderValue::from_static(place)).is_ok()
            });
            let is_secure = place.starts_with("https");
            assert_eq!(redirects, allowed.map(|is| is && is_secure), "{place}");
        }
    }

    /// Who knows them where a proxy looks them up?
    #[test]
    fn a_link_has_a_name_without_a_dot_only_where_the_service_has_one() {
        for place in ["https://storage/b", "https://storage.:9000/b"] {
            parse(place, "https://l10n/v2").unwrap();
            parse(place, "https://l10n.test/v2").unwrap_err();
        }
        parse("https://localhost/b", "https://l10n/v2").unwrap_err();
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
