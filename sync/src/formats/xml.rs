//! What the formats in XML have in common.
//!
//! `roxmltree` rejects what is not well-formed (entities, names, attributes, letters), and its tree
//! has the range of each node; `quick-xml` has both only for the caller to check and to count.

use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use roxmltree::{Document, Node, ParsingOptions};

use crate::formats::elements::{self, File, Item, Outer, Splice, splice};
use crate::formats::{Edit, Entry, EntryState, Format, SyntaxError, Text};

/// The plural categories of CLDR.
pub(crate) const CATEGORIES: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];
const MAX_DEPTH: usize = 100;
/// What the entities of a file may add to it.
const MAX_EXPANSION: usize = 16 << 20;

/// An entry and its places.
#[derive(Debug, Clone)]
pub(crate) struct Unit {
    pub(crate) entry: Entry,
    pub(crate) outer: Option<Rc<Outer>>,
    /// One, or one for each form.
    pub(crate) places: Vec<Place>,
    /// What changes with a new text.
    pub(crate) on_set: Vec<Splice>,
}

impl Item for Unit {
    fn entry(&self) -> &Entry {
        &self.entry
    }

    fn outer(&self) -> Option<&Outer> {
        self.outer.as_deref()
    }
}

/// Where a text stands.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) form: String,
    /// Where the name of the form stands, or the source of a missing target.
    pub(crate) name: Range<usize>,
    /// The element with its lines.
    pub(crate) span: Range<usize>,
    /// Between the tags; ` />` of an element without an end tag.
    pub(crate) content: Range<usize>,
    pub(crate) has_end: bool,
    pub(crate) text: String,
    /// Whether a text that is markup is written as such.
    pub(crate) is_markup: bool,
}

/// A document and where its lines start.
pub(crate) struct Source<'a> {
    pub(crate) text: &'a str,
    pub(crate) document: Document<'a>,
    line_ends: Vec<usize>,
    /// The starts of comments by their ends.
    comments: HashMap<usize, usize>,
}

/// Parses a file whose root must have this name.
pub(crate) fn parse<'a>(text: &'a str, root: &str) -> Result<Source<'a>, SyntaxError> {
    elements::check(text)?;
    let error = |line, message: &str| SyntaxError { line, message: message.to_owned() };
    if is_bomb(text) {
        return Err(error(1, "entities would expand too far: write their texts in place"));
    }
    // Property lists have a document type.
    let options = ParsingOptions { allow_dtd: true, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|failure| {
        use roxmltree::Error::{UnclosedRootNode, UnexpectedEndOfStream};
        let message = failure.to_string();
        let message = message.split(" at ").next().unwrap_or_default();
        match failure {
            UnclosedRootNode | UnexpectedEndOfStream => {
                error(text.lines().count().max(1), "the file ends within an element")
            }
            failure => error(usize::try_from(failure.pos().row).unwrap_or(1), message),
        }
    })?;
    let line_ends = text.match_indices('\n').map(|(at, _)| at).collect();
    let comments = document.descendants().filter(Node::is_comment).map(|node| node.range());
    let comments = comments.map(|comment| (comment.end, comment.start)).collect();
    let source = Source { text, document, line_ends, comments };
    let found = source.root();
    if found.tag_name().name() != root {
        let name = found.tag_name().name();
        return Err(source.error(found, format!("expected <{root}>, not <{name}>")));
    }
    let mut depths: Vec<usize> = Vec::new();
    for node in source.document.descendants() {
        let depth = node.parent().and_then(|parent| depths.get(parent.id().get_usize()));
        let depth = depth.map_or(0, |depth| depth + 1);
        if depth > MAX_DEPTH {
            return Err(source.error(node, format!("more than {MAX_DEPTH} elements deep")));
        }
        depths.push(depth);
        // Or it has no range of its own.
        let outer = node.parent().map_or(0..text.len(), |parent| parent.range());
        let Range { start, end } = node.range();
        if node.is_element() && !(outer.start <= start && end <= outer.end) {
            let message = "an element in an entity: write it in place".to_owned();
            return Err(source.error(node, message));
        }
    }
    Ok(source)
}

