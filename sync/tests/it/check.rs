//! `Workspace::check`: problems in each format, and texts that are none.

use l10n_sync::{Config, FileGroup, Workspace};

/// Writes a file of the base language and a translation, and returns the problems as
/// `file:line key message`.
fn check(extension: &str, base: &str, text: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let name = |lang: &str| folder.path().join(format!("{lang}.{extension}"));
    std::fs::write(name("en"), base).unwrap();
    std::fs::write(name("ru"), text).unwrap();
    let config = Config::new("en").group(FileGroup::new(format!("{{lang}}.{extension}")));
    let report = Workspace::new(folder.path(), &config).unwrap().check(&[], &[]).unwrap();
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
            "xml",
            "<resources><plurals name=\"n\"><item quantity=\"one\">one</item>\
             <item quantity=\"other\">%d files</item></plurals></resources>",
            "<resources><plurals name=\"n\"><item quantity=\"many\">%d a</item>\
             <item quantity=\"other\">%1$d b</item></plurals></resources>",
        ),
        (
            "arb",
            r#"{"@@locale": "en", "a": "{n, plural, other {#}}", "@a": {}}"#,
            r#"{"@@locale": "ru", "a": "{n, plural, few {#} many {#} other {#}}"}"#,
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
            &["en.strings:1 a missing in ru", "en.strings:2 n_other missing in ru"],
        ),
        (
            "json",
            "{\"a\": \"{n, plural, one {x}}\"}",
            "{\n\"a\": }",
            &["en.json:1 a `{n, plural}` has no `other`", "ru.json:2  expected value"],
        ),
    ] {
        assert_eq!(check(extension, base, text), expected, "{text}");
    }
}
