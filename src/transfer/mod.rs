//! Transfers of files: uploads and pushes to the service, and bundles from it to a file or a
//! folder.

mod blocking;
mod change;
mod digest;
mod disk;
mod encoding;
mod ending;
mod errors;
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
mod source;
mod upload;
mod writer;

pub use change::PullChange;
pub(crate) use encoding::{Frame, OnProgress};
#[cfg(feature = "zip")]
pub use extract::{ExtractLimits, FinalNewline, LineEndings};
pub use languages::LanguageMap;
pub(crate) use part::Part;
#[cfg(feature = "zip")]
pub use pull::PullPlan;
pub use pull::{Bundle, Pull, PullEvent, PullFile, Pulled};
pub use push::{
    AbsentKey, AbsentKeyFate, AbsentKeyOutcome, AbsentKeys, PlannedFile, Push, PushEvent, PushFile,
    PushGroup, PushPlan, PushReport, PushStage, PushState, PushTotals, PushedFile,
};
pub use source::FileSource;
pub(crate) use upload::FileBody;
pub use upload::StreamedUpload;
