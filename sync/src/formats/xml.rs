//! What the formats in XML have in common.
//!
//! `roxmltree` rejects what is not well-formed (entities, names, attributes, letters), and its tree
//! has the range of each node; `quick-xml` has both only for the caller to check and to count.

use std::ops::Range;

use roxmltree::Error::UnknownNamespace;
use roxmltree::{Document, Node as Element, ParsingOptions};

use crate::icu::CATEGORIES;

use super::{Kind, MAX_DEPTH, Node, Style, SyntaxError, Tree};

const BLANK: [char; 2] = [' ', '\t'];

type Result<T, E = SyntaxError> = std::result::Result<T, E>;

/// Parses a file whose root element must have this name.
pub(super) fn parse<'s>(source: &'s str, root: &str) -> Result<Document<'s>> {
    let declared = source.strip_prefix("<?xml").and_then(|rest| rest.split_once("?>"));
    let declared = declared.map_or(String::new(), |(it, _)| it.to_ascii_lowercase());
    if declared.contains("encoding") && !declared.contains("utf") {
        return Err(SyntaxError::at(source, 0, "the encoding is not UTF-8: convert the file"));
    }
    let document = document(source).map_err(|problem| SyntaxError {
        line: problem.pos().row as usize,
        message: problem.to_string(),
    })?;
    let found = document.root_element();
    if found.tag_name().name() != root {
        return Err(error(found, format!("expected <{root}>, not <{}>", found.tag_name().name())));
    }
    for node in document.descendants() {
        // Elements of an entity have the place where the document type defines it.
        if node.is_element() && node.range().start < found.range().start {
            return Err(error(node, "an entity with elements is not supported: write it out"));
        } else if node.ancestors().nth(MAX_DEPTH).is_some() {
            return Err(error(node, format!("more than {MAX_DEPTH} levels of nesting")));
        }
    }
    Ok(document)
}

/// Parses a file with or without a document type, such as property lists have.
fn document(source: &str) -> Result<Document<'_>, roxmltree::Error> {
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    Document::parse_with_options(source, options)
}

