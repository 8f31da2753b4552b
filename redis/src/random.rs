//! Random ids, and jitter.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::time::Duration;

/// Returns a unique id.
pub(crate) fn id() -> String {
    format!("{:016x}{:016x}", number(), number())
}

/// Returns a random part of a duration, as jitter.
pub(crate) fn up_to(time: Duration) -> Duration {
    time.mul_f64((number() % 1000) as f64 / 1000.0)
}

/// Each `RandomState` has new keys, which come from the system's random source.
fn number() -> u64 {
    RandomState::new().hash_one(())
}
