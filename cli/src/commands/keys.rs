//! `l10n keys`: prints and translates keys.

use l10n_client::Client;
use l10n_client::types::{Key, PluralForms, Translation, TranslationText};
use l10n_sync::printed;
use serde_json::json;

use super::{Context, all};
use crate::args::{KeysCommand, SetArgs};
use crate::exit::{Exit, Failure, Result};
use crate::session;

pub(super) async fn run(context: Context<'_>, command: &KeysCommand) -> Result<Exit> {
    let client = session::client(context.settings)?;
    let project = super::address(context, &client).await?;
    let keys = Keys { context, client, project };
    match command {
        KeysCommand::Show { key } => keys.show(key).await,
        KeysCommand::Set(args) => keys.set(args).await,
    }
}

struct Keys<'a> {
    context: Context<'a>,
    client: Client,
    project: String,
}

impl Keys<'_> {
    async fn show(&self, key: &str) -> Result<Exit> {
        let key = self.key(key).await?;
        let print = |text: String| self.context.output.line(&text);
        print(format!("{}  {}{}", key.key_id, name(&key), in_file(&key)));
        for translation in key.translations.iter().flatten() {
            let lang = translation.language_iso.as_deref().unwrap_or("?");
            let text = translation.translation.as_ref().map(|text| readable(&key, text));
            print(format!("{lang}: {}", text.unwrap_or_default()));
        }
        self.context.output.done(json!({"key": key}))
    }

    async fn set(&self, args: &SetArgs) -> Result<Exit> {
        let key = self.key(&args.key).await?;
        let code = self.context.settings.service_code(&args.lang);
        let translation = translation(&key, &code)?;
        let before = translation.translation.clone();
        let text = match key.is_plural {
            Some(true) => self.forms(&code, &args.text, before.as_ref()).await?,
            _ => args.text.as_str().into(),
        };
        let change = json!({"key_id": key.key_id, "lang_iso": code, "before": before, "after": text,
            "dry_run": args.dry_run});
        if !args.dry_run {
            let id = translation.translation_id;
            self.client.update_translation(&self.project, id, text.clone()).send().await?;
        }
        let before = before.map(|text| readable(&key, &text)).unwrap_or_default();
        let line = format!("{} ({code}): {before:?} -> {:?}", name(&key), readable(&key, &text));
        self.context.output.line(&line);
        self.context.output.done(change)
    }

    /// Parses plural forms, and merges them into the existing ones.
    async fn forms(
        &self,
        code: &str,
        text: &str,
        before: Option<&TranslationText>,
    ) -> Result<TranslationText> {
        let given: Result<PluralForms, _> = serde_json::from_str(text);
        let given = given.map_err(|error| {
            let example = r#"{"one": "%{n} file", "other": "%{n} files"}"#;
            Failure::usage(format!("invalid plural forms: {error}; write them as {example}"))
        })?;
        let languages = all(self.client.list_languages(&self.project).stream()).await?.into_iter();
        let mut languages = languages.filter(|known| known.lang_iso.as_deref() == Some(code));
        let known = languages.next().and_then(|language| language.plural_forms).unwrap_or_default();
        // The service would export empty forms that are sent.
        let known_forms = before.and_then(TranslationText::forms).unwrap_or_default().into_iter();
        let mut forms: PluralForms = known_forms.filter(|(_, text)| !text.is_empty()).collect();
        for (form, text) in given {
            if !known.is_empty() && !known.contains(&form) {
                return Err(Failure::usage(format!(
                    "`{code}` has no plural form `{form}`: use {}",
                    known.join(", ")
                )));
            }
            forms.set(form, text);
        }
        Ok(forms.into())
    }

    /// Finds a key with its translations: by its name and context, else by its name, or by its id.
    async fn key(&self, wanted: &str) -> Result<Key> {
        let mut list = self.client.list_keys(&self.project).include_translations(true);
        // The filter is comma-separated, and `\n` stands for a line break.
        if !wanted.contains([',', '\\']) {
            let names = wanted.match_indices("::").map(|(at, _)| &wanted[at + 2..]);
            list =
                list.filter_keys([wanted].into_iter().chain(names.filter(|name| !name.is_empty())));
        }
        let mut found = all(list.stream()).await?;
        // It is not known how exactly the service compares names.
        let rank = |key: &Key| rank(key, wanted);
        let best = found.iter().filter_map(rank).min();
        found.retain(|key| best.is_some() && rank(key) == best);
        match (found.pop(), found.as_slice()) {
            (Some(key), []) => Ok(key),
            (Some(key), others) => {
                let id = |key: &Key| format!("{} {}{}", key.key_id, name(key), in_file(key));
                let ids: Vec<_> = others.iter().chain([&key]).map(id).collect();
                Err(Failure::usage(format!(
                    "{} keys are named `{wanted}`: use an id instead: {}",
                    ids.len(),
                    ids.join(", ")
                )))
            }
            (None, _) => self.key_by_id(wanted).await,
        }
    }

    async fn key_by_id(&self, wanted: &str) -> Result<Key> {
        let none = || Failure::new(Exit::Rejected, format!("the project has no key `{wanted}`"));
        let id: i64 = wanted.parse().map_err(|_| none())?;
        let call = self.client.get_key(&self.project, id);
        match call.send().await {
            Ok(response) => Ok(response.into_inner().key),
            Err(error) if error.is_not_found() => Err(none()),
            Err(error) => Err(error.into()),
        }
    }
}

/// Returns how well a name is that of a key: 0 is best, `None` if it is not.
fn rank(key: &Key, wanted: &str) -> Option<usize> {
    let (context, wanted) = (context(key), printed(wanted));
    let has = |start: String| {
        let mut names = key.key_name.iter().flat_map(|names| names.names());
        names.any(|(_, name)| printed(&format!("{start}{name}")) == wanted)
    };
    match has(format!("{}::", context.unwrap_or_default())) {
        true => Some(0),
        false => has(String::new()).then_some(1 + usize::from(context.is_some())),
    }
}

/// Returns the name of a key, after its context if it has one.
fn name(key: &Key) -> String {
    let name = key.key_name.as_ref().map(ToString::to_string).unwrap_or_default();
    context(key).map_or(name.clone(), |context| format!("{context}::{name}"))
}

fn context(key: &Key) -> Option<&str> {
    key.context.as_deref().filter(|context| !context.is_empty())
}

/// Returns a text as it is displayed: the service escapes characters in the forms of a plural.
fn readable(key: &Key, text: &TranslationText) -> String {
    let forms = text.forms().filter(|_| key.is_plural == Some(true));
    forms.map_or_else(|| text.to_string(), |forms| forms.to_string())
}

/// The file of a key at the service, to tell keys of one name apart.
fn in_file(key: &Key) -> String {
    let names = key.filenames.as_ref();
    let names =
        names.into_iter().flat_map(|names| [&names.web, &names.ios, &names.android, &names.other]);
    let file = names.flatten().find(|name| !name.is_empty());
    file.map(|name| format!(" ({name})")).unwrap_or_default()
}

fn translation<'a>(key: &'a Key, code: &str) -> Result<&'a Translation> {
    let translations = || key.translations.iter().flatten();
    let found = translations().find(|one| one.language_iso.as_deref() == Some(code));
    found.ok_or_else(|| {
        let known: Vec<_> = translations().filter_map(|one| one.language_iso.as_deref()).collect();
        let known = known.join(", ");
        Failure::usage(format!("the project has no language `{code}`, only {known}"))
    })
}
