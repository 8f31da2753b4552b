//! What the service was seen to compute, free of state and of HTTP.

pub(crate) mod plural;
pub(crate) mod progress;
pub(crate) mod references;
pub(crate) mod words;
