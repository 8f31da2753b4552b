//! Languages that were not added: which of those that were sent.

use crate::types::{LanguageError, LanguagesCreatedResponse, NewLanguage};

impl LanguagesCreatedResponse {
    /// What was not added, with the index of each in the list that was sent, where it can be told.
    /// Of several with the same code the last ones were refused.
    pub fn refused(
        &self,
        sent: &[NewLanguage],
    ) -> impl Iterator<Item = (Option<usize>, &LanguageError)> {
        let errors = self.errors.as_deref().unwrap_or_default();
        let mut claimed = vec![false; sent.len()];
        let mut found = Vec::new();
        for error in errors.iter().rev() {
            let is_meant = |index: &usize| {
                !claimed[*index] && Some(&sent[*index].lang_iso) == error.lang_iso.as_ref()
            };
            let index = (0..sent.len()).rev().find(is_meant);
            if let Some(index) = index {
                claimed[index] = true;
            }
            found.push((index, error));
        }
        found.into_iter().rev()
    }
}

impl LanguageError {
    /// Whether the project has the language already, so that nothing is left to do: code 208.
    pub fn is_there_already(&self) -> bool {
        self.code == Some(208)
    }
}
