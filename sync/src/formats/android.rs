//! Android resources: strings, plurals and arrays of strings.
//!
//! A spelling stands for what `aapt2` makes of it: outside of double quotes, white space of ASCII
//! is one space, and a backslash escapes. Unlike there, the ends of a text with tags are trimmed
//! too, and quotes in tags of HTML (`&lt;a href="x"&gt;`, CDATA) are a part of the text.

use std::collections::HashSet;
use std::ops::Range;

use roxmltree::Node as Element;

use super::text::Escapes;
use super::{Format, Kind, Node, State, Style, SyntaxError, Tree, xml};

#[derive(Debug)]
pub(super) struct Android;

const ESCAPES: Escapes = Escapes { names: "nt", unicode: Some('u') };

impl Format for Android {
    fn parse(&self, source: &str) -> Result<Tree, SyntaxError> {
        let document = xml::parse(source, "resources")?;
        let root = document.root_element();
        let strings = xml::elements(root).filter(|element| element.has_tag_name("string"));
        let strings: HashSet<_> = strings.filter_map(|string| string.attribute("name")).collect();
        xml::members(root, |element| resource(element, &strings).map(Some))
    }

    fn encode(&self, style: &Style<'_>, node: &Node, text: &str) -> Result<String, String> {
        let (mut has_space, is_escaped) = (true, style.is_escaped(node));
        let mut own = |part: &str| escape(is_escaped, text, part, &mut has_space);
        xml::encode(style, node, text, true, &mut own)
    }
}

fn resource(element: Element<'_, '_>, strings: &HashSet<&str>) -> Result<Node, SyntaxError> {
    let tag = element.tag_name().name();
    if !matches!(tag, "string" | "plurals" | "string-array") {
        return Ok(xml::meta(element));
    }
    let (name, name_at) = xml::attribute(element, "name")?;
    let product = element.attribute("product").filter(|product| *product != "default");
    // A string and a plural may have one name.
    let is_twice = tag != "string" && strings.contains(&*name);
    let parts = [Some(&*name), product, is_twice.then_some(tag)];
    let name = parts.into_iter().flatten().collect::<Vec<_>>().join("::");
    let mut is_fixed = element.attribute("translatable") == Some("false");
    let mut index = 0..;
    let mut node = if tag == "string" {
        text(element)?
    } else {
        let Tree { mut nodes, inner } = xml::members(element, |item| {
            let text = text(item)?;
            let (name, name_at) = match tag {
                "plurals" => xml::attribute(item, "quantity")?,
                _ => (index.next().unwrap_or(0).to_string(), text.name_at.clone()),
            };
            Ok(Some(Node { name, name_at, ..text }))
        })?;
        is_fixed |= nodes.iter().all(|item| item.state == State::Fixed);
        nodes.iter_mut().filter(|_| is_fixed).for_each(|item| item.state = State::Fixed);
        let kind = match tag {
            "plurals" => Kind::Plural(xml::forms(element, nodes)?),
            _ => Kind::List(nodes),
        };
        Node::new("", 0..0, inner, kind)
    };
    if is_fixed {
        node.state = State::Fixed;
    }
    if product.is_some() {
        node.state = State::Variant;
    }
    Ok(Node { name, name_at, ..node })
}

/// Reads a text, whose value is without the white space around it.
fn text(element: Element<'_, '_>) -> Result<Node, SyntaxError> {
    let (mut is_quoted, mut has_space, mut problem) = (false, true, None);
    let mut text = xml::text(element, &mut |part| {
        unescape(part, &mut is_quoted, &mut has_space).unwrap_or_else(|message| {
            problem = Some(message);
            String::new()
        })
    });
    if let Some(message) = problem {
        return Err(xml::error(element, message));
    }
    if has_space && text.ends_with(' ') {
        text.pop();
    }
    let Range { start: at, end } = element.range();
    let mut value = xml::content(element);
    let content = &element.document().input_text()[value.clone()];
    if value.end < end {
        value.end = value.start + content.trim_ascii_end().len();
        value.start = value.end - content.trim_ascii().len();
    }
    let state = if is_reference(content) { State::Fixed } else { State::Ready };
    Ok(Node { state, ..Node::new("", at..at, value, Kind::Text(text)) })
}

