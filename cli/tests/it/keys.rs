//! `l10n keys` and `l10n processes`.

use crate::support::{World, run};

#[tokio::test]
async fn keys_are_found_by_parts_of_their_names() {
    let world = World::configured("").await;
    let all = world.run(&["keys", "find"]).await.ended(0);
    assert_eq!(all.stdout.lines().count(), 8, "{all:?}");
    let some = world.run(&["keys", "find", "START"]).await.ended(0);
    assert!(some.stdout.contains("start.title"), "{some:?}");
    assert!(some.stdout.lines().count() < 8);
    let lacking = world.run(&["keys", "find", "--untranslated", "de", "--json"]).await.ended(0);
    let keys = lacking.json()["keys"].as_array().unwrap().clone();
    assert!(!keys.is_empty() && keys.len() < 8, "{}", keys.len());
    let ran = world.run(&["keys", "find", "--untranslated", "dee"]).await.ended(2);
    assert!(ran.stderr.contains("no language `dee`, only "), "{ran:?}");
}

#[tokio::test]
async fn a_text_is_set_by_the_name_of_its_key() {
    let world = World::configured("[languages]\nde-DE = \"de\"\n").await;
    let before = world.run(&["keys", "show", "start.title"]).await.ended(0);
    let set = ["keys", "set", "start.title", "de-DE", "Grüß Gott"];
    let dry = world.run(&[&set[..], &["--dry-run"]].concat()).await.ended(0);
    assert!(dry.stdout.contains("Grüß Gott"), "{dry:?}");
    assert_eq!(world.run(&["keys", "show", "start.title"]).await.stdout, before.stdout);

    world.run(&set).await.ended(0);
    let after = world.run(&["keys", "show", "start.title", "--json"]).await.ended(0).json();
    let translations = after["key"]["translations"].as_array().unwrap();
    let german = translations.iter().find(|one| one["language_iso"] == "de").unwrap();
    assert_eq!(german["translation"], "Grüß Gott");
    let id = after["key"]["key_id"].to_string();
    world.run(&["keys", "show", &id]).await.ended(0);
    world.run(&["keys", "set", "start.title", "xx", "?"]).await.ended(2);

    world.write("text", "Two\nlines\n");
    let mut set = world.program(&["keys", "set", "start.title", "en", "-"]);
    set.stdin(std::fs::File::open(world.path("text")).unwrap());
    run(set).await.ended(0);
    let shown = world.run(&["keys", "show", "start.title"]).await.stdout;
    assert!(shown.contains("en: Two\\nlines\n"), "{shown}");
}

