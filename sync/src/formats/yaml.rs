//! YAML, as Rails has it and without a language. Places come from the events of `saphyr-parser`,
//! which knows the whole of YAML. Rejected: `yaml_serde`, whose values have no places.

use std::borrow::Cow;
use std::collections::HashMap;
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, Span, Tag};

use crate::formats::flow::{Places, Syntax, Writer, column_at, newline, skip_blank};
use crate::formats::tree::{
    self, Kind, MAX_DEPTH, NONE, Origin, Tree, check_source, error, is_done, splice,
};
use crate::formats::{Edit, Entry, Format, SyntaxError};

/// Names of plural forms. A mapping of them that has the last one is a plural.
const QUANTITIES: [&str; 6] = ["zero", "one", "two", "few", "many", "other"];

/// How many entries references can bring.
const MAX_REFERENCED: usize = 100_000;

/// YAML. A mapping with a single member that is named by a language has the entries in it.
#[derive(Debug)]
pub(crate) struct Yaml;

impl Format for Yaml {
    fn read(&self, source: &str) -> Result<Vec<Entry>, SyntaxError> {
        let tree = parse(source)?;
        Ok(tree.entries(source, |at| lines(source, &tree, at)))
    }

    fn edit(
        &self,
        source: &str,
        base_source: &str,
        edits: &[Edit<'_>],
    ) -> Result<String, SyntaxError> {
        let mut tree = parse(source)?;
        let base = match edits.iter().any(|edit| matches!(edit, Edit::Insert { .. })) {
            true => parse(base_source)?,
            false => Tree::default(),
        };
        if tree.top == 0 && tree.nodes[0].first == NONE && base.top != 0 {
            return Err(error(source, 0, "expected a language, such as `de:`"));
        }
        let before = tree.entries(source, |at| lines(source, &tree, at));
        tree.change(source, &base, edits)?;
        let unit = unit(source, &tree).or_else(|| unit(base_source, &base));
        let unit = unit.unwrap_or_else(|| "  ".to_owned());
        let newline = newline(source, base_source);
        let syntax = Style {
            is_ascii: source.is_ascii() && source.contains("\\u"),
            unit: unit.clone(),
            newline,
        };
        let writer = Writer {
            syntax: &syntax,
            source,
            tree: &tree,
            base_source,
            base: &base,
            unit,
            newline,
            is_multiline: false,
        };
        let text = splice(source, writer.places());
        // Without the last line there is no line end, unless a block scalar has it.
        let cut =
            text.strip_suffix(newline).filter(|_| !source.is_empty() && !source.ends_with('\n'));
        let is_done =
            |text: &&str| self.read(text).is_ok_and(|after| is_done(&before, &after, edits));
        let text = cut.into_iter().chain([text.as_str()]).find(is_done).map(str::to_owned);
        text.ok_or_else(|| error(source, 0, "a text cannot be written in its place"))
    }
}

/// Whether a name is a language code of two letters, or a longer one that none of these stands
/// for, with a script and a region. `nav` and `faq` are names of pages.
pub(crate) fn is_language(name: &str) -> bool {
    const LONG: &str = "ast ceb chr ckb csb dsb fil fur gsw haw hmn hsb kab kok lij mai mni mnk \
        nds nso pap pcm sah scn smj smn sma syr szl tet tlh tpi tzm vec wae yue zgh";
    const SHORT: &str = "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce \
        ch co cr cs cu cv cy da de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu \
        gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in io is it iu iw ja ji jv ka kg ki kj kk \
        kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mo mr ms mt my \
        na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd \
        se sg sh si sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty \
        ug uk ur uz ve vi vo wa wo xh yi yo za zh zu";
    const SCRIPTS: &str = "Arab Beng Cyrl Deva Guru Hans Hant Hebr Latn Mong Tfng Thai";
    let has = |list: &str, part: &str| list.split(' ').any(|one| one == part);
    let is_part = |part: &str| match part.len() {
        2 => part.bytes().all(|byte| byte.is_ascii_alphabetic()),
        3 => part.bytes().all(|byte| byte.is_ascii_digit()),
        _ => has(SCRIPTS, part) || matches!(part, "valencia" | "tarask" | "formal" | "informal"),
    };
    let mut parts = name.split(['-', '_']);
    let is_known = |part: &str| has(SHORT, part) || has(LONG, part);
    parts.next().is_some_and(is_known) && parts.all(is_part)
}

/// Whether a word without quotes is no text: nothing, a boolean, a number, a date, or a symbol of
/// Ruby. Ruby reads YAML 1.1, where `yes` and `off` are booleans.
fn is_fixed(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let words = [
        "", "~", "null", "true", "false", "yes", "no", "on", "off", ".inf", "-.inf", "+.inf",
        ".nan",
    ];
    let digits = |part: &str, most: usize| {
        (1..=most).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit())
    };
    let number = lower.strip_prefix(['-', '+']).unwrap_or(&lower);
    let based = [("0x", 16), ("0o", 8), ("0b", 2)];
    let plain = number.replace(['_', ','], "");
    let times: Vec<&str> = number.split(':').collect();
    let dates: Vec<&str> = lower.split('-').collect();
    let symbol = word.strip_prefix(':').unwrap_or_default();
    let is_symbol = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '?');
    words.contains(&lower.as_str())
        || number.starts_with(|first: char| first.is_ascii_digit() || first == '.')
            && plain.parse::<f64>().is_ok()
        || based.iter().any(|(prefix, radix)| {
            plain.strip_prefix(prefix).is_some_and(|it| u128::from_str_radix(it, *radix).is_ok())
        })
        || matches!(times.as_slice(), [first, rest @ ..] if matches!(rest.len(), 1 | 2)
            && digits(first, 9) && rest.iter().all(|part| digits(part, 2)))
        || matches!(dates.as_slice(), [year, month, day]
            if year.len() == 4 && digits(year, 4) && digits(month, 2) && digits(day, 2))
        || !symbol.is_empty() && symbol.chars().all(is_symbol)
}

