//! What the service was seen to compute, free of state and of HTTP.

pub(crate) mod words;
