//! Pulls of each format: only the lines of texts that changed at the service differ.

use l10n_sync::Change;
use serde_json::json;

use crate::support::{World, change, configured};

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
            \x20   <string name=\"m\"><![CDATA[<b>M</b>]]></string>\n</resources>\n",
        german: "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
            <resources xmlns:tools=\"http://schemas.android.com/tools\">\n\
            \x20   <!-- Title -->\n\
            \x20   <string name=\"a\" tools:ignore=\"X\" formatted=\"false\">Ah</string>\n\
            \x20   <string name=\"b\" product=\"default\">Be</string>\n\
            \x20   <string name=\"ref\">@string/a</string>\n\
            \x20   <string name=\"m\"><![CDATA[<b>m</b>]]></string>\n</resources>\n",
        edits: &[("a", "it's", "formatted=\"false\">Ah<", "formatted=\"false\">it\\'s<")],
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
        edits: &[(
            "cart::title",
            "W\u{e4}gen",
            "\t\"cart::title\": \"Korb\",",
            "\t\"cart::title\": \"W\\u00e4gen\",",
        )],
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
        let mut world = World::new(&["en", "de"]).await;
        world.config.files = vec![configured(json!({"pattern": case.pattern, "push": "all",
            "upload": {"distinguish_by_file": true}}))];
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
