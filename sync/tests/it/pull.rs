//! Files that a pull writes or refuses.

use l10n_sync::{Change, LanguageScope, PullOptions};
use serde_json::json;

use crate::support::{PROJECT, World, change, configured, left_out};

#[tokio::test]
async fn only_files_that_differ_are_written() {
    let world = World::new(&["en", "de", "fr"]).await;
    for name in ["a", "b"] {
        world.write(&format!("locales/en/{name}.json"), format!("{{\"{name}\": \"{name}\"}}"));
        world.write(&format!("locales/de/{name}.json"), format!("{{\"{name}\": \"{name} de\"}}"));
    }
    world.commit();
    world.round().await;
    // A language without texts gets no files.
    assert!(!world.exists("locales/fr"));
    world.translate("a", "de", "neu");
    world.translate("b", "fr", "nouveau");
    let plan = world.sync().plan_pull(&PullOptions::new()).await.unwrap();
    let pulled = world.pull().await;
    assert_eq!(plan.files, pulled.files);
    for (path, expected, text) in [
        ("locales/de/a.json", Change::Changed, "{\"a\": \"neu\"}"),
        ("locales/de/b.json", Change::Unchanged, "{\"b\": \"b de\"}"),
        ("locales/fr/b.json", Change::Added, "{\"b\": \"nouveau\"}"),
    ] {
        assert_eq!((change(&pulled, path), &*world.read(path)), (Some(expected), text));
    }
    assert!(pulled.is_complete() && pulled.files.len() == 3);
}

#[tokio::test]
async fn a_name_at_the_service_reaches_no_file_outside_the_patterns() {
    let texts = json!({"en": "x", "de": "evil"});
    let names = [
        "package.json",
        "src/index.js",
        "locales/%LANG_ISO%/../../package.json",
        "locales/%LANG_ISO%/.git/config.json",
        "../out/%LANG_ISO%.json",
        "locales/xx/a.json",
        "locales/%LANG_ISO%/a.js",
        "locales/de/HEAD",
    ];
    let keys: Vec<_> = names
        .iter()
        .map(|name| json!({"key_name": name, "filenames": name, "translations": texts}))
        .collect();
    let project =
        json!({"name": "Web", "project_id": PROJECT, "languages": ["en", "de"], "keys": keys});
    let mut world = World::seeded(json!({"projects": [project]})).await;
    (world.config.files[0].push, world.config.files[0].pull) =
        (LanguageScope::Translations, LanguageScope::All);
    world.write("package.json", "{\"name\":\"mine\"}");
    world.write("src/index.js", "run()");
    world.write("locales/en/app.json", "{\"a\":\"A\"}");
    world.commit();
    let before = world.tree();
    let mut options = PullOptions::new();
    options.force = true;
    let report = world.sync().pull(&options).await.unwrap();
    assert_eq!(world.tree(), before);
    assert!(!report.is_complete());
    let skipped: Vec<_> = report.skipped.iter().map(|file| file.name.as_str()).collect();
    for name in ["package.json", "src/index.js", "locales/xx/a.json"] {
        assert!(skipped.contains(&name), "{skipped:?}");
    }
}

#[tokio::test]
async fn files_of_other_repositories_can_be_ignored() {
    let key =
        json!({"key_name": "k", "filenames": "other/%LANG_ISO%.json", "translations": {"de": "x"}});
    let project =
        json!({"name": "Web", "project_id": PROJECT, "languages": ["en", "de"], "keys": [key]});
    let mut world = World::seeded(json!({"projects": [project]})).await;
    assert_eq!(world.pull().await.skipped.len(), 1);
    world.config.ignore = vec!["other/%LANG_ISO%.json".to_owned()];
    assert!(world.pull().await.is_complete());
    world.config.ignore.clear();
    world.config.files.push(configured(
        json!({"pattern": "other/{lang}.json", "exclude": ["other/de.json", "other/en.json"]}),
    ));
    assert!(world.pull().await.is_complete());
    assert!(!world.exists("other"));
}

