//! SHA-256 of what files hold, as text.

use std::fmt::Write as _;

use sha2::{Digest as _, Sha256};

/// The digest of bytes that come in parts.
#[derive(Debug, Clone, Default)]
pub(super) struct Digest(Sha256);

impl Digest {
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    /// In lower-case hexadecimal digits.
    pub(super) fn text(self) -> String {
        let bytes = self.0.finalize();
        bytes.iter().fold(String::new(), |mut text, byte| {
            let _ = write!(text, "{byte:02x}");
            text
        })
    }
}
