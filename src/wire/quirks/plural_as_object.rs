//! `plural_as_object`: the translation of a plural key is an object of its forms in requests. In
//! observed responses it is text that contains this object as JSON; some sources declare an object.

use std::collections::{BTreeMap, btree_map};
use std::fmt;

use serde::{Serialize, Serializer};

use crate::wire::decode::{Decode, Reader, Result, deserialize};

/// The text of a translation: a text, or the forms of a plural.
///
/// Responses have the forms of a plural as JSON in a text, which [`forms`](Self::forms) parses.
///
/// ```
/// use l10n_client::types::{PluralForms, TranslationText};
///
/// let plain = TranslationText::from("Guten Tag");
/// assert_eq!((plain.as_text(), plain.forms()), (Some("Guten Tag"), None));
///
/// let plural = TranslationText::from(PluralForms::from([("one", "a file"), ("other", "files")]));
/// let received = TranslationText::from(r#"{"one":"a file","other":"files"}"#);
/// assert_eq!(plural.forms(), received.forms());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TranslationText {
    /// A text. For a plural in a response, the JSON of its forms.
    Text(String),
    /// The forms of a plural.
    Forms(PluralForms),
}

impl TranslationText {
    /// Returns the forms of a plural; `None` for any other text.
    ///
    /// Any text that is a JSON object of texts counts as a plural. To be sure, check `is_plural` of
    /// the key.
    pub fn forms(&self) -> Option<PluralForms> {
        match self {
            Self::Forms(forms) => Some(forms.clone()),
            Self::Text(text) => PluralForms::read(text).ok(),
        }
    }

    /// Returns the text as received; `None` if the forms of a plural were an object.
    pub fn as_text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            Self::Forms(_) => None,
        }
    }

    /// Whether the text, or each form of the plural, is empty.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Text(text) if text.is_empty() => true,
            _ => self.forms().is_some_and(|forms| forms.is_empty()),
        }
    }
}

/// Writes the text, or the JSON of the forms, as in responses.
impl fmt::Display for TranslationText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => f.pad(text),
            Self::Forms(forms) => forms.fmt(f),
        }
    }
}

impl<S: AsRef<str> + ?Sized> From<&S> for TranslationText {
    fn from(text: &S) -> Self {
        Self::Text(text.as_ref().to_owned())
    }
}

impl From<String> for TranslationText {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<PluralForms> for TranslationText {
    fn from(forms: PluralForms) -> Self {
        Self::Forms(forms)
    }
}

impl From<&TranslationText> for TranslationText {
    fn from(text: &TranslationText) -> Self {
        text.clone()
    }
}

/// The forms of a plural by name: `zero`, `one`, `two`, `few`, `many` and `other` of CLDR, and any
/// other name that the service uses.
///
/// `Display` writes their JSON, as in the text of a plural in a response.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct PluralForms(BTreeMap<String, String>);

impl PluralForms {
    /// Returns the text of a form, if there is one.
    pub fn get(&self, form: impl AsRef<str>) -> Option<&str> {
        self.0.get(form.as_ref()).map(String::as_str)
    }

    /// Sets the text of a form. Returns the previous text.
    pub fn set(&mut self, form: impl Into<String>, text: impl Into<String>) -> Option<String> {
        self.0.insert(form.into(), text.into())
    }

    /// Returns the forms and their texts in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        let forms = self.0.iter();
        forms.map(|(form, text)| (form.as_str(), text.as_str()))
    }

    /// Whether all forms are empty, or there are no forms.
    pub fn is_empty(&self) -> bool {
        self.0.values().all(String::is_empty)
    }

    /// Parses the JSON of forms.
    pub(crate) fn read(text: &str) -> serde_json::Result<Self> {
        let forms: BTreeMap<String, String> = serde_json::from_str(text)?;
        Ok(Self(forms))
    }
}

impl<F: Into<String>, T: Into<String>, const N: usize> From<[(F, T); N]> for PluralForms {
    fn from(forms: [(F, T); N]) -> Self {
        forms.into_iter().collect()
    }
}

