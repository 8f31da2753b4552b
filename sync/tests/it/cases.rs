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
            msgstr \"\"\n",
        german: "# Team\nmsgid \"\"\nmsgstr \"\"\n\"Language: de\\n\"\n\
            \"Content-Type: text/plain; charset=UTF-8\\n\"\n\n#. For the menu.\n#: src/a.c:1\n\
            #, python-format\nmsgid \"Open %s\"\nmsgstr \"%s offen\"\n\n#, fuzzy\n\
            #| msgid \"Sav\"\nmsgid \"Save\"\nmsgstr \"Sichern\"\n\n#, fuzzy\nmsgid \"Quit\"\n\
            msgstr \"Ende\"\n\n#~ msgid \"old\"\n#~ msgstr \"alt\"\n",
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
        base: "<resources xmlns:tools=\"http://schemas.android.com/tools\">\n\
            \x20   <string name=\"a\">A</string>\n\
            \x20   <string name=\"b\" product=\"default\">B</string>\n\
            \x20   <string name=\"ref\">@string/a</string>\n\
            \x20   <string name=\"no\" translatable=\"false\">No</string>\n\
            \x20   <string name=\"own\">Own</string>\n\
            \x20   <string name=\"m\"><![CDATA[<b>M</b>]]></string>\n</resources>\n",
        german: "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
            <resources xmlns:tools=\"http://schemas.android.com/tools\">\n\
            \x20   <!-- Title -->\n\
            \x20   <string name=\"a\" tools:ignore=\"X\" formatted=\"false\">Ah</string>\n\
            \x20   <string name=\"b\" product=\"default\">Be</string>\n\
            \x20   <string name=\"ref\">@string/a</string>\n\
            \x20   <string name=\"own\">@string/a</string>\n\
            \x20   <string name=\"m\"><![CDATA[<b>m</b>]]></string>\n</resources>\n",
        edits: &[
            ("a", "it's", "formatted=\"false\">Ah<", "formatted=\"false\">it\\'s<"),
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
        base: "{\n\t\"cart::title\": \"Cart\",\n\t\"maxItems\": 12,\n\t\"e\": \"E\"\n}\n",
        german: "{\r\n\t\"cart::title\": \"Korb\",\r\n\t\"maxItems\": 12,\r\n\
            \t\"e\": \"\\u00e9\"\r\n}\r\n",
        edits: &[
            ("e", "\u{e4}", "\"e\": \"\\u00e9\"", "\"e\": \"\\u00e4\""),
            ("cart::title", "W\u{e4}gen", "\": \"Korb\",", "\": \"W\u{e4}gen\","),
        ],
    },
    Case {
        pattern: "s/{lang}.strings",
        base: "/* A */\n\"a\" = \"A\";\n\n\"b\" = \"B\";\n",
        german: "/* A */\n\"a\" = \"x\";\n\n\"b\" = \"y\"; // c\n",
        edits: &[("b", "\"z\"", "\"b\" = \"y\"; // c", "\"b\" = \"\\\"z\\\"\"; // c")],
    },
    Case {
        pattern: "p/{lang}.properties",
        base: "a=A\nb: B\n",
        german: "! c\na  =  x \\\n    y\nb: \\u00e9\n",
        edits: &[("b", "\u{e4}", "b: \\u00e9", "b: \\u00e4")],
    },
];

