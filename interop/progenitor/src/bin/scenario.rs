//! One scenario with progenitor's client, against a sandbox.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use l10n_progenitor::types::{
    FileUpload, ListedPlatform, NewKey, NewKeyName, NewKeyTranslation, NewKeys, PaginationType,
    PluralForms, TranslationText, TranslationUpdate,
};
use l10n_progenitor::{Client, Failure, client, setting};

struct Api {
    client: Client,
    project: String,
}

impl Api {
    async fn untranslated(&self, language: i64) -> Result<Vec<i64>, Failure> {
        let (mut found, mut cursor) = (Vec::new(), None);
        loop {
            let mut list = self.client.list_translations().project_id(&*self.project);
            list = list.filter_lang_id(language).filter_untranslated(1).limit(2_u32);
            if let Some(cursor) = cursor {
                list = list.cursor(cursor);
            }
            let page = list.pagination(PaginationType::Cursor).send().await?;
            found.extend(page.translations.iter().map(|translation| translation.translation_id));
            // At the end the header is absent, or empty.
            let next = page.headers().get("x-pagination-next-cursor");
            match next.map(|next| next.to_str()).transpose()? {
                None | Some("") => return Ok(found),
                Some(next) => cursor = Some(next.to_owned()),
            }
        }
    }

    async fn translate_what_french_lacks(&self) -> Result<(), Failure> {
        let languages = self.client.list_languages().project_id(&*self.project).send().await?;
        let french = languages.languages.iter().find(|one| one.lang_iso.as_deref() == Some("fr"));
        // The id is a number, and text in some responses.
        let french = french.ok_or("no French")?.lang_id.to_string().parse()?;
        let before = self.untranslated(french).await?;
        assert!(before.len() >= 3, "there is more than a page of them");
        let update = TranslationUpdate::builder()
            .translation(TranslationText::String("Bonjour".to_owned()))
            .is_reviewed(true);
        let call = self.client.update_translation().project_id(&*self.project);
        let updated = call.translation_id(before[0]).body(update).send().await?.into_inner();
        let updated = updated.translation;
        let text = updated.translation.as_ref();
        assert!(matches!(text, Some(TranslationText::String(text)) if text == "Bonjour"));
        assert_eq!(updated.is_reviewed, Some(true));
        assert_eq!(self.untranslated(french).await?, before[1..]);
        Ok(())
    }

    async fn send_a_plural_and_read_it_back(&self) -> Result<(), Failure> {
        let forms = [("one", "%{count} file"), ("other", "%{count} files")];
        let forms = PluralForms(forms.map(|(form, text)| (form.into(), text.into())).into());
        let text = NewKeyTranslation::builder().language_iso("en").translation(forms.clone());
        let name = format!("files-{}", SystemTime::now().duration_since(UNIX_EPOCH)?.as_nanos());
        let key = NewKey::builder()
            .key_name(NewKeyName::String(name))
            .platforms(vec![ListedPlatform::Web])
            .is_plural(true)
            .translations(vec![text.try_into()?]);
        let keys = NewKeys::builder().keys(vec![key.try_into()?]);
        let created = self.client.create_keys().project_id(&*self.project).body(keys);
        let created = created.send().await?;
        // A rejected key is reported in `errors`, with status 200.
        assert_eq!(created.keys.len(), 1, "{:?}", created.errors);
        let read = self.client.get_key().project_id(&*self.project).key_id(created.keys[0].key_id);
        let key = read.send().await?.into_inner().key;
        let mut texts = key.translations.into_iter().flatten();
        let english = texts.find(|one| one.language_iso.as_deref() == Some("en"));
        // The forms come as JSON in a text, or as the object that was sent.
        let read = match english.and_then(|one| one.translation).ok_or("no English text")? {
            TranslationText::String(text) => serde_json::from_str(&text)?,
            TranslationText::PluralForms(forms) => forms,
        };
        assert_eq!(*read, *forms);
        Ok(())
    }

    async fn upload_a_file_and_wait_for_its_process(&self) -> Result<(), Failure> {
        let upload = FileUpload::builder()
            // {"greeting": "Hello"}
            .data("eyJncmVldGluZyI6ICJIZWxsbyJ9")
            .filename("interop/%LANG_ISO%.json")
            .lang_iso("en");
        let queued = self.client.upload_file().project_id(&*self.project).body(upload);
        let queued = queued.send().await?;
        assert!([200, 202].contains(&queued.status().as_u16()));
        let mut process = queued.into_inner().process;
        while !["finished", "failed", "cancelled"].contains(&&*process.status.to_string()) {
            tokio::time::sleep(Duration::from_millis(50)).await;
            let get = self.client.get_process().project_id(&*self.project);
            process = get.process_id(&*process.process_id).send().await?.into_inner().process;
        }
        assert_eq!(process.status.to_string(), "finished");
        Ok(())
    }
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Failure> {
    let client = client(&setting("L10N_BASE_URL"))?;
    let api = Api { client, project: setting("L10N_PROJECT") };
    api.translate_what_french_lacks().await?;
    api.send_a_plural_and_read_it_back().await?;
    api.upload_a_file_and_wait_for_its_process().await
}
