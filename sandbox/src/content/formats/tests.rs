//! Reads what is written, and reports where a file is not of its format.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::collections::{BTreeMap, HashSet};

use fastrand::Rng;
use serde_json::{Value, json};

use super::{Entry, File, find};
use crate::state::Text;

/// Parts of texts that break careless writers and readers; the last ones cannot be in XML.
const HOSTILE: [&str; 3] = [
    "\"|'|\\|\\\\|\n|\r\n|\r|\t|<|>|&|&lt;|%s|%1$@|{n}|#|;|=|:|/*|*/|//|--| |  |\\n|\\u0041|@|?|12",
    "- |\u{1f600}|\u{5e9}\u{5dc}|\u{202e}|\u{e9}|e\u{301}|\u{feff}|~|null|!|,|word|]]>|<b>x</b>|\
     <br/>|<a href=\"x?y\">z</a>|</string>|<!-- c -->|<![CDATA[",
    "\u{1}|\u{1b}|\u{c}",
];

const CASES: [(&str, &str); 9] = [
    ("json", "controls plurals"),
    ("arb", "controls descriptions contexts"),
    ("yaml", "controls plurals"),
    ("xml", "plurals"),
    ("strings", "controls plurals descriptions"),
    ("stringsdict", "plurals"),
    ("xliff", "plurals descriptions"),
    ("po", "controls plurals descriptions contexts"),
    ("properties", "controls plurals descriptions"),
];

fn forms() -> Vec<String> {
    ["one", "few", "other"].map(str::to_owned).to_vec()
}

fn file<'f>(plural_forms: &'f [String], plurals: &'f HashSet<String>) -> File<'f> {
    File { iso: "pl", plural_forms, base: "en", plurals, rooted: false, options: &Value::Null }
}

fn write(format: &str, entries: Vec<Entry>) -> String {
    find(format).unwrap().write(entries, &file(&forms(), &HashSet::new()))
}

fn read(format: &str, content: &[u8]) -> Result<Vec<Entry>, String> {
    let plurals = HashSet::from(["known".to_owned()]);
    Ok(find(format).unwrap().read(content, &file(&forms(), &plurals))?.0)
}

fn text(rng: &mut Rng, kept: &str) -> String {
    let count = if kept.contains("controls") { 3 } else { 2 };
    let parts: Vec<_> = HOSTILE[..count].iter().flat_map(|parts| parts.split('|')).collect();
    (0..rng.usize(0..6)).map(|_| parts[rng.usize(0..parts.len())]).collect()
}

fn entries(rng: &mut Rng, format: &str, kept: &str) -> Vec<Entry> {
    let words =
        |what| if kept.contains(what) { "a \"note\", it's <b> & \u{1f600} \\o/" } else { "" };
    let entries = (0..rng.usize(0..8)).map(|_| {
        let said = match kept.contains("plurals") && rng.bool() {
            true => Text::Forms(forms().into_iter().map(|it| (it, text(rng, kept))).collect()),
            false => Text::Plain(text(rng, kept)),
        };
        let parts: Vec<String> = (0..rng.usize(1..4)).map(|_| text(rng, kept)).collect();
        Entry {
            description: words("descriptions").to_owned(),
            context: words("contexts").to_owned(),
            ..Entry::new(parts.join("::"), said)
        }
    });
    // Such names describe others in ARB, and merge others in YAML.
    let is_fit = |Entry { name, .. }: &Entry| match format {
        "arb" => !name.is_empty() && !name.starts_with('@'),
        "yaml" => !name.is_empty() && !name.contains("<<"),
        _ => !name.is_empty(),
    };
    let entries = entries.filter(is_fit).map(|entry| (entry.name.clone(), entry));
    entries.collect::<BTreeMap<_, _>>().into_values().collect()
}