/// `@string/x`, `@android:string/ok`, `?attr/x`.
fn is_reference(content: &str) -> bool {
    let path = content.trim().strip_prefix(['@', '?']).unwrap_or_default();
    let (kind, name) = path.split_once('/').unwrap_or_default();
    let is_name = |it: char| it.is_alphanumeric() || matches!(it, '_' | '.');
    let is_known = matches!(kind.rsplit(':').next(), Some("string" | "attr"));
    path == "null" || is_known && !name.is_empty() && name.chars().all(is_name)
}

/// Reads a part of a text, behind white space or not.
fn unescape(part: &str, is_quoted: &mut bool, has_space: &mut bool) -> Result<String, String> {
    let (mut text, mut chars, mut in_tag) = (String::new(), part.chars(), false);
    while let Some(letter) = chars.next() {
        if letter.is_ascii_whitespace() && !*is_quoted {
            text.extend(Some(' ').filter(|_| !*has_space));
            *has_space = true;
            continue;
        }
        *has_space = false;
        let opens = letter == '<' && chars.as_str().starts_with(|it: char| it.is_alphabetic());
        in_tag = opens || in_tag && letter != '>';
        match letter {
            '"' if !in_tag => *is_quoted = !*is_quoted,
            '\\' => text.extend(Some(letter).into_iter().chain(chars.next())),
            letter => text.push(letter),
        }
    }
    ESCAPES.read(&text)
}

