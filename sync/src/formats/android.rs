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

const TOOLS: &str = "http://schemas.android.com/tools";
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
        let (mut has_space, normal) = (true, xml::normal(text));
        let mut own = |part: &str| {
            let is_last = part == text || normal.ends_with(&xml::escape(part));
            escape(part, is_last, &mut has_space)
        };
        // Tags are elements if those of the base file are, or else those of the old text.
        let models = [style.model.unwrap_or_default(), &style.source[node.value.clone()]];
        let model = models.into_iter().find(|it| it.contains('<') || it.contains("&lt;"));
        let has_elements = model.is_some_and(|it| xml::without_cdata(it).contains('<'));
        let is_element: xml::IsElement<'_> = if has_elements { Some(&|_| true) } else { None };
        xml::encode(style, node, text, is_element, &mut own)
    }

    fn complete(&self, old: &str, base: &str, text: String, _: Option<&str>) -> String {
        xml::complete(old, base, text)
    }

    /// The folder of a translation says its language: `tools:locale` is for the base file.
    fn localize(&self, mut source: String, _: &str) -> String {
        let Ok(document) = xml::parse(&source, "resources") else { return source };
        let found = document.root_element().attribute_node((TOOLS, "locale"));
        if let Some(Range { start, end }) = found.map(|it| it.range()) {
            source.replace_range(source[..start].trim_end().len()..end, "");
        }
        source
    }
}

fn resource(element: Element<'_, '_>, strings: &HashSet<&str>) -> Result<Node, SyntaxError> {
    let tag = element.tag_name().name();
    if tag == "item" && element.attribute("type") == Some("string") {
        return Err(xml::error(element, "write <string>, not <item>"));
    } else if !matches!(tag, "string" | "plurals" | "string-array" | "array") {
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
            let mut text = text(item)?;
            // An array of any values, such as references and colors.
            if tag == "array" && text.state == State::Ready {
                let value = &item.document().input_text()[text.value.clone()];
                let is_other = value.starts_with(['@', '?', '#']);
                text.state = if is_other { State::Fixed } else { State::Variant };
            }
            let (name, name_at) = match tag {
                "plurals" => xml::attribute(item, "quantity")?,
                _ => (format!("[{}]", index.next().unwrap_or(0)), text.name_at.clone()),
            };
            Ok(Some(Node { name, name_at, is_index: tag != "plurals", ..text }))
        })?;
        is_fixed |= nodes.iter().all(|item| item.state == State::Fixed);
        nodes.iter_mut().filter(|_| is_fixed).for_each(|item| item.state = State::Fixed);
        let kind = match tag {
            "plurals" => Kind::Plural(xml::forms(element, nodes)?),
            _ => Kind::List(nodes),
        };
        Node::new("", 0..0, inner, kind)
    };
    node.state = match product {
        Some(_) => State::Variant,
        None if is_fixed => State::Fixed,
        None => node.state,
    };
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
    Ok(Node {
        state,
        problem: rejection(element, &text),
        has_elements: xml::has_elements(element),
        ..Node::new("", at..at, value, Kind::Text(text))
    })
}

/// Returns why `aapt2` rejects a text. It reads quotes in tags of HTML like others.
fn rejection(element: Element<'_, '_>, text: &str) -> Option<&'static str> {
    let (mut is_quoted, mut has_bare) = (false, false);
    xml::text(element, &mut |part| {
        let mut chars = part.chars();
        while let Some(letter) = chars.next() {
            match letter {
                '\\' => drop(chars.next()),
                '"' => is_quoted = !is_quoted,
                letter => has_bare |= letter == '\'' && !is_quoted,
            }
        }
        String::new()
    });
    let is_formatted =
        element.has_tag_name("string") && element.attribute("formatted") != Some("false");
    if has_bare {
        Some("write `\\'` for the apostrophe")
    } else if is_formatted && !is_numbered(text) {
        Some("number its placeholders, as in `%1$s`, or set `formatted=\"false\"`")
    } else {
        None
    }
}

/// Whether all placeholders of a text with several ones have a number.
fn is_numbered(text: &str) -> bool {
    let text = text.replace("%%", "").replace("%n", "");
    let has_number = |format: &&str| {
        let rest = format.trim_start_matches(|it: char| it.is_ascii_digit());
        rest.len() < format.len() && (rest.is_empty() || rest.starts_with('$'))
    };
    let formats: Vec<_> = text.split('%').skip(1).filter(|format| !format.is_empty()).collect();
    formats.len() < 2 || formats.iter().all(has_number)
}

