//! YAML. Places come from the events of `saphyr-parser`; values of a deserializer have none.

use std::collections::HashMap;
use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, Span, StrInput};

use super::text::is_white;
use super::{Features, Format, Kind, MAX_DEPTH, Node, State, Style, SyntaxError, Tree};

/// YAML. A mapping of plural forms is a plural, as in Rails.
#[derive(Debug)]
pub(super) struct Yaml {
    /// Whether Ruby reads it, where words such as `yes` and `1_000` are no texts.
    pub(super) is_ruby: bool,
}

impl Format for Yaml {
    fn parse(&self, source: &str) -> Result<Tree, SyntaxError> {
        let offsets = source.char_indices().map(|(at, _)| at).collect();
        let (parser, is_ruby) = (Parser::new_from_str(source), self.is_ruby);
        let anchors = HashMap::new();
        let mut reader = Reader { source, is_ruby, parser, offsets, anchors, at: 0, depth: 0 };
        let mut tree = Tree { nodes: Vec::new(), inner: 0..source.len() };
        loop {
            let (event, place) = reader.next()?;
            let start = place.start;
            match event {
                Event::StreamEnd => return Ok(tree),
                Event::StreamStart | Event::DocumentEnd => {}
                _ if !tree.nodes.is_empty() => return reader.fail(start, "more than one document"),
                Event::DocumentStart(is_explicit) => {
                    reader.at = if is_explicit { reader.line_end(place.end) } else { 0 };
                    tree.inner.start = reader.at;
                }
                event => match reader.value(event, place, false)? {
                    Node { kind: Kind::Map(nodes), value: inner, .. } => {
                        tree = Tree { nodes, inner };
                    }
                    Node { kind: Kind::Text(text), .. } if text.is_empty() => {}
                    _ => return reader.fail(start, "expected a mapping with keys"),
                },
            }
        }
    }

    fn encode(&self, style: &Style<'_>, node: &Node, text: &str) -> Result<String, String> {
        let value = &style.source[node.value.clone()];
        let is_block = value.starts_with(['|', '>']);
        let is_flow = !is_block && style.source[..node.span.start].ends_with(['{', '[', ',']);
        let first = match value.chars().next() {
            Some('"') => None,
            Some('\'') => Some(format!("'{}'", text.replace('\'', "''"))),
            // Without a line end behind it, the last block of a file has none at its own end.
            _ if is_block && node.value.end == style.source.len() && text.ends_with('\n') => None,
            _ if is_block => block(style, value, text),
            _ => (!is_odd(text)).then(|| text.to_owned()),
        };
        let is_read = |spelled: &String| {
            let file = format!("k: {spelled}");
            let file = if is_flow { format!("{{{file}}}") } else { file + "\n" };
            let tree = self.parse(&file).unwrap_or_default();
            let is_text = |node: &Node| matches!(&node.kind, Kind::Text(read) if read == text);
            !text.contains(is_special)
                && (is_block || !text.contains('\n'))
                && matches!(&*tree.nodes, [it] if is_text(it) && it.state == State::Ready)
        };
        let spelled = first.filter(is_read).unwrap_or_else(|| double(text));
        Ok(if value.is_empty() { format!(" {spelled}") } else { spelled })
    }

    fn separator(&self, source: &str, inner: &Range<usize>) -> &'static str {
        if source[..inner.start].ends_with(['{', '[']) { "," } else { "" }
    }

    fn features(&self) -> Features {
        Features { has_root: true, is_data: true, ..Features::default() }
    }
}

/// Whether some parsers read a text without quotes as something else, or not at all: numbers and
/// dates in many spellings, signs, words of YAML 1.1.
fn is_odd(text: &str) -> bool {
    text.starts_with(|it: char| it.is_ascii() && !it.is_ascii_alphabetic())
        || matches!(&*text.to_ascii_lowercase(), "y" | "n" | "yes" | "no" | "on" | "off")
}

