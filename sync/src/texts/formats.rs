//! Reads the texts of a file by key, in the formats that keep one file per language.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::iter::Peekable;
use std::str::Chars;

use roxmltree::{Document, Node, ParsingOptions};
use serde_json::Value;

use crate::json;

/// Texts by key. A text that is empty counts as missing.
pub(crate) type Texts = BTreeMap<String, String>;

/// Whether a format is JSON.
pub(crate) fn is_json(format: &str) -> bool {
    matches!(format, "json" | "arb" | "json_structured" | "i18next")
}

pub(crate) fn is_yaml(format: &str) -> bool {
    matches!(format, "yaml" | "yml" | "ruby_yaml" | "yaml_ror" | "symfony_yaml")
}

fn is_xml(format: &str) -> bool {
    matches!(format, "xml" | "android_sdk" | "stringsdict" | "plist" | "resx" | "xliff")
}

/// Returns the texts of a file; `None` if its format is unknown or the file is damaged.
pub(crate) fn read(format: &str, bytes: &[u8]) -> Option<Texts> {
    let mut texts = read_all(format, bytes)?;
    texts.retain(|_, text| !text.trim().is_empty());
    Some(texts)
}

/// Returns the texts of a file with the empty ones, which the base file of a gettext catalog has.
pub(crate) fn read_all(format: &str, bytes: &[u8]) -> Option<Texts> {
    let text = decode(bytes);
    let mut texts = match format {
        format if is_json(format) => json::texts(bytes)?,
        "strings" => strings(&text).ok()?,
        "properties" => properties(&text),
        "po" | "pot" => catalog(&text),
        format if is_yaml(format) => json::flat(&yaml(&text)?),
        format if is_xml(format) => xml(&text)?,
        _ => return None,
    };
    texts.retain(|key, _| format != "arb" || !key.starts_with('@'));
    Some(texts)
}

/// Returns the line and the reason why a file is damaged; `None` if it is valid, or if its format
/// is unknown.
pub(crate) fn syntax_error(format: &str, bytes: &[u8]) -> Option<(usize, String)> {
    let text = decode(bytes);
    let short = |error: String| error.split(" at line").next().unwrap_or_default().to_owned();
    match format {
        format if is_json(format) => match json::parsed(bytes) {
            Ok(Value::Object(_)) => None,
            Ok(_) => Some((1, "not a JSON object".to_owned())),
            Err(error) => Some((error.line(), short(error.to_string()))),
        },
        "strings" => strings(&text)
            .err()
            .map(|line| (line, "expected `\"key\" = \"text\";`, with quotes escaped".to_owned())),
        format if is_yaml(format) => match yaml_serde::from_str::<yaml_serde::Value>(&text) {
            Ok(_) => yaml(&text).is_none().then(|| (1, "not a YAML mapping with keys".to_owned())),
            Err(error) => {
                Some((error.location().map_or(1, |place| place.line()), short(error.to_string())))
            }
        },
        format if is_xml(format) => match document(&text) {
            Ok(_) => xml(&text).is_none().then(|| (1, format!("not a `{format}` document"))),
            Err(error) => Some((
                usize::try_from(error.pos().row).unwrap_or(1),
                short(error.to_string()).split(" at ").next().unwrap_or_default().to_owned(),
            )),
        },
        _ => None,
    }
}