#[tokio::test]
async fn the_base_language_belongs_to_the_repository() {
    let mut world = World::pushed(r#"{"a": "v1"}"#, r#"{"a": "de"}"#).await;
    world.translate("a", "en", "other");
    assert!(world.pull().await.is_complete());
    assert!(world.read("locales/en/a.json").contains("v1"));
    let mut options = PullOptions::new();
    options.languages = vec!["xx".to_owned()];
    let error = world.sync().pull(&options).await.unwrap_err().to_string();
    assert!(error.contains("`xx`") && error.contains("de, en"), "{error}");
    options.languages.clear();
    options.base = true;
    world.sync().pull(&options).await.unwrap();
    assert!(world.read("locales/en/a.json").contains("other"));
    world.config.files[0].pull = LanguageScope::None;
    assert!(world.sync().pull(&options).await.unwrap().files.is_empty());
}

#[tokio::test]
async fn the_base_text_of_xliff_is_its_source() {
    let world = World::of("x/{lang}.xlf", &["en"]).await;
    let file = "<xliff version='1.2'><file original='f' source-language='en'><body>\
        <trans-unit id='a'><source>New</source><target state='new'>Old</target></trans-unit>\
        </body></file></xliff>";
    world.write("x/en.xlf", file);
    world.commit();
    world.push().await;
    assert_eq!(world.text("a", "en").unwrap(), "New");
    world.translate("a", "en", "other");
    let mut options = PullOptions::new();
    options.base = true;
    let report = world.sync().pull(&options).await.unwrap();
    let reasons = ["a: its <source> is the base text: change that here"];
    assert_eq!(left_out(&report.files[0].items), reasons);
    assert_eq!(world.read("x/en.xlf"), file);
}

#[tokio::test]
async fn only_catalogs_follow_the_rules_of_msgfmt() {
    let world = World::of("x/{lang}.xlf", &["en", "de"]).await;
    let file = |target: &str| {
        format!(
            "<xliff version='1.2'><file original='f' source-language='en'><body>\
             <trans-unit id='a'><source>A</source>{target}</trans-unit></body></file></xliff>"
        )
    };
    world.write("x/en.xlf", file(""));
    world.write("x/de.xlf", file("<target>a</target>"));
    world.commit();
    world.push().await;
    world.translate("a", "de", "a\n");
    assert!(world.pull().await.is_complete());
    let expected = file("<target xml:space=\"preserve\">a\n</target>");
    assert_eq!(world.read("x/de.xlf"), expected);
}

#[tokio::test]
async fn each_text_that_is_not_written_has_a_reason() {
    let mut world = World::pushed(r#"{"a": "A", "b": "B"}"#, r#"{"a": "a", "b": "b"}"#).await;
    world.config.files[0].reviewed = true;
    world.translate("a", "de", "neu");
    world.write("locales/en/a.json", r#"{"a": "A"}"#);
    world.write("locales/de/a.json", r#"{"a": 5}"#);
    world.commit();
    let report = world.pull().await;
    let reasons = ["a: it is not reviewed at the service", "b: the base language lacks the key"];
    assert_eq!(left_out(&report.files[0].items), reasons);
    assert!(report.is_complete());
    // A file without its base file, and keys without a file.
    world.remove("locales/en/a.json");
    world.remove("locales/de/a.json");
    world.write("locales/en/b.json", "{}");
    let key = l10n_client::types::NewKey::new("lost", ["web"]);
    let text = l10n_client::types::NewKeyTranslation::new("de", "x");
    world.client().create_keys(PROJECT, [key.translations([text])]).send().await.unwrap();
    let report = world.pull().await;
    assert_eq!(report.absent[0].name, "locales/%LANG_ISO%/a.json");
    assert_eq!(report.skipped[0].name, "__unassigned__");
}
