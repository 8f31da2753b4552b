//! YAML. Places come from the events of `saphyr-parser`, which knows the whole of YAML. Rejected:
//! `yaml_serde`, whose values have no places.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, StrInput};

use super::{Format, Kind, MAX_DEPTH, Node, State, Style, SyntaxError, Tree};
use crate::icu::CATEGORIES;

/// How many nodes aliases may stand for.
const MAX_ALIASED: usize = 100_000;

/// YAML. A mapping of plural forms is a plural, as in Rails.
#[derive(Debug)]
pub(super) struct Yaml {
    /// Whether it is read by Ruby, where words such as `yes` and `:year` are no texts.
    pub(super) is_ruby: bool,
}

impl Format for Yaml {
    fn parse(&self, source: &str) -> Result<Tree, SyntaxError> {
        let mut reader = Reader {
            source,
            is_ruby: self.is_ruby,
            parser: Parser::new_from_str(source),
            offsets: source.char_indices().map(|(at, _)| at).collect(),
            at: 0,
            depth: 0,
            is_flow: false,
            anchors: HashMap::new(),
            aliased: 0,
        };
        let mut tree = Tree { nodes: Vec::new(), inner: 0..source.len() };
        let mut has_document = false;
        loop {
            let (event, place) = reader.next()?;
            match event {
                Event::StreamEnd => return Ok(tree),
                Event::DocumentStart(_) if has_document => {
                    return Err(reader.error(place.start, "more than one document"));
                }
                Event::DocumentStart(is_explicit) => {
                    has_document = true;
                    if is_explicit {
                        reader.at = reader.line_end(place.end);
                        tree.inner.start = reader.at;
                    }
                }
                Event::MappingStart(..) => {
                    if let (Kind::Map(nodes) | Kind::Plural(nodes), inner, _) =
                        reader.value(event, place)?
                    {
                        tree = Tree { nodes, inner };
                    }
                }
                Event::Scalar(text, ScalarStyle::Plain, ..) if text.is_empty() => {}
                Event::Scalar(..) | Event::SequenceStart(..) => {
                    return Err(reader.error(place.start, "expected a mapping with keys"));
                }
                _ => {}
            }
        }
    }

    fn encode(&self, style: &Style<'_>, node: &Node, text: &str) -> Result<String, String> {
        let source = style.source;
        let value = &source[node.value.clone()];
        let is_block = value.starts_with(['|', '>']);
        let is_flow = !is_block && source[..node.span.start].ends_with(['{', '[', ',']);
        let single = || format!("'{}'", text.replace('\'', "''"));
        let is_word = is_fixed(text, true)
            || matches!(text, "y" | "Y" | "n" | "N" | "<<" | "=")
            || text.starts_with(':');
        let first = match value.chars().next() {
            Some('"') => None,
            Some('\'') => Some(single()),
            Some('|' | '>') => block(style, node, value, text),
            _ => (!is_word).then(|| text.to_owned()),
        };
        let has_quotes = !value.starts_with('"') && text.contains(['"', '\\']);
        let mut spelled = first.into_iter().chain(has_quotes.then(single));
        let line = if is_block { source[..node.name_at.start].rfind('\n') } else { None };
        let column = node.name_at.start - line.map_or(node.name_at.start, |at| at + 1);
        let spelled = spelled.find(|spelled| is_read_as(spelled, text, is_flow, column));
        let space = if value.is_empty() { " " } else { "" };
        Ok(format!("{space}{}", spelled.unwrap_or_else(|| double(style, text))))
    }

    fn form_name(&self, name: &str) -> String {
        if is_fixed(name, true) { format!("\"{name}\"") } else { name.to_owned() }
    }

    fn separator(&self, source: &str, inner: &Range<usize>) -> &'static str {
        if source[..inner.start].ends_with(['{', '[']) { "," } else { "" }
    }

    fn has_root(&self) -> bool {
        true
    }
}

/// Whether a word without quotes is no text: nothing, a boolean, a number, a date, or in Ruby
/// a symbol. Ruby reads YAML 1.1.
fn is_fixed(word: &str, is_ruby: bool) -> bool {
    let lower = word.to_ascii_lowercase();
    let number = lower.strip_prefix(['-', '+']).unwrap_or(&lower);
    let plain = if is_ruby { number.replace(['_', ','], "") } else { number.to_owned() };
    let is_based = |(prefix, radix): (&str, u32)| {
        plain.strip_prefix(prefix).is_some_and(|it| u128::from_str_radix(it, radix).is_ok())
    };
    let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
    let is_letter = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '.' | '?');
    let symbol = word.strip_prefix(':').unwrap_or_default();
    matches!(lower.as_str(), "" | "~" | "null" | "true" | "false")
        || matches!(number, ".inf" | ".nan")
        || plain.starts_with(|first: char| first.is_ascii_digit() || first == '.')
            && plain.parse::<f64>().is_ok()
        || [("0x", 16), ("0o", 8), ("0b", 2)].into_iter().any(is_based)
        || lower.split('-').map(str::len).eq([4, 2, 2]) && lower.split('-').all(is_digits)
        || is_ruby
            && (matches!(lower.as_str(), "yes" | "no" | "on" | "off")
                || number.contains(':') && number.split(':').all(is_digits)
                || !symbol.is_empty() && symbol.chars().all(is_letter))
}

