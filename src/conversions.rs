//! Conversions of the document's types: from what is read to what is created or updated, to copy it
//! within a project or to another; and from text.

use std::str::FromStr;

use serde_json::Value;

use crate::error::{Error, ErrorKind};
use crate::types::{
    ContributorLanguage, Key, KeyName, Language, LanguageAccess, NewComment, NewKey,
    NewKeyTranslation, NewLanguage, NewProjectLanguage, PlatformFilenames, PlatformTexts,
    PluralForms, TranslationText,
};

/// Creates a new key with the fields, tags, files, translations and comments of another, as far as
/// the response has them: a list has translations with `include_translations`, and comments with
/// `include_comments`. List keys with `disable_references`, or the copies have the texts of other
/// keys where these have references to them. The comments become the caller's. Empty translations,
/// screenshots and custom translation statuses are not copied.
///
/// ```
/// # async fn copy(client: l10n_client::Client) -> Result<(), l10n_client::Error> {
/// let keys = client.list_keys("garnet-7041.26").include_translations(true);
/// let keys = keys.disable_references(true).send().await?;
/// let copies = client.create_keys("beryl-1001.26", &keys.keys).in_batches().send().await?;
/// println!("{copies}");
/// # Ok(())
/// # }
/// ```
impl From<&Key> for NewKey {
    fn from(key: &Key) -> Self {
        // The service rejects a key without a name.
        let name = key.key_name.clone().unwrap_or_else(|| KeyName::from(""));
        let attributes = key.custom_attributes.as_ref().map(|attributes| match attributes {
            Value::String(json) => json.clone(),
            json => json.to_string(),
        });
        Self::new(name, key.platforms.iter().flatten())
            .description(key.description.as_ref())
            .context(key.context.as_ref())
            .char_limit(key.char_limit)
            .custom_attributes(attributes)
            .filenames(key.filenames.as_ref())
            .is_archived(key.is_archived)
            .is_hidden(key.is_hidden)
            .is_plural(key.is_plural)
            .plural_name(key.plural_name.as_ref())
            .tags(key.tags.as_ref())
            .translations(translations(key))
            .comments(comments(key))
    }
}

fn comments(key: &Key) -> Option<Vec<NewComment>> {
    let comments = key.comments.as_ref()?.iter();
    let copies = comments.filter_map(|one| Some(NewComment::new(one.comment.as_ref()?)));
    Some(copies.collect()).filter(|copies: &Vec<_>| !copies.is_empty())
}

fn translations(key: &Key) -> Option<Vec<NewKeyTranslation>> {
    let of = |text: &TranslationText| match key.is_plural {
        // Responses have the JSON of the forms, requests an object.
        Some(true) => text.forms().map_or_else(|| text.clone(), PluralForms::into),
        _ => text.clone(),
    };
    let translations = key.translations.as_ref()?.iter();
    let copies = translations.filter_map(|one| {
        let text = one.translation.as_ref().filter(|text| !text.is_empty())?;
        let copy = NewKeyTranslation::new(one.language_iso.as_ref()?, of(text));
        Some(copy.is_reviewed(one.is_reviewed).is_unverified(one.is_unverified.or(one.is_fuzzy)))
    });
    Some(copies.collect())
}

impl From<&PlatformTexts> for PlatformFilenames {
    fn from(files: &PlatformTexts) -> Self {
        Self::new()
            .ios(files.ios.as_ref())
            .android(files.android.as_ref())
            .web(files.web.as_ref())
            .other(files.other.as_ref())
    }
}

/// Creates a new language by code. If its project has a custom code for it, set `lang_iso` to the
/// service's code and `custom_iso` to the project's.
impl From<&Language> for NewLanguage {
    fn from(language: &Language) -> Self {
        Self::new(language.lang_iso.as_deref().unwrap_or_default())
    }
}

/// Creates it by code, as for [`NewLanguage`].
impl From<&Language> for NewProjectLanguage {
    fn from(language: &Language) -> Self {
        Self::new(language.lang_iso.as_deref().unwrap_or_default())
    }
}

/// Converts existing access for an update, which must list all languages of a contributor.
impl From<&ContributorLanguage> for LanguageAccess {
    fn from(language: &ContributorLanguage) -> Self {
        let access = Self::new(language.lang_iso.as_deref().unwrap_or_default());
        access.is_writable(language.is_writable)
    }
}

/// Parses a JSON object of texts.
impl FromStr for PluralForms {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let reason = "not a JSON object of plural forms";
        Self::read(text).map_err(|_| Error::new(ErrorKind::InvalidRequest, None, reason))
    }
}

impl Key {
    /// Parses the custom attributes, which the service sends as JSON text; `None` if there are
    /// none, or the text is not JSON.
    pub fn attributes(&self) -> Option<Value> {
        match self.custom_attributes.as_ref()? {
            Value::String(text) => serde_json::from_str(text).ok(),
            Value::Null => None,
            attributes => Some(attributes.clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_json_in_text_or_plain() -> serde_json::Result<()> {
        let json = serde_json::json!({"a": [1]});
        for (wire, expected) in [
            (r#""{\"a\":[1]}""#, Some(json.clone())),
            (r#"{"a":[1]}"#, Some(json)),
            (r#""""#, None),
            ("null", None),
            ("[]", Some(serde_json::json!([]))),
            (r#""plain""#, None),
        ] {
            let body = format!(r#"{{"key_id":1,"custom_attributes":{wire}}}"#);
            let key: Key = serde_json::from_str(&body)?;
            assert_eq!(key.attributes(), expected, "{wire}");
        }
        Ok(())
    }
}
