//! `l10n init`.

use std::io::Write as _;
use std::process::Stdio;

use serde_json::{Value, json};

use crate::support::{Ran, World};

#[tokio::test(flavor = "multi_thread")]
async fn init_asks_questions_and_writes_a_configuration_that_works() {
    let world = World::new().await;
    world.write("locales/en/app.json", r#"{"init.hello": "Hello"}"#);
    world.write("locales/de/app.json", r#"{"init.hello": "Hallo"}"#);
    world.write("node_modules/x/locales/en/app.json", "{}");
    let mut program = world.program(&["init"]);
    program.stdin(Stdio::piped());
    let answers =
        format!("{}\n{}\n\n", world.sandbox.base_url(), world.sandbox.project().project_id);
    let ran = tokio::task::spawn_blocking(move || {
        let mut child = program.spawn().unwrap();
        child.stdin.take().unwrap().write_all(answers.as_bytes()).unwrap();
        Ran::of(child.wait_with_output().unwrap())
    });
    let ran = ran.await.unwrap().ended(0);
    assert!(ran.stderr.contains("found locales/{lang}/*.json (de, en)"), "{ran:?}");
    let text = world.read("l10n.toml");
    assert!(text.contains("base_lang = \"en\"\n") && !text.contains("node_modules"), "{text}");

    world.run(&["init"]).await.ended(2);
    // Existing translations are pushed too: otherwise a pull would replace them.
    let pushed = world.run(&["push", "--json"]).await.ended(0).json();
    let files = pushed["files"].as_array().unwrap();
    let names: Vec<_> = files.iter().map(|file| file["path"].as_str()).collect();
    let expected = ["locales/en/app.json", "locales/de/app.json"];
    assert_eq!(names, expected.map(Some), "{pushed}");
    world.run(&["pull"]).await;
    assert!(world.read("locales/de/app.json").contains("Hallo"));
}

#[tokio::test]
async fn init_reports_what_it_did_not_find() {
    let world = World::new().await;
    let url = world.sandbox.base_url();
    for (arguments, code, message) in [
        (&[][..], 2, "\nerror: no project: set --base-url and --project"),
        (&["--base-url", url], 2, "no project: set --base-url and --project"),
        (&["--base-url", url, "--project", "none.26"], 4, "no project `none.26`"),
        (&["--yes", "--dry-run"], 0, "no locale files"),
    ] {
        let ran = world.run(&[&["init"], arguments].concat()).await.ended(code);
        assert!(ran.stderr.contains(message), "{ran:?}");
    }
    assert!(!world.path("l10n.toml").exists());

    write(&world, "res/values/strings.xml res/values-de/strings.xml res/values-fr/strings.xml");
    write(&world, "web/en/a.json web/en/b.json packages/shop/en/a.json packages/admin/en/a.json");
    write(&world, "docs/de/a.po docs/fr/a.po");
    let ran = world.run(&["init", "--yes", "--dry-run"]).await.ended(0);
    for group in [
        "[[files]]\npattern = \"res/values-{lang:android}/strings.xml\"\n\
         base = \"res/values/strings.xml\"\npush = \"all\"\n",
        "pattern = \"web/{lang}/*.json\"\npush = \"base\"\n",
        "pattern = \"packages/*/{lang}/*.json\"",
    ] {
        assert_eq!(ran.stdout.matches(group).count(), 1, "{group}: {ran:?}");
    }
    assert_eq!(ran.stdout.matches("packages/").count(), 1, "{ran:?}");
    let note = "docs/{lang}/*.po matches no file of the base language `en`";
    assert!(ran.stderr.contains(note), "{ran:?}");
}

/// Writes files with one text each; the paths are separated by spaces.
fn write(world: &World, paths: &str) {
    for path in paths.split_whitespace() {
        let text = match path.rsplit('.').next().unwrap() {
            "json" => "{\n  \"a\": \"A\"\n}\n",
            "arb" => "{\"d\": \"D\"}",
            "xml" => "<resources><string name=\"a\">A</string></resources>",
            "strings" => "\"b\" = \"B\";\n",
            "properties" => "c=C\n",
            "yml" => "x:\n  a: A\n",
            "po" | "pot" => "msgid \"\"\nmsgstr \"\"\n\nmsgid \"a\"\nmsgstr \"\"\n",
            _ => "{}",
        };
        world.write(path, text);
    }
}

/// Runs `init` in a folder with these files, for a project with these languages.
async fn initialized(languages: Value, paths: &str) -> (World, Ran) {
    let project = json!({"name": "P", "project_id": "p-1.26", "languages": languages});
    initialized_for(project, paths).await
}

async fn initialized_for(project: Value, paths: &str) -> (World, Ran) {
    let world = World::seeded(json!({"projects": [project]})).await;
    write(&world, paths);
    let url = world.sandbox.base_url().to_owned();
    let init = ["init", "--yes", "--base-url", &url, "--project", "p-1.26"];
    let ran = world.run(&init).await;
    (world, ran)
}

/// Runs `init`, and checks a note and lines of the configuration, and that a push and a pull leave
/// the files as they are.
async fn check(languages: Value, paths: &str, note: &str, lines: &[&str], files: u8) -> World {
    let (world, ran) = initialized(languages, paths).await;
    assert!(ran.stderr.contains(note), "{note}: {ran:?}");
    ran.ended(0);
    let text = world.read("l10n.toml");
    for line in lines {
        assert!(text.contains(line), "{line}: {text}");
    }
    world.commit();
    world.run(&["push"]).await.ended(0);
    let ran = world.run(&["pull"]).await.ended(0);
    assert_eq!(ran.stdout, format!("{files} unchanged\n"), "{ran:?}");
    world
}

#[tokio::test]
async fn a_mobile_repository_is_configured_and_a_pull_changes_nothing() {
    let paths = "android/res/values/strings.xml android/res/values-pt-rBR/strings.xml \
        android/res/values-zh-rCN/strings.xml ios/Base.lproj/Localizable.strings \
        ios/pt-BR.lproj/Localizable.strings ios/zh-Hans.lproj/Localizable.strings \
        lib/l10n/app_en.arb lib/l10n/app_pt_BR.arb lib/l10n/app_zh_CN.arb";
    let world = check(json!(["en", "pt_BR", "zh_CN"]), paths, "", &[], 6).await;
    // The codes of the platforms are known everywhere.
    let set = world.run(&["keys", "set", "b", "zh-Hans", "x"]).await.ended(0);
    assert!(set.stdout.starts_with("b (zh_CN): "), "{set:?}");
}

#[tokio::test]
async fn languages_are_mapped_or_reported() {
    let paths = "locales/en/a.json locales/pt-BR/a.json locales/it/a.json";
    let (world, ran) = initialized(json!(["en", "pt_BR"]), paths).await;
    assert!(ran.ended(0).stderr.contains("the project has no language `it`"));
    let text = world.read("l10n.toml");
    assert!(text.contains("pt-BR = \"pt_BR\""), "{text}");
    // It may be added later.
    assert!(!text.contains("exclude"), "{text}");
    let pushed = world.run(&["push"]).await.ended(1);
    assert!(pushed.stdout.contains("2 imported, 1 blocked"), "{pushed:?}");
    world.run(&["pull"]).await.ended(0);

    let (world, ran) =
        initialized(json!(["en", "de"]), "l/en/a.json l/de-AT/a.json l/de-DE/a.json").await;
    for code in ["de-AT", "de-DE"] {
        assert!(ran.stderr.contains(&format!("no language `{code}`")), "{ran:?}");
    }
    assert!(!world.read("l10n.toml").contains("languages"));

    let (world, ran) = initialized(json!(["en", "de"]), "l/de/a.json l/fr/a.json").await;
    assert!(ran.ended(2).stderr.contains("no file found is of the base language `en`"));
    assert!(!world.path("l10n.toml").exists());
}

#[tokio::test]
async fn codes_are_found_and_mapped() {
    let other = |code| json!({"lang_iso": code, "lang_name": "X", "plural_forms": ["other"]});
    for (languages, paths, lines, files) in [
        // The base language is that of the project.
        (json!(["de", "en"]), "l/de/a.json l/en/a.json", &["base_lang = \"de\"\n"][..], 1),
        // A code with a region is the only one of its language.
        (
            json!(["en", "de"]),
            "l/en-US/a.json l/de-DE/a.json",
            &["base_lang = \"en\"\n", "de-DE = \"de\"\nen-US = \"en\"\n"],
            1,
        ),
        // File names that look like languages.
        (
            json!(["en", "de", "it"]),
            "l/en/a.json l/de/a.json l/en/it.json l/de/it.json l/en/no.json",
            &["pattern = \"l/{lang}/*.json\""],
            2,
        ),
        // Codes that the platform spells differently.
        (
            json!(["en", other("zh_Hans")]),
            "App/en.lproj/L.strings App/zh-Hans.lproj/L.strings l/en/a.json l/zh-Hans/a.json",
            &[
                "[languages]  # local = service\nzh-Hans = \"zh_Hans\"\n",
                "pattern = \"App/{lang:ios}.lproj/*.strings\"\npush = \"all\"\n",
            ],
            2,
        ),
        // Old codes of Android.
        (
            json!(["en", "id", "he", other("tl")]),
            "res/values/strings.xml res/values-in/strings.xml res/values-iw-rIL/strings.xml \
             res/values-tl/strings.xml res/values-ji/strings.xml",
            &[
                "languages = { in = \"id\", iw-rIL = \"he\" }\n",
                "exclude = [\"res/values-ji/strings.xml\"]\n",
            ],
            3,
        ),
        (
            json!(["en", "fil"]),
            "res/values/strings.xml res/values-tl/strings.xml",
            &["languages = { tl = \"fil\" }\n"],
            1,
        ),
    ] {
        check(languages, paths, "", lines, files).await;
    }
}

#[tokio::test]
async fn excluded_and_skipped_files_are_reported() {
    for (languages, paths, note, lines, files) in [
        (
            json!(["en", "de"]),
            "l/en/en.json l/de/de.json x/it.json",
            "skipped x/it.json",
            &["pattern = \"l/{lang}/{lang}.json\""][..],
            1,
        ),
        (
            json!(["en", "id"]),
            "res/values/strings.xml res/values-in/strings.xml res/values-id/strings.xml",
            "excluded res/values-in/strings.xml",
            &["exclude = [\"res/values-in/strings.xml\"]\n"],
            1,
        ),
        (
            json!(["en", "de"]),
            "res/values/strings.xml res/values-de/strings.xml res/values-car/strings.xml \
             res/values-night/strings.xml App/Base.lproj/L.strings App/de.lproj/L.strings \
             App/en.lproj/L.strings m.properties m_de.properties",
            "excluded App/en.lproj/L.strings",
            &[
                "base = \"res/values/strings.xml\"\nexclude = [\"res/values-car/strings.xml\"]\n",
                "base = \"App/Base.lproj/*.strings\"\nexclude = [\"App/en.lproj/L.strings\"]\n",
                "pattern = \"m_{lang}.properties\"\nbase = \"m.properties\"\n",
            ],
            3,
        ),
    ] {
        check(languages, paths, note, lines, files).await;
    }
}

#[tokio::test]
async fn string_catalogs_and_other_files_of_the_project_are_reported() {
    let (_, ran) = initialized(json!(["en", "de"]), "l/en.json App/L.xcstrings").await;
    let note = "skipped App/L.xcstrings: `.xcstrings` files are not read yet: ";
    assert!(ran.ended(0).stderr.contains(note));

    let key = json!({"key_name": "title", "filenames": "old/%LANG_ISO%.json",
        "translations": {"en": "x"}});
    let project = json!({"name": "P", "project_id": "p-1.26", "languages": ["en"], "keys": [key]});
    let (world, ran) = initialized_for(project, "locales/en/a.json").await;
    let note = "no group matches the project's files old/%LANG_ISO%.json";
    assert!(ran.ended(0).stderr.contains(note));
    world.run(&["push"]).await.ended(0);
    world.run(&["pull"]).await.ended(0);
    assert!(world.read("l10n.toml").contains("ignore = [\"old/%LANG_ISO%.json\"]"));
}

#[tokio::test]
async fn layouts_of_frameworks_become_one_group() {
    for (paths, group) in [
        ("po/app.pot po/de.po", "pattern = \"po/{lang}.po\"\nbase = \"po/app.pot\"\n"),
        ("w/a.pot w/a-de.po w/b.pot", "pattern = \"w/a-{lang}.po\"\nbase = \"w/a.pot\"\n"),
        (
            "g/a.pot g/b.pot g/de/LC_MESSAGES/a.po",
            "pattern = \"g/{lang}/LC_MESSAGES/*.po\"\nbase = \"g/*.pot\"\n",
        ),
        (
            "app/src/main/res/values/strings.xml app/src/main/res/values-de/strings.xml \
             shop/src/main/res/values/strings.xml shop/src/main/res/values-de/strings.xml",
            "pattern = \"*/src/main/res/values-{lang:android}/strings.xml\"\n\
             base = \"*/src/main/res/values/strings.xml\"\n",
        ),
        (
            "config/locales/views/a/en.yml config/locales/views/a/de.yml \
             config/locales/views/b/c/en.yml config/locales/views/d/en.yml",
            "pattern = \"config/locales/views/**/{lang}.yml\"\n",
        ),
    ] {
        let (world, ran) = initialized(json!(["en", "de"]), paths).await;
        ran.ended(0);
        let text = world.read("l10n.toml");
        for (part, count) in [(group, 1), ("distinguish_by_file = true", 1), ("[[files]]", 1)] {
            assert_eq!(text.matches(part).count(), count, "{part}: {text}");
        }
    }
}