/// Decodes UTF-8, and UTF-16 that starts with a byte order mark.
pub(crate) fn decode(bytes: &[u8]) -> Cow<'_, str> {
    let utf16 = |rest: &[u8], unit: fn([u8; 2]) -> u16| {
        let units: Vec<u16> = rest.chunks_exact(2).map(|pair| unit([pair[0], pair[1]])).collect();
        Cow::Owned(String::from_utf16_lossy(&units))
    };
    match bytes {
        [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
        [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
        [0xef, 0xbb, 0xbf, rest @ ..] => String::from_utf8_lossy(rest),
        _ => String::from_utf8_lossy(bytes),
    }
}

/// `"key" = "text";` of Apple's platforms. Fails with the line of an entry that is invalid.
fn strings(text: &str) -> Result<Texts, usize> {
    let mut chars = text.chars().peekable();
    let mut texts = Texts::new();
    loop {
        skip_comments(&mut chars);
        if chars.peek().is_none() {
            return Ok(texts);
        }
        let rest: usize = chars.clone().map(char::len_utf8).sum();
        let (key, value) =
            entry(&mut chars).ok_or_else(|| text[..text.len() - rest].matches('\n').count() + 1)?;
        texts.insert(key, value);
    }
}

/// Reads a key and its text.
fn entry(chars: &mut Peekable<Chars<'_>>) -> Option<(String, String)> {
    let key = token(chars)?;
    skip_comments(chars);
    (chars.next()? == '=').then_some(())?;
    skip_comments(chars);
    let value = token(chars)?;
    skip_comments(chars);
    (chars.next()? == ';').then_some(())?;
    Some((key, value))
}

/// Skips white space, `// ...` and `/* ... */`.
fn skip_comments(chars: &mut Peekable<Chars<'_>>) {
    while let Some(next) = chars.peek() {
        if next.is_whitespace() {
            chars.next();
            continue;
        }
        let mut ahead = chars.clone();
        match (ahead.next(), ahead.next()) {
            (Some('/'), Some('/')) => while ahead.next().is_some_and(|letter| letter != '\n') {},
            (Some('/'), Some('*')) => {
                let mut last = ' ';
                for letter in ahead.by_ref() {
                    if (last, letter) == ('*', '/') {
                        break;
                    }
                    last = letter;
                }
            }
            _ => return,
        }
        *chars = ahead;
    }
}

/// Reads a quoted or a plain word.
fn token(chars: &mut Peekable<Chars<'_>>) -> Option<String> {
    let mut token = String::new();
    if chars.next_if_eq(&'"').is_none() {
        while let Some(letter) =
            chars.next_if(|letter| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '-'))
        {
            token.push(letter);
        }
        return (!token.is_empty()).then_some(token);
    }
    loop {
        match chars.next()? {
            '"' => return Some(token),
            '\\' => token.push(escaped(chars)?),
            letter => token.push(letter),
        }
    }
}

/// Reads what follows a backslash.
fn escaped(chars: &mut Peekable<Chars<'_>>) -> Option<char> {
    Some(match chars.next()? {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'u' | 'U' => {
            let digits: String = chars.by_ref().take(4).collect();
            u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32).unwrap_or('\u{fffd}')
        }
        letter => letter,
    })
}

/// `key = text` of Java.
fn properties(text: &str) -> Texts {
    let mut texts = Texts::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        let mut line = line.trim_start().to_owned();
        if line.is_empty() || line.starts_with(['#', '!']) {
            continue;
        }
        while line.chars().rev().take_while(|letter| *letter == '\\').count() % 2 == 1 {
            line.pop();
            match lines.next() {
                Some(next) => line.push_str(next.trim_start()),
                None => break,
            }
        }
        let mut chars = line.chars().peekable();
        let key =
            unescaped(&mut chars, |letter| matches!(letter, '=' | ':') || letter.is_whitespace());
        let rest: String = chars.collect();
        let rest = rest.trim_start();
        let value = rest.strip_prefix(['=', ':']).unwrap_or(rest).trim_start();
        texts.insert(key, unescaped(&mut value.chars().peekable(), |_| false));
    }
    texts
}

/// Reads up to a letter that ends the text, and resolves escapes.
fn unescaped(chars: &mut Peekable<Chars<'_>>, is_end: impl Fn(char) -> bool) -> String {
    let mut text = String::new();
    while let Some(letter) = chars.next_if(|letter| !is_end(*letter)) {
        match letter {
            '\\' => text.extend(escaped(chars)),
            letter => text.push(letter),
        }
    }
    text
}

