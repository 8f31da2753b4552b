//! Export bundles and the signed links to them.

use std::collections::{BTreeMap, HashMap};

use bytes::Bytes;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use tokio::time::{Duration, Instant};
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
    /// Signature to bundle and end of life. Signatures are random, so nothing can be derived from
    /// one.
    links: HashMap<String, (Uuid, Instant)>,
}

#[derive(Debug, Clone)]
pub(crate) struct Bundle {
    pub(crate) filename: String,
    pub(crate) content: Bytes,
}

const BAD_SIGNATURE: &str = "The signature does not match";
const EXPIRED: &str = "The link has expired";

impl Bundles {
    /// Adds a bundle. The oldest ones are dropped beyond [`LIMIT`].
    pub(crate) fn add(&mut self, bundle: Bundle) -> Uuid {
        let id = Uuid::now_v7();
        let mut size = bundle.content.len();
        let earlier = self.bundles.iter().rev();
        let dropped = earlier.filter(|(_, bundle)| {
            size += bundle.content.len();
            size > LIMIT
        });
        let dropped: Vec<Uuid> = dropped.map(|(id, _)| *id).collect();
        for id in dropped {
            self.bundles.remove(&id);
        }
        self.bundles.insert(id, bundle);
        id
    }

    /// A new link to a bundle: path and query below the bundle host.
    pub(crate) fn link(&mut self, id: Uuid, lifetime: Duration) -> Option<String> {
        let bundle = self.bundles.get(&id)?;
        let signature = format!("{}{}", self.prefix, Uuid::new_v4().simple());
        let filename = utf8_percent_encode(&bundle.filename, ENCODED);
        let link = format!("/{id}/{filename}?signature={signature}");
        self.links.insert(signature, (id, Instant::now() + lifetime));
        Some(link)
    }

    /// The bundle of a link, or why it leads nowhere.
    pub(crate) fn open(&self, id: &str, signature: &str) -> Result<&Bundle, &'static str> {
        let (bundle, ends) = self.links.get(signature).ok_or(BAD_SIGNATURE)?;
        if bundle.to_string() != id {
            return Err(BAD_SIGNATURE);
        }
        if *ends <= Instant::now() {
            return Err(EXPIRED);
        }
        self.bundles.get(bundle).ok_or(EXPIRED)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_are_dropped_beyond_the_limit() {
        let mut bundles = Bundles::default();
        let mut add = |size: usize| {
            let content = Bytes::from(vec![0; size]);
            let id = bundles.add(Bundle { filename: "a.zip".to_owned(), content });
            let link = bundles.link(id, Duration::from_secs(60)).unwrap_or_default();
            let signature = link.split_once('=').map(|(_, it)| it.to_owned()).unwrap_or_default();
            (id.to_string(), signature)
        };
        let added = [LIMIT / 2, LIMIT / 2, 1, LIMIT + 1].map(&mut add);
        let [first, second, third, last] = &added;
        assert!(bundles.open(&last.0, &last.1).is_ok(), "the newest stays");
        for (id, signature) in [first, second, third] {
            assert_eq!(bundles.open(id, signature).err(), Some(EXPIRED));
        }
    }
}
