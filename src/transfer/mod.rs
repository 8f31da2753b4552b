//! Transfers of files: uploads and pushes to the service, and bundles from it to a file or a
//! folder.

mod blocking;
mod digest;
mod disk;
mod download;
mod encoding;
mod ending;
#[cfg(feature = "zip")]
mod extract;
#[cfg(fuzzing)]
pub(crate) mod fuzzing;
mod languages;
mod leftover;
mod link;
mod part;
mod pattern;
mod project;
mod pull;
mod push;
mod raw;
mod source;
mod upload;
mod writer;

pub(crate) use download::DOWNLOAD;
#[cfg(feature = "zip")]
pub use extract::{ExtractLimits, FinalNewline, LineEndings};
pub use languages::LanguageMap;
#[cfg(feature = "zip")]
pub use pull::PullPlan;
pub use pull::{Bundle, Pull, PullChange, PullEvent, PullFile, Pulled};
pub use push::{
    AbsentKey, AbsentKeyFate, AbsentKeyOutcome, AbsentKeys, PlannedFile, Push, PushEvent, PushFile,
    PushGroup, PushPlan, PushReport, PushStage, PushState, PushTotals, PushedFile,
};
pub(crate) use raw::RawFile;
pub use source::FileSource;
pub use upload::StreamedUpload;
