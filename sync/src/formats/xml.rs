//! What the formats in XML have in common.
//!
//! `roxmltree` rejects what is not well-formed (entities, names, attributes, letters), and its tree
//! has the range of each node; `quick-xml` has both only for the caller to check and to count.

use std::ops::Range;

use roxmltree::Error::{
    UnclosedRootNode, UnexpectedEndOfStream, UnknownEntityReference, UnknownNamespace,
};
use roxmltree::{Document, Node as Element, ParsingOptions};

use crate::icu::CATEGORIES;

use super::{Kind, MAX_DEPTH, Node, Style, SyntaxError, Tree};

/// The bytes before the end of the entities, times the references in the file.
const MAX_EXPANDED: usize = 1 << 20;
const BLANK: [char; 2] = [' ', '\t'];

type Result<T, E = SyntaxError> = std::result::Result<T, E>;

/// Parses a file whose root element must have this name.
pub(super) fn parse<'s>(source: &'s str, root: &str) -> Result<Document<'s>> {
    let declared = source.strip_prefix("<?xml").and_then(|rest| rest.split_once("?>"));
    let encoding = declared.and_then(|(declaration, _)| {
        declaration.split_once("encoding=")?.1.split(['"', '\'']).nth(1)
    });
    if let Some(encoding) = encoding.filter(|it| !it.to_ascii_lowercase().starts_with("utf")) {
        let message = format!("the encoding {encoding} is not supported: convert it to UTF-8");
        return Err(SyntaxError { line: 1, message });
    }
    let types = source.rfind("<!ENTITY").unwrap_or_default();
    let types_end = types + source[types..].find("]>").unwrap_or_default();
    // Otherwise, entities of entities could fill the memory.
    if types > 0 && types_end * source.matches('&').count() > MAX_EXPANDED {
        return Err(SyntaxError::at(source, types, "too many or too large entities"));
    }
    let document = document(source).map_err(|problem| {
        let line = match problem {
            UnclosedRootNode | UnexpectedEndOfStream => source.lines().count(),
            _ => problem.pos().row as usize,
        };
        let message = match &problem {
            UnknownNamespace(name, _) => {
                format!("the root element does not declare the namespace `{name}`")
            }
            UnknownEntityReference(name, _) => {
                format!("the file does not define the entity `{name}`: write its text instead")
            }
            problem => problem.to_string(),
        };
        SyntaxError { line: line.max(1), message }
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

/// What the tags in a text are.
pub(super) enum Tags<'a> {
    Text,
    /// Elements if the text is well-formed, otherwise text.
    Any,
    /// Elements, if this holds for the name of one.
    Elements(&'a dyn Fn(&str) -> bool),
}

/// Returns what replaces the content of an element. `own` writes the escapes that the format has
/// besides those of XML, in each part of the text between tags.
pub(super) fn encode(
    style: &Style<'_>,
    node: &Node,
    text: &str,
    tags: &Tags<'_>,
    own: &mut dyn FnMut(&str) -> String,
) -> Result<String, String> {
    let old = &style.source[node.value.clone()];
    let is_cdata = old.trim().starts_with("<![CDATA[") && old.trim().ends_with("]]>");
    let tagged = if is_cdata { None } else { tagged(text, tags, own)? };
    let text = match tagged {
        Some(tagged) => tagged.replace("]]>", "]]&gt;"),
        None if is_cdata => {
            let text = own(text).replace("]]>", "]]]]><![CDATA[>");
            format!("<![CDATA[{}]]>", text.replace('\r', "]]>\r<![CDATA["))
        }
        None => escape(&own(text)).replace('>', "&gt;"),
    };
    // Parsers read a line break in place of `\r`.
    let text = text.replace('\r', "&#13;").replace('\n', style.line_end);
    if old.trim_start() != "/>" {
        return Ok(text);
    }
    let tag = style.source[..node.value.start].rsplit('<').next().unwrap_or_default();
    Ok(format!(">{text}</{}>", name(tag)))
}

/// Returns the name at the start of a tag that has no `<`.
pub(super) fn name(tag: &str) -> &str {
    tag.split([' ', '/', '>', '\t', '\r', '\n']).next().unwrap_or_default()
}

pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// Whether a content has its tags as text, if it has any.
pub(super) fn is_escaped(content: &str) -> Option<bool> {
    let is_cdata = content.contains("<![CDATA[");
    let has_tags = is_cdata || content.contains('<') || content.contains("&lt;");
    has_tags.then(|| is_cdata || !content.contains('<'))
}

/// Writes a text with elements.
fn tagged(
    text: &str,
    tags: &Tags<'_>,
    own: &mut dyn FnMut(&str) -> String,
) -> Result<Option<String>, String> {
    let is_element = match tags {
        Tags::Text => return Ok(None),
        Tags::Any => &|_: &str| true,
        Tags::Elements(is_element) => *is_element,
    };
    let names: Vec<_> = tag_names(text).collect();
    if !names.iter().any(|name| is_element(name)) {
        return Ok(None);
    }
    let fragment = fragment(text);
    let parsed = match parse(&fragment, "text") {
        Ok(parsed) => parsed,
        Err(_) if matches!(tags, Tags::Any) => return Ok(None),
        Err(SyntaxError { message, .. }) => {
            let message = message.rsplit_once(" at ").map_or(&*message, |(message, _)| message);
            return Err(format!("its tags are not valid XML: {message}"));
        }
    };
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

    /// Sets a text in files of all formats with these contents; the first one is of the source.
    fn all_hold(contents: [&str; 3], text: &str) {
        let unit = format!("<xliff><file><unit id='a'><source>{}</source><target>", contents[0]);
        for (format, head, tail) in [
            ("xml", "<resources><string name='a'>", "</string></resources>"),
            ("resx", "<root><data name='a'><value>", "</value></data></root>"),
            ("stringsdict", "<plist><dict><key>a</key><string>", "</string></dict></plist>"),
            ("xlf", &unit, "</target></unit></file></xliff>"),
        ] {
            for content in contents {
                holds(super::super::of(format).unwrap(), &[head, content, tail].concat(), text);
            }
        }
    }

    proptest! {
        #[test]
        fn each_text_is_held(text in r#"([ -~]|[<>/"'\\@? &;\n\r\t]|</?i>|]]>|\PC){0,12}"#) {
            all_hold(["\"x\"", "<![CDATA[x]]>", "&lt;x"], &text);
        }

        /// Broken tags of the source are refused.
        #[test]
        fn each_text_with_elements_is_held(
            text in r#"([ -%'-:=>?@\\\n\r]|&|< |<b>[a-z ]</b>|<b/>|&amp;|&#39;|]]>){0,12}"#,
        ) {
            all_hold(["<b>x</b>", "x", "&lt;x"], &text);
        }
    }
}
