//! Connections that the server closed while the program did something else: a write after that goes
//! over another one.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use l10n_client::rate_limit::{NoRateLimit, SlidingWindow};
use l10n_client::{Client, ClientBuilder, Error, RetryPolicy};
use reqwest::Method;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Notify;

/// Makes a server close its connections, and waits until it has.
pub(crate) struct Closer {
    close: Arc<Notify>,
    closed: mpsc::Receiver<()>,
}

/// The server's side.
#[derive(Clone)]
pub(crate) struct Closing {
    close: Arc<Notify>,
    closed: mpsc::Sender<()>,
}

pub(crate) fn closer() -> (Closer, Closing) {
    let close = Arc::new(Notify::new());
    let (report, closed) = mpsc::channel();
    (Closer { close: Arc::clone(&close), closed }, Closing { close, closed: report })
}

impl Closer {
    fn close(&self) {
        self.close.notify_one();
        self.closed.recv().unwrap();
    }
}

impl Closing {
    /// Closes a connection when the test says so.
    pub(crate) async fn close<T>(&self, connection: T) {
        self.close.notified().await;
        drop(connection);
        self.closed.send(()).unwrap();
    }
}

/// A runtime for a server, which goes on while the client's stands still.
pub(crate) fn elsewhere() -> Runtime {
    Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap()
}

/// The two ways in which a call runs: within its future, and in a task of its own.
pub(crate) fn clients(settings: impl Fn() -> ClientBuilder) -> [Client; 4] {
    let of = |settings: ClientBuilder| settings.retry(RetryPolicy::never()).build().unwrap();
    let here = || of(settings().rate_limiter(NoRateLimit));
    let in_a_task = || of(settings().rate_limiter(SlidingWindow::new(1000, 10)));
    [here(), in_a_task(), here(), in_a_task()]
}

async fn post(client: &Client) -> Result<(), Error> {
    client.request(Method::POST, "keys").send::<Value>().await.map(drop)
}

/// Longer than the pool keeps connections.
const FREEZE: Duration = Duration::from_millis(2100);

/// In a runtime that runs only while it is waited for, and in one whose only thread was stopped for
/// longer than the pool keeps connections.
pub(crate) fn no_write_is_lost(clients: [Client; 4], closer: &Closer) {
    const PAUSE: Duration = Duration::from_millis(10);
    for (number, client) in clients.iter().enumerate() {
        let is_frozen = number >= 2;
        let runtime = match is_frozen {
            true => elsewhere(),
            false => Builder::new_current_thread().enable_all().build().unwrap(),
        };
        let (rounds, pause) = if is_frozen { (2, FREEZE) } else { (10, PAUSE) };
        for _ in 0..rounds {
            let sent = runtime.block_on(post(client));
            sent.unwrap_or_else(|error| panic!("client {number}: {error}"));
            let (thaw, thawed) = mpsc::channel::<()>();
            if is_frozen {
                let (report, frozen) = mpsc::channel();
                runtime.spawn(async move {
                    report.send(()).unwrap();
                    let _ = thawed.recv();
                });
                frozen.recv().unwrap();
            }
            closer.close();
            std::thread::sleep(pause);
            drop(thaw);
        }
    }
}

/// It may be closed without the client having heard of it.
#[tokio::test]
async fn a_connection_that_was_idle_for_long_is_not_used_again() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/v2", listener.local_addr().unwrap());
    let connections = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&connections);
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            counted.fetch_add(1, Ordering::SeqCst);
            tokio::spawn(async move {
                let mut head = Vec::new();
                while let Ok(byte) = stream.read_u8().await {
                    head.push(byte);
                    if head.ends_with(b"\r\n\r\n") {
                        head.clear();
                        let response = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}";
                        stream.write_all(response).await.unwrap();
                    }
                }
            });
        }
    });
    let client = Client::builder(url).api_token("c0ffee").retry(RetryPolicy::never());
    let client = client.build().unwrap();
    post(&client).await.unwrap();
    tokio::time::sleep(FREEZE).await;
    post(&client).await.unwrap();
    assert_eq!(connections.load(Ordering::SeqCst), 2);
}

#[test]
fn a_write_over_http_after_a_pause() {
    let (closer, closing) = closer();
    let server = elsewhere();
    let listener = server.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let url = format!("http://{}/v2", listener.local_addr().unwrap());
    server.spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                head.push(stream.read_u8().await.unwrap());
            }
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}").await.unwrap();
            closing.close(stream).await;
        }
    });
    no_write_is_lost(clients(|| Client::builder(&url).api_token("c0ffee")), &closer);
}

#[cfg(any(feature = "rustls-no-provider", feature = "native-tls"))]
#[test]
fn a_write_over_https_after_a_pause() {
    use crate::secure::{Authority, HERE, Server};

    let (closer, closing) = closer();
    let (authority, elsewhere) = (Authority::new(), elsewhere());
    let shown = authority.certificate_for(HERE);
    let server = elsewhere.block_on(Server::start(shown, "http/1.1", move |_, mut stream| {
        let closing = closing.clone();
        async move {
            let mut head = Vec::new();
            while !head.ends_with(b"\r\n\r\n") {
                head.push(stream.read_u8().await.unwrap());
            }
            stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}").await.unwrap();
            stream.flush().await.unwrap();
            closing.close(stream).await;
        }
    }));
    no_write_is_lost(clients(|| authority.trusted_by(server.url())), &closer);
}