/// Whether the entities of a file are large, or refer to one another.
fn is_bomb(text: &str) -> bool {
    let Some(last) = text.rfind("<!ENTITY") else { return false };
    let end = text[last..].find("]>").map_or(text.len(), |end| last + end);
    let definitions = &text[text.find("<!ENTITY").unwrap_or(0)..end];
    let predefined = ["#", "amp;", "lt;", "gt;", "quot;", "apos;"];
    let is_reference = |rest: &str| !predefined.iter().any(|name| rest.starts_with(name));
    definitions.split('&').skip(1).any(is_reference)
        || definitions.len().saturating_mul(text.matches('&').count()) > MAX_EXPANSION
}

impl<'a> Source<'a> {
    pub(crate) fn root(&self) -> Node<'_, 'a> {
        self.document.root_element()
    }

    pub(crate) fn line(&self, node: Node<'_, '_>) -> usize {
        self.line_ends.partition_point(|end| *end < node.range().start) + 1
    }

    pub(crate) fn error(&self, node: Node<'_, '_>, message: String) -> SyntaxError {
        SyntaxError { line: self.line(node), message }
    }

    pub(crate) fn attribute<'n>(
        &self,
        node: Node<'n, '_>,
        name: &str,
    ) -> Result<&'n str, SyntaxError> {
        let element = node.tag_name().name();
        let missing = || self.error(node, format!("<{element}> needs the attribute `{name}`"));
        node.attribute(name).ok_or_else(missing)
    }

    /// Fails if two entries have one key.
    pub(crate) fn is_unique(&self, units: &[Unit]) -> Result<(), SyntaxError> {
        let mut keys = HashMap::new();
        for Unit { entry: Entry { key, line, .. }, .. } in units {
            if let Some(first) = keys.insert(key, line) {
                let message = format!("duplicate `{key}`: it is in line {first} already");
                return Err(SyntaxError { line: *line, message });
            }
        }
        Ok(())
    }

    /// Returns the range between the tags of an element, or of `/>`.
    pub(crate) fn content(&self, node: Node<'_, '_>) -> Range<usize> {
        let Range { start, end } = node.range();
        let mut quote = None;
        let mut is_end = |letter| {
            match quote {
                Some(open) if open == letter => quote = None,
                None if matches!(letter, '"' | '\'') => quote = Some(letter),
                _ => {}
            }
            letter == '>' && quote.is_none()
        };
        let tag = &self.text[start..end];
        let open = start + tag.find(&mut is_end).map_or(tag.len(), |end| end + 1);
        match tag.rfind("</") {
            Some(close) if open < end => open..start + close,
            _ => start + tag.trim_end_matches("/>").trim_end().len()..end,
        }
    }

    pub(crate) fn place(&self, node: Node<'_, '_>, text: String) -> Place {
        let content = self.content(node);
        Place {
            form: String::new(),
            name: 0..0,
            span: self.span(node.range()),
            has_end: content.end < node.range().end,
            content,
            is_markup: elements(node).next().is_some(),
            text,
        }
    }

    /// Returns the range with the comments before it, and with its lines if they are its own.
    pub(crate) fn span(&self, Range { mut start, end }: Range<usize>) -> Range<usize> {
        const BLANK: [char; 2] = [' ', '\t'];
        let line_start = |at: usize| {
            let before = self.text[..at].trim_end_matches(BLANK);
            (before.is_empty() || before.ends_with('\n')).then_some(before.len())
        };
        loop {
            let before = self.text[..start].trim_end();
            let gap = self.text[before.len()..start].matches('\n').count();
            let comment = self.comments.get(&before.len()).copied();
            match comment.filter(|at| gap == 0 || (gap == 1 && line_start(*at).is_some())) {
                Some(comment) => start = comment,
                None => break,
            }
        }
        let Some(first) = line_start(start) else { return start..end };
        let mut at = end;
        loop {
            let rest = self.text[at..].trim_start_matches(BLANK);
            let start = self.text.len() - rest.len();
            if let Some(end) = ["\n", "\r\n"].into_iter().find(|end| rest.starts_with(end)) {
                return first..start + end.len();
            }
            let comment = rest.strip_prefix("<!--").and_then(|rest| rest.split_once("-->"));
            match comment.filter(|(comment, _)| !comment.contains('\n')) {
                Some((_, rest)) => at = self.text.len() - rest.len(),
                None => return first..end,
            }
        }
    }

    /// Returns where a last entry is inserted into this content, which may be `/>`.
    pub(crate) fn last(&self, content: &Range<usize>) -> usize {
        let before = self.text[..content.end].trim_end_matches([' ', '\t']).len();
        match self.text[..before].ends_with('\n') && before >= content.start {
            true => before,
            false => content.end,
        }
    }

    /// Returns a unit with one place.
    pub(crate) fn unit(&self, key: String, node: Node<'_, '_>, place: Place) -> Unit {
        let entry = Entry {
            key,
            text: Text::One(place.text.clone()),
            value: place.content.clone(),
            span: self.span(node.range()),
            line: self.line(node),
            state: EntryState::Ready,
        };
        Unit { entry, outer: None, places: vec![place], on_set: Vec::new() }
    }

    /// Returns a unit with the forms of a plural.
    pub(crate) fn plural(
        &self,
        key: String,
        node: Node<'_, '_>,
        places: Vec<Place>,
    ) -> Result<Unit, SyntaxError> {
        let (Some(first), Some(last)) = (places.first(), places.last()) else {
            return Err(self.error(node, format!("`{key}` has no forms")));
        };
        let mut unit = self.unit(key, node, first.clone());
        unit.entry.value = first.span.start..last.span.end;
        let form = |place: &Place| (place.form.clone(), place.text.clone());
        unit.entry.text = Text::Forms(places.iter().map(form).collect());
        let mut forms = HashSet::new();
        if let Some(twice) = places.iter().find(|place| !forms.insert(&place.form)) {
            let message = format!("`{}` has the form `{}` twice", unit.entry.key, twice.form);
            return Err(self.error(node, message));
        }
        unit.places = places;
        Ok(unit)
    }

    pub(crate) fn quantity(&self, node: Node<'_, '_>, form: &str) -> Result<(), SyntaxError> {
        let message = || format!("unknown quantity `{form}`: expected {}", CATEGORIES.join(", "));
        let is_known = CATEGORIES.contains(&form);
        is_known.then_some(()).ok_or_else(|| self.error(node, message()))
    }
}

