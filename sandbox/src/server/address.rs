//! The addresses that servers listen on, and those that the sandbox gives out.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use axum::http::Uri;
use tokio::net::TcpListener;

use crate::settings::{Server, Urls};

/// The servers in the order of their ports.
const NAMES: [&str; 5] =
    ["main API", "authorization server", "cursor API", "bundle host", "control endpoints"];

#[derive(Debug, Clone, Default)]
pub(crate) struct Binding {
    pub(crate) listen: String,
    pub(crate) public_host: Option<String>,
    pub(crate) one_port: bool,
    pub(crate) tls: bool,
}

/// The public host. The port is that of the main API; the other servers have the next ones.
#[derive(Debug)]
struct Public {
    scheme: Option<String>,
    host: String,
    port: Option<u16>,
}

impl Binding {
    pub(crate) async fn bind(&self) -> io::Result<Vec<TcpListener>> {
        let listen = self.listen.trim();
        let found = tokio::net::lookup_host(listen).await.map_err(|error| {
            invalid(format!(
                "cannot listen on `{listen}`: {error}; --listen takes a host and a port, such as \
                 127.0.0.1:8080, and port 0 for free ones"
            ))
        })?;
        // Clients may know only the IPv4 address of a name.
        let first = found.min_by_key(SocketAddr::is_ipv6);
        let first = first.ok_or_else(|| invalid(format!("`{listen}` has no address")))?;
        let names = if self.one_port { &NAMES[..1] } else { &NAMES };
        let mut listeners = Vec::new();
        for (offset, name) in (0..).zip(names) {
            let port = match first.port() {
                0 => 0,
                port => port.checked_add(offset).ok_or_else(|| {
                    invalid("five ports are needed: choose a --listen port below 65532".to_owned())
                })?,
            };
            let bound = TcpListener::bind((first.ip(), port)).await.map_err(|error| {
                let message = format!("cannot listen on port {port} for the {name}: {error}");
                io::Error::new(error.kind(), message)
            });
            listeners.push(bound?);
        }
        Ok(listeners)
    }

    pub(crate) fn urls(&self, listeners: &[TcpListener]) -> io::Result<Urls> {
        let public = self.public()?;
        let origin = |index: usize| -> io::Result<String> {
            let port = match public.port {
                Some(port) if self.one_port => port,
                Some(port) => port.saturating_add(u16::try_from(index).unwrap_or_default()),
                None => listeners[index.min(listeners.len() - 1)].local_addr()?.port(),
            };
            let is_tls = self.tls && (index < 4 || self.one_port);
            let (host, scheme) = (&public.host, if is_tls { "https" } else { "http" });
            Ok(match (&public.scheme, public.port) {
                (Some(scheme), None) => format!("{scheme}://{host}"),
                (Some(scheme), Some(port)) => format!("{scheme}://{host}:{port}"),
                (None, _) => format!("{scheme}://{host}:{port}"),
            })
        };
        let api = |index, server: Server| {
            Ok::<_, io::Error>(origin(index)? + server.prefix(self.one_port))
        };
        Ok(Urls {
            base: api(0, Server::Main)?,
            auth: api(1, Server::Auth)?,
            cursor: api(2, Server::Cursor)?,
            bundle: api(3, Server::Bundle)?,
            control: origin(4)? + if self.one_port { "/control" } else { "" },
        })
    }

    pub(crate) fn host(&self) -> io::Result<String> {
        self.public().map(|public| public.host)
    }

    fn public(&self) -> io::Result<Public> {
        let Some(text) = &self.public_host else {
            return Ok(Public { scheme: None, host: reachable(&self.listen), port: None });
        };
        parse_public(text.trim(), self.one_port).ok_or_else(|| {
            invalid(format!(
                "`{text}` is not a --public-host: it takes a host, with a port if ports are \
                 mapped, or with --one-port an origin such as https://sandbox.example"
            ))
        })
    }
}

fn parse_public(text: &str, allows_origin: bool) -> Option<Public> {
    let uri: Uri = text.parse().ok()?;
    let authority = uri.authority()?;
    let (host, port) = (authority.host(), authority.port_u16());
    // Without user information, and with a valid port.
    let is_bare = authority.as_str() == port.map_or(host.to_owned(), |it| format!("{host}:{it}"));
    let scheme = uri.scheme_str().map(str::to_owned);
    let is_origin = uri.query().is_none()
        && ["", "/"].contains(&uri.path())
        && scheme.as_deref().is_none_or(|it| allows_origin && ["http", "https"].contains(&it));
    (is_bare && is_origin && !host.is_empty()).then(|| Public {
        scheme,
        host: host.to_lowercase(),
        port,
    })
}

/// The host of `--listen`, or the loopback address if the sandbox listens on all addresses.
fn reachable(listen: &str) -> String {
    let host = listen.trim().rsplit_once(':').map_or("", |(host, _)| host);
    match host.trim_matches(['[', ']']).parse() {
        Ok(IpAddr::V4(address)) if address.is_unspecified() => Ipv4Addr::LOCALHOST.to_string(),
        Ok(IpAddr::V6(address)) if address.is_unspecified() => format!("[{}]", Ipv6Addr::LOCALHOST),
        _ => host.to_lowercase(),
    }
}

fn invalid(why: String) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, why)
}
