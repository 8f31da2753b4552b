//! JSON, nested and flat, and ARB. `serde_json` checks a file, and reads its texts; their places
//! are read here.

use std::collections::HashMap;
use std::ops::Range;

use serde_json::{Map, Value};

use super::text::{Cursor, is_white};
use super::{Features, Format, Kind, Node, State, Style, SyntaxError, Tree, escape};

/// JSON. Plurals of i18next, such as `item_one`, are keys like others.
#[derive(Debug)]
pub(super) struct Json {
    /// Whether members whose names start with `@` are metadata.
    pub(super) is_arb: bool,
}

/// The member of ARB that names the language.
const LOCALE: &str = "@@locale";

impl Format for Json {
    fn parse(&self, source: &str) -> Result<Tree, SyntaxError> {
        if let Err(problem) = serde_json::from_str::<Map<String, Value>>(source) {
            return Err(syntax_error(&problem));
        }
        let mut cursor = Cursor { source, at: 0 };
        let (kind, inner) = value(&mut cursor)?;
        let Kind::Map(mut nodes) = kind else { return Ok(Tree::default()) };
        let mut notes = HashMap::new();
        for node in nodes.iter_mut().filter(|node| self.is_arb && node.name.starts_with('@')) {
            let mut parts = node.members().unwrap_or_default().iter();
            let note = parts.find(|part| part.name == "description").map(|part| &part.kind);
            if let Some(Kind::Text(note)) = note {
                notes.insert(node.name[1..].to_owned(), note.clone());
            }
            node.kind = Kind::Meta;
            node.state = if node.name == LOCALE { State::Fixed } else { State::Ready };
        }
        nodes.iter_mut().for_each(|it| it.note = notes.remove(&it.name).unwrap_or_default());
        Ok(Tree { nodes, inner })
    }

    fn encode(&self, style: &Style<'_>, node: &Node, text: &str) -> Result<String, String> {
        let is_escaped = style.is_escaped(node);
        let value = Value::from(text).to_string();
        let escaped = |letter: char| match letter.is_ascii() || !is_escaped {
            true => letter.to_string(),
            false => escape(letter, 'u'),
        };
        Ok(value.chars().map(escaped).collect())
    }

    fn features(&self) -> Features {
        Features { has_form_keys: !self.is_arb, is_data: true, ..Features::default() }
    }

    fn separator(&self, _: &str, _: &Range<usize>) -> &'static str {
        ","
    }

    fn localize(&self, mut source: String, lang: &str) -> String {
        let nodes = self.parse(&source).unwrap_or_default().nodes;
        if let Some(locale) = nodes.iter().find(|node| self.is_arb && node.name == LOCALE) {
            // Flutter compares it with the code in the file name, with `_` in place of `-`.
            source.replace_range(locale.value.clone(), &format!("\"{}\"", lang.replace('-', "_")));
        }
        source
    }
}

fn syntax_error(problem: &serde_json::Error) -> SyntaxError {
    let message = problem.to_string();
    let message = message.split(" at line").next().unwrap_or_default();
    SyntaxError { line: problem.line(), message: message.to_owned() }
}

/// Reads the next value of valid JSON. Returns its kind and where it is; of a container, where its
/// members are.
fn value(cursor: &mut Cursor<'_>) -> Result<(Kind, Range<usize>), SyntaxError> {
    cursor.skip(is_white);
    let start = cursor.at;
    if cursor.eat("{") {
        let (nodes, inner) = members(cursor, "}")?;
        return Ok((Kind::Map(nodes), inner));
    } else if cursor.eat("[") {
        let (nodes, inner) = members(cursor, "]")?;
        return Ok((Kind::List(nodes), inner));
    }
    let text = match cursor.rest().starts_with('"') {
        true => text(cursor)?,
        false => cursor.skip(|it| !matches!(it, ',' | ']' | '}') && !is_white(it)).to_owned(),
    };
    Ok((Kind::Text(text), start..cursor.at))
}

