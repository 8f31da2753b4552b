//! JSON, nested and flat, and ARB. Places are read here, texts by `serde_json`: the tree of
//! `jsonc-parser` accepts duplicates and takes linear time for each insertion.

use std::ops::Range;

use super::text::Cursor;
use super::{Format, Kind, MAX_DEPTH, Node, State, Style, SyntaxError, Tree, escape};

/// JSON. Plurals of i18next, such as `item_one`, are keys like others.
#[derive(Debug)]
pub(super) struct Json {
    /// Whether members whose names start with `@` are metadata.
    pub(super) is_arb: bool,
}

impl Format for Json {
    fn parse(&self, source: &str) -> Result<Tree, SyntaxError> {
        let mut reader = Reader { cursor: Cursor { source, at: 0 }, depth: 0 };
        reader.skip_space();
        if !reader.cursor.rest().starts_with('{') {
            return Err(reader.error("expected `{`, because the file has to be an object"));
        }
        let (kind, inner) = reader.value()?;
        reader.skip_space();
        let Kind::Map(mut nodes) = kind else { return Ok(Tree::default()) };
        if !reader.cursor.rest().is_empty() {
            return Err(reader.error("text after the end of the object"));
        }
        for node in nodes.iter_mut().filter(|node| self.is_arb && node.name.starts_with('@')) {
            node.kind = Kind::Meta;
        }
        Ok(Tree { nodes, inner })
    }

    fn encode(&self, style: &Style<'_>, node: &Node, text: &str) -> Result<String, String> {
        let is_escaped = style.is_escaped(node);
        let value = serde_json::Value::from(text).to_string();
        let escaped = |letter: char| match letter.is_ascii() || !is_escaped {
            true => letter.to_string(),
            false => escape(letter, 'u'),
        };
        Ok(value.chars().map(escaped).collect())
    }

    fn has_form_keys(&self) -> bool {
        !self.is_arb
    }

    fn separator(&self, _: &str, _: &Range<usize>) -> &'static str {
        ","
    }
}

struct Reader<'s> {
    cursor: Cursor<'s>,
    depth: usize,
}

