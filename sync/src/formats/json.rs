//! JSON, nested and flat, and ARB. Places are read here, texts by `serde_json`: the tree of
//! `jsonc-parser` accepts duplicates and takes linear time for each insertion.

use std::ops::Range;

use super::{Format, Kind, MAX_DEPTH, Node, State, Style, SyntaxError, Tree, escape};

/// JSON. Plurals of i18next, such as `item_one`, are keys like others.
#[derive(Debug)]
pub(super) struct Json;

/// JSON with metadata in members whose names start with `@`.
#[derive(Debug)]
pub(super) struct Arb;

impl Format for Json {
    fn parse(&self, source: &str) -> Result<Tree, SyntaxError> {
        let mut reader = Reader { source, at: 0, depth: 0 };
        reader.skip_space();
        if reader.peek() != Some(b'{') {
            return Err(reader.error("expected `{`, because the file has to be an object"));
        }
        let (kind, inner) = reader.value()?;
        reader.skip_space();
        match kind {
            Kind::Map(nodes) if reader.peek().is_none() => Ok(Tree { nodes, inner }),
            _ => Err(reader.error("text after the end of the object")),
        }
    }

    fn encode(&self, style: &Style<'_>, _: &Node, text: &str) -> Result<String, String> {
        Ok(encode(style, text))
    }

    fn form_name(&self, name: &str) -> String {
        serde_json::Value::from(name).to_string()
    }

    fn has_form_keys(&self) -> bool {
        true
    }

    fn separator(&self, _: &str, _: &Range<usize>) -> &'static str {
        ","
    }
}

impl Format for Arb {
    fn parse(&self, source: &str) -> Result<Tree, SyntaxError> {
        let mut tree = Json.parse(source)?;
        for node in tree.nodes.iter_mut().filter(|node| node.name.starts_with('@')) {
            node.kind = Kind::Meta;
        }
        Ok(tree)
    }

    fn encode(&self, style: &Style<'_>, _: &Node, text: &str) -> Result<String, String> {
        Ok(encode(style, text))
    }

    fn separator(&self, _: &str, _: &Range<usize>) -> &'static str {
        ","
    }
}

/// Writes a string. What the file escapes without need is escaped.
fn encode(style: &Style<'_>, text: &str) -> String {
    let mut value = String::with_capacity(text.len() + 2);
    value.push('"');
    for letter in text.chars() {
        match letter {
            '"' | '\\' => value.extend(['\\', letter]),
            '\n' => value.push_str("\\n"),
            '\r' => value.push_str("\\r"),
            '\t' => value.push_str("\\t"),
            '\u{8}' => value.push_str("\\b"),
            '\u{c}' => value.push_str("\\f"),
            '/' if style.has_slashes => value.push_str("\\/"),
            letter if letter < ' ' || style.is_ascii && !letter.is_ascii() => {
                value.push_str(&escape(letter, 'u', style.is_upper));
            }
            letter => value.push(letter),
        }
    }
    value.push('"');
    value
}

struct Reader<'a> {
    source: &'a str,
    at: usize,
    depth: usize,
}