fn members(cursor: &mut Cursor<'_>, close: &str) -> Result<(Vec<Node>, Range<usize>), SyntaxError> {
    let (inner, mut nodes) = (cursor.at, Vec::new());
    loop {
        let start = cursor.at;
        cursor.skip(is_white);
        if cursor.eat(close) {
            return Ok((nodes, inner..cursor.at - 1));
        }
        let (mut name, mut name_at) = (nodes.len().to_string(), cursor.at..cursor.at);
        if close == "}" {
            name = text(cursor)?;
            name_at.end = cursor.at;
            cursor.skip(is_white);
            cursor.eat(":");
            cursor.skip(is_white);
        }
        let is_text = cursor.rest().starts_with(['"', '{', '[']);
        let state = if is_text { State::Ready } else { State::Fixed };
        let (kind, value) = value(cursor)?;
        let span = start..cursor.at;
        nodes.push(Node { span, state, ..Node::new(name, name_at, value, kind) });
        cursor.skip(is_white);
        cursor.eat(",");
    }
}

fn text(cursor: &mut Cursor<'_>) -> Result<String, SyntaxError> {
    let start = cursor.at;
    cursor.quoted(b'"', false)?;
    serde_json::from_str(&cursor.source[start..cursor.at]).map_err(|it| syntax_error(&it))
}

#[cfg(test)]
mod tests {
    use super::super::tests::*;
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
        let arb =
            "{\n  \"@@locale\": \"de\",\n  \"a\": \"A\",\n  \"@a\": {\"description\": \"d\"}\n}";
        let format = &Json { is_arb: true };
        assert_eq!(read(format, arb), "a=A");
        assert_eq!(file(format, arb).entries()[0].comment, "d");
        let new = "{\n  \"@@locale\": \"pt_BR\",\n  \"a\": \"B\"\n}";
        assert_eq!(written(file(format, arb).create(texts(&[("a", "B")]), "pt-BR")), new);
        assert_eq!(updated(format, "{}", arb, &[("a", "B")]), "{\n  \"a\": \"B\"\n}");
    }

    /// A file that is written with `'` and `~` for quotes and tabs.
    fn quoted(file: &str) -> String {
        let end = if file.contains('~') { "\r\n" } else { "\n" };
        file.replace('\'', "\"").replace('~', "\t").replace('\n', end)
    }

    #[test]
    fn a_text_is_replaced_in_the_style_of_the_file() {
        let rows = r#"{¶~'a' : 'x',¶~'n': 12¶}¶ => a=y => {¶~'a' : 'y',¶~'n': 12¶}¶
{'a':'x','m':[ 1 ]} => a=ä¶"\ => {'a':'ä\n\'\\','m':[ 1 ]}
{'b': '\u00e9', 'a': 'x'} => a=😀 => {'b': '\u00e9', 'a': '😀'}
{'a': '\u00e9'} => a=😀 => {'a': '\ud83d\ude00'}"#;
        edits(JSON, "{}", quoted, rows);
    }

    #[test]
    fn members_are_added_as_in_the_base_file() {
        let base = "{\n  'a': 'A',\n  'b': {\n    'c': 'C',\n    'l': ['1', 2, '3']\n  },\n  \
            'd': 'D'\n}\n";
        let base = &quoted(base);
        let rows = "{¶  'a': 'x'¶}¶ => d=y => {¶  'a': 'x',¶  'd': 'y'¶}¶
{¶  'd': 'x'¶}¶ => a=y => {¶  'a': 'y',¶  'd': 'x'¶}¶
{}¶ => a=y => {¶  'a': 'y'¶}¶
{¶~'a': 'x'¶} => b::c=y|d=z => {¶~'a': 'x',¶~'b': {¶~  'c': 'y'¶~},¶~'d': 'z'¶}
{¶  'b': {}¶} => b::l::0=y|b::l::2=z => {¶  'b': {¶    'l': ['y', 2, 'z']¶  }¶}
{'a':'x'} => d=y => {'a':'x','d': 'y'}";
        edits(JSON, base, quoted, rows);
        let new = created(JSON, base, &[("b::c", "y")]);
        assert_eq!(new, quoted("{\n  'b': {\n    'c': 'y'\n  }\n}\n"));
    }

    #[test]
    fn what_is_invalid_is_reported_with_its_line() {
        let deep = "{\"a\":".repeat(200);
        fails(
            JSON,
            &[
                ("{\n\"a\": \"x\" \"b\": \"\"}", 2, "expected `,` or `}`"),
                ("{\"a\": {\"b\": 1,\n\"b\": 2}}", 2, "`a::b` is in line 1"),
                ("{\"a\": {\"b\": 1},\n\"a::b\": 2}", 2, "`a::b` is in line 1"),
                ("[1]", 1, "expected a map"),
                (&deep, 1, "recursion limit"),
            ],
        );
    }
}
