//! What the formats in XML have in common.
//!
//! `roxmltree` rejects what is not well-formed (entities, names, attributes, letters), and its tree
//! has the range of each node; `quick-xml` has both only for the caller to check and to count.

use std::collections::BTreeSet;
use std::ops::Range;

use roxmltree::Error::{UnclosedRootNode, UnexpectedEndOfStream, UnknownNamespace};
use roxmltree::{Document, Node as Element, ParsingOptions};

use crate::icu::CATEGORIES;

use super::{Kind, MAX_DEPTH, Node, Style, SyntaxError, Tree};

const BLANK: [char; 2] = [' ', '\t'];

type Result<T, E = SyntaxError> = std::result::Result<T, E>;

/// Parses a file whose root element must have this name.
pub(super) fn parse<'s>(source: &'s str, root: &str) -> Result<Document<'s>> {
    if let Some(at) = source.find("<!ENTITY") {
        return Err(SyntaxError::at(source, at, "entities are not supported: write them out"));
    }
    let declared = source.strip_prefix("<?xml").and_then(|rest| rest.split_once("?>"));
    let encoding = declared.and_then(|(declaration, _)| {
        declaration.split_once("encoding=")?.1.split(['"', '\'']).nth(1)
    });
    if let Some(encoding) = encoding.filter(|it| !it.to_ascii_lowercase().starts_with("utf")) {
        let message = format!("the encoding {encoding} is not supported: convert it to UTF-8");
        return Err(SyntaxError { line: 1, message });
    }
    // Property lists have a document type.
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(source, options).map_err(|problem| {
        let line = match problem {
            UnclosedRootNode | UnexpectedEndOfStream => source.lines().count(),
            _ => problem.pos().row as usize,
        };
        let message = match &problem {
            UnknownNamespace(name, _) => undeclared(name),
            problem => problem.to_string(),
        };
        SyntaxError { line: line.max(1), message }
    })?;
    let found = document.root_element();
    if found.tag_name().name() != root {
        return Err(error(found, format!("expected <{root}>, not <{}>", found.tag_name().name())));
    }
    match document.descendants().find(|node| node.ancestors().nth(MAX_DEPTH).is_some()) {
        Some(node) => Err(error(node, format!("more than {MAX_DEPTH} levels of nesting"))),
        None => Ok(document),
    }
}

pub(super) fn error(element: Element<'_, '_>, message: impl Into<String>) -> SyntaxError {
    SyntaxError::at(element.document().input_text(), element.range().start, message)
}

/// Returns the child elements.
pub(super) fn elements<'n, 'd>(parent: Element<'n, 'd>) -> impl Iterator<Item = Element<'n, 'd>> {
    parent.children().filter(Element::is_element)
}

/// Returns the first child element with this name.
pub(super) fn child<'n, 'd>(parent: Element<'n, 'd>, name: &str) -> Option<Element<'n, 'd>> {
    elements(parent).find(|child| child.tag_name().name() == name)
}

/// Returns an attribute and where it is.
pub(super) fn attribute(element: Element<'_, '_>, name: &str) -> Result<(String, Range<usize>)> {
    let found = element.attribute_node(name).map(|it| (it.value().to_owned(), it.range_value()));
    let tag = element.tag_name().name();
    found.ok_or_else(|| error(element, format!("<{tag}> needs the attribute `{name}`")))
}

/// Returns the range between the tags of an element, or of the `/>` at its end.
pub(super) fn content(element: Element<'_, '_>) -> Range<usize> {
    let Range { start, end } = element.range();
    let tag = &element.document().input_text()[start..end];
    let close = start + tag.rfind("</").unwrap_or_default();
    match element.first_child() {
        Some(first) => first.range().start..close,
        None if close > start => close..close,
        None => start + tag.trim_end_matches("/>").trim_end().len()..end,
    }
}

/// Returns what `read` makes of the elements in a container, with their spans. Of those that are no
/// entries, the first ones stay in new files.
pub(super) fn members<'n, 'd>(
    parent: Element<'n, 'd>,
    mut read: impl FnMut(Element<'n, 'd>) -> Result<Option<Node>>,
) -> Result<Tree> {
    let mut tree = Tree { nodes: Vec::new(), inner: content(parent) };
    let mut start = tree.inner.start;
    for child in elements(parent) {
        let (end, is_first) = (end(child), tree.nodes.is_empty());
        match read(child)?.or_else(|| (!is_first).then(|| meta(child))) {
            Some(node) => tree.nodes.push(Node { span: start..end, ..node }),
            None => tree.inner.start = end,
        }
        start = end;
    }
    Ok(tree)
}

/// Returns a node that is not in new files.
pub(super) fn meta(element: Element<'_, '_>) -> Node {
    let at = element.range().start;
    Node::new(format!("<{at}"), at..at, at..at, Kind::Meta)
}

/// Checks the names of the forms of a plural.
pub(super) fn forms(plural: Element<'_, '_>, forms: Vec<Node>) -> Result<Vec<Node>> {
    let Some(form) = forms.iter().find(|form| !CATEGORIES.contains(&&*form.name)) else {
        return Ok(forms);
    };
    let message = format!("unknown quantity `{}`: use {}", form.name, CATEGORIES.join(", "));
    Err(SyntaxError::at(plural.document().input_text(), form.name_at.start, message))
}

/// Returns the end of an element with the comment behind it in its line.
pub(super) fn end(element: Element<'_, '_>) -> usize {
    let (source, end) = (element.document().input_text(), element.range().end);
    let rest = source[end..].trim_start_matches(BLANK).strip_prefix("<!--");
    let comment = rest.and_then(|rest| rest.split_once("-->")).filter(|(comment, rest)| {
        !comment.contains('\n') && rest.trim_start_matches(BLANK).starts_with(['\r', '\n'])
    });
    comment.map_or(end, |(_, rest)| source.len() - rest.len())
}