/// Returns the child elements.
pub(crate) fn elements<'n, 'd>(node: Node<'n, 'd>) -> impl Iterator<Item = Node<'n, 'd>> {
    node.children().filter(Node::is_element)
}

/// Returns the child elements of a name.
pub(crate) fn named<'n, 'd>(
    node: Node<'n, 'd>,
    name: &'static str,
) -> impl Iterator<Item = Node<'n, 'd>> {
    elements(node).filter(move |child| child.tag_name().name() == name)
}

/// A part of a text with markup.
pub(crate) enum Piece<'a> {
    Text(&'a str),
    Tag(String),
}

/// Returns the texts and tags in an element.
pub(crate) fn pieces<'n>(node: Node<'n, '_>) -> Vec<Piece<'n>> {
    let mut pieces = Vec::new();
    add_pieces(node, &mut pieces);
    pieces
}

fn add_pieces<'n>(node: Node<'n, '_>, pieces: &mut Vec<Piece<'n>>) {
    for child in node.children() {
        if child.is_text() {
            pieces.push(Piece::Text(child.text().unwrap_or_default()));
        } else if child.is_element() {
            let (name, tag) = tag(child);
            if child.has_children() {
                pieces.push(Piece::Tag(format!("<{tag}>")));
                add_pieces(child, pieces);
                pieces.push(Piece::Tag(format!("</{name}>")));
            } else {
                pieces.push(Piece::Tag(format!("<{tag}/>")));
            }
        }
    }
}

/// Returns the name of an element, and the name with the attributes, in one style.
fn tag<'n>(node: Node<'n, '_>) -> (&'n str, String) {
    let source = node.document().input_text();
    let name = source.get(node.range().start + 1..).unwrap_or_default();
    let name = &name[..name.find(is_end_of_name).unwrap_or(name.len())];
    let mut tag = name.to_owned();
    for space in node.namespaces() {
        let around = node.parent().and_then(|parent| parent.lookup_namespace_uri(space.name()));
        if around != Some(space.uri()) {
            tag += &declaration(space);
        }
    }
    for one in node.attributes() {
        let name = source.get(one.range_qname()).unwrap_or_default();
        tag += &format!(" {name}=\"{}\"", quoted(one.value()));
    }
    (name, tag)
}

fn is_end_of_name(letter: char) -> bool {
    letter.is_ascii_whitespace() || matches!(letter, '/' | '>')
}

fn declaration(space: &roxmltree::Namespace<'_>) -> String {
    let name = space.name().map(|name| format!(":{name}")).unwrap_or_default();
    format!(" xmlns{name}=\"{}\"", quoted(space.uri()))
}

