//! Export bundles and the signed links to them.

use std::collections::HashMap;

use bytes::Bytes;
use tokio::time::{Duration, Instant};
use uuid::Uuid;

/// All bundles, and the links that were given out.
#[derive(Debug, Default, Clone)]
pub(crate) struct Bundles {
    bundles: HashMap<Uuid, Bundle>,
    /// Signature to bundle and end of life. Signatures are random, so nothing can be derived from
    /// one.
    links: HashMap<String, (Uuid, Instant)>,
}

/// A finished `.zip`.
#[derive(Debug, Clone)]
pub(crate) struct Bundle {
    pub(crate) filename: String,
    pub(crate) content: Bytes,
}

/// Why a link leads nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LinkError {
    BadSignature,
    Expired,
}

impl Bundles {
    pub(crate) fn add(&mut self, bundle: Bundle) -> Uuid {
        let id = Uuid::now_v7();
        self.bundles.insert(id, bundle);
        id
    }

    /// A new link to a bundle: path and query below the bundle host.
    pub(crate) fn link(&mut self, id: Uuid, lifetime: Duration) -> Option<String> {
        let bundle = self.bundles.get(&id)?;
        let signature = Uuid::new_v4().simple().to_string();
        let link = format!("/{id}/{}?signature={signature}", bundle.filename);
        self.links.insert(signature, (id, Instant::now() + lifetime));
        Some(link)
    }

    /// The bundle that a link leads to.
    pub(crate) fn open(&self, id: &str, signature: &str) -> Result<&Bundle, LinkError> {
        let (bundle, ends) = self.links.get(signature).ok_or(LinkError::BadSignature)?;
        if bundle.to_string() != id {
            return Err(LinkError::BadSignature);
        }
        if *ends <= Instant::now() {
            return Err(LinkError::Expired);
        }
        self.bundles.get(bundle).ok_or(LinkError::BadSignature)
    }
}
