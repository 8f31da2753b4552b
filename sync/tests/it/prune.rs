//! Unused keys.

use l10n_sync::UnusedKeys;

use crate::support::World;

async fn unused(world: &World) -> UnusedKeys {
    world.sync().unused_keys().await.unwrap()
}

async fn names(world: &World) -> Vec<String> {
    unused(world).await.keys.into_iter().map(|key| key.name).collect()
}

#[tokio::test]
async fn keys_of_renamed_and_deleted_files_are_found_and_deleted() {
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
    let (sync, found) = (world.sync(), unused(&world).await);
    let error = sync.delete_keys(&found, false).await.unwrap_err().to_string();
    assert!(error.contains("2 of 5") && error.contains("--confirmed"), "{error}");
    assert_eq!(names(&world).await.len(), 3);
    assert_eq!(sync.delete_keys(&found, true).await.unwrap(), 2);
    // No file has the German text of `h` any more.
    let mut found = unused(&world).await;
    assert_eq!(found.keys[0].name, "h");
    found.keys.iter_mut().for_each(|key| key.only_copies.clear());
    assert_eq!(sync.delete_keys(&found, true).await.unwrap(), 1);
    assert!(names(&world).await.is_empty());
    world.pull().await;
    assert!(!world.exists("locales/de/cart.json") && !world.exists("locales/de/home.json"));
    assert_eq!(world.text("a", "de").unwrap(), "A");
}

#[tokio::test]
async fn a_text_that_was_edited_under_the_old_name_of_its_key_is_an_only_copy() {
    let world = World::new(&["en", "de"]).await;
    for (lang, end) in [("en", ""), ("de", " de")] {
        let text = format!("{{\"t\": \"A{end}\", \"m\": \"M{end}\"}}");
        world.write(&format!("locales/{lang}/a.json"), text);
        world.write(&format!("locales/{lang}/b.json"), format!("{{\"t\": \"B{end}\"}}"));
    }
    world.round().await;
    world.translate("m", "de", "edited");
    // `m` moves to another file, and `b.json` is deleted.
    for (lang, end) in [("en", ""), ("de", " de")] {
        world.write(&format!("locales/{lang}/a.json"), format!("{{\"t\": \"A{end}\"}}"));
        world.write(&format!("locales/{lang}/c.json"), format!("{{\"m\": \"M{end}\"}}"));
        world.remove(&format!("locales/{lang}/b.json"));
    }
    world.push().await;
    let found = unused(&world).await;
    let [moved, deleted] = found.keys.as_slice() else { panic!("{found:?}") };
    let copies = [moved, deleted].map(|key| key.only_copies[0].text.as_str());
    assert_eq!([&*moved.name, &*deleted.name], ["m", "t"]);
    assert_eq!(copies, ["edited", "B de"]);
}

#[tokio::test]
async fn files_that_only_the_disk_lacks_are_not_searched() {
    let world = World::of("**/{lang}/*.json", &["en"]).await;
    for path in ["a/en/a.json", "sub/en/s.json", "real/en/r.json", "gone/en/g.json"] {
        world.write(path, format!("{{\"{path}\": \"x\"}}"));
    }
    world.push().await;
    // A sparse checkout, a submodule that is not checked out, a symbolic link, and a deleted file.
    std::fs::remove_dir_all(world.folder.path().join("sub")).unwrap();
    std::fs::create_dir(world.folder.path().join("sub")).unwrap();
    let commit = world.commit();
    world.git(&["update-index", "--add", "--cacheinfo", &format!("160000,{commit},sub")]);
    std::fs::remove_file(world.folder.path().join("a/en/a.json")).unwrap();
    let outside = tempfile::tempdir().unwrap();
    let real = world.folder.path().join("real");
    std::fs::rename(&real, outside.path().join("real")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(outside.path().join("real"), &real).unwrap();
    world.git(&["rm", "-rq", "--cached", "real", "gone"]);
    world.remove("gone/en/g.json");
    assert_eq!(names(&world).await, ["gone/en/g.json"]);
    assert_eq!(unused(&world).await.unsearched.len(), 3);
}

#[tokio::test]
async fn items_of_lists_plurals_and_objects_are_used() {
    let world = World::new(&["en", "de"]).await;
    let text = r#"{"days": ["Mon", "Tue"], "o": {"p": {"q": "x"}}, "n": {"one": "1", "other": "2"},
        "i_one": "1", "i_other": "2"}"#;
    world.write("locales/en/a.json", text);
    world.push().await;
    assert!(names(&world).await.is_empty());
    let less = r#"{"days": ["Mon"], "o": {"p": {"r": "x"}}, "i_other": "2"}"#;
    world.write("locales/en/a.json", less);
    world.push().await;
    let found = names(&world).await;
    for (name, is_unused) in
        [("days::1", true), ("o::p::q", true), ("n", true), ("days::0", false), ("i_one", false)]
    {
        assert_eq!(found.contains(&name.to_owned()), is_unused, "{name} {found:?}");
    }
    // A text becomes a list, and a plural two texts.
    let mut world = World::new(&["en"]).await;
    for text in [
        r#"{"q": "Q", "u": {"one": "1", "other": "2"}, "t": "T"}"#,
        r#"{"q": ["a", "b"], "u_one": "1", "u_other": "2", "t": "T"}"#,
    ] {
        world.write("locales/en/a.json", text);
        world.push().await;
    }
    assert_eq!(names(&world).await, ["q", "u"]);
    // The group translates what others push.
    world.remove("locales/en/a.json");
    assert_eq!(names(&world).await.len(), 7);
    world.config.files[0].push = l10n_sync::LanguageScope::Translations;
    assert!(names(&world).await.is_empty());
}