/// Whether a word without quotes is no text, such as a number or a symbol of Ruby (`:year`). Ruby
/// reads booleans and numbers of YAML 1.1, too.
fn is_fixed(word: &str, is_ruby: bool) -> bool {
    let lower = word.to_ascii_lowercase();
    let number = lower.strip_prefix(['-', '+']).unwrap_or(&lower);
    let is_name = |it: char| it.is_ascii_alphanumeric() || it == '_';
    let plain = if is_ruby { number.replace(['_', ','], "") } else { number.to_owned() };
    let is_based = |(prefix, radix)| {
        plain.strip_prefix(prefix).is_some_and(|it| u64::from_str_radix(it, radix).is_ok())
    };
    let mut parts = plain.split(':');
    matches!(number, "" | "~" | "null" | "true" | "false")
        || plain.parse::<f64>().is_ok_and(f64::is_finite)
        || word.strip_prefix(':').is_some_and(|it| !it.is_empty() && it.chars().all(is_name))
        || is_ruby
            && (matches!(number, "yes" | "no" | "on" | "off")
                || [("0x", 16), ("0b", 2)].into_iter().any(is_based)
                || parts.all(|part| part.parse::<u64>().is_ok()))
}

type Parsed<T> = Result<T, SyntaxError>;

struct Reader<'s> {
    source: &'s str,
    is_ruby: bool,
    parser: Parser<'s, StrInput<'s>>,
    offsets: Vec<usize>,
    /// The texts that have an anchor, by its number, and the places of mappings and lists.
    anchors: HashMap<usize, Node>,
    /// Where what was read so far ends.
    at: usize,
    depth: usize,
}

impl<'s> Reader<'s> {
    fn next(&mut self) -> Parsed<(Event<'s>, Range<usize>)> {
        let next = self.parser.next_event().unwrap_or(Ok((Event::StreamEnd, Span::default())));
        let (event, span) = next.map_err(|problem| SyntaxError {
            line: problem.marker().line(),
            message: problem.info().to_owned(),
        })?;
        let byte = |index: usize| self.offsets.get(index).copied().unwrap_or(self.source.len());
        let start = byte(span.start.index());
        Ok((event, start..byte(span.end.index()).max(start)))
    }

    /// Reads the value that starts with an event, within brackets or not. Returns a node without
    /// its name.
    fn value(&mut self, event: Event<'s>, place: Range<usize>, is_flow: bool) -> Parsed<Node> {
        let start = self.properties(place.start);
        let from = if start > place.start { start } else { self.at };
        let node = match event {
            Event::Alias(id) => match self.anchors.get(&id) {
                Some(same) if matches!(same.kind, Kind::Text(_)) => {
                    Node { anchor: Some(same.value.clone()), value: place, ..same.clone() }
                }
                same => {
                    let anchor = Some(same.map_or(&place, |it| &it.value).clone());
                    let kind = Kind::Text(self.source[place.clone()].to_owned());
                    Node { state: State::Fixed, anchor, ..Node::new("", 0..0, place, kind) }
                }
            },
            Event::Scalar(text, style, id, tag) => {
                let value = match style {
                    ScalarStyle::Plain if text.is_empty() => from..from,
                    ScalarStyle::Plain => start..place.end,
                    ScalarStyle::Literal | ScalarStyle::Folded => self.block(place.end),
                    _ => start..self.end_of_quotes(start),
                };
                // LibYAML reads the tag `!` as none.
                let is_plain = style == ScalarStyle::Plain;
                let is_fixed = match tag.as_ref().map(|tag| tag.suffix.as_str()) {
                    None | Some("!") => is_plain && is_fixed(&text, self.is_ruby),
                    Some(tag) => !matches!(tag, "str" | ""),
                };
                let state = if is_fixed { State::Fixed } else { State::Ready };
                // The parser adds the line end that a block lacks at the end of a file.
                let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
                let is_cut = is_block && value.end == self.source.len();
                let text = text.strip_suffix('\n').filter(|_| is_cut).unwrap_or(&text);
                let is_read_apart = is_cut || is_plain && self::is_fixed(text, true);
                let anchor = (!is_fixed && is_read_apart).then(|| value.clone());
                let kind = Kind::Text(text.to_owned());
                let node = Node { state, anchor, ..Node::new("", 0..0, value, kind) };
                if id > 0 {
                    self.anchors.insert(id, node.clone());
                }
                node
            }
            Event::MappingStart(id, _) | Event::SequenceStart(id, _) if self.depth < MAX_DEPTH => {
                let has_brackets =
                    !place.is_empty() && self.source[start..].starts_with(['{', '[']);
                self.at = if has_brackets { start + 1 } else { self.line_end(from) };
                let is_map = matches!(event, Event::MappingStart(..));
                let node = self.container(is_map, is_flow, has_brackets)?;
                if id > 0 {
                    let anchor = Node::new("", 0..0, node.value.clone(), Kind::Meta);
                    self.anchors.insert(id, anchor);
                }
                return Ok(node);
            }
            _ => return self.fail(start, "too many levels of nesting"),
        };
        self.at = node.value.end;
        Ok(node)
    }

