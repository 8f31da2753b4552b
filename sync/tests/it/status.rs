//! Status, and what a push would change.

use l10n_sync::{Change, PushOptions, PushState, Status};
use serde_json::json;

use crate::support::{World, configured};

async fn status(world: &World) -> Status {
    world.sync().status().await.unwrap()
}

fn pushed(status: &Status) -> Vec<(&str, Change)> {
    status.push.iter().map(|file| (file.path.as_str(), file.change)).collect()
}

/// Returns the keys of the base file that a push would change.
async fn changed(world: &World) -> Vec<String> {
    let plan = world.workspace().plan_push(&PushOptions::new()).await.unwrap();
    let changes = world.sync().changes(&plan, &PushOptions::new()).await.unwrap();
    changes.texts.into_values().flatten().map(|text| text.key).collect()
}

#[tokio::test]
async fn changes_of_the_base_language_are_found_in_filtered_and_push_only_groups() {
    for group in [
        json!({"pattern": "locales/{lang}/*.json", "export": {"filter_data": ["reviewed_only"]}}),
        json!({"pattern": "locales/{lang}/*.json", "pull": "none"}),
        json!({"pattern": "locales/en/a.json", "pull": "none"}),
    ] {
        let mut world = World::new(&["en", "de"]).await;
        world.config.files[0] = configured(group.clone());
        world.write("locales/en/a.json", r#"{"a": "A", "b": "B"}"#);
        assert_eq!(pushed(&status(&world).await), [("locales/en/a.json", Change::Added)]);
        world.push().await;
        let same = status(&world).await;
        assert!(same.push.is_empty() && same.pull.is_complete(), "{group} {same:?}");
        assert!(changed(&world).await.is_empty());
        world.write("locales/en/a.json", r#"{"a": "A", "b": "B2"}"#);
        assert_eq!(pushed(&status(&world).await), [("locales/en/a.json", Change::Changed)]);
        assert_eq!(changed(&world).await, ["b"], "{group}");
        // A removed key is no change of a push, but a difference.
        world.write("locales/en/a.json", r#"{"a": "A"}"#);
        let found = status(&world).await;
        let reason = found.push[0].reason.as_deref().unwrap_or_default();
        assert!(reason.contains("--remove-unused-keys"), "{found:?}");
        assert!(changed(&world).await.is_empty());
    }
}

#[tokio::test]
async fn files_that_cannot_be_sent_and_old_names_are_found_before_a_push() {
    let world = World::new(&["en", "de"]).await;
    world.write("locales/en/old.json", r#"{"a": "A"}"#);
    world.push().await;
    world.remove("locales/en/old.json");
    world.write("locales/en/new.json", "{\n\"a\": \"A\",}");
    world.write("locales/de/new.json", r#"{"a": "A"}"#);
    world.write("locales/fr/new.json", "");
    let mut moved = world.config.clone();
    moved.files[0] = configured(json!({"pattern": "*/{lang}/new.json", "push": "all"}));
    let workspace = l10n_sync::Workspace::new(world.folder.path(), &moved).unwrap();
    let plan = workspace.plan_push(&PushOptions::new()).await.unwrap();
    let sync = l10n_sync::Sync::new(world.client(), crate::support::PROJECT, workspace);
    let changes = sync.changes(&plan, &PushOptions::new()).await.unwrap();
    let blocked: Vec<_> =
        changes.blocked.iter().map(|file| (file.file.path.as_str(), file.state)).collect();
    assert_eq!(
        blocked,
        [
            ("locales/en/new.json", PushState::Failed),
            ("locales/de/new.json", PushState::Blocked),
            ("locales/fr/new.json", PushState::Blocked),
        ]
    );
    let reason = changes.blocked[0].reason.as_deref().unwrap();
    assert!(reason.contains("line 2"), "{reason}");
    assert!(changes.unmatched.iter().any(|file| file.name == "locales/en/old.json"), "{changes:?}");
}

#[tokio::test]
async fn a_group_that_pulls_nothing_may_have_a_format_without_export() {
    let mut world = World::new(&["en", "de"]).await;
    let group = json!({"pattern": "r/{lang}.resx", "push": "all", "pull": "none"});
    world.config.files.push(configured(group));
    let text = "<root><data name=\"a\"><value>A</value></data></root>";
    world.write("r/en.resx", text);
    world.write("locales/en/a.json", r#"{"b": "B"}"#);
    assert_eq!(pushed(&status(&world).await), [("locales/en/a.json", Change::Added)]);
    assert_eq!(changed(&world).await, ["b"]);
}

#[tokio::test]
async fn fixes_are_sent_in_filtered_and_push_only_groups() {
    for group in [
        json!({"pattern": "locales/{lang}/*.json", "push": "all",
            "export": {"filter_data": ["reviewed_only"]}}),
        json!({"pattern": "locales/{lang}/*.json", "push": "all", "pull": "none"}),
    ] {
        let mut world = World::new(&["en", "de"]).await;
        world.config.files[0] = configured(group);
        world.write("locales/en/a.json", r#"{"a": "A"}"#);
        world.write("locales/de/a.json", r#"{"a": "alt"}"#);
        world.commit();
        world.push().await;
        world.date("a", "de", "2020-01-01T00:00:00Z");
        world.write("locales/de/a.json", r#"{"a": "neu"}"#);
        world.commit();
        let fixes = world.sync().push_fixes(&PushOptions::new()).await.unwrap();
        assert!(fixes.len() == 1 && fixes[0].failure.is_none(), "{fixes:?}");
        assert_eq!(world.text("a", "de").as_deref(), Some("neu"));
    }
}

#[tokio::test]
async fn new_translations_are_found_in_filtered_and_push_only_groups() {
    for group in [
        json!({"pattern": "locales/{lang}/*.json", "push": "all",
            "export": {"filter_data": ["reviewed_only"]}}),
        json!({"pattern": "locales/{lang}/*.json", "push": "all", "pull": "none"}),
    ] {
        let mut world = World::new(&["en", "de"]).await;
        world.config.files[0] = configured(group.clone());
        world.write("locales/en/a.json", r#"{"a": "A", "b": "B"}"#);
        world.write("locales/de/a.json", r#"{"a": "Ä"}"#);
        world.push().await;
        assert!(status(&world).await.push.is_empty());
        world.write("locales/de/a.json", r#"{"a": "Ä", "b": "B", "extra": "E"}"#);
        let found = status(&world).await;
        assert_eq!(pushed(&found), [("locales/de/a.json", Change::Changed)], "{group}");
        assert_eq!(found.push[0].texts.len(), 1, "{found:?}");
        world.push().await;
        assert!(status(&world).await.push.is_empty());
    }
}

#[tokio::test]
async fn the_status_omits_extra_keys_and_shows_errors_of_syntax() {
    let world = World::new(&["en", "de"]).await;
    world.write("locales/en/a.json", r#"{"a": "A"}"#);
    world.write("locales/de/a.json", r#"{"a": "A", "extra": "E"}"#);
    let found = status(&world).await;
    assert!(found.push.iter().all(|file| file.texts.len() == 1), "{found:?}");
    world.push().await;
    world.write("locales/en/a.json", r#"{"a": "A",}"#);
    let found = status(&world).await;
    let reason = found.push[0].reason.as_deref().unwrap_or_default();
    assert!(reason.contains("line 1"), "{found:?}");
}

#[tokio::test]
async fn a_pull_of_reviewed_texts_is_no_fix() {
    let mut world = World::new(&["en", "de"]).await;
    world.config.files[0] = configured(json!({"pattern": "locales/{lang}/*.json", "push": "all",
        "export": {"filter_data": ["reviewed_only"]}}));
    world.write("locales/en/a.json", r#"{"a": "A", "b": "B"}"#);
    world.write("locales/de/a.json", r#"{"a": "Ah", "b": "Be"}"#);
    world.push().await;
    world.commit();
    // As a pull leaves it after a review of `b`.
    world.write("locales/de/a.json", r#"{"b": "Be"}"#);
    world.commit();
    assert_eq!(world.sync().push_fixes(&PushOptions::new()).await.unwrap(), []);
    assert_eq!(world.text("a", "de").as_deref(), Some("Ah"));
}

#[tokio::test]
async fn plural_forms_are_fixed_one_by_one() {
    let file = |one: &str, other: &str| {
        format!(
            "<resources><plurals name=\"n\"><item quantity=\"one\">{one}</item>\
             <item quantity=\"other\">{other}</item></plurals></resources>"
        )
    };
    let mut world = World::new(&["en", "fr"]).await;
    world.config.files[0] = configured(json!({"pattern": "res/{lang}.xml", "push": "all"}));
    world.write("res/en.xml", &file("one", "%d"));
    world.write("res/fr.xml", &file("eins", "alt"));
    world.push().await;
    world.date("n", "fr", "2020-01-01T00:00:00Z");
    world.commit();
    world.write("res/fr.xml", &file("ein", "neu"));
    world.commit();
    let fixes = world.sync().push_fixes(&PushOptions::new()).await.unwrap();
    assert!(fixes.len() == 2 && fixes.iter().all(|fix| fix.failure.is_none()), "{fixes:?}");
    let client = world.client();
    let list = client.list_keys(crate::support::PROJECT).include_translations(true);
    let keys = list.send().await.unwrap().into_inner().keys;
    let translations = keys[0].translations.iter().flatten();
    let french = translations.clone().find(|one| one.language_iso.as_deref() == Some("fr"));
    let forms = french.unwrap().translation.as_ref().unwrap().forms().unwrap();
    assert_eq!((forms.get("one"), forms.get("other")), (Some("ein"), Some("neu")));
    // French has a third form. The service would export it if it were sent empty.
    let seen = world.sandbox.requests();
    let fixes = seen.iter().filter(|seen| seen.operation.as_deref() == Some("updateTranslation"));
    let sent: Vec<_> = fixes.map(|seen| seen.body.as_ref().unwrap().json().unwrap()).collect();
    assert!(
        sent.len() == 2 && sent.iter().all(|body| !body.to_string().contains("many")),
        "{sent:?}"
    );
    let path = "res/fr.xml";
    let many = "<item quantity=\"many\">viel</item></plurals>";
    world.write(path, &world.read(path).replace("</plurals>", many));
    world.commit();
    assert!(changed(&world).await.is_empty());
    let report = world.pull().await;
    let kept = crate::support::reason(&report, path);
    assert!(kept.contains("n::many") && kept.contains("--replace"), "{kept}");
}

#[tokio::test]
async fn catalogs_without_base_texts_have_keys() {
    let catalog = |ids: &[&str], text: &str| {
        let entries = ids.iter().map(|id| format!("msgid \"{id}\"\nmsgstr \"{text}\"\n"));
        let head = "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n".to_owned();
        std::iter::once(head).chain(entries).collect::<Vec<_>>().join("\n")
    };
    let mut world = World::new(&["en", "de"]).await;
    world.config.files[0] = configured(json!({"pattern": "locale/{lang}.po", "push": "all"}));
    world.write("locale/en.po", &catalog(&["Save", "Open"], ""));
    world.write("locale/de.po", &catalog(&["Save", "Open"], "x"));
    let all = [("locale/de.po", Change::Added), ("locale/en.po", Change::Added)];
    assert_eq!(pushed(&status(&world).await), all);
    world.push().await;
    assert!(status(&world).await.push.is_empty());
    world.write("locale/en.po", &catalog(&["Save", "Open", "New"], ""));
    assert_eq!(pushed(&status(&world).await), [("locale/en.po", Change::Changed)]);
    assert_eq!(changed(&world).await, ["New"]);
    world.write("locale/en.po", &catalog(&["Save"], ""));
    let found = status(&world).await;
    assert!(found.push[0].reason.as_deref().unwrap_or_default().contains("keys delete"));
}

#[tokio::test]
async fn escapes_of_android_are_decoded_before_a_fix_is_sent() {
    let file = |text: &str| format!("<resources><string name=\"t\">{text}</string></resources>");
    let mut world = World::new(&["en", "de"]).await;
    world.config.files[0] = configured(json!({"pattern": "res/{lang}.xml", "push": "all"}));
    world.write("res/en.xml", &file("It\\'s \\u2026"));
    world.write("res/de.xml", &file("<a href=\"x\">Hallo</a>\\nWelt"));
    world.push().await;
    let same = status(&world).await;
    assert!(same.push.is_empty() && same.pull.files.is_empty(), "{same:?}");
    world.date("t", "de", "2020-01-01T00:00:00Z");
    world.commit();
    world.write("res/de.xml", &file("<a href=\"x\">Servus</a>\\n\\u0020Welt"));
    world.commit();
    let fixes = world.sync().push_fixes(&PushOptions::new()).await.unwrap();
    assert!(fixes.len() == 1 && fixes[0].failure.is_none(), "{fixes:?}");
    let sent = "<a href=\"x\">Servus</a>\n Welt";
    assert_eq!(world.text("t", "de").as_deref(), Some(sent));
    assert!(status(&world).await.pull.files.is_empty());
}

#[tokio::test]
async fn the_base_language_is_not_compared_if_nothing_moves_it() {
    let mut world = World::new(&["en", "de"]).await;
    world.write("locales/en/a.json", r#"{"a": "A"}"#);
    world.write("locales/de/a.json", r#"{"a": "Ah"}"#);
    world.push().await;
    world.config.files[0].push = l10n_sync::Side::Translations;
    world.config.files[0].pull = l10n_sync::Side::None;
    world.write("locales/en/a.json", r#"{"a": "A2"}"#);
    let same = status(&world).await;
    assert!(same.push.is_empty() && same.pull.files.is_empty(), "{same:?}");
}