#[test]
fn what_is_written_is_read_again_and_what_is_damaged_too_or_refused_with_its_line() {
    for (format, kept) in CASES {
        let mut rng = Rng::with_seed(13);
        for round in 0..500 {
            let given = entries(&mut rng, format, kept);
            let written = write(format, given.clone());
            let mut found = read(format, written.as_bytes())
                .unwrap_or_else(|error| panic!("{format} {round}: {error}\n{written}"));
            found.sort_by(|one, other| one.name.cmp(&other.name));
            assert_eq!(found, given, "{format} {round}:\n{written}");

            let mut damaged = written.into_bytes();
            for _ in 0..rng.usize(1..4) {
                let at = rng.usize(0..=damaged.len());
                match rng.usize(0..3) {
                    0 => damaged.truncate(at),
                    1 => drop(damaged.splice(at..at, text(&mut rng, kept).bytes())),
                    _ => drop(damaged.drain(at..(at + 3).min(damaged.len()))),
                }
            }
            if let Err(message) = read(format, &damaged) {
                assert!(message.contains(": line "), "{message}");
            }
        }
    }
}

#[test]
fn a_fault_has_its_line_and_reason() {
    for (format, content, wanted) in [
        ("json", "{\n  \"a\": }", "json: line 2: expected value"),
        ("json", "[1]", "json: line 1: invalid type: sequence, expected a map"),
        ("yaml", "a: 1\nb: [", "yaml: line 3: "),
        ("yaml", "- a", "yaml: line 1: expected a mapping"),
        ("xml", "<resources>\n<string>a</string></resources>", "line 2: <string> needs the attr"),
        ("xml", "<resources>\n<string name='a'>a</resources>", "line 2: expected 'string' tag"),
        ("xml", "<a/>", "line 1: the root must be <resources>"),
        ("strings", "\"a\" = \"b\";\n\"c\" = \"d\"", "line 2: expected `\"key\" = \"value\";`"),
        ("strings", "/* a", "line 1: unclosed comment"),
        ("strings", "a = \"b", "line 1: unclosed text"),
        ("stringsdict", "<plist><dict>\n<key>a</key></dict></plist>", "line 2: expected a <key>"),
        ("stringsdict", "<plist><dict>\n<key>a</key><dict/></dict></plist>", "line 2: \"a\" needs"),
        ("xliff", "<xliff><file>\n<unit id='a'/></file></xliff>", "line 2: expected a <source>"),
        ("po", "msgid \"a\"\nmsgstr \"b", "line 2: unclosed text"),
        ("po", "msgid \"a\"\n", "line 2: the last message has no msgstr"),
        ("po", "\nmsgstr \"a\"", "line 2: expected msgid before msgstr"),
        ("po", "nonsense", "line 1: expected msgctxt, msgid"),
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
        let written = write(format, given.clone());
        assert_eq!(read(format, written.as_bytes()), Ok(given));
    }
    for (format, content) in [
        ("json", "{\"a\":".repeat(100_000)),
        ("yaml", "[".repeat(5_000)),
        ("yaml", "- ".repeat(5_000)),
    ] {
        read(format, content.as_bytes()).expect_err(format);
    }
    let groups = ["<group>".repeat(20_000), "</group>".repeat(20_000)].concat();
    let source = format!("<unit name='a'><source>{groups}</source></unit>");
    for (format, root, content) in [
        ("xml", "resources", format!("<string name='a'>{groups}</string>")),
        ("xliff", "xliff", format!("<file srcLang='pl'>{groups}{source}</file>")),
        ("stringsdict", "plist", format!("<dict><key>a</key><string>{groups}</string></dict>")),
    ] {
        let read = read(format, format!("<{root}>{content}</{root}>").as_bytes());
        write(format, read.unwrap());
    }
}

/// The texts and forms of a file by their names.
fn said(format: &str, content: &[u8]) -> Value {
    let members = read(format, content).unwrap().into_iter().map(|entry| match entry.text {
        Text::Plain(text) => (entry.name, Value::from(text)),
        Text::Forms(forms) => (entry.name, forms.into_iter().collect()),
    });
    members.collect()
}

const ANDROID: &str = r#"<resources>
 <string name="a">  It\'s \"so\"
  \u00e9\n\@ " b " &lt;x> </string><string name="b">Hi <b>it\'s</b>
  &amp; <i/> </string><integer name="n">1</integer>
