//! Unused keys.

use l10n_sync::{PullOptions, PushOptions};

use crate::support::World;

async fn names(world: &World) -> Vec<String> {
    let found = world.sync().unused_keys().await.unwrap();
    found.keys.into_iter().map(|key| key.name).collect()
}

#[tokio::test]
async fn keys_of_renamed_and_deleted_files_are_found_and_removed() {
    let world = World::new(&["en", "de"]).await;
    for lang in ["en", "de"] {
        world.write(&format!("locales/{lang}/cart.json"), "{\"a\": \"A\", \"b\": \"B\"}");
        world.write(&format!("locales/{lang}/home.json"), "{\"h\": \"H\"}");
    }
    world.round().await;
    assert!(names(&world).await.is_empty());
    for lang in ["en", "de"] {
        let path = |name: &str| world.folder.path().join(format!("locales/{lang}/{name}.json"));
        std::fs::rename(path("cart"), path("basket")).unwrap();
        std::fs::remove_file(path("home")).unwrap();
    }
    world.push().await;
    assert_eq!(names(&world).await, ["a", "b", "h"]);
    let sync = world.sync();
    let unused = sync.unused_keys().await.unwrap();
    let error = sync.remove_keys(&unused, false).await.unwrap_err().to_string();
    assert!(error.contains("3 of 5") && error.contains("--confirmed"), "{error}");
    assert_eq!(names(&world).await.len(), 3);
    sync.remove_keys(&unused, true).await.unwrap();
    assert!(names(&world).await.is_empty());
    world.pull().await;
    assert!(!world.exists("locales/de/cart.json") && !world.exists("locales/de/home.json"));
    assert_eq!(world.text("a", "de").unwrap(), "A");
}

#[tokio::test]
async fn items_of_lists_and_objects_are_used() {
    let world = World::new(&["en", "de"]).await;
    let text =
        r#"{"days": ["Mon", "Tue"], "o": {"p": {"q": "x"}}, "n": {"one": "1", "other": "2"}}"#;
    world.write("locales/en/a.json", text);
    world.push().await;
    assert!(names(&world).await.is_empty());
    world.write("locales/en/a.json", "{\"days\": [\"Mon\"], \"o\": {\"p\": {\"r\": \"x\"}}}");
    world.push().await;
    let found = names(&world).await;
    assert!(
        found.contains(&"days::1".to_owned()) && found.contains(&"o::p::q".to_owned()),
        "{found:?}"
    );
    assert!(!found.contains(&"days::0".to_owned()), "{found:?}");
}

#[tokio::test]
async fn in_other_formats_keys_of_removed_files_are_found() {
    let mut world = World::new(&["en", "de"]).await;
    world.config.files.push(crate::support::group("res/*.{lang}.xml"));
    world.write("locales/en/a.json", "{\"a\": \"A\"}");
    for name in ["one", "two"] {
        let item = format!("<string-array name=\"{name}\"><item>x</item></string-array>");
        world.write(&format!("res/{name}.en.xml"), &format!("<resources>{item}</resources>"));
    }
    world.push().await;
    world.write("res/two.en.xml", "<resources></resources>");
    assert!(names(&world).await.is_empty());
    world.remove("res/one.en.xml");
    let found = names(&world).await;
    assert!(!found.is_empty() && found.iter().all(|name| name.starts_with("one")), "{found:?}");
    // The last file of the group.
    world.remove("res/two.en.xml");
    let found = names(&world).await;
    assert!(found.iter().any(|name| name.starts_with("two")), "{found:?}");
    // The group translates what others push.
    world.config.files[1].push = l10n_sync::Side::Translations;
    assert!(names(&world).await.is_empty());
    world.write("locales/en/a.json", "{\"a\": ");
    assert!(world.sync().unused_keys().await.unwrap_err().to_string().contains("not JSON"));
}

