//! Whether a sandbox is up: for the health checks of containers, which may have no other program.

use std::io::{self, Read as _, Write as _};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream, ToSocketAddrs as _};
use std::time::Duration;

use crate::options::Options;

const TIMEOUT: Duration = Duration::from_secs(3);

/// Asks the sandbox that would be started with these options.
pub(crate) fn check(options: &Options) -> Result<(), String> {
    let address = control_address(options)?;
    // A port that speaks TLS is only connected to.
    let asked = match options.one_port && options.tls {
        true => TcpStream::connect(address).map(|_| "HTTP/1.1 200".to_owned()),
        false => ask(address),
    };
    let start = asked.map_err(|error| {
        let listen = &options.listen;
        format!(
            "no sandbox answers at {address}, where the control endpoints of --listen {listen} \
             would be: {error}"
        )
    })?;
    match start.ends_with(" 200") {
        true => Ok(()),
        false => Err(format!("{address} does not answer as a sandbox: is it another program's?")),
    }
}

/// Where the control endpoints would be, which speak plain HTTP.
fn control_address(options: &Options) -> Result<SocketAddr, String> {
    let listen = &options.listen;
    let found = listen.to_socket_addrs();
    let mut address = found
        .ok()
        .and_then(|mut found| found.next())
        .ok_or_else(|| format!("--listen {listen} is no host and port that is known here"))?;
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    let offset = if options.one_port { 0 } else { 4 };
    address.set_port(address.port().saturating_add(offset));
    Ok(address)
}

/// The beginning of the answer: its version and status.
fn ask(address: SocketAddr) -> io::Result<String> {
    let mut stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    write!(stream, "GET /health HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut start = [0; 12];
    stream.read_exact(&mut start)?;
    Ok(String::from_utf8_lossy(&start).into_owned())
}
