//! The text of an entry: one, or the forms of a plural.

use std::fmt;

use crate::icu::CATEGORIES;

/// Returns a text as output has it, in one line: escapes control characters, separators of lines
/// and paragraphs, and what changes the direction of text. A line break is `\n`.
pub fn printed(text: &str) -> String {
    let escaped = text.chars().map(|letter| match letter {
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            letter.escape_debug().to_string()
        }
        _ if letter.is_control() => letter.escape_debug().to_string(),
        _ => letter.to_string(),
    });
    escaped.collect()
}

/// A text, or the forms of a plural.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Text {
    One(String),
    /// By their categories, in the order of [`forms`](Text::forms).
    Forms(Vec<(String, String)>),
}

impl Text {
    /// Creates the forms of a plural, in the order of CLDR.
    pub(crate) fn forms(forms: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut forms: Vec<_> = forms.into_iter().collect();
        let rank = |form: &str| CATEGORIES.iter().position(|category| *category == form);
        forms.sort_by_key(|(name, _)| rank(name).unwrap_or(usize::MAX));
        Self::Forms(forms)
    }

    /// Changes the text, or each form.
    pub(crate) fn map(&self, change: impl Fn(&str) -> String) -> Self {
        match self {
            Self::One(text) => Self::One(change(text)),
            Self::Forms(forms) => {
                let forms = forms.iter().map(|(name, text)| (name.clone(), change(text)));
                Self::Forms(forms.collect())
            }
        }
    }

    /// Whether it has no text at all.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::One(text) => text.is_empty(),
            Self::Forms(forms) => forms.iter().all(|(_, text)| text.is_empty()),
        }
    }

    /// Returns the forms; none if it is no plural.
    pub(crate) fn plural(&self) -> &[(String, String)] {
        match self {
            Self::One(_) => &[],
            Self::Forms(forms) => forms,
        }
    }

    /// Returns the text, or those of the forms that are not empty.
    pub(crate) fn strings(&self) -> impl Iterator<Item = &str> {
        let one = match self {
            Self::One(text) => Some(text),
            Self::Forms(_) => None,
        };
        let forms = self.plural().iter().map(|(_, text)| text);
        one.into_iter().chain(forms).map(String::as_str).filter(|text| !text.is_empty())
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::One(text) => f.write_str(text),
            Self::Forms(forms) => {
                let forms: Vec<_> =
                    forms.iter().map(|(name, text)| format!("{name}: {text}")).collect();
                f.write_str(&forms.join(" | "))
            }
        }
    }
}
