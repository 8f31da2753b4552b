//! Transfers of files: uploads and pushes to the service, and bundles from it to a file or a folder.

mod blocking;
mod disk;
mod download;
mod encoding;
mod ending;
mod export;
#[cfg(feature = "zip")]
mod extract;
#[cfg(fuzzing)]
pub(crate) mod fuzzing;
mod languages;
mod leftover;
mod link;
mod part;
mod pattern;
mod pull;
mod push;
mod raw;
mod report;
mod source;
mod upload;
mod wanted;
mod writer;

pub(crate) use download::DOWNLOAD;
#[cfg(feature = "zip")]
pub use extract::ExtractLimits;
pub use languages::LanguageMap;
pub use pull::{Pull, Pulled};
pub use push::Push;
pub(crate) use raw::RawFile;
pub use report::{PushEvent, PushFile, PushReport, PushedFile};
pub use source::FileSource;
pub use upload::StreamedUpload;