impl Reader<'_> {
    /// Reads a value. Returns its kind and where it is; of a container, where its members are.
    fn value(&mut self) -> Result<(Kind, Range<usize>), SyntaxError> {
        let start = self.cursor.at;
        let kind = match self.cursor.rest().bytes().next() {
            Some(b'{') => return self.members("}"),
            Some(b'[') => return self.members("]"),
            Some(b'"') => Kind::Text(self.text()?),
            _ => {
                let is_in = |it: char| it.is_ascii_alphanumeric() || matches!(it, '+' | '-' | '.');
                let word = self.cursor.clone().skip(is_in);
                if serde_json::from_str::<serde_json::Value>(word).is_err() {
                    return Err(self.error("expected a value"));
                }
                self.cursor.at += word.len();
                Kind::Text(word.to_owned())
            }
        };
        Ok((kind, start..self.cursor.at))
    }

    /// Reads an object or list.
    fn members(&mut self, close: &str) -> Result<(Kind, Range<usize>), SyntaxError> {
        self.cursor.at += 1;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(&format!("more than {MAX_DEPTH} levels of nesting")));
        }
        let (inner, mut nodes) = (self.cursor.at, Vec::new());
        let is_list = close == "]";
        loop {
            let start = self.cursor.at;
            self.skip_space();
            if nodes.is_empty() && self.cursor.eat(close) {
                break;
            }
            nodes.push(self.member(start, is_list.then_some(nodes.len()))?);
            self.skip_space();
            if self.cursor.eat(close) {
                break;
            } else if !self.cursor.eat(",") {
                return Err(self.error(&format!("expected `,` or `{close}`")));
            }
        }
        self.depth -= 1;
        let kind = if is_list { Kind::List(nodes) } else { Kind::Map(nodes) };
        Ok((kind, inner..self.cursor.at - 1))
    }

    fn member(&mut self, start: usize, index: Option<usize>) -> Result<Node, SyntaxError> {
        let mut name_at = self.cursor.at..self.cursor.at;
        let name = match index {
            Some(index) => index.to_string(),
            None if !self.cursor.rest().starts_with('"') => {
                return Err(self.error("expected a key in double quotes"));
            }
            None => {
                let name = self.text()?;
                name_at.end = self.cursor.at;
                self.skip_space();
                if !self.cursor.eat(":") {
                    return Err(self.error("expected `:` after the key"));
                }
                self.skip_space();
                name
            }
        };
        let is_text = self.cursor.rest().starts_with(['"', '{', '[']);
        let state = if is_text { State::Ready } else { State::Fixed };
        let (mut kind, value) = self.value()?;
        if let Kind::Map(nodes) = kind {
            kind = super::map(nodes);
        }
        let span = start..self.cursor.at;
        Ok(Node { span, state, ..Node::new(name, name_at, value, kind) })
    }

    fn text(&mut self) -> Result<String, SyntaxError> {
        let start = self.cursor.clone();
        self.cursor.quoted(b'"', false)?;
        serde_json::from_str(&start.source[start.at..self.cursor.at]).map_err(|problem| {
            let message = problem.to_string();
            let message = message.split(" at line").next().unwrap_or_default();
            start.error(format!("{message} in a string"))
        })
    }

    fn skip_space(&mut self) {
        self.cursor.skip(|letter| matches!(letter, ' ' | '\t' | '\r' | '\n'));
    }

    fn error(&self, expected: &str) -> SyntaxError {
        let is_comment = self.cursor.rest().starts_with(['/', '#']);
        self.cursor.error(if is_comment { "JSON has no comments" } else { expected })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{created, fails, read, updated, without};
    use super::*;

    const JSON: &Json = &Json { is_arb: false };

    #[test]
    fn nested_and_flat_keys_are_read() {
        let source = "{\"a\": {\"b\": \"B\", \"\": \"e\", \"n\": 12}, \
            \"c\": [\"x\", {\"d.e\": null}],\n\
             \"cart::title\": \"C\", \"say \\\"\\u00e9\\\"\": \"\\/\", \"\": \"\", \
             \"i_one\": \"1\"}";
        assert_eq!(
            read(JSON, source),
            "a::b=B|a::=e|a::n#12|c::0=x|c::1::d.e#null|cart::title=C|say \"\u{e9}\"=/|=|i_one=1"
        );
        let plurals = "{\"n\": {\"one\": \"1\", \"other\": \"2\"}, \"m\": {\"one\": \"1\"}}";
        assert_eq!(read(JSON, plurals), "n={one:1,other:2}|m::one=1");
        let more = [("n", "{one:1,few:3,other:2}")];
        let expected = plurals.replace("\"1\", \"o", "\"1\", \"few\": \"3\", \"o");
        assert_eq!(updated(JSON, plurals, plurals, &more), expected);
        let arb = "{\"@@locale\": \"de\", \"a\": \"A\", \"@a\": {\"description\": \"d\"}}";
        assert_eq!(read(&Json { is_arb: true }, arb), "a=A");
    }

    #[test]
    fn a_text_is_replaced_in_the_style_of_the_file() {
        for (source, text, expected) in [
            ("{\r\n\t\"a\" : \"x\",\r\n\t\"n\": 12\r\n}\r\n", "y", "\"y\""),
            ("{\"a\":\"x\",\"m\":[ 1 ]}", "\u{e4}\n\"\\", "\"\u{e4}\\n\\\"\\\\\""),
            ("{\"b\": \"\\u00e9\", \"a\": \"x\"}", "\u{1f600}", "\"\u{1f600}\""),
            ("{\"a\": \"\\u00e9\"}", "\u{1f600}", "\"\\ud83d\\ude00\""),
        ] {
            let old = if source.contains('x') { "\"x\"" } else { "\"\\u00e9\"" };
            let expected = source.replace(old, expected);
            assert_eq!(updated(JSON, source, "{}", &[("a", text)]), expected);
        }
    }

    #[test]
    fn members_are_added_as_in_the_base_file_and_removed() {
        let base = "{_  'a': 'A',_  'b': {_    'c': 'C',_    'l': ['1', 2, '3']_  },_  'd': 'D'_}_";
        let text = |row: &str| row.replace('_', "\n").replace('\'', "\"");
        for row in r"{_  'a': 'x'_}_ => d=y => {_  'a': 'x',_  'd': 'y'_}_
{_  'd': 'x'_}_ => a=y => {_  'a': 'y',_  'd': 'x'_}_
{}_ => a=y => {_  'a': 'y'_}_
{_~'a': 'x'_} => b::c=y|d=z => {_~'a': 'x',_~'b': {_~  'c': 'y'_~},_~'d': 'z'_}
{_  'b': {}_} => b::l::0=y|b::l::2=z => {_  'b': {_    'l': ['y', 2, 'z']_  }_}
{'a':'x'} => d=y => {'a':'x','d': 'y'}"
            .lines()
        {
            let row: Vec<_> = row.split(" => ").collect();
            let end = if row[0].contains('~') { "\r\n" } else { "\n" };
            let style = |row| text(row).replace('~', "\t").replace('\n', end);
            let texts: Vec<_> = row[1].split('|').filter_map(|it| it.split_once('=')).collect();
            assert_eq!(updated(JSON, &style(row[0]), &text(base), &texts), style(row[2]));
        }
        let new = created(JSON, &text(base), &[("b::c", "y")]);
        assert_eq!(new, text("{_  'b': {_    'c': 'y'_  }_}_"));
        // Items of lists keep their keys.
        let list = text("{'a': ['x', 'y', {'b': 'z', 'c': 'w'}, 'v']}");
        let some = without(JSON, &list, &["a::0", "a::2::b", "a::3"]);
        assert_eq!(some, text("{'a': ['x', 'y', { 'c': 'w'}]}"));
        assert_eq!(without(JSON, &list, &["a::0", "a::1", "a::2::b", "a::2::c", "a::3"]), "{}");
    }

    #[test]
    fn what_is_invalid_is_reported_with_its_line() {
        for row in r"{_'a': 'x' 'b': ''} => 2 => expected `,` or `}`
{'a': 'x',_} => 2 => double quotes
{'a': {'b': 1,_'b': 2}} => 2 => `a::b` is in line 1
{'a': {'b': 1},_'a::b': 2} => 2 => `a::b` is in line 1
{'a': 'x_'} => 1 => no end
[1] => 1 => object
{'a': '\x'} => 1 => escape
{} // x => 1 => comments"
            .lines()
        {
            let row: Vec<_> = row.split(" => ").collect();
            let source = row[0].replace('_', "\n").replace('\'', "\"");
            fails(JSON, &[(&source, row[1].parse().unwrap(), row[2])]);
        }
        fails(JSON, &[(&"{\"a\":".repeat(200), 1, "levels")]);
    }
}
