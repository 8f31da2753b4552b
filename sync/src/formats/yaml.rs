//! YAML. Places come from the events of `saphyr-parser`; values of a deserializer have none.

use std::ops::Range;

use saphyr_parser::{Event, Parser, ScalarStyle, Span, StrInput};

use super::{Format, Kind, MAX_DEPTH, Node, State, Style, SyntaxError, Tree};

/// YAML. A mapping of plural forms is a plural, as in Rails.
#[derive(Debug)]
pub(super) struct Yaml {
    /// Whether Ruby reads it, where words such as `yes` and `:year` are no texts.
    pub(super) is_ruby: bool,
}

impl Format for Yaml {
    fn parse(&self, source: &str) -> Result<Tree, SyntaxError> {
        let offsets = source.char_indices().map(|(at, _)| at).collect();
        let (parser, is_ruby) = (Parser::new_from_str(source), self.is_ruby);
        let mut reader = Reader { source, is_ruby, parser, offsets, at: 0, depth: 0 };
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
                    (Kind::Map(nodes) | Kind::Plural(nodes), inner, _) => {
                        tree = Tree { nodes, inner };
                    }
                    (Kind::Text(text), ..) if text.is_empty() => {}
                    _ => return reader.fail(start, "expected a mapping with keys"),
                },
            }
        }
    }

    fn encode(&self, style: &Style<'_>, node: &Node, text: &str) -> Result<String, String> {
        let value = &style.source[node.value.clone()];
        let is_block = value.starts_with(['|', '>']);
        let is_flow = !is_block && style.source[..node.span.start].ends_with(['{', '[', ',']);
        let single = format!("'{}'", text.replace('\'', "''"));
        // Rails reads a symbol without quotes as one.
        let places = [value, style.model.unwrap_or_default()];
        let stays_symbol = is_symbol(text) && places.into_iter().any(is_symbol);
        let first = match value.chars().next() {
            _ if stays_symbol => Some(text.to_owned()),
            Some('"') => None,
            Some('\'') => Some(single.clone()),
            _ if is_block => block(style, node, value, text),
            _ => (!is_odd(text)).then(|| text.to_owned()),
        };
        let is_read = |spelled: &String| {
            let file = format!("k: {spelled}");
            let file = if is_flow { format!("{{{file}}}") } else { file + "\n" };
            let tree = Self { is_ruby: !stays_symbol }.parse(&file).unwrap_or_default();
            let is_text = |node: &Node| matches!(&node.kind, Kind::Text(read) if read == text);
            !text.contains(is_special)
                && (is_block || !text.contains('\n'))
                && matches!(&*tree.nodes, [it] if is_text(it) && it.state == State::Ready)
        };
        let has_quotes = !value.starts_with('"') && text.contains(['"', '\\']);
        let mut spelled = first.into_iter().chain(has_quotes.then_some(single));
        let spelled = spelled.find(is_read).unwrap_or_else(|| double(text, style.is_escaped(node)));
        Ok(if value.is_empty() { format!(" {spelled}") } else { spelled })
    }

    fn separator(&self, source: &str, inner: &Range<usize>) -> &'static str {
        if source[..inner.start].ends_with(['{', '[']) { "," } else { "" }
    }

    fn has_root(&self) -> bool {
        true
    }
}

/// Whether some parsers read a text without quotes as something else, or not at all.
fn is_odd(text: &str) -> bool {
    let is_date = |letter: char| letter.is_ascii_digit() || "+-:._TtZz ".contains(letter);
    matches!(text, "y" | "Y" | "n" | "N" | "<<" | "=")
        || text.starts_with(['>', '|', '?'])
        || text.starts_with(|it: char| it.is_ascii_digit() || "+-".contains(it))
            && text.chars().all(is_date)
        || text.contains(['\u{fffe}', '\u{ffff}'])
}

/// Whether a value is spelled as a symbol of Ruby, such as `:year`.
fn is_symbol(value: &str) -> bool {
    let is_in = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    value.strip_prefix(':').is_some_and(|name| !name.is_empty() && name.chars().all(is_in))
}