/// Reads a file.
fn parse(source: &str) -> Result<Tree, SyntaxError> {
    check_source(source)?;
    let offsets = match source.is_ascii() {
        true => Vec::new(),
        false => source.char_indices().map(|(at, _)| at).collect(),
    };
    let mut reader = Reader { source, offsets, ..Reader::default() };
    let mut parser = Parser::new_from_str(source);
    while let Some(event) = parser.next_event() {
        let (event, span) = event.map_err(|problem| SyntaxError {
            line: problem.marker().line(),
            message: problem.info().to_owned(),
        })?;
        reader.event(event, span)?;
    }
    let mut tree = reader.tree;
    if tree.nodes.is_empty() {
        tree.push(NONE, String::new(), Kind::Map, 0..0, source.len()..source.len());
        tree.nodes[0].is_block = true;
    }
    find_top(&mut tree, source);
    for at in 1..tree.nodes.len() {
        let node = &tree.nodes[at];
        if node.name == "<<" || tree.nodes[node.parent].kind == Kind::Meta {
            tree.nodes[at].kind = Kind::Meta;
        }
        let is_form = |at: usize| {
            QUANTITIES.contains(&tree.nodes[at].name.as_str())
                && matches!(tree.nodes[at].kind, Kind::Text(_))
        };
        let is_plural = tree.nodes[at].kind == Kind::Map
            && tree.child(at, "other").is_some()
            && tree.children(at).all(is_form);
        if is_plural {
            tree.nodes[at].kind = Kind::Plural;
        }
    }
    tree.name_entries(source)?;
    let mut references = References { tree: &tree, by_node: &reader.references, found: Vec::new() };
    let keys = tree.keys();
    let mut steps = MAX_REFERENCED;
    let mut aliases: Vec<_> = reader.references.keys().collect();
    aliases.sort();
    for at in aliases {
        let is_merge = tree.nodes[*at].kind == Kind::Meta;
        // A merge may have a list of references.
        let mut holder = *at;
        while tree.nodes[holder].name != "<<" && is_merge {
            holder = tree.nodes[holder].parent;
        }
        let holder = if is_merge { tree.nodes[holder].parent } else { holder };
        let Some(key) = &keys[holder] else { continue };
        if !references.add(key.clone(), *at, *at, 0, &mut steps) {
            let start = tree.nodes[*at].start();
            return Err(error(source, start, "aliases that bring too many entries"));
        }
    }
    tree.referenced = references.found;
    Ok(tree)
}

/// Finds the mapping with the entries.
fn find_top(tree: &mut Tree, source: &str) {
    let first = tree.nodes[0].first;
    let is_single = first != NONE && tree.nodes[first].next == NONE;
    if !is_single || !is_language(&tree.nodes[first].name) {
        return;
    }
    let node = &mut tree.nodes[first];
    let is_nothing = matches!(&source[node.value.clone()], "" | "~" | "null");
    if node.kind == Kind::Fixed && is_nothing {
        node.kind = Kind::Map;
        node.is_block = true;
    }
    if node.kind == Kind::Map {
        tree.top = first;
    }
}

/// Follows aliases.
struct References<'a> {
    tree: &'a Tree,
    by_node: &'a HashMap<usize, usize>,
    found: Vec<(String, usize)>,
}

impl References<'_> {
    /// Adds what a node with this key stands for. Fails if it is too much, or endless.
    fn add(
        &mut self,
        key: String,
        at: usize,
        from: usize,
        depth: usize,
        steps: &mut usize,
    ) -> bool {
        if *steps == 0 || depth > MAX_DEPTH {
            return false;
        }
        *steps -= 1;
        let target = self.by_node.get(&at).copied().unwrap_or(at);
        if target != at {
            return self.add(key, target, from, depth + 1, steps);
        }
        let node = &self.tree.nodes[at];
        if matches!(node.kind, Kind::Text(_) | Kind::Fixed | Kind::Plural) {
            self.found.push((key, from));
            return true;
        }
        self.tree.children(at).all(|child| {
            let node = &self.tree.nodes[child];
            let key = match (&node.kind, key.as_str()) {
                (Kind::Meta, _) => key.clone(),
                (_, "") => node.name.clone(),
                _ => format!("{key}::{}", node.name),
            };
            self.add(key, child, from, depth + 1, steps)
        })
    }
}

#[derive(Default)]
struct Reader<'a> {
    source: &'a str,
    /// Bytes before each character; empty if these are the same.
    offsets: Vec<usize>,
    tree: Tree,
    open: Vec<Open>,
    /// What was read so far.
    at: usize,
    has_document: bool,
    anchors: HashMap<usize, usize>,
    /// What the nodes that are aliases stand for.
    references: HashMap<usize, usize>,
}

/// A mapping or list that is being read.
struct Open {
    node: usize,
    count: usize,
    key: Option<(String, Range<usize>)>,
}

