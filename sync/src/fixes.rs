//! Fixes: translations that a commit replaced here, and that the service still has as they were.

use l10n_client::types::{Key, PluralForms, Translation, TranslationText};

use crate::error::Error;
use crate::pull::{Incoming, PullOptions};
use crate::push::PushOptions;
use crate::selection::Selection;
use crate::service::{Event, Sync, idempotent};
use crate::texts::OlderText;

/// A translation that a commit replaced here: see [`Sync::push_fixes`].
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fix {
    /// The local path.
    pub path: String,
    /// The language, by the service's code.
    pub lang: String,
    /// The key, by its name in the file.
    pub key: String,
    /// The text that the service had.
    pub before: String,
    /// The text of the local file.
    pub after: String,
    /// Why it was not sent, and what to do; `None` if it was, or would be.
    pub failure: Option<String>,
    /// Whether it was not sent only because the service's text is newer than the commit.
    pub is_skipped: bool,
}

impl Sync {
    /// Checks that Git has the history that [`push_fixes`](Self::push_fixes) needs.
    ///
    /// # Errors
    ///
    /// Fails with [`Error::Config`] if there is no Git working tree, or if it is shallow and
    /// [`PushOptions::changed_since`] is not set.
    pub async fn check_fixes(&self, options: &PushOptions) -> Result<(), Error> {
        let git = self.git().await?;
        let is_known = |git: crate::git::Git| !git.is_shallow() || options.changed_since.is_some();
        if !git.is_some_and(is_known) {
            return Err(Error::config(
                "fixes",
                "needs a Git working tree with its history: fetch it (`fetch-depth: 0`)",
            ));
        }
        Ok(())
    }

    /// Sends the translations that a commit replaced here, if the service still has the text that
    /// the commit replaced. A text that was written at the service after the commit is not replaced.
    ///
    /// # Errors
    ///
    /// Fails as [`check_fixes`](Self::check_fixes) does, and if the service or Git fails. A failure
    /// of a single text is in its [`Fix`].
    pub async fn push_fixes(&self, options: &PushOptions) -> Result<Vec<Fix>, Error> {
        self.fixes(options, true).await
    }

    /// Returns the translations that [`push_fixes`](Self::push_fixes) would send. Sends nothing.
    ///
    /// # Errors
    ///
    /// Fails like [`push_fixes`](Self::push_fixes).
    pub async fn plan_fixes(&self, options: &PushOptions) -> Result<Vec<Fix>, Error> {
        self.fixes(options, false).await
    }

    async fn fixes(&self, options: &PushOptions, sends: bool) -> Result<Vec<Fix>, Error> {
        self.check_fixes(options).await?;
        let selection = Selection::new(&options.paths)?;
        let pull = PullOptions {
            languages: options.languages.clone(),
            changed_since: options.changed_since.clone(),
            whole: Some(crate::Side::Translations),
            before_push: !sends,
            ..PullOptions::new()
        };
        let Some((project, work)) = self.plan(&pull).await? else {
            return Ok(Vec::new());
        };
        self.emit(Event::Phase("sending fixes"));
        let mut fixes = Vec::new();
        for file in work.files.iter().filter(|file| selection.has(&file.path)) {
            if file.older.is_empty() || self.workspace.groups[file.group].push == crate::Side::None
            {
                continue;
            }
            let is_filtered = self.workspace.groups[file.group].is_filtered();
            let mut keys = self.keys(&project.address, &file.name).await?;
            for text in &file.older {
                // A filtered pull removes texts that the service still has.
                if is_filtered && text.newer.is_empty() {
                    continue;
                }
                let failure = match find(&mut keys, &file.lang, text) {
                    Ok(found) if sends => {
                        let failure = self.send_fix(&project.address, found).await;
                        failure.map(|reason| (reason, false))
                    }
                    Ok(_) => None,
                    Err(failure) => Some(failure),
                };
                fixes.push(fix(file, text, failure));
            }
        }
        Ok(fixes)
    }

