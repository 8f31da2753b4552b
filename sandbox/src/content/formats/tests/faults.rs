//! Files that are none of their format, and what is said of them.

use serde_json::Value;

use super::{read, write};
use crate::content::formats::{Entry, find};

#[test]
fn a_fault_says_its_line_and_what_is_wrong() {
    for (format, content, wanted) in [
        ("json", "{\n  \"a\": }", "json: line 2: expected value"),
        ("json", "[1]", "json: line 1: a JSON object is needed"),
        ("json_structured", "{\n\"a\": 1}", "line 2: \"a\" needs a \"translation\""),
        ("yaml", "a: 1\nb: [", "yaml: line 3: "),
        ("yaml", "- a", "yaml: line 1: a mapping is needed"),
        (
            "xml",
            "<resources>\n<string>a</string></resources>",
            "line 2: <string> needs the attribute \"name\"",
        ),
        (
            "xml",
            "<resources>\n<string name='a'>a</resources>",
            "xml: line 2: expected 'string' tag",
        ),
        ("xml", "<a/>", "line 1: the root has to be <resources>"),
        ("strings", "\"a\" = \"b\";\n\"c\" = \"d\"", "line 2: a `;` is needed after \"c\""),
        ("strings", "/* a", "line 1: a comment is not closed"),
        ("strings", "a = \"b", "line 1: a text is not closed"),
        ("stringsdict", "<plist><dict>\n<key>a</key></dict></plist>", "line 2: a value is needed"),
        (
            "stringsdict",
            "<plist><dict>\n\n<key>a</key><dict/></dict></plist>",
            "line 3: \"a\" needs a text, or NSString",
        ),
        ("plist", "<plist><dict>\n<key>a</key><x/></dict></plist>", "line 2: <x> is no value"),
        ("xliff", "<xliff><file>\n<trans-unit/></file></xliff>", "line 2: a <source> is needed"),
        (
            "xliff",
            "<xliff><file>\n<trans-unit><source/></trans-unit></file></xliff>",
            "line 2: <trans-unit> needs the attribute \"id\"",
        ),
        ("po", "msgid \"a\"\nmsgstr \"b", "line 2: the text is not closed"),
        ("po", "msgid \"a\"\n", "line 1: the last message has no msgstr"),
        ("po", "\nmsgstr \"a\"", "line 2: a msgid is needed before msgstr"),
        ("po", "nonsense", "line 1: a text between quotes is needed"),
        ("po", "msgid \"a\"\nmsgstr[9] \"b\"", "line 2: msgctxt, msgid, msgid_plural or msgstr"),
        ("properties", "a = b\nc = \\u12", "properties: line 2: \\u needs four"),
        ("csv", "key,pl\na,b\nc,d,e\n", "csv: line 3: the row has 3 columns, and the first row 2"),
        ("csv", "key,pl\n,b\n", "csv: line 2: the row has no key"),
        ("resx", "<root>\n<data/></root>", "line 2: <data> needs the attribute \"name\""),
    ] {
        let refused = read(find(format).unwrap(), content.as_bytes(), &Value::Null);
        let message = refused.expect_err(content);
        assert!(message.contains(wanted), "{content:?}: {message}");
    }
    let refused = read(find("json").unwrap(), b"{\n\"a\": \"\xff\"}", &Value::Null);
    assert!(refused.unwrap_err().contains("line 2: this is not UTF-8"));
}

#[test]
fn a_long_name_is_not_nested_without_end() {
    let deep = "a::".repeat(100_000);
    for format in ["json", "yaml", "plist"] {
        let format = find(format).unwrap();
        let given = vec![Entry::plain(deep.clone(), "x")];
        let written = write(format, given.clone(), &Value::Null);
        assert_eq!(read(format, written.as_bytes(), &Value::Null), Ok(given));
    }
    let nested = "{\"a\":".repeat(100_000);
    assert!(read(find("json").unwrap(), nested.as_bytes(), &Value::Null).is_err());
    let nested = "<a>".repeat(100_000);
    assert!(read(find("xml").unwrap(), nested.as_bytes(), &Value::Null).is_err());
    let nested = "[".repeat(100_000);
    assert!(read(find("yaml").unwrap(), nested.as_bytes(), &Value::Null).is_err());
}

#[test]
fn the_depth_of_yaml_is_seen_through_texts_and_comments() {
    let message = |content: &str| {
        let yaml = find("yaml").unwrap();
        read(yaml, content.as_bytes(), &Value::Null).err()
    };
    let deep = |start: &str| start.repeat(2_000) + "1";
    for content in [
        "a: ".to_owned() + &deep("{'}': "),
        "a: ".to_owned() + &deep("{\"\\\"}\": "),
        "a: ".to_owned() + &deep("{#}\n b: "),
        "a: ".to_owned() + &deep("{\"b\"#}\n : "),
        "a: ".to_owned() + &deep("{\"b\":'}', c: "),
        "a: ".to_owned() + &deep("{? 'b}' : "),
        "a: ".to_owned() + &deep("[!t '],', &x ']', "),
        "a: it's\nb: ".to_owned() + &deep("["),
        "a: b\n  \"c\nd: ".to_owned() + &deep("["),
        "a: |\n  \"c\nd: ".to_owned() + &deep("["),
        "- a: >\n    'c\n  d: ".to_owned() + &deep("["),
        "a: 'b'# \"\nd: ".to_owned() + &deep("["),
        "# \"\r? ".to_owned() + &deep("["),
        "# \"\u{85}a: ".to_owned() + &deep("["),
        "--- ".to_owned() + &deep("["),
        "--- |\n \"\n---\n".to_owned() + &deep("["),
        "? ".to_owned() + &deep("["),
        "b\n\"b\n--- ".to_owned() + &deep("["),
        "a: ".to_owned() + &deep("[!b:'c , "),
        "\"a\": ".to_owned() + &deep("["),
        "!t &a b: !t &c ".to_owned() + &deep("["),
    ] {
        let start: String = content.chars().take(30).collect();
        let message = message(&content).expect(&start);
        assert!(message.contains("more than 128"), "{start}: {message}");
    }
    let text = "[{".repeat(200);
    for content in [
        format!("a: b{text}\n"),
        format!("a: b\n  {text}\n"),
        format!("a:\n  b\n  {text}\n  c\nd: e\n"),
        format!("- |\n {text}\n-   >+1\n\n  {text}\n# {text}\n- '{text}': \"{text}\"\n"),
        format!("{{a: 'it''s {text}', b: \"\\\"{text}\" # {text}\n}}"),
        "a: [{b: c}]\n".repeat(500).replace("a:", "? x\n:"),
    ] {
        let said = message(&content).unwrap_or_default();
        assert!(!said.contains("more than"), "{content}: {said}");
    }
}