impl Reader<'_> {
    /// Reads a value. Returns its kind and where it is; of a container, where its members are.
    fn value(&mut self) -> Result<(Kind, Range<usize>), SyntaxError> {
        let start = self.at;
        match self.peek() {
            Some(b'{') => self.members(b'}'),
            Some(b'[') => self.members(b']'),
            Some(b'"') => Ok((Kind::Text(self.text()?), start..self.at)),
            _ => {
                let rest = &self.source[start..];
                let is_end = |letter: char| {
                    letter.is_whitespace() || matches!(letter, ',' | ':' | '}' | ']' | '"' | '/')
                };
                let word = &rest[..rest.find(is_end).unwrap_or(rest.len())];
                if serde_json::from_str::<serde_json::Value>(word).is_err() {
                    return Err(self.error("expected a value"));
                }
                self.at += word.len();
                Ok((Kind::Text(word.to_owned()), start..self.at))
            }
        }
    }

    /// Reads an object or list.
    fn members(&mut self, close: u8) -> Result<(Kind, Range<usize>), SyntaxError> {
        let end = if close == b'}' { "`}`" } else { "`]`" };
        self.at += 1;
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(self.error(&format!("more than {MAX_DEPTH} levels of nesting")));
        }
        let (inner, mut nodes) = (self.at, Vec::new());
        loop {
            let start = self.at;
            self.skip_space();
            match self.peek() {
                Some(byte) if byte == close && nodes.is_empty() => {
                    break self.at += 1;
                }
                _ => nodes.push(self.member(start, nodes.len(), close)?),
            }
            self.skip_space();
            match self.peek() {
                Some(b',') => self.at += 1,
                Some(byte) if byte == close => break self.at += 1,
                _ => return Err(self.error(&format!("expected `,` or {end}"))),
            }
        }
        self.depth -= 1;
        let kind = if close == b'}' { Kind::Map(nodes) } else { Kind::List(nodes) };
        Ok((kind, inner..self.at - 1))
    }

    fn member(&mut self, start: usize, index: usize, close: u8) -> Result<Node, SyntaxError> {
        let at = self.at;
        let mut name_at = at..at;
        let name = if close == b']' {
            index.to_string()
        } else {
            if self.peek() != Some(b'"') {
                return Err(self.error("expected a key in double quotes"));
            }
            let name = self.text()?;
            name_at.end = self.at;
            self.skip_space();
            if self.peek() != Some(b':') {
                return Err(self.error("expected `:` after the key"));
            }
            self.at += 1;
            self.skip_space();
            name
        };
        let is_text = matches!(self.peek(), Some(b'"' | b'{' | b'['));
        let state = if is_text { State::Ready } else { State::Fixed };
        let (mut kind, value) = self.value()?;
        if let Kind::Map(nodes) = kind {
            kind = super::map(nodes);
        }
        let span = start..self.at;
        Ok(Node { name, name_at, span, value, kind, state, original: None })
    }

    /// Reads a string.
    fn text(&mut self) -> Result<String, SyntaxError> {
        let (start, bytes) = (self.at, self.source.as_bytes());
        let mut at = start + 1;
        loop {
            match bytes.get(at) {
                Some(b'"') => break,
                Some(b'\\') => at += 2,
                None | Some(b'\n' | b'\r') => return Err(self.error("the string has no end")),
                Some(_) => at += 1,
            }
        }
        self.at = at + 1;
        serde_json::from_str(&self.source[start..self.at]).map_err(|problem| {
            let message = problem.to_string();
            let message = message.split(" at line").next().unwrap_or_default();
            SyntaxError::at(self.source, start, format!("{message} in a string"))
        })
    }

    fn skip_space(&mut self) {
        let space = |byte: &&u8| matches!(byte, b' ' | b'\t' | b'\r' | b'\n');
        self.at += self.source.as_bytes()[self.at..].iter().take_while(space).count();
    }

    fn peek(&self) -> Option<u8> {
        self.source.as_bytes().get(self.at).copied()
    }

    fn error(&self, expected: &str) -> SyntaxError {
        let rest = self.source.get(self.at..).unwrap_or_default();
        let is_comment = rest.starts_with("//") || rest.starts_with("/*");
        let message = if is_comment { "JSON has no comments" } else { expected };
        SyntaxError::at(self.source, self.at, message)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{created, fails, read, updated, without};
    use super::*;

    #[test]
    fn nested_and_flat_keys_are_read() {
        let source = "{\"a\": {\"b\": \"B\", \"\": \"e\", \"n\": 12}, \
            \"c\": [\"x\", {\"d.e\": null}],\n\
             \"cart::title\": \"C\", \"say \\\"\\u00e9\\\"\": \"\\/\", \"\": \"\", \
             \"i_one\": \"1\"}";
        assert_eq!(
            read(&Json, source),
            "a::b=B|a::=e|a::n#12|c::0=x|c::1::d.e#null|cart::title=C|say \"\u{e9}\"=/|=|i_one=1"
        );
        let plurals = "{\"n\": {\"one\": \"1\", \"other\": \"2\"}, \"m\": {\"one\": \"1\"}}";
        assert_eq!(read(&Json, plurals), "n={one:1,other:2}|m::one=1");
        let more = [("n", "{one:1,few:3,other:2}")];
        let expected = plurals.replace("\"1\", \"o", "\"1\", \"few\": \"3\", \"o");
        assert_eq!(updated(&Json, plurals, plurals, &more), expected);
        let arb = "{\"@@locale\": \"de\", \"a\": \"A\", \"@a\": {\"description\": \"d\"}}";
        assert_eq!(read(&Arb, arb), "a=A");
    }

    #[test]
    fn a_text_is_replaced_in_the_style_of_the_file() {
        for (source, text, expected) in [
            ("{\r\n\t\"a\" : \"x\",\r\n\t\"n\": 12\r\n}\r\n", "y", "\"y\""),
            ("{\"a\":\"x\",\"m\":[ 1 ]}", "\u{e4}\n\"\\", "\"\u{e4}\\n\\\"\\\\\""),
            ("{\"b\": \"\\u00e9\", \"a\": \"x\"}", "\u{1f600}", "\"\\ud83d\\ude00\""),
            ("{\"b\": \"\\u00E9\", \"a\": \"x\"}", "\u{e4}", "\"\\u00E4\""),
            ("{\"b\": \"<\\/b>\", \"a\": \"x\"}", "</a>", "\"<\\/a>\""),
        ] {
            assert_eq!(
                updated(&Json, source, "{}", &[("a", text)]),
                source.replace("\"x\"", expected)
            );
        }
        assert_eq!(
            updated(&Json, "{\"c\": [\"w\", \"x\"]}", "{}", &[("c::1", "y")]),
            "{\"c\": [\"w\", \"y\"]}"
        );
    }

    #[test]
    fn members_are_added_as_in_the_base_file() {
        let base = "{\n  \"a\": \"A\",\n  \"b\": {\n    \"c\": \"C\",\n    \"l\": [\"1\", 2, \
            \"3\"]\n  },\n  \"d\": \"D\"\n}\n";
        for (source, texts, expected) in [
            ("{\n  \"a\": \"x\"\n}\n", vec![("d", "y")], "{\n  \"a\": \"x\",\n  \"d\": \"y\"\n}\n"),
            ("{\n  \"d\": \"x\"\n}\n", vec![("a", "y")], "{\n  \"a\": \"y\",\n  \"d\": \"x\"\n}\n"),
            ("{}\n", vec![("a", "y")], "{\n  \"a\": \"y\"\n}\n"),
            (
                "{\r\n\t\"a\": \"x\"\r\n}",
                vec![("b::c", "y"), ("d", "z")],
                "{\r\n\t\"a\": \"x\",\r\n\t\"b\": {\r\n\t  \"c\": \"y\"\r\n\t},\r\n\t\"d\": \"z\"\r\n}",
            ),
            (
                "{\n  \"b\": {}\n}",
                vec![("b::l::0", "y"), ("b::l::2", "z")],
                "{\n  \"b\": {\n    \"l\": [\"y\", 2, \"z\"]\n  }\n}",
            ),
            ("{\"a\":\"x\"}", vec![("d", "y")], "{\"a\":\"x\",\"d\": \"y\"}"),
        ] {
            assert_eq!(updated(&Json, source, base, &texts), expected);
        }
        assert_eq!(
            created(&Json, base, &[("b::c", "y")]),
            "{\n  \"b\": {\n    \"c\": \"y\"\n  }\n}\n"
        );
    }

    #[test]
    fn items_of_lists_keep_their_keys() {
        let list = "{\"a\": [\"x\", \"y\", {\"b\": \"z\", \"c\": \"w\"}, \"v\"]}";
        for (keys, expected) in [
            (&["a::0", "a::2::b", "a::3"][..], "{\"a\": [\"x\", \"y\", { \"c\": \"w\"}]}"),
            (&["a::0", "a::1", "a::2::b", "a::2::c", "a::3"], "{}"),
        ] {
            assert_eq!(without(&Json, list, keys), expected);
        }
    }

    #[test]
    fn what_is_invalid_is_reported_with_its_line() {
        fails(
            &Json,
            &[
                ("{\n\"a\": \"x\" \"b\": \"\"}", 2, "expected `,` or `}`"),
                ("{\"a\": \"x\",\n}", 2, "double quotes"),
                ("{\"a\": \"x\",\n\"a\": \"y\"}", 2, "`a` is in line 1 already"),
                ("{\"a\": {\"b\": 1,\n\"b\": 2}}", 2, "`a::b` is in line 1"),
                ("{\"a\": {\"b\": 1},\n\"a::b\": 2}", 2, "`a::b` is in line 1"),
                ("{\"a\": \"x\n\"}", 1, "no end"),
                ("{\"a\":\n<<<<<<< HEAD\n\"x\"}", 2, "conflict"),
                ("[1]", 1, "object"),
                ("{\"a\": \"\\x\"}", 1, "escape"),
                ("{} // x", 1, "comments"),
            ],
        );
        fails(&Json, &[(&"{\"a\":".repeat(200), 1, "levels")]);
    }
}
