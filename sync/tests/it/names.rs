//! Names of files and languages, which push and pull map the same way.

use l10n_sync::{FileGroup, PushState, Workspace};
use serde_json::json;

use crate::support::{PROJECT, World, configured, group};

#[tokio::test]
async fn a_push_and_a_pull_change_no_name() {
    let mut named = group("p/*/{lang}.json");
    named.name = Some("web/*/%LANG_ISO%.json".to_owned());
    for (group, files, filename) in [
        // Keys of the same name stay apart.
        (
            group("locales/{lang}/*.json"),
            ["locales/en/cart", "locales/pt-BR/cart", "locales/en/home", "locales/pt-BR/home"],
            "locales/%LANG_ISO%/home.json",
        ),
        (named, ["p/a/en", "p/a/pt-BR", "p/b/en", "p/b/pt-BR"], "web/b/%LANG_ISO%.json"),
    ] {
        let mut world = World::new(&["en", "pt_BR"]).await;
        world.config.languages.insert("pt-BR".to_owned(), "pt_BR".to_owned());
        world.config.files = vec![group];
        for path in files {
            world.write(&format!("{path}.json"), format!("{{\"title\":\"{path}\"}}\n"));
        }
        let before = world.tree();
        world.round().await;
        assert_eq!(world.tree(), before);
        assert!(world.text("title", "pt_BR").unwrap().contains("pt-BR"));
        let keys = world.client().list_keys(PROJECT).filter_filenames([filename]).send().await;
        assert_eq!(keys.unwrap().keys.len(), 1, "{filename}");
    }
}

fn android(folder: &str) -> FileGroup {
    let (pattern, base) = ("values-{lang:android}/*.xml", "values/*.xml");
    let [pattern, base] = [pattern, base].map(|path| format!("{folder}/{path}"));
    configured(json!({"pattern": pattern, "base": base, "push": "all"}))
}

fn xml(key: &str, text: &str) -> String {
    format!("<resources><string name=\"{key}\">{text}</string></resources>")
}

#[tokio::test]
async fn a_mobile_repository_keeps_its_folders() {
    let mut world = World::new(&["en", "pt_BR", "zh_CN"]).await;
    let [ios, arb] = ["ios/{lang:ios}.lproj/*.strings", "lib/app_{lang}.arb"].map(group);
    world.config.files = vec![android("android/res"), ios, arb];
    for [android, ios, arb] in [
        ["values", "en", "en"],
        ["values-pt-rBR", "pt-BR", "pt_BR"],
        ["values-zh-rCN", "zh-CN", "zh_CN"],
    ] {
        let text = format!("A {android}");
        world.write(&format!("android/res/{android}/strings.xml"), xml("and_a", &text));
        world.write(&format!("ios/{ios}.lproj/L.strings"), format!("\"ios_a\" = \"A {ios}\";"));
        let text = format!("{{\"@@locale\": \"{arb}\", \"arb_a\": \"A {arb}\"}}");
        world.write(&format!("lib/app_{arb}.arb"), text);
    }
    let before = world.tree();
    world.commit();
    world.round().await;
    assert_eq!(world.tree(), before);
    assert_eq!(world.text("and_a", "pt_BR").unwrap(), "A values-pt-rBR");
    assert_eq!(world.text("ios_a", "zh_CN").unwrap(), "A zh-CN");
    // Two files would have the same name at the service.
    let second = "android/res/values-en/strings.xml";
    world.write(second, "<resources/>");
    let error = Workspace::new(world.folder.path(), &world.config).unwrap_err().to_string();
    assert!(error.contains(second) && error.contains("exclude"), "{error}");
}

