//! Android resources: strings, plurals and arrays of strings.
//!
//! A spelling stands for what `aapt2` makes of it: outside of double quotes, white space of ASCII
//! is one space, and a backslash escapes. Unlike there, the ends of a text with tags are trimmed
//! too, and quotes in tags of HTML (`&lt;a href="x"&gt;`, CDATA) are a part of the text.

use std::collections::HashSet;
use std::rc::Rc;

use roxmltree::Node;

use crate::formats::elements::{Outer, OuterKind};
use crate::formats::xml::{self, Found, Piece, Place, Source, Style, Unit, Xml};
use crate::formats::{EntryState, SyntaxError, Text};

pub(crate) const ANDROID: Xml = Xml { parse, write };

fn parse(text: &str) -> Result<Found<'_>, SyntaxError> {
    let source = xml::parse(text, "resources")?;
    let (mut units, mut empty) = (Vec::new(), Vec::new());
    let strings: HashSet<_> =
        xml::named(source.root(), "string").map(|node| node.attribute("name")).collect();
    for node in xml::elements(source.root()) {
        let kind = node.tag_name().name();
        if !matches!(kind, "string" | "plurals" | "string-array") {
            continue;
        }
        let name = source.attribute(node, "name")?;
        let product = node.attribute("product").filter(|product| *product != "default");
        // A string and a plural may have one name.
        let is_both = kind == "plurals" && strings.contains(&Some(name));
        let parts = [Some(name), product, is_both.then_some(kind)];
        let key = parts.into_iter().flatten().collect::<Vec<_>>().join("::");
        let from = units.len();
        match kind {
            "string" => units.push(source.unit(key, node, place(&source, node)?)),
            "plurals" => {
                let items = xml::named(node, "item").map(|item| {
                    let form = source.attribute(item, "quantity")?;
                    source.quantity(item, form)?;
                    let name = item.attribute_node("quantity").map(|one| one.range_value());
                    let name = name.unwrap_or_default();
                    Ok(Place { form: form.to_owned(), name, ..place(&source, item)? })
                });
                units.push(source.plural(key, node, items.collect::<Result<_, _>>()?)?);
            }
            _ => {
                let end = source.last(&source.content(node));
                let span = source.span(node.range());
                let outer = Outer { id: key.clone(), kind: OuterKind::List, span, end };
                if xml::named(node, "item").next().is_none() {
                    empty.extend((!text[..node.range().end].ends_with("/>")).then_some(outer));
                    continue;
                }
                let outer = Rc::new(outer);
                for (index, item) in xml::named(node, "item").enumerate() {
                    let place = place(&source, item)?;
                    let unit = source.unit(format!("{key}::{index}"), item, place);
                    units.push(Unit { outer: Some(Rc::clone(&outer)), ..unit });
                }
            }
        }
        for unit in &mut units[from..] {
            let is_fixed = node.attribute("translatable") == Some("false");
            if is_fixed || unit.places.iter().all(|place| is_reference(text, place)) {
                unit.entry.state = EntryState::Fixed;
            }
        }
    }
    source.is_unique(&units)?;
    let content = source.content(source.root());
    Ok(Found { content, units, empty, source })
}

/// `@string/x`, `@android:string/ok`, `?attr/x`.
fn is_reference(source: &str, place: &Place) -> bool {
    let content = source[place.content.clone()].trim();
    let Some(path) = content.strip_prefix(['@', '?']) else { return false };
    let Some((kind, name)) = path.split_once('/') else { return content == "@null" };
    let kind = kind.rsplit(':').next().unwrap_or_default().trim_start_matches(['*', '+']);
    let is_letter = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.');
    matches!(kind, "string" | "attr" | "array" | "plurals" | "integer" | "bool" | "dimen" | "id")
        && !name.is_empty()
        && name.chars().all(is_letter)
}

