//! Export bundles and the signed links to them.

use std::collections::BTreeMap;

use bytes::Bytes;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use uuid::Uuid;

/// How many bundles are kept; the oldest are dropped first.
const LIMIT: usize = 100;
/// The names of projects, and so of bundles, may contain any characters.
pub(crate) const ENCODED: &AsciiSet =
    &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b':');

#[derive(Debug, Default, Clone)]
pub(crate) struct Bundles {
    /// What signatures begin with: that of a world, or nothing.
    pub(crate) prefix: String,
    /// Their ids rise with time.
    bundles: BTreeMap<Uuid, Bundle>,
}

#[derive(Debug, Clone)]
struct Bundle {
    content: Bytes,
    /// Path and query below the bundle host.
    link: String,
    signature: String,
}

impl Bundles {
    /// Adds a bundle, named after its project.
    pub(crate) fn add(&mut self, project: &str, content: Bytes) -> Uuid {
        let id = Uuid::now_v7();
        // Random, so nothing can be derived from another.
        let signature = format!("{}{}", self.prefix, Uuid::new_v4().simple());
        let project = utf8_percent_encode(project, ENCODED);
        let link = format!("/{id}/{project}-locale.zip?signature={signature}");
        self.bundles.insert(id, Bundle { content, link, signature });
        if self.bundles.len() > LIMIT {
            self.bundles.pop_first();
        }
        id
    }

    /// The link to a bundle that is still there.
    pub(crate) fn link(&self, id: Uuid) -> Option<&str> {
        self.bundles.get(&id).map(|bundle| &*bundle.link)
    }

    /// The bundle of a link, if it is still there and the signature is that of the link.
    pub(crate) fn open(&self, id: &str, signature: &str) -> Option<&Bytes> {
        let bundle = self.bundles.get(&id.parse().ok()?)?;
        (bundle.signature == signature).then_some(&bundle.content)
    }
}