    async fn keys(&self, address: &str, filename: &str) -> Result<Vec<Key>, Error> {
        let call = self.client.list_keys(address).include_translations(true).limit(500);
        let mut stream = call.filter_filenames([filename]).stream();
        let mut keys = Vec::new();
        while let Some(key) = stream.next().await {
            keys.push(key?);
        }
        Ok(keys)
    }

    /// Sends a translation; returns why it was not sent.
    async fn send_fix(&self, address: &str, translation: &Translation) -> Option<String> {
        let text = translation.translation.clone()?;
        let call = self.client.update_translation(address, translation.translation_id, text);
        let failure = call.options(idempotent()).send().await.err();
        failure.map(|error| error.with_causes())
    }
}

/// Finds the translation that has the older text, by its key or as the only one, and gives it the
/// newer text. Otherwise returns why not, and whether the service's text is newer.
fn find<'k>(
    keys: &'k mut [Key],
    lang: &str,
    text: &OlderText,
) -> Result<&'k Translation, (String, bool)> {
    let candidates = keys.iter_mut().filter_map(|key| candidate(key, lang, text));
    let (mut named, mut others): (Vec<_>, Vec<_>) = candidates.partition(|found| found.is_named);
    let found = match (named.len(), others.len()) {
        _ if text.newer.is_empty() => {
            return Err((format!("it was emptied or removed here: {}", text.clear(lang)), false));
        }
        (1, _) => named.pop(),
        (0, 1) => others.pop(),
        _ => None,
    };
    let found = found.ok_or_else(|| {
        let reason = "not found as a single text at the service: send the file with `l10n push \
                      --replace PATH`";
        (reason.to_owned(), false)
    })?;
    match found.translation.modified_at_timestamp {
        Some(time) if time <= text.replaced_at => {
            found.translation.translation = Some(found.newer);
            Ok(found.translation)
        }
        _ => {
            let reason = "written at the service after the commit: take it with `l10n pull --force \
                          PATH`, or send the file with `l10n push --replace PATH`";
            Err((reason.to_owned(), true))
        }
    }
}

/// A translation that has the older text.
struct Candidate<'k> {
    translation: &'k mut Translation,
    newer: TranslationText,
    /// Whether the key has the name of the text.
    is_named: bool,
}

/// Returns the translation of a key if it has the older text, alone or as a form of a plural.
fn candidate<'k>(key: &'k mut Key, lang: &str, text: &OlderText) -> Option<Candidate<'k>> {
    let has_name = |name: &str| {
        key.key_name.as_ref().is_some_and(|names| names.names().any(|(_, known)| known == name))
    };
    let is_named = has_name(&text.key);
    let form = text.key.rsplit_once("::").filter(|(name, _)| has_name(name)).map(|(_, form)| form);
    let translations = key.translations.as_mut()?.iter_mut();
    let translation =
        translations.into_iter().find(|found| found.language_iso.as_deref() == Some(lang))?;
    let found = translation.translation.as_ref()?;
    if found.as_text() == Some(text.older.as_str()) {
        return Some(Candidate { translation, newer: text.newer.clone().into(), is_named });
    }
    let (form, forms) = form.zip(found.forms())?;
    // The service would export empty forms that are sent.
    let known = forms.into_iter().filter(|(_, text)| !text.is_empty());
    let mut forms: PluralForms = known.collect();
    (forms.set(form, &text.newer)? == text.older).then_some(())?;
    Some(Candidate { translation, newer: forms.into(), is_named: true })
}

fn fix(file: &Incoming, text: &OlderText, failure: Option<(String, bool)>) -> Fix {
    let (failure, is_skipped) = failure.unzip();
    Fix {
        path: file.path.clone(),
        lang: file.lang.clone(),
        key: text.key.clone(),
        before: text.older.clone(),
        after: text.newer.clone(),
        failure,
        is_skipped: is_skipped.unwrap_or_default(),
    }
}
