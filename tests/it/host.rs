//! A host that responds by script, for what the sandbox's own never does.

use crate::peer::Peer;

/// Responds to each request, on a connection of its own, with the next part of its script, and
/// closes.
pub(crate) struct Host {
    pub(crate) link: String,
}

/// The signature of the links, which nobody must see.
pub(crate) const SIGNATURE: &str = "signature=marked-signature";

impl Host {
    pub(crate) async fn start<const N: usize>(script: [Vec<u8>; N]) -> Self {
        Self::start_long(script.into()).await
    }

    pub(crate) async fn start_long(script: Vec<Vec<u8>>) -> Self {
        let peer = Peer::start().await;
        let host = Self { link: format!("{}/bundle.zip?{SIGNATURE}", peer.url()) };
        tokio::spawn(async move {
            for response in script {
                let mut request = peer.head().await;
                request.respond(response).await;
                request.end().await;
            }
        });
        host
    }
}

/// A response with these lines of head and this body, which announces its length unless the head
/// does.
pub(crate) fn respond(head: &str, body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let length = match head.contains("content-length") {
        true => String::new(),
        false => format!("content-length: {}\r\n", body.len()),
    };
    let head = format!("HTTP/1.1 {head}\r\n{length}connection: close\r\n\r\n");
    [head.as_bytes(), body].concat()
}
