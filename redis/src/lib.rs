#![doc = include_str!("../README.md")]

mod error;
#[doc = include_str!("fleets.md")]
pub mod fleets {}
mod pace;
mod random;
mod store;
mod tokens;

pub use error::Error;
pub use pace::{RedisPace, RedisPaceBuilder, WhenAway};
pub use redis;
pub use store::Address;
pub use tokens::{RedisTokenStore, RedisTokenStoreBuilder, TokenKey};