    fn container(&mut self, is_map: bool, is_flow: bool, has_brackets: bool) -> Parsed<Node> {
        let first = self.at;
        self.depth += 1;
        let (kind, end) = self.members(is_map, is_flow || has_brackets)?;
        self.depth -= 1;
        let end = if has_brackets { end } else { self.at..self.at };
        self.at = end.end;
        Ok(Node::new("", 0..0, first..end.start, kind))
    }

    /// Reads a mapping or list. Returns the place of its end, too.
    fn members(&mut self, is_map: bool, is_flow: bool) -> Parsed<(Kind, Range<usize>)> {
        let mut nodes = Vec::new();
        let end = loop {
            let start = self.at;
            let (mut event, mut place) = self.next()?;
            let (name, name_at) = match event {
                Event::MappingEnd | Event::SequenceEnd => break place,
                Event::Scalar(name, ..) if is_map => {
                    let name_at = self.properties(place.start)..place.end;
                    self.at = place.end;
                    self.skip(':');
                    (event, place) = self.next()?;
                    (name.into_owned(), name_at)
                }
                _ if is_map => return self.fail(place.start, "expected a text as a key"),
                _ => {
                    let at = if is_flow { place.start } else { self.skip('-') };
                    (nodes.len().to_string(), at..at)
                }
            };
            let node = self.value(event, place, is_flow)?;
            self.at = if is_flow { self.at } else { self.line_end(self.at) };
            nodes.push(Node { name, name_at, span: start..self.at, ..node });
            if is_flow {
                self.skip(',');
            }
        };
        Ok((if is_map { Kind::Map(nodes) } else { Kind::List(nodes) }, end))
    }

    /// Returns where a block scalar is whose content ends here, without the line end behind it.
    fn block(&self, end: usize) -> Range<usize> {
        let start = self.source[self.at..].find(['|', '>']).map_or(self.at, |at| self.at + at);
        let end = start + self.source[start..end.max(start)].trim_end_matches(is_white).len();
        let rest = &self.source[end..];
        start..end + rest.find(['\r', '\n']).unwrap_or(rest.len())
    }

    /// Returns where a quoted text ends. The places of the parser have the comment behind it.
    fn end_of_quotes(&self, start: usize) -> usize {
        let bytes = &self.source.as_bytes()[start..];
        let mut at = 1;
        loop {
            at += match &bytes[at.min(bytes.len())..] {
                [b'\\', _, ..] if bytes[0] == b'"' => 2,
                [b'\'', b'\'', ..] if bytes[0] == b'\'' => 2,
                [byte, ..] if *byte != bytes[0] => 1,
                rest => return start + at + rest.len().min(1),
            }
        }
    }

    /// Skips anchors and tags, and the blanks behind them before a value.
    fn properties(&self, mut at: usize) -> usize {
        while self.source[at..].starts_with(['&', '!']) {
            let rest = self.source[at..].trim_start_matches(|it: char| !it.is_whitespace());
            let value = rest.trim_start_matches([' ', '\t']);
            let rest = if value.starts_with(['\r', '\n']) { rest } else { value };
            at = self.source.len() - rest.len();
        }
        at
    }

    /// Returns the end of the line if nothing but a comment is left of it.
    fn line_end(&self, at: usize) -> usize {
        let line = self.source[at..].lines().next().unwrap_or_default();
        let rest = line.trim_start();
        if rest.is_empty() || rest.starts_with('#') { at + line.len() } else { at }
    }

