//! `Workspace::check`: problems in each format, and texts that are none.

use l10n_sync::{CheckReport, Config, Workspace};
use serde_json::json;

use crate::support::configured;

/// Writes files, and returns the result of a check of a group.
fn checked(group: serde_json::Value, files: &[(&str, &str)]) -> CheckReport {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let config = Config::new("en").group(configured(group));
    Workspace::new(folder.path(), &config).unwrap().check(&[], &[]).unwrap()
}

/// Returns the problems of a file of the base language and a translation, as
/// `file:line key message`.
fn check(extension: &str, base: &str, text: &str) -> Vec<String> {
    let [english, russian] = ["en", "ru"].map(|lang| format!("{lang}.{extension}"));
    let group = json!({"pattern": format!("{{lang}}.{extension}")});
    let report = checked(group, &[(&english, base), (&russian, text)]);
    assert_eq!(report.files, 2);
    let problems = report.problems.into_iter().map(|problem| {
        let key = problem.key.unwrap_or_default();
        format!("{}:{} {key} {}", problem.path, problem.line, problem.message)
    });
    problems.collect()
}

#[test]
fn other_plural_forms_are_no_problem() {
    for (extension, base, text) in [
        (
            "json",
            r#"{"n_one": "One file in {{x}}", "n_other": "{{count}} files in {{x}}"}"#,
            r#"{"n_few": "{{count}} a", "n_many": "{{x}} b", "n_other": "{{count}} c {{x}}"}"#,
        ),
        // Older i18next.
        (
            "json",
            r#"{"n": "{{count}} file", "n_plural": "{{count}} files"}"#,
            r#"{"n_0": "{{count}} a", "n_1": "{{count}} b", "n_2": "{{count}} c"}"#,
        ),
        (
            "yml",
            "en:\n  n:\n    one: one\n    other: '%{count} files'\n",
            "ru:\n  n:\n    few: '%{count} a'\n    many: '%{count} b'\n    other: '%{count} c'\n",
        ),
        (
            "po",
            "msgid \"%d file\"\nmsgid_plural \"%d files\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n",
            "msgid \"%d file\"\nmsgid_plural \"%d files\"\nmsgstr[0] \"a\"\nmsgstr[1] \"%d b\"\n\
             msgstr[2] \"%d c\"\n",
        ),
        (
            "yml",
            "en:\n  d: '%d %b'\n  errors:\n    a: '%{attribute} %{message}'\n",
            "ru:\n  d: '%e. %m.'\n  errors:\n    a: '%{message}'\n",
        ),
        ("json", r#"{"n_one": "1", "n_other": "{{count}}"}"#, r#"{"n_other": "{{count}}"}"#),
    ] {
        assert_eq!(check(extension, base, text), Vec::<String>::new(), "{text}");
    }
}

#[test]
fn problems_have_the_line_of_their_key() {
    for (extension, base, text, expected) in [
        (
            "json",
            "{\n\"n_one\": \"x\",\n\"n_other\": \"{{count}}\"\n}",
            "{\n\"n_few\": \"{{n}}\",\n\"n_other\": \"x\"\n}",
            &[
                "ru.json:2 n_few unknown placeholder `{{n}}`",
                "ru.json:3 n_other missing placeholder `{{count}}`",
            ][..],
        ),
        (
            "po",
            "msgid \"Hi %s\"\nmsgstr \"\"\n\nmsgid \"Bye\"\nmsgstr \"\"\n",
            "msgid \"Hi %s\"\nmsgstr \"x\"\n\n#, fuzzy\nmsgid \"Bye\"\nmsgstr \"%s\"\n",
            &["en.po:4 Bye missing in ru", "ru.po:1 Hi %s missing placeholder `%s`"],
        ),
        (
            "strings",
            "\"a\" = \"%@\";\n\"n_other\" = \"x\";\n",
            "\"b\" = \"x\";\n",
            &[
                "en.strings:1 a missing in ru",
                "en.strings:2 n_other missing in ru",
                "ru.strings:1 b is not in the base language: add it there, or remove it",
            ],
        ),
        (
            "json",
            "{\"a\": \"{n, plural, one {x}}\"}",
            "{\n\"a\": }",
            &["en.json:1 a `{n, plural}` has no `other`", "ru.json:2  expected a value"],
        ),
        (
            "xml",
            "<resources><plurals name=\"n\">\
             <item quantity=\"other\">x</item></plurals></resources>",
            "<resources>\n<plurals name=\"n\"><item quantity=\"many\"></item>\
             <item quantity=\"other\">x</item></plurals></resources>",
            &["ru.xml:2 n its plural form `many` is empty"],
        ),
        ("json", "{\"n_other\": \"x\"}", "{\"n_few\": \"\"}", &["en.json:1 n_other missing in ru"]),
        (
            "yml",
            "en:\n  n: N\n",
            "ru:\n  n:\n    one: a\n    other: b\n",
            &["ru.yml:2 n is a plural here and a text in the base language: remove it here, and \
               the next pull inserts it"],
        ),
        (
            "json",
            "{\n\"t\": {\"a\": \"A\"}}",
            "{\"t\": \"x\"}",
            &[
                "en.json:2 t::a missing in ru",
                "ru.json:1 t is a text here and an object in the base language: remove it here, \
                 and the next pull inserts it",
            ],
        ),
        (
            "yml",
            "english:\n  a: A\n",
            "ru:\n  a: a\n",
            &["en.yml:1  the key at its root is not the language: rename it `en`"],
        ),
        (
            "yml",
            "en:\n  a: A\n",
            "russian:\n  a: a\n",
            &["ru.yml:1  the key at its root is not the language: rename it `ru`"],
        ),
    ] {
        assert_eq!(check(extension, base, text), expected, "{text}");
    }
}

#[test]
fn files_that_one_language_lacks_are_reported() {
    let text = r#"{"a": "A"}"#;
    let files = [("en/a.json", text), ("en/b.json", text), ("en/c.json", r#"{"a": ""}"#)];
    let translations = [("de/a.json", text), ("de/old.json", text), ("fr/b.json", text)];
    let report =
        checked(json!({"pattern": "{lang}/*.json"}), &[&files[..], &translations].concat());
    let found = report.problems.iter().map(|found| (found.path.as_str(), found.message.as_str()));
    assert_eq!(
        found.collect::<Vec<_>>(),
        [("en/a.json", "no file in fr"), ("en/b.json", "no file in de")]
    );
    assert_eq!(report.orphans, ["de/old.json"]);
}

#[test]
fn texts_that_need_no_translation_are_no_problem() {
    let fixed = "<resources><string name=\"a\" translatable=\"false\">A %s</string>";
    let group = json!({"pattern": "values-{lang}/*.xml", "base": "values/*.xml"});
    let report = checked(
        group,
        &[
            ("values/a.xml", &format!("{fixed}</resources>")),
            ("values/b.xml", &format!("{fixed}<string name=\"b\">B</string></resources>")),
            ("values-de/b.xml", "<resources><string name=\"b\">b</string></resources>"),
        ],
    );
    assert_eq!(report.problems, []);
    let group = json!({"pattern": "{lang}.json", "ignore_placeholders": ["a::*", "b"]});
    let base = r#"{"a": {"b": "{x}"}, "b": "{x}", "c": "{x}"}"#;
    let text = r#"{"a": {"b": "x"}, "b": "x", "c": "x"}"#;
    let report = checked(group, &[("en.json", base), ("de.json", text)]);
    assert_eq!(
        report.problems.iter().map(|found| found.key.as_deref()).collect::<Vec<_>>(),
        [Some("c")]
    );
}

#[test]
fn a_translation_that_the_base_pattern_matches_too_is_no_base_file() {
    let text = |text: &str| {
        format!(
            "<root><data name=\"a\"><value>{text}</value></data>\
             <data name=\"p\" type=\"Point\"><value>{text}</value></data></root>"
        )
    };
    let [base, german] = ["A {0}", "a"].map(text);
    let group = json!({"pattern": "*.{lang}.resx", "base": "*.resx"});
    let report = checked(group, &[("Strings.resx", &base), ("Strings.de.resx", &german)]);
    let [problem] = report.problems.as_slice() else { panic!("{report:?}") };
    assert_eq!(
        (problem.path.as_str(), problem.message.as_str()),
        ("Strings.de.resx", "missing placeholder `{0}`")
    );
    // A path of the base language may contain a code.
    let group = json!({"pattern": "{lang}/*.json", "base": "en-US/*.json"});
    let report =
        checked(group, &[("en-US/a.json", r#"{"a": "{x}"}"#), ("de/a.json", r#"{"a": "x"}"#)]);
    assert_eq!((report.problems.len(), report.orphans.len()), (1, 0));
}