struct Reader<'s> {
    source: &'s str,
    is_ruby: bool,
    parser: Parser<'s, StrInput<'s>>,
    /// The byte where each character starts.
    offsets: Vec<usize>,
    /// Where what was read so far ends.
    at: usize,
    depth: usize,
    /// Whether it is within brackets.
    is_flow: bool,
    anchors: HashMap<usize, Kind>,
    aliased: usize,
}

impl<'s> Reader<'s> {
    fn next(&mut self) -> Result<(Event<'s>, Range<usize>), SyntaxError> {
        let (event, span) = match self.parser.next_event() {
            None => return Ok((Event::StreamEnd, self.source.len()..self.source.len())),
            Some(Ok(next)) => next,
            Some(Err(problem)) => {
                let (line, message) = (problem.marker().line(), problem.info().to_owned());
                return Err(SyntaxError { line, message });
            }
        };
        let byte = |index: usize| self.offsets.get(index).copied().unwrap_or(self.source.len());
        let start = byte(span.start.index());
        Ok((event, start..byte(span.end.index()).max(start)))
    }

    /// Reads the value that starts with an event.
    fn value(
        &mut self,
        event: Event<'s>,
        place: Range<usize>,
    ) -> Result<(Kind, Range<usize>, State), SyntaxError> {
        let start = self.properties(place.start);
        let (kind, value, state, anchor) = match event {
            Event::Alias(anchor) => {
                let name = self.source[place.clone()].trim_end();
                self.at = place.start + name.len();
                let end = if self.is_flow { self.at } else { self.line_end(self.at) };
                let Some(kind) = self.anchors.get(&anchor).cloned() else {
                    return Err(self.error(place.start, "an alias within its own anchor"));
                };
                let kind = self.aliased(kind, name, end)?;
                let value = if let Kind::Text(_) = kind { place.start..self.at } else { end..end };
                (kind, value, State::Fixed, 0)
            }
            Event::Scalar(text, style, anchor, tag) => {
                let is_plain = style == ScalarStyle::Plain && tag.is_none();
                let is_text = tag.is_none_or(|tag| matches!(tag.suffix.as_str(), "str" | ""))
                    && !(is_plain && is_fixed(&text, self.is_ruby));
                let value = match style {
                    ScalarStyle::Plain if text.is_empty() => {
                        let at = if start == place.start { self.at } else { start };
                        at..at
                    }
                    ScalarStyle::Plain => {
                        start..start + self.source[start..place.end].trim_end().len()
                    }
                    ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted => {
                        start..self.end_of_quotes(start)
                    }
                    ScalarStyle::Literal | ScalarStyle::Folded => self.block(&place),
                };
                self.at = value.end;
                let state = if is_text { State::Ready } else { State::Fixed };
                (Kind::Text(text.into_owned()), value, state, anchor)
            }
            Event::MappingStart(anchor, _) => {
                let (kind, inner) = self.members(true, start, &place)?;
                (kind, inner, State::Ready, anchor)
            }
            Event::SequenceStart(anchor, _) => {
                let (kind, inner) = self.members(false, start, &place)?;
                (kind, inner, State::Ready, anchor)
            }
            _ => return Err(self.error(place.start, "expected a value")),
        };
        if anchor != 0 {
            self.anchors.insert(anchor, kind.clone());
        }
        Ok((kind, value, state))
    }