    /// Skips white space, comments and this sign. Returns where the sign is.
    fn skip(&mut self, sign: char) -> usize {
        let mut rest = self.source[self.at..].trim_start();
        while rest.starts_with('#') {
            rest = rest.trim_start_matches(|it| it != '\n').trim_start();
        }
        let at = self.source.len() - rest.len();
        self.at = if rest.starts_with(sign) { at + 1 } else { self.at };
        at
    }

    fn fail<T>(&self, at: usize, message: &str) -> Parsed<T> {
        Err(SyntaxError::at(self.source, at, message))
    }
}

/// Writes a text in a block scalar with the indentation of the old one.
fn block(style: &Style<'_>, value: &str, text: &str) -> Option<String> {
    let line = value.lines().skip(1).find(|line| !line.chars().all(is_white))?;
    let indent = line.len() - line.trim_start_matches(' ').len();
    let header = value.lines().next()?;
    let comment = header.trim_start_matches(|it: char| "|>+-".contains(it) || it.is_ascii_digit());
    let body = text.strip_suffix('\n').unwrap_or(text);
    let end = if text.ends_with('\n') { "" } else { "-" };
    let mut spelled = ["|", end, comment].concat();
    for line in body.split('\n') {
        let indent = if line.is_empty() { 0 } else { indent };
        spelled.extend([style.line_end, &" ".repeat(indent), line]);
    }
    Some(spelled)
}

/// Whether only double quotes can have a letter.
fn is_special(letter: char) -> bool {
    letter.is_control() && letter != '\n'
        || "\u{2028}\u{2029}\u{feff}\u{fffe}\u{ffff}".contains(letter)
}

