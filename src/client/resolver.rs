//! Names to addresses: those of the base URLs to whatever they have, all others to addresses that a
//! link may lead to.

use std::error::Error as StdError;
use std::fmt;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::Url;

use super::reach::{LOOPBACK, Reach, is_localhost};

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
    /// What the main API's URL shows.
    shown: Reach,
    /// What the main API's host leads to, as far as it is known.
    reach: AtomicU8,
}

impl Resolver {
    pub(crate) fn new(main: &Url, others: impl Iterator<Item = Url>) -> Self {
        let host = |url: &Url| url.host_str().unwrap_or_default().to_owned();
        let others = others.map(|url| host(&url));
        let shown = Reach::of_url(main);
        Self(Arc::new(Known {
            main: host(main),
            own: others.chain([host(main)]).collect(),
            shown,
            reach: AtomicU8::new(shown as u8),
        }))
    }

    /// Whether something that the service names may be there: on the internet, or where the main
    /// API is itself.
    pub(crate) fn admits(&self, reach: Reach) -> bool {
        [Reach::Internet, self.0.shown].contains(&reach)
            || reach as u8 == self.0.reach.load(Ordering::Relaxed)
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
        let is_own = known.own.iter().any(|own| own == name);
        if !is_own && !reaches.into_iter().all(|reach| self.admits(reach)) {
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

/// A name that the service gave leads to this machine or into a network that is not the service's
/// own.
#[derive(Debug)]
pub(crate) struct LeadsInside;

impl fmt::Display for LeadsInside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("leads to this machine, or into a network that is no part of the internet")
    }
}

impl StdError for LeadsInside {}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    fn resolver(main: &str) -> Resolver {
        Resolver::new(&main.parse().unwrap(), std::iter::empty())
    }

    async fn look_up(resolver: &Resolver, name: &str) -> Result<Vec<SocketAddr>, String> {
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

    #[tokio::test]
    async fn names_of_this_machine_are_never_asked_for() {
        let resolver = resolver("http://api.localhost:1/v2");
        for name in ["localhost", "localhost.", "api.localhost", "a.b.localhost"] {
            assert_eq!(look_up(&resolver, name).await.unwrap(), LOOPBACK, "{name}");
        }
    }
}
