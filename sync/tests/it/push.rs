//! Files that a push uploads, their order, and the effect of failures.

use l10n_sandbox::{Fault, Misbehavior, ProcessEnd, ResetMoment};
use l10n_sync::{Branch, PullOptions, PushOptions, PushState, TextChange};
use serde_json::json;

use crate::support::{PROJECT, World, configured, group};

fn locales(world: &World, languages: &[&str], files: &[&str]) {
    for lang in languages {
        for file in files {
            world.write(
                &format!("locales/{lang}/{file}.json"),
                format!("{{\"{file}.title\": \"{file} {lang}\"}}"),
            );
        }
    }
}

#[tokio::test]
async fn the_base_language_is_imported_before_translations_and_groups_in_order() {
    let mut world = World::new(&["en", "de", "fr"]).await;
    world.config = world.config.group(group("a/{lang}.json"));
    locales(&world, &["de", "en", "fr"], &["cart"]);
    for lang in ["de", "en", "fr"] {
        world.write(&format!("a/{lang}.json"), format!("{{\"a\": \"{lang}\"}}"));
    }
    let report = world.push().await;
    assert!(report.is_complete(), "{report:?}");
    let mut uploads = world.uploads();
    let (cart, a) = ("locales/%LANG_ISO%/cart.json", "a/%LANG_ISO%.json");
    uploads[2..4].sort();
    uploads[4..].sort();
    let expected = [(cart, "en"), (a, "en"), (cart, "de"), (cart, "fr"), (a, "de"), (a, "fr")];
    assert_eq!(uploads, expected.map(|(name, lang)| (name.to_owned(), lang.to_owned())));
}

#[tokio::test]
async fn uploads_are_retried_and_translations_wait_for_the_base_file() {
    let world = World::new(&["en", "de"]).await;
    locales(&world, &["de", "en"], &["cart"]);
    let resets = [ResetMoment::BeforeEffect, ResetMoment::AfterEffect].map(Misbehavior::Reset);
    for fault in resets.into_iter().chain([Misbehavior::status(503)]) {
        world.sandbox.add_fault(Fault::new(fault).on("uploadFile")).unwrap();
    }
    let report = world.push().await;
    assert!(report.is_complete(), "{report:?}");
    let langs: Vec<_> = world.uploads().into_iter().map(|(_, lang)| lang).collect();
    assert_eq!(langs, ["en", "en", "en", "en", "de"]);
    assert_eq!(world.text("cart.title", "en").unwrap(), "cart en");
}

#[tokio::test]
async fn imports_of_one_name_run_one_after_another_and_that_of_the_base_language_is_awaited() {
    for (without_waiting, polled) in [(false, "en poll de poll fr poll"), (true, "en poll de fr")] {
        let world = World::new(&["en", "de", "fr"]).await;
        locales(&world, &["de", "en", "fr"], &["cart"]);
        let mut options = PushOptions::new();
        options.without_waiting = without_waiting;
        world.sync().push(&options).await.unwrap();
        let mut uploads = world.uploads().into_iter();
        let seen = world.sandbox.requests().into_iter();
        let mut steps: Vec<_> = seen
            .filter_map(|seen| match seen.operation.as_deref()? {
                "uploadFile" => Some(uploads.next()?.1),
                "getProcess" => Some("poll".to_owned()),
                _ => None,
            })
            .collect();
        steps.dedup();
        assert_eq!(steps.join(" "), polled);
    }
}

#[tokio::test]
async fn a_base_file_that_the_service_rejects_blocks_its_translations() {
    let world = World::new(&["en", "de"]).await;
    locales(&world, &["en", "de"], &["cart"]);
    world.sandbox.add_fault(Fault::new(Misbehavior::status(400)).on("uploadFile")).unwrap();
    let report = world.push().await;
    let states: Vec<_> = report.files.iter().map(|file| file.state).collect();
    assert_eq!(states, [PushState::Failed, PushState::Blocked]);
    assert_eq!(world.uploads().len(), 1);
}