/// `@string/x`, `@android:string/ok`, `?attr/x`.
fn is_reference(content: &str) -> bool {
    let path = content.trim().strip_prefix(['@', '?']).unwrap_or_default();
    let (kind, name) = path.split_once('/').unwrap_or_default();
    let is_known = matches!(kind.rsplit(':').next(), Some("string" | "attr"));
    path == "null" || is_known && !name.contains(char::is_whitespace)
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
fn escape(part: &str, is_last: bool, has_space: &mut bool) -> String {
    let mut escaped = String::with_capacity(part.len() + 2);
    for (at, letter) in part.char_indices() {
        let ends = is_last && at + 1 == part.len();
        match letter {
            '"' | '\'' | '\\' => escaped.extend(['\\', letter]),
            '@' | '?' if at == 0 => escaped.extend(['\\', letter]),
            '\n' => escaped.push_str("\\n"),
            '\t' => escaped.push_str("\\t"),
            ' ' if *has_space || ends => escaped.push_str("\\u0020"),
            letter if letter < ' ' => escaped += &super::escape(letter, 'u'),
            letter => escaped.push(letter),
        }
        *has_space = letter == ' ';
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::super::tests::*;
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

    const FILE: &str = "<resources xmlns:tools='http://schemas.android.com/tools'
        tools:locale='en'>
    <!-- Title -->
    <string name='a' product='tablet' tools:ignore='x'>T</string>
    <string name='a' product='default' formatted='false'>%s</string> <!-- d -->
    <string name='b'>@string/a</string><string name='c'> ?attr/x </string>

    <color name='x'>#fff</color><string name='d' translatable='false'>D</string>
    <string name='e'>@you</string><string name='f'/>
    <string-array name='g'><item>@string/a</item><item>x</item></string-array>
    <string-array name='h' translatable='false'><item>x</item></string-array>
    <array name='i'><item>#fff</item><item>x</item></array>
    <plurals name='a'><item quantity='one'>%d a</item>
        <item quantity='other'>%d b</item></plurals>
</resources>
";

    #[test]
    fn attributes_and_references_are_no_texts() {
        let expected = "a::tablet^T|a=%s|b#@string/a|c#?attr/x|d#D|e=@you|f=|g[0]#@string/a|g[1]=x\
            |h[0]#x|i[0]##fff|i[1]^x|a::plurals={one:%d a,other:%d b}";
        assert_eq!(read(&Android, FILE), expected);
        let texts = [("a", "S"), ("g[1]", "y"), ("a::plurals", "{other:o}")];
        let expected = "<resources xmlns:tools='http://schemas.android.com/tools'>
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
        let rows = r#"x => a=Ein "Wort" & it's < => Ein \"Wort\" &amp; it\'s &lt;
<i>x</i> => a=<b>it's</b> &amp; <x:g id="1"> </x:g> => <b>it\'s</b> &amp; <x:g id="1">\u0020</x:g>
x => a=<b>a</b> => &lt;b&gt;a&lt;/b&gt;
<i>x</i> => a= <b>a</b> & 1 => \u0020<b>a</b> &amp; 1
<i>x</i> => a=R&D <b>y</b> &gt; <3 &#39;&amp;  => R&amp;D <b>y</b> > &lt;3 \'&amp;\u0020
<i>x</i> => a=<u t="1&2">]]></u> => <u t="1&amp;2">]]&gt;</u>
"x" => a=it's  a => it\'s \u0020a
<![CDATA[x]]> => a=<b>it's</b> ]]> => <![CDATA[<b>it\'s</b> ]]]]><![CDATA[>]]>
&lt;i>x => a=<b>y</b> => &lt;b&gt;y&lt;/b&gt;
x => a=?attr/x => \?attr/x
\u00e4 => a=ö😀 => ö😀
a <![CDATA[<i>]]> => a=<b>a</b> => &lt;b&gt;a&lt;/b&gt;
<i>a</i> <![CDATA[<i>]]> => a=<b>a</b> &lt;i> => <b>a</b> &lt;i>
<![CDATA[a]]><i/><![CDATA[b]]> => a=<b>a</b> => <b>a</b>
x => a= a  b => \u0020a \u0020b"#;
        edits(&Android, &strings(""), strings, rows);
        let (tagged, escaped) = (strings("<b>x</b>"), strings("&lt;b>x&lt;/b>"));
        let text = ("a", "<b>y</b> & 1");
        let new = strings("<b>y</b> &amp; 1");
        assert_eq!(updated(&Android, &escaped, &tagged, &[text]), new);
        assert_eq!(read(&Android, &new), "a=<b>y</b> &amp; 1");
        let new = strings("&lt;b&gt;y&lt;/b&gt; &amp; 1");
        assert_eq!(updated(&Android, &tagged, &escaped, &[text]), new);
        for (text, words) in
            [("<b>", "expected 'b'"), ("<b>a</b>&nbsp;", "entity reference 'nbsp'")]
        {
            refuses(&Android, &strings("x"), &tagged, ("a", text), words);
        }
    }

    #[test]
    fn entries_are_inserted_as_in_the_base_file() {
        let own = "<resources xmlns:tools='t'>\r\n\t<string name=\"f\"/>\r\n</resources>\r\n";
        let tablet = ("a::tablet", "t");
        let texts = [tablet, ("f", "F"), ("a::plurals", "{one:1,few:2,other:3}")];
        let expected = r#"<resources xmlns:tools='t'>
	<!-- Title -->
	<string name='a' product='tablet' tools:ignore='x'>t</string>
	<string name="f">F</string>
	<plurals name='a'><item quantity='one'>1</item>
	    <item quantity='few'>2</item>
	    <item quantity='other'>3</item></plurals>
</resources>
"#;
        assert_eq!(updated(&Android, own, FILE, &texts), expected.replace('\n', "\r\n"));
    }

    #[test]
    fn namespaces_of_the_base_file_are_declared() {
        let own = "<resources\n    x=\">\">\n  <string name='b'>B</string>\n</resources>";
        let base = "<!DOCTYPE r [<!ENTITY app 'A &amp; &i;'><!ENTITY i '1'>]>
<resources xmlns:tools='t\"' xmlns:x='u'>
  <string name='a' tools:ignore='x'>&app;!</string>
  <string name='b'><x:g/></string>
  <string name='c'>&app;</string>
</resources>";
        let new = "<resources\n    x=\">\" xmlns:x=\"u\" xmlns:tools=\"t&quot;\">
  <string name='a' tools:ignore='x'>A</string>
  <string name='b'><x:g id='1'>b</x:g></string>\n</resources>";
        let pairs = [("a", "A"), ("b", "<x:g id='1'>b</x:g>"), ("c", "A & 1")];
        // An entity that the file lacks spoils its own text only.
        let written = file(&Android, own).update(&file(&Android, base), texts(&pairs));
        assert_eq!(String::from_utf8(written.bytes).unwrap(), new);
        assert!(matches!(&*written.refused, [(key, why)] if key == "c" && why.contains("'app'")));
        let new = base.replace("&app;!", "x").replace(">&app;<", ">y<");
        assert_eq!(updated(&Android, base, base, &[("a", "x"), ("c", "y")]), new);
    }

    #[test]
    fn mistakes_have_a_line() {
        let deep = format!("{}{}", "<a>".repeat(128), "</a>".repeat(128));
        let twice = "<plurals name='a'><item quantity='one'/><item quantity='one'/></plurals>";
        for (body, words) in [
            (twice, "in line 2"),
            ("<string name='a'>\\u12</string>", "four digits"),
            ("<string/>", "attribute `name`"),
            ("<item type='string'/>", "<item>"),
            (&deep, "levels"),
        ] {
            fails(&Android, &[(&format!("<resources>\n{body}</resources>"), 2, words)]);
        }
        for (head, words) in [
            ("<!DOCTYPE r [<!ENTITY a SYSTEM 'x'>]>\n", "reference 'a'"),
            ("<!DOCTYPE r [\n<!ENTITY a '<b/>'>]>", "with elements"),
        ] {
            let source = format!("{head}<resources><string name='a'>&a;</string></resources>");
            fails(&Android, &[(&source, 2, words)]);
        }
        fails(&Android, &[("\n<plist/>", 2, "<resources>")]);
    }
}