/// A catalog of gettext. Its header, comments and obsolete entries are no texts.
fn catalog(text: &str) -> Texts {
    let mut texts = Texts::new();
    let (mut context, mut id, mut field) = (String::new(), String::new(), String::new());
    for line in text.lines().map(str::trim) {
        let Some((name, quoted)) = line.split_once('"') else { continue };
        if name.starts_with('#') {
            continue;
        }
        let quoted = quoted.strip_suffix('"').unwrap_or(quoted);
        let value = unescaped(&mut quoted.chars().peekable(), |_| false);
        let name = name.trim();
        if !name.is_empty() {
            name.clone_into(&mut field);
            match name {
                "msgctxt" => (context, id) = (String::new(), String::new()),
                // The context of an entry comes before its id.
                "msgid" if !id.is_empty() => (context, id) = (String::new(), String::new()),
                _ => {}
            }
        }
        match field.as_str() {
            "msgctxt" => context.push_str(&value),
            "msgid" => id.push_str(&value),
            field if field.starts_with("msgstr") && !id.is_empty() => {
                let form = field.trim_start_matches("msgstr").trim_matches(['[', ']']);
                let parts = [context.as_str(), id.as_str(), form];
                let parts: Vec<_> = parts.into_iter().filter(|part| !part.is_empty()).collect();
                texts.entry(parts.join("::")).or_default().push_str(&value);
            }
            _ => {}
        }
    }
    texts
}

/// Parses YAML with its merge keys (`<<`). A language at the root, as in Rails, is left out.
fn yaml(text: &str) -> Option<Value> {
    let mut value: yaml_serde::Value = yaml_serde::from_str(text).ok()?;
    value.apply_merge().ok()?;
    let mut value = serde_json::to_value(value).ok()?;
    let members = value.as_object_mut()?;
    let is_root = |(name, root): (&String, &Value)| root.is_object() && is_language(name);
    match members.len() == 1 && members.iter().all(is_root) {
        true => members.values_mut().next().map(Value::take),
        false => Some(value),
    }
}

/// Returns the value of a file in a format with lists, numbers and booleans.
pub(super) fn value(format: &str, bytes: &[u8]) -> Option<Value> {
    match format {
        format if is_json(format) => json::parse(bytes),
        format if is_yaml(format) => yaml(&decode(bytes)),
        _ => None,
    }
}

/// Whether a name has the form of a language code, such as `de` or `pt-BR`.
pub(crate) fn is_language(name: &str) -> bool {
    let mut parts = name.split(['-', '_']);
    let is_short = |part: &str| matches!(part.len(), 2 | 3) && part.is_ascii();
    parts.next().is_some_and(is_short) && parts.all(|part| matches!(part.len(), 2..=8))
}

fn document(text: &str) -> Result<Document<'_>, roxmltree::Error> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(text, options)
}

/// Android resources, XLIFF, property lists and .resx, by their root element.
fn xml(text: &str) -> Option<Texts> {
    let document = document(text).ok()?;
    let root = document.root_element();
    let mut texts = Texts::new();
    match root.tag_name().name() {
        "resources" => root.children().for_each(|child| resource(child, &mut texts)),
        "plist" => {
            root.children()
                .filter(Node::is_element)
                .for_each(|dict| property(dict, "", &mut texts));
            fold(&mut texts);
        }
        "root" => {
            // Forms have also values of other types, and names of their controls.
            let is_text = |data: &Node<'_, '_>| {
                data.has_tag_name("data")
                    && !data.has_attribute("type")
                    && !data.attribute("name").is_some_and(|name| name.starts_with(">>"))
            };
            let data = root.children().filter(is_text);
            texts.extend(data.filter_map(|data| named(data, data.attribute("name")?, "value")));
        }
        "xliff" => {
            let is_unit =
                |node: &Node<'_, '_>| matches!(node.tag_name().name(), "trans-unit" | "unit");
            let units = root.descendants().filter(is_unit);
            for (key, text) in units.filter_map(|unit| named(unit, unit.attribute("id")?, "target"))
            {
                // Ids are unique within a `file` element only.
                let is_known = texts.contains_key(&key);
                let key = if is_known { format!("{key}::{}", texts.len()) } else { key };
                texts.insert(key, text);
            }
        }
        _ => return None,
    }
    Some(texts)
}

/// Returns the names of the Android resources that are not to be translated.
pub(crate) fn untranslatable(text: &str) -> Vec<String> {
    let Ok(document) = document(text) else { return Vec::new() };
    let is_fixed = |node: &Node<'_, '_>| node.attribute("translatable") == Some("false");
    let fixed = document.root_element().children().filter(is_fixed);
    fixed.filter_map(|node| node.attribute("name").map(str::to_owned)).collect()
}