impl<'a> Reader<'a> {
    fn event(&mut self, event: Event<'a>, span: Span) -> Result<(), SyntaxError> {
        match event {
            Event::DocumentStart(_) if std::mem::replace(&mut self.has_document, true) => {
                return Err(self.error(span, "more than one document"));
            }
            Event::DocumentStart(true) => self.at = self.byte(span.end.index()),
            Event::Scalar(text, style, anchor, tag) => match self.expects_key() {
                true => self.key(text.into_owned(), span),
                false => self.scalar(text, style, anchor, tag.as_deref(), span)?,
            },
            Event::Alias(anchor) => {
                let at = self.place(span);
                let end = self.byte(span.end.index());
                let at = self.push(Kind::Fixed, at..end, 0, span)?;
                if let Some(target) = self.anchors.get(&anchor) {
                    self.references.insert(at, *target);
                }
                self.at = end;
            }
            Event::MappingStart(anchor, _) => self.open(Kind::Map, anchor, span)?,
            Event::SequenceStart(anchor, _) => self.open(Kind::List, anchor, span)?,
            Event::MappingEnd | Event::SequenceEnd => self.close(span),
            _ => {}
        }
        Ok(())
    }

    fn expects_key(&self) -> bool {
        let is_map = |open: &Open| self.tree.nodes[open.node].kind == Kind::Map;
        self.open.last().is_some_and(|open| is_map(open) && open.key.is_none())
    }

    fn key(&mut self, text: String, span: Span) {
        let start = self.properties(self.byte(span.start.index()));
        let end = self.byte(span.end.index()).max(start);
        let colon = skip_blank(self.source, end);
        self.at = if self.source[colon..].starts_with(':') { colon + 1 } else { end };
        if let Some(open) = self.open.last_mut() {
            open.key = Some((text, start..end));
        }
    }

    fn scalar(
        &mut self,
        text: Cow<'_, str>,
        style: ScalarStyle,
        anchor: usize,
        tag: Option<&Tag>,
        span: Span,
    ) -> Result<(), SyntaxError> {
        if self.open.is_empty() {
            return match text.is_empty() && style == ScalarStyle::Plain {
                true => Ok(()),
                false => Err(self.error(span, "expected a mapping with keys")),
            };
        }
        let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
        let is_nothing = text.is_empty() && style == ScalarStyle::Plain;
        let after = self.at;
        let start = self.place(span);
        let mut value = start..self.byte(span.end.index()).max(start);
        if is_nothing {
            let is_item = self.at > after && self.source[..self.at].ends_with('-');
            let at = if is_item { self.at } else { after };
            value = at..at;
        } else if is_block {
            value.start = self.properties(skip_blank(self.source, self.at));
            let content = &self.source[value.clone()];
            let end = match text.ends_with("\n\n") {
                true => content.strip_suffix('\n').unwrap_or(content).len(),
                false => content.trim_end().len(),
            };
            value.end = value.start + end;
        }
        if matches!(style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted) {
            value.end = end_of_quotes(self.source, value.start);
        }
        let is_text = tag.is_none_or(|tag| tag.suffix == "str" || tag.suffix.is_empty());
        let is_plain = style == ScalarStyle::Plain && tag.is_none();
        let is_text = is_text && !(is_plain && is_fixed(&text));
        let kind = if is_text { Kind::Text(text.into_owned()) } else { Kind::Fixed };
        let end = value.end;
        self.push(kind, value, anchor, span)?;
        self.at = end;
        Ok(())
    }

    fn open(&mut self, kind: Kind, anchor: usize, span: Span) -> Result<(), SyntaxError> {
        if self.open.is_empty() && kind != Kind::Map {
            return Err(self.error(span, "expected a mapping with keys"));
        }
        if self.open.len() >= MAX_DEPTH {
            return Err(self.error(span, &format!("more than {MAX_DEPTH} levels of nesting")));
        }
        if self.expects_key() {
            return Err(self.error(span, "expected a text as a key"));
        }
        let start = self.place(span);
        let is_flow = self.source[start..].starts_with(['{', '[']) && !span.is_empty();
        let node = self.push(kind, start..start, anchor, span)?;
        self.tree.nodes[node].is_block = !is_flow;
        self.open.push(Open { node, count: 0, key: None });
        if is_flow {
            self.at = start + 1;
        }
        Ok(())
    }

    fn close(&mut self, span: Span) {
        let Some(Open { node, .. }) = self.open.pop() else { return };
        let (first, last) = (self.tree.nodes[node].first, self.tree.nodes[node].last);
        if !self.tree.nodes[node].is_block {
            self.at = self.byte(span.end.index());
            self.tree.nodes[node].value.end = self.at;
            // Members of an empty one are written on lines, if they can be.
            let is_in_block = node == 0 || self.tree.nodes[self.tree.nodes[node].parent].is_block;
            self.tree.nodes[node].is_block = first == NONE && is_in_block;
        } else if first != NONE {
            let value = self.tree.nodes[first].start()..self.tree.nodes[last].value.end;
            self.tree.nodes[node].value = value;
        }
    }

    /// Finds where a value starts; reads the dash of an item.
    fn place(&mut self, span: Span) -> usize {
        if let Some(open) = self.open.last()
            && self.tree.nodes[open.node].is_block
            && open.key.is_none()
        {
            let dash = skip_blank(self.source, self.properties(skip_blank(self.source, self.at)));
            self.at = if self.source[dash..].starts_with('-') { dash + 1 } else { self.at };
        }
        self.properties(self.byte(span.start.index()))
    }

    /// Skips an anchor and a tag.
    fn properties(&self, mut at: usize) -> usize {
        while self.source[at..].starts_with(['&', '!']) {
            let rest = &self.source[at..];
            at += rest.find(char::is_whitespace).unwrap_or(rest.len());
            at = skip_blank(self.source, at);
        }
        at
    }

