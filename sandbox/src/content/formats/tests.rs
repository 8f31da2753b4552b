//! Reads what is written, and reports where a file is not of its format.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::HashSet;

use fastrand::Rng;
use serde_json::{Value, json};
use uuid::Uuid;

use super::{Entry, Reading, Writing, find};
use crate::rules::plural::FORMS;
use crate::state::{Language, Text};

/// What breaks writers and readers that are not careful.
const HOSTILE: [&str; 46] = [
    "\"",
    "'",
    "\\",
    "\\\\",
    "\n",
    "\r\n",
    "\r",
    "\t",
    "\u{1f600}",
    "<",
    ">",
    "&",
    "&lt;",
    "%s",
    "%1$@",
    "<b>x</b>",
    "<br/>",
    "{n}",
    "#",
    ";",
    "=",
    ":",
    "/*",
    "*/",
    "//",
    "--",
    " ",
    "  ",
    "\u{5e9}\u{5dc}",
    "\u{202e}",
    "\u{e9}",
    "e\u{301}",
    "\\n",
    "\\u0041",
    "@",
    "?",
    "null",
    "12",
    "- ",
    "|",
    "~",
    "!",
    "\u{feff}",
    ",",
    "word",
    "]]>",
];
const MARKUP: [&str; 4] = ["<a href=\"x?y\">z</a>", "</string>", "<!-- c -->", "<![CDATA["];
/// Letters that XML has no place for.
const CONTROLS: [&str; 3] = ["\u{1}", "\u{1b}", "\u{c}"];

fn language() -> Language {
    Language {
        id: 1,
        uuid: Uuid::nil(),
        iso: "pl".to_owned(),
        name: "Polish".to_owned(),
        rtl: false,
        plural_forms: ["one", "few", "many", "other"].map(str::to_owned).to_vec(),
    }
}

fn write(format: &str, entries: Vec<Entry>, options: &Value) -> String {
    let language = language();
    let writing = Writing {
        language: &language,
        iso: &language.iso,
        base: "en",
        filename: "a",
        rooted: false,
        options,
    };
    find(format).unwrap().write(entries, &writing)
}

fn read(format: &str, content: &[u8]) -> Result<Vec<Entry>, String> {
    let language = language();
    let languages = std::slice::from_ref(&language);
    let reading = Reading { language: &language, languages, options: &Value::Null };
    find(format).unwrap().read(content, &reading)
}

/// What a format is given, and what it can keep.
#[derive(Clone, Copy)]
struct Case {
    format: &'static str,
    controls: bool,
    plurals: bool,
    description: bool,
    context: bool,
}

const fn case(format: &'static str) -> Case {
    Case { format, controls: true, plurals: true, description: false, context: false }
}

const CASES: [Case; 10] = [
    case("json"),
    Case { description: true, context: true, ..case("json_structured") },
    Case { description: true, context: true, plurals: false, ..case("arb") },
    case("yaml"),
    Case { description: true, controls: false, ..case("xml") },
    Case { description: true, ..case("strings") },
    Case { controls: false, ..case("stringsdict") },
    Case { description: true, context: true, controls: false, ..case("xliff") },
    Case { description: true, context: true, ..case("po") },
    Case { description: true, ..case("properties") },
];

/// A text of hostile parts.
fn text(rng: &mut Rng, case: Case) -> String {
    let parts = (0..rng.usize(0..6)).map(|_| match rng.usize(0..12) {
        0 if case.controls => CONTROLS[rng.usize(0..CONTROLS.len())],
        1 => MARKUP[rng.usize(0..MARKUP.len())],
        _ => HOSTILE[rng.usize(0..HOSTILE.len())],
    });
    parts.collect()
}

fn words(rng: &mut Rng, wanted: bool) -> String {
    let words = ["a \"note\"", "it's", "<b>", "& more", "\u{1f600}", "\u{5e9}", "50%", "\\o/"];
    let count = if wanted { rng.usize(0..4) } else { 0 };
    let words: Vec<_> = (0..count).map(|_| words[rng.usize(0..words.len())]).collect();
    words.join(" ")
}

