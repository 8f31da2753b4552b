//! An uploaded file as it is parsed: apart from the data that it goes into.

use bytes::Bytes;
use serde_json::Value;

use super::formats::{self, Entry, Reading};
use super::uploaded;
use crate::state::{Branch, Language};

/// An uploaded file, and what has to be known to parse it.
pub(crate) struct Upload {
    content: Bytes,
    options: Value,
    /// That of the upload, unless it was removed since.
    language: Option<Language>,
    /// Those of the branch, the base language first.
    languages: Vec<Language>,
}

/// What a file says.
pub(crate) struct Parsed {
    /// The error is the message of the import.
    pub(super) entries: Result<Vec<Entry>, String>,
    /// Whether all of it is below the code of its language.
    pub(super) rooted: bool,
}

impl Upload {
    pub(crate) fn new(branch: &Branch, options: &Value, content: &Bytes) -> Self {
        let iso = options["lang_iso"].as_str().unwrap_or_default();
        Self {
            content: content.clone(),
            options: options.clone(),
            language: branch.language(iso).cloned(),
            languages: branch.languages().to_vec(),
        }
    }

    pub(crate) fn parse(&self) -> Parsed {
        let format = uploaded(&self.options);
        let entries = match (format, &self.language) {
            // A file too large to parse arrives without its content.
            (Some(format), Some(language)) if !self.content.is_empty() => {
                let reading =
                    Reading { language, languages: &self.languages, options: &self.options };
                format.read(&self.content, &reading)
            }
            _ => Ok(Vec::new()),
        };
        let iso = self.options["lang_iso"].as_str().unwrap_or_default();
        Parsed {
            rooted: entries.is_ok() && formats::is_rooted(format, &self.content, iso),
            entries,
        }
    }
}
