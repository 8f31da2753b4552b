//! `l10n init`.

use std::io::Write as _;
use std::process::Stdio;

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
async fn codes_that_the_service_spells_differently_are_mapped() {
    let world = World::new().await;
    let languages = world
        .run(&[
            "api",
            "GET",
            "projects/{project}/languages",
            "--base-url",
            world.sandbox.base_url(),
            "--project",
            world.sandbox.project().project_id,
        ])
        .await
        .ended(0);
    let codes: Vec<_> = languages.json()["languages"]
        .as_array()
        .unwrap()
        .iter()
        .map(|language| language["lang_iso"].as_str().unwrap().to_owned())
        .collect();
    let regional = codes.iter().find(|code| code.contains('_'));
    let Some(regional) = regional else {
        return;
    };
    world.write(&format!("{}.json", regional.replace('_', "-")), "{}");
    world.write("en.json", "{}");
    let ran = world
        .run(&[
            "init",
            "--yes",
            "--dry-run",
            "--base-url",
            world.sandbox.base_url(),
            "--project",
            world.sandbox.project().project_id,
        ])
        .await
        .ended(0);
    let pair = format!("{} = \"{regional}\"", regional.replace('_', "-"));
    assert!(ran.stdout.contains(&pair), "{ran:?}");
}

#[tokio::test]
async fn init_reports_what_it_did_not_find() {
    let world = World::new().await;
    let ran = world.run(&["init"]).await.ended(2);
    assert!(ran.stderr.contains("\nerror: no project: set --base-url and --project"), "{ran:?}");
    let url = world.sandbox.base_url();
    let ran = world.run(&["init", "--base-url", url]).await.ended(2);
    assert!(ran.stderr.contains("no project: set --project"), "{ran:?}");
    let ran = world.run(&["init", "--base-url", url, "--project", "none.26"]).await.ended(4);
    assert!(ran.stderr.contains("no project `none.26`"), "{ran:?}");
    assert!(!world.path("l10n.toml").exists());
    let none = world.run(&["init", "--yes", "--dry-run"]).await.ended(0);
    assert!(none.stderr.contains("no locale files"), "{none:?}");

    world.write("res/values/strings.xml", "<resources/>");
    world.write("res/values-de/strings.xml", "<resources/>");
    world.write("res/values-fr/strings.xml", "<resources/>");
    for name in ["a", "b", "c"] {
        world.write(&format!("web/en/{name}.json"), "{}");
    }
    let ran = world.run(&["init", "--yes", "--dry-run"]).await.ended(0);
    let group = "[[files]]\npattern = \"res/values-{lang:android}/strings.xml\"\n\
                 base = \"res/values/strings.xml\"\npush = \"all\"\n";
    assert!(ran.stdout.contains(group), "{ran:?}");
    let web = "pattern = \"web/{lang}/*.json\"\npush = \"base\"\n";
    assert!(ran.stdout.contains(web), "{ran:?}");
    for package in ["shop", "admin"] {
        world.write(&format!("packages/{package}/en/a.json"), "{}");
    }
    let ran = world.run(&["init", "--yes", "--dry-run"]).await.ended(0);
    assert_eq!(ran.stdout.matches("pattern = \"packages/*/{lang}/*.json\"").count(), 1, "{ran:?}");
    assert_eq!(ran.stdout.matches("packages/").count(), 1, "{ran:?}");
    world.write("docs/de/a.po", "");
    world.write("docs/fr/a.po", "");
    let ran = world.run(&["init", "--yes", "--dry-run"]).await.ended(0);
    let remark = "docs/{lang}/*.po matches no file of the base language `en`";
    assert!(ran.stderr.contains(remark), "{ran:?}");
}