impl<F: Into<String>, T: Into<String>> FromIterator<(F, T)> for PluralForms {
    fn from_iter<I: IntoIterator<Item = (F, T)>>(forms: I) -> Self {
        let forms = forms.into_iter();
        Self(forms.map(|(form, text)| (form.into(), text.into())).collect())
    }
}

impl IntoIterator for PluralForms {
    type Item = (String, String);
    type IntoIter = btree_map::IntoIter<String, String>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

/// Writes the forms as JSON.
impl fmt::Display for PluralForms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let json = serde_json::to_string(&self.0).map_err(|_| fmt::Error)?;
        f.pad(&json)
    }
}

impl Serialize for PluralForms {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl Decode for PluralForms {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        Decode::decode(reader).map(Self)
    }
}

impl Serialize for TranslationText {
    fn serialize<S: Serializer>(&self, serializer: S) -> std::result::Result<S::Ok, S::Error> {
        match self {
            Self::Text(text) => text.serialize(serializer),
            Self::Forms(forms) => forms.0.serialize(serializer),
        }
    }
}

impl Decode for TranslationText {
    fn decode(reader: &mut Reader<'_>) -> Result<Self> {
        match reader.peek() {
            b'{' | b'[' => Decode::decode(reader).map(Self::Forms),
            _ => Decode::decode(reader).map(Self::Text),
        }
    }
}

deserialize!(PluralForms, TranslationText);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    const FORMS: &str = r#"{"few":"","one":"a file","other":"files","x-dual":"a pair"}"#;

    #[test]
    fn a_plural_as_text_and_as_an_object_has_the_same_forms() -> serde_json::Result<()> {
        let object: TranslationText = serde_json::from_str(FORMS)?;
        let text: TranslationText = serde_json::from_str(&serde_json::to_string(FORMS)?)?;
        assert_eq!(text.as_text(), Some(FORMS));
        assert_eq!(object.as_text(), None);
        assert_eq!(object.forms(), text.forms());
        let forms = object.forms().unwrap_or_default();
        assert_eq!(forms.get("one"), Some("a file"));
        assert_eq!(forms.get("x-dual"), Some("a pair"), "a form of the service's own");
        assert_eq!((forms.get("few"), forms.get("many")), (Some(""), None));
        assert_eq!(serde_json::to_string(&object)?, FORMS, "sent as an object");
        assert_eq!(object.to_string(), FORMS, "displayed as in responses");
        Ok(())
    }

    #[test]
    fn a_text_that_is_no_plural_stays_a_text() -> serde_json::Result<()> {
        for plain in ["Guten Tag", "", "{count} files", "{\"a\":1}", "[]", "null", "{"] {
            let text: TranslationText = serde_json::from_value(plain.into())?;
            assert_eq!(text.forms(), None, "{plain}");
            assert_eq!(serde_json::to_value(&text)?, plain);
        }
        Ok(())
    }

    #[test]
    fn untranslated_is_no_text_or_only_empty_forms() {
        for (text, expected) in [
            ("", true),
            (r#"{"one":"","other":""}"#, true),
            (r#"{"one":"","other":"x"}"#, false),
            ("x", false),
        ] {
            assert_eq!(TranslationText::from(text).is_empty(), expected, "{text}");
        }
        assert!(TranslationText::from(PluralForms::default()).is_empty());
    }

    #[test]
    fn forms_are_read_from_escaped_json_and_written_again() -> Result<(), Error> {
        let forms: PluralForms = r#"{"one":"\u00fcber","other":"\ud83d\ude00"}"#.parse()?;
        assert_eq!((forms.get("one"), forms.get("other")), (Some("über"), Some("😀")));
        assert_eq!(forms, forms.to_string().parse()?);
        assert!("plain".parse::<PluralForms>().is_err());
        Ok(())
    }

    #[test]
    fn an_empty_list_is_a_plural_without_forms() -> serde_json::Result<()> {
        let text: TranslationText = serde_json::from_str("[]")?;
        assert_eq!(text, PluralForms::default().into());
        assert!(serde_json::from_str::<TranslationText>(r#"["a"]"#).is_err());
        Ok(())
    }
}