/// Declares the namespaces that the new texts of an edited file have from the base file.
pub(super) fn complete(old: &str, base: &str, mut text: String) -> String {
    let declare = |text: &str| {
        let Err(UnknownNamespace(name, _)) = document(text) else { return None };
        let base = document(base).ok()?;
        let uri = base.descendants().find_map(|it| it.lookup_namespace_uri(Some(&name)))?;
        let uri = escape(uri).replace('"', "&quot;");
        let at = document(old).ok()?.root_element().range().start;
        let (before, after) = text.split_at_checked(at + start_tag(&old[at..]).len())?;
        Some(format!("{before} xmlns:{name}=\"{uri}\"{after}"))
    };
    while let Some(declared) = declare(&text) {
        text = declared;
    }
    text
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

/// Returns the texts of child elements with this name, one a line.
pub(super) fn notes(parent: Element<'_, '_>, name: &str) -> String {
    let notes = elements(parent).filter(|child| child.tag_name().name() == name);
    notes.map(plain).collect::<Vec<_>>().join("\n")
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
    let text = &element.document().input_text()[start..end];
    let open = start_tag(text).len();
    let after = &text[open..];
    match after.split_once('>') {
        // The text of an entity has the place of its definition, so that children are no help.
        Some((space, _)) if !space.ends_with('/') => {
            start + open + space.len() + 1..start + text.rfind("</").unwrap_or(text.len())
        }
        _ => start + open..end,
    }
}

/// Returns the start tag of an element without what closes it.
pub(super) fn start_tag(element: &str) -> &str {
    let mut quote = None;
    let end = element.find(|letter: char| {
        match quote {
            None if matches!(letter, '"' | '\'') => quote = Some(letter),
            Some(open) if open == letter => quote = None,
            _ => {}
        }
        quote.is_none() && letter == '>'
    });
    let tag = &element[..end.unwrap_or(element.len())];
    tag.strip_suffix('/').unwrap_or(tag).trim_end()
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
    match forms.iter().find(|form| !CATEGORIES.contains(&&*form.name)) {
        None => Ok(forms),
        Some(form) => Err(error(plural, format!("unknown quantity `{}`", form.name))),
    }
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
    match has_elements(element) {
        true => tags(element, &mut |part| escape(&unescape(part))),
        false => tags(element, unescape),
    }
}

fn tags(element: Element<'_, '_>, read: &mut dyn FnMut(&str) -> String) -> String {
    let source = element.document().input_text();
    let mut text = String::new();
    for child in element.children() {
        if child.is_text() {
            text += &read(child.text().unwrap_or_default());
        } else if child.is_element() {
            let (range, inner) = (child.range(), content(child));
            let is_empty = inner.end == range.end;
            text += &source[range.start..if is_empty { range.end } else { inner.start }];
            text += &tags(child, read);
            text += &source[inner.end..range.end];
        }
    }
    text
}

/// Whether a tag with this name is an element, not text.
pub(super) type IsElement<'a> = Option<&'a dyn Fn(&str) -> bool>;

/// Returns what replaces the content of an element. `own` writes the escapes that the format has
/// besides those of XML, in each part of the text between tags.
pub(super) fn encode(
    style: &Style<'_>,
    node: &Node,
    text: &str,
    is_element: IsElement<'_>,
    own: &mut dyn FnMut(&str) -> String,
) -> Result<String, String> {
    let old = &style.source[node.value.clone()];
    let is_cdata = old.contains("<![CDATA[") && without_cdata(old).trim().is_empty();
    let tagged = tagged(text, is_element.filter(|_| !is_cdata), own)?;
    let text = match tagged {
        Some(tagged) => tagged.replace("]]>", "]]&gt;"),
        None if is_cdata => {
            format!("<![CDATA[{}]]>", own(text).replace("]]>", "]]]]><![CDATA[>"))
        }
        None => escape(&own(text)).replace('>', "&gt;"),
    };
    // Parsers read a line break in place of `\r`.
    let text = text.replace('\r', "&#13;").replace('\n', style.line_end);
    if old.trim_start() != "/>" {
        return Ok(text);
    }
    Ok(opened(&style.source[..node.value.start], &text))
}

/// Returns what replaces the `/>` of an element that gets content.
pub(super) fn opened(before: &str, content: &str) -> String {
    format!(">{content}</{}>", name(before.rsplit('<').next().unwrap_or_default()))
}

/// Returns what is outside of CDATA sections, where tags are elements.
pub(super) fn without_cdata(source: &str) -> String {
    let outside = |part: &str| part.split("<![CDATA[").next().unwrap_or_default().to_owned();
    source.split("]]>").map(outside).collect()
}

/// Returns the name at the start of a tag that has no `<`.
pub(super) fn name(tag: &str) -> &str {
    tag.split([' ', '/', '>', '\t', '\r', '\n']).next().unwrap_or_default()
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Writes a text that has an element.
fn tagged(
    text: &str,
    is_element: IsElement<'_>,
    own: &mut dyn FnMut(&str) -> String,
) -> Result<Option<String>, String> {
    let names: Vec<_> = tag_names(text).collect();
    let has_element = |is_element: &&dyn Fn(&str) -> bool| names.iter().any(|it| is_element(it));
    let Some(is_element) = is_element.filter(has_element) else { return Ok(None) };
    let fragment = fragment(text);
    let parsed = parse(&fragment, "text")
        .map_err(|error| format!("its tags are not valid XML: {}", error.message))?;
    if let Some(name) = names.iter().find(|name| !is_element(name)) {
        return Err(format!("the source has no element <{name}>: remove it, or write `&lt;`"));
    }
    Ok(Some(self::text(parsed.root_element(), own)))
}

/// Returns a text as it is read where its tags are elements.
pub(super) fn normal(text: &str) -> String {
    match parse(&fragment(text), "text") {
        Ok(parsed) if has_elements(parsed.root_element()) => plain(parsed.root_element()),
        _ => text.to_owned(),
    }
}

/// Returns an element with a text and the namespaces in it. What starts no tag and no reference is
/// escaped.
fn fragment(text: &str) -> String {
    let mut escaped = String::from("<text>");
    for (at, letter) in text.char_indices() {
        let rest = &text[at + letter.len_utf8()..];
        match letter {
            '<' if !is_tag(rest) => escaped.push_str("&lt;"),
            '&' if !is_reference(rest) => escaped.push_str("&amp;"),
            '>' if text[..at].ends_with("]]") => escaped.push_str("&gt;"),
            '\r' => escaped.push_str("&#13;"),
            letter => escaped.push(letter),
        }
    }
    escaped.push_str("</text>");
    while let Some(UnknownNamespace(name, _)) = document(&escaped).err() {
        escaped.insert_str("<text".len(), &format!(" xmlns:{name}='{name}'"));
    }
    escaped
}

/// Whether a tag is what follows a `<`.
fn is_tag(rest: &str) -> bool {
    rest.strip_prefix('/').unwrap_or(rest).starts_with(|it: char| it.is_alphabetic() || it == '_')
}

/// Whether a reference, such as `amp;` or `#39;`, is what follows a `&`.
fn is_reference(rest: &str) -> bool {
    let name = rest.split_once(';').map_or("", |(name, _)| name);
    let name = name.strip_prefix('#').unwrap_or(name);
    !name.is_empty() && name.chars().all(char::is_alphanumeric)
}

/// Returns the names of the tags in a text.
fn tag_names(text: &str) -> impl Iterator<Item = &str> {
    let tags = text.split('<').skip(1).filter(|rest| is_tag(rest));
    tags.map(|rest| name(rest.strip_prefix('/').unwrap_or(rest)))
}

/// Whether an element has child elements.
pub(super) fn has_elements(element: Element<'_, '_>) -> bool {
    elements(element).next().is_some()
}

/// Returns the text in an element if the format has no escapes of its own.
pub(super) fn plain(element: Element<'_, '_>) -> String {
    text(element, &mut str::to_owned)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::holds;

    proptest! {
        /// Broken tags of the source are refused.
        #[test]
        fn each_text_is_held(
            text in r#"([ -:=-~\n\t\u00e4]|< |<b>[a-z ]</b>|<b/>|&amp;|&#39;|]]>){0,12}"#,
            tagged in any::<bool>(),
        ) {
            let source = if tagged { "<b>x</b>" } else { "\"x\"" };
            let unit = format!("<xliff><file><unit id='a'><source>{source}</source><target>");
            for (format, head, tail) in [
                ("xml", "<resources><string name='a'>", "</string></resources>"),
                ("resx", "<root><data name='a'><value>", "</value></data></root>"),
                ("stringsdict", "<plist><dict><key>a</key><string>", "</string></dict></plist>"),
                ("xlf", &unit, "</target></unit></file></xliff>"),
            ] {
                for content in [source, "x", "<![CDATA[x]]>", "&lt;x"] {
                    holds(super::super::of(format).unwrap(), &[head, content, tail].concat(), &text);
                }
            }
        }
    }
}
