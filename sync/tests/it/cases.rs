//! Texts and files of several formats, pushed and pulled.

use l10n_client::types::PluralForms;
use l10n_sync::{Change, PushOptions};

use crate::support::{PROJECT, World, change, group};

#[tokio::test]
async fn only_the_lines_of_changed_texts_differ() {
    let base = "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\n\
        msgid \"Open %s\"\nmsgstr \"\"\n\nmsgid \"Save\"\nmsgstr \"\"\n\nmsgid \"Quit\"\n\
        msgstr \"\"\n";
    let german = "# Team\nmsgid \"\"\nmsgstr \"\"\n\"Language: de\\n\"\n\
        \"Content-Type: text/plain; charset=UTF-8\\n\"\n\n#. For the menu.\n#: src/a.c:1\n\
        #, python-format\nmsgid \"Open %s\"\nmsgstr \"%s offen\"\n\n#, fuzzy\n#| msgid \"Sav\"\n\
        msgid \"Save\"\nmsgstr \"Sichern\"\n\n#, fuzzy\nmsgid \"Quit\"\nmsgstr \"Ende\"\n\n\
        #~ msgid \"old\"\n#~ msgstr \"alt\"\n";
    let mut world = World::new(&["en", "de"]).await;
    world.config.files = vec![group("po/{lang}.po")];
    world.write("po/en.po", base);
    world.write("po/de.po", german);
    world.commit();
    world.round().await;
    assert_eq!(world.read("po/de.po"), german, "the first pull");
    world.translate("Open %s", "de", "%s \u{f6}ffnen");
    world.translate("Save", "de", "Speichern");
    assert!(world.pull().await.is_complete());
    let expected = german.replace("%s offen", "%s \u{f6}ffnen").replace("Sichern", "Speichern");
    let expected = expected.replace("#, fuzzy\n#| msgid \"Sav\"\n", "");
    assert_eq!(world.read("po/de.po"), expected);
    assert_eq!(change(&world.pull().await, "po/de.po"), Some(Change::Unchanged));
}

/// A project with a base file, a file in another language if there is one, and texts in it.
async fn world(pattern: &str, base: &str, lang: &str, texts: &[(&str, &str)]) -> World {
    let mut world = World::new(&["en", lang]).await;
    world.config.files = vec![group(pattern)];
    world.write(&pattern.replace("{lang}", "en"), base);
    assert!(world.push().await.is_complete());
    for (key, text) in texts {
        world.translate(key, lang, text);
    }
    world
}

#[tokio::test]
async fn a_new_file_is_a_copy_of_the_base_file_with_the_texts_that_exist() {
    for (pattern, base, texts, expected) in [
        (
            "l/{lang}.json",
            "{\n  \"o\": {\n    \"a\": \"A\",\n    \"n\": 1\n  },\n  \"b\": \"B\"\n}\n",
            &[("o::a", "x")][..],
            "{\n  \"o\": {\n    \"a\": \"x\"\n  }\n}\n",
        ),
        (
            "c/{lang}.yml",
            "# Texts\nen:\n  # A\n  a: \"A\" # c\n  b: B\n  p: 3\n",
            &[("a", "x")],
            "# Texts\nde:\n  # A\n  a: \"x\" # c\n",
        ),
        (
            "l10n/app_{lang}.arb",
            "{\n  \"@@locale\": \"en\",\n  \"a\": \"A\",\n  \"@a\": {\"description\": \"d\"},\n\
             \x20 \"b\": \"B\"\n}\n",
            &[("a", "x")],
            "{\n  \"a\": \"x\"\n}\n",
        ),
    ] {
        let world = world(pattern, base, "de", texts).await;
        let report = world.pull().await;
        assert!(report.is_complete(), "{report:#?}");
        assert!(report.new_languages.contains("de"));
        assert_eq!(world.read(&pattern.replace("{lang}", "de")), expected);
        world.commit();
        world.round().await;
        assert_eq!(world.read(&pattern.replace("{lang}", "de")), expected);
    }
}

