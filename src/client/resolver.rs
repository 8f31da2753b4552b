//! Names to addresses: those of links to addresses that a link may lead to, all others, which the
//! caller has given, to whatever they have.

use std::collections::HashSet;
use std::error::Error as StdError;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::Url;

use super::address::PlainHost;
use super::reach::{LOOPBACK, Reach, is_localhost, without_root};
use crate::error::LeadsInside;

/// Looks names up with the system's resolver. All that is connected to passes here, unless it is an
/// address, or a proxy looks it up: so nobody can let a name lead elsewhere between the check and
/// the connection.
#[derive(Debug, Clone)]
pub(crate) struct Resolver(Arc<Known>);

#[derive(Debug)]
struct Known {
    /// The host of the main API.
    main: String,
    /// All hosts that the client was given addresses of.
    own: Vec<String>,
    /// That plain HTTP may be spoken to, links included.
    plain: Option<PlainHost>,
    /// The hosts of links. What is looked up besides is a proxy's, which may be anywhere.
    linked: Mutex<HashSet<String>>,
    /// What the main API's URL shows.
    shown: Reach,
    /// What the main API's host leads to, as far as it is known.
    reach: AtomicU8,
}

impl Resolver {
    #[cfg(any(test, fuzzing))]
    pub(crate) fn new(main: &Url, others: impl Iterator<Item = Url>) -> Self {
        Self::with_plain_host(main, others, None)
    }

    pub(super) fn with_plain_host(
        main: &Url,
        others: impl Iterator<Item = Url>,
        plain: Option<PlainHost>,
    ) -> Self {
        let host = |url: &Url| url.host_str().unwrap_or_default().to_owned();
        let others = others.map(|url| host(&url));
        let shown = Reach::of_url(main);
        Self(Arc::new(Known {
            main: host(main),
            own: others
                .chain([host(main)])
                .chain(plain.as_ref().map(PlainHost::name))
                .collect(),
            plain,
            linked: Mutex::default(),
            shown,
            reach: AtomicU8::new(shown as u8),
        }))
    }

    /// Whether this is on the host that plain HTTP may be spoken to.
    pub(crate) fn allows_plain_http_to(&self, url: &Url) -> bool {
        let plain = self.0.plain.as_ref();
        plain.is_some_and(|plain| plain.is_of(url))
    }

    /// Whether something that the service names may be there: on the internet, or where the main
    /// API is itself.
    pub(crate) fn admits(&self, reach: Reach) -> bool {
        [Reach::Internet, self.0.shown].contains(&reach)
            || reach as u8 == self.0.reach.load(Ordering::Relaxed)
    }

    /// Holds the host of a link, which the service has named, against the same rule whenever it is
    /// looked up from now on.
    pub(crate) fn distrust(&self, link: &Url) {
        if let Some(name) = link.domain() {
            self.distrust_name(name);
        }
    }

    fn distrust_name(&self, name: &str) {
        let mut linked = self.0.linked.lock().unwrap_or_else(PoisonError::into_inner);
        linked.insert(without_root(name).to_owned());
    }

    fn is_trusted(&self, name: &str) -> bool {
        let linked = self.0.linked.lock().unwrap_or_else(PoisonError::into_inner);
        self.0.own.iter().any(|own| own == name) || !linked.contains(without_root(name))
    }

    async fn look_up(self, name: Name) -> Result<Vec<SocketAddr>, Box<dyn StdError + Send + Sync>> {
        let name = name.as_str();
        let addresses: Vec<_> = match is_localhost(name) {
            true => LOOPBACK.into(),
            false => tokio::net::lookup_host((name, 0)).await?.collect(),
        };
        let known = &*self.0;
        if name == known.main {
            let reach = Reach::of_all(&addresses);
            known.reach.store(reach as u8, Ordering::Relaxed);
        }
        let reaches = addresses.iter().map(|address| Reach::of(address.ip()));
        if !self.is_trusted(name) && !reaches.into_iter().all(|reach| self.admits(reach)) {
            return Err(LeadsInside.into());
        }
        Ok(addresses)
    }
}

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let looking = self.clone().look_up(name);
        Box::pin(async { Ok(Box::new(looking.await?.into_iter()) as Addrs) })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    fn resolver(main: &str) -> Resolver {
        Resolver::new(&main.parse().unwrap(), std::iter::empty())
    }

    /// Looks up what a link has named.
    async fn look_up(resolver: &Resolver, name: &str) -> Result<Vec<SocketAddr>, String> {
        resolver.distrust_name(name);
        let found = resolver.resolve(name.parse().unwrap()).await;
        found
            .map(Iterator::collect)
            .map_err(|error| error.to_string())
    }

    /// The system's resolver takes this for an address of this machine, as it would any name that
    /// somebody lets lead here.
    const HERE: &str = "127.1";

    #[tokio::test]
    async fn a_name_leads_inside_only_where_the_service_is() {
        for main in ["https://api.service.test/v2", "https://10.0.0.1/v2"] {
            let found = look_up(&resolver(main), HERE).await;
            assert_eq!(found.unwrap_err(), LeadsInside.to_string(), "{main}");
        }
        let found = look_up(&resolver("http://localhost:1/v2"), HERE).await;
        assert!(found.unwrap()[0].ip().is_loopback());
    }

    /// A service in a network of its own is known by a name as a rule.
    #[tokio::test]
    async fn where_the_service_is_shows_when_its_name_is_looked_up() {
        let mut resolver = resolver("https://api.service.test/v2");
        Arc::get_mut(&mut resolver.0).unwrap().main = HERE.to_owned();
        Arc::get_mut(&mut resolver.0).unwrap().own = vec![HERE.to_owned()];
        assert!(!resolver.admits(Reach::ThisMachine));
        look_up(&resolver, HERE).await.unwrap();
        assert!(resolver.admits(Reach::ThisMachine) && !resolver.admits(Reach::Private));
    }

    /// A proxy is where it is.
    #[tokio::test]
    async fn a_name_that_no_link_has_leads_anywhere() {
        let resolver = resolver("https://api.service.test/v2");
        let look_up = |name: &str| resolver.resolve(name.parse().unwrap());
        assert!(look_up("localhost").await.is_ok());
        resolver.distrust(&"https://LOCALHOST./".parse().unwrap());
        for name in ["localhost", "localhost."] {
            assert!(look_up(name).await.is_err());
        }
    }

    #[tokio::test]
    async fn names_of_this_machine_are_never_asked_for() {
        let resolver = resolver("http://api.localhost:1/v2");
        for name in ["localhost", "localhost.", "api.localhost", "a.b.localhost"] {
            assert_eq!(look_up(&resolver, name).await.unwrap(), LOOPBACK, "{name}");
        }
    }
}
