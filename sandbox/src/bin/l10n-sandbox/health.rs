//! Checks whether a sandbox is up, for containers without `curl`.

use std::io::{self, Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream, ToSocketAddrs as _};
use std::time::Duration;

use crate::options::Options;

const TIMEOUT: Duration = Duration::from_secs(3);

/// Sends `GET /health` to a sandbox with these options.
pub(crate) fn check(options: &Options) -> Result<(), String> {
    let listen = &options.listen;
    let found = listen.to_socket_addrs().map_err(|error| format!("--listen {listen}: {error}"))?;
    let mut address = found.into_iter().next().ok_or("--listen has no address")?;
    if address.ip().is_unspecified() && matches!(address.ip(), IpAddr::V4(_)) {
        address.set_ip(Ipv4Addr::LOCALHOST.into());
    }
    // With TLS, an accepted connection is enough.
    let is_up = match options.tls {
        true => TcpStream::connect(address).map(|_| true),
        false => status_line(address).map(|line| line.ends_with(b" 200")),
    };
    let is_up = is_up.map_err(|error| format!("no sandbox answers at {address}: {error}"))?;
    if is_up { Ok(()) } else { Err(format!("{address} is not a sandbox")) }
}

fn status_line(address: SocketAddr) -> io::Result<[u8; 12]> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    write!(stream, "GET /health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut start = [0; 12];
    stream.read_exact(&mut start)?;
    Ok(start)
}