/// Writes a part of a text, which is behind white space or not.
fn escape(is_escaped: bool, text: &str, part: &str, has_space: &mut bool) -> String {
    let is_odd = |it| matches!(it, '\u{a0}' | '\u{200b}'..='\u{200f}' | '\u{fffe}' | '\u{ffff}');
    let mut escaped = String::with_capacity(part.len() + 2);
    for (at, letter) in part.char_indices() {
        let is_last = at + 1 == part.len() && text.ends_with(part);
        match letter {
            '"' | '\'' | '\\' => escaped.extend(['\\', letter]),
            '@' | '?' if at == 0 && text.starts_with(part) => escaped.extend(['\\', letter]),
            '\n' => escaped.push_str("\\n"),
            '\t' => escaped.push_str("\\t"),
            ' ' if *has_space || is_last => escaped.push_str("\\u0020"),
            letter if letter < ' ' || is_odd(letter) || is_escaped && !letter.is_ascii() => {
                escaped.push_str(&super::escape(letter, 'u'));
            }
            letter => escaped.push(letter),
        }
        *has_space = letter == ' ';
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::tests::{created, fails, read, refuses, updated, without};
    use super::*;

    fn strings(content: &str) -> String {
        format!("<resources xmlns:x='u'><string name='a'>\n {content}\n</string></resources>")
    }

    #[test]
    fn spellings_are_read_as_by_aapt2() {
        for row in r#"a &#10;  b => a b
"  a  'b' " =>   a  'b'_
a"  b  "c => a  b  c
It\'s \"x\" \@ \# \\ \q \u0041\t! => It's "x" @ # \ q A	!
\u0020a\u2026\ud83d\ude00\u0020 =>  a…😀_
a~ ~b => a~ ~b
&amp; &lt;i> &#228; &quot;  &quot; => & <i> ä  _
<![CDATA[<a href="x">don\'t</a>  "a  b"]]> => <a href="x">don't</a> a  b
<b>a</b> &amp; <i x='"'/> => <b>a</b> &amp; <i x='"'/>
A <x:g id='1'> %s</x:g> => A <x:g id='1'>%s</x:g>
a<!-- b -->c => ac"#
            .lines()
        {
            let row = row.replace('~', "\u{a0}").replace('_', " ");
            let (content, text) = row.split_once(" => ").unwrap();
            assert_eq!(read(&Android, &strings(content)), format!("a={text}"));
        }
    }

    const FILE: &str = "<resources xmlns:tools='t'>
    <!-- Title -->
    <string name='a' product='tablet' tools:ignore='x'>T</string>
    <string name='a' product='default' formatted='false'>%s</string> <!-- d -->
    <string name='b'>@string/a</string><string name='c'> ?attr/x </string>

    <color name='x'>#fff</color><string name='d' translatable='false'>D</string>
    <string name='e'>@you</string><string name='f'/>
    <string-array name='g'><item>@string/a</item><item>x</item></string-array>
    <plurals name='a'><item quantity='one'>%d a</item>
        <item quantity='other'>%d b</item></plurals>
</resources>
";

    #[test]
    fn attributes_and_references_are_no_texts() {
        let expected = "a::tablet#T|a=%s|b#@string/a|c#?attr/x|d#D|e=@you|f=|g::0#@string/a|g::1=x\
            |a::plurals={one:%d a,other:%d b}";
        assert_eq!(read(&Android, FILE), expected);
        let rest = FILE.replace("\n    <string name='e'>@you</string>", "");
        assert_eq!(without(&Android, FILE, &["e"]), rest);
        let texts = [("a", "S"), ("g::1", "y"), ("a::plurals", "{other:o}")];
        let expected = "<resources xmlns:tools='t'>
    <string name='a' product='default' formatted='false'>S</string> <!-- d -->
    <string-array name='g'><item>@string/a</item><item>y</item></string-array>
    <plurals name='a'>
        <item quantity='other'>o</item></plurals>
</resources>
";
        assert_eq!(created(&Android, FILE, &texts), expected);
    }

    #[test]
    fn a_text_is_replaced_in_the_style_of_the_old_one() {
        for row in r#"x => Ein "Wort" & it's < => Ein \"Wort\" &amp; it\'s &lt;
x => <b>it's</b> &amp; <x:g id="1"> </x:g> => <b>it\'s</b> &amp; <x:g id="1">\u0020</x:g>
<i>x</i> => <b>a => &lt;b&gt;a
"x" => it's  a => it\'s \u0020a
<![CDATA[x]]> => <b>it's</b> ]]> => <![CDATA[<b>it\'s</b> ]]]]><![CDATA[>]]>
&lt;i>x => <b>y</b> => &lt;b&gt;y&lt;/b&gt;
x => ?attr/x => \?attr/x
x =>  a  b => \u0020a \u0020b"#
            .lines()
        {
            let row: Vec<_> = row.split(" => ").collect();
            let (old, new) = (strings(row[0]), strings(row[2]));
            assert_eq!(updated(&Android, &old, &old, &[("a", row[1])]), new);
        }
    }

    #[test]
    fn entries_are_inserted_as_in_the_base_file() {
        let own = "<resources xmlns:tools='t'>\r\n\t<string name=\"f\"/>\r\n</resources>\r\n";
        let tablet = ("a::tablet", "<tools:g>t</tools:g>");
        let texts = [tablet, ("f", "F"), ("a::plurals", "{one:1,few:2,other:3}")];
        let expected = r#"<resources xmlns:tools='t'>
	<!-- Title -->
	<string name='a' product='tablet' tools:ignore='x'><tools:g>t</tools:g></string>
	<string name="f">F</string>
	<plurals name='a'><item quantity='one'>1</item>
	    <item quantity='few'>2</item>
	    <item quantity='other'>3</item></plurals>
</resources>
"#;
        assert_eq!(updated(&Android, own, FILE, &texts), expected.replace('\n', "\r\n"));
        let own = strings("x");
        for (base, key, text) in [(FILE, "a::tablet", "t"), (&own, "a", "<tools:g>t</tools:g>")] {
            refuses(&Android, &own, base, (key, text), "declare the namespace `tools`");
        }
    }

    #[test]
    fn mistakes_have_a_line() {
        for row in r#"in line 1: <string name='a'/>|<string name='a' product='default'/>
`lots`: <plurals name='a'>|<item quantity='lots'/></plurals>
in line 1: <plurals name='a'><item quantity='one'/>|<item quantity='one'/></plurals>
four digits: |<string name='a'>\u12</string>
half of an: |<string name='a'>\ud83d</string>
attribute `name`: |<string/>
'string': |<string name='a'>x"#
            .lines()
        {
            let (words, body) = row.split_once(": ").unwrap();
            let source = format!("<resources>{}</resources>", body.replace('|', "\n"));
            fails(&Android, &[(&source, 2, words)]);
        }
        let deep = format!("<resources>{}{}</resources>", "<a>".repeat(128), "</a>".repeat(128));
        fails(&Android, &[("\n<plist/>", 2, "<resources>"), ("<resources>\n<a>", 2, "closed")]);
        let entity = "<!DOCTYPE r [\n<!ENTITY a 'x'>]><resources/>";
        fails(&Android, &[(entity, 2, "entities"), (&deep, 1, "levels")]);
    }
}