fn entries(rng: &mut Rng, case: Case) -> Vec<Entry> {
    let mut names = HashSet::new();
    let entries = (0..rng.usize(0..8)).map(|_| {
        let said = match case.plurals && rng.usize(0..4) == 0 {
            true => {
                let forms = language().plural_forms.into_iter();
                Text::Forms(forms.map(|form| (form, text(rng, case) + "x")).collect())
            }
            false => Text::Plain(text(rng, case)),
        };
        let parts: Vec<String> = (0..rng.usize(1..4)).map(|_| text(rng, case)).collect();
        Entry {
            description: words(rng, case.description),
            context: words(rng, case.context),
            ..Entry::new(parts.join("::"), said)
        }
    });
    let entries: Vec<Entry> = entries.collect();
    let is_fit = |entry: &Entry| {
        let last = entry.name.rsplit("::").next().unwrap_or_default();
        // What ARB says of a key has the name of the key in it.
        let is_about = case.format == "arb" && entry.name.starts_with('@');
        !entry.name.is_empty() && !FORMS.contains(&last) && !is_about
    };
    let entries = entries.into_iter().filter(is_fit);
    entries.filter(|entry| names.insert(entry.name.clone())).collect()
}

#[test]
fn what_is_written_is_read_again() {
    for case in CASES {
        let mut rng = Rng::with_seed(13);
        let mut compared = 0;
        for round in 0..500 {
            let mut given = entries(&mut rng, case);
            let written = write(case.format, given.clone(), &Value::Null);
            let mut found = read(case.format, written.as_bytes())
                .unwrap_or_else(|error| panic!("{} {round}: {error}\n{written}", case.format));
            given.sort_by(|one, other| one.name.cmp(&other.name));
            found.sort_by(|one, other| one.name.cmp(&other.name));
            found.iter_mut().for_each(|entry| entry.source.clear());
            assert_eq!(found, given, "{} {round}:\n{written}", case.format);
            compared += given.len();
        }
        assert!(compared > 400, "{}: {compared}", case.format);
    }
}

#[test]
fn options_do_not_change_the_keys_of_a_file() {
    let options = json!({
        "java_properties_encoding": "latin-1", "java_properties_separator": ":",
        "indentation": "tab", "json_unescaped_slashes": true, "yaml_include_root": true,
        "add_newline_eof": true,
    });
    for case in CASES {
        let mut rng = Rng::with_seed(14);
        for _ in 0..200 {
            let given = entries(&mut rng, case);
            let written = write(case.format, given.clone(), &options);
            let found = read(case.format, written.as_bytes()).unwrap();
            let names = |entries: Vec<Entry>| {
                entries.into_iter().map(|entry| entry.name).collect::<HashSet<_>>()
            };
            assert_eq!(names(found), names(given), "{}:\n{written}", case.format);
        }
    }
}

#[test]
fn a_damaged_file_is_refused_with_its_line_or_read() {
    for case in CASES {
        let mut rng = Rng::with_seed(15);
        for _ in 0..400 {
            let given = entries(&mut rng, case);
            let mut damaged = write(case.format, given, &Value::Null).into_bytes();
            for _ in 0..rng.usize(1..4) {
                let at = rng.usize(0..=damaged.len());
                let part = HOSTILE[rng.usize(0..HOSTILE.len())];
                match rng.usize(0..3) {
                    0 => damaged.truncate(at),
                    1 => drop(damaged.splice(at..at, part.bytes())),
                    _ => drop(damaged.drain(at..(at + 3).min(damaged.len()))),
                }
            }
            if let Err(message) = read(case.format, &damaged) {
                assert!(message.contains(": line "), "{message}");
            }
        }
    }
}

