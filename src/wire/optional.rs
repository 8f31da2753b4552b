//! Arguments of setters: a value, or an [`Option`] of one, so you can pass the fields of a
//! response.
//!
//! `None` omits the field. To clear a field, send an empty value: `""` for text, and for a list
//! `[""; 0]` or an empty `Vec`. (Rust cannot infer the types of `None` and `[]` themselves here,
//! because a setter takes several.)
//!
//! ```
//! use l10n_client::types::{Key, KeyUpdate};
//!
//! fn notes(from: &Key) -> KeyUpdate {
//!     KeyUpdate::new()
//!         .description("copied")
//!         .context(from.context.as_deref())
//!         .is_hidden(from.is_hidden)
//!         .tags(from.tags.as_ref())
//! }
//! ```
//!
//! The parameter `K` of the traits and of the setters is inferred.

use kinds::{Optional, Plain};

/// The kinds of arguments, between which the compiler chooses.
mod kinds {
    /// A plain value.
    #[derive(Debug)]
    pub enum Plain {}

    /// An [`Option`] of a value.
    #[derive(Debug)]
    pub enum Optional {}
}

/// Converts into an [`Option`] of a value.
#[diagnostic::on_unimplemented(message = "`{Self}` is neither a `{T}` nor an `Option` of one")]
pub trait IntoOption<T, K> {
    /// Converts it.
    fn into_option(self) -> Option<T>;
}

impl<T, V: Into<T>> IntoOption<T, Plain> for V {
    fn into_option(self) -> Option<T> {
        Some(self.into())
    }
}

impl<T, V: Into<T>> IntoOption<T, Optional> for Option<V> {
    fn into_option(self) -> Option<T> {
        self.map(Into::into)
    }
}

/// Converts into an [`Option`] of a list.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a list of `{T}` nor an `Option` of one"
)]
pub trait IntoOptionList<T, K> {
    /// Converts it.
    fn into_option_list(self) -> Option<Vec<T>>;
}

impl<T, L: IntoIterator<Item: Into<T>>> IntoOptionList<T, Plain> for L {
    fn into_option_list(self) -> Option<Vec<T>> {
        Some(self.into_iter().map(Into::into).collect())
    }
}

impl<T, L: IntoIterator<Item: Into<T>>> IntoOptionList<T, Optional> for Option<L> {
    fn into_option_list(self) -> Option<Vec<T>> {
        self.map(|list| list.into_iter().map(Into::into).collect())
    }
}
