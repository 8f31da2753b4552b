//! Pulls of each format: only the lines of texts that changed at the service differ.

use l10n_sync::Change;
use serde_json::json;

use crate::support::{World, change, configured, left_out};

/// A base file and a translation, and texts that change at the service.
struct Case {
    pattern: &'static str,
    base: &'static str,
    german: &'static str,
    /// Keys at the service with their new texts, and the lines of the file before and after.
    edits: &'static [(&'static str, &'static str, &'static str, &'static str)],
}

const CASES: &[Case] = &[
    Case {
        pattern: "po/{lang}.po",
        base: "msgid \"\"\nmsgstr \"Content-Type: text/plain; charset=UTF-8\\n\"\n\n\
            msgid \"Open %s\"\nmsgstr \"\"\n\nmsgid \"Save\"\nmsgstr \"\"\n\nmsgid \"Quit\"\n\
            msgstr \"\"\n\nmsgid \"f\"\nmsgid_plural \"fs\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n\n\
            msgctxt \"month\"\nmsgid \"May\"\nmsgstr \"\"\n",
        german: "# Team\nmsgid \"\"\nmsgstr \"\"\n\"Language: de\\n\"\n\
            \"Content-Type: text/plain; charset=UTF-8\\n\"\n\n#. For the menu.\n#: src/a.c:1\n\
            #, python-format\nmsgid \"Open %s\"\nmsgstr \"%s offen\"\n\n#, fuzzy\n\
            #| msgid \"Sav\"\nmsgid \"Save\"\nmsgstr \"Sichern\"\n\n#, fuzzy\nmsgid \"Quit\"\n\
            msgstr \"Ende\"\n\nmsgid \"f\"\nmsgid_plural \"fs\"\nmsgstr[0] \"1\"\n\
            msgstr[1] \"2\"\n\nmsgctxt \"month\"\n\
            msgid \"May\"\nmsgstr \"Mai\"\n\n#~ msgid \"old\"\n#~ msgstr \"alt\"\n",
        edits: &[
            ("Open %s", "%s \u{f6}ffnen", "msgstr \"%s offen\"", "msgstr \"%s \u{f6}ffnen\""),
            (
                "Save",
                "Speichern",
                "#, fuzzy\n#| msgid \"Sav\"\nmsgid \"Save\"\nmsgstr \"Sichern\"",
                "msgid \"Save\"\nmsgstr \"Speichern\"",
            ),
        ],
    },
    Case {
        pattern: "res/{lang}.xml",
        base: "<resources>\n\
            \x20   <string name=\"a\" product=\"tablet\">A tablet</string>\n\
            \x20   <string name=\"a\" product=\"default\">A</string>\n\
            \x20   <string name=\"no\" translatable=\"false\">No</string>\n\
            \x20   <string name=\"own\">Own</string>\n\
            \x20   <string name=\"e\"></string>\n</resources>\n",
        german: "<resources>\n    <!-- Title -->\n\
            \x20   <string name=\"a\" product=\"tablet\">a tablet</string>\n\
            \x20   <string name=\"a\" product=\"default\">a</string>\n\
            \x20   <string name=\"own\">@string/a</string>\n\
            \x20   <string name=\"e\"></string>\n</resources>\n",
        edits: &[
            ("a", "it's", "\"default\">a<", "\"default\">it\\'s<"),
            // A reference stays.
            ("own", "eigen", "\"own\">@string/a<", "\"own\">@string/a<"),
        ],
    },
    Case {
        pattern: "config/{lang}.yml",
        base: "en:\n  number:\n    precision: 3\n    delimiter: \",\"\n  date:\n\
            \x20   order:\n    - :year\n    - :month\n    month_names: [~, January]\n  note: \"\"\n\
            \x20 fallback:\n  n:\n    one: one\n    other: many\n  t: \"T\"\n",
        german: "# c\nde:\n  number:\n    precision: 3\n    delimiter: \" \"\n  date:\n\
            \x20   order:\n    - :year\n    - :month\n    month_names: [~, Januar]\n  note: \"\"\n\
            \x20 fallback:\n  n:\n    one: eins\n    other: viele\n  t: 'alt' # c\n",
        edits: &[("t", "neu", "  t: 'alt' # c", "  t: 'neu' # c")],
    },
    Case {
        pattern: "l/{lang}.json",
        base: "{\n\t\"cart::title\": \"Cart\",\n\t\"n\": 12,\n\t\"e\": \"E\",\n\t\"z\": \"\"\n}\n",
        german: "{\r\n\t\"cart::title\": \"Korb\",\r\n\t\"n\": 12,\r\n\
            \t\"e\": \"\\u00e9\",\r\n\t\"z\": \"\"\r\n}\r\n",
        edits: &[
            ("e", "\u{e4}", "\"e\": \"\\u00e9\"", "\"e\": \"\\u00e4\""),
            ("cart::title", "W\u{e4}gen", "\": \"Korb\",", "\": \"W\u{e4}gen\","),
        ],
    },
];