fn quoted(value: &str) -> String {
    let value = value.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    value.replace('\n', "&#10;").replace('\t', "&#9;").replace('\r', "&#13;")
}

/// Returns the text in an element; with its tags, and `&` and `<` as in XML, if it has elements.
pub(crate) fn text(node: Node<'_, '_>) -> String {
    join(&pieces(node))
}

fn join(pieces: &[Piece<'_>]) -> String {
    let is_markup = pieces.iter().any(|piece| matches!(piece, Piece::Tag(_)));
    let mut text = String::new();
    for piece in pieces {
        match piece {
            Piece::Tag(tag) => text.push_str(tag),
            Piece::Text(plain) => {
                plain.chars().for_each(|letter| push(&mut text, letter, is_markup))
            }
        }
    }
    text
}

/// Adds a letter, as XML writes it if the text has elements.
pub(crate) fn push(text: &mut String, letter: char, is_markup: bool) {
    match letter {
        '&' if is_markup => text.push_str("&amp;"),
        '<' if is_markup => text.push_str("&lt;"),
        letter => text.push(letter),
    }
}

/// How the texts of a file are written.
pub(crate) struct Style {
    line_end: &'static str,
    /// Whether other letters than those of ASCII are written as references.
    pub(crate) is_ascii: bool,
    /// The declarations of namespaces.
    scope: String,
}

impl Style {
    fn of(source: &Source<'_>) -> Self {
        let text = source.text;
        Self {
            line_end: elements::line_end(text),
            is_ascii: text.is_ascii() && (text.contains("&#") || text.contains("\\u")),
            scope: source.root().namespaces().map(declaration).collect(),
        }
    }
}

/// Writes a text for a place: its tags, and the texts beside them by this function, which gets the
/// text, the content in whose style it is written, and whether it is the last.
pub(crate) fn encode(
    place: &Place,
    content: &str,
    text: &str,
    style: &Style,
    plain: &mut dyn FnMut(&str, &str, bool) -> String,
) -> String {
    if let Some(open) = content.find("<![CDATA[").filter(|_| !place.is_markup) {
        let inner = &content[open + 9..content.rfind("]]>").unwrap_or(content.len())];
        let text = plain(text, inner, true).replace("]]>", "]]]]><![CDATA[>");
        let text: String = text.chars().filter(|letter| is_allowed(*letter)).collect();
        let text = text.replace('\r', "]]>&#13;<![CDATA[").replace('\n', style.line_end);
        return format!("<![CDATA[{text}]]>");
    }
    let mut letters = |text: &str, is_last| escape(&plain(text, content, is_last), content, style);
    if place.is_markup && text.contains('<') {
        let fragment = format!("<x{}>{text}</x>", style.scope);
        let parsed = Document::parse(&fragment).ok();
        let parts = parsed.as_ref().map(|parsed| pieces(parsed.root_element()));
        if let Some(parts) = parts.filter(|parts| join(parts) == text) {
            let last = parts.len().saturating_sub(1);
            let write = |(index, part): (usize, &Piece<'_>)| match part {
                Piece::Tag(tag) => tag.clone(),
                Piece::Text(text) => letters(text, index == last),
            };
            return parts.iter().enumerate().map(write).collect();
        }
    }
    letters(text, true)
}

/// Whether XML can contain a letter.
fn is_allowed(letter: char) -> bool {
    !matches!(letter, '\0'..'\t' | '\u{b}'..='\u{c}' | '\u{e}'..' ' | '\u{fffe}' | '\u{ffff}')
}

/// Returns the text of a content without elements.
pub(crate) fn unescape(content: &str) -> String {
    let fragment = format!("<x>{content}</x>");
    Document::parse(&fragment).map(|parsed| text(parsed.root_element())).unwrap_or_default()
}

/// Writes a text that has no escapes but those of XML.
pub(crate) fn plain(place: &Place, content: &str, text: &str, style: &Style) -> String {
    encode(place, content, text, style, &mut |text, _, _| text.to_owned())
}

/// Escapes a text in the style of this content, and removes what XML cannot contain.
fn escape(text: &str, content: &str, style: &Style) -> String {
    let is_raw = content.contains('>') && !content.contains("&gt;");
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' if !is_raw || escaped.ends_with("]]") => escaped.push_str("&gt;"),
            '"' if content.contains("&quot;") => escaped.push_str("&quot;"),
            '\'' if content.contains("&apos;") => escaped.push_str("&apos;"),
            // Parsers read a line break in place of it.
            '\r' => escaped.push_str("&#13;"),
            '\n' => escaped.push_str(style.line_end),
            '\t' => escaped.push('\t'),
            letter if !is_allowed(letter) => {}
            letter if style.is_ascii && !letter.is_ascii() => {
                escaped.push_str(&format!("&#x{:X};", u32::from(letter)));
            }
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// Writes the value of a unit: the contents of its places, where forms come and go.
pub(crate) fn value(
    source: &str,
    unit: &Unit,
    text: &Text,
    write: &dyn Fn(&Place, &str, &str) -> String,
) -> String {
    let fill = |place: &Place, text: &str| -> Splice {
        let content = &source[place.content.clone()];
        if place.text == text && !content.is_empty() {
            return (place.content.clone(), content.to_owned());
        }
        if place.has_end {
            return (place.content.clone(), write(place, content, text));
        }
        let name = name_before(source, &place.content);
        let written = format!(">{}</{name}>", write(place, "", text));
        (place.content.clone(), written)
    };
    let mut splices = unit.on_set.clone();
    match text {
        Text::One(text) => splices.extend(unit.places.first().map(|place| fill(place, text))),
        Text::Forms(forms) => {
            for place in &unit.places {
                match forms.iter().find(|(form, _)| *form == place.form) {
                    Some((_, text)) => splices.push(fill(place, text)),
                    None => splices.push((place.span.clone(), String::new())),
                }
            }
            let mut at = unit.entry.value.start;
            at = unit.places.first().map_or(at, |place| place.span.start);
            for (form, text) in forms {
                if let Some(place) = unit.places.iter().find(|place| place.form == *form) {
                    at = place.span.end;
                } else if let Some(like) = unit.places.last() {
                    // An item as the last one.
                    let parts = vec![(like.name.clone(), form.clone()), fill(like, text)];
                    splices.push((at..at, splice(source, like.span.clone(), parts)));
                }
            }
        }
    }
    splice(source, unit.entry.value.clone(), splices)
}

/// What a format reads.
pub(crate) struct Found<'a> {
    pub(crate) source: Source<'a>,
    /// Of the element with all entries.
    pub(crate) content: Range<usize>,
    pub(crate) units: Vec<Unit>,
    pub(crate) empty: Vec<Outer>,
}

/// A format in XML.
#[derive(Debug)]
pub(crate) struct Xml {
    pub(crate) parse: fn(&str) -> Result<Found<'_>, SyntaxError>,
    /// Writes a unit of a source.
    pub(crate) write: fn(&str, &Unit, &Text, &Style) -> String,
}

impl Format for Xml {
    fn read(&self, source: &str) -> Result<Vec<Entry>, SyntaxError> {
        Ok((self.parse)(source)?.units.into_iter().map(|unit| unit.entry).collect())
    }

    fn edit(&self, source: &str, base: &str, edits: &[Edit<'_>]) -> Result<String, SyntaxError> {
        if edits.is_empty() {
            return Ok(source.to_owned());
        }
        let Found { source: parsed, content, units, empty } = (self.parse)(source)?;
        let inserts = edits.iter().any(|edit| matches!(edit, Edit::Insert { .. }));
        if inserts && !source[..content.start].ends_with('>') {
            let closed =
                format!(">{}</{}>", elements::line_end(source), name_before(source, &content));
            let opened = splice(source, 0..source.len(), vec![(content, closed)]);
            return self.edit(&opened, base, edits);
        }
        // Only copies need the base.
        let found = (self.parse)(if inserts { base } else { source })?;
        let style = Style::of(&parsed);
        let end = parsed.last(&content);
        let file = File { source, end, items: units, empty };
        let base = File { source: base, end: 0, items: found.units, empty: Vec::new() };
        let encode =
            |source: &str, unit: &Unit, text: &Text| (self.write)(source, unit, text, &style);
        let edited = elements::edit(&file, &base, edits, encode)?;
        Ok(if inserts { declare(edited, &parsed, &found.source) } else { edited })
    }
}

/// Returns the name of the element with this content.
fn name_before<'a>(source: &'a str, content: &Range<usize>) -> &'a str {
    let tag = source[..content.start].rsplit('<').next().unwrap_or_default();
    &tag[..tag.find(is_end_of_name).unwrap_or(tag.len())]
}