#[tokio::test]
async fn an_existing_spelling_of_a_folder_wins() {
    let lang = |code: &str| json!({"lang_iso": code, "lang_name": code, "plural_forms": ["other"]});
    let languages = json!(["en", lang("es_419"), lang("zh_Hans")]);
    let project = json!({"name": "P", "project_id": PROJECT, "languages": languages});
    let mut world = World::seeded(json!({"projects": [project]})).await;
    world.config.files = vec![android("res")];
    for lang in ["values", "values-b+es+419", "values-b+zh+Hans"] {
        world.write(&format!("res/{lang}/a.xml"), xml("a", "A"));
    }
    world.write("res/values/new.xml", xml("n", "N"));
    world.commit();
    world.push().await;
    for (key, lang) in [("a", "es_419"), ("n", "es_419"), ("n", "zh_Hans")] {
        world.translate(key, lang, "T");
    }
    let mut paths: Vec<_> = world.tree().into_keys().collect();
    assert!(world.pull().await.is_complete());
    paths.extend(["es+419", "zh+Hans"].map(|lang| format!("res/values-b+{lang}/new.xml")));
    paths.sort();
    assert_eq!(world.tree().into_keys().collect::<Vec<_>>(), paths);
    assert!(world.read("res/values-b+es+419/a.xml").contains(">T<"));
}

#[tokio::test]
async fn an_unknown_language_blocks_its_files_and_gets_no_second_file() {
    let world = World::of("l/{lang}.json", &["en", "id", "he", "pt_BR"]).await;
    world.write("l/en.json", r#"{"a": "A"}"#);
    for (local, line) in [
        ("in", "it has `id`, so write \"in\" = \"id\" in `languages`"),
        ("iw", "it has `he`, so write \"iw\" = \"he\" in `languages`"),
        ("sr@latin", "the project has no language `sr@latin`: add it"),
        ("tl", "the project has no language `tl`: add it"),
        ("pt-BR", "it has `pt_BR`, so write \"pt-BR\" = \"pt_BR\" in `languages`"),
    ] {
        world.write(&format!("l/{local}.json"), "{}");
        let report = world.push().await;
        assert!(!report.files[0].state.is_failure());
        let file = report.files.iter().find(|file| file.file.local_lang == local).unwrap();
        assert_eq!(file.state, PushState::Blocked);
        assert!(file.reason.as_deref().unwrap().contains(line), "{report:?}");
    }
    world.commit();
    world.translate("a", "pt_BR", "y");
    let report = world.pull().await;
    assert!(report.skipped[0].reason.contains("\"pt-BR\" = \"pt_BR\""), "{report:?}");
    assert!(!world.exists("l/pt_BR.json"));
}

#[tokio::test]
async fn wildcards_match_neither_hidden_nor_linked_nor_ignored_files() {
    let mut world = World::new(&["en"]).await;
    world.git(&["init", "-q"]);
    world.write("web/.gitignore", "dist/\n");
    world.write(".ignore", "*");
    let names = ["web/dist/en", "node_modules/en", "web/.hidden/en", ".storybook/en"];
    for name in names.into_iter().chain(["web/en", "web/deep/er/en"]) {
        world.write(&format!("{name}.json"), "{}");
    }
    #[cfg(unix)]
    std::os::unix::fs::symlink("web", world.folder.path().join("link")).unwrap();
    for (pattern, expected) in [
        ("**/{lang}.json", vec!["web/deep/er/en.json", "web/en.json"]),
        ("web/**/{lang}.json", vec!["web/deep/er/en.json", "web/en.json"]),
        ("*/{lang}.json", vec!["web/en.json"]),
        ("web/*/{lang}.json", vec!["web/dist/en.json"]),
        ("node_modules/{lang}.json", vec!["node_modules/en.json"]),
        ("*/.hidden/{lang}.json", vec!["web/.hidden/en.json"]),
        (".storybook/{lang}.json", vec![".storybook/en.json"]),
        ("none/**/{lang}.json", vec![]),
    ] {
        world.config.files = vec![group(pattern)];
        let found = world.workspace();
        let files = found.files().iter().map(|file| &file.path);
        assert_eq!(files.collect::<Vec<_>>(), expected, "{pattern}");
    }
    world.config.files = vec![group("link/{lang}.json")];
    if cfg!(unix) {
        let error = Workspace::new(world.folder.path(), &world.config).unwrap_err();
        assert!(error.to_string().contains("`link` is a symbolic link"), "{error}");
    }
}
