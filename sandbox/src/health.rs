//! Whether a sandbox is up: for the health checks of containers, which may have no other program.

use std::error::Error;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::time::Duration;

use crate::options::Options;

const PATIENCE: Duration = Duration::from_secs(3);

/// Asks the sandbox that would be started with these options.
///
/// # Errors
///
/// When none answers there.
pub(crate) async fn check(options: &Options) -> Result<(), Box<dyn Error>> {
    let mut found = tokio::net::lookup_host(&options.listen).await?;
    let mut address = found.next().ok_or("the host of --listen has no address")?;
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    // The control endpoints speak plain HTTP.
    let offset = if options.one_port { 0 } else { 4 };
    address.set_port(address.port().saturating_add(offset));
    let http = reqwest::Client::builder()
        .no_proxy()
        .timeout(PATIENCE)
        .build()?;
    let answer = http.get(format!("http://{address}/health")).send().await?;
    // A port that speaks TLS says so, which takes a sandbox that is up.
    let is_up = answer.status().is_success() || options.one_port && options.tls;
    match is_up {
        true => Ok(()),
        false => Err(format!("{address} answers {}", answer.status()).into()),
    }
}
