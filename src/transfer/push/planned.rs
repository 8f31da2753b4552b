//! A file of a plan: what becomes of it, and what its upload says.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use serde_json::Value;

use super::content::{self, Content};
use super::file::PushFile;
use super::ledger::Sent;
use super::prepare::Ready;
use crate::calls::UploadFile;
use crate::error::Error;
use crate::types::FileUpload;
use crate::wire::single_line::SingleLine;

/// A file of a plan.
pub struct PlannedFile {
    pub(super) file: Arc<PushFile>,
    pub(super) body: FileUpload,
    pub(super) built: Option<FileUpload>,
    pub(super) size: u64,
    /// Where there is a ledger, and the file can be sent.
    pub(super) sent: Option<Sent>,
    pub(super) state: PushState,
}

/// What becomes of a file, and why.
#[derive(Debug)]
#[non_exhaustive]
pub enum PushState {
    /// It is sent: the ledger does not have it, or there is none.
    New,
    /// It is sent: its content or its options are others than those that the service has, or what
    /// became of it is not known.
    Changed,
    /// It is sent, though the service has it as it is: see [`Push::all`](super::Push::all).
    Repeated,
    /// It is left out: the service has it as it is.
    Unchanged,
    /// It is not sent again: the service has it as it is, and its import goes on, which is awaited.
    Queued {
        /// The process that imports it.
        process_id: String,
    },
    /// It cannot be read, and is reported as failed.
    Unreadable(Error),
}

impl PlannedFile {
    pub(super) fn new(ready: Ready, content: std::io::Result<Content>) -> Self {
        let Ready { file, body, built } = ready;
        let (state, content) = match content {
            Ok(content) => (PushState::New, Some(content)),
            Err(error) => {
                let name = format!("`{}`", file.path.display());
                let error = Error::unreadable(UploadFile::OPERATION, &name, error);
                (PushState::Unreadable(error), None)
            }
        };
        let size = content.as_ref().map_or(0, |content| content.size);
        let hash = content.and_then(|content| content.hash);
        let options = built.as_ref().and_then(options_of);
        let sent = hash.zip(options).map(|(content, options)| Sent {
            content,
            options: content::hash(options.as_bytes()),
        });
        Self {
            file,
            body,
            built,
            size,
            sent,
            state,
        }
    }

    /// The file, with its language and its name at the service.
    pub fn file(&self) -> &PushFile {
        &self.file
    }

    /// What becomes of it, and why.
    pub fn state(&self) -> &PushState {
        &self.state
    }

    /// Its size in bytes; 0 where it cannot be read.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// What its upload says, but for the content, which is empty here. Nothing where that does not
    /// fit the operation, of which the outcome of the file tells.
    pub fn options(&self) -> Option<&FileUpload> {
        self.built.as_ref()
    }

    /// Whether it would be uploaded.
    pub fn is_sent(&self) -> bool {
        let state = &self.state;
        matches!(
            state,
            PushState::New | PushState::Changed | PushState::Repeated
        )
    }
}

/// The fields of an upload that are not of one file, as JSON.
fn options_of(built: &FileUpload) -> Option<String> {
    const OF_FILE: [&str; 3] = ["data", "filename", "lang_iso"];
    let Ok(Value::Object(fields)) = serde_json::to_value(built) else {
        return None;
    };
    let is_kept = |(field, _): &(String, Value)| !OF_FILE.contains(&field.as_str());
    // In an order that no feature of the JSON library changes.
    let fields: BTreeMap<_, _> = fields.into_iter().filter(is_kept).collect();
    serde_json::to_string(&fields).ok()
}

/// One line: what becomes of the file, its path and language, its name at the service where that is
/// another, and the options of its upload.
impl fmt::Display for PlannedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = &self.file;
        let mut line = format!("{}: {} ({})", self.state, file.path.display(), file.lang);
        if !file.path.ends_with(&file.filename) {
            line += &format!(" as {}", file.filename);
        }
        match &self.state {
            PushState::Unreadable(error) => line += &format!(": {}", error.with_causes()),
            _ => {
                let options = self.built.as_ref().and_then(options_of);
                let options = options.filter(|options| options != "{}" && self.is_sent());
                line.extend(options.iter().flat_map(|options| [" ", options]));
            }
        }
        SingleLine(line).fmt(f)
    }
}

impl fmt::Display for PushState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::New => "new",
            Self::Changed => "changed",
            Self::Repeated => "repeated",
            Self::Unchanged => "unchanged",
            Self::Queued { .. } => "queued",
            Self::Unreadable(_) => "unreadable",
        })
    }
}

impl fmt::Debug for PlannedFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PlannedFile")
            .field("file", &self.file)
            .field("state", &self.state)
            .field("size", &self.size)
            .finish_non_exhaustive()
    }
}
