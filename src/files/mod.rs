//! Files of any size: uploads that are read while they are sent, downloads that are written while
//! they are received.

mod download;
mod encoding;
mod errors;
mod source;
mod upload;

pub use source::FileSource;
pub use upload::StreamedUpload;
