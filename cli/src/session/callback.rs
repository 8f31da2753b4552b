//! The loopback server to which the authorization server redirects the browser.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use l10n_client::Authorization;
use l10n_client::url::form_urlencoded;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::timeout;

/// The timeout for a request of a browser.
const TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum length of a request or header line, in bytes.
const MAX_LINE: u64 = 16 << 10;

const DONE: &str = "Return to the terminal to see the result. You can close this page.";
const OTHER: &str = "This address is only for sign-in callbacks.";

/// Waits for the callback of an authorization, and returns its request target. Other requests get a
/// 404: browsers ask for icons, and other pages could send anything.
pub(crate) async fn receive(
    listener: TcpListener,
    authorization: Arc<Authorization>,
) -> io::Result<String> {
    let (sender, mut targets) = mpsc::channel(1);
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                let (stream, _) = accepted?;
                let (sender, authorization) = (sender.clone(), Arc::clone(&authorization));
                // Browsers open connections on which they send nothing.
                tokio::spawn(timeout(TIMEOUT, serve(stream, authorization, sender)));
            }
            Some(target) = targets.recv() => return Ok(target),
        }
    }
}

async fn serve(
    stream: TcpStream,
    authorization: Arc<Authorization>,
    targets: mpsc::Sender<String>,
) -> io::Result<()> {
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    (&mut stream).take(MAX_LINE).read_line(&mut line).await?;
    let target = line.strip_prefix("GET ").and_then(|rest| rest.split(' ').next());
    let target = target.filter(|target| is_callback(target, &authorization)).map(str::to_owned);
    let (status, page) = match target {
        Some(_) => ("200 OK", DONE),
        None => ("404 Not Found", OTHER),
    };
    // A browser reports an error if the connection closes before its whole request is read.
    while line.trim_end() != "" {
        line.clear();
        (&mut stream).take(MAX_LINE).read_line(&mut line).await?;
    }
    let text = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{page}",
        page.len()
    );
    stream.write_all(text.as_bytes()).await?;
    stream.shutdown().await?;
    if let Some(target) = target {
        // The receiver is gone after the first callback.
        let _ = targets.send(target).await;
    }
    Ok(())
}

/// Whether a request is the callback of this authorization: only its browser knows the state.
fn is_callback(target: &str, authorization: &Authorization) -> bool {
    let Some(query) = target.strip_prefix("/callback?") else {
        return false;
    };
    form_urlencoded::parse(query.as_bytes())
        .any(|(name, value)| name == "state" && value == authorization.state().expose())
}