    fn push(
        &mut self,
        kind: Kind,
        value: Range<usize>,
        anchor: usize,
        span: Span,
    ) -> Result<usize, SyntaxError> {
        let (parent, name, key) = match self.open.last_mut() {
            None => (NONE, String::new(), 0..0),
            Some(open) => {
                let (name, key) = open.key.take().unwrap_or_else(|| {
                    open.count += 1;
                    let is_block = self.tree.nodes[open.node].is_block;
                    let dash = self.at - usize::from(is_block)..self.at;
                    ((open.count - 1).to_string(), if is_block { dash } else { 0..0 })
                });
                (open.node, name, key)
            }
        };
        let Some(node) = self.tree.push(parent, name.clone(), kind, key, value) else {
            return Err(self.error(span, &format!("duplicate key `{name}`")));
        };
        if anchor != 0 {
            self.anchors.insert(anchor, node);
        }
        Ok(node)
    }

    fn byte(&self, index: usize) -> usize {
        match self.offsets.is_empty() {
            true => index.min(self.source.len()),
            false => self.offsets.get(index).copied().unwrap_or(self.source.len()),
        }
    }

    fn error(&self, span: Span, message: &str) -> SyntaxError {
        SyntaxError { line: span.start.line(), message: message.to_owned() }
    }
}

/// Where a quoted text ends. The places of the parser have the comment behind it.
fn end_of_quotes(source: &str, start: usize) -> usize {
    let bytes = source.as_bytes();
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        let is_quote = *byte == bytes[start];
        let is_pair = is_quote && *byte == b'\'' && bytes.get(at + 1) == Some(&b'\'');
        if is_quote && !is_pair {
            return at + 1;
        }
        at += if is_pair || *byte == b'\\' && bytes[start] == b'"' { 2 } else { 1 };
    }
    source.len()
}

/// The lines of a member, with the comments before it.
fn lines(source: &str, tree: &Tree, at: usize) -> Range<usize> {
    let node = &tree.nodes[at];
    let start = node.start();
    if !tree.nodes[node.parent].is_block {
        return start..node.value.end;
    }
    let end_of_line = |at: usize| source[at..].find('\n').map_or(source.len(), |end| at + end + 1);
    let line_at = |at: usize| source[..at].rfind('\n').map_or(0, |at| at + 1);
    let mut line = line_at(start);
    let indent = &source[line..start];
    if !indent.trim().is_empty() {
        // After a dash.
        let end = end_of_line(node.value.end);
        return start..if node.next == NONE { end } else { tree.nodes[node.next].start() };
    }
    let limit = match (node.prev, node.parent) {
        (NONE, 0) => line,
        (NONE, parent) => end_of_line(tree.nodes[parent].key.end),
        (prev, _) => end_of_line(tree.nodes[prev].value.end),
    };
    let before = |line: usize| line_at(line.saturating_sub(1));
    let text = |line: usize| &source[before(line)..line];
    let is_comment = |text: &str| text.strip_prefix(indent).is_some_and(|it| it.starts_with('#'));
    while line > limit && is_comment(text(line)) {
        line = before(line);
    }
    while line > limit && node.prev != NONE && text(line).trim().is_empty() {
        line = before(line);
    }
    line..end_of_line(node.value.end)
}

/// What a level of nesting is indented by.
fn unit(source: &str, tree: &Tree) -> Option<String> {
    tree.nodes.iter().find_map(|node| {
        let parent = &tree.nodes[node.parent];
        let is_member = |node: &tree::Node| tree.nodes[node.parent].kind == Kind::Map;
        let is_fit = parent.is_block && node.parent != 0 && is_member(node) && is_member(parent);
        let inner = is_fit.then(|| column_at(source, node.start()))?;
        let unit = inner.strip_prefix(&column_at(source, parent.start()))?;
        (!unit.is_empty()).then(|| unit.to_owned())
    })
}

struct Style {
    /// Characters beyond ASCII are escaped in this file.
    is_ascii: bool,
    unit: String,
    newline: &'static str,
}

impl Syntax for Style {
    fn encode(&self, value: &str, text: &str, is_flow: bool, indent: &str) -> String {
        let space = if value.is_empty() { " " } else { "" };
        let single = || format!("'{}'", text.replace('\'', "''"));
        let spelled = match value.chars().next() {
            Some('"') => None,
            Some('\'') => Some(single()),
            Some(style @ ('|' | '>')) => Some(self.block(style, value, text, indent)),
            _ if is_fixed(text) || matches!(text, "y" | "Y" | "n" | "N" | "<<" | "=") => None,
            _ if text.starts_with(':') => None,
            _ => Some(text.to_owned()),
        };
        let fits = |spelled: &String| stands_for(spelled, text, is_flow);
        let spelled = spelled.filter(fits).or_else(|| {
            let has_quotes = text.contains(['"', '\\']) && !value.starts_with('"');
            Some(single()).filter(|spelled| has_quotes && fits(spelled))
        });
        format!("{space}{}", spelled.unwrap_or_else(|| self.double(text)))
    }

    fn write_block(&self, writer: &Writer<'_>, at: usize, places: &mut Places) {
        let Writer { source, tree, .. } = writer;
        let is_old = |at: &usize| tree.nodes[*at].is_old();
        let Some(first) = tree.children(at).find(is_old) else {
            return self.replace(writer, at, places);
        };
        let indent = column_at(source, tree.nodes[first].start());
        let mut new = String::new();
        let mut to = lines(source, tree, first).start;
        let is_inline = to == tree.nodes[first].start() && !indent.is_empty();
        let mut is_first = true;
        for child in tree.children(at) {
            if !is_old(&child) {
                new.push_str(&self.lines(writer, child, &indent, !(is_first && new.is_empty())));
                continue;
            }
            if is_first && is_inline && !new.is_empty() {
                new = format!("{}{indent}", new.trim_start());
            }
            self.add_lines(writer, to, std::mem::take(&mut new), places);
            let place = lines(source, tree, child);
            to = place.end;
            is_first = false;
            if tree.nodes[child].is_removed {
                places.push((place, String::new()));
            }
        }
        self.add_lines(writer, to, new, places);
    }

