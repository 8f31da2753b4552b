//! Files as other programs write them.

use serde_json::{Value, json};

use super::{read, write};
use crate::content::formats::find;
use crate::state::Text;

/// Names and texts.
fn said(format: &str, content: &[u8]) -> Vec<(String, Text)> {
    let found = read(find(format).unwrap(), content, &Value::Null).unwrap();
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
fn android_resources_are_read_as_they_are_meant() {
    let android = "<resources>\n <string name=\"a\">  It\\'s \\\"so\\\"\n  \\u00e9\\n\\@ \" b \" \
                   &lt;x> </string>\n</resources>";
    let wanted = plain(&[("a", "It's \"so\" \u{e9}\n@  b  <x>")]);
    assert_eq!(said("xml", android.as_bytes()), wanted);
    let android = "<resources><string name=\"a\">Hi <b>it\\'s</b>\n  &amp; <i/> </string>\
                   <integer name=\"n\">1</integer></resources>";
    let wanted = plain(&[("a", "Hi <b>it's</b> &amp; <i/>")]);
    assert_eq!(said("xml", android.as_bytes()), wanted);
}

#[test]
fn strings_and_their_plurals_are_read() {
    let text = "\u{feff}\"a\" = \"\u{1f600}\";".encode_utf16();
    let utf16: Vec<u8> = text.flat_map(u16::to_le_bytes).collect();
    assert_eq!(said("strings", &utf16), plain(&[("a", "\u{1f600}")]));
    let strings = b"// c\nword = \"a\\U00e9\\101\"; /* x */ \"alone\";";
    let wanted = plain(&[("word", "a\u{e9}A"), ("alone", "alone")]);
    assert_eq!(said("strings", strings), wanted);
    let dict = "<?xml version=\"1.0\"?><!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \
                \"http://x\"><plist><dict><key>k</key><dict>\
                <key>NSStringLocalizedFormatKey</key><string>In %#@n@!</string>\
                <key>n</key><dict><key>one</key><string>day</string>\
                <key>other</key><string>days</string></dict></dict></dict></plist>";
    let wanted = forms("k", &[("one", "In day!"), ("other", "In days!")]);
    assert_eq!(said("stringsdict", dict.as_bytes()), wanted);
}

#[test]
fn lines_and_rows_are_read() {
    let properties = b"! c\na.b : one \\\n   two\nc\\ d=\\u00e9\ne\n# end";
    let wanted = [("a.b", "one two"), ("c d", "\u{e9}"), ("e", "")];
    assert_eq!(said("properties", properties), plain(&wanted));
    assert_eq!(said("properties", b"a=\xe9"), plain(&[("a", "\u{e9}")]));
    let csv = b"Description;KEY;PL\nx;a;\"b;c\"\n";
    assert_eq!(said("csv", csv), plain(&[("a", "b;c")]));
    let wanted = plain(&[("a", "b"), ("c", "d")]);
    assert_eq!(said("csv", b"a,b\nc,d\n"), wanted);
}

#[test]
fn trees_are_read() {
    let yaml = b"pl:\n  a:\n    - x\n    - 2\n  404: no\n";
    let wanted = plain(&[("a::0", "x"), ("a::1", "2"), ("404", "no")]);
    assert_eq!(said("yaml", yaml), wanted);
    let form = b"{\"m\": {\"one\": \"1\"}}";
    assert_eq!(said("json", form), plain(&[("m::one", "1")]));
    let icu = b"{\"k\": \"{n, plural, =1 {a {x}} other{b}}\"}";
    let wanted = forms("k", &[("one", "a {x}"), ("other", "b")]);
    assert_eq!(said("arb", icu), wanted);
    assert_eq!(said("json", icu).len(), 1);
    let options = json!({ "detect_icu_plurals": true });
    let found = read(find("json").unwrap(), icu, &options).unwrap();
    assert_eq!(found[0].text, wanted[0].1);
}

#[test]
fn both_versions_of_xliff_are_read() {
    let first = "<xliff version='1.2'><file source-language='en' target-language='pl'><body>\
                 <trans-unit id='a'><source>A</source></trans-unit></body></file></xliff>";
    assert_eq!(said("xliff", first.as_bytes()), plain(&[("a", "")]));
    let second = "<xliff version='2.0' srcLang='pl' xmlns='urn:oasis:names:tc:xliff:document:2.0'>\
                  <file id='f'><unit id='1' name='a'><segment><source>A </source></segment>\
                  <segment><source>B</source></segment></unit></file></xliff>";
    assert_eq!(said("xliff", second.as_bytes()), plain(&[("a", "A B")]));
}

#[test]
fn messages_of_several_contexts_are_told_apart() {
    let po = "#~ msgid \"gone\"\n#: a.c:1\n#, fuzzy\nmsgctxt \"x\"\nmsgid \"\"\n\"a\\n\"\n\"b\"\n\
              msgstr \"t\"\nmsgctxt \"y\"\nmsgid \"a\\nb\"\nmsgstr \"u\"\n";
    let wanted = plain(&[("x\u{4}a\nb", "t"), ("y\u{4}a\nb", "u")]);
    assert_eq!(said("po", po.as_bytes()), wanted);
}

#[test]
fn a_plural_in_icu_syntax_comes_back_as_it_was() {
    let arb = r#"{
    "@@locale": "pl",
    "k": "{n, plural, one {a {x}} other {b}}",
    "@k": {
        "placeholders": {
            "n": {}
        }
    }
}"#;
    let found = read(find("arb").unwrap(), arb.as_bytes(), &Value::Null).unwrap();
    assert!(matches!(found[0].text, Text::Forms(_)), "{found:?}");
    assert_eq!(write(find("arb").unwrap(), found.clone(), &Value::Null), arb);
    let options = json!({ "plural_format": "icu" });
    let json = write(find("json").unwrap(), found, &options);
    assert_eq!(json, "{\n    \"k\": \"{n, plural, one {a {x}} other {b}}\"\n}");
}