#[tokio::test]
async fn a_failed_base_file_blocks_only_its_translations() {
    let world = World::new(&["en", "de"]).await;
    locales(&world, &["en", "de"], &["cart", "home"]);
    world.write("locales/en/cart.json", "{\"broken\":");
    let report = world.push().await;
    for (path, state, reason) in [
        ("locales/en/cart.json", PushState::Failed, "line 1"),
        ("locales/de/cart.json", PushState::Blocked, "locales/en/cart.json"),
        ("locales/de/home.json", PushState::Imported, ""),
    ] {
        let file = report.files.iter().find(|file| file.file.path == path).unwrap();
        assert_eq!(file.state, state);
        assert!(file.reason.as_deref().unwrap_or_default().contains(reason), "{file:?}");
    }
    assert!(!report.is_complete());
}

#[tokio::test]
async fn the_end_of_an_import_is_reported_and_an_old_text_can_be_pushed_again() {
    let world = World::new(&["en", "de"]).await;
    for (text, state) in [
        ("v1", PushState::Imported),
        ("v1", PushState::Unchanged),
        ("v2", PushState::Imported),
        ("v1", PushState::Imported),
    ] {
        world.write("locales/en/a.json", format!("{{\"a\": \"{text}\"}}"));
        assert_eq!(world.push().await.files[0].state, state);
        assert_eq!(world.text("a", "en").unwrap(), text);
    }
    // Translations are not sent without their base file.
    world.write("locales/de/a.json", "{\"a\": \"x\"}");
    world.sandbox.end_next_process(ProcessEnd::failed("no such format"));
    let report = world.push().await;
    assert!(report.files[0].reason.as_deref().unwrap().contains("no such format"), "{report:?}");
    assert_eq!(report.files[1].state, PushState::Blocked);
}

