//! What goes over the wire: a relay that keeps both directions, and a host that has no business
//! with anybody.

use std::sync::{Arc, Mutex};

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// More than anything that holds a secret, and less than a response without end.
const ENOUGH: usize = 1 << 20;

type Kept = Arc<Mutex<Vec<u8>>>;

/// A listener that keeps what it hears.
#[derive(Clone)]
pub(super) struct Wire {
    pub(super) origin: String,
    asked: Kept,
    responded: Kept,
}

impl Wire {
    /// Relays to a server, given by its URL.
    pub(super) async fn to(server: &str) -> Self {
        let server = url::Url::parse(server).unwrap();
        let address = format!("127.0.0.1:{}", server.port().unwrap());
        let (wire, listener) = Self::listen().await;
        let (asked, responded) = (Arc::clone(&wire.asked), Arc::clone(&wire.responded));
        tokio::spawn(async move {
            while let Ok((near, _)) = listener.accept().await {
                let Ok(far) = TcpStream::connect(&address).await else {
                    continue;
                };
                // Small parts shall not wait for the acknowledgement of the one before.
                near.set_nodelay(true).unwrap();
                far.set_nodelay(true).unwrap();
                let (from_client, to_client) = near.into_split();
                let (from_server, to_server) = far.into_split();
                tokio::spawn(relay(from_client, to_server, Arc::clone(&asked)));
                tokio::spawn(relay(from_server, to_client, Arc::clone(&responded)));
            }
        });
        wire
    }

    /// Responds to everything with a bundle of three bytes.
    pub(super) async fn foreign() -> Self {
        let (wire, listener) = Self::listen().await;
        let asked = Arc::clone(&wire.asked);
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let asked = Arc::clone(&asked);
                tokio::spawn(async move {
                    let mut part = [0; 4096];
                    let count = stream.read(&mut part).await.unwrap_or(0);
                    keep(&asked, &part[..count]);
                    let response =
                        "HTTP/1.1 200 OK\r\ncontent-length: 3\r\nconnection: close\r\n\r\nabc";
                    let _ = stream.write_all(response.as_bytes()).await;
                });
            }
        });
        wire
    }

    async fn listen() -> (Self, TcpListener) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let origin = format!("http://{}", listener.local_addr().unwrap());
        let (asked, responded) = (Kept::default(), Kept::default());
        let wire = Self { origin, asked, responded };
        (wire, listener)
    }

    /// What clients have sent since the last time.
    pub(super) fn asked(&self) -> String {
        take(&self.asked)
    }

    /// What the server has sent since the last time.
    pub(super) fn responded(&self) -> String {
        take(&self.responded)
    }
}

fn keep(kept: &Kept, bytes: &[u8]) {
    let mut kept = kept.lock().unwrap();
    if kept.len() < ENOUGH {
        kept.extend_from_slice(bytes);
    }
}

fn take(kept: &Kept) -> String {
    let bytes = std::mem::take(&mut *kept.lock().unwrap());
    String::from_utf8_lossy(&bytes).into_owned()
}

async fn relay(mut from: impl AsyncRead + Unpin, mut to: impl AsyncWrite + Unpin, kept: Kept) {
    let mut part = vec![0; 16 << 10];
    while let Ok(count @ 1..) = from.read(&mut part).await {
        keep(&kept, &part[..count]);
        if to.write_all(&part[..count]).await.is_err() {
            break;
        }
    }
    let _ = to.shutdown().await;
}
