//! Whether a sandbox is up: for the health checks of containers, which may have no other program.

use std::error::Error;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::time::Duration;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;

use crate::options::Options;

const PATIENCE: Duration = Duration::from_secs(3);

/// Asks the sandbox that would be started with these options.
///
/// # Errors
///
/// When none answers there.
pub(crate) async fn check(options: &Options) -> Result<(), Box<dyn Error>> {
    let address = control_address(options).await?;
    let status = ask(address).await.map_err(|cause| {
        let listen = &options.listen;
        format!(
            "no sandbox answers at {address}, where the control endpoints of --listen {listen} \
             would be: {cause}"
        )
    })?;
    // A port that speaks TLS says so, which takes a sandbox that is up.
    let is_up = status.is_success() || options.one_port && options.tls;
    match is_up {
        true => Ok(()),
        false => {
            Err(format!("{address} answers {status}, as no sandbox does: is it another program's?")
                .into())
        }
    }
}

/// Where the control endpoints would be, which speak plain HTTP.
async fn control_address(options: &Options) -> Result<SocketAddr, String> {
    let listen = &options.listen;
    let is_place = listen.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    if !is_place {
        return Err(format!("--listen {listen} is no host and port, as 127.0.0.1:8080"));
    }
    let found = tokio::net::lookup_host(listen).await;
    let found = found.ok().and_then(|mut found| found.next());
    let mut address =
        found.ok_or_else(|| format!("the host of --listen {listen} is not known here"))?;
    match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => address.set_ip(Ipv4Addr::LOCALHOST.into()),
        IpAddr::V6(ip) if ip.is_unspecified() => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        _ => {}
    }
    let offset = if options.one_port { 0 } else { 4 };
    address.set_port(address.port().saturating_add(offset));
    Ok(address)
}

/// The status of the answer, or why there is none.
async fn ask(address: SocketAddr) -> Result<StatusCode, String> {
    let request = Request::get(format!("http://{address}/health"));
    let request = request.body(Body::empty()).map_err(|error| cause(&error))?;
    let http = Client::builder(TokioExecutor::new()).build_http();
    let answer = tokio::time::timeout(PATIENCE, http.request(request)).await;
    let answer = answer.map_err(|_| format!("nothing came within {} seconds", PATIENCE.as_secs()));
    Ok(answer?.map_err(|error| cause(&error))?.status())
}

/// What an error comes from in the end.
fn cause(error: &dyn Error) -> String {
    let mut cause: &dyn Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    cause.to_string()
}