#[tokio::test]
async fn plural_forms_are_set_one_by_one() {
    let world = World::configured("[[files]]\npattern = \"{lang}.json\"\n").await;
    world.write("en.json", r#"{"many": {"one": "1 file", "other": "files"}}"#);
    world.run(&["push"]).await.ended(0);
    let set = |text: &'static str| ["keys", "set", "many", "en", text];
    let ran = world.run(&set(r#"{"few": "x"}"#)).await.ended(2);
    assert!(ran.stderr.contains("no plural form `few`: use one, other"), "{ran:?}");
    let ran = world.run(&[&set(r#"{"other": "all"}"#)[..], &["--json"]].concat()).await.ended(0);
    let after = ran.json()["after"].to_string();
    assert!(after.contains("1 file") && after.contains("all"), "{after}");
    world.run(&set(r#"{"other": "файлов"}"#)).await.ended(0);
    let shown = world.run(&["keys", "show", "many"]).await.ended(0);
    assert!(shown.stdout.contains(r#""other":"файлов""#), "{shown:?}");
}

#[tokio::test]
async fn processes_are_listed_without_their_links() {
    let world = World::configured("[[files]]\npattern = \"{lang}.json\"\n").await;
    world.write("en.json", r#"{"by.process": "x"}"#);
    let pushed = world.run(&["push", "--json"]).await.ended(0).json();
    let id = pushed["files"][0]["process_id"].as_str().unwrap().to_owned();
    let start = ["api", "POST", "projects/{project}/files/async-download", "--data"];
    world.run(&[&start[..], &[r#"{"format": "json"}"#]].concat()).await.ended(0);

    let list = world.run(&["processes", "--json", "--limit", "2"]).await.ended(0).json();
    assert_eq!(list["processes"].as_array().unwrap().len(), 2);
    let one = world.run(&["processes", &id, "--wait"]).await.ended(0);
    assert!(one.stdout.contains("finished") && one.stdout.contains("1 inserted"), "{one:?}");

    let export = list["processes"].as_array().unwrap().iter();
    let export = export.clone().find(|process| process["process_id"] != id.as_str()).unwrap();
    let export = export["process_id"].as_str().unwrap();
    let ended = world.run(&["processes", export, "--wait", "--json"]).await.ended(0).json();
    assert!(ended["process"]["details"].is_object() && !ended.to_string().contains("download_url"));
    world.run(&["processes", "no-such-process"]).await.ended(4);
}

#[tokio::test]
async fn keys_are_tagged_described_and_get_screenshots() {
    let world = World::configured("").await;
    world.run(&["keys", "edit", "start.title"]).await.ended(2);
    let edit = ["keys", "edit", "start.title", "start.button", "--tag", "r2", "--description", "D"];
    world.run(&edit).await.ended(0);
    std::fs::write(world.path("home.PNG"), b"\x89PNG\r\n\x1a\n").unwrap();
    let edit = ["keys", "edit", "start.title", "--tag", "r3", "--untag", "r2"];
    let edit = [&edit[..], &["--screenshot", "home.PNG"]].concat();
    let dry = world.run(&[&edit[..], &["--dry-run"]].concat()).await.ended(0);
    assert!(dry.stdout.ends_with("keys to change: 1\n"), "{dry:?}");
    assert_eq!(world.seen("updateKeys").len(), 1);
    world.run(&edit).await.ended(0);
    for invalid in [&["--tag", ""][..], &["--tag", "r4", "--untag", "r4"]] {
        world.run(&[&["keys", "edit", "start.title"], invalid].concat()).await.ended(2);
    }
    let key = world.run(&["keys", "show", "start.title", "--json"]).await.ended(0).json();
    let key = &key["key"];
    assert_eq!(key["tags"], serde_json::json!(["start", "r3"]), "{key}");
    assert_eq!(key["description"], "D");
    let sent = world.seen("updateKeys").pop().unwrap().body.unwrap().json().unwrap();
    let screenshot = &sent["keys"][0]["screenshots"][0];
    assert_eq!(screenshot["title"], "home");
    assert!(screenshot["data"].as_str().unwrap().starts_with("data:image/png;base64,"));
    let other = world.run(&["keys", "show", "start.button"]).await.ended(0);
    assert!(other.stdout.contains("r2"), "{other:?}");
    world.write("a.png", "");
    let ran = world.run(&["keys", "edit", "start.title", "--screenshot", "a.png"]).await.ended(2);
    assert!(ran.stderr.contains("a.png is not a PNG, JPEG, GIF or WebP image"), "{ran:?}");
}

#[tokio::test]
async fn keys_are_found_and_deleted_by_name_or_by_file() {
    let world = World::configured("[[files]]\npattern = \"old.{lang}.json\"\n").await;
    world.write("old.en.json", r#"{"cli.a": "x", "cli.b": "y", "cli.c": "z"}"#);
    world.run(&["push"]).await.ended(0);
    for file in ["old.en.json", "old.%LANG_ISO%.json"] {
        let found = world.run(&["keys", "find", "--file", file]).await.ended(0).stdout;
        let matches = found.matches("(old.%LANG_ISO%.json)\n").count();
        assert_eq!((matches, found.lines().count()), (3, 3), "{found}");
    }
    world.configure("[[files]]\npattern = \"new.{lang}.json\"\n");
    let skipped = world.run(&["pull"]).await.ended(1);
    assert!(skipped.stderr.contains("\"old.de.json\""), "{skipped:?}");
    world.run(&["keys", "delete"]).await.ended(2);
    world.run(&["keys", "delete", "--file", "old.%LANG%.json"]).await.ended(4);
    let twice = world.run(&["keys", "delete", "cli.a", "cli.a"]).await.ended(0);
    assert!(twice.stdout.ends_with("keys deleted: 1\n"), "{twice:?}");
    let file = ["keys", "delete", "--file", "old.%LANG_ISO%.json"];
    let dry = world.run(&[&file[..], &["--dry-run"]].concat()).await.ended(0);
    assert!(dry.stdout.ends_with("keys to delete: 2\n"), "{dry:?}");
    assert_eq!(world.seen("deleteKeys").len(), 1);
    world.run(&file).await.ended(0);
    assert!(world.run(&["keys", "find", "cli."]).await.ended(0).stdout.is_empty());
    let pulled = world.run(&["pull"]).await;
    assert!(!pulled.stderr.contains("old.de.json"), "{pulled:?}");
}
