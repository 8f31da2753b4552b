//! Errors of files and folders.

use std::io;
use std::path::Path;

use crate::error::{Error, ErrorKind};

impl Error {
    /// An I/O error of a file or directory. `action` is a verb.
    pub(crate) fn io(action: &str, path: &Path, error: io::Error) -> Self {
        let detail = format!("cannot {action} {}", quoted(path));
        Self::new(ErrorKind::Io, None, detail).with_source(error)
    }
}

/// Returns a path on one line, as its user writes it.
fn quoted(path: &Path) -> String {
    let escaped = format!("{path:?}");
    match cfg!(windows) {
        // There it is the separator.
        true => escaped.replace(r"\\", r"\"),
        false => escaped,
    }
}