/// Returns the text in an element; with its tags as they are, and `&` and `<` as in XML, if it has
/// elements. `unescape` reads the escapes that the format has besides those of XML.
pub(super) fn text(element: Element<'_, '_>, unescape: &mut dyn FnMut(&str) -> String) -> String {
    if elements(element).next().is_some() {
        return tags(element, &mut |part| escape(&unescape(part)));
    }
    tags(element, unescape)
}

fn tags(element: Element<'_, '_>, read: &mut dyn FnMut(&str) -> String) -> String {
    let source = element.document().input_text();
    let mut text = String::new();
    for child in element.children() {
        let (range, inner) = (child.range(), content(child));
        if child.is_text() {
            text += &read(child.text().unwrap_or_default());
        } else if child.is_element() && inner.end == range.end {
            text += &source[range];
        } else if child.is_element() {
            text += &source[range.start..inner.start];
            text += &tags(child, read);
            text += &source[inner.end..range.end];
        }
    }
    text
}

/// Returns what replaces the content of an element, which may have tags or not. `own` writes the
/// escapes that the format has besides those of XML, in each part of the text between tags.
pub(super) fn encode(
    style: &Style<'_>,
    node: &Node,
    text: &str,
    has_tags: bool,
    own: &mut dyn FnMut(&str) -> String,
) -> Result<String, String> {
    let value = node.value.clone();
    let old = &style.source[value.clone()];
    if old.trim_start() == "/>" {
        let name = style.source[..value.start].rsplit('<').next().unwrap_or_default();
        let name = name.split_whitespace().next().unwrap_or_default();
        let node = Node { value: value.start..value.start, ..node.clone() };
        return Ok(format!(">{}</{name}>", encode(style, &node, text, has_tags, own)?));
    }
    let is_cdata = old.trim().starts_with("<![CDATA[") && old.trim().ends_with("]]>");
    // A text without markup is no model: the base file or the source beside it is.
    let model = style.model.unwrap_or(&style.source[node.span.clone()]);
    let is_model_escaped = model.contains("&lt;") || model.contains("<![CDATA[");
    let is_escaped = match (old.contains('<'), old.contains("&lt;")) {
        _ if !has_tags || is_cdata => true,
        (false, false) => is_model_escaped,
        (has_elements, _) => !has_elements,
    };
    let tagged = if is_escaped { None } else { tagged(style.source, text, own)? };
    let mut text = tagged.clone().unwrap_or_else(|| own(text));
    let is_wrong = |it: &char| matches!(it, '\0'..' ' | '\u{fffe}' | '\u{ffff}');
    if let Some(letter) = text.replace(['\t', '\r', '\n'], "").chars().find(is_wrong) {
        return Err(format!("XML cannot contain U+{:04X}", u32::from(letter)));
    }
    if is_cdata {
        text = text.replace("]]>", "]]]]><![CDATA[>").replace('\r', "]]>\r<![CDATA[");
        text = format!("<![CDATA[{text}]]>");
    } else if tagged.is_none() {
        text = escape(&text).replace('>', "&gt;");
    }
    // Parsers read a line break in place of `\r`.
    Ok(text.replace('\r', "&#13;").replace('\n', style.line_end))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Writes a text that is well-formed XML with elements, and is read as it is.
fn tagged(
    source: &str,
    text: &str,
    own: &mut dyn FnMut(&str) -> String,
) -> Result<Option<String>, String> {
    let prefixes = text.split('<').skip(1).filter_map(|tag| Some(tag.split_once(':')?.0));
    let prefixes = prefixes.filter(|it| !it.is_empty() && it.chars().all(char::is_alphanumeric));
    let prefixes: BTreeSet<_> = prefixes.collect();
    let names: String = prefixes.iter().map(|name| format!(" xmlns:{name}='{name}'")).collect();
    let fragment = format!("<x{names}>{text}</x>");
    let Ok(parsed) = parse(&fragment, "x") else { return Ok(None) };
    let root = parsed.root_element();
    if elements(root).next().is_none() || plain(root) != text {
        return Ok(None);
    }
    let is_declared = |name: &&&str| {
        let name = format!("xmlns:{name}=");
        source.contains(&name) || text.contains(&name)
    };
    match prefixes.iter().find(|name| !is_declared(name)) {
        Some(name) => Err(undeclared(name)),
        None => Ok(Some(self::text(root, own))),
    }
}

fn undeclared(name: &str) -> String {
    format!("the root element does not declare the namespace `{name}`")
}

/// Returns the text in an element if the format has no escapes of its own.
pub(super) fn plain(element: Element<'_, '_>) -> String {
    text(element, &mut str::to_owned)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::holds;

    const XLIFF: &str = "<xliff><file><unit id='a'><source/><target>";

    proptest! {
        #[test]
        fn each_text_is_held(text in r#"([ -~]|[<>/"'\\@? &;\n\r\t]|<b>|</b>|]]>|\PC){0,12}"#) {
            for (format, head, tail) in [
                ("xml", "<resources><string name='a'>", "</string></resources>"),
                ("resx", "<root><data name='a'><value>", "</value></data></root>"),
                ("stringsdict", "<plist><dict><key>a</key><string>", "</string></dict></plist>"),
                ("xlf", XLIFF, "</target></unit></file></xliff>"),
            ] {
                for old in ["x", "\"x\"", "<![CDATA[x]]>", "<b>x</b>", "&lt;x"] {
                    holds(super::super::of(format).unwrap(), &[head, old, tail].concat(), &text);
                }
            }
        }
    }
}
