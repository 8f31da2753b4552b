//! Transfers of files: a bundle from the service to a file or a folder.

mod blocking;
mod download;
mod export;
#[cfg(feature = "zip")]
mod extract;
mod link;
mod part;
mod pull;

#[cfg(feature = "zip")]
pub use extract::ExtractLimits;
pub use pull::{Pull, Pulled};
