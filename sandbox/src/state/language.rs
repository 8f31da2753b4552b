//! The languages of a branch.

use uuid::Uuid;

/// A language of a branch: a system language, perhaps with a code, name or forms of its own.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Language {
    /// The id of the system language.
    pub(crate) id: u64,
    pub(crate) uuid: Uuid,
    /// The code, which may be a custom one.
    pub(crate) iso: String,
    pub(crate) name: String,
    pub(crate) rtl: bool,
    pub(crate) plural_forms: Vec<String>,
}
