//! A file of a push.

use std::path::{Path, PathBuf};

/// A file that is pushed.
#[derive(Debug, Clone)]
pub struct PushFile {
    pub(super) path: PathBuf,
    pub(super) lang: String,
    pub(super) local_lang: String,
    pub(super) filename: String,
    pub(super) template: String,
}

impl PushFile {
    /// Where it is read.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The language of its translations, as the service calls it.
    pub fn lang(&self) -> &str {
        &self.lang
    }

    /// The language as the path or the caller has it: see
    /// [`Push::languages`](super::Push::languages).
    pub fn local_lang(&self) -> &str {
        &self.local_lang
    }

    /// Whether this is its language, by the code here or at the service.
    pub(super) fn is_in(&self, code: &str) -> bool {
        self.lang == code || self.local_lang == code
    }

    /// Its name at the service: the path relative to the base folder, unless
    /// [`Push::filename`](super::Push::filename) says otherwise.
    pub fn filename(&self) -> &str {
        &self.filename
    }

    /// The path relative to the base folder with `%LANG_ISO%` in the place that the pattern names
    /// `{lang}`, which makes one file of all languages at the service. The path as it is, for a
    /// file that no such pattern has found.
    pub fn template(&self) -> &str {
        &self.template
    }
}