/// Pushes and pulls files in English and German, which must not change.
async fn agreed(pattern: &str, base: &str, german: &str) -> World {
    let world = World::of(pattern, &["en", "de"]).await;
    for (lang, text) in [("en", base), ("de", german)] {
        world.write(&pattern.replace("{lang}", lang), text);
    }
    world.commit();
    world.round().await;
    assert_eq!(world.read(&pattern.replace("{lang}", "de")), german);
    world
}

#[tokio::test]
async fn only_the_lines_of_changed_texts_differ() {
    for case in CASES {
        let world = agreed(case.pattern, case.base, case.german).await;
        let status = world.sync().status().await.unwrap();
        assert!(!status.differs(), "{}: {status:#?}", case.pattern);
        assert_eq!(world.sync().unused_keys().await.unwrap().keys, []);
        let mut expected = case.german.to_owned();
        for (key, text, before, after) in case.edits {
            world.translate(key, "de", text);
            assert!(expected.contains(before), "{before}");
            expected = expected.replacen(before, after, 1);
        }
        let report = world.pull().await;
        assert!(report.is_complete(), "{report:#?}");
        let path = case.pattern.replace("{lang}", "de");
        assert_eq!(world.read(&path), expected);
        assert_eq!(change(&world.pull().await, &path), Some(Change::Unchanged));
    }
}

