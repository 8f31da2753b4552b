//! Removes secrets from the texts of errors.

use std::error::Error as StdError;
use std::fmt;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::BoxError;
use crate::wire::secret::Secret;

/// A shorter secret may be part of any word.
const SHORTEST: usize = 4;

/// The secrets that errors must not contain, in each form in which errors print text.
pub(super) struct Redaction(Vec<String>);

impl Redaction {
    pub(super) fn new(secrets: &[Secret]) -> Self {
        let secrets = secrets.iter().map(Secret::expose);
        let secrets = secrets.filter(|secret| secret.len() >= SHORTEST);
        let mut forms: Vec<_> = secrets.flat_map(forms).collect();
        // A secret may contain another.
        forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
        forms.dedup();
        Self(forms)
    }

    pub(super) fn apply(&self, text: &mut String) {
        for form in &self.0 {
            if text.contains(form.as_str()) {
                *text = text.replace(form.as_str(), "[redacted]");
            }
        }
    }

    /// Returns the texts of an error and its sources without secrets, if one of them prints a
    /// secret.
    pub(super) fn of_chain(&self, error: &(dyn StdError + 'static)) -> Option<BoxError> {
        let is_leaky = |error: &(dyn StdError + 'static)| {
            let texts = [error.to_string(), format!("{error:?}"), format!("{error:#?}")];
            texts.iter().any(|text| self.0.iter().any(|form| text.contains(form.as_str())))
        };
        let chain: Vec<_> = std::iter::successors(Some(error), |&error| error.source()).collect();
        if !chain.iter().any(|error| is_leaky(*error)) {
            return None;
        }
        let redacted = chain.into_iter().rev().fold(None, |source, error| {
            let mut text = error.to_string();
            self.apply(&mut text);
            Some(Box::new(Redacted { text, source }))
        });
        redacted.map(|error| error as BoxError)
    }
}

/// Returns a secret as it is, percent-encoded, and as `Debug` prints text and bytes.
fn forms(secret: &str) -> [String; 4] {
    let bytes = format!("{:?}", secret.as_bytes());
    [
        secret.to_owned(),
        utf8_percent_encode(secret, NON_ALPHANUMERIC).to_string(),
        secret.escape_debug().to_string(),
        bytes.trim_matches(['[', ']']).to_owned(),
    ]
}

/// The text of an error that printed a secret.
struct Redacted {
    text: String,
    source: Option<Box<Redacted>>,
}

impl fmt::Display for Redacted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for Redacted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.text, f)
    }
}

impl StdError for Redacted {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}
