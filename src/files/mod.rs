//! Streamed uploads and downloads of files of any size.

mod download;
mod encoding;
mod errors;
mod source;
mod upload;

pub use source::FileSource;
pub use upload::StreamedUpload;