/// Declares the namespaces that copies from the base need.
fn declare(mut edited: String, source: &Source<'_>, base: &Source<'_>) -> String {
    let root = source.root();
    for space in base.root().namespaces() {
        let Some(name) = space.name() else { continue };
        let is_used =
            || edited.contains(&format!("<{name}:")) || edited.contains(&format!(" {name}:"));
        if root.lookup_namespace_uri(Some(name)).is_none() && is_used() {
            let tag = &source.text[root.range().start + 1..];
            let at = root.range().start + 1 + tag.find(is_end_of_name).unwrap_or(0);
            edited.insert_str(at, &declaration(space));
        }
    }
    edited
}

#[cfg(test)]
pub(crate) mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::formats::EntryState::*;
    use crate::formats::android::ANDROID;
    use crate::formats::resx::RESX;
    use crate::formats::stringsdict::STRINGSDICT;
    use crate::formats::xliff::XLIFF;

    pub(crate) fn one(text: &str) -> Text {
        Text::One(text.to_owned())
    }

    pub(crate) fn forms(forms: &[(&str, &str)]) -> Text {
        let owned = |(form, text): &(&str, &str)| ((*form).to_owned(), (*text).to_owned());
        Text::Forms(forms.iter().map(owned).collect())
    }

    pub(crate) fn entry(format: &dyn Format, source: &str, key: &str) -> Entry {
        let found = format.read(source).unwrap().into_iter().find(|entry| entry.key == key);
        found.unwrap_or_else(|| panic!("no {key}"))
    }

    /// Reads keys, the first letter of the states and texts.
    #[track_caller]
    pub(crate) fn reads(format: &dyn Format, source: &str, expected: &[&str]) {
        let entries = format.read(source).unwrap();
        let show = |entry: &Entry| {
            let text = match &entry.text {
                Text::One(text) => text.clone(),
                Text::Forms(forms) => {
                    let form = |(form, text): &(String, String)| format!("{form}:{text}");
                    forms.iter().map(form).collect::<Vec<_>>().join("|")
                }
            };
            let mark = match entry.state {
                Ready => "",
                Unfinished => "~",
                Fixed => "!",
            };
            format!("{mark}{}={text}", entry.key)
        };
        assert_eq!(entries.iter().map(show).collect::<Vec<_>>(), expected, "{source}");
    }

    /// Edits a file in which bars mark what changes, `a¦old¦new¦b`, with both line ends.
    #[track_caller]
    pub(crate) fn edits(format: &dyn Format, base: &str, marked: &str, edits: &[Edit<'_>]) {
        let parts: Vec<_> = marked.split('¦').collect();
        let pick = |odd: usize| {
            let kept = parts.iter().enumerate().filter(|(at, _)| [0, odd].contains(&(at % 3)));
            kept.map(|(_, part)| *part).collect::<String>()
        };
        for end in ["\n", "\r\n"] {
            let [old, new] = [pick(1), pick(2)].map(|text| text.replace('\n', end));
            assert_eq!(format.edit(&old, base, edits).unwrap(), new);
            format.read(&new).unwrap();
            assert_eq!(format.edit(&old, base, &[]).unwrap(), old);
        }
    }

    #[track_caller]
    pub(crate) fn fails(format: &dyn Format, source: &str, line: usize, words: &str) {
        let error = format.read(source).unwrap_err();
        assert!(error.line == line && error.message.contains(words), "{error:?}");
        assert!(format.edit(source, source, &[Edit::Remove { key: "a" }]).is_err());
    }

    /// A file of each format around content.
    fn files(content: &str) -> [(&'static dyn Format, String); 4] {
        [
            (&ANDROID, format!("<resources>\n<string name='a'>{content}</string>\n</resources>")),
            (&RESX, format!("<root>\n<data name='a'><value>{content}</value></data>\n</root>")),
            (
                &XLIFF,
                format!(
                    "<xliff><file target-language='de'>\n<unit id='a'><source><x/></source>\
                     <target>{content}</target></unit></file></xliff>"
                ),
            ),
            (
                &STRINGSDICT,
                format!("<plist><dict>\n<key>a</key><string>{content}</string></dict></plist>"),
            ),
        ]
    }

    fn nasty() -> impl Strategy<Value = String> {
        let parts = [
            "\"",
            "'",
            "\\",
            "<",
            ">",
            "&",
            "@",
            "?",
            "#",
            " ",
            "  ",
            "\n",
            "\t",
            "\r",
            "\u{a0}",
            "é",
            "\u{1f600}",
            "a",
            "]]>",
            "<b>",
            "</b>",
            "<br/>",
            "<a href=\"x  y\">",
            "&amp;",
            "&lt;",
            "<xliff:g id=\"1\">",
            "</xliff:g>",
            "\\n",
            "\\u",
            "%1$s",
            "{",
            "=\"",
            "n",
            "/",
            "<!--",
        ];
        let many = prop::collection::vec(prop::sample::select(parts.to_vec()), 0..9);
        many.prop_map(|parts| parts.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]
        #[test]
        fn a_text_is_read_as_it_was_set(text in nasty(), is_crlf: bool) {
            for content in [
                "", " \n x\n ", "\"x y\"", "<![CDATA[x]]>", "<![CDATA[<a href=\"x\">]]>", "&lt;i>x",
                "&lt;a href=\"x\"&gt;", "<b>x</b>", "&quot;", "&#xE4;", "\\u00e4", "a \"b\" c",
                "<g xmlns:xliff='u'/>", "<![CDATA[\"x\"]]>",
            ] {
                for (format, source) in files(content) {
                    let source = if is_crlf { source.replace('\n', "\r\n") } else { source };
                    let text = one(&text);
                    let old = entry(format, &source, "a");
                    let edited = format.edit(&source, "", &[Edit::Set { key: "a", text: &text }]);
                    let edited = edited.unwrap();
                    let new = entry(format, &edited, "a");
                    prop_assert_eq!(&new.text, &text, "{} {}", source, edited);
                    let same = [&source[..old.value.start], &source[old.value.end..]];
                    let is_same = edited.starts_with(same[0]) && edited.ends_with(same[1]);
                    prop_assert!(is_same, "{} {}", source, edited);
                    let back = format.edit(&edited, "", &[Edit::Set { key: "a", text: &old.text }]);
                    prop_assert_eq!(entry(format, &back.unwrap(), "a").text, old.text);
                }
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(100))]
        #[test]
        fn forms_come_and_go(
            old in prop::sample::subsequence(CATEGORIES.to_vec(), 1..7),
            new in prop::sample::subsequence(CATEGORIES.to_vec(), 1..7),
            texts in prop::collection::vec(nasty(), 6),
            separator in prop::sample::select(vec!["", "\n  ", "\r\n\t", " <!-- a -->\n"]),
        ) {
            let file = |head: &str, form: &str, tail: &str| {
                let forms = old.iter().map(|name| separator.to_owned() + &form.replace('#', name));
                format!("{head}{}\n{tail}", forms.collect::<String>())
            };
            let android = "<resources><plurals name='a'>";
            let apple = "<plist><dict><key>a</key><dict><key>NSStringLocalizedFormatKey</key>\
                         <string>1 %#@b@ 2</string><key>b</key><dict>";
            for (format, source) in [
                (&ANDROID, file(android, "<item quantity='#'>x</item>", "</plurals></resources>")),
                (
                    &STRINGSDICT,
                    file(apple, "<key>#</key><string>x</string>", "</dict></dict></dict></plist>"),
                ),
            ] {
                let forms = new.iter().zip(&texts).map(|(form, text)| {
                    let text = if texts[5].is_empty() { format!("1 {text} 2\
                        ") } else { text.clone() };
                    ((*form).to_owned(), text)
                });
                let text = Text::Forms(forms.collect());
                let old = entry(format, &source, "a");
                for edit in [
                    Edit::Set { key: "a", text: &text },
                    Edit::Insert { key: "a", text: &text, after: None },
                ] {
                    let is_set = matches!(edit, Edit::Set { .. });
                    let span = if is_set { 0..0 } else { old.span.clone() };
                    let empty = splice(&source, 0..source.len(), vec![(span, String::new())]);
                    let edited = format.edit(&empty, &source, &[edit]).unwrap();
                    let Text::Forms(mut found) = entry(format, &edited, "a").text else { panic!() };
                    let of = |(form, _): &(String, String)| {
                        CATEGORIES.iter().position(|category| category == form)
                    };
                    found.sort_by_key(of);
                    prop_assert_eq!(Text::Forms(found), text.clone(), "{}", edited);
                    let same = [&source[..old.value.start], &source[old.value.end..]];
                    let is_same = edited.starts_with(same[0]) && edited.ends_with(same[1]);
                    prop_assert!(is_same || !is_set, "{} {}", source, edited);
                }
            }
        }
    }

    #[test]
    fn damaged_files_are_reported() {
        for (content, line, words) in [
            ("x\n<<<<<<< ours\n", 3, "merge conflict"),
            ("x\n>>>>>>> theirs\n", 3, "merge conflict"),
            ("<![CDATA[x\n<<<<<<< ours\n]]>", 3, "merge conflict"),
            ("x\n<b>", 3, "expected 'b' tag"),
            ("x & y", 2, "malformed"),
            ("\n&nbsp;", 3, "unknown entity"),
        ] {
            for (format, source) in files(content) {
                fails(format, &source, line, words);
            }
        }
        for (format, source) in files("x") {
            let cut = source.rsplit_once("</").unwrap().0;
            fails(format, cut, cut.lines().count(), "ends within");
            fails(format, "version https://git-lfs.github.com/spec/v1\noid x", 1, "git lfs pull");
            fails(format, "\n<other/>", 2, "not <other>");
            fails(format, "", 1, "root");
        }
    }

    #[test]
    fn entities_and_depth_are_limited() {
        for (format, source) in files("&a;") {
            let entity = "<!DOCTYPE x [<!ENTITY a 'x &amp; y'>]>".to_owned() + &source;
            assert_eq!(entry(format, &entity, "a").text, one("x & y"));
            fails(
                format,
                &format!("<!DOCTYPE x [<!ENTITY b 'x'><!ENTITY a '&b;&b;'>]>{source}"),
                1,
                "expand",
            );
            let (long, many) = ("x".repeat(100_000), "&a;".repeat(1000));
            let bomb =
                format!("<!DOCTYPE x [<!ENTITY a '{long}'>]>{}", source.replace("&a;", &many));
            fails(format, &bomb, 1, "expand");
        }
        let deep = format!("{}{}", "<b>".repeat(200_000), "</b>".repeat(200_000));
        for (format, source) in files(&deep) {
            fails(format, &source, 2, "elements deep");
        }
        fails(
            &ANDROID,
            "<!DOCTYPE r [<!ENTITY a '</string>'>]>\n<resources><string name='a'>&a;</resources>",
            1,
            "close tag",
        );
        fails(
            &ANDROID,
            "<!DOCTYPE r [<!ENTITY a '<string name=\"a\">x</string>'>]>\n\
             <resources>&a;</resources>",
            1,
            "in an entity",
        );
    }

    #[test]
    fn many_entries_are_edited() {
        let edit = |count: usize, format: &dyn Format, [head, entry, tail]: [&str; 3]| {
            let file = |step| {
                let entry = |id: usize| entry.replace('#', &id.to_string());
                let entries = (step - 1..count).step_by(step).map(entry);
                format!("{head}{}{tail}", entries.collect::<String>())
            };
            let [base, source] = [file(1), file(2)];
            let text = one("new");
            let keys: Vec<_> = (0..count).map(|id| format!("k{id}")).collect();
            let edit = |(id, key): (usize, _)| match id % 2 {
                0 => {
                    let after = id.checked_sub(1).map(|id| &*keys[id]);
                    Edit::Insert { key, text: &text, after }
                }
                _ => Edit::Set { key, text: &text },
            };
            let edits: Vec<_> = keys.iter().map(String::as_str).enumerate().map(edit).collect();
            assert!(format.edit(&source, &base, &edits).unwrap() == base.replace("x&amp;", "new"));
        };
        let formats: [(&dyn Format, [&str; 3]); 6] = [
            (&ANDROID, ["<resources>\n", "<string name='k#'>x&amp;</string>\n", "</resources>"]),
            (&ANDROID, ["<resources>", "<string name='k#'>x&amp;</string>", "</resources>"]),
            (&RESX, ["<root>", "<data name='k#'><value>x&amp;</value></data>", "</root>"]),
            (
                &STRINGSDICT,
                ["<plist><dict>", "<key>k#</key><string>x&amp;</string>", "</dict></plist>"],
            ),
            (
                &XLIFF,
                [
                    "<xliff><file>",
                    "<unit id='k#'><source/><target>x&amp;</target></unit>",
                    "</file></xliff>",
                ],
            ),
            (
                &XLIFF,
                [
                    "<xliff>\n",
                    "<file original='k#'><unit id='k#'><source/><target>x&amp;</target></unit>\
                     </file>\n",
                    "</xliff>",
                ],
            ),
        ];
        for (format, parts) in formats {
            // Quadratic time would take a minute.
            edit(20_000, format, parts);
        }
    }
}