    /// Reads a mapping or list, and returns where its members are.
    fn members(
        &mut self,
        is_map: bool,
        start: usize,
        place: &Range<usize>,
    ) -> Result<(Kind, Range<usize>), SyntaxError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = format!("more than {MAX_DEPTH} levels of nesting");
            return Err(self.error(start, &message));
        }
        let around = self.is_flow;
        let has_brackets = !place.is_empty() && self.source[start..].starts_with(['{', '[']);
        self.is_flow |= has_brackets;
        self.at = match start == place.start {
            _ if has_brackets => start + 1,
            true if self.is_flow => self.at,
            true => self.line_end(self.at),
            false => self.line_end(start),
        };
        let (first, mut nodes, mut merged) = (self.at, Vec::new(), None);
        let end = loop {
            let start = self.at;
            let (mut event, mut place) = self.next()?;
            let (name, name_at) = match event {
                Event::MappingEnd | Event::SequenceEnd => break place,
                _ if !is_map => {
                    let dash = if self.is_flow { None } else { self.skip(b'-') };
                    let at = dash.unwrap_or(place.start);
                    (nodes.len().to_string(), at..at)
                }
                Event::Scalar(name, style, ..) => {
                    let start = self.properties(place.start);
                    let mut name_at = start..place.end.max(start);
                    if matches!(style, ScalarStyle::SingleQuoted | ScalarStyle::DoubleQuoted) {
                        name_at.end = self.end_of_quotes(start);
                    }
                    self.at = name_at.end;
                    self.skip(b':');
                    (event, place) = self.next()?;
                    (name.into_owned(), name_at)
                }
                _ => return Err(self.error(place.start, "expected a text as a key")),
            };
            let (mut kind, value, state) = self.value(event, place)?;
            if !self.is_flow {
                self.at = self.line_end(self.at);
            }
            if is_map && name == "<<" {
                merged = Some((nodes.len() + 1, std::mem::replace(&mut kind, Kind::Meta)));
            }
            let span = start..self.at;
            nodes.push(Node { name, name_at, span, value, kind, state, original: None });
            if self.is_flow {
                self.skip(b',');
            }
        };
        let inner = first..if has_brackets { end.start } else { self.at };
        self.at = if has_brackets { end.end } else { self.at };
        (self.is_flow, self.depth) = (around, self.depth - 1);
        if let Some((at, kind)) = merged {
            merge(&mut nodes, at, kind);
        }
        let is_form = |node: &Node| {
            let is_text = matches!(node.kind, Kind::Text(_)) && node.state == State::Ready;
            is_text && CATEGORIES.contains(&node.name.as_str())
        };
        let kind = match is_map {
            true if nodes.iter().any(|node| node.name == "other") && nodes.iter().all(is_form) => {
                Kind::Plural(nodes)
            }
            true => Kind::Map(nodes),
            false => Kind::List(nodes),
        };
        Ok((kind, inner))
    }

    /// Returns what an alias stands for: nothing of it can be changed there.
    fn aliased(&mut self, kind: Kind, name: &str, end: usize) -> Result<Kind, SyntaxError> {
        let mut copy = |nodes: Vec<Node>| {
            let nodes = nodes.into_iter().filter(|node| !matches!(node.kind, Kind::Meta));
            let copy = |node: Node| {
                self.aliased += 1;
                if self.aliased > MAX_ALIASED {
                    return Err(self.error(end, "aliases that stand for too many texts"));
                }
                let kind = self.aliased(node.kind, name, end)?;
                let (name_at, span, value) = (end..end, end..end, end..end);
                Ok(Node { name_at, span, value, kind, state: State::Fixed, ..node })
            };
            nodes.map(copy).collect::<Result<Vec<_>, _>>()
        };
        Ok(match kind {
            Kind::Map(nodes) => Kind::Map(copy(nodes)?),
            Kind::List(nodes) => Kind::List(copy(nodes)?),
            _ => Kind::Text(name.to_owned()),
        })
    }

    /// Returns where a block scalar is whose content is in this place, without its last line end.
    fn block(&self, place: &Range<usize>) -> Range<usize> {
        let start = self.properties(self.at);
        let start = self.source[start..].find(['|', '>']).map_or(start, |at| start + at);
        let header = self.source[start..].lines().next().unwrap_or_default();
        let text = &self.source[start..place.end.max(start)];
        let is_kept = header.split(" #").next().is_some_and(|header| header.contains('+'));
        let end = match text.rfind('\n').filter(|_| is_kept) {
            Some(end) if text[end..].trim().is_empty() => end,
            _ => {
                let end = text.trim_end().len().max(header.len());
                text[end.min(text.len())..].find('\n').map_or(text.len(), |at| end + at)
            }
        };
        let text = &text[..end];
        start..start + text.strip_suffix('\r').unwrap_or(text).len().max(header.len())
    }

    /// Returns where a quoted text ends. The places of the parser have the comment behind it.
    fn end_of_quotes(&self, start: usize) -> usize {
        let bytes = self.source.as_bytes();
        let mut at = start + 1;
        while let Some(byte) = bytes.get(at) {
            let is_quote = *byte == bytes[start];
            let is_pair = is_quote && *byte == b'\'' && bytes.get(at + 1) == Some(&b'\'');
            if is_quote && !is_pair {
                return at + 1;
            }
            at += if is_pair || *byte == b'\\' && bytes[start] == b'"' { 2 } else { 1 };
        }
        self.source.len()
    }

    /// Skips anchors and tags, and the blanks behind them before a value.
    fn properties(&self, mut at: usize) -> usize {
        loop {
            let rest = self.source[at..].trim_start_matches([' ', '\t']);
            let start = self.source.len() - rest.len();
            if rest.starts_with(['&', '!']) {
                at = start + rest.find(char::is_whitespace).unwrap_or(rest.len());
            } else {
                let is_behind = self.source[..at].ends_with(|last: char| !last.is_whitespace());
                return if is_behind && !rest.starts_with(['\r', '\n']) { start } else { at };
            }
        }
    }

    /// Returns the end of the line if nothing but a comment is left of it.
    fn line_end(&self, at: usize) -> usize {
        let line = self.source[at..].split('\n').next().unwrap_or_default();
        let rest = line.trim_start_matches([' ', '\t']);
        match rest.trim_end().is_empty() || rest.starts_with('#') {
            true => at + line.strip_suffix('\r').unwrap_or(line).len(),
            false => at,
        }
    }

    /// Skips a sign with the white space and comments before it. Returns where it is.
    fn skip(&mut self, sign: u8) -> Option<usize> {
        let mut at = self.at;
        loop {
            let rest = &self.source[at..];
            let text = rest.trim_start();
            at += rest.len() - text.len();
            match text.bytes().next()? {
                b'#' => at += text.find('\n').unwrap_or(text.len()),
                byte if byte == sign => {
                    self.at = at + 1;
                    return Some(at);
                }
                _ => return None,
            }
        }
    }

    fn error(&self, at: usize, message: &str) -> SyntaxError {
        SyntaxError::at(self.source, at, message)
    }
}

