//! Connections that the server closed while the program did something else: a write after that goes
//! over another one.

use std::sync::{Arc, mpsc};

use l10n_client::rate_limit::SlidingWindow;
use l10n_client::{Client, ClientBuilder, RetryPolicy};
use reqwest::Method;
use serde_json::Value;
use tokio::io::{AsyncRead, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Notify;

use crate::peer::head;

/// A server's side: closes its connections when the test says so, and reports it.
#[derive(Clone)]
struct Closing {
    close: Arc<Notify>,
    closed: mpsc::Sender<()>,
}

impl Closing {
    /// Responds to one request, and closes the connection later.
    async fn serve(&self, mut stream: impl AsyncRead + AsyncWrite + Unpin) {
        head(&mut stream).await.unwrap();
        stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}").await.unwrap();
        stream.flush().await.unwrap();
        self.close.notified().await;
        drop(stream);
        self.closed.send(()).unwrap();
    }
}

/// A runtime for a server, which goes on while the client's stands still.
fn elsewhere() -> Runtime {
    Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap()
}

/// Writes, and writes again after a pause in which the server closed the connection: in a runtime
/// with a worker thread, as the guide says.
fn no_write_is_lost(
    start: impl FnOnce(Closing) -> String,
    settings: impl Fn(&str) -> ClientBuilder,
) {
    let (report, closed) = mpsc::channel();
    let closing = Closing { close: Arc::default(), closed: report };
    let url = start(closing.clone());
    // A call runs within its future, and in a task of its own.
    let limited = settings(&url).rate_limiter(SlidingWindow::new(1000, 10));
    for settings in [settings(&url).without_rate_limit(), limited] {
        let client: Client = settings.retry(RetryPolicy::never()).build().unwrap();
        let runtime = elsewhere();
        for _ in 0..50 {
            runtime.block_on(client.request(Method::POST, "keys").send::<Value>()).unwrap();
            closing.close.notify_one();
            closed.recv().unwrap();
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
    let server = elsewhere();
    let start = |closing: Closing| {
        let listener = server.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
        let url = format!("http://{}/v2", listener.local_addr().unwrap());
        server.spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                closing.serve(stream).await;
            }
        });
        url
    };
    no_write_is_lost(start, |url| Client::builder(url).api_token("c0ffee"));
}

#[cfg(any(feature = "rustls-no-provider", feature = "native-tls"))]
#[test]
fn a_write_over_https_after_a_pause() {
    use crate::secure::{Authority, HERE, Server};

    let (authority, elsewhere) = (Authority::new(), elsewhere());
    let shown = authority.certificate_for(HERE);
    let start = |closing: Closing| {
        let server = Server::start(shown, "http/1.1", move |_, stream| {
            let closing = closing.clone();
            async move { closing.serve(stream).await }
        });
        elsewhere.block_on(server).url()
    };
    no_write_is_lost(start, |url| authority.trusted_by(url.to_owned()));
}
