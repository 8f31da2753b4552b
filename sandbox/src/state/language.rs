//! The languages of a branch.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A system language, perhaps with a code, name or forms of its own. Typed, because keys and files
/// look it up for every text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Language {
    #[serde(rename = "lang_id")]
    pub(crate) id: u64,
    #[serde(rename = "lang_iso")]
    pub(crate) iso: String,
    #[serde(rename = "project_language_uuid")]
    pub(crate) uuid: Uuid,
    #[serde(rename = "lang_name")]
    pub(crate) name: String,
    #[serde(rename = "is_rtl")]
    pub(crate) rtl: bool,
    /// Of `zero`, `one`, `two`, `few`, `many` and `other`.
    pub(crate) plural_forms: Vec<String>,
}
