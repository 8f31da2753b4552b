//! What the XML formats have in common.

use roxmltree::{Document, Node, ParsingOptions};

use super::Fault;

pub(super) const XLIFF: &str = "urn:oasis:names:tc:xliff:document:1.2";
pub(super) const HEAD: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";

pub(super) fn parse<'t>(text: &'t str, root: &str) -> Result<Document<'t>, Fault> {
    // Property lists have a document type.
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let reason = error.to_string();
        Fault::new(error.pos().row as usize, reason.split(" at ").next().unwrap_or_default())
    })?;
    match document.root_element() {
        found if found.tag_name().name() == root => Ok(document),
        found => Err(fault(found, format!("the root must be <{root}>"))),
    }
}

pub(super) fn fault(node: Node<'_, '_>, reason: impl Into<String>) -> Fault {
    Fault::new(node.document().text_pos_at(node.range().start).row as usize, reason)
}

pub(super) fn attribute<'n>(node: Node<'n, '_>, name: &str) -> Result<&'n str, Fault> {
    let element = node.tag_name().name();
    let missing = || fault(node, format!("<{element}> needs the attribute {name:?}"));
    node.attribute(name).ok_or_else(missing)
}

pub(super) fn elements<'n, 'd>(node: Node<'n, 'd>) -> impl Iterator<Item = Node<'n, 'd>> {
    node.children().filter(Node::is_element)
}

pub(super) fn named<'n, 'd>(node: Node<'n, 'd>, name: &str) -> impl Iterator<Item = Node<'n, 'd>> {
    elements(node).filter(move |child| child.tag_name().name() == name)
}

/// Returns the content of an element as it is written, if it has elements or CDATA.
pub(super) fn markup<'d>(node: Node<'_, 'd>) -> Option<&'d str> {
    let source = &node.document().input_text()[node.range()];
    if !node.has_children() || (elements(node).next().is_none() && !source.contains("<![CDATA[")) {
        return None;
    }
    // What an entity stands for is written elsewhere.
    let start = node.first_child()?.range().start.checked_sub(node.range().start)?;
    source.get(start..source.rfind("</")?)
}

/// Returns the content of an element: its text, or its markup.
pub(super) fn inner(node: Node<'_, '_>) -> String {
    let text = || node.children().filter_map(|child| child.text()).collect();
    markup(node).map_or_else(text, str::to_owned)
}

/// Whether a text is markup that can be in a file as it is.
pub(super) fn is_markup(text: &str) -> bool {
    let wrapped = || format!("<x xmlns:xliff=\"{XLIFF}\">{text}</x>");
    let is_markup = |parsed: Document<'_>| markup(parsed.root_element()).is_some();
    text.contains('<') && Document::parse(&wrapped()).is_ok_and(is_markup)
}

pub(super) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // Parsers read a line break in place of it.
            '\r' => escaped.push_str("&#13;"),
            '\t' | '\n' => escaped.push(letter),
            '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => {}
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Escapes a text for an attribute, in which parsers read line breaks and tabs as blanks.
pub(super) fn value(text: &str) -> String {
    escape(text).replace('\n', "&#10;").replace('\t', "&#9;")
}
