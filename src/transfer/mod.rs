//! Transfers of files: uploads of any size to the service, and bundles from it to a file or a folder.

mod blocking;
mod download;
mod encoding;
mod export;
#[cfg(feature = "zip")]
mod extract;
mod link;
mod part;
mod pull;
mod source;
mod upload;

#[cfg(feature = "zip")]
pub use extract::ExtractLimits;
pub use pull::{Pull, Pulled};
pub use source::FileSource;
pub use upload::StreamedUpload;