<string name="c"><![CDATA[<a href="x?y">it\'s]]>!</string>
<string-array name="d"><item>x</item><item>y</item></string-array></resources>"#;
const ENTITY: &str = "<!DOCTYPE resources [<!ENTITY e '<b>x</b>'>]><resources>\
    <string name='a'>&e;</string></resources>";
const STRINGSDICT: &str = r#"<!DOCTYPE plist PUBLIC "a" "http://x"><plist><dict><key>k</key><dict>
<key>NSStringLocalizedFormatKey</key><string>In %#@n@!</string>
<key>n</key><dict><key>one</key><string>day</string><key>other</key><string>days</string></dict>
</dict></dict></plist>"#;
const XLIFF_1: &str = "<xliff version='1.2'><file source-language='en' target-language='pl'><body>
<trans-unit id='a'><source>A</source><alt-trans><target>B</target></alt-trans></trans-unit>
</body></file></xliff>";
const XLIFF_2: &str = "<xliff version='2.0' srcLang='pl' \
    xmlns='urn:oasis:names:tc:xliff:document:2.0'><file id='f'><unit id='1' name='a'>
<segment><source>A </source></segment><segment><source>B</source></segment></unit></file></xliff>";
const PO: &str = r#"#~ msgid "gone"
#: a.c:1
#, fuzzy
msgctxt "x"
msgid ""
"a\n"
"b"
msgstr "t"
msgctxt "y"
msgid "a\nb"
msgstr "u"
"#;
const YAML: &str =
    "pl:\n  a: &a\n    - x\n    - 2\n  404: no\n  b: &b {c: C}\n  d: {<<: *b, e: *a}";

#[test]
fn files_of_other_programs_are_read() {
    let utf16 = "\u{feff}\"a\" = \"\u{1f600}\";".encode_utf16();
    let utf16: Vec<u8> = utf16.flat_map(u16::to_le_bytes).collect();
    for (format, content, wanted) in [
        (
            "xml",
            ANDROID.as_bytes(),
            json!({
                "a": "It's \"so\" \u{e9}\n@  b  <x>", "b": "Hi <b>it's</b> &amp; <i/>",
                "c": "<![CDATA[<a href=\"x?y\">it's]]>!", "d::0": "x", "d::1": "y",
            }),
        ),
        ("strings", &utf16, json!({ "a": "\u{1f600}" })),
        (
            "strings",
            b"// c\nword = \"a\\U00e9\"; /* x */ \"alone\"; // end",
            json!({ "word": "a\u{e9}", "alone": "alone" }),
        ),
        (
            "stringsdict",
            STRINGSDICT.as_bytes(),
            json!({ "k": { "one": "In day!", "other": "In days!" } }),
        ),
        (
            "properties",
            b"! c\na.b : one \\\n   two\nc\\ d=\\u00e9\ne\n# end",
            json!({ "a.b": "one two", "c d": "\u{e9}", "e": "" }),
        ),
        ("properties", b"a=\xe9", json!({ "a": "\u{e9}" })),
        ("xliff", XLIFF_1.as_bytes(), json!({ "a": "" })),
        ("xlf", XLIFF_2.as_bytes(), json!({ "a": "A B" })),
        ("po", PO.as_bytes(), json!({ "x\u{4}a\nb": "t", "y\u{4}a\nb": "u" })),
        (
            "yaml",
            YAML.as_bytes(),
            json!({
                "a::0": "x", "a::1": "2", "404": "no", "b::c": "C",
                "d::e::0": "x", "d::e::1": "2", "d::c": "C",
            }),
        ),
        ("xml", ENTITY.as_bytes(), json!({ "a": "x" })),
        ("json", br#"{"m": {"one": "1"}, "a": 1, "a": 2.0}"#, json!({ "m::one": "1", "a": "2.0" })),
        ("json", b"{\"known\": {\"one\": \"1\"}}", json!({ "known": { "one": "1" } })),
    ] {
        assert_eq!(said(format, content), wanted, "{format}");
    }
}