/// A project with two texts in German, committed.
async fn translated() -> World {
    World::pushed(r#"{"a": "A", "b": "B", "c": "C"}"#, r#"{"a": "alt", "b": "b"}"#).await
}

fn keys(texts: &[TextChange]) -> Vec<&str> {
    texts.iter().map(|text| text.key.as_str()).collect()
}

#[tokio::test]
async fn a_push_fills_gaps_and_names_what_it_fills_and_keeps() {
    let world = translated().await;
    world.translate("a", "de", "Korb");
    // Cleared at the service, or never translated there.
    world.translate("b", "de", "");
    world.write("locales/en/a.json", r#"{"a": "A", "b": "B", "c": "C", "d": "D"}"#);
    world.write("locales/de/a.json", r#"{"a": "alt", "b": "b", "c": "c", "d": "d"}"#);
    let plan = world.sync().plan_push(&PushOptions::new()).await.unwrap();
    let pushed = world.push().await;
    for report in [plan, pushed] {
        let german = &report.files[1];
        assert_eq!(keys(german.texts.as_deref().unwrap()), ["b", "c", "d"]);
        assert_eq!(german.filled, ["b", "c"]);
        assert_eq!(keys(&german.kept), ["a"]);
    }
    assert_eq!(world.text("a", "de").unwrap(), "Korb");
    assert_eq!(world.text("d", "de").unwrap(), "d");
    // Once more, there is nothing to send.
    let again = world.push().await;
    assert_eq!(again.files[1].state, PushState::Unchanged);
    assert_eq!(world.uploads().iter().filter(|(_, lang)| lang == "de").count(), 2);
}

#[tokio::test]
async fn translations_are_replaced_on_request_only_those_that_are_named() {
    let world = translated().await;
    world.translate("a", "de", "Korb");
    world.translate("b", "de", "Beh");
    let mut options = PushOptions::new();
    options.replace = true;
    let error = world.sync().push(&options).await.unwrap_err().to_string();
    assert!(error.contains("paths of the translations"), "{error}");
    options.paths = vec!["locales/de/a.json".to_owned()];
    options.keys = vec!["a".to_owned()];
    let report = world.sync().push(&options).await.unwrap();
    let text = &report.files[0].texts.as_ref().unwrap()[0];
    assert_eq!((text.before.as_deref(), text.after.as_deref()), (Some("Korb"), Some("alt")));
    assert_eq!([world.text("a", "de"), world.text("b", "de")].map(Option::unwrap), ["alt", "Beh"]);
    options.keys.clear();
    world.sync().push(&options).await.unwrap();
    assert_eq!(world.text("b", "de").unwrap(), "b");
}

#[tokio::test]
async fn a_text_that_changed_since_a_revision_replaces_only_the_text_of_the_revision() {
    let world = translated().await;
    let since = world.git(&["rev-parse", "HEAD"]);
    world.write("locales/de/a.json", r#"{"a": "neu", "b": "mine", "c": "c"}"#);
    world.translate("b", "de", "theirs");
    let mut options = PushOptions::new();
    options.changed_since = Some(since);
    let report = world.sync().push(&options).await.unwrap();
    let [german] = report.files.as_slice() else { panic!("{report:?}") };
    assert_eq!(keys(german.texts.as_deref().unwrap()), ["a", "c"]);
    let [conflict] = german.conflicts.as_slice() else { panic!("{german:?}") };
    assert_eq!(
        (conflict.before.as_deref(), conflict.after.as_deref()),
        (Some("theirs"), Some("mine"))
    );
    assert!(!report.is_complete());
    let texts = ["a", "b", "c"].map(|key| world.text(key, "de").unwrap());
    assert_eq!(texts, ["neu", "theirs", "c"]);
    // A text that was cleared at the service since then is a conflict, too.
    world.translate("a", "de", "");
    world.write("locales/de/a.json", r#"{"a": "neuer", "b": "b"}"#);
    let report = world.sync().push(&options).await.unwrap();
    assert_eq!(keys(&report.files[0].conflicts), ["a"]);
    assert_eq!(world.text("a", "de").unwrap(), "");
}

#[tokio::test]
async fn an_item_of_a_list_is_not_sent_with_others_that_differ() {
    let base = r#"{"l": ["A", "B"], "m": ["C", "D"]}"#;
    let world = World::pushed(base, r#"{"l": ["a", "b"], "m": ["c", "d"]}"#).await;
    world.write("locales/de/a.json", r#"{"l": ["a", "b2"], "m": ["c", "d2"]}"#);
    world.translate("l::0", "de", "edited");
    let mut options = PushOptions::new();
    options.changed_since = Some("HEAD".to_owned());
    let report = world.sync().push(&options).await.unwrap();
    assert_eq!(keys(&report.files[0].conflicts), ["l::1"]);
    let texts = ["l::0", "l::1", "m::0", "m::1"].map(|key| world.text(key, "de").unwrap());
    assert_eq!(texts, ["edited", "b", "c", "d2"]);
}

#[tokio::test]
async fn what_is_no_translation_is_not_sent() {
    let mut world = World::new(&["en", "de"]).await;
    world.config.files.push(group("po/{lang}.po"));
    world.write("locales/en/a.json", r#"{"o": {"a": "A", "n_one": "1", "n_other": "2"}}"#);
    let german = r#"{"o": {"a": "a", "x": "X", "n_few": "3", "n_other": "2"}, "y": ["Y"]}"#;
    world.write("locales/de/a.json", german);
    world.write("locales/de/gone.json", r#"{"g": "G"}"#);
    let po =
        |fuzzy: &str| format!("msgid \"Hi\"\nmsgstr \"Hi\"\n{fuzzy}msgid \"P\"\nmsgstr \"p\"\n");
    world.write("po/en.po", po(""));
    world.write("po/de.po", po("#, fuzzy\n"));
    let report = world.push().await;
    assert!(report.is_complete(), "{report:?}");
    let file = |path: &str| report.files.iter().find(|file| file.file.path == path).unwrap();
    assert_eq!(file("locales/de/a.json").unknown, ["o::x", "y::0"]);
    assert_eq!(file("locales/de/gone.json").state, PushState::Skipped);
    assert_eq!(file("po/de.po").unfinished, ["P"]);
    assert_eq!(world.text("o::n_few", "de").unwrap(), "3");
    for (key, text) in [("o::x", None), ("y::0", None), ("g", None), ("Hi", Some("Hi"))] {
        assert_eq!(world.text(key, "de").as_deref(), text, "{key}");
    }
    assert_eq!(world.text("P", "de").unwrap(), "");
    assert_eq!(world.read("locales/de/a.json"), german);
    // Without a base language here, all keys are sent.
    world.config.files[0].push = l10n_sync::LanguageScope::Translations;
    let plan = world.sync().plan_push(&PushOptions::new()).await.unwrap();
    let gone = plan.files.iter().find(|file| file.file.path == "locales/de/gone.json").unwrap();
    assert!(gone.unknown.is_empty() && gone.state == PushState::Planned, "{gone:?}");
}

#[tokio::test]
async fn a_base_file_below_another_root_than_its_language_is_not_sent() {
    let mut world = World::new(&["en", "de"]).await;
    world.config.files[0] = group("c/{lang}.yml");
    world.write("c/en.yml", "english:\n  a: A\n");
    world.write("c/de.yml", "de:\n  a: a\n");
    let report = world.push().await;
    let states: Vec<_> = report.files.iter().map(|file| file.state).collect();
    assert_eq!(states, [PushState::Failed, PushState::Blocked], "{report:?}");
    assert!(report.files[0].reason.as_deref().unwrap().contains("rename it `en`"), "{report:?}");
    assert!(world.uploads().is_empty());
}

#[tokio::test]
async fn a_wrong_base_language_is_one_error_and_changes_nothing() {
    let mut world = World::pushed(r#"{"a": "A"}"#, r#"{"a": "a"}"#).await;
    world.translate("a", "en", "other");
    world.translate("a", "de", "other");
    let (before, uploads) = (world.tree(), world.uploads());
    world.config.base_lang = "xx".to_owned();
    let sync = world.sync();
    for error in [
        world.workspace().check(&[], &[]).err(),
        sync.push(&PushOptions::new()).await.err(),
        sync.pull(&PullOptions::new()).await.err(),
    ] {
        let error = error.unwrap().to_string();
        assert!(error.contains("`base_lang`") && error.contains("`xx`"), "{error}");
    }
    assert_eq!((world.tree(), world.uploads()), (before, uploads));
}

#[tokio::test]
async fn a_dry_run_finds_what_cannot_be_sent_and_old_names() {
    let mut world = World::new(&["en", "de"]).await;
    world.write("locales/en/old.json", r#"{"a": "A"}"#);
    world.push().await;
    world.remove("locales/en/old.json");
    world.write("locales/en/new.json", "{\n\"a\": \"A\",}");
    world.write("locales/de/new.json", r#"{"a": "A"}"#);
    world.write("locales/fr/new.json", "");
    world.config.files[0] = configured(json!({"pattern": "*/{lang}/new.json", "push": "all"}));
    let report = world.sync().plan_push(&PushOptions::new()).await.unwrap();
    let states: Vec<_> = report.files.iter().map(|file| file.state).collect();
    assert_eq!(states, [PushState::Failed, PushState::Blocked, PushState::Blocked]);
    assert!(report.files[0].reason.as_deref().unwrap().contains("line 2"), "{report:?}");
    let mut unmatched = report.unmatched.iter();
    assert!(unmatched.any(|file| file.name == "locales/en/old.json"), "{report:?}");
}

#[tokio::test]
async fn status_shows_both_directions_in_each_kind_of_group() {
    for more in [
        json!({}),
        json!({"pull": "none"}),
        json!({"push": "all"}),
        json!({"export": {"filter_data": ["reviewed_only"]}}),
    ] {
        let mut world = World::new(&["en", "de"]).await;
        let mut group = json!({"pattern": "locales/{lang}/*.json"});
        group.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        world.config.files[0] = configured(group);
        world.write("locales/en/a.json", r#"{"a": "A", "b": "B"}"#);
        world.commit();
        let found = world.sync().status().await.unwrap();
        assert_eq!(keys(found.push.files[0].texts.as_deref().unwrap()), ["a", "b"], "{more}");
        world.push().await;
        assert!(!world.sync().status().await.unwrap().differs(), "{more}");
        world.write("locales/en/a.json", r#"{"a": "A", "b": "B2"}"#);
        let found = world.sync().status().await.unwrap();
        assert_eq!(keys(found.push.files[0].texts.as_deref().unwrap()), ["b"], "{more}");
        world.translate("a", "de", "neu");
        let found = world.sync().status().await.unwrap().pull.files;
        let is_pulled = more.get("pull").is_none() && more.get("export").is_none();
        assert_eq!(found.len(), usize::from(is_pulled), "{more} {found:?}");
    }
}

#[tokio::test]
async fn a_group_that_pulls_nothing_may_have_a_format_without_export() {
    let mut world = World::new(&["en", "de"]).await;
    let group = json!({"pattern": "r/{lang}.resx", "push": "all", "pull": "none"});
    world.config.files.push(configured(group));
    world.write("r/en.resx", "<root><data name=\"a\"><value>A</value></data></root>");
    world.write("locales/en/a.json", r#"{"b": "B"}"#);
    let plan = world.sync().plan_push(&PushOptions::new()).await.unwrap();
    let compared = plan.files.iter().map(|file| file.texts.as_ref().map(Vec::len));
    assert_eq!(compared.collect::<Vec<_>>(), [Some(1), None]);
}

#[tokio::test]
async fn a_plan_selects_files_by_git_and_path() {
    let world = World::new(&["en", "de"]).await;
    locales(&world, &["en", "de"], &["cart", "home"]);
    let plan = async |options: PushOptions| {
        let plan = world.sync().plan_push(&options).await;
        plan.map(|plan| plan.files.into_iter().map(|file| file.file.path).collect::<Vec<_>>())
            .map_err(|error| error.to_string())
    };
    assert_eq!(plan(PushOptions::new()).await.unwrap().len(), 4);
    let since = async |revision: &str| {
        let mut options = PushOptions::new();
        options.changed_since = Some(revision.to_owned());
        plan(options).await
    };
    assert!(since("HEAD").await.unwrap_err().contains("Git working tree"));
    world.commit();
    assert!(since("HEAD").await.unwrap().is_empty());
    world.write("locales/en/new.json", "{\"n\": \"n\"}");
    world.write("locales/de/home.json", "{}");
    assert_eq!(since("HEAD").await.unwrap(), ["locales/en/new.json", "locales/de/home.json"]);
    assert!(since("--output=x").await.unwrap_err().contains("is not a revision"));
    assert_eq!(since(&"0".repeat(40)).await.unwrap().len(), 5);
    let mut chosen = PushOptions::new();
    chosen.paths = vec!["locales/en".to_owned(), "locales/{lang}/home.json".to_owned()];
    assert_eq!(plan(chosen.clone()).await.unwrap().len(), 4);
    chosen.languages = vec!["de".to_owned()];
    assert_eq!(plan(chosen.clone()).await.unwrap(), ["locales/de/home.json"]);
    chosen.paths = vec!["locale".to_owned()];
    assert!(plan(chosen).await.unwrap_err().contains("`locale`"));
    assert!(world.uploads().is_empty());
}

#[tokio::test]
async fn files_that_the_service_would_merge_are_rejected_before_anything_is_sent() {
    let mut world = World::new(&["en", "de"]).await;
    world.config.files = vec![configured(json!({"pattern": "locales/{lang}/*.json"}))];
    world.write("locales/en/cart.json", "{\"title\": \"Cart\"}");
    world.write("locales/en/home.json", "{\"title\": \"Home\"}");
    let error = world.sync().push(&PushOptions::new()).await.unwrap_err().to_string();
    assert!(error.contains("`title`") && error.contains("distinguish_by_file"), "{error}");

    // In another format too, and if only one of the files keeps its keys apart.
    let strings = json!({"pattern": "{lang:ios}.lproj/*.strings"});
    world.config.files = vec![group("locales/{lang}/*.json"), configured(strings)];
    world.write("en.lproj/a.strings", "\"title\" = \"Title\";");
    let error = world.sync().push(&PushOptions::new()).await.unwrap_err().to_string();
    assert!(error.contains("files[1].upload") && error.contains("`title`"), "{error}");
    assert!(world.sandbox.requests().is_empty());
}

#[tokio::test]
async fn a_pull_waits_for_queued_imports() {
    let world = World::pushed(r#"{"a": "A"}"#, r#"{"a": "a"}"#).await;
    world.write("locales/en/a.json", r#"{"a": "v2"}"#);
    world.commit();
    let mut options = PushOptions::new();
    options.without_waiting = true;
    options.languages = vec!["base".to_owned()];
    let report = world.sync().push(&options).await.unwrap();
    assert_eq!(report.files[0].state, PushState::Queued);
    let mut options = PullOptions::new();
    options.base = true;
    world.sync().pull(&options).await.unwrap();
    assert!(world.read("locales/en/a.json").contains("v2"));
    assert_eq!(world.address(&Branch::Default).await.unwrap(), PROJECT);
}
