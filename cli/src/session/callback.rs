//! The loopback address that the browser of a user comes back to.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use l10n_client::Authorization;
use l10n_client::url::form_urlencoded;
use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::timeout;

/// How long a browser may take to send a request that it has begun.
const PATIENCE: Duration = Duration::from_secs(10);
/// The longest first line that is read, in bytes.
const LINE: u64 = 16 << 10;

const DONE: &str = "You are signed in, or not: the program says which. You can close this page.";
const OTHER: &str = "This page is for the answer to a sign-in only.";

/// The target of the request that brings the answer to this authorization, whatever it says. Any
/// other request is told off: browsers ask for icons, and pages of others might ask for anything.
pub(crate) async fn answer(listener: TcpListener, asked: Arc<Authorization>) -> io::Result<String> {
    let (sender, mut answers) = mpsc::channel(1);
    loop {
        tokio::select! {
            accepted = listener.accept() => {
                let (stream, _) = accepted?;
                let (sender, asked) = (sender.clone(), Arc::clone(&asked));
                // Browsers open connections on which they send nothing.
                tokio::spawn(timeout(PATIENCE, serve(stream, asked, sender)));
            }
            Some(target) = answers.recv() => return Ok(target),
        }
    }
}

async fn serve(
    stream: TcpStream,
    asked: Arc<Authorization>,
    answers: mpsc::Sender<String>,
) -> io::Result<()> {
    let mut stream = BufReader::new(stream);
    let mut line = String::new();
    (&mut stream).take(LINE).read_line(&mut line).await?;
    let target = line.strip_prefix("GET ").and_then(|rest| rest.split(' ').next());
    let target = target.filter(|target| is_answer(target, &asked)).map(str::to_owned);
    let (status, page) = match target {
        Some(_) => ("200 OK", DONE),
        None => ("404 Not Found", OTHER),
    };
    // The rest of the request is read: a connection that is closed before is an error to a browser.
    while line.trim_end() != "" {
        line.clear();
        (&mut stream).take(LINE).read_line(&mut line).await?;
    }
    let text = format!(
        "HTTP/1.1 {status}\r\nContent-Type: text/plain\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{page}",
        page.len()
    );
    stream.write_all(text.as_bytes()).await?;
    stream.shutdown().await?;
    if let Some(target) = target {
        // Nobody waits for a second one.
        let _ = answers.send(target).await;
    }
    Ok(())
}

/// Whether this is the answer to the authorization request: none but its browser knows the state.
fn is_answer(target: &str, asked: &Authorization) -> bool {
    let Some(query) = target.strip_prefix("/callback?") else {
        return false;
    };
    form_urlencoded::parse(query.as_bytes())
        .any(|(name, value)| name == "state" && value == asked.state().expose())
}
