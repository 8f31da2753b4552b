//! Texts of translations, plain and plural, and names of keys: as they are sent and as they come.

use futures_util::TryStreamExt;
use l10n_client::Client;
use l10n_client::types::{
    Key, NewComment, NewKey, NewKeyTranslation, Platform, PlatformFilenames, PluralForms,
    TranslationText,
};
use serde_json::json;

use crate::support::{VARIANTS, world};

#[tokio::test]
async fn the_forms_of_a_plural_are_sent_as_an_object_and_read_in_both_variants() {
    for variant in VARIANTS {
        let world = world().await;
        let client = &world.client;
        let project = world.project.project_id;
        world.sandbox.set_variants(variant);
        let forms = PluralForms::from([("one", "ein Apfel"), ("other", "Äpfel")]);
        let text = NewKeyTranslation::new("de", forms.clone());
        let key = NewKey::new("apples", [Platform::Web]);
        let key = key.is_plural(true).translations([text]);
        let response = client.create_keys(project, [key]).send().await.unwrap();
        let wire = &world.last_body()["keys"][0]["translations"][0]["translation"];
        assert_eq!(*wire, json!({ "one": "ein Apfel", "other": "Äpfel" }));

        let texts = response.keys[0].translations.as_ref().unwrap();
        let german = texts.iter().find(|text| text.language_iso.as_deref() == Some("de"));
        let german = german.unwrap();
        let read = german.translation.as_ref().unwrap().forms().unwrap();
        assert_eq!(read.get("one"), Some("ein Apfel"), "{variant:?}");
        assert_eq!(read.get("other"), Some("Äpfel"));
        let english = texts.iter().find(|text| text.language_iso.as_deref() == Some("en"));
        assert!(english.unwrap().translation.as_ref().unwrap().is_empty());

        // What was read can be sent.
        let update = client.update_translation(project, german.translation_id, read);
        let again = update.send().await.unwrap();
        assert_eq!(world.last_body()["translation"]["one"], "ein Apfel");
        let again = again.translation.translation.as_ref().unwrap();
        assert_eq!(again.forms().unwrap().get("other"), Some("Äpfel"));
    }
}

#[tokio::test]
async fn a_plain_text_is_sent_and_read_as_text() {
    let world = world().await;
    let client = &world.client;
    let project = world.project.project_id;
    let list = client.list_translations(project).send().await.unwrap();
    let plain = list.translations.iter().find(|text| {
        text.translation.as_ref().is_some_and(|text| text.forms().is_none() && !text.is_empty())
    });
    let id = plain.unwrap().translation_id;
    let response = client.update_translation(project, id, "Grüß Gott").send().await.unwrap();
    assert_eq!(world.last_body(), json!({ "translation": "Grüß Gott" }));
    let text = response.translation.translation.as_ref();
    assert_eq!(text, Some(&TranslationText::from("Grüß Gott")));
    assert!(response.translation.modified().is_some());
}

/// The keys of a project, with their translations.
async fn keys(client: &Client, project: &str) -> Vec<Key> {
    let keys = client.list_keys(project).include_translations(true).include_comments(true);
    keys.stream().try_collect().await.unwrap()
}

#[tokio::test]
async fn the_content_of_a_project_is_copied_into_a_new_one() {
    let world = world().await;
    let (client, project) = (&world.client, world.project.project_id);
    let forms = PluralForms::from([("one", "ein Apfel"), ("other", "Äpfel")]);
    let text = NewKeyTranslation::new("de", forms).is_reviewed(true);
    let plural = NewKey::new("apples", [Platform::Web, Platform::Ios])
        .filenames(PlatformFilenames::new().web("fruit.json"))
        .custom_attributes(r#"{"shelf":3}"#)
        .is_plural(true)
        .translations([text])
        .comments([NewComment::new("Fruit")])
        .tags(["ci"]);
    client.create_keys(project, [plural]).send().await.unwrap();

    let languages: Vec<_> = client.list_languages(project).stream().try_collect().await.unwrap();
    let new = client.create_project("copy").languages(&languages).send().await.unwrap();
    let originals = keys(client, project).await;
    let copied = client.create_keys(&new.project_id, &originals).in_batches().send().await;
    copied.unwrap().complete().unwrap();

    let copies = keys(client, &new.project_id).await;
    let by_name = |keys: &[Key]| {
        let mut keys: Vec<_> = keys.iter().map(NewKey::from).collect();
        for translations in keys.iter_mut().flat_map(|key| &mut key.translations) {
            translations.sort_by(|one, other| one.language_iso.cmp(&other.language_iso));
        }
        keys.sort_by_key(|key| key.key_name.to_string());
        keys
    };
    assert!(originals.len() > 1);
    assert_eq!(by_name(&copies), by_name(&originals));
    let mut copies = by_name(&copies).into_iter();
    let apples = copies.find(|key| key.key_name.has("apples")).unwrap();
    assert_eq!(apples.comments.unwrap()[0].comment, "Fruit");
    assert_eq!(apples.filenames.unwrap().web.as_deref(), Some("fruit.json"));
    assert_eq!(apples.translations.unwrap()[0].is_reviewed, Some(true));
}
