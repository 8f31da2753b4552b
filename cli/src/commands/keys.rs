//! `l10n keys`: finds, prints and translates keys.

use std::fs;
use std::path::Path;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use l10n_client::Client;
use l10n_client::types::{
    Key, KeyUpdateItem, Language, NewScreenshot, PluralForms, Translation, TranslationText,
};
use serde_json::json;

use super::{Context, all, standard_input};
use crate::args::{Changes, DeleteArgs, EditArgs, FindArgs, KeysCommand, SelectArgs, SetArgs};
use crate::exit::{Exit, Failure, Result};
use crate::output::Tone;
use crate::session;

pub(super) async fn run(context: Context<'_>, command: &KeysCommand) -> Result<Exit> {
    let client = session::client(context.settings).await?;
    let project = super::address(context, &client).await?;
    let keys = Keys { context, client, project };
    match command {
        KeysCommand::Find(args) => keys.find(args).await,
        KeysCommand::Show { key } => keys.show(key).await,
        KeysCommand::Set(args) => keys.set(args).await,
        KeysCommand::Edit(args) => keys.edit(args).await,
        KeysCommand::Delete(args) => keys.delete(args).await,
    }
}

struct Keys<'a> {
    context: Context<'a>,
    client: Client,
    project: String,
}

impl Keys<'_> {
    async fn find(&self, args: &FindArgs) -> Result<Exit> {
        let wanted = args.text.as_deref().unwrap_or_default().to_lowercase();
        let mut list = self.client.list_keys(&self.project);
        if let Some(file) = &args.file {
            list = list.filter_filenames([self.filename(file)]);
        }
        if let Some(tag) = &args.tag {
            list = list.filter_tags([tag]);
        }
        if let Some(local) = &args.untranslated {
            let language = self.language(local).await?;
            // Not by `filter_untranslated`: whether it means any language or all is not known.
            list = list.include_translations(true).filter_translation_lang_ids([language]);
        }
        let mut keys = all(list.stream()).await?;
        keys.retain(|key| {
            let has = name(key).to_lowercase().contains(&wanted);
            has && (args.untranslated.is_none() || key.translations.iter().flatten().any(is_empty))
        });
        keys.iter().for_each(|key| self.context.output.line(Tone::Plain, &line(key)));
        self.context.output.done(json!({"keys": keys}))
    }

    /// Returns the service name of a local file; any other text is already a service name.
    fn filename(&self, given: &str) -> String {
        let settings = self.context.settings;
        let paths = settings.paths(&[given.to_owned()]).unwrap_or_default();
        let workspace = settings.workspace().ok();
        let files = workspace.iter().flat_map(|workspace| workspace.files());
        let found = files.into_iter().find(|file| paths.contains(&file.path));
        found.map_or_else(|| given.to_owned(), |file| file.name.clone())
    }

    async fn show(&self, key: &str) -> Result<Exit> {
        let key = self.key(key).await?;
        let print = |text: String| self.context.output.line(Tone::Plain, &text);
        print(line(&key));
        let described = [("description", &key.description), ("context", &key.context)];
        for (what, text) in described {
            if let Some(text) = text.as_ref().filter(|text| !text.is_empty()) {
                print(format!("{what}: {text}"));
            }
        }
        if let Some(tags) = key.tags.as_ref().filter(|tags| !tags.is_empty()) {
            print(format!("tags: {}", tags.join(", ")));
        }
        for translation in key.translations.iter().flatten() {
            let lang = translation.language_iso.as_deref().unwrap_or("?");
            let text = translation.translation.as_ref().map(|text| readable(&key, text));
            let reviewed = translation.is_reviewed == Some(true);
            let mark = if reviewed { "  (reviewed)" } else { "" };
            print(format!("{lang}: {}{mark}", text.unwrap_or_default()));
        }
        self.context.output.done(json!({"key": key}))
    }

    async fn set(&self, args: &SetArgs) -> Result<Exit> {
        let key = self.key(&args.key).await?;
        let text = match args.text.as_str() {
            "-" => {
                let text = standard_input().await?;
                text.strip_suffix('\n').map(str::to_owned).unwrap_or(text)
            }
            text => text.to_owned(),
        };
        let code = self.context.settings.service_code(&args.lang);
        let translation = translation(&key, &code)?;
        let before = translation.translation.clone();
        let text = match key.is_plural {
            Some(true) => self.forms(&code, &text, before.as_ref()).await?,
            _ => text.into(),
        };
        let change = json!({"key_id": key.key_id, "lang_iso": code, "before": before, "after": text,
            "dry_run": args.dry_run});
        if !args.dry_run {
            let id = translation.translation_id;
            let mut call = self.client.update_translation(&self.project, id, text.clone());
            if args.reviewed {
                call = call.is_reviewed(true);
            }
            call.send().await?;
        }
        let before = before.map(|text| readable(&key, &text)).unwrap_or_default();
        let line = format!("{} ({code}): {before:?} -> {:?}", name(&key), readable(&key, &text));
        self.context.output.line(Tone::Good, &line);
        self.context.output.done(change)
    }

    async fn edit(&self, args: &EditArgs) -> Result<Exit> {
        let images = args.changes.screenshot.iter();
        let screenshots = images.map(|path| screenshot(path)).collect::<Result<Vec<_>>>()?;
        if args.changes == Changes::default() {
            let message =
                "nothing to change: use --tag, --untag, --description, --context or --screenshot";
            return Err(Failure::usage(message));
        }
        let Changes { tag, untag, description, context, .. } = &args.changes;
        if let Some(both) = tag.iter().find(|tag| untag.contains(tag)) {
            let message = format!("`{both}` is in --tag and --untag: keep one of them");
            return Err(Failure::usage(message));
        }
        let keys = self.selected(&args.select).await?;
        let update = |key: &Key| {
            let old = key.tags.iter().flatten().filter(|old| !tag.contains(old));
            let tags = old.chain(tag).filter(|old| !untag.contains(old)).cloned();
            let is_tagged = !tag.is_empty() || !untag.is_empty();
            KeyUpdateItem::new(key.key_id)
                .tags(is_tagged.then(|| tags.collect::<Vec<_>>()))
                .description(description.clone())
                .context(context.clone())
                .screenshots((!screenshots.is_empty()).then(|| screenshots.clone()))
        };
        let updates: Vec<_> = keys.iter().map(update).collect();
        if !args.dry_run {
            let call = self.client.update_keys(&self.project, updates);
            call.in_batches().send().await?.complete()?;
        }
        self.print_selected(&keys, args.dry_run, ("to change", "changed"))
    }

    async fn delete(&self, args: &DeleteArgs) -> Result<Exit> {
        let keys = self.selected(&args.select).await?;
        if !args.dry_run {
            let ids = keys.iter().map(|key| key.key_id);
            let report = self.client.delete_keys(&self.project, ids).in_batches().send().await?;
            report.complete()?;
        }
        self.print_selected(&keys, args.dry_run, ("to delete", "deleted"))
    }

    fn print_selected(&self, keys: &[Key], dry_run: bool, what: (&str, &str)) -> Result<Exit> {
        let what = if dry_run { what.0 } else { what.1 };
        keys.iter().for_each(|key| self.context.output.line(Tone::Plain, &line(key)));
        self.context.output.line(Tone::Good, &format!("keys {what}: {}", keys.len()));
        self.context.output.done(json!({"keys": keys, "dry_run": dry_run}))
    }

    async fn selected(&self, args: &SelectArgs) -> Result<Vec<Key>> {
        let mut keys: Vec<Key> = Vec::new();
        for wanted in &args.keys {
            let key = self.key(wanted).await?;
            if keys.iter().all(|known| known.key_id != key.key_id) {
                keys.push(key);
            }
        }
        if let Some(file) = &args.file {
            let list = self.client.list_keys(&self.project).filter_filenames([self.filename(file)]);
            keys.extend(all(list.stream()).await?);
            if keys.is_empty() {
                let message = format!("the project has no keys in the file `{file}`");
                return Err(Failure::new(Exit::Rejected, message));
            }
        }
        Ok(keys)
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
        let languages = self.languages().await?.into_iter();
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

    /// Finds a key by its name or id, with its translations.
    async fn key(&self, wanted: &str) -> Result<Key> {
        let list = self.client.list_keys(&self.project).include_translations(true);
        let mut found = all(list.filter_keys([wanted]).stream()).await?;
        // It is not known how exactly the service compares names.
        found.retain(|key| key.key_name.as_ref().is_some_and(|known| known.has(wanted)));
        match (found.pop(), found.as_slice()) {
            (Some(key), []) => Ok(key),
            (Some(key), others) => {
                let id = |key: &Key| format!("{}{}", key.key_id, in_file(key));
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

    async fn language(&self, local: &str) -> Result<i64> {
        let code = self.context.settings.service_code(local);
        let languages = self.languages().await?;
        let found = languages.iter().find(|known| known.lang_iso.as_ref() == Some(&code));
        found.map(|language| language.lang_id).ok_or_else(|| {
            no_language(&code, languages.iter().filter_map(|known| known.lang_iso.as_deref()))
        })
    }

    async fn languages(&self) -> Result<Vec<Language>> {
        Ok(all(self.client.list_languages(&self.project).stream()).await?)
    }
}

fn screenshot(path: &Path) -> Result<NewScreenshot> {
    let bytes = fs::read(path).map_err(|error| Failure::local("read", path, &error))?;
    let kind = match bytes.as_slice() {
        [0x89, b'P', b'N', b'G', ..] => "png",
        [0xff, 0xd8, 0xff, ..] => "jpeg",
        [b'G', b'I', b'F', b'8', ..] => "gif",
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "webp",
        _ => {
            let message = format!("{} is not a PNG, JPEG, GIF or WebP image", path.display());
            return Err(Failure::usage(message));
        }
    };
    let title = path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let data = format!("data:image/{kind};base64,{}", BASE64_STANDARD.encode(bytes));
    Ok(NewScreenshot::new(data).title(title))
}

fn no_language<'a>(code: &str, known: impl Iterator<Item = &'a str>) -> Failure {
    let known = known.collect::<Vec<_>>().join(", ");
    Failure::usage(format!("the project has no language `{code}`, only {known}"))
}

fn line(key: &Key) -> String {
    format!("{}  {}{}", key.key_id, name(key), in_file(key))
}

fn name(key: &Key) -> String {
    key.key_name.as_ref().map(ToString::to_string).unwrap_or_default()
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

fn is_empty(translation: &Translation) -> bool {
    translation.translation.as_ref().is_none_or(TranslationText::is_empty)
}

fn translation<'a>(key: &'a Key, code: &str) -> Result<&'a Translation> {
    let translations = || key.translations.iter().flatten();
    let found = translations().find(|one| one.language_iso.as_deref() == Some(code));
    found.ok_or_else(|| {
        no_language(code, translations().filter_map(|one| one.language_iso.as_deref()))
    })
}