#[tokio::test]
async fn a_missing_text_is_inserted_after_its_predecessor_and_never_without_the_base_language() {
    let base = r#"{"a": "A", "n_one": "{{count}} item", "n_other": "{{count}} items", "z": "Z"}"#;
    let world = world("l/{lang}.json", base, "pl", &[]).await;
    let polish = r#"{"z": "z", "a": "a", "n_one": "1", "n_few": "2", "n_other": "5"}"#;
    for (text, expected) in [
        (polish, polish),
        (
            r#"{"z": "z", "own": "x"}"#,
            r#"{"a": "a", "n_one": "1", "n_other": "5", "n_few": "2", "z": "z", "own": "x"}"#,
        ),
    ] {
        world.write("l/pl.json", text);
        world.commit();
        world.round().await;
        assert_eq!(world.read("l/pl.json").replace(' ', ""), expected.replace(' ', ""));
    }
    // A key that was removed here stays at the service, and never comes back.
    world.write("l/en.json", "{\n  \"z\": \"Z\"\n}\n");
    world.write("l/pl.json", "{\n  \"z\": \"z\"\n}\n");
    world.commit();
    world.round().await;
    assert_eq!(world.read("l/pl.json"), "{\n  \"z\": \"z\"\n}\n");
    assert_eq!(world.sync().unused_keys().await.unwrap().keys.len(), 4);
}

#[tokio::test]
async fn what_is_invalid_is_found_and_not_sent() {
    for (pattern, text, line, words) in [
        ("{lang}.json", "{\n\"a\": \"x\",\n\"a\": \"y\"\n}", 3, "`a` is in line 2 already"),
        ("{lang}.yml", "de:\n>>>>>>> main\n", 2, "conflict marker"),
        ("{lang}.po", "version https://git-lfs.github.com/spec/v1\noid x\n", 1, "git lfs pull"),
    ] {
        let mut world = World::new(&["en", "de"]).await;
        world.config.files = vec![group(pattern)];
        world.write(&pattern.replace("{lang}", "de"), text);
        let report = world.workspace().check(&[], &[]).unwrap();
        let [problem] = report.problems.as_slice() else { panic!("{text}: {report:?}") };
        assert!(problem.line == line && problem.message.contains(words), "{text}: {problem:?}");
        let pushed = world.push().await;
        assert!(!pushed.is_complete() && world.uploads().is_empty(), "{text}: {pushed:?}");
    }
}

/// Pushes and pulls files in English and German, which must not change, and must agree then.
async fn agreed(pattern: &str, base: &str, german: &str) -> World {
    let mut world = World::new(&["en", "de"]).await;
    world.config.files = vec![group(pattern)];
    for (lang, text) in [("en", base), ("de", german)] {
        world.write(&pattern.replace("{lang}", lang), text);
    }
    world.commit();
    world.round().await;
    assert_eq!(world.read(&pattern.replace("{lang}", "de")), german);
    let status = world.sync().status().await.unwrap();
    assert!(!status.differs(), "{pattern}: {status:#?}");
    world
}

