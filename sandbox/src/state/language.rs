//! The languages of a branch.

use uuid::Uuid;

/// A system language, perhaps with a code, name or forms of its own. Typed, because keys and files
/// look it up for every text.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Language {
    /// The id of the system language.
    pub(crate) id: u64,
    pub(crate) iso: String,
    pub(crate) uuid: Uuid,
    pub(crate) name: String,
    pub(crate) rtl: bool,
    /// Of `zero`, `one`, `two`, `few`, `many` and `other`.
    pub(crate) plural_forms: Vec<String>,
}
