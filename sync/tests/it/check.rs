//! `Workspace::check`: problems in each format, and texts that are none.

use l10n_sync::{Config, Workspace};
use serde_json::{Value, json};

use crate::support::configured;

/// Checks a group of files, or a list of groups. Returns the problems, as `file:line key message`.
fn check(group: Value, files: &[(&str, String)]) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let groups = group.as_array().cloned().unwrap_or_else(|| vec![group]);
    let config =
        groups.into_iter().fold(Config::new("en"), |it, group| it.group(configured(group)));
    let report = Workspace::new(folder.path(), &config).unwrap().check(&[], &[]).unwrap();
    assert_eq!(report.files, files.len());
    let problems = report.problems.into_iter().map(|problem| {
        let key = problem.key.unwrap_or_default();
        format!("{}:{} {key} {}", problem.path, problem.line, problem.message)
    });
    problems.collect()
}

/// Cases between empty lines, each of an extension, the file of the base language, that of Russian,
/// and the expected problems. In `xml`, the texts are those in the root
/// element. `\n` is a line end in the file, and `#` starts a comment.
const CASES: &str = r#"
json
{"n_one": "One file in {{x}}", "n_other": "{{count}} files in {{x}}"}
{"n_one": "{{count}} a {{x}}", "n_few": "{{count}} {{x}}", "n_many": "{{x}} {{count}} b"}

# Older i18next.
json
{"n": "{{count}} file", "n_plural": "{{count}} files"}
{"n_0": "{{count}} a", "n_1": "{{count}} b", "n_2": "{{count}} c"}

yml
en:\n  n:\n    one: one\n    other: '%{count} files'
ru:\n  n:\n    one: '%{count}'\n    few: '%{count} a'\n    many: '%{count} b'

po
msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""
msgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] "%d a"\nmsgstr[1] "%d b"\nmsgstr[2] "%d c"

# Texts that only look like those of a program, or whose base text has such signs.
json
{"a": "50% {", "b": "%s 5%", "c": "%{a} {{b}} %%"}
{"a": "%", "b": "5% %s", "c": "{{b}} %{a} % {"}

# CLDR has only `other` for ordinal numbers in Russian.
json
{"n_ordinal_one": "a", "n_ordinal_two": "b", "n_ordinal_few": "c", "n_ordinal_other": "d"}
{"n_ordinal_other": "x"}

# Messages of errors in Rails need not use their placeholders.
yml
en:\n  d: '%d %b'\n  errors:\n    a: '%{attribute} %{message}'
ru:\n  d: '%e. %m.'\n  errors:\n    a: '%{message}'

json
{"n": "{x, plural, one {#} other {#}}"}
{"n": "{x, plural, =1 {x} few {#} many {#} other {#}}"}

xml
<string name="a" formatted="false">%s %s</string><string name="b">%m %d</string>
<string name="a" formatted="false">%s, %s</string><string name="b">%d %m</string>

xml
<string name="a">"it's" %d %%</string><string name="b">it\'s <b>%s %s</b></string>
<string name="a">"c'est" %d %%</string><string name="b">c\'est <b>%s %s</b></string>

# Both build if the tools of Android only warn.
xml
<string name="a">%s %s</string>
<string name="a">%s, %s</string>

properties
a=Isn't {0}
a=C'est {0}

# What has only `other` in the base language may be no plural.
yml
en:\n  n:\n    other: x
ru:\n  n:\n    other: x

json
{\n"n_one": "x",\n"n_other": "{{count}}"\n}
{\n"n_few": "{{n}} {{count}}",\n"n_other": "x", "n_one": "x",\n"n_many": "{{count}}"\n}
ru.json:2 n_few unknown placeholder `{{n}}`
ru.json:3 n_one missing placeholder `{{count}}`
ru.json:3 n_other missing placeholder `{{count}}`

po
msgid "Hi %s"\nmsgstr ""\n\nmsgid "Bye"\nmsgstr ""
msgid "Hi %s"\nmsgstr "x"\n\n#, fuzzy\nmsgid "Bye"\nmsgstr "%s"
en.po:4 Bye missing in ru
ru.po:1 Hi %s missing placeholder `%s`

po
#, python-format\nmsgid "%d a"\nmsgid_plural "%d b"\nmsgstr[0] ""\nmsgstr[1] ""
#, python-format\nmsgid "%d a"\nmsgid_plural "%d b"\nmsgstr[0] "%d"\nmsgstr[1] "%d"\nmsgstr[2] "%f"
ru.po:2 %d a missing placeholder `%d`; unknown placeholder `%f`

strings
"a" = "%@";\n"n_other" = "x";
"b" = "x";
en.strings:1 a missing in ru
en.strings:2 n_other missing in ru
ru.strings:1 b is not in the base language: add it there, or remove it