/// Adds what the mappings behind `<<` have and the one around it does not.
fn merge(nodes: &mut Vec<Node>, at: usize, kind: Kind) {
    let members = |kind| match kind {
        Kind::Map(nodes) => nodes,
        _ => Vec::new(),
    };
    let merged: Vec<Node> = match kind {
        Kind::List(items) => items.into_iter().flat_map(|item| members(item.kind)).collect(),
        kind => members(kind),
    };
    let mut names: HashSet<_> = nodes.iter().map(|node| node.name.clone()).collect();
    nodes.splice(at..at, merged.into_iter().filter(|node| names.insert(node.name.clone())));
}

/// Writes a text in a block scalar with the indentation of the old one.
fn block(style: &Style<'_>, node: &Node, value: &str, text: &str) -> Option<String> {
    let Kind::Text(old) = &node.kind else { return None };
    let spaces = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let is_full = |line: &&str| !line.trim().is_empty();
    let line = value.lines().skip(1).find(is_full)?;
    let indent = spaces(line).checked_sub(old.lines().find(is_full).map_or(0, spaces))?;
    let header = value.lines().next()?;
    let (header, comment) = header.split_at(header.find(" #").unwrap_or(header.len()));
    let body = text.strip_suffix('\n').unwrap_or(text);
    let is_folded =
        header.starts_with('>') && body.lines().all(|line| !line.starts_with([' ', '\t']));
    let mut spelled = String::from(if is_folded { '>' } else { '|' });
    spelled.extend(header.chars().filter(char::is_ascii_digit));
    spelled.push_str(if text.ends_with('\n') { "" } else { "-" });
    spelled.push_str(comment);
    for (at, line) in body.split('\n').enumerate() {
        let is_apart = is_folded && at > 0 && !line.is_empty();
        spelled.push_str(&style.line_end.repeat(1 + usize::from(is_apart)));
        if !line.is_empty() {
            spelled.push_str(&" ".repeat(indent));
            spelled.push_str(line);
        }
    }
    Some(spelled)
}

fn double(style: &Style<'_>, text: &str) -> String {
    let mut value = String::from('"');
    for letter in text.chars() {
        let code = u32::from(letter);
        let is_escaped = letter.is_control()
            || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
            || style.is_ascii && !letter.is_ascii();
        match letter {
            '"' | '\\' => value.extend(['\\', letter]),
            '\n' => value.push_str("\\n"),
            '\r' => value.push_str("\\r"),
            '\t' => value.push_str("\\t"),
            _ if !is_escaped => value.push(letter),
            _ if code > 0xffff => value.push_str(&format!("\\U{code:08x}")),
            _ if style.is_upper => value.push_str(&format!("\\u{code:04X}")),
            _ => value.push_str(&format!("\\u{code:04x}")),
        }
    }
    value + "\""
}

/// Whether a parser reads this text from a spelling in the value of a key in this column.
fn is_read_as(spelled: &str, text: &str, is_flow: bool, column: usize) -> bool {
    let is_special = |letter: char| {
        letter.is_control() && letter != '\n'
            || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{feff}')
    };
    if text.contains(is_special) || text.contains('\n') && !spelled.starts_with(['|', '>']) {
        return false;
    }
    let file = match is_flow {
        true => format!("[{spelled}]"),
        false => format!("{}k: {spelled}\n", " ".repeat(column)),
    };
    let mut scalars = Vec::new();
    for event in Parser::new_from_str(&file) {
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
