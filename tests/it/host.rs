//! A host of bundles that answers by script, for what the sandbox's own never does.

use std::sync::{Arc, Mutex};

use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody, Sandbox};
use serde_json::json;

use crate::peer::Peer;

/// Answers each request, on a connection of its own, with the next part of its script, and closes.
pub(crate) struct Host {
    pub(crate) link: String,
    seen: Arc<Mutex<Vec<String>>>,
}

/// The signature of the links, which nobody must see.
pub(crate) const SIGNATURE: &str = "signature=marked-signature";

impl Host {
    pub(crate) async fn start<const N: usize>(script: [Vec<u8>; N]) -> Self {
        Self::start_long(script.into()).await
    }

    pub(crate) async fn start_long(script: Vec<Vec<u8>>) -> Self {
        let peer = Peer::start().await;
        let seen = Arc::new(Mutex::new(Vec::new()));
        let host = Self {
            link: format!("{}/bundle.zip?{SIGNATURE}", peer.url()),
            seen: Arc::clone(&seen),
        };
        tokio::spawn(async move {
            for answer in script {
                let mut request = peer.head().await;
                seen.lock().unwrap().push(request.head.clone());
                request.answer(answer).await;
                request.end().await;
            }
        });
        host
    }

    /// The heads of the requests that were seen, in lower case.
    pub(crate) fn seen(&self) -> Vec<String> {
        self.seen.lock().unwrap().clone()
    }
}

/// An answer with these lines of head and this body, which announces its length unless the head
/// does.
pub(crate) fn answer(head: &str, body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let length = match head.contains("content-length") {
        true => String::new(),
        false => format!("content-length: {}\r\n", body.len()),
    };
    let head = format!("HTTP/1.1 {head}\r\n{length}connection: close\r\n\r\n");
    [head.as_bytes(), body].concat()
}

/// Lets the synchronous exports of the sandbox lead to this link.
pub(crate) fn lead_to(sandbox: &Sandbox, link: &str) {
    let body = json!({"project_id": "garnet-7041.26", "bundle_url": link});
    let reply = Reply::new(200, ReplyBody::Json(body));
    sandbox
        .add_fault(
            Fault::new(Misbehavior::Respond(reply))
                .on("exportFiles")
                .always(),
        )
        .unwrap();
}

/// What passes for a bundle of so many bytes, 26 at least: it begins and ends as an archive does,
/// and has an empty directory.
pub(crate) fn bundle(size: usize) -> Vec<u8> {
    let mut bundle = vec![b'x'; size - 22];
    bundle[..4].copy_from_slice(b"PK\x03\x04");
    let start = u32::try_from(bundle.len()).unwrap();
    bundle.extend(b"PK\x05\x06\0\0\0\0\0\0\0\0\0\0\0\0");
    bundle.extend(start.to_le_bytes());
    bundle.extend([0; 2]);
    bundle
}
