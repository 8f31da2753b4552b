//! A server that reads and responds to a request as no HTTP library would: late, early, or not at
//! all.

use l10n_client::{Client, RetryPolicy};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// A listener, and the way to it.
pub(crate) struct Peer(TcpListener);

impl Peer {
    pub(crate) async fn start() -> Self {
        Self(TcpListener::bind("127.0.0.1:0").await.unwrap())
    }

    /// Its origin.
    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.0.local_addr().unwrap())
    }

    pub(crate) fn client(&self) -> Client {
        Client::builder(self.url() + "/v2")
            .api_token("c0ffee")
            .retry(RetryPolicy::never())
            .build()
            .unwrap()
    }

    /// Accepts a request, and reads its head only.
    pub(crate) async fn head(&self) -> Request {
        let (mut stream, _) = self.0.accept().await.unwrap();
        let head = head(&mut stream).await.unwrap();
        Request { stream, head }
    }
}

/// Reads the head of a request; nothing at the end of the connection.
pub(crate) async fn head(stream: &mut (impl AsyncRead + Unpin)) -> Option<String> {
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.ok()?);
    }
    Some(String::from_utf8(head).unwrap().to_lowercase())
}

/// A request whose head was read.
pub(crate) struct Request {
    stream: TcpStream,
    pub(crate) head: String,
}

impl Request {
    pub(crate) async fn respond(&mut self, response: impl AsRef<[u8]>) {
        self.stream.write_all(response.as_ref()).await.unwrap();
    }

    /// Sends that many blanks, or as many as are taken; returns how many were.
    pub(crate) async fn flood(&mut self, bytes: usize) -> usize {
        const BLANKS: &[u8] = &[b' '; 64 << 10];
        let mut taken = 0;
        while taken < bytes && self.stream.write_all(BLANKS).await.is_ok() {
            taken += BLANKS.len();
        }
        taken
    }

    /// Says that nothing more will be sent.
    pub(crate) async fn end(mut self) {
        self.stream.shutdown().await.unwrap();
    }

    /// Reads what else is sent until the connection ends; `None` if that is too much.
    pub(crate) async fn rest(&mut self) -> Option<Vec<u8>> {
        const TOO_MUCH: usize = 64 << 20;
        let mut rest = Vec::new();
        // Fails if the connection was reset.
        let _ = (&mut self.stream).take(TOO_MUCH as u64).read_to_end(&mut rest).await;
        (rest.len() < TOO_MUCH).then_some(rest)
    }
}
