//! `l10n init`.

use serde_json::json;

use crate::support::World;

#[tokio::test]
async fn init_needs_a_project_unless_it_is_a_dry_run() {
    let world = World::new().await;
    world.write("locales/en/app.json", r#"{"init.hello": "Hello"}"#);
    world.write("locales/de/app.json", r#"{"init.hello": "Hallo"}"#);
    world.write("node_modules/x/locales/en/app.json", "{}");
    let (url, project) = (world.sandbox.base_url(), world.sandbox.project().project_id);
    for (arguments, code, message) in [
        (&[][..], 2, "`base_url` is not set"),
        (&["--base-url", url], 2, "`project` is not set"),
        (&["--base-url", url, "--project", "none.26"], 4, "no project `none.26`"),
        (&["--dry-run"], 0, "found locales/{lang}/*.json (de, en)"),
    ] {
        let ran = world.run(&[&["init"], arguments].concat()).await.ended(code);
        assert!(ran.stderr.contains(message), "{ran:?}");
        assert!(!world.path("l10n.toml").exists());
    }
    let init = ["init", "--base-url", url, "--project", project];
    world.run(&init).await.ended(0);
    let text = world.read("l10n.toml");
    assert!(text.contains("base_lang = \"en\"\n") && !text.contains("node_modules"), "{text}");
    world.run(&init).await.ended(2);
    // Existing translations are pushed too: otherwise a pull would replace them.
    let pushed = world.run(&["push"]).await.ended(0).stdout;
    assert!(pushed.contains("locales/de/app.json"), "{pushed}");
}

/// Writes a file with one text.
fn write(world: &World, path: &str) {
    let text = match path.rsplit('.').next().unwrap() {
        "json" => "{\"d\": \"D\"}",
        "xml" => "<resources><string name=\"a\">A</string></resources>",
        "strings" => "\"b\" = \"B\";\n",
        "properties" => "c=C\n",
        "yml" => "x:\n  a: A\n",
        "po" | "pot" => "msgid \"\"\nmsgstr \"\"\n\nmsgid \"a\"\nmsgstr \"\"\n",
        _ => "{}",
    };
    world.write(path, text);
}

/// Runs `init` with these files, separated by spaces, for a project with these languages. Checks
/// the number of groups, lines of the configuration and the notes.
async fn initialized(languages: &str, paths: &str, groups: usize, parts: &[&str]) -> World {
    let plural = |code| json!({"lang_iso": code, "lang_name": "X", "plural_forms": ["other"]});
    let languages: Vec<_> = languages.split(' ').map(plural).collect();
    let project = json!({"name": "P", "project_id": "p-1.26", "languages": languages});
    let world = World::seeded(json!({"projects": [project]})).await;
    paths.split_whitespace().for_each(|path| write(&world, path));
    let url = world.sandbox.base_url();
    let init = ["init", "--base-url", url, "--project", "p-1.26"];
    let ran = world.run(&init).await.ended(0);
    let text = world.read("l10n.toml");
    assert_eq!(text.matches("[[files]]").count(), groups, "{paths}: {text}");
    for part in parts {
        assert!(text.contains(part) || ran.stderr.contains(part), "{part}: {text} {ran:?}");
    }
    world
}

#[tokio::test]
async fn layouts_of_frameworks_become_groups_by_folder() {
    for (paths, groups, part) in [
        // gettext
        ("w/a.pot w/a-de.po w/b.pot", 1, "\"w/a-{lang}.po\"\nbase = \"w/a.pot\"\n"),
        // Android: other resources are no texts.
        (
            "res/values/strings.xml res/values-de/strings.xml res/values/colors.xml",
            1,
            "\"res/values-{lang:android}/strings.xml\"\nbase = \"res/values/strings.xml\"\n",
        ),
        // iOS: both folders of the base language have the file.
        (
            "l/en.json A/Base.lproj/L.strings A/de.lproj/L.strings A/en.lproj/L.strings",
            1,
            "A/{lang:ios}.lproj/*.strings is skipped: ",
        ),
        // Rails, Symfony, Flutter, Java, .NET
        ("l/v/en.yml l/v/de.yml l/v/b/en.yml", 2, "\"l/v/{lang}.yml\"\n"),
        ("t/messages.en.yml t/messages.de.yml t/errors.en.yml", 1, "\"t/*.{lang}.yml\"\n"),
        ("l/app_en.arb l/app_de.arb", 1, "\"l/app_{lang}.arb\"\n"),
        (
            "m.properties m_de.properties log.properties",
            1,
            "\"m_{lang}.properties\"\nbase = \"m.properties\"\n",
        ),
        ("R/S.resx R/S.de.resx R/Form.resx", 1, "\"R/S.{lang}.resx\"\nbase = \"R/S.resx\"\n"),
        // Web
        // File names and folders that look like languages.
        ("l/en/a.json l/de/a.json l/en/it.json l/de/it.json", 1, "\"l/{lang}/*.json\""),
        ("l/en/en.json l/de/de.json", 1, "\"l/{lang}/{lang}.json\""),
        // What is left out is reported.
        ("l/en.json x/it.json", 1, "skipped x/it.json: add [[files]] groups"),
        ("R/S.resx R/S.de.resx R/Form.resx", 1, "skipped R/Form.resx: add"),
        ("l/en.json App/L.xcstrings", 1, "skipped App/L.xcstrings: add"),
        ("d/de/a.po d/it/a.po", 1, "d/{lang}/*.po matches no file of the base language `en`"),
    ] {
        initialized("en de it", paths, groups, &[part]).await;
    }
}

#[tokio::test]
async fn codes_are_mapped_and_a_push_and_a_pull_change_no_file() {
    for (languages, paths, part, files) in [
        (
            "en pt_BR zh_CN",
            "ios/Base.lproj/L.strings ios/pt-BR.lproj/L.strings ios/zh-Hans.lproj/L.strings",
            "\n[files.languages]\nzh-Hans = \"zh_CN\"\n",
            2,
        ),
        // The base language is that of the project.
        ("de en", "l/de/a.json l/en/a.json", "base_lang = \"de\"\n", 1),
        // A code with a region is the only one of its language.
        (
            "en de",
            "l/en-US/a.json l/de-DE/a.json",
            "\n[languages]\nde-DE = \"de\"\nen-US = \"en\"\n",
            1,
        ),
        // Old codes of Android.
        (
            "en id he",
            "res/values/strings.xml res/values-in/strings.xml res/values-iw-rIL/strings.xml",
            "\n[files.languages]\nin = \"id\"\niw-rIL = \"he\"\n",
            2,
        ),
    ] {
        let world = initialized(languages, paths, 1, &[part]).await;
        world.commit();
        world.run(&["push"]).await.ended(0);
        let ran = world.run(&["pull"]).await.ended(0);
        assert_eq!(ran.stdout, format!("{files} unchanged\n"), "{ran:?}");
    }
    // Two local codes stand for one language.
    let paths = "l/en.json l/zh.json w/en/a.json w/zh-Hans/a.json";
    let parts = ["[languages]\nzh = \"zh_CN\"\n", "[files.languages]\nzh-Hans = \"zh_CN\"\n"];
    initialized("en zh_CN", paths, 2, &parts).await;
    // What the project lacks is reported. It may be added later.
    let parts = ["no language `de-AT`", "no language `de-DE`"];
    let world = initialized("en de", "l/en/a.json l/de-AT/a.json l/de-DE/a.json", 1, &parts).await;
    let text = world.read("l10n.toml");
    assert!(!text.contains("languages") && !text.contains("exclude"), "{text}");
}
