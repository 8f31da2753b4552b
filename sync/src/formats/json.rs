//! JSON, nested and flat, and ARB. Places are read here, texts by `serde_json`. Rejected: the tree
//! of `jsonc-parser`: an added member breaks up a file of one line, in linear time each.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::formats::flow::{Syntax, Writer, indent_at, newline};
use crate::formats::tree::{self, Kind, MAX_DEPTH, Tree, check_source, error, splice};
use crate::formats::{Edit, Entry, Format, SyntaxError, Text};

/// JSON. Plurals of i18next, such as `item_one`, are keys like others.
#[derive(Debug)]
pub(crate) struct Json;

/// JSON with metadata in members whose names start with `@`.
#[derive(Debug)]
pub(crate) struct Arb;

impl Format for Json {
    fn read(&self, source: &str) -> Result<Vec<Entry>, SyntaxError> {
        Ok(entries(source, &parse(source, false)?))
    }

    fn edit(&self, source: &str, base: &str, edits: &[Edit<'_>]) -> Result<String, SyntaxError> {
        edit(source, base, edits, false)
    }
}

impl Format for Arb {
    fn read(&self, source: &str) -> Result<Vec<Entry>, SyntaxError> {
        Ok(entries(source, &parse(source, true)?))
    }

    fn edit(&self, source: &str, base: &str, edits: &[Edit<'_>]) -> Result<String, SyntaxError> {
        edit(source, base, edits, true)
    }
}

fn entries(source: &str, tree: &Tree) -> Vec<Entry> {
    tree.entries(source, |at| {
        let node = &tree.nodes[at];
        let start = source[..node.start()].trim_end().len();
        let end = source[node.value.end..].trim_start();
        let comma = source.len() - end.len() + 1;
        start..if end.starts_with(',') { comma } else { node.value.end }
    })
}

fn edit(
    source: &str,
    base_source: &str,
    edits: &[Edit<'_>],
    is_arb: bool,
) -> Result<String, SyntaxError> {
    let is_plural = |edit: &Edit<'_>| match edit {
        Edit::Set { text, .. } | Edit::Insert { text, .. } => matches!(text, Text::Forms(_)),
        Edit::Remove { .. } => false,
    };
    if edits.iter().any(is_plural) {
        return Err(error(source, 0, "plural forms are keys of their own in JSON"));
    }
    let mut tree = parse(source, is_arb)?;
    let base = match edits.iter().any(|edit| matches!(edit, Edit::Insert { .. })) {
        true => parse(base_source, is_arb)?,
        false => Tree::default(),
    };
    let before = entries(source, &tree);
    let is_empty = tree.nodes[0].first == tree::NONE;
    tree.change(source, &base, edits)?;
    let unit = unit(source, &tree).or_else(|| unit(base_source, &base));
    let unit = unit.unwrap_or("  ").to_owned();
    let syntax = Escapes::of(source);
    let newline = newline(source, base_source);
    let is_multiline = is_empty || source.trim().contains('\n');
    let writer = Writer {
        syntax: &syntax,
        source,
        tree: &tree,
        base_source,
        base: &base,
        unit,
        newline,
        is_multiline,
    };
    let text = splice(source, writer.places());
    match tree::is_done(&before, &entries(&text, &parse(&text, is_arb)?), edits) {
        true => Ok(text),
        false => Err(error(source, 0, "a text cannot be written in its place")),
    }
}

/// What a level of nesting is indented by.
fn unit<'a>(source: &'a str, tree: &Tree) -> Option<&'a str> {
    let first = tree.nodes.get(tree.nodes.first()?.first).filter(|node| !node.key.is_empty())?;
    let indent = indent_at(source, first.start());
    let is_first = source[..first.start()].ends_with(indent) && !indent.is_empty();
    let outer = indent_at(source, tree.nodes[0].value.start);
    indent.strip_prefix(outer).filter(|_| is_first)
}

/// The characters that a file escapes without need.
struct Escapes {
    chars: BTreeSet<char>,
    is_ascii: bool,
    is_upper: bool,
    has_slashes: bool,
}

