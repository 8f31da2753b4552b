//! Export bundles and the signed links to them.

use std::collections::BTreeMap;

use bytes::Bytes;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use uuid::Uuid;

/// How many bytes of bundles are kept; the newest one is, whatever its size.
const LIMIT: usize = 64 << 20;
/// The names of projects, and so of bundles, may contain any characters.
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_');

#[derive(Debug, Default, Clone)]
pub(crate) struct Bundles {
    /// What signatures begin with: that of a world, or nothing.
    pub(crate) prefix: String,
    /// Their ids rise with time.
    bundles: BTreeMap<Uuid, Bundle>,
}

#[derive(Debug, Clone)]
pub(crate) struct Bundle {
    pub(crate) content: Bytes,
    /// Path and query below the bundle host.
    link: String,
    signature: String,
}

const BAD_SIGNATURE: &str = "The signature does not match";
const EXPIRED: &str = "The link has expired";

impl Bundles {
    /// Adds a bundle. The oldest ones are dropped beyond [`LIMIT`].
    pub(crate) fn add(&mut self, filename: &str, content: Bytes) -> Uuid {
        let id = Uuid::now_v7();
        // Random, so nothing can be derived from another.
        let signature = format!("{}{}", self.prefix, Uuid::new_v4().simple());
        let filename = utf8_percent_encode(filename, ENCODED);
        let link = format!("/{id}/{filename}?signature={signature}");
        self.bundles.insert(id, Bundle { content, link, signature });
        let mut size: usize = self.bundles.values().map(|bundle| bundle.content.len()).sum();
        while size > LIMIT && self.bundles.len() > 1 {
            size -= self.bundles.pop_first().map_or(0, |(_, dropped)| dropped.content.len());
        }
        id
    }

    /// The link to a bundle that is still there.
    pub(crate) fn link(&self, id: Uuid) -> Option<&str> {
        self.bundles.get(&id).map(|bundle| &*bundle.link)
    }

    /// The bundle of a link, or why it leads nowhere.
    pub(crate) fn open(&self, id: &str, signature: &str) -> Result<&Bundle, &'static str> {
        let id = id.parse().map_err(|_| BAD_SIGNATURE)?;
        let bundle = self.bundles.get(&id).ok_or(EXPIRED)?;
        if bundle.signature == signature { Ok(bundle) } else { Err(BAD_SIGNATURE) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_are_dropped_beyond_the_limit() {
        let mut bundles = Bundles::default();
        let sizes = [LIMIT / 2, LIMIT / 2, 1, LIMIT + 1];
        let kept = sizes.map(|size| {
            bundles.add("a.zip", vec![0; size].into());
            bundles.bundles.len()
        });
        assert_eq!(kept, [1, 2, 2, 1], "the newest stays, whatever its size");
    }
}
