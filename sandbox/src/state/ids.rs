//! What is new: its id, and by whom and when it came.

/// The source of new ids.
#[derive(Debug, Clone)]
pub(crate) struct Ids {
    pub(super) last: u64,
}

impl Ids {
    /// An id that nothing had before.
    pub(crate) fn next(&mut self) -> u64 {
        self.last += 1;
        self.last
    }
}

/// Who changes something, and when.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stamp {
    pub(crate) by: u64,
    pub(crate) at: i64,
}

/// Now, in Unix seconds.
pub(crate) fn now() -> i64 {
    chrono::Utc::now().timestamp()
}
