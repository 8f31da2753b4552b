//! What is new: its id, and by whom and when it came.

use uuid::{Builder, Uuid};

#[derive(Debug, Clone, Default)]
pub(crate) struct Ids {
    pub(crate) last: u64,
}

impl Ids {
    /// An id that nothing had before.
    pub(crate) fn next(&mut self) -> u64 {
        self.last = self.last.wrapping_add(1);
        self.last
    }
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Stamp {
    pub(crate) by: u64,
    pub(crate) at: i64,
}

/// Now, in Unix seconds.
pub(crate) fn now() -> i64 {
    chrono::Utc::now().timestamp()
}

/// A UUID v7 that nothing had before, and that is the same whenever the same ids were given before.
pub(crate) fn new_uuid(ids: &mut Ids, at: i64) -> Uuid {
    let mut bytes = [0; 10];
    bytes[2..].copy_from_slice(&ids.next().to_be_bytes());
    Builder::from_unix_timestamp_millis(at.unsigned_abs().saturating_mul(1000), &bytes).into_uuid()
}