#[tokio::test]
async fn deleted_keys_do_not_come_back_from_translations() {
    let mut world = World::new(&["en", "de"]).await;
    world.config.files.push(crate::support::group("l10n/app_{lang}.arb"));
    for lang in ["en", "de"] {
        world.write(
            &format!("locales/{lang}/a.json"),
            r#"{"o": {"a": "A", "n_one": "1"}, "b": "B"}"#,
        );
        world.write(&format!("locales/{lang}/gone.json"), r#"{"g": "G"}"#);
        world.write(
            &format!("l10n/app_{lang}.arb"),
            r#"{"@@locale": "x", "c": "C", "@c": {"description": "d"}, "e": "E", "@e": {}}"#,
        );
    }
    world.push().await;
    world.write("locales/en/a.json", r#"{"o": {"n_one": "1", "n_other": "2"}}"#);
    world
        .write("locales/de/a.json", r#"{"o": {"a": "A", "n_few": "2", "n_f_few": "3"}, "b": "B"}"#);
    world.write("l10n/app_en.arb", r#"{"@@locale": "en", "c": "C"}"#);
    world.remove("locales/en/gone.json");
    let sync = world.sync();
    world.push().await;
    sync.remove_keys(&sync.unused_keys().await.unwrap(), true).await.unwrap();
    let plan = world.workspace().plan_push(&PushOptions::new()).await.unwrap();
    let extra: Vec<_> = plan.extra_keys.iter().map(|extra| (&*extra.path, &extra.keys)).collect();
    let keys = |keys: &[&str]| keys.iter().map(|key| (*key).to_owned()).collect::<Vec<_>>();
    let expected = [
        ("locales/de/a.json", keys(&["o::a", "b"])),
        ("locales/de/gone.json", keys(&[])),
        ("l10n/app_de.arb", keys(&["e"])),
    ];
    for (path, keys) in &expected {
        assert!(extra.contains(&(*path, keys)), "{extra:?}");
    }
    let changes = sync.changes(&plan, &PushOptions::new()).await.unwrap();
    assert!(changes.blocked.is_empty(), "{changes:?}");
    assert!(world.push().await.is_complete());
    assert_eq!(names(&world).await, ["o::n_f_few"]);
    assert_eq!(world.text("o::n_few", "de").as_deref(), Some("2"));
    assert_eq!(world.text("o::n_f_few", "de").as_deref(), Some("3"));
}

#[tokio::test]
async fn extra_keys_of_other_formats_are_reported() {
    let mut world = World::new(&["en", "de"]).await;
    world.config.files[0] = crate::support::group("res/{lang}.xml");
    let text = |keys: &[&str]| {
        let keys = keys.iter().map(|key| format!("<string name=\"{key}\">{key}</string>"));
        format!("<resources>{}</resources>", keys.collect::<String>())
    };
    world.write("res/en.xml", &text(&["a"]));
    world.write("res/de.xml", &text(&["a", "b"]));
    let plan = world.workspace().plan_push(&PushOptions::new()).await.unwrap();
    let [extra] = plan.extra_keys.as_slice() else { panic!("{plan:?}") };
    assert_eq!((extra.keys.as_slice(), extra.is_sent), (&["b".to_owned()][..], true));
    // The base language belongs to the service.
    world.config.files[0].push = l10n_sync::Side::Translations;
    let plan = world.workspace().plan_push(&PushOptions::new()).await.unwrap();
    assert!(plan.extra_keys.is_empty() && plan.files.len() == 1, "{plan:?}");
}

#[tokio::test]
async fn a_shared_key_is_used_while_one_file_has_it() {
    let mut world = World::new(&["en", "de"]).await;
    let upload = serde_json::json!(false);
    world.config.files[0].upload.insert("distinguish_by_file".to_owned(), upload);
    world.write("locales/en/a.json", r#"{"save": "Save", "a": "A"}"#);
    world.write("locales/en/b.json", r#"{"save": "Save", "close": "Close"}"#);
    world.write("locales/de/a.json", r#"{"save": "S", "close": "Z"}"#);
    world.push().await;
    // It is in another file of the base language.
    assert_eq!(world.text("close", "de").as_deref(), Some("Z"));
    for file in ["a", "b"] {
        let other = if file == "a" { "b" } else { "a" };
        world.write(&format!("locales/en/{file}.json"), r#"{"x": "X"}"#);
        world.write(&format!("locales/en/{other}.json"), r#"{"save": "Save"}"#);
        assert!(!names(&world).await.contains(&"save".to_owned()));
    }
}

#[tokio::test]
async fn the_last_file_of_a_group_is_removed_everywhere() {
    let mut world = World::new(&["en", "de"]).await;
    world.config.files.push(crate::support::group("admin/{lang}.json"));
    for lang in ["en", "de"] {
        world.write(&format!("locales/{lang}/a.json"), r#"{"a": "A"}"#);
        world.write(&format!("admin/{lang}.json"), r#"{"b": "B"}"#);
    }
    world.commit();
    world.round().await;
    world.remove("admin/en.json");
    world.commit();
    world.push().await;
    let sync = world.sync();
    assert_eq!(sync.status().await.unwrap().push[0].path, "admin/en.json");
    let mut unused = sync.unused_keys().await.unwrap();
    unused.retain_removed_files(sync.workspace());
    assert_eq!(unused.keys.iter().map(|key| key.name.as_str()).collect::<Vec<_>>(), ["b"]);
    sync.remove_keys(&unused, true).await.unwrap();
    world.push().await;
    let mut prune = PullOptions::new();
    prune.prune = true;
    world.sync().pull(&prune).await.unwrap();
    assert!(!world.exists("admin/de.json") && world.exists("locales/de/a.json"));
    assert_eq!(world.text("b", "de"), None);
    let status = world.sync().status().await.unwrap();
    assert!(status.push.is_empty() && status.pull.files.is_empty(), "{status:?}");
}

#[tokio::test]
async fn extra_list_items_and_objects_in_place_of_texts_are_not_sent() {
    let world = World::new(&["en", "de"]).await;
    world.write("locales/en/a.json", r#"{"days": ["Mon", "Tue"], "a": "A", "o": {"p": "P"}}"#);
    let german = r#"{"days": ["Mo", "Di", "Mi"], "a": {"b": "B"}, "o": "O", "e": {}, "f": []}"#;
    world.write("locales/de/a.json", german);
    let plan = world.workspace().plan_push(&PushOptions::new()).await.unwrap();
    let [extra] = plan.extra_keys.as_slice() else { panic!("{plan:?}") };
    assert_eq!(extra.keys, ["days::2", "a::b", "o"]);
    assert!(world.push().await.is_complete());
    assert!(names(&world).await.is_empty());
    assert_eq!([world.text("days::2", "de"), world.text("a::b", "de")], [None, None]);
    assert_eq!(world.text("days::1", "de").as_deref(), Some("Di"));
}

#[tokio::test]
async fn a_text_that_became_an_object_is_unused_and_vice_versa() {
    let world = World::new(&["en", "de"]).await;
    world.write(
        "locales/en/a.json",
        r#"{"a": "A", "o": {"p": "P"}, "n": {"one": "1", "other": "2"}}"#,
    );
    world.push().await;
    let objects = r#"{"a": {"b": "B"}, "o": "O", "n": {"one": "1", "other": "2"}}"#;
    world.write("locales/en/a.json", objects);
    world.push().await;
    assert_eq!(names(&world).await, ["a", "o::p"]);
    let sync = world.sync();
    sync.remove_keys(&sync.unused_keys().await.unwrap(), true).await.unwrap();
    assert!(world.sync().status().await.unwrap().push.is_empty());
}