    fn replace(&self, writer: &Writer<'_>, at: usize, places: &mut Places) {
        let Writer { source, tree, .. } = writer;
        let node = &tree.nodes[at];
        if at == 0 {
            places.push((node.value.clone(), String::new()));
            let members = self.members(writer, at, "");
            return self.add_lines(writer, node.value.end, members, places);
        }
        let is_flow = !tree.nodes[node.parent].is_block;
        if is_flow {
            return places.push((node.value.clone(), writer.value(at, None)));
        }
        let is_item = tree.nodes[node.parent].kind == Kind::List;
        let start = node.key.end + usize::from(!is_item);
        let value = self.value(writer, at, &column_at(source, node.start()));
        let value = value.strip_suffix(writer.newline).unwrap_or(&value).to_owned();
        places.push((start..node.value.end.max(start), value));
    }
}

impl Style {
    /// Writes new lines at the start of one, or at the end of the file.
    fn add_lines(&self, writer: &Writer<'_>, at: usize, text: String, places: &mut Places) {
        let is_cut = at == writer.source.len() && !writer.source.ends_with('\n') && at != 0;
        let newline = writer.newline;
        match (text.is_empty(), is_cut) {
            (true, _) => {}
            (false, false) => places.push((at..at, text)),
            (false, true) => {
                let text = text.strip_suffix(newline).unwrap_or(&text);
                places.push((at..at, format!("{newline}{text}")));
            }
        }
    }

    fn members(&self, writer: &Writer<'_>, at: usize, indent: &str) -> String {
        let first = writer.tree.nodes[at].first;
        let line = |child: usize| self.lines(writer, child, indent, child != first);
        writer.tree.children(at).map(line).collect()
    }

    /// The lines of a new member.
    fn lines(&self, writer: &Writer<'_>, at: usize, indent: &str, has_blank: bool) -> String {
        let (source, tree, from) = writer.model(at);
        let (node, newline) = (&writer.tree.nodes[at], writer.newline);
        let model = &tree.nodes[from];
        let mut text = String::new();
        if tree.nodes[model.parent].is_block && model.name == node.name {
            let before = &source[lines(source, tree, from).start..model.start()];
            let before = &before[..before.rfind('\n').map_or(0, |at| at + 1)];
            for line in before.lines().map(str::trim).filter(|line| has_blank || !line.is_empty()) {
                text.push_str(if line.is_empty() { "" } else { indent });
                text.push_str(line);
                text.push_str(newline);
            }
        }
        let is_item = writer.tree.nodes[node.parent].kind == Kind::List;
        let name = if is_item { "-".to_owned() } else { format!("{}:", writer.name(at)) };
        format!("{text}{indent}{name}{}", self.value(writer, at, indent))
    }

    /// A new value with what stands before it, up to the end of its line.
    fn value(&self, writer: &Writer<'_>, at: usize, indent: &str) -> String {
        let (node, newline) = (&writer.tree.nodes[at], writer.newline);
        let (source, tree, from) = writer.model(at);
        let is_item = writer.tree.nodes[node.parent].kind == Kind::List;
        if let Some(text) = &node.set {
            let value = writer.model_value(at).lines().next().unwrap_or_default();
            let value = self.encode(value, text, false, indent);
            let end = tree.nodes[from].value.end;
            let rest = source[end..].lines().next().unwrap_or_default();
            let is_comment = node.origin.is_some() && rest.trim_start().starts_with('#');
            let rest = if is_comment { rest } else { "" };
            return format!(" {}{rest}{newline}", value.trim_start());
        }
        let is_list = node.kind == Kind::List;
        if !matches!(node.kind, Kind::Map | Kind::List | Kind::Plural) {
            let value = writer.model_value(at);
            let space = if value.is_empty() { "" } else { " " };
            return format!("{space}{value}{newline}");
        }
        let (source, tree, from) = writer.model(node.first);
        let model = &tree.nodes[tree.nodes[from].parent];
        let is_own = matches!(writer.tree.nodes[node.first].origin, Some(Origin::Own(_)));
        if !model.is_block && !is_own {
            return format!(" {}{newline}", writer.value(at, None));
        }
        if is_item {
            let inner = format!("{indent}  ");
            let members = self.members(writer, at, &inner);
            return format!(" {}", members.strip_prefix(&inner).unwrap_or(&members));
        }
        let is_flat = is_list
            && column_at(source, tree.nodes[from].start()) == column_at(source, model.key.start);
        let inner = if is_flat { indent.to_owned() } else { format!("{indent}{}", self.unit) };
        format!("{newline}{}", self.members(writer, at, &inner))
    }

    /// Writes a text in a block scalar.
    fn block(&self, style: char, value: &str, text: &str, indent: &str) -> String {
        let body = text.strip_suffix('\n').unwrap_or(text);
        let is_folded = style == '>' && body.lines().all(|line| !line.starts_with([' ', '\t']));
        let newline = self.newline;
        let old = value.lines().skip(1).filter(|line| !line.trim().is_empty());
        let old = old.map(|line| line.len() - line.trim_start().len()).min();
        let inner = old.map_or_else(|| format!("{indent}{}", self.unit), |old| " ".repeat(old));
        let mut spelled = String::from(if is_folded { '>' } else { '|' });
        spelled.push_str(if text.ends_with('\n') { "" } else { "-" });
        for (at, line) in body.split('\n').enumerate() {
            spelled.push_str(newline);
            if is_folded && at > 0 && !line.is_empty() {
                spelled.push_str(newline);
            }
            if !line.is_empty() {
                spelled.push_str(&format!("{inner}{line}"));
            }
        }
        spelled
    }

