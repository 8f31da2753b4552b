//! `l10n keys`.

use serde_json::json;

use crate::support::World;

#[tokio::test]
async fn a_text_is_set_by_the_name_of_its_key() {
    let world = World::configured("[languages]\nde-DE = \"de\"\n").await;
    let show = async |key: &str| world.run(&["keys", "show", key]).await.ended(0).stdout;
    let before = show("start.title").await;
    let set = ["keys", "set", "start.title", "de-DE", "Grüß Gott"];
    let dry = world.run(&[&set[..], &["--dry-run"]].concat()).await.ended(0);
    assert!(dry.stdout.contains("Grüß Gott"), "{dry:?}");
    assert_eq!(show("start.title").await, before);
    world.run(&set).await.ended(0);
    let id = before.split(' ').next().unwrap();
    assert!(show(id).await.contains("de: Grüß Gott\n"));
    world.run(&["keys", "set", "start.title", "xx", "?"]).await.ended(2);
}

#[tokio::test]
async fn plural_forms_are_set_one_by_one() {
    let world = World::configured("[[files]]\npattern = \"{lang}.json\"\n").await;
    world.write("en.json", r#"{"many": {"one": "1 file", "other": "files"}}"#);
    world.run(&["push"]).await.ended(0);
    let set = |text: &'static str| ["keys", "set", "many", "en", text];
    let ran = world.run(&set(r#"{"few": "x"}"#)).await.ended(2);
    assert!(ran.stderr.contains("no plural form `few`: use one, other"), "{ran:?}");
    world.run(&set(r#"{"other": "файлов"}"#)).await.ended(0);
    let shown = world.run(&["keys", "show", "many"]).await.ended(0).stdout;
    assert!(shown.contains("1 file") && shown.contains(r#""other":"файлов""#), "{shown}");
}

#[tokio::test]
async fn names_have_commas_and_contexts() {
    let keys = [("Yes, no", ""), ("Open", "menu"), ("Open", "door, gate"), ("a::Open", "")];
    let keys = keys.into_iter().chain([("Open", "b"), ("b::Open", ""), ("a\nb", "")]);
    let keys = keys.map(|(name, context)| {
        json!({"key_name": name, "context": context, "filenames": format!("{context}.json"),
            "translations": {"en": name}})
    });
    let world = World::seeded(json!({"projects": [{"name": "Names", "languages": ["en"],
        "project_id": "garnet-7041.26", "keys": keys.collect::<Vec<_>>()}]}))
    .await;
    world.configure("");
    for name in ["Yes, no", "menu::Open", "door, gate::Open", "a::Open", "b::Open", "a\\nb"] {
        let text = format!("new {name}");
        let set = world.run(&["keys", "set", name, "en", &text]).await.ended(0).stdout;
        assert!(set.starts_with(&format!("{name} (en): ")), "{set}");
        let shown = world.run(&["keys", "show", name]).await.ended(0).stdout;
        assert!(shown.contains(&format!("  {name} (")), "{shown}");
        assert!(shown.contains(&format!("en: {text}\n")), "{shown}");
    }
    let plain = world.run(&["keys", "show", "::b::Open"]).await.ended(0).stdout;
    assert!(plain.contains("en: b::Open\n"), "{plain}");
    let ran = world.run(&["keys", "show", "Open"]).await.ended(2);
    assert!(ran.stderr.contains("3 keys are named `Open`: use an id instead: "), "{ran:?}");
    assert!(ran.stderr.contains(" menu::Open (menu.json), "), "{ran:?}");
    for none in ["menu::Shut", "::Open", "menu::", ","] {
        world.run(&["keys", "show", none]).await.ended(4);
    }
}
