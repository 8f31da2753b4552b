//! Where the servers listen, and the addresses of theirs that are given out.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::http::uri::Authority;
use tokio::net::TcpListener;
use url::Url;

use crate::settings::{Paths, Urls};

/// The names of the servers, in the order of their ports.
const NAMES: [&str; 5] =
    ["main API", "authorization server", "cursor API", "bundle host", "control endpoints"];

/// First segments of paths that mean something else than the main API.
const TAKEN: [&str; 2] = ["health", "worlds"];
const TAKEN_ON_ONE_PORT: [&str; 4] = ["oauth2", "v1", "bundles", "control"];

/// What was asked for, as it was written.
#[derive(Debug, Clone)]
pub(crate) struct Binding {
    pub(crate) listen: String,
    pub(crate) public_host: Option<String>,
    pub(crate) base_path: String,
    pub(crate) one_port: bool,
    pub(crate) tls: bool,
}

/// What stands in given-out addresses for the place where a server listens.
#[derive(Debug, Default)]
struct Public {
    scheme: Option<String>,
    host: String,
    /// The main API's; the others have the next ones.
    port: Option<u16>,
}

impl Binding {
    /// Takes the ports: one for each server, or one for all.
    pub(crate) async fn bind(&self) -> io::Result<Vec<TcpListener>> {
        let first = self.resolve().await?;
        let names = if self.one_port { &NAMES[..1] } else { &NAMES };
        if !self.one_port && first.port() > u16::MAX - 4 {
            let text = "five ports are needed: choose the first below 65532 with --listen";
            return Err(invalid(text.to_owned()));
        }
        let mut listeners = Vec::new();
        for (offset, name) in (0..).zip(names) {
            let mut address = first;
            if first.port() != 0 {
                address.set_port(first.port() + offset);
            }
            let bound = TcpListener::bind(address).await;
            listeners.push(bound.map_err(|error| unbound(&error, name, address))?);
        }
        Ok(listeners)
    }

    async fn resolve(&self) -> io::Result<SocketAddr> {
        let text = self.listen.trim();
        let well_formed = text
            .rsplit_once(':')
            .is_some_and(|(host, port)| !host.is_empty() && port.parse::<u16>().is_ok());
        if !well_formed {
            return Err(invalid(format!(
                "`{text}` is no place to listen: --listen takes a host and a port, as \
                 127.0.0.1:8080, localhost:8080 or [::1]:8080, and port 0 for free ones"
            )));
        }
        let found = tokio::net::lookup_host(text).await;
        let found = found.map_err(|error| {
            invalid(format!(
                "the host of `{text}`, where --listen wants to be, is not known here: {error}"
            ))
        })?;
        // Who knows one address of a name only knows that of IPv4.
        let mut found: Vec<_> = found.collect();
        found.sort_by_key(SocketAddr::is_ipv6);
        let first = found.first().copied();
        first.ok_or_else(|| invalid(format!("the host of `{text}` has no address")))
    }

    /// The addresses to give out.
    pub(crate) fn urls(&self, listeners: &[TcpListener], paths: &Paths) -> io::Result<Urls> {
        let public = self.public()?;
        let origin = |index: u16| -> io::Result<String> {
            let index = if self.one_port { 0 } else { index };
            let listens = listeners
                .get(usize::from(index))
                .ok_or_else(|| io::Error::other("there is no such server"))?;
            let is_control = index == 4;
            let scheme = match &public.scheme {
                Some(scheme) => scheme,
                None if self.tls && !is_control => "https",
                None => "http",
            };
            let port = match public.port {
                Some(port) => port.checked_add(index).ok_or_else(|| {
                    invalid("no ports are left behind that of --public-host".to_owned())
                })?,
                None if public.scheme.is_some() => default_port(scheme),
                None => listens.local_addr()?.port(),
            };
            let host = &public.host;
            Ok(match port == default_port(scheme) {
                true => format!("{scheme}://{host}"),
                false => format!("{scheme}://{host}:{port}"),
            })
        };
        Ok(Urls {
            base: origin(0)? + &paths.base,
            auth: origin(1)?,
            cursor: origin(2)? + paths.cursor,
            bundle: origin(3)? + paths.bundle,
            control: origin(4)? + paths.control,
        })
    }

