//! Streamed uploads and downloads of files of any size.

mod download;
mod encoding;
mod source;
mod upload;

pub use download::Download;
pub use source::FileSource;
pub(crate) use upload::Content;