fn place(source: &Source<'_>, node: Node<'_, '_>) -> Result<Place, SyntaxError> {
    let text = text(node).map_err(|message| source.error(node, message))?;
    let mut place = source.place(node, text);
    let content = &source.text[place.content.clone()];
    // A text that had no tags may get some.
    place.is_markup |= !content.contains("<![CDATA[") && !content.contains("&lt;");
    let (start, end) = (content.trim_start_matches(is_blank), content.trim_end_matches(is_blank));
    if !start.is_empty() {
        let range = place.content;
        place.content = range.end - start.len()..range.start + end.len();
    }
    Ok(place)
}

/// Returns the text of a resource.
fn text(node: Node<'_, '_>) -> Result<String, String> {
    let pieces = xml::pieces(node);
    let is_markup = pieces.iter().any(|piece| matches!(piece, Piece::Tag(_)));
    let mut text = String::new();
    let (mut is_quoted, mut has_space) = (false, false);
    for piece in pieces {
        let plain = match piece {
            Piece::Text(plain) => plain,
            Piece::Tag(tag) => {
                text.push_str(&tag);
                // Tags such as `<xliff:g>` are no boundary.
                if !tag.contains(':') {
                    (is_quoted, has_space) = (false, false);
                }
                continue;
            }
        };
        let mut chars = plain.chars();
        let mut in_tag = false;
        while let Some(letter) = chars.next() {
            if is_blank(letter) && !is_quoted {
                if !has_space && !text.is_empty() {
                    text.push(' ');
                }
                has_space = true;
                continue;
            }
            has_space = false;
            in_tag = if in_tag { letter != '>' } else { opens_tag(letter, chars.as_str()) };
            match letter {
                '"' => {
                    is_quoted = !is_quoted;
                    if in_tag {
                        text.push('"');
                    }
                }
                '\\' => {
                    let letter = unescape(&mut chars)?;
                    letter.iter().for_each(|letter| xml::push(&mut text, *letter, is_markup));
                }
                letter => xml::push(&mut text, letter, is_markup),
            }
        }
    }
    if has_space && text.ends_with(' ') {
        text.pop();
    }
    Ok(text)
}

fn is_blank(letter: char) -> bool {
    letter.is_ascii_whitespace() || letter == '\u{b}'
}

/// Whether a letter opens a tag of HTML, with this behind it.
fn opens_tag(letter: char, rest: &str) -> bool {
    let is_name = |next: char| next.is_ascii_alphabetic() || next == '/';
    letter == '<' && rest.starts_with(is_name) && rest.contains('>')
}

/// Reads what follows a backslash. One at the end is nothing.
fn unescape(chars: &mut std::str::Chars<'_>) -> Result<Option<char>, String> {
    let unit = |chars: &mut std::str::Chars<'_>| {
        let digits = chars
            .as_str()
            .get(..4)
            .filter(|digits| digits.bytes().all(|digit| digit.is_ascii_hexdigit()));
        let unit = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok());
        *chars = chars.as_str().get(4..).unwrap_or_default().chars();
        unit.ok_or_else(|| "expected four hexadecimal digits after `\\u`".to_owned())
    };
    Ok(match chars.next() {
        Some('n') => Some('\n'),
        Some('t') => Some('\t'),
        Some('u') => {
            let mut units = vec![unit(chars)?];
            if matches!(units[0], 0xd800..0xdc00) && chars.as_str().starts_with("\\u") {
                chars.nth(1);
                units.push(unit(chars)?);
            }
            let letter = char::decode_utf16(units).next().and_then(Result::ok);
            Some(letter.ok_or("half of a pair of `\\u` escapes")?)
        }
        letter => letter,
    })
}

fn write(source: &str, unit: &Unit, text: &Text, style: &Style) -> String {
    xml::value(source, unit, text, &|place, content, text| {
        let mut has_space = true;
        xml::encode(place, content, text, style, &mut |plain, content, is_last| {
            escape(plain, content, is_last, &mut has_space, style)
        })
    })
}

