//! Removes secrets from the texts of errors.

use std::error::Error as StdError;
use std::fmt;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

use super::BoxError;
use crate::wire::secret::Secret;

/// A shorter secret may be any word.
const SHORTEST: usize = 3;
/// A shorter secret is redacted only as a word of its own, such as the code of a card.
const SHORTEST_PART: usize = 4;

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
            if find(text, form).is_some() {
                *text = without(text, form);
            }
        }
    }

    /// Returns the texts of an error and its sources without secrets, if one of them prints a
    /// secret.
    pub(super) fn of_chain(&self, error: &(dyn StdError + 'static)) -> Option<BoxError> {
        let is_leaky = |error: &(dyn StdError + 'static)| {
            let texts = [error.to_string(), format!("{error:?}"), format!("{error:#?}")];
            texts.iter().any(|text| self.0.iter().any(|form| find(text, form).is_some()))
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

/// Returns the index of a form of a secret in a text.
fn find(text: &str, form: &str) -> Option<usize> {
    let is_edge = |neighbor: Option<char>| !neighbor.is_some_and(char::is_alphanumeric);
    let mut found = text.match_indices(form).map(|(start, _)| start);
    found.find(|start| {
        let (before, after) = (&text[..*start], &text[start + form.len()..]);
        form.len() >= SHORTEST_PART
            || is_edge(before.chars().next_back()) && is_edge(after.chars().next())
    })
}

fn without(mut text: &str, form: &str) -> String {
    let mut redacted = String::new();
    while let Some(start) = find(text, form) {
        redacted.extend([&text[..start], "[redacted]"]);
        text = &text[start + form.len()..];
    }
    redacted + text
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