json
{"a": "{n, plural, one {x}}"}
{\n"a": }
en.json:1 a `{n, plural}` has no `other`
ru.json:2  expected value

xml
<plurals name="n"><item quantity="one">x</item><item quantity="other">x</item></plurals>
\n<plurals name="n"><item quantity="many"></item><item quantity="other">x</item></plurals>
ru.xml:2 n its plural lacks `one`, `few`, `many`

json
{"n_one": "x", "n_other": "y", "m": "{x, plural, one {#} other {#}}"}
{"n_one": "x", "n_other": "y", "m": "{x, plural, one {#} other {#}}"}
ru.json:1 m its plural lacks `few`, `many`
ru.json:1 n_one its plural lacks `few`, `many`

json
{"n_one": "x", "n_other": "y"}
{"n": "x"}
ru.json:1 n its plural lacks `one`, `few`, `many`

json
{"n_other": "x"}
{"n_few": ""}
en.json:1 n_other missing in ru

properties
turn=It''s the turn of {0}.\nfound=Not found: {0}
turn=C'est le tour de {0}.\nfound=L'un n'est pas l\u00e0 : {0}
ru.properties:1 turn an apostrophe hides a placeholder: write `''`

xml
<string name="a">%1$s %2$s</string>\n<string name="b"><![CDATA[<a href="x">b</a>]]></string>
<string name="a">%s "'" %s</string>\n<string name="b"><![CDATA[<a href="x">b'</a>]]></string>
ru.xml:1 a number its placeholders, as in `%1$s`, or set `formatted="false"`
ru.xml:2 b write `\'` for the apostrophe

yml
en:\n  n:\n    one: '%{x}'\n    other: '%{x}'
ru:\n  n:\n    one: a\n    few: '%{x} %{y}'\n    many: c
ru.yml:2 n missing placeholder `%{x}`; unknown placeholder `%{y}`

yml
en:\n  n:\n    one: a\n    other: b
ru:\n  n: a
ru.yml:2 n its plural lacks `one`, `few`, `many`

yml
en:\n  n:\n    one: 1\n    other: '%{x}'
ru:\n  n:\n    one: 1\n    other: '%{x}'
ru.yml:2 n missing placeholder `%{x}`
ru.yml:2 n its plural lacks `few`, `many`

strings
"a" = "%1$#@x@ in %2$#@y@";
"a" = "%#@x@ in %#@z@";
ru.strings:1 a missing placeholder `%2$#@y@`; unknown placeholder `%#@z@`

json
{"n": "{x, plural, one {#} other {# b}}"}
{"n": "{x, plural, =1 {a} one {# a} few {# b} many {b} other {# c}}"}
ru.json:1 n missing placeholder `{x}`

# A plain key beside the forms of a plural, and one that the base language has, too.
json
{"n_one": "x", "n_other": "y", "m": "a", "m_one": "x", "m_other": "y"}
{"n": "b", "n_one": "x", "n_few": "y", "n_many": "y", "n_other": "y", "m": "a"}
en.json:1 m_one missing in ru
en.json:1 m_other missing in ru
ru.json:1 n is not in the base language: add it there, or remove it

json
{"n": "See $t(item, {\"count\": {{n}}})"}
{"n": "$t(thing)"}
ru.json:1 n missing placeholder `{{n}}`

json
{"tax": "Tax %(p)d%%",\n"total": "Total %s",\n"a": "{a}"}
{"tax": "Steuer %(p)d%",\n"total": "Total %s, 5%",\n"a": "{a} {"}
ru.json:1 tax a `%` is not part of a placeholder: write `%%`
ru.json:2 total a `%` is not part of a placeholder: write `%%`
ru.json:3 a a `{` has no closing brace

arb
{"a": "Menu", "b": "{", "c": "It"}
{"a": "Menu {", "b": "{", "c": "'{'"}
ru.arb:1 a a `{` has no closing brace

json
{"a": 5, "b": 6}
{"a": "5", "b": 7}
ru.json:1 a it is a number, a reference or an alias here (quote it), or marked not translatable

yml
en:\n  n: N
ru:\n  n:\n    one: a\n    other: b
ru.yml:2 n is a plural here and a text in the base language: ..

yml
en:\n  a: A
ru:\n>>>>>>> main
ru.yml:2  a conflict marker: finish the merge

yml
english:\n  a: A
ru:\n  a: a
en.yml:1  the only key at its root must be the language: `en`

yml
en:\n  a: A
russian:\n  a: a
ru.yml:1  the only key at its root must be the language: `ru`

yml
en:\n  a: A
ru:\n  a: A\npl:\n  a: A
ru.yml:1  the only key at its root must be the language: `ru`
"#;

#[test]
fn each_problem_is_found_where_it_is_and_nothing_else() {
    for case in CASES.trim().split("\n\n") {
        let lines: Vec<_> = case.lines().filter(|line| !line.starts_with("# ")).collect();
        let [extension, base, text, expected @ ..] = lines.as_slice() else { panic!("{case}") };
        let paths = ["en", "ru"].map(|lang| format!("{lang}.{extension}"));
        let [base, text] = [base, text].map(|text| match *extension {
            "xml" => format!("<resources>{}</resources>", text.replace("\\n", "\n")),
            _ => text.replace("\\n", "\n") + "\n",
        });
        let group = json!({"pattern": format!("{{lang}}.{extension}")});
        let found = check(group, &[(&paths[0], base), (&paths[1], text)]).into_iter();
        let found = found
            .map(|problem| problem.replace("remove it here, and the next pull inserts it", ".."));
        assert_eq!(found.collect::<Vec<_>>(), expected, "{case}");
    }
}

/// A text, and a value of another type.
fn resx(text: &str) -> String {
    format!(
        "<root><data name=\"a\"><value>{text}</value></data>\
         <data name=\"p\" type=\"Point\"><value>{text}</value></data></root>"
    )
}

#[test]
fn files_are_compared_with_those_of_the_base_language() {
    let flat = |text: &str| format!("{{\"a\": {{\"b\": {text}}}, \"b\": {text}, \"c\": {text}}}");
    let po = |header: &str| {
        let entry = "msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"a\"\nmsgstr[1] \"b\"\n";
        format!("{header}\n{entry}")
    };
    let english = "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=2; plural=n != 1;\"\n";
    for (group, files, expected) in [
        // Each language has the plural forms that it needs.
        (
            json!({"pattern": "{lang}.json"}),
            vec![
                ("en.json", r#"{"n_one": "{{count}} x", "n_other": "{{count}} y"}"#.into()),
                ("zh.json", r#"{"n": "{{count}} x"}"#.into()),
                ("ja.json", r#"{"n_other": "{{count}} x"}"#.into()),
            ],
            vec![],
        ),
        (
            json!({"pattern": "{lang}.yml"}),
            vec![
                ("en.yml", "en:\n  n:\n    one: x\n    other: '%{n}'\n".into()),
                ("pl.yml", "pl:\n  n:\n    one: x\n    few: '%{n}'\n    many: '%{n}'\n".into()),
                ("ja.yml", "ja:\n  n: '%{n}'\n".into()),
            ],
            vec![],
        ),
        // The header of English is valid in Hebrew, which has `two`, too.
        (
            json!({"pattern": "{lang}.po"}),
            vec![("en.po", po("")), ("pl.po", po(english)), ("he.po", po(english))],
            vec!["pl.po:1  `Plural-Forms` has no form for `few`: use gettext's for this language"],
        ),
        (
            json!({"pattern": "{lang}/*.json"}),
            vec![
                ("en/a.json", flat("\"A\"")),
                ("en/b.json", flat("\"A\"")),
                ("en/c.json", flat("\"\"")),
                ("de/a.json", flat("\"A\"")),
                ("de/old.json", flat("\"A\"")),
                ("fr/b.json", flat("\"A\"")),
            ],
            vec![
                "de/old.json:1  the base language has no such file",
                "en/a.json:1  no file in fr",
                "en/b.json:1  no file in de",
            ],
        ),
        (
            json!([{"pattern": "{lang}/*.json"}, {"pattern": "{lang:ios}.lproj/*.strings",
                "exclude": ["he.lproj/*"]}, {"pattern": "*.yml", "push": "base", "pull": "none"}]),
            vec![
                ("en/a.json", flat("\"A\"")),
                ("de/a.json", flat("\"A\"")),
                ("he/a.json", flat("\"A\"")),
                ("pt_BR/a.json", flat("\"A\"")),
                ("en.lproj/a.strings", "\"a\" = \"A\";".into()),
                ("de.lproj/a.strings", "\"a\" = \"A\";".into()),
                ("a.yml", "a: A".into()),
            ],
            vec!["en.lproj/a.strings:1  no file in pt-BR"],
        ),
        (
            json!({"pattern": "{lang}.json", "ignore_placeholders": ["a::*", "b"]}),
            vec![("en.json", flat("\"{x}\"")), ("de.json", flat("\"x\""))],
            vec!["de.json:1 c missing placeholder `{x}`"],
        ),
        // A translation that the base pattern matches too is no base file.
        (
            json!({"pattern": "*.{lang}.resx", "base": "*.resx"}),
            vec![("Strings.resx", resx("A {0}")), ("Strings.de.resx", resx("a"))],
            vec!["Strings.de.resx:1 a missing placeholder `{0}`"],
        ),
    ] {
        assert_eq!(check(group, &files), expected);
    }
}