    /// The host that is given out, without a port.
    pub(crate) fn host(&self) -> io::Result<String> {
        self.public().map(|public| public.host)
    }

    /// What the paths of each server begin with.
    pub(crate) fn paths(&self) -> io::Result<Paths> {
        let path = self.base_path.trim_end_matches('/');
        let wrong = |why: &str| {
            let given = &self.base_path;
            Err(invalid(format!("`{given}` is no path for the main API: {why}")))
        };
        let allowed = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
        let is_segment = |text: &str| !["", ".", ".."].contains(&text) && text.chars().all(allowed);
        let mut segments = path.split('/').skip(1);
        if !(self.base_path.starts_with('/') && segments.clone().all(is_segment)) {
            return wrong("--base-path takes one as /v2, /a/b or /, of letters, digits and `-._~`");
        }
        let first = segments.next().unwrap_or_default();
        if TAKEN.contains(&first) || self.one_port && TAKEN_ON_ONE_PORT.contains(&first) {
            return wrong(&format!("/{first} means something else, choose another"));
        }
        Ok(Paths {
            base: path.to_owned(),
            cursor: "/v1",
            bundle: if self.one_port { "/bundles" } else { "" },
            control: if self.one_port { "/control" } else { "" },
        })
    }

    fn public(&self) -> io::Result<Public> {
        let Some(text) = self.public_host.as_deref().map(str::trim) else {
            return Ok(Public { host: reachable(&self.listen), ..Public::default() });
        };
        let wrong = |why: &str| invalid(format!("`{text}` is no --public-host: {why}"));
        if let Ok(address) = text.parse::<Ipv6Addr>() {
            return Ok(Public { host: format!("[{address}]"), ..Public::default() });
        }
        if text.contains("://") {
            if !self.one_port {
                return Err(wrong("a whole origin takes --one-port"));
            }
            return origin(text).ok_or_else(|| wrong("an origin is as https://sandbox.example"));
        }
        let authority = text.parse::<Authority>().ok();
        let authority = authority
            .filter(|authority| {
                let rest = text.strip_prefix(authority.host());
                let rest = rest.map(|rest| rest.strip_prefix(':').unwrap_or(rest));
                !authority.host().is_empty()
                    && rest.is_some_and(|rest| rest.is_empty() || rest.parse::<u16>().is_ok())
            })
            .ok_or_else(|| wrong("it takes a host, and a port where that differs, as sandbox"))?;
        Ok(Public {
            scheme: None,
            host: authority.host().to_lowercase(),
            port: authority.port_u16(),
        })
    }
}

/// `https://host` or `http://host:port`, and nothing else.
fn origin(text: &str) -> Option<Public> {
    let url = Url::parse(text).ok()?;
    let is_bare = ["http", "https"].contains(&url.scheme())
        && url.path() == "/"
        && url.query().is_none()
        && url.fragment().is_none()
        && url.username().is_empty()
        && url.password().is_none();
    is_bare.then(|| Public {
        scheme: Some(url.scheme().to_owned()),
        host: url.host_str().unwrap_or_default().to_owned(),
        port: url.port(),
    })
}

/// The host of `--listen` as others on this machine know it: what listens everywhere listens on the
/// loopback address too.
fn reachable(listen: &str) -> String {
    let host = listen.trim().rsplit_once(':').map_or("", |(host, _)| host);
    let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
    match address {
        Ok(IpAddr::V4(address)) if address.is_unspecified() => Ipv4Addr::LOCALHOST.to_string(),
        Ok(IpAddr::V6(address)) if address.is_unspecified() => format!("[{}]", Ipv6Addr::LOCALHOST),
        _ => host.to_lowercase(),
    }
}

fn default_port(scheme: &str) -> u16 {
    if scheme == "https" { 443 } else { 80 }
}

fn unbound(error: &io::Error, name: &str, address: SocketAddr) -> io::Error {
    let port = address.port();
    let said = match error.kind() {
        io::ErrorKind::AddrInUse => {
            format!("port {port} for the {name} is taken; free it or choose another with --listen")
        }
        io::ErrorKind::PermissionDenied => format!(
            "port {port} for the {name} takes rights that this user has not; choose one above \
             1023 with --listen"
        ),
        _ => format!("the {name} cannot listen on {address}: {error}"),
    };
    io::Error::new(error.kind(), said)
}

fn invalid(why: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, why)
}
