//! What the XML formats have in common: parsing, escapes, and texts that hold markup.

use std::borrow::Cow;

use roxmltree::{Document, Node, ParsingOptions};

use super::Fault;

/// The namespace that texts may use in their markup.
pub(super) const XLIFF: &str = "urn:oasis:names:tc:xliff:document:1.2";
/// How every file begins.
pub(super) const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

/// So deep may elements be nested. Readers follow them by calls within calls.
const DEPTH: usize = 128;

/// Parses a file whose root has to have this name.
pub(super) fn parse<'t>(text: &'t str, root: &str) -> Result<Document<'t>, Fault> {
    // Property lists have a document type.
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let reason = error.to_string();
        let line = usize::try_from(error.pos().row).unwrap_or(usize::MAX);
        // The place is said beside it.
        Fault::new(line, reason.split(" at ").next().unwrap_or_default())
    })?;
    let found = document.root_element();
    if found.tag_name().name() != root {
        return Err(fault(found, format!("the root has to be <{root}>")));
    }
    match beyond_depth(&document) {
        Some(node) => Err(fault(node, format!("more than {DEPTH} elements are nested"))),
        None => Ok(document),
    }
}

/// The first element that is nested too deep.
fn beyond_depth<'n>(document: &'n Document<'_>) -> Option<Node<'n, 'n>> {
    let mut elements = document.descendants().filter(Node::is_element);
    // Its ancestors begin with itself, and end with the document.
    elements.find(|node| node.ancestors().nth(DEPTH + 1).is_some())
}

/// What is wrong with an element.
pub(super) fn fault(node: Node<'_, '_>, reason: impl Into<String>) -> Fault {
    let row = node.document().text_pos_at(node.range().start).row;
    Fault::new(usize::try_from(row).unwrap_or(usize::MAX), reason)
}

/// An attribute that has to be there.
pub(super) fn attribute<'n>(node: Node<'n, '_>, name: &str) -> Result<&'n str, Fault> {
    node.attribute(name).ok_or_else(|| {
        let element = node.tag_name().name();
        fault(node, format!("<{element}> needs the attribute {name:?}"))
    })
}

/// The child elements.
pub(super) fn elements<'n, 'd>(node: Node<'n, 'd>) -> impl Iterator<Item = Node<'n, 'd>> {
    node.children().filter(Node::is_element)
}

/// The first child element of a name.
pub(super) fn element<'n, 'd>(node: Node<'n, 'd>, name: &str) -> Option<Node<'n, 'd>> {
    elements(node).find(|child| child.tag_name().name() == name)
}

/// What an element says.
pub(super) enum Inner<'d> {
    Text(String),
    /// There are elements in it: as it is written.
    Markup(&'d str),
}

impl Inner<'_> {
    pub(super) fn into_text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Markup(markup) => markup.to_owned(),
        }
    }
}

pub(super) fn inner<'d>(node: Node<'_, 'd>) -> Inner<'d> {
    let (first, last) = (node.first_child(), node.last_child());
    if let (Some(first), Some(last), Some(_)) = (first, last, elements(node).next()) {
        let range = first.range().start..last.range().end;
        return Inner::Markup(&node.document().input_text()[range]);
    }
    let texts = node.children().filter(Node::is_text);
    Inner::Text(texts.filter_map(|text| text.text()).collect())
}

/// A part of the text of an element.
pub(super) struct Section {
    /// As it is said, without escapes.
    pub(super) text: String,
    /// Whether it is written as it is said, as CDATA.
    pub(super) is_literal: bool,
}

/// The parts of the text of an element without others in it, if any of them is CDATA.
pub(super) fn sections(node: Node<'_, '_>) -> Option<Vec<Section>> {
    let (start, end) = ("<![CDATA[", "]]>");
    let source = &node.document().input_text()[node.range()];
    source.contains(start).then_some(())?;
    // The first text begins where the tag ends, which is where the first node is.
    let from = node.first_child()?.range().start - node.range().start;
    let mut rest = source.get(from..source.rfind("</")?)?;
    let mut sections = Vec::new();
    let escaped = |text: &str| Some(Section { text: unescape(text)?, is_literal: false });
    while let Some((before, after)) = rest.split_once(start) {
        let (inside, behind) = after.split_once(end)?;
        sections.push(escaped(before)?);
        sections.push(Section { text: inside.replace("\r\n", "\n"), is_literal: true });
        rest = behind;
    }
    sections.push(escaped(rest)?);
    Some(sections)
}

/// What the content of an element says that has only text in it.
fn unescape(text: &str) -> Option<String> {
    let wrapped = format!("<x>{text}</x>");
    let document = Document::parse(&wrapped).ok()?;
    Some(inner(document.root_element()).into_text())
}

/// Whether a text is markup that can stand in a file as it is.
pub(super) fn is_markup(text: &str) -> bool {
    let wrapped = || format!("<x xmlns:xliff=\"{XLIFF}\">{text}</x>");
    text.contains('<')
        && Document::parse(&wrapped())
            .is_ok_and(|parsed| elements(parsed.root_element()).next().is_some())
}

/// A text as the content of an element: markup as it is.
pub(super) fn content(text: &str) -> Cow<'_, str> {
    match is_markup(text) {
        true => text.into(),
        false => escape(text).into(),
    }
}

/// A text in which nothing is markup. What XML has no place for is left out.
pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            // Parsers read a line break in place of it.
            '\r' => escaped.push_str("&#13;"),
            '\t' | '\n' => escaped.push(letter),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// A text between the quotes of an attribute.
pub(super) fn value(text: &str) -> String {
    // Parsers read a blank in place of these.
    let text = escape(text).replace('"', "&quot;");
    text.replace('\n', "&#10;").replace('\t', "&#9;")
}

/// A comment on a line of its own; nothing where there is nothing to say.
pub(super) fn comment(indent: &str, text: &str) -> String {
    match text.is_empty() {
        true => String::new(),
        false => {
            let mut text = escape_nothing(text);
            while text.contains("--") {
                text = text.replace("--", "- -");
            }
            format!("{indent}<!-- {text} -->\n")
        }
    }
}

/// A text without the letters that XML has no place for.
fn escape_nothing(text: &str) -> String {
    let allowed = |letter: &char| match letter {
        '\t' | '\n' => true,
        '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => false,
        _ => true,
    };
    text.chars().filter(allowed).collect()
}

/// The comment right before an element.
pub(super) fn comment_before(node: Node<'_, '_>) -> String {
    let mut before = node.prev_siblings().skip(1).skip_while(|node| {
        node.is_text() && node.text().is_some_and(|text| text.trim().is_empty())
    });
    let comment = before.next().filter(Node::is_comment);
    let text = comment.and_then(|node| node.text());
    text.unwrap_or_default().trim().to_owned()
}