/// The text of the element `inner`, by this key.
fn named(node: Node<'_, '_>, key: &str, inner: &str) -> Option<(String, String)> {
    let inner = node.descendants().filter(|child| child.tag_name().name() == inner);
    let text: String = inner.map(content).collect();
    Some((key.to_owned(), text))
}

/// An Android resource: a string, the items of a list, or the forms of a plural.
fn resource(node: Node<'_, '_>, texts: &mut Texts) {
    let Some(name) = node.attribute("name") else { return };
    let items = node.children().filter(|child| child.has_tag_name("item"));
    for (index, item) in items.enumerate() {
        let index = index.to_string();
        let part = item.attribute("quantity").unwrap_or(&index);
        texts.insert(format!("{name}::{part}"), android(item));
    }
    if node.has_tag_name("string") {
        texts.insert(name.to_owned(), android(node));
    }
}

/// The text of an Android resource: white space is one space, and none at the ends, unless it is
/// quoted. Quotes in CDATA usually belong to attributes of HTML, and are kept.
fn android(node: Node<'_, '_>) -> String {
    let has_quotes = node.document().input_text()[node.range()].contains("<![CDATA[");
    let is_markup = is_markup(node);
    let mut plain = String::new();
    let (mut is_quoted, mut has_space) = (false, false);
    each_piece(node, &mut |piece, is_tag| {
        let mut chars = piece.chars().peekable();
        while let Some(letter) = chars.next() {
            if letter.is_ascii_whitespace() && !is_quoted && !is_tag {
                has_space = true;
                continue;
            }
            if std::mem::take(&mut has_space) && !plain.is_empty() {
                plain.push(' ');
            }
            match letter {
                letter if is_tag => plain.push(letter),
                '"' if !has_quotes => is_quoted = !is_quoted,
                '\\' => push(&mut plain, escaped(&mut chars).unwrap_or('\\'), is_markup),
                letter => push(&mut plain, letter, is_markup),
            }
        }
    });
    plain
}

/// The texts of a property list. The plural forms of a `.stringsdict` have no variable in their
/// keys: the service names it `value`.
fn property(node: Node<'_, '_>, path: &str, texts: &mut Texts) {
    if !node.has_tag_name("dict") {
        texts.entry(path.to_owned()).or_default().push_str(&variables_unnamed(&content(node)));
        return;
    }
    let mut name = String::new();
    for child in node.children().filter(Node::is_element) {
        match (child.has_tag_name("key"), path) {
            (true, _) => name = content(child),
            (false, "") => property(child, &name, texts),
            _ if name.starts_with("NSStringFormat") => {}
            (false, path) if child.has_tag_name("dict") => property(child, path, texts),
            (false, path) => property(child, &format!("{path}::{name}"), texts),
        }
    }
}

/// Inserts each form of a plural with one variable into the text around it: the service may store
/// `%#@days@ left` and `%d days` as `%d days left`.
fn fold(texts: &mut Texts) {
    let around: Vec<_> = texts.keys().filter(|key| key.ends_with(FORMAT_KEY)).cloned().collect();
    for key in around {
        let stem = &key[..key.len() - FORMAT_KEY.len()];
        let Some(text) = texts.get(&key).filter(|text| text.matches("%#@@").count() == 1) else {
            continue;
        };
        let text = text.clone();
        texts.remove(&key);
        let forms = texts.range_mut(stem.to_owned()..);
        let forms = forms.take_while(|(form, _)| form.starts_with(stem));
        for (_, form) in forms.filter(|(_, form)| !form.is_empty()) {
            *form = text.replace("%#@@", form);
        }
    }
}

const FORMAT_KEY: &str = "NSStringLocalizedFormatKey";

/// Removes the names of variables: `%#@days@` becomes `%#@@`.
fn variables_unnamed(text: &str) -> String {
    let mut parts = text.split("%#@");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        let rest = part.split_once('@').map_or(part, |(_, rest)| rest);
        text + "%#@@" + rest
    })
}

/// The text in an element, with the elements in it, such as placeholders and links.
fn content(node: Node<'_, '_>) -> String {
    let (mut text, is_markup) = (String::new(), is_markup(node));
    each_piece(node, &mut |piece, is_tag| {
        piece.chars().for_each(|letter| push(&mut text, letter, is_markup && !is_tag));
    });
    text
}