/// Escapes a text in the style of the content in its place.
fn escape(text: &str, content: &str, is_last: bool, has_space: &mut bool, style: &Style) -> String {
    let inner = content.strip_prefix('"').and_then(|inner| inner.strip_suffix('"'));
    let is_quoted = inner.is_some_and(|inner| {
        !inner.replace("\\\\", "").replace("\\\"", "").contains(['"', '<'])
            && !inner.replace("\\\\", "").ends_with('\\')
    });
    let has_quotes = content.replace("\\\"", "").contains('"') && !is_quoted;
    let mut escaped = String::with_capacity(text.len() + 2);
    let mut quotes_stay = false;
    let mut chars = text.chars();
    while let Some(letter) = chars.next() {
        let rest = chars.as_str();
        if opens_tag(letter, rest) {
            let tag = rest.find('>').map(|end| &rest[..end]);
            let is_even = tag.is_some_and(|tag| tag.matches('"').count() % 2 == 0);
            quotes_stay = has_quotes && is_even;
        }
        quotes_stay &= letter != '>';
        let is_space = letter == ' ';
        match letter {
            '"' if quotes_stay => escaped.push('"'),
            '\'' if is_quoted && !content.contains("\\'") => escaped.push('\''),
            '"' | '\'' | '\\' => escaped.extend(['\\', letter]),
            '\n' => escaped.push_str("\\n"),
            '\t' => escaped.push_str("\\t"),
            '@' | '?' if *has_space && escaped.is_empty() => escaped.extend(['\\', letter]),
            ' ' if !is_quoted && (*has_space || (is_last && rest.is_empty())) => {
                escaped.push_str("\\u0020");
            }
            '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => escaped += &unicode(letter),
            '\u{80}'..='\u{ffff}' if style.is_ascii => escaped += &unicode(letter),
            letter => escaped.push(letter),
        }
        *has_space = is_space;
    }
    if is_quoted { format!("\"{escaped}\"") } else { escaped }
}