impl Escapes {
    fn of(source: &str) -> Escapes {
        let mut escapes = Escapes {
            chars: BTreeSet::new(),
            is_ascii: false,
            is_upper: false,
            has_slashes: source.contains("\\/"),
        };
        let mut rest = source;
        while let Some(at) = rest.find('\\') {
            if let Some(digits) =
                rest.get(at + 2..at + 6).filter(|_| rest[at + 1..].starts_with('u'))
            {
                let unit = u32::from_str_radix(digits, 16).unwrap_or_default();
                escapes.is_ascii |= unit > 0x7f && source.is_ascii();
                escapes.is_upper |= digits.contains(|digit: char| digit.is_ascii_uppercase());
                escapes.chars.extend(char::from_u32(unit));
            }
            rest = rest.get(at + 2..).unwrap_or_default();
        }
        escapes
    }
}

impl Syntax for Escapes {
    fn encode(&self, _: &str, text: &str, _: bool, _: &str) -> String {
        let mut value = String::with_capacity(text.len() + 2);
        value.push('"');
        for letter in text.chars() {
            match letter {
                '"' => value.push_str("\\\""),
                '\\' => value.push_str("\\\\"),
                '\n' => value.push_str("\\n"),
                '\r' => value.push_str("\\r"),
                '\t' => value.push_str("\\t"),
                '\u{8}' => value.push_str("\\b"),
                '\u{c}' => value.push_str("\\f"),
                '/' if self.has_slashes => value.push_str("\\/"),
                letter
                    if letter < ' '
                        || self.chars.contains(&letter)
                        || self.is_ascii && !letter.is_ascii() =>
                {
                    for unit in letter.encode_utf16(&mut [0; 2]) {
                        value.push_str(&match self.is_upper {
                            true => format!("\\u{unit:04X}"),
                            false => format!("\\u{unit:04x}"),
                        });
                    }
                }
                letter => value.push(letter),
            }
        }
        value.push('"');
        value
    }
}

/// Reads a file.
fn parse(source: &str, is_arb: bool) -> Result<Tree, SyntaxError> {
    check_source(source)?;
    let mut reader = Reader { source, at: 0, tree: Tree::default(), depth: 0 };
    reader.skip_space();
    if reader.peek() != Some(b'{') {
        return Err(reader.error("expected `{`, because the file has to be an object"));
    }
    reader.value(NOWHERE, String::new(), 0..0)?;
    let mut now = 0;
    loop {
        now = match reader.step(now)? {
            Step::Inside(at) => at,
            Step::Outside if now == 0 => break,
            Step::Outside => reader.tree.nodes[now].parent,
        };
    }
    reader.skip_space();
    if reader.peek().is_some() {
        return Err(reader.error("text after the end of the object"));
    }
    let mut tree = reader.tree;
    if is_arb {
        for at in tree.children(0).collect::<Vec<_>>() {
            if tree.nodes[at].name.starts_with('@') {
                tree.nodes[at].kind = Kind::Meta;
            }
        }
    }
    tree.name_entries(source)?;
    Ok(tree)
}

/// The parent of the whole file.
const NOWHERE: usize = 0;

enum Step {
    /// In this mapping or list.
    Inside(usize),
    /// The mapping or list ended.
    Outside,
}

struct Reader<'a> {
    source: &'a str,
    at: usize,
    tree: Tree,
    depth: usize,
}