/// Writes a text in double quotes. A string of JSON is one of YAML.
fn double(text: &str) -> String {
    let escape = |it| if is_special(it) { super::escape(it, 'u') } else { it.to_string() };
    serde_json::Value::from(text).to_string().chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::Entry;
    use super::super::tests::*;
    use super::*;

    const YAML: Yaml = Yaml { is_ruby: false };

    #[test]
    fn rails_files_are_read() {
        let source = "# c\nja:\n  p: 3\n  s: \" \"\n  order: [:year]\n  names: [~, 'Jan']\n  \
            note: \"\"\n  fallback:\n  days:\n  - \"\u{e9}\"\n  -\n  - k: v\n  \
            n: {one: One, other: '%{n}'}\n  p2:\n    other: x\n  on: yes\n  t: !!str 5\n  \
            \"a.b\": |\n    x\n    y\n  time: 12:30\n  v: 1.2.3\n  d: 2024-01-01\n  x: &x\n    \
            o: O # c\n  al: *x\n  mg:\n    <<: *x\n    q: Q\n  m2:\n    <<: [*x, *x]\n  \
            e: 1e3\n  f: :-)\n";
        let expected = "p#3|s= |order::0#:year|names::0#~|names::1=Jan|note=|fallback#\
            |days::0=\u{e9}|days::1#|days::2::k=v|n={one:One,other:%{n}}|p2={other:x}|on=yes|t=5\
            |a.b=x\ny\n|time=12:30|v=1.2.3|d=2024-01-01|x::o=O|al#*x|mg::<<#*x|mg::q=Q\
            |m2::<<::0#*x|m2::<<::1#*x|e#1e3|f=:-)";
        assert_eq!(read(&YAML, source), expected);
        let words = "a: yes\nb: 1_000\nc: 1:30:00\nd: 1,5\ne: 0x1F\nf: 1.2.3\ng: x_1, y\nh: 'no'\n";
        let expected = "a#yes|b#1_000|c#1:30:00|d#1,5|e#0x1F|f=1.2.3|g=x_1, y|h=no";
        assert_eq!(read(&Yaml { is_ruby: true }, words), expected);
        // Elsewhere they are texts, which have quotes in new files.
        let new = created(&YAML, "a: yes\nb: Yes sir\n", &[("a", "yes"), ("b", "Yes sir")]);
        assert_eq!(new, "a: \"yes\"\nb: Yes sir\n");
    }

    #[test]
    fn only_the_language_at_the_root_is_in_no_key() {
        for (source, expected) in [
            ("--- # c\n\"DE\":\n  a: A\n", "a=A"),
            ("nav:\n  a: A\n", "nav::a=A"),
            ("de:\n  a: A\nen:\n  a: B\n", "de::a=A|en::a=B"),
            ("de:\n  other: O\n", "other=O"),
            ("a: ! 'x'\nb: ! 12\nc: ! '12'\n", "a=x|b#12|c=12"),
            ("a: |\n  x\n\nb: >\n  y", "a=x\n|b=y"),
        ] {
            assert_eq!(read(&YAML, source), expected);
        }
        for (base, lang, expected) in [
            ("# c\nen: # d\n  a: A\n  b: B\n", "pt-BR", "# c\npt-BR: # d\n  a: x\n"),
            ("en:\n  a: A\n", "no", "\"no\":\n  a: x\n"),
            ("a: A\n", "de", "a: x\n"),
        ] {
            assert_eq!(written(file(&YAML, base).create(texts(&[("a", "x")]), lang)), expected);
        }
    }

    #[test]
    fn a_text_is_replaced_in_the_style_of_its_place() {
        let rows = r#"x # c => a=y, z => y, z # c
x => a=yes => "yes"
x => a= => ""
! 'x' => a=z => ! 'z'
x¶    y # c => a=z => z # c
x => a=say "x": y => "say \"x\": y"
x => a=> 5 => "> 5"
x => a=2024-1-5 10:00 => "2024-1-5 10:00"
'x' # 'c' => a=it's => 'it''s' # 'c'
'x' => a=a¶b => "a\nb"
!!str x => a=5 => !!str "5"
|  # c¶    x¶    y => a=z¶¶w¶ => |  # c¶    z¶¶    w
|-¶      x¶¶  # c => a=z => |-¶      z¶¶  # c
>¶    x¶    y => a=z w¶v¶ => |¶    z w¶    v
|¶    x => a= y => " y"
 => a=y => "y""#;
        for end in ["\n", "\r\n"] {
            let file = |value: &str| {
                let value = if value.is_empty() { String::new() } else { format!(" {value}") };
                format!("de:\n  n: 3\n  a:{value}\n\n  z: Z\n").replace('\n', end)
            };
            edits(&YAML, "", file, rows);
        }
        let new =
            updated(&YAML, "a: [x, y]\nb: {k: 'x'}\n", "", &[("a::0", "x, y"), ("b::k", "1")]);
        assert_eq!(new, "a: [\"x, y\", y]\nb: {k: '1'}\n");
        for (old, text, new) in [
            ("a: |\n  x\n  \u{a0}\n", "y\n", "a: |\n  y\n"),
            ("a: |\n  x", "y", "a: |-\n  y"),
            ("a: |\n  x", "y\n", "a: \"y\\n\""),
        ] {
            assert_eq!(updated(&YAML, old, "", &[("a", text)]), new);
        }
    }

    #[test]
    fn members_are_added_as_in_the_base_file() {
        let base = "# head\nen:\n  a: A\n\n  # section\n  b:\n    c: 'C' # note\n    l:\n    \
            - ~\n    - k: K\n      m: M\n  d: |\n    D\n  e: [x, 3]\n  n:\n    \
            one: One\n    other: \"%{n}\"\n";
        let texts = "b::c=c|b::l::1::k=k|b::l::1::m=m|d=d\n|e::0=x, y|n={one:1,few:2,other:%{n}}";
        let texts: Vec<_> = texts.split('|').filter_map(|text| text.split_once('=')).collect();
        let whole = "\n\n  # section\n  b:\n    c: 'c' # note\n    l:\n    - ~\n    - k: k\n      \
            m: m\n  d: |\n    d\n  e: [\"x, y\", 3]\n  n:\n    one: \"1\"\n    few: \"2\"\n    \
            other: \"%{n}\"";
        assert_eq!(created(&YAML, base, &texts), format!("# head\nde:{whole}\n"));
        for (start, rest) in [("pl:", "\n"), ("pl:\n  a: b", ""), ("pl:", "\r\n  z: Z\r\n")] {
            let expected = format!("{start}{whole}{rest}").replace("\r\n", "\n");
            let new = updated(&YAML, &format!("{start}{rest}"), base, &texts);
            assert_eq!(new, if rest.len() > 1 { expected.replace('\n', "\r\n") } else { expected });
        }
        let new = created(&YAML, "n: {one: a, other: b}\n", &[("n", "{few:x,other:z}")]);
        assert_eq!(new, "n: { few: x, other: z}\n");
    }

    #[test]
    fn texts_are_inserted_where_yaml_can_have_them() {
        let nested = "en:\n  a:\n    c:\n      b: B\n  z: Z\n";
        let items = "d: &d {b: B}\nl:\n- <<: *d\n  k: K\n";
        let merge = "d: &d {b: A}\nm:\n  <<: *d\n";
        for (source, base, (key, text), expected) in [
            ("", "a: A\nb: B\n", ("b", "x"), "b: x\n"),
            ("de: {}\n", "en:\n  b: B\n", ("b", "x"), "de:\n  b: x\n"),
            ("{a: A, c: C}\n", "a: A\nb: B\n", ("b", "x"), "{a: A, b: x, c: C}\n"),
            ("a: &c k\nb: *c\n", "b: B\n", ("b", "x"), "a: &c k\nb: x\n"),
            (
                "de:\n  a: {} # c\n  z: Z\n",
                nested,
                ("a::c::b", "x"),
                "de:\n  a: # c\n    c:\n      b: x\n  z: Z\n",
            ),
            ("l: &l []\n", "l:\n- B\n", ("l::0", "x"), "l: &l\n- x\n"),
            ("d: &d {b: B}\n", items, ("l::0::k", "x"), &items.replace('K', "x")),
            // The later of a key and a merge wins in Ruby.
            (merge, "d:\n  a: A\n", ("d::a", "x"), &merge.replace("{b", "{a: x,b")),
            (merge, "m:\n  b: B\n", ("m::b", "x"), &format!("{merge}  b: x\n")),
        ] {
            assert_eq!(updated(&YAML, source, base, &[(key, text)]), expected);
        }
        refuses(&YAML, "de: {\n  a: {}}\n", nested, ("a::c::b", "x"), "not be valid");
    }

    #[test]
    fn aliases_are_kept_with_their_anchors() {
        let base = "en:\n  d: &d {a: A}\n  m:\n    <<: *d\n  s:\n    o: *d\n    l: [*d, *d]\n  \
            x: [*d, X]\n";
        let all = base.replace("en:", "de:").replace("\n  x: [*d, X]", "");
        assert_eq!(created(&YAML, base, &[("d::a", "A")]), all);
        let some = all.replace("  m:\n    <<: *d\n", "  m: {}\n");
        assert_eq!(updated(&YAML, "de:\n  m: {}\n", base, &[("d::a", "A")]), some);
        let base = format!("{base}  y: Y\n");
        assert_eq!(created(&YAML, &base, &[("y", "x")]), "de:\n  y: x\n");
        let items = "d: &d {b: B}\nl:\n- <<: *d\n  n: 3\ny: Y\n";
        assert_eq!(created(&YAML, items, &[("y", "x")]), "l:\n-\n  n: 3\ny: x\n");
        let new = updated(&YAML, "de:\n  d:\n    b: B\n", &base, &[("d::a", "A")]);
        assert_eq!(new, "de:\n  d:\n    a: A\n    b: B\n");
        // A merge needs all texts that it could replace.
        let base = "en:\n  d: &d {a: A}\n  m:\n    <<: *d\n    a: M\n    b: B\n  o: *d\n";
        let part = base.replace("    <<: *d\n    a: M\n", "");
        for (pairs, new, aliases) in [
            (&[("d::a", "A")][..], part.replace("  m:\n    b: B\n", ""), [false, true]),
            (&[("d::a", "A"), ("m::b", "B")], part, [false, true]),
            (&[("d::a", "A"), ("m::a", "M"), ("m::b", "B")], base.to_owned(), [true, true]),
        ] {
            let new = new.replace("en:", "de:");
            assert_eq!(created(&YAML, base, pairs), new);
            let updated = file(&YAML, "de:\n").update(&file(&YAML, base), texts(pairs));
            assert!(updated.aliases.iter().map(|it| it.1).eq(aliases), "{updated:?}");
            assert_eq!(written(updated), new);
        }
    }

    #[test]
    fn aliases_are_texts_of_their_own() {
        let base = "en:\n  a: &h Hour\n  b: *h\n  m: &m\n    c: C\n  n: *m\n  l: [*h, x]\n";
        assert_eq!(read(&YAML, base), "a=Hour|b=Hour|m::c=C|n#*m|l::0=Hour|l::1=x");
        let texts = [("a", "A"), ("b", "Hour"), ("l::0", "L"), ("l::1", "x")];
        let expected = "de:\n  a: &h A\n  b: Hour\n  l: [L, x]\n";
        assert_eq!(created(&YAML, base, &texts), expected);
        let new = updated(&YAML, "de:\n  a: A\n", base, &texts[1..2]);
        assert_eq!(new, "de:\n  a: A\n  b: Hour\n");
        let expected = base.replace("b: *h", "b: B");
        assert_eq!(updated(&YAML, base, base, &[("b", "B")]), expected);
        refuses(&YAML, base, base, ("a", "A"), "`b` would change too: edit the file");
    }

    #[test]
    fn the_base_file_says_what_is_a_text() {
        let base = "en:\n  a: A\n  b: B\n  c: C\n  d: D\n  n: {one: 1 a, other: x}\n  o:\n    \
            p: P\n  z: ~\n  l: [~, Jan]\n";
        let own = "de:\n  a:\n  b: null\n  c: ~ # c\n  d: yes\n  n:\n    one:\n    \
            other: 12\n  o:\n  z: ~\n  l: [~, 1]\n";
        let [base, file] = read_both(&YAML, base, own);
        let show = |it: &Entry| format!("{}={} {:?}", it.key, it.text, it.state);
        assert_eq!(
            file.entries().iter().map(show).collect::<Vec<_>>().join("|"),
            "a= Ready|b= Ready|c= Ready|d=yes Ready|n=one:  | other: 12 Ready|z=~ Fixed\
             |l::0=~ Fixed|l::1=1 Ready"
        );
        let pairs = [("a", "x"), ("b", "3"), ("c", "x"), ("d", "no"), ("o::p", "x"), ("l::1", "x")];
        let expected = "de:\n  a: x\n  b: \"3\"\n  c: x # c\n  d: \"no\"\n  n:\n    one:\n    \
            other: 12\n  o:\n    p: x\n  z: ~\n  l: [~, x]\n";
        assert_eq!(written(file.update(&base, texts(&pairs))), expected);
    }

    #[test]
    fn new_files_have_the_numbers_and_symbols_of_the_base_file() {
        let base = "en:\n  a: A\n  p:\n    q: 3\n  o: [:y, :m]\n  l:\n  - ~\n  - Jan\n";
        let expected = "de:\n  a: x\n  p:\n    q: 3\n  o: [:y, :m]\n";
        assert_eq!(created(&YAML, base, &[("a", "x")]), expected);
        let new = created(&YAML, base, &[("l::1", "z")]);
        assert_eq!(new, "de:\n  p:\n    q: 3\n  o: [:y, :m]\n  l:\n  - ~\n  - z\n");
        assert_eq!(updated(&YAML, "de:\n  b: B\n", base, &[("a", "x")]), "de:\n  a: x\n  b: B\n");
    }

    #[test]
    fn what_is_invalid_is_reported_with_its_line() {
        let nested: String = (0..3000).map(|depth| format!("{}a:\n", " ".repeat(depth))).collect();
        let cases = [
            ("de:\n  a: \"x\n", 2, "quoted scalar"),
            ("de:\n\ta: b\n", 2, "tab"),
            ("de:\n  a: x\n  a: y\n", 3, "`a` is in line 2"),
            ("- a\n", 1, "mapping with keys"),
            ("a: 1\n---\nb: 2\n", 2, "more than one document"),
            ("a: *x\n", 1, "anchor"),
            (&nested, 129, "levels"),
        ];
        fails(&YAML, &cases);
    }

    proptest! {
        #[test]
        fn any_text_holds(
            text in "[a-z0:#&*!|>%@{}\\[\\],'\"\\\\ \t\r\n~.?<\u{e9}\u{a0}\u{85}\u{fffe}-]{0,9}",
        ) {
            let block = "e:\n- |\n  x\n- >-\n  x\n\n- |+\n  x\n\n";
            let end = "c: {k: x, l: ['x', x]}\n";
            holds(&YAML, &format!("a: x # c\nb: 'x'\n{block}{end}"), &text);
        }
    }
}