#[test]
fn a_fault_has_its_line_and_reason() {
    for (format, content, wanted) in [
        ("json", "{\n  \"a\": }", "json: line 2: expected value"),
        ("json", "[1]", "json: line 1: expected a JSON object"),
        ("json_structured", "{\n\"a\": 1}", "line 2: \"a\" needs a \"translation\""),
        ("yaml", "a: 1\nb: [", "yaml: line 3: "),
        ("yaml", "- a", "yaml: line 1: expected a mapping"),
        ("xml", "<resources>\n<string>a</string></resources>", "line 2: <string> needs the attr"),
        ("xml", "<resources>\n<string name='a'>a</resources>", "line 2: expected 'string' tag"),
        ("xml", "<a/>", "line 1: the root must be <resources>"),
        ("strings", "\"a\" = \"b\";\n\"c\" = \"d\"", "line 2: expected `;` after \"c\""),
        ("strings", "/* a", "line 1: unclosed comment"),
        ("strings", "a = \"b", "line 1: unclosed text"),
        (
            "stringsdict",
            "<plist><dict>\n<key>a</key></dict></plist>",
            "line 2: expected a <key> and its",
        ),
        ("stringsdict", "<plist><dict>\n<key>a</key><dict/></dict></plist>", "line 2: \"a\" needs"),
        ("xliff", "<xliff><file>\n<trans-unit/></file></xliff>", "line 2: expected a <source>"),
        ("po", "msgid \"a\"\nmsgstr \"b", "line 2: unclosed text"),
        ("po", "msgid \"a\"\n", "line 1: the last message has no msgstr"),
        ("po", "\nmsgstr \"a\"", "line 2: expected msgid before msgstr"),
        ("po", "nonsense", "line 1: expected a quoted text"),
        ("properties", "a = b\nc = \\u12", "properties: line 2: \\u needs four"),
    ] {
        let message = read(format, content.as_bytes()).expect_err(content);
        assert!(message.contains(wanted), "{content:?}: {message}");
    }
    let refused = read("json", b"{\n\"a\": \"\xff\"}");
    assert!(refused.unwrap_err().contains("line 2: not UTF-8"));
}

#[test]
fn deep_nesting_is_refused_or_kept_flat() {
    let deep = "a::".repeat(100_000);
    for format in ["json", "yaml"] {
        let given = vec![Entry::plain(deep.clone(), "x")];
        let written = write(format, given.clone(), &Value::Null);
        assert_eq!(read(format, written.as_bytes()), Ok(given));
    }
    let groups = ["<group>".repeat(20_000), "</group>".repeat(20_000)].concat();
    for (format, content) in [
        ("json", "{\"a\":".repeat(100_000)),
        ("xml", format!("<resources>{}</resources>", groups)),
        ("xliff", format!("<xliff><file>{}</file></xliff>", groups)),
        ("yaml", "[".repeat(5_000)),
        ("yaml", "- ".repeat(5_000)),
    ] {
        read(format, content.as_bytes()).expect_err(format);
    }
}

/// Names and texts.
fn said(format: &str, content: &[u8]) -> Vec<(String, Text)> {
    let found = read(format, content).unwrap();
    found.into_iter().map(|entry| (entry.name, entry.text)).collect()
}

fn plain(pairs: &[(&str, &str)]) -> Vec<(String, Text)> {
    let pairs = pairs.iter();
    pairs.map(|(name, text)| ((*name).to_owned(), Text::Plain((*text).to_owned()))).collect()
}

fn forms(name: &str, forms: &[(&str, &str)]) -> Vec<(String, Text)> {
    let forms = forms.iter().map(|(form, text)| ((*form).to_owned(), (*text).to_owned()));
    vec![(name.to_owned(), Text::Forms(forms.collect()))]
}