impl Reader<'_> {
    /// Reads the next member of a mapping or list, or its end.
    fn step(&mut self, now: usize) -> Result<Step, SyntaxError> {
        let is_list = self.tree.nodes[now].kind == Kind::List;
        let (close, name) = if is_list { (b']', "`]`") } else { (b'}', "`}`") };
        let last = self.tree.nodes[now].last;
        self.skip_space();
        let is_comma = self.peek() == Some(b',');
        if self.peek() == Some(close) {
            self.at += 1;
            self.depth -= 1;
            self.tree.nodes[now].value.end = self.at;
            return Ok(Step::Outside);
        }
        if is_comma != (last != tree::NONE) {
            let expected = if last == tree::NONE { "a value" } else { "`,`" };
            return Err(self.error(&format!("expected {expected} or {name}")));
        }
        if is_comma {
            self.at += 1;
            self.skip_space();
            if self.peek() == Some(close) {
                return Err(self.error(&format!("expected no `,` before {name}")));
            }
        }
        let (mut key, start) = (0..0, self.at);
        let name = if is_list {
            let next = |last: &tree::Node| last.name.parse().unwrap_or(0) + 1;
            let count: usize = if last == tree::NONE { 0 } else { next(&self.tree.nodes[last]) };
            count.to_string()
        } else {
            if self.peek() != Some(b'"') {
                return Err(self.error("expected a key in double quotes"));
            }
            let name = self.text()?;
            key = start..self.at;
            self.skip_space();
            if self.peek() != Some(b':') {
                return Err(self.error("expected `:` after the key"));
            }
            self.at += 1;
            self.skip_space();
            name
        };
        let at = self.value(now, name, key)?;
        Ok(Step::Inside(if self.tree.nodes[at].value.is_empty() { at } else { now }))
    }

    /// Reads a value. Mappings and lists are only begun: they have no end yet.
    fn value(
        &mut self,
        parent: usize,
        name: String,
        key: Range<usize>,
    ) -> Result<usize, SyntaxError> {
        let start = self.at;
        let kind = match self.peek() {
            Some(open @ (b'{' | b'[')) => {
                self.at += 1;
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    return Err(self.error(&format!("more than {MAX_DEPTH} levels of nesting")));
                }
                if open == b'{' { Kind::Map } else { Kind::List }
            }
            Some(b'"') => Kind::Text(self.text()?),
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
                Kind::Fixed
            }
        };
        let end = if matches!(kind, Kind::Map | Kind::List) { start } else { self.at };
        let named = self.tree.push(parent, name.clone(), kind, key.clone(), start..end);
        named.ok_or_else(|| tree::duplicate(self.source, key.start, &name))
    }

    /// Reads a string.
    fn text(&mut self) -> Result<String, SyntaxError> {
        let start = self.at;
        let bytes = self.source.as_bytes();
        let (mut at, mut is_plain) = (start + 1, true);
        loop {
            match bytes.get(at) {
                Some(b'"') => break,
                Some(b'\\') => {
                    is_plain = false;
                    at += 2;
                }
                None | Some(b'\n' | b'\r') => return Err(self.error("the string has no end")),
                Some(_) => at += 1,
            }
        }
        self.at = at + 1;
        let raw = &self.source[start..self.at];
        if is_plain && raw.bytes().all(|byte| byte >= b' ') {
            return Ok(raw[1..raw.len() - 1].to_owned());
        }
        serde_json::from_str(raw).map_err(|problem| {
            let message = problem.to_string();
            let message = message.split(" at line").next().unwrap_or_default().to_owned();
            error(self.source, start, format!("{message} in a string"))
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
        match rest.starts_with("//") || rest.starts_with("/*") {
            true => error(self.source, self.at, "JSON has no comments"),
            false => error(self.source, self.at, expected),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::EntryState;
    use crate::formats::tests::{changed, insert, one, read, remove, set};

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
        let entries = Json.read(source).unwrap();
        assert_eq!((entries[5].line, &source[entries[5].value.clone()]), (2, "\"C\""));
        assert_eq!(&source[entries[5].span.clone()], "\n\"cart::title\": \"C\",");
        assert_eq!(entries[2].state, EntryState::Fixed);
        let arb = "{\"@@locale\": \"de\", \"a\": \"A\", \"@a\": {\"description\": \"d\"}}";
        assert_eq!(read(&Arb, arb), "a=A");
    }

    #[test]
    fn a_text_is_replaced_in_its_place() {
        for (source, key, text, expected) in [
            ("{\r\n\t\"a\" : \"x\",\r\n\t\"n\": 12\r\n}\r\n", "a", "y", "\"y\""),
            ("{\"a\":{\"b\":\"x\"},\"m\":[ 1 ]}", "a::b", "\u{e4}\n\"\\", "\"\u{e4}\\n\\\"\\\\\""),
            (
                "{\"b\": \"\\u00e9\", \"a\": \"x\"}",
                "a",
                "\u{e4}\u{1f600}",
                "\"\\u00e4\\ud83d\\ude00\"",
            ),
            ("{\"b\": \"\\u00E9\", \"a\": \"x\"}", "a", "\u{e4}", "\"\\u00E4\""),
            ("{\"b\": \"\\u00a0\u{e9}\", \"a\": \"x\"}", "a", "\u{e4}\u{a0}", "\"\u{e4}\\u00a0\""),
            ("{\"b\": \"\\u003cb>\", \"a\": \"x\"}", "a", "<i>", "\"\\u003ci>\""),
            ("{\"b\": \"<\\/b>\", \"a\": \"x\"}", "a", "</a>", "\"<\\/a>\""),
            ("{\"a\": \"</b>\\u0001\"}", "a", "</a>\u{1}\u{8}", "\"</a>\\u0001\\b\""),
            ("{\"cart::title\": \"x\"}", "cart::title", "y", "\"y\""),
            ("{\"c\": [\"w\", \"x\"]}", "c::1", "y", "\"y\""),
        ] {
            let entry = Json.read(source).unwrap().into_iter().find(|it| it.key == key).unwrap();
            let mut spliced = source.to_owned();
            spliced.replace_range(entry.value, expected);
            assert_eq!(changed(&Json, source, "{}", &[set(key, &one(text))]), spliced);
            assert_eq!(changed(&Json, source, "{}", &[]), source);
        }
    }

    #[test]
    fn members_are_added_as_in_the_base_file() {
        let base = "{\n  \"a\": \"A\",\n  \"b\": {\n    \"c\": \"C\",\n    \"l\": [\"1\", 2, \
            \"3\"]\n  },\n  \
                    \"d\": \"D\"\n}\n";
        for (source, expected) in [
            (
                "{\n  \"a\": \"x\"\n}",
                "{\n  \"a\": \"x\",\n  \"b\": {\n    \"c\": \"c\",\n    \"l\": [\"1\", 2, \
                 \"3\"]\n  \
                 },\n  \"d\": \"d\"\n}",
            ),
            (
                "{\r\n\t\"a\": \"x\",\r\n\t\"z\": 1\r\n}\r\n",
                "{\r\n\t\"a\": \"x\",\r\n\t\"b\": {\r\n\t\t\"c\": \"c\",\r\n\t\t\"l\": [\"1\", 2, \
                 \"3\"]\r\n\t},\r\n\t\"d\": \"d\",\r\n\t\"z\": 1\r\n}\r\n",
            ),
            (
                "{\"a\":\"x\",\"d\":\"y\"}",
                "{\"a\":\"x\",\"b\":{\"c\":\"c\",\"l\":[\"1\",2,\"3\"]},\"d\":\"d\"}",
            ),
            (
                "{\n    \"b\": {\n        \"x\": \"x\"\n    }\n}",
                "{\n    \"a\": \"a\",\n    \"b\": {\n        \"c\": \"c\",\n        \"l\": [\"1\", \
                 2, \
                 \"3\"],\n        \"x\": \"x\"\n    },\n    \"d\": \"d\"\n}",
            ),
            (
                "{}\n",
                "{\n  \"a\": \"a\",\n  \"b\": {\n    \"c\": \"c\",\n    \"l\": [\"1\", 2, \
                 \"3\"]\n  \
                 },\n  \"d\": \"d\"\n}\n",
            ),
            (
                "{ \"a\": \"x\", \"b\": null }",
                "{ \"a\": \"x\", \"b\": {\"c\": \"c\", \"l\": [\"1\", 2, \"3\"]}, \"d\": \"d\" }",
            ),
        ] {
            let texts = [one("a"), one("c"), one("1"), one("3"), one("d")];
            let keys = ["a", "b::c", "b::l::0", "b::l::2", "d"];
            let mut edits = Vec::new();
            for at in 0..keys.len() {
                let has = at == 0 && source.contains("\"a\"");
                let after = at.checked_sub(1).map(|at| keys[at]);
                edits.extend((!has).then(|| insert(keys[at], &texts[at], after)));
            }
            assert_eq!(changed(&Json, source, base, &edits), expected);
        }
        let text = one("a");
        let unknown = [insert("a", &text, Some("gone"))];
        assert_eq!(changed(&Json, "{\"b\":{}}", base, &unknown), "{\"b\":{},\"a\":\"a\"}");
        // Metadata stays behind its text.
        let base = "{\"@@locale\": \"en\", \"a\": \"A\", \"@a\": {}, \"b\": \"B\", \"c\": \"C\"}";
        let source = "{\"@@locale\": \"de\", \"b\": \"B\", \"@b\": {}}";
        let text = one("t");
        let edits = [insert("a", &text, None), insert("c", &text, Some("b"))];
        let expected =
            "{\"@@locale\": \"de\", \"a\": \"t\", \"b\": \"B\", \"@b\": {}, \"c\": \"t\"}";
        assert_eq!(changed(&Arb, source, base, &edits), expected);
    }

    #[test]
    fn a_conflict_with_the_base_file_is_an_error() {
        let text = one("t");
        let edit = |source, base, edit| Json.edit(source, base, &[edit]).unwrap_err().message;
        let base = "{\"a\": {\"b\": \"B\"}}";
        assert!(
            edit("{\"a\": \"x\"}", base, insert("a::b", &text, None)).contains("below a mapping")
        );
        assert!(edit("{}", base, set("a::b", &text)).contains("not in the file"));
        assert!(edit("{}", "{}", insert("a", &text, None)).contains("base file"));
        let forms = Text::Forms(vec![("other".to_owned(), "x".to_owned())]);
        assert!(edit("{\"a\": \"x\"}", base, set("a", &forms)).contains("plural"));
    }

    #[test]
    fn members_are_removed_with_their_commas() {
        let source =
            "{\n  \"a\": \"A\",\n  \"b\": {\n    \"c\": {\"d\": \"D\"}\n  },\n  \"e\": \"E\"\n}\n";
        for (keys, expected) in [
            (&["a"][..], "{\n  \"b\": {\n    \"c\": {\"d\": \"D\"}\n  },\n  \"e\": \"E\"\n}\n"),
            (&["b::c::d"], "{\n  \"a\": \"A\",\n  \"e\": \"E\"\n}\n"),
            (&["e", "b::c::d"], "{\n  \"a\": \"A\"\n}\n"),
            (&["a", "e", "b::c::d"], "{}\n"),
        ] {
            let edits: Vec<_> = keys.iter().map(|key| remove(key)).collect();
            assert_eq!(changed(&Json, source, "{}", &edits), expected);
        }
        // Items after others keep their places.
        let list = "{\"l\": [\"a\", \"b\", \"c\"]}";
        assert_eq!(changed(&Json, list, "{}", &[remove("l::2")]), "{\"l\": [\"a\", \"b\"]}");
        assert_eq!(changed(&Json, list, "{}", &[remove("l::0")]), "{\"l\": [\"\", \"b\", \"c\"]}");
        let arb = "{\"a\": \"A\", \"@a\": {}, \"b\": \"B\"}";
        assert_eq!(changed(&Arb, arb, "{}", &[remove("a")]), "{\"b\": \"B\"}");
        let text = one("C");
        let edits = [remove("a"), insert("c", &text, Some("a")), remove("b")];
        assert_eq!(changed(&Arb, arb, "{\"c\": \"\"}", &edits), "{\"c\": \"C\"}");
    }

    #[test]
    fn damaged_files_are_errors_with_lines() {
        for (source, line, words) in [
            ("", 1, "expected `{`"),
            ("[]", 1, "expected `{`"),
            ("{\n\"a\": \"x\"\n\"b\": \"y\"}", 3, "expected `,` or `}`"),
            ("{\n\"a\": \"x\n\", \"b\": 1}", 2, "the string has no end"),
            ("{\n\"a\": \"x\",\n}", 3, "expected no `,` before `}`"),
            ("{\"a\": [1,\n]}", 2, "expected no `,` before `]`"),
            ("{,}", 1, "expected a value or `}`"),
            ("{\n// c\n\"a\": 1}", 2, "no comments"),
            ("{\"a\": 1 /* c */}", 1, "no comments"),
            ("{\"a\": \"x\",\n \"a\": \"y\"}", 2, "duplicate key `a`"),
            ("{\"a\": {}, \"\\u0061\": {}}", 1, "duplicate key `a`"),
            ("{\"a\": {\"b\": \"\"},\n \"a::b\": \"\"}", 2, "duplicate key `a::b`"),
            ("{\n<<<<<<< HEAD\n\"a\": 1\n=======\n>>>>>>> b\n}", 2, "conflict marker"),
            ("version https://git-lfs.github.com/spec/v1\noid sha256:1\n", 1, "Git LFS"),
            ("{\"a\": 01}", 1, "expected a value"),
            ("{\"a\": 'x'}", 1, "expected a value"),
            ("{a: 1}", 1, "expected a key in double quotes"),
            ("{\"a\" 1}", 1, "expected `:`"),
            ("{\"a\": \"\\x\"}", 1, "invalid escape"),
            ("{\"a\": \"\\ud800\"}", 1, "hex escape"),
            ("{\"a\": \"\t\"}", 1, "control character"),
            ("{} {}", 1, "after the end"),
            ("{\"a\": [1", 1, "expected `,` or `]`"),
            ("{\"a\": {", 1, "expected a key"),
        ] {
            let error = Json.read(source).unwrap_err();
            assert_eq!(error.line, line, "{source}");
            assert!(error.message.contains(words), "{source}: {}", error.message);
        }
        let deep = format!("{{\"a\": {}", "[".repeat(100_000));
        assert!(Json.read(&deep).unwrap_err().message.contains("levels of nesting"));
    }
}