#[tokio::test]
async fn only_the_lines_of_changed_texts_differ() {
    for case in CASES {
        let world = World::of(case.pattern, &["en", "de"]).await;
        let path = |lang: &str| case.pattern.replace("{lang}", lang);
        world.write(&path("en"), case.base);
        world.write(&path("de"), case.german);
        world.commit();
        world.round().await;
        assert_eq!(world.read(&path("de")), case.german, "the first pull");
        let mut expected = case.german.to_owned();
        for (key, text, before, after) in case.edits {
            world.translate(key, "de", text);
            assert!(expected.contains(before), "{before}");
            expected = expected.replacen(before, after, 1);
        }
        let report = world.pull().await;
        assert!(report.is_complete(), "{report:#?}");
        assert_eq!(world.read(&path("de")), expected, "{}", case.pattern);
        assert_eq!(change(&world.pull().await, &path("de")), Some(Change::Unchanged));
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
        (
            "c/{lang}.yml",
            "# Texts\nen:\n  # A\n  a: \"A\" # c\n  b: B\n  p: 3\n",
            &[("a", "x")],
            "# Texts\nde:\n  # A\n  a: \"x\" # c\n  p: 3\n",
        ),
        (
            "r/{lang}.xml",
            "<resources>\n    <!-- A -->\n    <string name=\"a\">A</string>\n\
             \x20   <string name=\"b\" translatable=\"false\">B</string>\n\
             \x20   <string name=\"c\">C</string>\n</resources>\n",
            &[("c", "x")],
            "<resources>\n    <string name=\"c\">x</string>\n</resources>\n",
        ),
        (
            "s/{lang}.strings",
            "/* A */\n\"a\" = \"A\";\n\n/* B */\n\"b\" = \"B\";\n",
            &[("b", "x")],
            "/* B */\n\"b\" = \"x\";\n",
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
async fn a_missing_text_is_inserted_after_its_predecessor_and_never_without_the_base_language() {
    let base = "{\n  \"a\": \"A\",\n  \"item_one\": \"{{count}} item\",\n  \"item_other\": \
        \"{{count}} items\",\n  \"z\": \"Z\"\n}\n";
    let world = world("l/{lang}.json", base, "pl", &[]).await;
    let polish = "{\n  \"z\": \"z\",\n  \"a\": \"a\",\n  \"item_one\": \"1\",\n  \"item_few\": \"2\",\n  \
        \"item_other\": \"5\"\n}\n";
    world.write("l/pl.json", polish);
    world.commit();
    world.round().await;
    world.write("l/pl.json", "{\n  \"z\": \"z\",\n  \"own\": \"x\"\n}\n");
    world.commit();
    assert!(world.pull().await.is_complete());
    let pulled = world.read("l/pl.json");
    assert!(pulled.starts_with("{\n  \"a\": \"a\",\n  \"item_one\": \"1\",\n"), "{pulled}");
    for line in ["\n  \"item_few\": \"2\",\n", "\n  \"item_other\": \"5\",\n", "\"own\": \"x\"\n}"]
    {
        assert!(pulled.contains(line), "{pulled}");
    }
    // A key that was removed here stays at the service, and never comes back.
    world.write("l/en.json", "{\n  \"z\": \"Z\"\n}\n");
    world.write("l/pl.json", "{\n  \"z\": \"z\"\n}\n");
    world.commit();
    world.round().await;
    assert_eq!(world.read("l/pl.json"), "{\n  \"z\": \"z\"\n}\n");
    // Two of them are forms that the base language never had.
    assert_eq!(world.sync().unused_keys().await.unwrap().keys.len(), 5);
}

#[tokio::test]
async fn files_keep_their_encoding() {
    let utf16 = |text: &str| {
        let units = std::iter::once(0xfeff).chain(text.encode_utf16());
        units.flat_map(u16::to_le_bytes).collect::<Vec<_>>()
    };
    let latin1 = |text: &str| text.chars().map(|letter| letter as u8).collect::<Vec<_>>();
    let mark = |text: &str| [b"\xef\xbb\xbf", text.as_bytes()].concat();
    for (pattern, line, encode) in [
        ("s/{lang}.strings", "\"a\" = \"TEXT\";\n", &utf16 as &dyn Fn(&str) -> Vec<u8>),
        ("p/{lang}.properties", "# \u{e9}\na = TEXT\n", &latin1),
        ("j/{lang}.json", "{\"a\": \"TEXT\"}", &mark),
    ] {
        let world = world(pattern, &line.replace("TEXT", "A"), "de", &[]).await;
        let path = pattern.replace("{lang}", "de");
        let file = |text: &str| encode(&line.replace("TEXT", text));
        world.write(&path, file("\u{e4}"));
        world.commit();
        world.round().await;
        let read = || std::fs::read(world.folder.path().join(&path)).unwrap();
        assert_eq!(read(), file("\u{e4}"), "{path}");
        world.translate("a", "de", "\u{f6}");
        assert!(world.pull().await.is_complete());
        assert_eq!(read(), file("\u{f6}"), "{path}");
    }
}

#[tokio::test]
async fn what_is_invalid_is_found_and_not_sent() {
    for (pattern, text, line, words) in [
        ("{lang}.json", "{\n\"a\": \"x\",\n\"a\": \"y\"\n}", 3, "`a` is in line 2 already"),
        ("{lang}.yml", "de:\n>>>>>>> main\n", 2, "conflict marker"),
        ("{lang}.stringsdict", "<plist><dict>\n<key>a</key>\n", 2, ""),
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

/// Pushes and pulls files in English and German, which must not change, and must agree then.
async fn agreed(pattern: &str, base: &str, german: &str) -> World {
    let world = World::of(pattern, &["en", "de"]).await;
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

    agreed("l/{lang}.json", r#"{"a": "A", "e": ""}"#, r#"{"a": "x", "e": ""}"#).await;
    let po = "msgid \"f\"\nmsgid_plural \"fs\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n";
    let german = "msgid \"f\"\nmsgid_plural \"fs\"\nmsgstr[0] \"1\"\nmsgstr[1] \"2\"\n\
        msgstr[2] \"3\"\nmsgstr[3] \"4\"\n";
    agreed("po/{lang}.po", po, german).await;
    let context = "msgctxt \"month\"\nmsgid \"May\"\nmsgstr \"\"\n";
    let world = agreed("po/{lang}.po", context, &context.replace("\"\"", "\"Mai\"")).await;
    assert_eq!(world.sync().unused_keys().await.unwrap().keys, []);
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
async fn a_text_that_became_a_plural_is_one_after_the_next_pull() {
    let text = "en:\n  a: A\n  n: \"%{count} files\"\n";
    let world = agreed("c/{lang}.yml", text, "de:\n  a: a\n  n: \"%{count} D\" # c\n").await;
    world
        .write("c/en.yml", "en:\n  a: A\n  n:\n    one: one file\n    other: \"%{count} files\"\n");
    world.push().await;
    world.translate_forms("n", "de", &[("one", "eine"), ("other", "%{count} D")]).await;
    assert!(world.pull().await.is_complete());
    let pulled = world.read("c/de.yml");
    assert_eq!(pulled, "de:\n  a: a\n  n:\n    one: eine\n    other: \"%{count} D\"\n");
}

#[tokio::test]
async fn a_plural_that_became_a_text_is_one_after_the_next_pull() {
    let plural = "en:\n  n:\n    one: one\n    other: many\n";
    let german = "de:\n  n:\n    one: eins\n    other: viele\n";
    let world = agreed("c/{lang}.yml", plural, german).await;
    world.write("c/en.yml", "en:\n  n: N\n");
    world.commit();
    // The key at the service is still a plural.
    for (forms, expected) in [
        (&[("one", "eine"), ("other", "viele")][..], german),
        (&[("one", ""), ("other", "neu")], "de:\n  n: neu\n"),
    ] {
        world.translate_forms("n", "de", forms).await;
        let report = world.pull().await;
        assert_eq!(world.read("c/de.yml"), expected);
        let reasons = left_out(&report.files[0].items).concat();
        assert_eq!(reasons.contains("`n` is a plural here"), expected == german, "{report:?}");
        world.commit();
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

#[tokio::test]
async fn a_plain_text_in_place_of_a_plural_stays_plain() {
    let base = "en:\n  n:\n    one: one\n    other: many\n";
    let world = agreed("c/{lang}.yml", base, "de:\n  n: \"viele\"\n").await;
    world.translate_forms("n", "de", &[("other", "neu")]).await;
    world.pull().await;
    assert_eq!(world.read("c/de.yml"), "de:\n  n: \"neu\"\n");
}

#[tokio::test]
async fn a_plural_is_inserted_with_the_form_of_most_numbers_and_keeps_its_forms() {
    let world = agreed("c/{lang}.yml", "en:\n  a: A\n", "de:\n  a: a\n").await;
    world.write("c/en.yml", "en:\n  a: A\n  n:\n    one: one\n    other: many\n");
    world.commit();
    world.push().await;
    for (forms, expected) in [
        (&[("one", "eins"), ("other", "")][..], "de:\n  a: a\n"),
        (
            &[("one", "eins"), ("other", "viele")],
            "de:\n  a: a\n  n:\n    one: eins\n    other: viele\n",
        ),
        (&[("one", ""), ("other", "neu")], "de:\n  a: a\n  n:\n    one: eins\n    other: neu\n"),
    ] {
        world.translate_forms("n", "de", forms).await;
        let report = world.pull().await;
        assert!(report.is_complete(), "{report:?}");
        world.commit();
        assert_eq!(world.read("c/de.yml"), expected);
    }
}
