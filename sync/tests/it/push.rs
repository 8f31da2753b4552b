//! What a push sends, in which requests, and the effect of failures.

use l10n_sandbox::{Fault, Misbehavior, Reply, ReplyBody, ResetMoment};
use l10n_sync::{PullOptions, PushOptions, PushState};
use serde_json::json;

use crate::support::{PROJECT, World, changed, configured, file, group, left_out};

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
async fn requests_do_not_depend_on_the_number_of_files() {
    let mut world = World::new(&["en", "de", "fr"]).await;
    world.config = world.config.group(group("a/{lang}.json"));
    let files: Vec<_> = (0..40).map(|file| format!("f{file}")).collect();
    let files: Vec<_> = files.iter().map(String::as_str).collect();
    locales(&world, &["de", "en", "fr"], &files);
    world.write("a/en.json", r#"{"a": "A"}"#);
    assert!(world.push().await.is_complete());
    assert_eq!(world.operations(), ["listLanguages", "listKeys", "getProject", "createKeys"]);
    assert_eq!(world.text("f7.title", "fr").unwrap(), "f7 fr");
    assert!(world.push().await.is_complete());
    assert_eq!(world.operations(), ["listLanguages", "listKeys"]);
    world.write("a/en.json", r#"{"a": "A2"}"#);
    assert!(world.push().await.is_complete());
    assert_eq!(world.operations(), ["listLanguages", "listKeys", "updateKeys"]);
    assert_eq!(world.text("a", "en").unwrap(), "A2");
    world.pull().await;
    assert_eq!(world.operations(), ["listLanguages", "listKeys"]);
}

#[tokio::test]
async fn a_push_after_a_lost_response_creates_no_key_twice() {
    for moment in [ResetMoment::BeforeEffect, ResetMoment::AfterEffect] {
        let world = World::new(&["en", "de"]).await;
        locales(&world, &["de", "en"], &["cart", "home"]);
        for operation in ["createKeys", "updateKeys"] {
            let fault = Fault::new(Misbehavior::Reset(moment)).on(operation);
            world.sandbox.add_fault(fault).unwrap();
        }
        let lost = world.push().await;
        assert!(lost.error.is_some() && !lost.is_complete());
        let reason = &left_out(&lost.files[0].items)[0];
        assert!(reason.starts_with("cart.title: the request failed: "), "{reason}");
        assert_eq!(lost.files[0].state, PushState::Failed);
        assert!(world.push().await.is_complete());
        world.write("locales/en/cart.json", r#"{"cart.title": "new"}"#);
        assert!(world.push().await.is_complete());
        assert_eq!(world.text("cart.title", "en").unwrap(), "new");
        let keys = world.sandbox.data()["projects"][0]["branches"][0]["keys"].clone();
        assert_eq!(keys.as_array().unwrap().len(), 2);
    }
}

#[tokio::test]
async fn a_key_that_the_service_rejects_does_not_stop_the_others() {
    let world = World::new(&["en", "de"]).await;
    world.write("locales/en/a.json", r#"{"": "E", "a": "A", "b": "B", "c": "C"}"#);
    world.write("locales/de/a.json", r#"{"": "e", "a": "a"}"#);
    let report = world.push().await;
    for file in &report.files {
        let left_out = left_out(&file.items);
        assert!(
            left_out.len() == 1 && left_out[0].starts_with(": the service rejected"),
            "{left_out:?}"
        );
        assert_eq!(file.state, PushState::Sent);
    }
    assert!(!report.is_complete() && report.error.is_none());
    assert_eq!(world.text("a", "de").unwrap(), "a");
    assert_eq!(world.text("c", "en").unwrap(), "C");
    // An error without the place of the key: the batch is halved until it is alone.
    let world = World::new(&["en"]).await;
    let texts = (0..7).map(|key| format!("\"k{key}\": \"K\"")).collect::<Vec<_>>().join(",");
    world.write("locales/en/a.json", format!("{{{texts}}}"));
    let body = ReplyBody::Json(json!({"error": {"message": "no", "code": 400}}));
    let refuse = Misbehavior::Respond(Reply::new(400, body));
    for _ in 0..4 {
        world.sandbox.add_fault(Fault::new(refuse.clone()).on("createKeys")).unwrap();
    }
    let report = world.push().await;
    assert_eq!(left_out(&report.files[0].items).len(), 1, "{report:?}");
    assert_eq!(changed(&report.files[0].items).len(), 6);
}

#[tokio::test]
async fn what_the_service_stores_is_compared_with_what_was_sent() {
    let world = World::pushed(r#"{"a": "A"}"#, r#"{"a": "a"}"#).await;
    let client = world.client();
    let mut body = client.list_keys(PROJECT).include_translations(true).send().await.unwrap();
    let mut key = serde_json::to_value(body.keys.remove(0)).unwrap();
    for text in key["translations"].as_array_mut().unwrap() {
        text["translation"] = json!("cut");
    }
    let body = ReplyBody::Json(json!({"project_id": PROJECT, "keys": [key], "errors": []}));
    let reply = Misbehavior::Respond(Reply::new(200, body));
    world.sandbox.add_fault(Fault::new(reply).on("updateKeys")).unwrap();
    world.write("locales/en/a.json", r#"{"a": "A long text"}"#);
    let report = world.push().await;
    assert_eq!(left_out(&report.files[0].items), ["a: the service stored \"cut\" instead"]);
}

#[tokio::test]
async fn a_failed_base_file_blocks_only_its_translations() {
    let mut world = World::new(&["en", "de"]).await;
    world.config = world.config.group(group("c/{lang}.yml"));
    locales(&world, &["en", "de"], &["cart", "home"]);
    world.write("locales/en/cart.json", "{\"broken\":");
    // A base file below another root than its language.
    world.write("c/en.yml", "english:\n  a: A\n");
    world.write("c/de.yml", "de:\n  a: a\n");
    let report = world.push().await;
    for (path, state, reason) in [
        ("locales/en/cart.json", PushState::Failed, "line 1"),
        ("locales/de/cart.json", PushState::Blocked, "locales/en/cart.json is invalid"),
        ("c/de.yml", PushState::Blocked, "c/en.yml is invalid"),
        ("locales/de/home.json", PushState::Sent, ""),
    ] {
        let file = file(&report, path);
        assert_eq!(file.state, state);
        assert!(file.reason.as_deref().unwrap_or_default().contains(reason), "{file:?}");
    }
    assert!(!report.is_complete());
    let pulled = world.pull().await.files;
    let kept = pulled.iter().find(|file| file.path == "locales/de/cart.json").unwrap();
    assert!(kept.reason.as_ref().unwrap().contains("in locales/en/cart.json, line 1"), "{kept:?}");
}

/// A project with two texts in German, committed.
async fn translated() -> World {
    World::pushed(r#"{"a": "A", "b": "B", "c": "C"}"#, r#"{"a": "alt", "b": "b"}"#).await
}

#[tokio::test]
async fn a_push_fills_gaps_and_names_what_it_keeps() {
    let world = translated().await;
    world.translate("a", "de", "Korb");
    world.translate("b", "de", "");
    world.write("locales/en/a.json", r#"{"a": "A", "b": "B", "c": "C", "d": "D"}"#);
    world.write("locales/de/a.json", r#"{"a": "alt", "b": "b", "c": "c", "d": "d"}"#);
    let plan = world.sync().plan_push(&PushOptions::new()).await.unwrap();
    for report in [plan, world.push().await] {
        let german = &report.files[1];
        assert_eq!(changed(&german.items), ["b", "c", "d"]);
        assert_eq!(left_out(&german.items), ["a: the service has another text"]);
        assert!(report.is_complete());
    }
    assert_eq!(world.text("a", "de").unwrap(), "Korb");
    assert_eq!(world.text("d", "de").unwrap(), "d");
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
    options.keys = vec!["::a".to_owned(), "x".to_owned()];
    let error = world.sync().push(&options).await.unwrap_err().to_string();
    assert!(error.contains("has the key `x`"), "{error}");
    assert_eq!(world.text("a", "de").unwrap(), "Korb");
    options.keys.pop();
    let report = world.sync().push(&options).await.unwrap();
    let text = report.files[0].changes().next().unwrap();
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
    assert_eq!(changed(&german.items), ["a", "c"]);
    assert_eq!(left_out(&german.items), ["b: it was changed both here and at the service"]);
    assert!(!report.is_complete());
    let texts = ["a", "b", "c"].map(|key| world.text(key, "de").unwrap());
    assert_eq!(texts, ["neu", "theirs", "c"]);
    // A text that was cleared at the service since then is a conflict, too.
    world.translate("a", "de", "");
    world.write("locales/de/a.json", r#"{"a": "neuer", "b": "b"}"#);
    let report = world.sync().push(&options).await.unwrap();
    assert_eq!(
        left_out(&report.files[0].items)[0],
        "a: it was changed both here and at the service"
    );
    assert_eq!(world.text("a", "de").unwrap(), "");
}

#[tokio::test]
async fn what_is_no_translation_is_named_and_not_sent() {
    let mut world = World::new(&["en", "de"]).await;
    world.config.files.push(group("po/{lang}.po"));
    world.write("locales/en/a.json", r#"{"o": {"a": "A", "n_one": "1", "n_other": "2"}}"#);
    let german = r#"{"o": {"a": "a", "x": "X", "n_other": "2"}, "y": ["Y"]}"#;
    world.write("locales/de/a.json", german);
    world.write("locales/de/gone.json", r#"{"g": "G"}"#);
    let po =
        |fuzzy: &str| format!("msgid \"Hi\"\nmsgstr \"Hi\"\n{fuzzy}msgid \"P\"\nmsgstr \"p\"\n");
    world.write("po/en.po", po(""));
    world.write("po/de.po", po("#, fuzzy\n"));
    let report = world.push().await;
    assert!(report.is_complete(), "{report:?}");
    let reasons = ["o::x", "y::0"].map(|key| format!("{key}: the base language lacks the key"));
    assert_eq!(left_out(&file(&report, "locales/de/a.json").items), reasons);
    assert_eq!(file(&report, "locales/de/gone.json").state, PushState::Skipped);
    assert_eq!(left_out(&file(&report, "po/de.po").items), ["P: it is not finished"]);
    for (key, text) in [("o::x", None), ("y::0", None), ("g", None), ("Hi", Some("Hi"))] {
        assert_eq!(world.text(key, "de").as_deref(), text, "{key}");
    }
    assert_eq!(world.text("P", "de").unwrap(), "");
    assert_eq!(world.read("locales/de/a.json"), german);
    let pulled = world.pull().await.files;
    let po = pulled.iter().find(|file| file.path == "po/de.po").unwrap();
    assert_eq!(left_out(&po.items), ["P: it is not finished"]);
    // Where another repository has the base language, keys are only changed.
    world.config.files[0].push = l10n_sync::LanguageScope::Translations;
    let plan = world.sync().plan_push(&PushOptions::new()).await.unwrap();
    let items = &file(&plan, "locales/de/gone.json").items;
    assert_eq!(left_out(items), ["g: the service lacks the key: push the base language first"]);
}

#[tokio::test]
async fn unfinished_texts_go_both_ways_on_request() {
    let po = |fuzzy: &str, text: &str| format!("{fuzzy}msgid \"P\"\nmsgstr \"{text}\"\n");
    let mut world = World::new(&["en", "de"]).await;
    let group = json!({"pattern": "po/{lang}.po", "push": "all", "unverified": "keep"});
    world.config.files = vec![configured(group)];
    world.write("po/en.po", po("", ""));
    world.write("po/de.po", po("#, fuzzy\n", "p"));
    world.commit();
    world.round().await;
    assert_eq!(world.text("P", "de").unwrap(), "p");
    assert_eq!(world.text("P", "en").unwrap(), "P");
    assert_eq!(world.read("po/de.po"), po("#, fuzzy\n", "p"));
    // A translator confirms it.
    let mut data = world.sandbox.data();
    data["projects"][0]["branches"][0]["keys"][0]["translations"]["de"]["is_unverified"] =
        false.into();
    world.sandbox.set_data(&data).unwrap();
    assert!(world.pull().await.is_complete());
    assert_eq!(world.read("po/de.po"), po("", "p"));
}

#[tokio::test]
async fn forms_of_i18next_that_other_languages_need_are_created() {
    let world = World::of("l/{lang}.json", &["en", "pl", "zh_CN"]).await;
    let ordinal = r#""o_ordinal_one": "1", "o_ordinal_other": "2""#;
    let base = format!(r#"{{"n_one": "{{{{count}}}} day", "n_other": "days", {ordinal}}}"#);
    world.write("l/en.json", base);
    world.write("l/zh_CN.json", r#"{"n": "{{count}} tian"}"#);
    world.write("l/pl.json", "{}");
    world.commit();
    let report = world.push().await;
    assert!(report.is_complete(), "{report:?}");
    let keys = "n_one n_other o_ordinal_one o_ordinal_other n_few n_many o_ordinal_two \
        o_ordinal_few";
    assert_eq!(changed(&report.files[0].items).join(" "), keys);
    assert_eq!(world.text("n_other", "zh_CN").unwrap(), "{{count}} tian");
    for form in ["n_one", "n_few", "n_many"] {
        world.translate(form, "pl", form);
    }
    assert!(world.pull().await.is_complete());
    assert!(world.read("l/pl.json").contains("\"n_few\""));
    assert_eq!(world.read("l/zh_CN.json"), r#"{"n": "{{count}} tian"}"#);
    assert!(world.sync().unused_keys().await.unwrap().keys.is_empty());
    world.push().await;
    let progress = world.sync().progress().await.unwrap();
    let progress: Vec<_> = progress.iter().map(|it| (it.translated, it.total)).collect();
    assert_eq!(progress, [(3, 5), (1, 2)]);
}

#[tokio::test]
async fn keys_in_another_place_are_not_created_beside_them() {
    let texts = r#"{"a": "A", "b": "B", "c": "C", "d": "D"}"#;
    for (files, words) in [
        // A folder was renamed, the names are others, the platform is another.
        (json!({"pattern": "web/{lang}.json"}), "in `l/%LANG_ISO%.json` on the platform web"),
        (json!({"pattern": "l/{lang}.json", "platform": "ios"}), "on the platform web: set"),
        (json!({"pattern": "l/{lang}.json"}), "4 other keys at the service (`a`, `b`, `c`, ..)"),
    ] {
        let mut world = World::new(&["en"]).await;
        world.config.files = vec![configured(json!({"pattern": "l/{lang}.json"}))];
        world.write("l/en.json", texts);
        world.push().await;
        world.operations();
        world.config.files = vec![configured(files)];
        world.write("web/en.json", texts);
        if words.starts_with('4') {
            world.write("l/en.json", texts.replace("\": ", ".x\": "));
        }
        let mut options = PushOptions::new();
        let error = world.sync().push(&options).await.unwrap_err().to_string();
        assert!(error.contains(words) && error.contains("--confirmed"), "{error}");
        assert!(world.is_untouched());
        options.confirmed = true;
        let report = world.sync().push(&options).await.unwrap();
        let is_changed = !changed(&report.files[0].items).is_empty();
        assert_eq!(is_changed, !words.starts_with("on"));
    }
}

#[tokio::test]
async fn placeholders_of_an_import_are_compared_as_the_format_spells_them() {
    let world = World::of("r/{lang}.xml", &["en", "de"]).await;
    let xml = |text: &str| format!("<resources><string name=\"a\">{text}</string></resources>");
    world.write("r/en.xml", xml("%s of %1$d"));
    world.write("r/de.xml", xml("%s von %1$d"));
    world.commit();
    world.round().await;
    for (en, de, expected) in [
        ("[%s] of [%1$i]", "[%s] aus [%1$i]", "%s aus %1$d"),
        ("[%s:n]", "[%s:n] x", "%s aus %1$d"),
    ] {
        world.translate("a", "en", en);
        world.translate("a", "de", de);
        let pushed = world.push().await;
        let pulled = world.pull().await;
        let is_known = !en.contains(":n");
        assert_eq!([pushed.files[0].is_complete(), pulled.is_complete()], [is_known; 2]);
        assert_eq!(world.read("r/de.xml"), xml(expected));
        world.commit();
    }
}

#[tokio::test]
async fn a_project_with_names_for_each_platform_gets_all_of_them() {
    let project = json!({"name": "P", "project_id": PROJECT, "languages": ["en", "de"],
        "settings": {"per_platform_key_names": true}});
    let world = World::seeded(json!({"projects": [project]})).await;
    locales(&world, &["en", "de"], &["cart"]);
    world.commit();
    world.round().await;
    let keys = world.client().list_keys(PROJECT).send().await.unwrap();
    let names = keys.keys[0].key_name.as_ref().unwrap();
    assert!(names.names().all(|(_, name)| name == "cart.title"));
    let files = keys.keys[0].filenames.as_ref().unwrap();
    assert_eq!(files.ios.as_deref(), Some("locales/%LANG_ISO%/cart.json"));
    assert!(!world.sync().status().await.unwrap().differs());
}

#[tokio::test]
async fn comments_become_descriptions_on_request() {
    for (pattern, base, expected) in [
        (
            "{lang}.po",
            "# By us\n#. For the menu\n#: a.c:1\nmsgid \"a\"\nmsgstr \"\"\n",
            "By us\nFor the menu",
        ),
        ("{lang}.strings", "/* On\n   top */\n\"a\" = \"A\";\n", "On\ntop"),
    ] {
        let mut world = World::new(&["en"]).await;
        let group = json!({"pattern": pattern, "descriptions": true});
        world.config.files = vec![configured(group)];
        world.write(&pattern.replace("{lang}", "en"), base);
        world.push().await;
        let keys = world.client().list_keys(PROJECT).send().await.unwrap();
        assert_eq!(keys.keys[0].description.as_deref(), Some(expected));
    }
}

#[tokio::test]
async fn an_archived_key_is_left_alone() {
    let world = World::pushed(r#"{"a": "A", "b": "B"}"#, r#"{"a": "a", "b": "b"}"#).await;
    let keys = world.client().list_keys(PROJECT).send().await.unwrap();
    let call = world.client().update_key(PROJECT, keys.keys[0].key_id);
    call.is_archived(true).send().await.unwrap();
    world.translate("a", "de", "neu");
    assert_eq!(left_out(&world.pull().await.files[0].items), ["a: it is archived at the service"]);
    world.write("locales/en/a.json", r#"{"a": "A2", "b": "B"}"#);
    assert_eq!(left_out(&world.push().await.files[0].items), ["a: it is archived at the service"]);
    world.write("locales/en/a.json", r#"{"b": "B"}"#);
    assert!(world.sync().unused_keys().await.unwrap().keys.is_empty());
}

#[tokio::test]
async fn a_wrong_base_language_is_one_error_and_changes_nothing() {
    let mut world = World::pushed(r#"{"a": "A"}"#, r#"{"a": "a"}"#).await;
    world.translate("a", "en", "other");
    world.translate("a", "de", "other");
    world.operations();
    let before = world.tree();
    world.config.base_lang = "xx".to_owned();
    let sync = world.sync();
    for error in
        [sync.push(&PushOptions::new()).await.err(), sync.pull(&PullOptions::new()).await.err()]
    {
        let error = error.unwrap().to_string();
        assert!(error.contains("`base_lang`") && error.contains("`xx`"), "{error}");
    }
    assert!(world.is_untouched());
    assert_eq!(world.tree(), before);
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
    assert!(since(&"1".repeat(40)).await.unwrap_err().contains("if a force push replaced it"));
    assert_eq!(since(&"0".repeat(40)).await.unwrap().len(), 5);
    let mut chosen = PushOptions::new();
    chosen.paths = vec!["locales/en".to_owned(), "locales/{lang}/home.json".to_owned()];
    assert_eq!(plan(chosen.clone()).await.unwrap().len(), 4);
    chosen.languages = vec!["de".to_owned()];
    assert_eq!(plan(chosen.clone()).await.unwrap(), ["locales/de/home.json"]);
    chosen.paths = vec!["locale".to_owned()];
    assert!(plan(chosen).await.unwrap_err().contains("`locale`"));
    assert!(world.is_untouched());
}