/// Whether a word without quotes is no text. Ruby reads YAML 1.1, and symbols such as `:year`.
fn is_fixed(word: &str, is_ruby: bool) -> bool {
    let lower = word.to_ascii_lowercase();
    let number = lower.strip_prefix(['-', '+']).unwrap_or(&lower);
    let plain = if is_ruby { number.replace(['_', ','], "") } else { number.to_owned() };
    let is_based = |(prefix, radix)| {
        plain.strip_prefix(prefix).is_some_and(|it| u128::from_str_radix(it, radix).is_ok())
    };
    let is_digits = |part: &str| part.parse::<u64>().is_ok();
    matches!(number, "" | "~" | "null" | "true" | "false" | ".inf" | ".nan")
        || plain.parse::<f64>().is_ok_and(f64::is_finite)
        || [("0x", 16), ("0o", 8), ("0b", 2)].into_iter().any(is_based)
        || number.split('-').map(str::len).eq([4, 2, 2]) && number.split('-').all(is_digits)
        || is_ruby
            && (matches!(number, "yes" | "no" | "on" | "off")
                || number.contains(':') && number.split(':').all(is_digits)
                || word.starts_with(':') && word.len() > 1)
}

type Parsed<T> = Result<T, SyntaxError>;
type Value = (Kind, Range<usize>, State);

