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
        return Err(fault(found, format!("the root must be <{root}>")));
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
            letter if is_illegal(letter) => {}
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

/// Writes a comment on a line of its own, if there is something to say.
pub(super) fn comment(indent: &str, text: &str) -> String {
    let mut text: String = text.chars().filter(|letter| !is_illegal(*letter)).collect();
    while text.contains("--") {
        text = text.replace("--", "- -");
    }
    match text.is_empty() {
        true => text,
        false => format!("{indent}<!-- {text} -->\n"),
    }
}

/// Returns whether XML has no place for a character.
fn is_illegal(letter: char) -> bool {
    letter.is_ascii_control() && !matches!(letter, '\t' | '\n' | '\r' | '\u{7f}')
        || matches!(letter, '\u{fffe}' | '\u{ffff}')
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
