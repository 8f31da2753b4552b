//! The languages of a branch.

use uuid::Uuid;

use super::data::form;

form! {
    /// A language of a branch: a system language, perhaps with a code, name or forms of its own.
    /// Its code alone will do.
    Language {
        /// The code. One that the service does not know needs a `name`.
        iso: String,
        ;
        /// The id of the system language; that of the code where it is left out.
        id: u64,
        /// A UUID v7.
        uuid: Uuid,
        name: String,
        /// Whether it is written from right to left.
        rtl: bool,
        /// Of `zero`, `one`, `two`, `few`, `many` and `other`.
        plural_forms: Vec<String>,
    }
}

impl From<String> for Language {
    fn from(iso: String) -> Self {
        Self { iso, ..Self::default() }
    }
}