#[tokio::test]
async fn a_mobile_repository_is_configured_and_a_pull_changes_nothing() {
    let project = serde_json::json!({"name": "Mob", "project_id": "mob-1.26",
        "languages": ["en", "pt_BR", "zh_CN"]});
    let world = World::seeded(serde_json::json!({"projects": [project]})).await;
    for lang in ["values", "values-pt-rBR", "values-zh-rCN"] {
        let text = format!("<resources><string name=\"and_a\">A {lang}</string></resources>");
        world.write(&format!("android/res/{lang}/strings.xml"), &text);
    }
    for lang in ["Base", "pt-BR", "zh-Hans"] {
        let text = format!("\"ios_a\" = \"A {lang}\";");
        world.write(&format!("ios/{lang}.lproj/Localizable.strings"), &text);
    }
    for lang in ["en", "pt_BR", "zh_CN"] {
        let text = format!("{{\"@@locale\": \"{lang}\", \"arb_a\": \"A {lang}\"}}");
        world.write(&format!("lib/l10n/app_{lang}.arb"), &text);
    }
    let url = world.sandbox.base_url().to_owned();
    let init = ["init", "--yes", "--base-url", &url, "--project", "mob-1.26"];
    world.run(&init).await.ended(0);
    world.commit();
    world.run(&["push"]).await.ended(0);
    let pulled = world.run(&["pull"]).await.ended(0);
    assert!(pulled.stdout.ends_with("6 unchanged\n"), "{pulled:?}");
    // The codes of the platforms are known everywhere.
    let set = world.run(&["keys", "set", "ios_a", "zh-Hans", "x"]).await.ended(0);
    assert!(set.stdout.starts_with("ios_a (zh_CN): "), "{set:?}");
}

#[tokio::test]
async fn languages_are_mapped_or_reported() {
    let project = serde_json::json!({"name": "Web", "project_id": "web-1.26",
        "languages": ["en", "pt_BR"]});
    let world = World::seeded(serde_json::json!({"projects": [project]})).await;
    for lang in ["en", "pt-BR"] {
        world.write(&format!("locales/{lang}/a.json"), "{\n    \"a\": \"A\"\n}\n");
    }
    world.write("locales/it/a.json", "{}");
    let url = world.sandbox.base_url().to_owned();
    let init = ["init", "--yes", "--base-url", &url, "--project", "web-1.26"];
    let ran = world.run(&init).await.ended(0);
    assert!(ran.stderr.contains("the project has no language `it`"), "{ran:?}");
    let text = world.read("l10n.toml");
    assert!(text.contains("pt-BR = \"pt_BR\""), "{text}");
    // It may be added later.
    assert!(!text.contains("exclude"), "{text}");
    let pushed = world.run(&["push"]).await.ended(1);
    assert!(pushed.stdout.contains("2 imported, 1 blocked"), "{pushed:?}");
    world.run(&["pull"]).await.ended(0);
}

/// Runs `init` in a folder with these files, for a project with these languages.
async fn initialized(languages: serde_json::Value, files: &[(&str, &str)]) -> (World, Ran) {
    let project = serde_json::json!({"name": "P", "project_id": "p-1.26", "languages": languages});
    let world = World::seeded(serde_json::json!({"projects": [project]})).await;
    for (path, text) in files {
        world.write(path, text);
    }
    let url = world.sandbox.base_url().to_owned();
    let init = ["init", "--yes", "--base-url", &url, "--project", "p-1.26"];
    let ran = world.run(&init).await;
    (world, ran)
}

/// Checks the configuration, and that a push and a pull leave the files as they are.
async fn check(world: &World, ran: Ran, lines: &[&str], pulled: &str) {
    ran.ended(0);
    let text = world.read("l10n.toml");
    for line in lines {
        assert!(text.contains(line), "{line}: {text}");
    }
    world.commit();
    world.run(&["push"]).await.ended(0);
    let ran = world.run(&["pull"]).await.ended(0);
    assert_eq!(ran.stdout, pulled, "{ran:?}");
}

const XML: &str = "<resources><string name=\"a\">A</string></resources>";
const JSON: &str = "{\n  \"a\": \"A\"\n}\n";

#[tokio::test]
async fn the_base_language_is_that_of_the_project() {
    let files = [("l/de/a.json", JSON), ("l/en/a.json", JSON)];
    let (world, ran) = initialized(serde_json::json!(["de", "en"]), &files).await;
    check(&world, ran, &["base_lang = \"de\"\n"], "1 unchanged\n").await;
    let files = [("l/de/a.json", JSON), ("l/fr/a.json", JSON)];
    let (world, ran) = initialized(serde_json::json!(["en", "de"]), &files).await;
    let ran = ran.ended(2);
    assert!(ran.stderr.contains("no file found is of the base language `en`"), "{ran:?}");
    assert!(!world.path("l10n.toml").exists());
}

#[tokio::test]
async fn a_code_with_a_region_is_the_only_one_of_its_language() {
    let files = [("l/en-US/a.json", JSON), ("l/de-DE/a.json", JSON)];
    let (world, ran) = initialized(serde_json::json!(["en", "de"]), &files).await;
    let lines = ["base_lang = \"en\"\n", "de-DE = \"de\"\nen-US = \"en\"\n"];
    check(&world, ran, &lines, "1 unchanged\n").await;
    let files = [("l/en/a.json", JSON), ("l/de-AT/a.json", JSON), ("l/de-DE/a.json", JSON)];
    let (world, ran) = initialized(serde_json::json!(["en", "de"]), &files).await;
    assert!(
        ran.stderr.contains("no language `de-AT`") && ran.stderr.contains("`de-DE`"),
        "{ran:?}"
    );
    assert!(!world.read("l10n.toml").contains("languages"));
}