    fn double(&self, text: &str) -> String {
        let mut value = String::from('"');
        for letter in text.chars() {
            match letter {
                '"' => value.push_str("\\\""),
                '\\' => value.push_str("\\\\"),
                '\n' => value.push_str("\\n"),
                '\r' => value.push_str("\\r"),
                '\t' => value.push_str("\\t"),
                '\u{85}' | '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}' => {
                    value.push_str(&format!("\\u{:04x}", u32::from(letter)));
                }
                letter if letter.is_control() => {
                    value.push_str(&format!("\\x{:02x}", u32::from(letter)));
                }
                letter if self.is_ascii && letter > '\u{ffff}' => {
                    value.push_str(&format!("\\U{:08x}", u32::from(letter)));
                }
                letter if self.is_ascii && !letter.is_ascii() => {
                    value.push_str(&format!("\\u{:04x}", u32::from(letter)));
                }
                letter => value.push(letter),
            }
        }
        value + "\""
    }
}

/// Whether a parser reads this text from its spelling.
fn stands_for(spelled: &str, text: &str, is_flow: bool) -> bool {
    if text.chars().any(|letter| letter.is_control() && letter != '\n')
        || text.contains(['\u{85}', '\u{2028}', '\u{2029}', '\u{feff}'])
        || text.contains('\n') && !spelled.starts_with(['|', '>'])
    {
        return false;
    }
    let file = if is_flow { format!("[{spelled}]") } else { format!("k: {spelled}\n") };
    let mut parser = Parser::new_from_str(&file);
    let mut scalars = Vec::new();
    while let Some(event) = parser.next_event() {
        match event {
            Ok((Event::Scalar(text, _, 0, None), _)) => scalars.push(text),
            Ok((Event::Scalar(..) | Event::Alias(_), _)) | Err(_) => return false,
            Ok((Event::MappingStart(..), _)) if is_flow || !scalars.is_empty() => return false,
            Ok((Event::SequenceStart(..), _)) if !is_flow => return false,
            _ => {}
        }
    }
    scalars.last().is_some_and(|last| *last == text) && scalars.len() == 2 - usize::from(is_flow)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Text;
    use crate::formats::tests::{changed, insert, one, read, remove, set};

    fn forms(forms: &[(&str, &str)]) -> Text {
        Text::Forms(forms.iter().map(|(name, text)| ((*name).into(), (*text).into())).collect())
    }

    #[test]
    fn rails_files_are_read() {
        let source = "# c\nja:\n  number:\n    precision: 3\n    delimiter: \" \"\n    \
            order: [:year, :month]\n  \
            names: [~, 'Jan']\n  note: \"\"\n  fallback:\n  days:\n  - \"\u{e9}\"\n  -\n  \
            - k: v\n  \
            n: {one: One, other: '%{count}'}\n  p:\n    other: '%{count}'\n  on: yes\n  \
            t: !!str 5\n  \
            \"a.b\": |\n    x\n    y\n  time: 12:30\n  v: 1.2.3\n  d: 2024-01-01\n  \
            ph: +49-30-1\n  x: &x\n    \
            o: O # c\n  al: *x\n  mg:\n    <<: *x\n    q: Q\n  mo:\n    o: own\n    \
            <<: [*x, *x]\n  m2: &m\n    \
            <<: [*x, *x]\n  m3: *m\n";
        assert_eq!(
            read(&Yaml, source),
            "number::precision#3|number::delimiter= |number::order::0#:year|number::order::1#:month\
             |names::0#~|names::1=Jan|note=|fallback#|days::0=\u{e9}|days::1#|days::2::k=v\
             |n={one:One,other:%{count}}|p={other:%{count}}|on#yes|t=5|a.b=x\ny\n\
             |time#12:30|v=1.2.3\
             |d#2024-01-01|ph=+49-30-1|x::o=O|al#*x|al::o#*x|mg::o#*x|mg::q=Q|mo::o=own|m2::o#*x\
             |m3#*m|m3::o#*m"
        );
        let entries = Yaml.read(source).unwrap();
        let places: Vec<_> = entries.iter().map(|it| &source[it.value.clone()]).collect();
        assert_eq!(&places[7..12], ["", "\"\u{e9}\"", "", "v", "{one: One, other: '%{count}'}"]);
        assert_eq!((places[15], entries[15].line), ("|\n    x\n    y", 19));
        assert_eq!(&source[entries[15].span.clone()], "  \"a.b\": |\n    x\n    y\n");
    }

    #[test]
    fn only_a_language_at_the_root_is_left_out() {
        for (root, is_left_out) in [
            ("de", true),
            ("pt-BR", true),
            ("zh_Hant", true),
            ("es-419", true),
            ("fil", true),
            ("\"no\"", true),
            ("nav", false),
            ("faq", false),
            ("app", false),
            ("new", false),
            ("de-page", false),
            ("my_account", false),
        ] {
            let found = read(&Yaml, &format!("{root}:\n  a: A\n"));
            assert_eq!(found == "a=A", is_left_out, "{root}");
        }
        assert_eq!(read(&Yaml, "de:\n  other: O\n"), "other=O");
        assert_eq!(read(&Yaml, "de:\n  a: A\nen:\n  a: B\n"), "de::a=A|en::a=B");
        for empty in ["", "# c\n", "de:\n", "de: {}\n", "---\n"] {
            assert_eq!(read(&Yaml, empty), "");
        }
    }

    #[test]
    fn a_text_is_replaced_in_the_style_of_its_place() {
        for (value, text, expected) in [
            ("x # c", "y z", "y z # c"),
            ("x", "a: b", "\"a: b\""),
            ("x", "yes", "\"yes\""),
            ("x", "12", "\"12\""),
            ("x", ":sym", "\":sym\""),
            ("x", ":a b", "\":a b\""),
            ("&a x\n  y: *a", "z", "&a z\n  y: *a"),
            ("x", "say \"x\": y", "'say \"x\": y'"),
            ("x", "a\nb", "\"a\\nb\""),
            ("'x'", "it's", "'it''s'"),
            ("\"\\u00e9\"", "\u{e4}\u{1f600}", "\"\\u00e4\\U0001f600\""),
            ("\"\\u00a0\u{e9}\"", "\u{e4}", "\"\u{e4}\""),
            ("&a x", "z", "&a z"),
            ("!!str x", "z", "!!str z"),
            ("|\n    x\n    y", "z\n\nw\n", "|\n    z\n\n    w"),
            ("|-\n      x", "z", "|-\n      z"),
            (">\n    x\n    y", "z w\nv\n", ">\n    z w\n\n    v"),
            ("|\n    x", " y", "\" y\""),
            ("[x, y]", "a, b", "[\"a, b\", y]"),
            ("{k: 'x', l: y}", "a, b", "{k: 'a, b', l: y}"),
            ("'x' # 'c'", "z", "'z' # 'c'"),
            ("\"\\\"\" # \"c\"", "z", "\"z\" # \"c\""),
            ("", "z", "z"),
            ("~", "y", "\"y\""),
        ] {
            for newline in ["\n", "\r\n"] {
                let file = |value: &str| {
                    format!("de:\n  n: 3\n  a: {value}\n\n  # c\n  z: Z\n").replace('\n', newline)
                };
                let source = file(value).replace("a: \r", "a:\r").replace("a: \n", "a:\n");
                let entries = Yaml.read(&source).unwrap();
                let text = one(text);
                let edits = [set(&entries[1].key, &text)];
                assert_eq!(changed(&Yaml, &source, "", &edits), file(expected), "{value}");
                assert_eq!(changed(&Yaml, &source, "", &[]), source);
            }
        }
    }

    #[test]
    fn plurals_are_written_as_one_text() {
        let base = "en:\n  n:\n    one: One\n    other: \"%{count}\"\n  t: T\n";
        let polish = forms(&[("one", "1"), ("few", "2"), ("other", "%{n}")]);
        let key = [insert("n", &polish, None)];
        for (source, expected) in [
            ("pl:\n", "pl:\n  n:\n    one: \"1\"\n    few: \"2\"\n    other: \"%{n}\"\n"),
            (
                "pl:\n  n: Text\n",
                "pl:\n  n:\n    one: \"1\"\n    few: \"2\"\n    other: \"%{n}\"\n",
            ),
            (
                "pl:\n  n:\n    one: 'x' # c\n    other: y\n",
                "pl:\n  n:\n    one: '1' # c\n    few: \"2\"\n    other: \"%{n}\"\n",
            ),
            ("pl:\n  n: {other: y}\n", "pl:\n  n: {one: \"1\", few: \"2\", other: \"%{n}\"}\n"),
            (
                "pl:\n  n:\n    one: a\n    many: b\n    other: c\n",
                "pl:\n  n:\n    one: \"1\"\n    few: \"2\"\n    other: \"%{n}\"\n",
            ),
        ] {
            assert_eq!(changed(&Yaml, source, base, &key), expected);
        }
        let twice = forms(&[("one", "x"), ("one", "y")]);
        assert!(Yaml.edit("pl:\n", base, &[insert("n", &twice, None)]).is_err());
        let none = forms(&[]);
        let none = [insert("n", &none, None)];
        assert!(Yaml.edit("pl:\n", base, &none).is_err());
        // A language without forms has a plain text, which stays one.
        let (japanese, text) = ("ja:\n  n: \"%{count}\"\n  t: T\n", one("x"));
        let expected = "ja:\n  n: \"%{count}\"\n  t: x\n";
        assert_eq!(changed(&Yaml, japanese, base, &[set("t", &text)]), expected);
        assert_eq!(changed(&Yaml, "ja:\n", base, &[insert("n", &text, None)]), "ja:\n  n: \"x\"\n");
        let source = "ja:\n  n:\n    other: a\n  t: T\n";
        assert_eq!(changed(&Yaml, source, base, &[set("n", &text)]), "ja:\n  n: x\n  t: T\n");
    }

    #[test]
    fn members_are_added_as_in_the_base_file() {
        let base = "# head\nen:\n  a: A\n\n  # section\n  b:\n    c: 'C' # note\n    # list\n    \
            l:\n    - ~\n    \
            - \"1\"\n    - k: K\n      m: M\n  d: |\n    D\n  e: [x, 3, y]\n";
        let keys = ["a", "b::c", "b::l::1", "b::l::2::k", "b::l::2::m", "d", "e::0", "e::2"];
        let texts = ["a", "c", "1", "k", "m", "d\n", "x", "v"].map(one);
        let whole = "  a: a\n\n  # section\n  b:\n    c: 'c' # note\n    # list\n    l:\n    \
            - ~\n    \
            - \"1\"\n    - k: k\n      m: m\n  d: |\n    d\n  e: [x, 3, v]\n";
        for (source, expected) in [
            ("de:\n", format!("de:\n{whole}")),
            ("# c\nde: {}\n", format!("# c\nde:\n{whole}")),
            ("de:\n  z: Z\n", format!("de:\n{whole}  z: Z\n")),
            ("de:\n  a: a", format!("de:\n{}", whole.trim_end())),
            ("de:\r\n  a: a\r\n", format!("de:\n{whole}").replace('\n', "\r\n")),
            (
                "de:\n    a: a\n    b:\n        z: Z\n\n    # c\n    d: D\n",
                "de:\n    a: a\n    b:\n        c: 'c' # note\n        # list\n        l:\n        \
                 - ~\n        - \"1\"\n        - k: k\n          m: m\n        z: Z\n\n    \
                 # c\n    \
                 d: \"d\\n\"\n    e: [x, 3, v]\n".to_owned(),
            ),
            (
                "de: {a: A, z: Z}\n",
                "de: {a: a, b: {c: 'c', l: [~, \"1\", {k: k, m: m}]}, d: \"d\\n\", e: [x, 3, v], \
                 z: Z}\n".to_owned(),
            ),
        ] {
            let mut edits = Vec::new();
            let has: Vec<_> = Yaml.read(source).unwrap().into_iter().map(|it| it.key).collect();
            for (at, key) in keys.iter().enumerate() {
                let after = at.checked_sub(1).map(|at| keys[at]);
                edits.push(match has.iter().any(|has| has == key) {
                    true => set(key, &texts[at]),
                    false => insert(key, &texts[at], after),
                });
            }
            assert_eq!(changed(&Yaml, source, base, &edits), expected, "{source}");
        }
        let flat = "a: A\nb: B\n";
        let edits = [insert("b", &texts[0], None)];
        assert_eq!(changed(&Yaml, "# c\n", flat, &edits), "# c\nb: a\n");
        assert!(Yaml.edit("", base, &edits).is_err());
        let edits = [insert("b::0::a", &texts[0], None)];
        let base = "b:\n- # c\n  a: A\n  k: K\n";
        assert_eq!(changed(&Yaml, "b:\n- k: K\n", base, &edits), "b:\n- a: a\n  k: K\n");
        for source in ["de:\n  b: &b\n    c: C\n  a: *b\n", "de:\n  a: 3\n"] {
            let base = "en:\n  a:\n    d: D\n";
            assert!(Yaml.edit(source, base, &[insert("a::d", &texts[0], None)]).is_err());
        }
    }

    #[test]
    fn members_are_removed_with_their_comments() {
        let source = "de:\n  # a\n  a: A\n\n  # b\n  b:\n    c: C\n    # in b\n  d: |\n    \
            # no comment\n\n  \
            e: [x, y]\n  f:\n  - k: K\n    l: L\n  - y\n";
        for (keys, gone) in [
            (&["a"][..], "  # a\n  a: A\n"),
            (&["b::c"], "\n  # b\n  b:\n    c: C\n"),
            (&["d"], "  d: |\n    # no comment\n"),
            (&["e::1"], ", y"),
            (&["e::0", "e::1"], "\n  e: [x, y]\n"),
            (&["f::0::k"], "k: K\n    "),
            (&["f::0::l"], "    l: L\n"),
            (&["f::1"], "  - y\n"),
            (&["f::1", "f::0::k", "f::0::l"], "  f:\n  - k: K\n    l: L\n  - y\n"),
        ] {
            let edits: Vec<_> = keys.iter().map(|key| remove(key)).collect();
            assert_eq!(
                changed(&Yaml, source, "", &edits),
                source.replacen(gone, "", 1),
                "{keys:?}"
            );
        }
        assert_eq!(changed(&Yaml, "de:\n  a: A\n", "", &[remove("a")]), "de:\n");
        assert_eq!(changed(&Yaml, "# c\na: A\n", "", &[remove("a")]), "# c\n");
    }

    #[test]
    fn damaged_files_are_errors_with_lines() {
        for (source, line, words) in [
            ("de:\n  a: \"x\n", 2, "quoted scalar"),
            ("de:\n  a: b: c\n", 2, "mapping values"),
            ("de:\n  a: x\n  a: y\n", 3, "duplicate key `a`"),
            ("a:\n  b: x\n\"a::b\": y\n", 3, "duplicate key `a::b`"),
            ("de:\n<<<<<<< HEAD\n  a: x\n=======\n  a: y\n>>>>>>> b\n", 2, "conflict marker"),
            ("version https://git-lfs.github.com/spec/v1\n", 1, "Git LFS"),
            ("- a\n", 1, "mapping with keys"),
            ("text\n", 1, "mapping with keys"),
            ("a: 1\n---\nb: 2\n", 2, "more than one document"),
            ("a: *x\n", 1, "anchor"),
            ("a: &a\n  b: *a\n", 2, "too many entries"),
            ("? [a]\n: b\n", 1, "a text as a key"),
        ] {
            let error = Yaml.read(source).unwrap_err();
            assert_eq!(error.line, line, "{source}: {}", error.message);
            assert!(error.message.contains(words), "{source}: {}", error.message);
        }
        let nested: String = (0..3000).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
        for deep in
            [nested, format!("a: {}", "[".repeat(9999)), format!("a:\n {}", "- ".repeat(9999))]
        {
            let message = Yaml.read(&deep).unwrap_err().message;
            assert!(message.contains("levels") || message.contains("recursion"), "{message}");
        }
        let mut laughs = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
        for at in 1..10 {
            let list = vec![format!("*a{}", at - 1); 10].join(", ");
            laughs.push_str(&format!("a{at}: &a{at} [{list}]\n"));
        }
        assert!(Yaml.read(&laughs).unwrap_err().message.contains("too many entries"));
    }
}
