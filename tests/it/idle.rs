//! Connections that the server closed while the program did something else: a write after that goes
//! over another one.

use std::sync::{Arc, mpsc};

use l10n_client::rate_limit::SlidingWindow;
use l10n_client::{Client, ClientBuilder, Error, RetryPolicy};
use reqwest::Method;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
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
pub(crate) fn clients(settings: impl Fn() -> ClientBuilder) -> [Client; 2] {
    let of = |settings: ClientBuilder| settings.retry(RetryPolicy::never()).build().unwrap();
    let here = of(settings().without_rate_limit());
    [here, of(settings().rate_limiter(SlidingWindow::new(1000, 10)))]
}

async fn post(client: &Client) -> Result<(), Error> {
    client.request(Method::POST, "keys").send::<Value>().await.map(drop)
}

/// In a runtime with a worker thread, as the guide says.
pub(crate) fn no_write_is_lost(clients: [Client; 2], closer: &Closer) {
    for (number, client) in clients.iter().enumerate() {
        let runtime = elsewhere();
        for _ in 0..50 {
            let sent = runtime.block_on(post(client));
            sent.unwrap_or_else(|error| panic!("client {number}: {}", error.with_causes()));
            closer.close();
            runtime.block_on(runtime.spawn(catch_up())).unwrap();
        }
    }
}

/// Waits until the runtime has noticed everything that happened to its connections: it notices all
/// events at once, and runs their tasks before one that yields.
async fn catch_up() {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let accepted = tokio::spawn(async move { listener.accept().await });
    TcpStream::connect(address).await.unwrap();
    accepted.await.unwrap().unwrap();
    for _ in 0..10 {
        tokio::task::yield_now().await;
    }
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