#[tokio::test]
async fn file_names_that_look_like_languages_do_not_confuse() {
    let names = ["l/en/a.json", "l/de/a.json", "l/en/it.json", "l/de/it.json", "l/en/no.json"];
    let (world, ran) =
        initialized(serde_json::json!(["en", "de", "it"]), &names.map(|name| (name, JSON))).await;
    check(&world, ran, &["pattern = \"l/{lang}/*.json\""], "2 unchanged\n").await;
    let files = [("l/en/en.json", JSON), ("l/de/de.json", JSON), ("x/it.json", JSON)];
    let (world, ran) = initialized(serde_json::json!(["en", "de"]), &files).await;
    assert!(ran.stderr.contains("skipped x/it.json"), "{ran:?}");
    check(&world, ran, &["pattern = \"l/{lang}/{lang}.json\""], "1 unchanged\n").await;
}

#[tokio::test]
async fn files_of_the_base_language_without_a_code_are_found() {
    let ios = "\"b\" = \"B\";\n";
    let files = [
        ("res/values/strings.xml", XML),
        ("res/values-de/strings.xml", XML),
        ("res/values-car/strings.xml", XML),
        ("res/values-night/strings.xml", XML),
        ("App/Base.lproj/L.strings", ios),
        ("App/de.lproj/L.strings", ios),
        ("App/en.lproj/L.strings", ios),
        ("m.properties", "c=C\n"),
        ("m_de.properties", "c=C\n"),
    ];
    let (world, ran) = initialized(serde_json::json!(["en", "de"]), &files).await;
    assert!(ran.stderr.contains("excluded App/en.lproj/L.strings"), "{ran:?}");
    let lines = [
        "base = \"res/values/strings.xml\"\nexclude = [\"res/values-car/strings.xml\"]\n",
        "base = \"App/Base.lproj/*.strings\"\nexclude = [\"App/en.lproj/L.strings\"]\n",
        "pattern = \"m_{lang}.properties\"\nbase = \"m.properties\"\n",
    ];
    check(&world, ran, &lines, "3 unchanged\n").await;
}

#[tokio::test]
async fn codes_are_mapped_where_a_platform_does_not_spell_them() {
    let chinese =
        serde_json::json!({"lang_iso": "zh_Hans", "lang_name": "Zh", "plural_forms": ["other"]});
    let ios = "\"b\" = \"B\";\n";
    let files = [
        ("App/en.lproj/L.strings", ios),
        ("App/zh-Hans.lproj/L.strings", ios),
        ("l/en/a.json", JSON),
        ("l/zh-Hans/a.json", JSON),
    ];
    let (world, ran) = initialized(serde_json::json!(["en", chinese]), &files).await;
    let lines = [
        "[languages]  # local = service\nzh-Hans = \"zh_Hans\"\n",
        "pattern = \"App/{lang:ios}.lproj/*.strings\"\npush = \"all\"\n",
    ];
    check(&world, ran, &lines, "2 unchanged\n").await;
}

#[tokio::test]
async fn a_file_at_the_service_that_no_group_matches_is_reported() {
    let key = serde_json::json!({"key_name": "title", "filenames": "old/%LANG_ISO%.json",
        "translations": {"en": "x"}});
    let project = serde_json::json!({"name": "Web", "project_id": "web-1.26",
        "languages": ["en"], "keys": [key]});
    let world = World::seeded(serde_json::json!({"projects": [project]})).await;
    world.write("locales/en/a.json", "{\"title\": \"x\"}");
    let url = world.sandbox.base_url().to_owned();
    let init = ["init", "--yes", "--base-url", &url, "--project", "web-1.26"];
    let ran = world.run(&init).await.ended(0);
    let remark = "no group matches the project's files old/%LANG_ISO%.json";
    assert!(ran.stderr.contains(remark), "{ran:?}");
    world.run(&["push"]).await.ended(0);
    world.run(&["pull"]).await.ended(0);
    assert!(world.read("l10n.toml").contains("ignore = [\"old/%LANG_ISO%.json\"]"));
}

