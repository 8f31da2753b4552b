//! Random values: names that nobody else has, and parts of a pause, so that processes do not come
//! back at the same time.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::time::Duration;

/// A name that nobody else has.
pub(crate) fn id() -> String {
    format!("{:016x}{:016x}", number(), number())
}

/// A part of this time.
pub(crate) fn up_to(time: Duration) -> Duration {
    time.mul_f64((number() % 1000) as f64 / 1000.0)
}

/// The keys of the hasher come from the system, and change with each.
fn number() -> u64 {
    RandomState::new().hash_one(())
}