#[tokio::test]
async fn after_a_push_nothing_is_left_to_push_or_pull() {
    let android = |text: &str| {
        format!(
            "<resources>\n    <string name=\"a\" product=\"tablet\">{text} tablet</string>\n    \
             <string name=\"a\" product=\"default\">{text}</string>\n    \
             <string name=\"e\"></string>\n</resources>\n"
        )
    };
    let world = agreed("r/{lang}.xml", &android("A"), &android("a")).await;
    world.translate("a", "de", "b");
    assert!(world.pull().await.is_complete());
    assert_eq!(world.read("r/de.xml"), android("a").replace("\"default\">a<", "\"default\">b<"));

    let world = agreed("l/{lang}.json", r#"{"a": "A", "e": ""}"#, r#"{"a": "x", "e": ""}"#).await;
    assert_eq!(world.sync().plan_push(&PushOptions::new()).await.unwrap().files[1].kept, []);
    let po = "msgid \"f\"\nmsgid_plural \"fs\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n";
    let german = "msgid \"f\"\nmsgid_plural \"fs\"\nmsgstr[0] \"1\"\nmsgstr[1] \"2\"\n\
        msgstr[2] \"3\"\nmsgstr[3] \"4\"\n";
    let world = agreed("po/{lang}.po", po, german).await;
    assert_eq!(world.sync().plan_push(&PushOptions::new()).await.unwrap().files[1].kept, []);
    let context = "msgctxt \"month\"\nmsgid \"May\"\nmsgstr \"\"\n";
    let world = agreed("po/{lang}.po", context, &context.replace("\"\"", "\"Mai\"")).await;
    assert_eq!(world.sync().unused_keys().await.unwrap().keys, []);
}

#[tokio::test]
async fn a_root_that_is_a_mapped_code_is_sent_as_the_services() {
    let mut world = World::new(&["en", "no"]).await;
    world.config.languages.insert("nb".to_owned(), "no".to_owned());
    world.config.files = vec![group("c/{lang}.yml")];
    world.write("c/en.yml", "en:\n  a: A\n  b: B\n");
    world.write("c/nb.yml", "nb:\n  a: x\n");
    world.commit();
    world.round().await;
    assert_eq!(world.text("a", "no").unwrap(), "x");
    world.translate("b", "no", "y");
    world.pull().await;
    assert_eq!(world.read("c/nb.yml"), "nb:\n  a: x\n  b: \"y\"\n");
}

#[tokio::test]
async fn a_list_is_written_when_it_is_complete() {
    let base = "{\n  \"t\": \"T\",\n  \"l\": [\"A\", 5, {\"x\": \"B\", \"n\": true}]\n}\n";
    let world = world("l/{lang}.json", base, "de", &[("l::0", "a"), ("t", "t")]).await;
    assert!(world.pull().await.is_complete());
    assert_eq!(world.read("l/de.json"), "{\n  \"t\": \"t\"\n}\n");
    world.commit();
    world.translate("l::2::x", "de", "b");
    assert!(world.pull().await.is_complete());
    let whole = "{\n  \"t\": \"t\",\n  \"l\": [\"a\", 5, {\"x\": \"b\", \"n\": true}]\n}\n";
    assert_eq!(world.read("l/de.json"), whole);
}

#[tokio::test]
async fn a_text_is_a_plural_if_it_was_one_here_or_became_one_in_the_base_file() {
    let plural = "en:\n  n:\n    one: one file\n    other: \"%{count} files\"\n";
    for (base, german, forms, expected) in [
        (
            "en:\n  n: \"%{count} files\"\n",
            "de:\n  n: \"%{count} D\" # c\n",
            &[("one", "eine"), ("other", "%{count} D")][..],
            "de:\n  n:\n    one: eine\n    other: \"%{count} D\"\n",
        ),
        (plural, "de:\n  n: \"viele\"\n", &[("other", "neu")], "de:\n  n: \"neu\"\n"),
    ] {
        let world = agreed("c/{lang}.yml", base, german).await;
        world.write("c/en.yml", plural);
        world.push().await;
        let call = world.client().list_keys(PROJECT).include_translations(true);
        let keys = call.send().await.unwrap().into_inner().keys;
        let key = keys.iter().find(|key| key.is_plural == Some(true)).unwrap();
        let mut texts = key.translations.iter().flatten();
        let text = texts.find(|it| it.language_iso.as_deref() == Some("de")).unwrap();
        let mut new = PluralForms::default();
        forms.iter().for_each(|(form, text)| drop(new.set(*form, *text)));
        let call = world.client().update_translation(PROJECT, text.translation_id, new);
        call.send().await.unwrap();
        assert!(world.pull().await.is_complete());
        assert_eq!(world.read("c/de.yml"), expected);
    }
}

#[tokio::test]
async fn what_a_sparse_checkout_leaves_out_is_not_written() {
    let world = agreed("l/{lang}.json", r#"{"a": "A"}"#, r#"{"a": "a"}"#).await;
    world.translate("a", "de", "b");
    world.git(&["update-index", "--skip-worktree", "l/de.json"]);
    world.remove("l/de.json");
    assert!(world.pull().await.is_complete());
    assert!(!world.exists("l/de.json"));
    world.git(&["update-index", "--no-skip-worktree", "l/de.json"]);
    world.git(&["checkout", "-q", "l/de.json"]);
    // A file that Git does not compare may have any changes.
    world.git(&["update-index", "--assume-unchanged", "l/de.json"]);
    assert_eq!(change(&world.pull().await, "l/de.json"), Some(Change::Kept));
    world.git(&["update-index", "--no-assume-unchanged", "l/de.json"]);
    // Without the base file, texts still change in their places.
    world.remove("l/en.json");
    assert!(world.pull().await.is_complete());
    assert_eq!(world.read("l/de.json"), r#"{"a": "b"}"#);
}