#[tokio::test]
async fn layouts_of_frameworks_become_one_group() {
    let po = "msgid \"\"\nmsgstr \"\"\n\nmsgid \"a\"\nmsgstr \"\"\n";
    let yml = "x:\n  a: A\n";
    for (files, group) in [
        (
            vec![("po/app.pot", po), ("po/de.po", po)],
            "pattern = \"po/{lang}.po\"\nbase = \"po/app.pot\"\n",
        ),
        (
            vec![("w/a.pot", po), ("w/a-de.po", po), ("w/b.pot", po)],
            "pattern = \"w/a-{lang}.po\"\nbase = \"w/a.pot\"\n",
        ),
        (
            vec![("g/a.pot", po), ("g/b.pot", po), ("g/de/LC_MESSAGES/a.po", po)],
            "pattern = \"g/{lang}/LC_MESSAGES/*.po\"\nbase = \"g/*.pot\"\n",
        ),
        (
            vec![
                ("app/src/main/res/values/strings.xml", XML),
                ("app/src/main/res/values-de/strings.xml", XML),
                ("shop/src/main/res/values/strings.xml", XML),
                ("shop/src/main/res/values-de/strings.xml", XML),
            ],
            "pattern = \"*/src/main/res/values-{lang:android}/strings.xml\"\n\
             base = \"*/src/main/res/values/strings.xml\"\n",
        ),
        (
            vec![
                ("config/locales/views/a/en.yml", yml),
                ("config/locales/views/a/de.yml", yml),
                ("config/locales/views/b/c/en.yml", yml),
                ("config/locales/views/d/en.yml", yml),
            ],
            "pattern = \"config/locales/views/**/{lang}.yml\"\n",
        ),
    ] {
        let (world, ran) = initialized(serde_json::json!(["en", "de"]), &files).await;
        ran.ended(0);
        let text = world.read("l10n.toml");
        assert!(
            text.contains(group)
                && text.matches("distinguish_by_file = true").count() == 1
                && text.matches("[[files]]").count() == 1,
            "{group}: {text}"
        );
    }
}

#[tokio::test]
async fn old_codes_of_android_are_mapped() {
    let names = ["values", "values-in", "values-iw-rIL", "values-tl", "values-ji"];
    let names = names.map(|name| format!("res/{name}/strings.xml"));
    let files: Vec<_> = names.iter().map(|name| (name.as_str(), XML)).collect();
    let tagalog =
        serde_json::json!({"lang_iso": "tl", "lang_name": "T", "plural_forms": ["other"]});
    let languages = serde_json::json!(["en", "id", "he", tagalog]);
    let (world, ran) = initialized(languages, &files).await;
    let lines = [
        "languages = { in = \"id\", iw-rIL = \"he\" }\n",
        "exclude = [\"res/values-ji/strings.xml\"]\n",
    ];
    check(&world, ran, &lines, "3 unchanged\n").await;
    let (world, ran) = initialized(serde_json::json!(["en", "fil"]), &[files[0], files[3]]).await;
    check(&world, ran, &["languages = { tl = \"fil\" }\n"], "1 unchanged\n").await;
    let twice = [files[0], files[1], ("res/values-id/strings.xml", XML)];
    let (world, ran) = initialized(serde_json::json!(["en", "id"]), &twice).await;
    check(&world, ran, &["exclude = [\"res/values-in/strings.xml\"]\n"], "1 unchanged\n").await;
}

#[tokio::test]
async fn a_template_is_offered_and_a_string_catalog_is_reported() {
    let files = [("po/app.pot", ""), ("po/de.po", ""), ("App/L.xcstrings", "{}")];
    let (world, ran) = initialized(serde_json::json!(["en", "de"]), &files).await;
    let note = "skipped App/L.xcstrings: `.xcstrings` files are not read yet: ";
    assert!(ran.ended(0).stderr.contains(note));
    let url = world.sandbox.base_url();
    let init = ["init", "--dry-run", "--base-url", url, "--project", "p-1.26"];
    for (answer, code) in [("\n\n", 0), ("\nno\n", 2)] {
        let mut program = world.program(&init);
        program.stdin(Stdio::piped());
        let ran = tokio::task::spawn_blocking(move || {
            let mut child = program.spawn().unwrap();
            child.stdin.take().unwrap().write_all(answer.as_bytes()).unwrap();
            Ran::of(child.wait_with_output().unwrap())
        });
        let ran = ran.await.unwrap().ended(code);
        let question = "Use po/app.pot as the base language of po/{lang}.po [yes]: ";
        assert!(ran.stderr.contains(question), "{ran:?}");
    }
}