fn unicode(letter: char) -> String {
    format!("\\u{:04X}", u32::from(letter))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::xml::tests::{edits, fails, forms, one, reads};
    use crate::formats::{Edit, Format};

    #[test]
    fn spellings_are_read_as_by_aapt2() {
        for (content, text) in [
            ("  a \n  b\t", "a b"),
            ("\"  a  'b' \"", "  a  'b' "),
            ("a\"  b  \"c", "a  b  c"),
            ("It\\'s \\\"x\\\" \\@ \\# \\\\ \\q \\n\\t|", "It's \"x\" @ # \\ q \n\t|"),
            ("\\u0020a\\u2026\\ud83d\\ude00\\u0020", " a\u{2026}\u{1f600} "),
            ("a\u{a0} \u{2003}b", "a\u{a0} \u{2003}b"),
            ("&amp; &lt;i> &#228; &quot;  &quot;", "& <i> ä   "),
            ("<![CDATA[<a href=\"x\">don\\'t</a>  \"a  b\"]]>", "<a href=\"x\">don't</a> a  b"),
            (" <b>a</b> &amp; <i x='\"'/>", "<b>a</b> &amp; <i x=\"&quot;\"/>"),
            ("\"a  <b>c</b>  d\"", "a  <b>c</b> d"),
            ("A <x:g id='1'> %s</x:g>", "A <x:g id=\"1\">%s</x:g>"),
            ("<y:g xmlns:y='v' z='1'/>", "<y:g xmlns:y=\"v\" z=\"1\"/>"),
            ("a<!-- b -->c", "ac"),
            ("a\\", "a"),
        ] {
            let source =
                format!("<resources xmlns:x='u'><string name='a'>{content}</string></resources>");
            reads(&ANDROID, &source, &[&format!("a={text}")]);
        }
    }

    #[test]
    fn attributes_and_references_are_no_texts() {
        let source = "<resources xmlns:tools='t'>
    <!-- Title -->
    <string name='a' product='tablet' tools:ignore='x'>T</string>
    <string name='a' product='default' formatted='false'>%s %d</string>
    <string name='b'>@string/a</string><string name='c'> ?attr/x </string>
    <string name='d' translatable='false'>D</string>
    <string name='e'>@you</string><string name='f'/>
    <string-array name='g'><item>@string/a</item><item>x</item></string-array>
    <plurals name='a'><item quantity='other'>%d</item></plurals>
    <color name='x'>#fff</color>
</resources>";
        let expected = [
            "a::tablet=T",
            "a=%s %d",
            "!b=@string/a",
            "!c=?attr/x",
            "!d=D",
            "e=@you",
            "f=",
            "!g::0=@string/a",
            "g::1=x",
            "a::plurals=other:%d",
        ];
        reads(&ANDROID, source, &expected);
        edits(&ANDROID, source, source, &[]);
        let tablet = &ANDROID.read(source).unwrap()[0];
        assert_eq!((tablet.line, source[tablet.span.clone()].lines().count()), (3, 2));
    }

    #[test]
    fn set_changes_the_value_alone() {
        let text = one("Ein \"Wort\" & <b>it's</b>");
        for source in [
            "<?xml version='1.0'?><resources>\n\t<string  name='a' >¦alt\
             ¦Ein \\\"Wort\\\" &amp; &lt;b&gt;it\\'s&lt;/b&gt;¦</string><!-- c -->\n</resources>",
            "<resources><string name=\"a\">\n  ¦\"old's\"\
             ¦\"Ein \\\"Wort\\\" &amp; &lt;b&gt;it's&lt;/b&gt;\"¦\n</string></resources>\n",
            "<resources><string name=\"a\">¦<![CDATA[<i>x</i>]]>¦<![CDATA[Ein \\\"Wort\\\" & \
             <b>it\\'s</b>]]>¦</string></resources>",
            "<resources><string name=\"a\">¦&lt;i>x¦Ein \\\"Wort\\\" &amp; &lt;b>it\\'s&lt;/b>¦\
             </string></resources>",
            "<resources><string name=\"a\"¦/>¦>Ein \\\"Wort\\\" &amp; &lt;b&gt;it\\'s&lt;/b&gt;\
             </string>¦</resources>",
        ] {
            edits(&ANDROID, "", source, &[Edit::Set { key: "a", text: &text }]);
        }
        for (old, text, new) in [
            ("x", "?attr/x", "\\?attr/x"),
            ("x", " a  b ", "\\u0020a \\u0020b\\u0020"),
            ("<![CDATA[<a b=\"\">]]>", "<a b=\">", "<![CDATA[<a b=\\\">]]>"),
            ("<![CDATA[<a b=\"\">]]>", "<a b=\"c\">", "<![CDATA[<a b=\"c\">]]>"),
            ("<b>x</b> &lt; y", "<b>y</b>", "<b>y</b>"),
        ] {
            let source = format!("<resources><string name='a'>¦{old}¦{new}¦</string></resources>");
            edits(&ANDROID, "", &source, &[Edit::Set { key: "a", text: &one(text) }]);
        }
        let text = one("Ein <b>it's</b> &amp; <x:g id=\"1\">%s</x:g>");
        edits(
            &ANDROID,
            "",
            "<resources xmlns:x='u'><string name='a'>¦Old <i>x</i>¦Ein <b>it\\'s</b> &amp; \
             <x:g id=\"1\">%s</x:g>¦</string></resources>",
            &[Edit::Set { key: "a", text: &text }],
        );
    }

    const BASE: &str = "<resources xmlns:tools=\"http://t\">
    <string name=\"a\">&#65;</string>

    <!-- Section -->

    <!-- Of files -->
    <plurals name=\"files\" tools:ignore=\"x\">
        <item quantity=\"one\">%d file</item> <!-- 1 -->
        <item quantity=\"other\">%d &#102;iles</item>
    </plurals>
    <string-array name=\"days\">
        <item>Mon</item>
        <item>Tue</item>
        <item>Wed</item>
    </string-array>
    <string name=\"z\"><![CDATA[<b>Z</b>]]></string>
</resources>
";

    #[test]
    fn a_plural_is_one_entry() {
        let polish = forms(&[
            ("one", "%d plik"),
            ("few", "%d pliki"),
            ("many", "%d plik'ow"),
            ("other", "%d pliku"),
        ]);
        let set = [Edit::Set { key: "files", text: &polish }];
        edits(
            &ANDROID,
            BASE,
            &BASE.replace("%d file<", "¦%d file¦%d plik¦<").replace(
                "        \
            <item quantity=\"other\">%d &#102;iles",
                "¦¦        <item quantity=\"few\">%d pliki\
            </item>\n        <item quantity=\"many\">%d plik\\'ow</item>\n\
            ¦        <item quantity=\"other\">¦%d &#102;iles¦%d pliku¦",
            ),
            &set,
        );
        let other = forms(&[("other", "%d files")]);
        edits(
            &ANDROID,
            BASE,
            &BASE.replace(
                "        <item quantity=\"one\">%d file</item> <!-- 1 -->\n",
                "¦        <item quantity=\"one\">%d file</item> <!-- 1 -->\n¦¦",
            ),
            &[Edit::Set { key: "files", text: &other }],
        );
        let insert = [Edit::Insert { key: "files", text: &other, after: Some("a") }];
        edits(
            &ANDROID,
            BASE,
            "<resources¦¦ xmlns:tools=\"http://t\"¦>\n\t<string name='a'/> <!-- x -->\n\
             ¦¦\t<!-- Of files -->\n\t<plurals name=\"files\" tools:ignore=\"x\">\n\
             \t    <item quantity=\"other\">%d &#102;iles</item>\n\t</plurals>\n¦</resources>",
            &insert,
        );
    }

    #[test]
    fn entries_are_inserted_and_removed() {
        let text = one("<i>'Z'</i>");
        let [first, last] =
            [None, Some("b")].map(|after| Edit::Insert { key: "z", text: &text, after });
        let copy = "<string name=\"z\"><![CDATA[<i>\\'Z\\'</i>]]></string>";
        for (source, edit) in [
            (
                format!(
                    "<resources>\n  <string name=\"b\"/>\n¦¦  {copy}\n¦  <string name=\"c\"/>\n\
                     </resources>\n"
                ),
                &last,
            ),
            (
                format!("<resources>\n¦¦  {copy}\n¦  <!-- c --><string name=\"b\"/>\n</resources>"),
                &first,
            ),
            (format!("<resources>\n¦¦    {copy}\n¦</resources>"), &first),
            (format!("<resources¦/>¦>\n    {copy}\n</resources>¦\n"), &first),
            (format!("<resources><string name=\"b\"/>¦¦{copy}¦</resources>"), &last),
        ] {
            edits(&ANDROID, BASE, &source, std::slice::from_ref(edit));
        }
        let same = one("A");
        let insert = [Edit::Insert { key: "a", text: &same, after: None }];
        let file = "<resources>\n¦¦    <string name=\"a\">&#65;</string>\n¦</resources>";
        edits(&ANDROID, BASE, file, &insert);
        let remove = BASE.replace(
            "    <string name=\"a\">&#65;</string>\n",
            "¦    <string name=\"a\">&#65;</string>\n¦¦",
        );
        let stray = "<resources>\n<!-- a --> -->\n¦  <string name='a'/>\n¦¦</resources>";
        edits(&ANDROID, BASE, stray, &[Edit::Remove { key: "a" }]);
        let set = Edit::Set { key: "a", text: &text };
        edits(&ANDROID, BASE, &remove, &[set, Edit::Remove { key: "a" }]);
        let (before, rest) = BASE.split_once("    <!-- Of").unwrap();
        let (files, rest) = rest.split_once("    <string-a").unwrap();
        let remove = format!("{before}¦    <!-- Of{files}¦¦    <string-a{rest}");
        edits(&ANDROID, BASE, &remove, &[Edit::Remove { key: "files" }]);
    }

    #[test]
    fn items_of_an_array_keep_their_index() {
        let text = one("Mi");
        let insert = [Edit::Insert { key: "days::2", text: &text, after: Some("days::0") }];
        edits(
            &ANDROID,
            BASE,
            "<resources>\n  <string-array name='days'>\n   <item>Mo</item>\n\
             ¦¦   <item>Tue</item>\n   <item>Mi</item>\n¦  </string-array>\n</resources>",
            &insert,
        );
        edits(
            &ANDROID,
            BASE,
            "<resources>\n    <string name='a'/>\n¦¦    <string-array name=\"days\">\n        \
             <item>Mon</item>\n        <item>Tue</item>\n        <item>Mi</item>\n    \
             </string-array>\n¦</resources>",
            &[Edit::Insert { key: "days::2", text: &text, after: Some("a") }],
        );
        let z = one("<b>Z</b>");
        edits(
            &ANDROID,
            BASE,
            "<resources>\n  <string-array name='days'>\n    <item>Mo</item>\n\
             ¦¦    <item>Tue</item>\n    <item>Mi</item>\n¦  </string-array>\n\
             ¦¦  <string name=\"z\"><![CDATA[<b>Z</b>]]></string>\n¦</resources>",
            &[
                Edit::Insert { key: "z", text: &z, after: Some("days::2") },
                Edit::Insert { key: "days::2", text: &text, after: Some("days::0") },
            ],
        );
        let [first, middle, last] = ["0", "1", "2"].map(|at| format!("days::{at}"));
        let remove = |key| Edit::Remove { key };
        edits(&ANDROID, BASE, BASE, &[remove(&middle)]);
        let two = BASE.replace(
            "        <item>Tue</item>\n        <item>Wed</item>\n",
            "¦        <item>Tue</item>\n        <item>Wed</item>\n¦¦",
        );
        edits(&ANDROID, BASE, &two, &[remove(&middle), remove(&last)]);
        let (before, rest) = BASE.split_once("    <string-a").unwrap();
        let (array, rest) = rest.split_once("    <string name=\"z").unwrap();
        let all = format!("{before}¦    <string-a{array}¦¦    <string name=\"z{rest}");
        edits(&ANDROID, BASE, &all, &[remove(&first), remove(&middle), remove(&last)]);
    }

    #[test]
    fn mistakes_have_a_line() {
        for (body, words) in [
            (
                "<string name='a'>x</string>\n<string name='a' product='default'>y</string>",
                "duplicate `a`: it is in line 1",
            ),
            (
                "<plurals name='a'>\n<item quantity='lots'>x</item></plurals>",
                "unknown quantity `lots`",
            ),
            (
                "\n<plurals name='a'><item quantity='one'/><item quantity='one'/></plurals>",
                "`one` twice",
            ),
            ("\n<string name='a'>\\u12</string>", "four hexadecimal digits"),
            ("\n<string name='a'>\\ud83d</string>", "half of a pair"),
            ("\n<string>x</string>", "attribute `name`"),
        ] {
            fails(&ANDROID, &format!("<resources>{body}</resources>"), 2, words);
        }
        let text = forms(&[("other", "x")]);
        let error = ANDROID.edit(BASE, BASE, &[Edit::Set { key: "a", text: &text }]).unwrap_err();
        assert_eq!((error.line, &*error.message), (2, "`a` is no plural"));
    }
}