/// A project with a base file, a file in another language if there is one, and texts in it.
async fn world(pattern: &str, base: &str, lang: &str, texts: &[(&str, &str)]) -> World {
    let world = World::of(pattern, &["en", lang]).await;
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
            "{\n  \"o\": {\n    \"a\": \"x\",\n    \"n\": 1\n  }\n}\n",
        ),
        ("p/{lang}.properties", "# A\na = A\nb = B\n", &[("b", "x")], "b = x\n"),
        (
            "l10n/app_{lang}.arb",
            "{\n  \"@@locale\": \"en\",\n  \"a\": \"A\",\n  \"@a\": {\"description\": \"d\"},\n\
             \x20 \"b\": \"B\"\n}\n",
            &[("a", "x")],
            "{\n  \"@@locale\": \"de\",\n  \"a\": \"x\"\n}\n",
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
async fn a_key_that_the_base_file_lost_stays_at_the_service_and_never_comes_back() {
    let world = agreed("l/{lang}.json", r#"{"a": "A", "z": "Z"}"#, r#"{"a": "a", "z": "z"}"#).await;
    let [base, german] = [r#"{"z": "Z"}"#, r#"{"z": "z"}"#];
    world.write("l/en.json", base);
    world.write("l/de.json", german);
    world.commit();
    world.round().await;
    assert_eq!(world.read("l/de.json"), german);
    assert_eq!(world.text("a", "de").unwrap(), "a");
}

#[tokio::test]
async fn what_is_invalid_is_found_and_not_sent() {
    for (pattern, text, line, words) in [
        ("{lang}.json", "{\n\"a\": \"x\",\n\"a\": \"y\"\n}", 3, "`a` is in line 2 already"),
        ("{lang}.yml", "de:\n>>>>>>> main\n", 2, "conflict marker"),
        ("{lang}.po", "version https://git-lfs.github.com/spec/v1\n", 1, "git lfs pull"),
        ("{lang}.stringsdict", "<plist><dict>\n<key>a</key>\n", 1, "never closed"),
    ] {
        let mut world = World::new(&["en", "de"]).await;
        world.config.files = vec![configured(json!({"pattern": pattern, "push": "translations"}))];
        world.write(&pattern.replace("{lang}", "de"), text);
        let report = world.workspace().check(&[], &[]).unwrap();
        let [problem] = report.problems.as_slice() else { panic!("{text}: {report:?}") };
        assert!(problem.line == line && problem.message.contains(words), "{text}: {problem:?}");
        let pushed = world.push().await;
        assert!(!pushed.is_complete() && world.is_untouched(), "{text}: {pushed:?}");
    }
}

#[tokio::test]
async fn a_context_that_the_base_file_lost_is_named() {
    let context = "msgctxt \"month\"\nmsgid \"May\"\nmsgstr \"\"\n";
    let world = agreed("po/{lang}.po", context, &context.replace("\"\"", "\"Mai\"")).await;
    // Another entry of this name stays; `msgmerge` keeps the text of the old one.
    world.write("po/en.po", "msgid \"May\"\nmsgstr \"\"\n");
    let obsolete = context.replace("\"\"", "\"Mai\"").replace("msg", "#~ msg");
    world.write("po/de.po", "msgid \"May\"\nmsgstr \"darf\"\n\n".to_owned() + &obsolete);
    world.push().await;
    let pulled = world.pull().await.files;
    assert_eq!(left_out(&pulled[0].items), ["month::May: the base language lacks the key"]);
    let unused = world.sync().unused_keys().await.unwrap().keys;
    assert_eq!((&*unused[0].name, &unused[0].only_copies[..]), ("month::May", &[][..]));
}

#[tokio::test]
async fn a_form_without_a_place_is_named_each_time() {
    let po = "msgid \"f\"\nmsgid_plural \"fs\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n";
    let world = world("po/{lang}.po", po, "pt_BR", &[]).await;
    world.translate_forms("f", "pt_BR", &[("one", "1"), ("many", "2"), ("other", "3")]).await;
    let reason = ["f: only one side has a place for the form many"];
    for change in [Change::Added, Change::Unchanged] {
        let pulled = &world.pull().await.files[0];
        assert_eq!((pulled.change, &*left_out(&pulled.items).concat()), (change, reason[0]));
        world.commit();
    }
    assert_eq!(left_out(&world.push().await.files[1].items), reason);
}

#[tokio::test]
async fn a_root_that_is_a_mapped_code_is_sent_as_the_services() {
    let mut world = World::new(&["en", "no"]).await;
    world.config.languages.insert("nb".to_owned(), "no".to_owned());
    world.config.files = vec![configured(json!({"pattern": "c/{lang}.yml", "push": "all"}))];
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
async fn texts_and_plurals_follow_the_base_file() {
    let [text, plural] =
        ["en:\n  a: A\n  n: N\n", "en:\n  a: A\n  n:\n    one: one\n    other: many\n"];
    let without = "de:\n  a: a\n".to_owned();
    let plain = |text: &str| format!("de:\n  a: a\n  n: {text}\n");
    let german = |one, other| format!("de:\n  a: a\n  n:\n    one: {one}\n    other: {other}\n");
    let forms = german("eins", "viele");
    for (first, own, base, texts, expected) in [
        (text, plain("\"alt\" # c"), plural, ["eine", "neu"], german("eine", "neu")),
        // The key at the service is still a plural.
        (plural, forms.clone(), text, ["eine", "viele"], forms.clone()),
        (plural, forms.clone(), text, ["", "neu"], plain("neu")),
        // A plain text in place of a plural stays plain.
        (plural, plain("\"viele\""), plural, ["", "neu"], plain("\"neu\"")),
        // A plural is inserted with the form of most numbers, and keeps its forms.
        (plural, without.clone(), plural, ["eins", ""], without.clone()),
        (plural, without.clone(), plural, ["eins", "viele"], forms.clone()),
        (plural, forms.clone(), plural, ["", "neu"], german("eins", "neu")),
    ] {
        let world = agreed("c/{lang}.yml", first, &own).await;
        world.write("c/en.yml", base);
        world.commit();
        if base == plural {
            world.push().await;
        }
        world.translate_forms("n", "de", &[("one", texts[0]), ("other", texts[1])]).await;
        let report = world.pull().await;
        assert_eq!(world.read("c/de.yml"), expected);
        let reasons = left_out(&report.files[0].items).concat();
        let is_named = reasons.contains("delete its key");
        assert_eq!(is_named, base == text && expected == forms, "{report:?}");
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
    // Without the base file, texts still change in their places.
    world.remove("l/en.json");
    assert!(world.pull().await.is_complete());
    assert_eq!(world.read("l/de.json"), r#"{"a": "b"}"#);
}