#[test]
fn files_of_other_programs_are_read() {
    let android = "<resources>\n <string name=\"a\">  It\\'s \\\"so\\\"\n  \\u00e9\\n\\@ \" b \" \
        &lt;x> </string>\n<string name=\"b\">Hi <b>it\\'s</b>\n  &amp; <i/> </string>\
        <integer name=\"n\">1</integer>\
        <string name=\"c\"><![CDATA[<a href=\"x?y\">it\\'s]]></string></resources>";
    let texts = [
        ("a", "It's \"so\" \u{e9}\n@  b  <x>"),
        ("b", "Hi <b>it's</b> &amp; <i/>"),
        ("c", "<a href=\"x?y\">it's"),
    ];
    assert_eq!(said("xml", android.as_bytes()), plain(&texts));
    let text = "\u{feff}\"a\" = \"\u{1f600}\";".encode_utf16();
    let utf16: Vec<u8> = text.flat_map(u16::to_le_bytes).collect();
    assert_eq!(said("strings", &utf16), plain(&[("a", "\u{1f600}")]));
    let strings = b"// c\nword = \"a\\U00e9\"; /* x */ \"alone\";";
    assert_eq!(said("strings", strings), plain(&[("word", "a\u{e9}"), ("alone", "alone")]));
    let dict = "<!DOCTYPE plist PUBLIC \"a\" \"http://x\"><plist><dict><key>k</key><dict>\
        <key>NSStringLocalizedFormatKey</key><string>In %#@n@!</string>\
        <key>n</key><dict><key>one</key><string>day</string>\
        <key>other</key><string>days</string></dict></dict></dict></plist>";
    let wanted = forms("k", &[("one", "In day!"), ("other", "In days!")]);
    assert_eq!(said("stringsdict", dict.as_bytes()), wanted);
    let properties = b"! c\na.b : one \\\n   two\nc\\ d=\\u00e9\ne\n# end";
    let wanted = [("a.b", "one two"), ("c d", "\u{e9}"), ("e", "")];
    assert_eq!(said("properties", properties), plain(&wanted));
    assert_eq!(said("properties", b"a=\xe9"), plain(&[("a", "\u{e9}")]));
    let first = "<xliff version='1.2'><file source-language='en' target-language='pl'><body>\
        <trans-unit id='a'><source>A</source></trans-unit></body></file></xliff>";
    assert_eq!(said("xliff", first.as_bytes()), plain(&[("a", "")]));
    let second = "<xliff version='2.0' srcLang='pl' xmlns='urn:oasis:names:tc:xliff:document:2.0'>\
        <file id='f'><unit id='1' name='a'><segment><source>A </source></segment>\
        <segment><source>B</source></segment></unit></file></xliff>";
    assert_eq!(said("xliff", second.as_bytes()), plain(&[("a", "A B")]));
    let po = "#~ msgid \"gone\"\n#: a.c:1\n#, fuzzy\nmsgctxt \"x\"\nmsgid \"\"\n\"a\\n\"\n\"b\"\n\
        msgstr \"t\"\nmsgctxt \"y\"\nmsgid \"a\\nb\"\nmsgstr \"u\"\n";
    assert_eq!(said("po", po.as_bytes()), plain(&[("x\u{4}a\nb", "t"), ("y\u{4}a\nb", "u")]));
    let yaml = b"pl:\n  a: &a\n    - x\n    - 2\n  404: no\n  b: &b {c: C}\n  d: {<<: *b, e: *a}\n";
    let found: Vec<_> = said("yaml", yaml).into_iter().map(|(name, _)| name).collect();
    assert_eq!(found, ["a::0", "a::1", "404", "b::c", "d::e::0", "d::e::1", "d::c"]);
    assert_eq!(said("json", b"{\"m\": {\"one\": \"1\"}}"), plain(&[("m::one", "1")]));
}

#[test]
fn a_plural_in_icu_syntax_comes_back_as_it_was() {
    let arb = "{\n    \"@@locale\": \"pl\",\n    \"k\": \"{n, plural, one {a {x}} other {b}}\",\n    \
        \"@k\": {\n        \"placeholders\": {\n            \"n\": {}\n        }\n    }\n}";
    assert_eq!(said("arb", arb.as_bytes()), forms("k", &[("one", "a {x}"), ("other", "b")]));
    let found = read("arb", arb.as_bytes()).unwrap();
    assert_eq!(write("arb", found.clone(), &Value::Null), arb);
    let json = write("json", found, &json!({ "plural_format": "icu" }));
    assert_eq!(json, "{\n    \"k\": \"{n, plural, one {a {x}} other {b}}\"\n}");
}

#[test]
fn yaml_quotes_what_version_1_1_does_not_read_as_a_text() {
    let texts = [
        "yes",
        "NO",
        "on",
        "y",
        "N",
        "true",
        "null",
        "~",
        "",
        "=",
        "<<",
        ":sym",
        "2024-01-01",
        "12:30",
        "1_000",
        "017",
        "0x1F",
        "-1",
        ".5",
        "1e3",
        ".inf",
        "!x",
        "&a",
        "*a",
        "- a",
        "# c",
        "%e",
        "a: b",
        "a #b",
        "b:",
    ];
    for text in texts {
        let written = write("yaml", vec![Entry::plain("k", text)], &Value::Null);
        assert_eq!(written, format!("k: '{text}'\n"));
    }
    for text in ["yes we can", "nothing", "on top"] {
        let written = write("yaml", vec![Entry::plain(text, text)], &Value::Null);
        assert_eq!(written, format!("{text}: {text}\n"));
    }
}