struct Reader<'s> {
    source: &'s str,
    is_ruby: bool,
    parser: Parser<'s, StrInput<'s>>,
    offsets: Vec<usize>,
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

    /// Reads the value that starts with an event, within brackets or not.
    fn value(&mut self, event: Event<'s>, place: Range<usize>, is_flow: bool) -> Parsed<Value> {
        let start = self.properties(place.start);
        let from = if start > place.start { start } else { self.at };
        let (is_map, source) = (matches!(event, Event::MappingStart(..)), self.source);
        let (kind, value, is_fixed) = match event {
            Event::Alias(_) => (Kind::Text(source[place.clone()].to_owned()), place, true),
            Event::Scalar(text, style, _, tag) => {
                let value = match style {
                    ScalarStyle::Plain if text.is_empty() => from..from,
                    ScalarStyle::Plain => start..place.end,
                    ScalarStyle::Literal | ScalarStyle::Folded => self.block(place.end),
                    _ => start..self.end_of_quotes(start),
                };
                let is_fixed = match tag {
                    Some(tag) => !matches!(tag.suffix.as_str(), "str" | ""),
                    None => style == ScalarStyle::Plain && is_fixed(&text, self.is_ruby),
                };
                (Kind::Text(text.into_owned()), value, is_fixed)
            }
            Event::MappingStart(..) | Event::SequenceStart(..) if self.depth < MAX_DEPTH => {
                let has_brackets = !place.is_empty() && source[start..].starts_with(['{', '[']);
                self.at = if has_brackets { start + 1 } else { self.line_end(from) };
                let first = self.at;
                self.depth += 1;
                let (kind, end) = self.members(is_map, is_flow || has_brackets)?;
                self.depth -= 1;
                let end = if has_brackets { end } else { self.at..self.at };
                self.at = end.end;
                let inner = first..end.start;
                // An alias means nothing in another file, which would get the list as a whole.
                let is_alias = |node: &Node| {
                    node.state == State::Fixed && source[node.value.clone()].starts_with('*')
                };
                return Ok(match &kind {
                    Kind::List(nodes) if nodes.iter().any(is_alias) => {
                        (Kind::Text(source[inner.clone()].to_owned()), inner, State::Fixed)
                    }
                    _ => (kind, inner, State::Ready),
                });
            }
            _ => return self.fail(start, "too many levels of nesting"),
        };
        self.at = value.end;
        Ok((kind, value, if is_fixed { State::Fixed } else { State::Ready }))
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
            let (kind, value, state) = self.value(event, place, is_flow)?;
            self.at = if is_flow { self.at } else { self.line_end(self.at) };
            let span = start..self.at;
            nodes.push(Node { span, state, ..Node::new(name, name_at, value, kind) });
            if is_flow {
                self.skip(',');
            }
        };
        Ok((if is_map { super::map(nodes) } else { Kind::List(nodes) }, end))
    }

    /// Returns where a block scalar is whose content ends here, without the line end behind it.
    fn block(&self, end: usize) -> Range<usize> {
        let start = self.source[self.at..].find(['|', '>']).map_or(self.at, |at| self.at + at);
        let text = &self.source[start..end.max(start)];
        let is_kept = text.chars().take(3).any(|it| it == '+');
        let end = text.rfind('\n').filter(|end| is_kept && text[*end..].trim().is_empty());
        let text = end.map_or(text.trim_end(), |end| text[..end].trim_end_matches('\r'));
        let rest = &self.source[start + text.len()..];
        start..start + text.len() + rest.find(['\r', '\n']).unwrap_or(rest.len())
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
fn block(style: &Style<'_>, node: &Node, value: &str, text: &str) -> Option<String> {
    let Kind::Text(old) = &node.kind else { return None };
    let spaces = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let is_full = |line: &&str| !line.trim().is_empty();
    let line = value.lines().skip(1).find(is_full)?;
    let indent = spaces(line).checked_sub(old.lines().find(is_full).map_or(0, spaces))?;
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
    letter.is_control() && letter != '\n' || "\u{2028}\u{2029}\u{feff}".contains(letter)
}

/// Writes a text in double quotes. A string of JSON is one of YAML.
fn double(text: &str, is_escaped: bool) -> String {
    let escape = |letter: char| match u32::from(letter) {
        _ if !is_special(letter) && (letter.is_ascii() || !is_escaped) => letter.to_string(),
        code @ ..=0xffff => format!("\\u{code:04x}"),
        _ => letter.to_string(),
    };
    serde_json::Value::from(text).to_string().chars().map(escape).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::{created, fails, holds, read, updated, without};
    use super::super::{File, Text};
    use super::*;

    const RUBY: &Yaml = &Yaml { is_ruby: true };

    #[test]
    fn rails_files_are_read() {
        let source = "# c\nja:\n  p: 3\n  s: \" \"\n  order: [:year]\n  names: [~, 'Jan']\n  \
            note: \"\"\n  fallback:\n  days:\n  - \"\u{e9}\"\n  -\n  - k: v\n  \
            n: {one: One, other: '%{n}'}\n  p2:\n    other: x\n  on: yes\n  t: !!str 5\n  \
            \"a.b\": |\n    x\n    y\n  time: 12:30\n  v: 1.2.3\n  d: 2024-01-01\n  x: &x\n    \
            o: O # c\n  al: *x\n  mg:\n    <<: *x\n    q: Q\n  m2:\n    <<: [*x, *x]\n";
        let expected = "p#3|s= |order::0#:year|names::0#~|names::1=Jan|note=|fallback#\
            |days::0=\u{e9}|days::1#|days::2::k=v|n={one:One,other:%{n}}|p2={other:x}|on#yes|t=5\
            |a.b=x\ny\n|time#12:30|v=1.2.3|d#2024-01-01|x::o=O|al#*x|mg::<<#*x|mg::q=Q\
            |m2::<<#*x, *x";
        assert_eq!(read(RUBY, source), expected);
        let plain = &Yaml { is_ruby: false };
        assert_eq!(read(plain, "a: yes\nb: :c\nd: 1:2\ne: 1e3\n"), "a=yes|b=:c|d=1:2|e#1e3");
    }

    #[test]
    fn only_the_language_at_the_root_is_in_no_key() {
        for (source, expected) in [
            ("--- # c\n\"DE\":\n  a: A\n", "a=A"),
            ("nav:\n  a: A\n", "nav::a=A"),
            ("de:\n  a: A\nen:\n  a: B\n", "de::a=A|en::a=B"),
            ("de:\n  other: O\n", "other=O"),
        ] {
            assert_eq!(read(RUBY, source), expected);
        }
        let read = |source: &str, lang| File::read(RUBY, source.as_bytes(), &[lang]).unwrap();
        for (base, export, lang, expected) in [
            ("# c\nen: # d\n  a: A\n  b: B\n", "pt_BR:\n", "pt-BR", "# c\npt-BR: # d\n  a: x\n"),
            ("en:\n  a: A\n", "a: x\n", "no", "\"no\":\n  a: x\n"),
            ("a: A\n", "de:\n  a: x\n", "de", "a: x\n"),
        ] {
            let texts = [("a".to_owned(), Text::One("x".to_owned()))].into();
            let new = read(base, "en").create(texts, lang, &read(export, lang));
            assert_eq!(new.bytes, expected.as_bytes());
        }
    }

    #[test]
    fn a_text_is_replaced_in_the_style_of_its_place() {
        for (value, text, expected) in [
            (" x # c", "y, z", " y, z # c"),
            (" x", "yes", " \"yes\""),
            (" x", "", " \"\""),
            (" &a x\n  y: *a", "z", " &a z\n  y: *a"),
            (" x\n    y # c", "z", " z # c"),
            (" x", "say \"x\": y", " 'say \"x\": y'"),
            (" x", "> 5", " \"> 5\""),
            (" x", "2024-1-5 10:00", " \"2024-1-5 10:00\""),
            (" 'x' # 'c'", "it's", " 'it''s' # 'c'"),
            (" 'x'", "a\nb", " \"a\\nb\""),
            (" \"\\u00e9\"", "\u{e4}\u{1f600}", " \"\\u00e4\u{1f600}\""),
            (" !!str x", "5", " !!str \"5\""),
            (" |  # c\n    x\n    y", "z\n\nw\n", " |  # c\n    z\n\n    w"),
            (" |-\n      x\n\n  # c", "z", " |-\n      z\n\n  # c"),
            (" >\n    x\n    y", "z w\nv\n", " |\n    z w\n    v"),
            (" |\n    x", " y", " \" y\""),
            ("", "y", " \"y\""),
        ] {
            for end in ["\n", "\r\n"] {
                let file =
                    |value| format!("de:\n  n: 3\n  a:{value}\n\n  z: Z\n").replace('\n', end);
                assert_eq!(updated(RUBY, &file(value), "", &[("a", text)]), file(expected));
            }
        }
        let plain = &Yaml { is_ruby: false };
        for (value, base, text, expected) in [
            (":year", "", ":day", ":day"),
            ("\":year\"", ":year", ":day", ":day"),
            (":year", "", ": day", "\": day\""),
            ("x", "x", ":day", "\":day\""),
        ] {
            let [file, base, expected] = [value, base, expected].map(|it| format!("o:\n- {it}\n"));
            assert_eq!(updated(plain, &file, &base, &[("o::0", text)]), expected);
        }
        assert_eq!(created(plain, "o:\n- :year\n", &[("o::0", ":day")]), "o:\n- :day\n");
        let new = updated(RUBY, "a: [x, y]\nb: {k: 'x'}\n", "", &[("a::0", "x, y"), ("b::k", "1")]);
        assert_eq!(new, "a: [\"x, y\", y]\nb: {k: '1'}\n");
    }

    #[test]
    fn members_are_added_as_in_the_base_file_and_removed_with_comments() {
        let base = "# head\nen:\n  a: A\n\n  # section\n  b:\n    c: 'C' # note\n    l:\n    \
            - ~\n    - k: K\n      m: M\n  d: |\n    D\n  e: [x, 3]\n  o: [:y]\n  n:\n    \
            one: One\n    other: \"%{n}\"\n";
        let texts = "b::c=c|b::l::1::k=k|b::l::1::m=m|d=d\n|e::0=x, y|n={one:1,few:2,other:%{n}}";
        let texts: Vec<_> = texts.split('|').filter_map(|text| text.split_once('=')).collect();
        let whole = "\n\n  # section\n  b:\n    c: 'c' # note\n    l:\n    - ~\n    - k: k\n      \
            m: m\n  d: |\n    d\n  e: [\"x, y\", 3]\n  n:\n    one: \"1\"\n    few: \"2\"\n    \
            other: \"%{n}\"";
        assert_eq!(created(RUBY, base, &texts), format!("# head\nde:{whole}\n"));
        for (start, rest) in [("pl:", "\n"), ("pl:\n  a: b", ""), ("pl:", "\r\n  z: Z\r\n")] {
            let expected = format!("{start}{whole}{rest}").replace("\r\n", "\n");
            let new = updated(RUBY, &format!("{start}{rest}"), base, &texts);
            assert_eq!(new, if rest.len() > 1 { expected.replace('\n', "\r\n") } else { expected });
        }
        for (source, base, expected) in [
            ("", "a: A\nb: B\n", "b: x\n"),
            ("de: {}\n", "en:\n  b: B\n", "de: {\n  b: x\n}\n"),
            ("de: {a: A, c: C}\n", "en:\n  a: A\n  b: B\n", "de: {a: A, b: x, c: C}\n"),
            ("a: &c k\nb: *c\n", "b: B\n", "a: &c k\nb: x\n"),
        ] {
            assert_eq!(updated(RUBY, source, base, &[("b", "x")]), expected);
        }
        let new = created(RUBY, "n: {one: a, other: b}\n", &[("n", "{few:x,other:z}")]);
        assert_eq!(new, "n: { few: x, other: z}\n");
        let source = "a: A\nb: # in\n  c: C # c\n  # d\n  d: |+\n    # text\n\n  e: [x, y]\n";
        for (key, gone) in [("b::d", "\n  # d\n  d: |+\n    # text\n"), ("b::e::1", ", y")] {
            assert_eq!(without(RUBY, source, &[key]), source.replacen(gone, "", 1));
        }
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
        fails(RUBY, &cases);
    }

    proptest! {
        #[test]
        fn any_text_holds(text in "[a-z0:#&*!|>%@{}\\[\\],'\"\\\\ \t\r\n~.?<\u{e9}\u{85}-]{0,9}") {
            let block = "e:\n- |\n  x\n- >-\n  x\n\n- |+\n  x\n\n";
            holds(RUBY, &format!("a: x # c\nb: 'x'\n{block}c: {{k: x, l: ['x', x]}}\n"), &text);
        }
    }
}