fn is_markup(node: Node<'_, '_>) -> bool {
    node.children().any(|child| child.is_element())
}

/// Adds a letter, as XML writes it if the text has elements.
fn push(text: &mut String, letter: char, is_markup: bool) {
    match letter {
        '&' if is_markup => text.push_str("&amp;"),
        '<' if is_markup => text.push_str("&lt;"),
        letter => text.push(letter),
    }
}

/// Calls a function for the texts and tags in an element, and whether each is a tag.
fn each_piece(node: Node<'_, '_>, add: &mut impl FnMut(&str, bool)) {
    for child in node.children() {
        if !child.is_element() {
            add(child.text().filter(|_| child.is_text()).unwrap_or_default(), false);
            continue;
        }
        let mut tag = format!("<{}", child.tag_name().name());
        for one in child.attributes() {
            let value = one.value().replace('&', "&amp;").replace('<', "&lt;");
            tag.push_str(&format!(" {}=\"{}\"", one.name(), value.replace('"', "&quot;")));
        }
        if !child.has_children() {
            add(&format!("{tag}/>"), true);
            continue;
        }
        add(&format!("{tag}>"), true);
        each_piece(child, add);
        add(&format!("</{}>", child.tag_name().name()), true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(format: &str, text: &str, expected: &[(&str, &str)]) {
        let expected = expected.iter().map(|(key, text)| ((*key).to_owned(), (*text).to_owned()));
        assert_eq!(read(format, text.as_bytes()), Some(expected.collect()), "{format}");
    }

    #[test]
    fn each_format_is_read_by_key() {
        reads(
            "json",
            r#"{"a": {"b": "B", "n": 1}, "c": ["x"], "e": ""}"#,
            &[("a::b", "B"), ("a::n", "1"), ("c::0", "x")],
        );
        reads("arb", r#"{"@@locale": "de", "a": "A", "@a": {"description": "d"}}"#, &[("a", "A")]);
        reads(
            "strings",
            "/* a */ \"a b\"=\"say \\\"x\\\"\";\n// c\nplain = \"y\";\n",
            &[("a b", "say \"x\""), ("plain", "y")],
        );
        reads(
            "properties",
            "# c\na.b = x \\\n  y\nc\\:d:z\ne \\u00e4\n",
            &[("a.b", "x y"), ("c:d", "z"), ("e", "\u{e4}")],
        );
        reads(
            "yaml",
            "de:\n  a: 'A'\n  b:\n    - x\n    - \"y\"\n",
            &[("a", "A"), ("b::0", "x"), ("b::1", "y")],
        );
        reads(
            "po",
            "msgid \"\"\nmsgstr \"\"\n\"Language: de\\n\"\n\n#, fuzzy\nmsgctxt \"verb\"\n\
             msgid \"Open\"\nmsgstr \"\"\n\"Off\"\n\"en\"\n\nmsgid \"%d file\"\n\
             msgid_plural \"%d files\"\nmsgstr[0] \"%d Datei\"\nmsgstr[1] \"%d Dateien\"\n\
             #~ msgid \"old\"\n#~ msgstr \"alt\"\n",
            &[("%d file::0", "%d Datei"), ("%d file::1", "%d Dateien"), ("verb::Open", "Offen")],
        );
        reads(
            "yaml",
            "a: &a\n  x: X\nb:\n  <<: *a\n  y: Y\n",
            &[("a::x", "X"), ("b::x", "X"), ("b::y", "Y")],
        );
        // Without a language at the root.
        reads("yml", "home:\n  a: A\n", &[("home::a", "A")]);
        assert_eq!(read("csv", b"a,b"), None);
        assert_eq!(read("strings", b"\"a\" = "), None);
    }

    #[test]
    fn formats_in_xml_are_read_by_their_root() {
        reads(
            "xml",
            "<?xml version=\"1.0\"?><resources><string name=\"a\">\"It's\" </string>\
             <string name=\"q\">say \\\"x\\\"</string>\
             <string name=\"b\">It\\'s <b>x</b></string><string name=\"c\"><![CDATA[<i>]]></string>\
             <string name=\"g\"><![CDATA[<a href=\"x\">&</a>]]></string>\
             <string name=\"h\">&lt;a href=\\\"x\\\"&gt;&amp;&lt;/a&gt; \"  \"</string>\
             <string name=\"i\">1 &amp; <a href=\"?a&amp;b\">2</a></string>\
             <string name=\"f\">  1\\n\\u20262\u{a0} \n3 <a href=\"x  y\">\"4  \"</a></string>\
             <plurals name=\"d\"><item quantity=\"one\">1</item></plurals>\
             <string-array name=\"e\"><item>x</item></string-array></resources>",
            &[
                ("a", "It's"),
                ("b", "It's <b>x</b>"),
                ("c", "<i>"),
                ("d::one", "1"),
                ("e::0", "x"),
                ("f", "1\n\u{2026}2\u{a0} 3 <a href=\"x  y\">4  </a>"),
                ("g", "<a href=\"x\">&</a>"),
                ("h", "<a href=\"x\">&</a>   "),
                ("i", "1 &amp; <a href=\"?a&amp;b\">2</a>"),
                ("q", "say \"x\""),
            ],
        );
        reads(
            "stringsdict",
            "<!DOCTYPE plist PUBLIC \"x\" \"y\"><plist><dict><key>n</key><dict>\
             <key>NSStringLocalizedFormatKey</key><string>%#@days@ left</string><key>days</key><dict>\
             <key>NSStringFormatValueTypeKey</key><string>d</string><key>one</key>\
             <string>1</string></dict></dict></dict></plist>",
            &[("n::one", "1 left")],
        );
        reads(
            "xliff",
            "<xliff><file><body><trans-unit id=\"a\"><source>A</source><target>B</target>\
             </trans-unit></body></file><file><body><trans-unit id=\"a\"><target>C</target>\
             </trans-unit></body></file></xliff>",
            &[("a", "B"), ("a::1", "C")],
        );
        reads("resx", "<root><data name=\"a\"><value>A</value></data></root>", &[("a", "A")]);
    }

    #[test]
    fn a_syntax_error_has_a_line() {
        for (format, text, line) in [
            ("json", "{\n\"a\": \"x\"\n\"b\": \"y\"}", Some(3)),
            ("json", "[]", Some(1)),
            ("yaml", "de:\n  a: \"x\n  b: y\n", Some(4)),
            ("yaml", "- a\n", Some(1)),
            ("xml", "<resources>\n<string name=\"a\">x</resources>", Some(2)),
            ("xml", "<other/>", Some(1)),
            ("strings", "/* a */\n\"a\" = \"x\";\n\n\"b\" = \"say \"y\"\";\n", Some(4)),
            ("csv", "\"", None),
        ] {
            let found = syntax_error(format, text.as_bytes());
            assert_eq!(found.as_ref().map(|found| found.0), line, "{text}: {found:?}");
        }
    }

    #[test]
    fn elements_within_a_text_are_a_part_of_it() {
        let text = |inner: &str| {
            let file = format!("<resources><string name=\"a\">{inner}</string></resources>");
            read("xml", file.as_bytes()).unwrap().remove("a").unwrap()
        };
        for (one, other) in [
            ("<x id=\"1\"/> <x id=\"2\"/>", "<x id=\"2\"/> <x id=\"1\"/>"),
            ("<a href=\"/en\">b</a>", "<a href=\"/de\">b</a>"),
            ("<b>a</b>c", "<b>ac</b>"),
        ] {
            assert_ne!(text(one), text(other));
            assert_eq!(text(one), text(&one.replace('"', "'")));
        }
    }

    #[test]
    fn json_in_another_encoding_is_damaged() {
        assert_eq!(syntax_error("json", b"{\n\"a\": \"\xe4\"}").unwrap().0, 2);
        assert_eq!(syntax_error("json", b"\xef\xbb\xbf{}"), None);
    }

    #[test]
    fn a_byte_order_mark_names_the_encoding() {
        let text = "\"a\" = \"\u{e4}\";";
        for mark in [true, false] {
            let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
            let bytes: Vec<u8> = units
                .flat_map(|unit| if mark { unit.to_le_bytes() } else { unit.to_be_bytes() })
                .collect();
            assert_eq!(read("strings", &bytes).unwrap()["a"], "\u{e4}");
        }
    }
}
