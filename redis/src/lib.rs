// Works in the documentation of any version.
#![doc = "[fleets]: crate::fleets"]
#![doc = ""]
#![doc = include_str!("../README.md")]

mod error;
#[doc = include_str!("fleets.md")]
pub mod fleets {}
mod random;
mod rate_limit;
mod store;
mod tokens;

pub use error::Error;
pub use rate_limit::{RedisRateLimiter, RedisRateLimiterBuilder, WhenAway};
pub use redis;
pub use store::Address;
pub use tokens::{RedisTokenStore, RedisTokenStoreBuilder, TokenKey};
