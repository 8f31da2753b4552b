//! PO and POT of gettext. The rules are those of its manual and of `msgfmt`.

use std::ops::Range;

use super::text::{Cursor, Escapes, is_white};
use super::{Format, Kind, Node, Splice, State, Style, SyntaxError, Text, Tree};

#[derive(Debug)]
pub(super) struct Po;

const ESCAPES: Escapes = Escapes { names: "abfnrtv", unicode: None };

impl Format for Po {
    fn parse(&self, source: &str) -> Result<Tree, SyntaxError> {
        let mut cursor = Cursor { source, at: 0 };
        let mut tree = Tree { nodes: Vec::new(), inner: 0..source.len() };
        while let Some(node) = node(&mut cursor)? {
            if node.name.is_empty() && tree.nodes.is_empty() {
                if let Kind::Text(header) = &node.kind {
                    check_charset(header)?;
                }
                tree.inner.start = cursor.at;
            } else {
                tree.nodes.push(node);
            }
        }
        Ok(tree)
    }

    fn encode(&self, style: &Style<'_>, _: &Node, text: &str) -> Result<String, String> {
        Ok(write(text, style.line_end))
    }

    fn finish(&self, source: &str, node: &Node) -> Vec<Splice> {
        without_fuzzy(source, node.span.start..node.name_at.start)
    }

    fn keeps_empty(&self) -> bool {
        true
    }

    fn localize(&self, mut source: String, lang: &str, export: &str) -> String {
        let Some((node, text)) = header(&source) else { return source };
        let export = header(export).map(|header| header.1).unwrap_or_default();
        let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
        for (name, default) in [("Language", Some(lang)), ("Plural-Forms", None)] {
            let value = field(&export, name).filter(|value| !value.is_empty());
            let Some(value) = value.or(default) else { continue };
            let new = format!("{name}: {value}");
            match lines.iter_mut().find(|line| field(line, name).is_some()) {
                Some(line) => *line = new,
                None => lines.push(new),
            }
        }
        let line_end = super::line_end(&source);
        let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
        let text = text.replace("charset=CHARSET", "charset=UTF-8");
        source.replace_range(node.value, &write(&text, line_end));
        for (range, flags) in without_fuzzy(&source, 0..node.name_at.start).into_iter().rev() {
            source.replace_range(range, &flags);
        }
        source
    }
}

/// Reads the next message, or the obsolete ones that are next, with the comments before it.
fn node(cursor: &mut Cursor<'_>) -> Result<Option<Node>, SyntaxError> {
    let (source, start) = (cursor.source, cursor.at);
    cursor.skip(is_white);
    while cursor.rest().starts_with('#') && !cursor.rest().starts_with("#~") {
        cursor.skip(|letter| letter != '\n');
        cursor.skip(is_white);
    }
    let at = cursor.at;
    let mut node = Node::new(format!("#~ {at}"), at..at, at..at, Kind::Meta);
    node.span = start..at;
    if cursor.rest().is_empty() {
        return Ok(None);
    } else if cursor.rest().starts_with("#~") {
        while next(cursor).rest().starts_with("#~") {
            cursor.skip(is_white);
            cursor.skip(|letter| !matches!(letter, '\n' | '\r'));
        }
        node.span.end = cursor.at;
        return Ok(Some(node));
    }
    let context = string(cursor, "msgctxt")?;
    let id = expect(cursor, "msgid")?;
    let plural = string(cursor, "msgid_plural")?;
    node.name = context.map(|context| context.text + "::").unwrap_or_default() + &id.text;
    node.name_at.end = cursor.at;
    if let Some(plural) = plural {
        let forms = forms(cursor)?;
        (node.value, node.kind) = (forms[0].span.start..cursor.at, Kind::Plural(forms));
        node.original = Some(Text::forms([("0".into(), id.text), ("1".into(), plural.text)]));
    } else {
        let string = expect(cursor, "msgstr")?;
        (node.value, node.kind) = (string.place, Kind::Text(string.text));
        node.original = Some(Text::One(id.text));
    }
    if !without_fuzzy(source, start..at).is_empty() {
        node.state = State::Unfinished;
    }
    node.span.end = cursor.at;
    Ok(Some(node))
}

fn forms(cursor: &mut Cursor<'_>) -> Result<Vec<Node>, SyntaxError> {
    let mut forms = Vec::new();
    while forms.is_empty() || next(cursor).rest().starts_with("msgstr") {
        let (name, start) = (forms.len().to_string(), cursor.at);
        let string = expect(cursor, &format!("msgstr[{name}]"))?;
        let at = string.at + "msgstr[".len();
        let (name_at, span) = (at..at + name.len(), start..cursor.at);
        let kind = Kind::Text(string.text);
        forms.push(Node { span, ..Node::new(name, name_at, string.place, kind) });
    }
    Ok(forms)
}

/// Returns what is next that is no white space.
fn next<'s>(cursor: &Cursor<'s>) -> Cursor<'s> {
    let mut next = cursor.clone();
    next.skip(is_white);
    next
}

/// The strings after a keyword.
struct Strings {
    /// Where the keyword is.
    at: usize,
    place: Range<usize>,
    text: String,
}

fn expect(cursor: &mut Cursor<'_>, keyword: &str) -> Result<Strings, SyntaxError> {
    string(cursor, keyword)?.ok_or_else(|| next(cursor).error(format!("expected `{keyword}`")))
}

/// Reads a keyword and its strings, if they are next.
fn string(cursor: &mut Cursor<'_>, keyword: &str) -> Result<Option<Strings>, SyntaxError> {
    let mut ahead = next(cursor);
    let at = ahead.at;
    if !ahead.eat(keyword) || ahead.rest().starts_with(['_', '[']) {
        return Ok(None);
    }
    ahead = next(&ahead);
    let (mut place, mut text) = (ahead.at..ahead.at, String::new());
    while ahead.rest().starts_with('"') {
        let start = ahead.clone();
        let part = ESCAPES.read(ahead.quoted(b'"', false)?);
        text += &part.map_err(|message| start.error(message))?;
        place.end = ahead.at;
        ahead = next(&ahead);
    }
    if place.is_empty() {
        return Err(ahead.error("expected a text in quotes"));
    }
    cursor.at = place.end;
    Ok(Some(Strings { at, place, text }))
}

/// Writes a text in one line, or each of its lines below an empty one.
fn write(text: &str, line_end: &str) -> String {
    let write = |line| format!("\"{}\"", ESCAPES.write(line, &['"', '\\'], false));
    let mut lines: Vec<_> = text.split_inclusive('\n').map(write).collect();
    if lines.len() != 1 {
        lines.insert(0, "\"\"".to_owned());
    }
    lines.join(line_end)
}

/// Returns the text of the header, and where it is.
fn header(source: &str) -> Option<(Node, String)> {
    let node = node(&mut Cursor { source, at: 0 }).ok()??;
    match &node.kind {
        Kind::Text(text) if node.name.is_empty() => Some((node.clone(), text.clone())),
        _ => None,
    }
}

/// Checks that a catalog is in UTF-8, if it says so at all.
fn check_charset(header: &str) -> Result<(), SyntaxError> {
    let charset = field(header, "Content-Type").and_then(|it| Some(it.split_once("charset=")?.1));
    let charset = charset.unwrap_or_default().trim().to_ascii_lowercase();
    match charset.as_str() {
        "" | "charset" | "ascii" | "us-ascii" | "utf8" | "utf-8" => Ok(()),
        charset => Err(SyntaxError {
            line: 1,
            message: format!("the encoding {charset} is not supported: convert it to UTF-8"),
        }),
    }
}

/// Returns a field of a header.
fn field<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    text.lines().find_map(|line| Some(line.strip_prefix(name)?.strip_prefix(':')?.trim()))
}

/// Returns the changes of comments that remove the flag `fuzzy`, and the previous id with it.
fn without_fuzzy(source: &str, comments: Range<usize>) -> Vec<Splice> {
    let (mut splices, mut is_fuzzy, mut at) = (Vec::new(), false, comments.start);
    for line in source[comments].split_inclusive('\n') {
        let place = at..at + line.len();
        at = place.end;
        if line.starts_with("#|") {
            splices.push((place, String::new()));
        } else if let Some(flags) = line.strip_prefix("#,") {
            let (flags, end) = flags.split_at(flags.trim_end().len());
            let is_other = |flag: &&str| flag.trim() != "fuzzy";
            let others: Vec<_> = flags.split(',').filter(is_other).collect();
            if others.len() < flags.split(',').count() {
                is_fuzzy = true;
                let line = format!("#,{}{end}", others.join(","));
                splices.push((place, if others.is_empty() { String::new() } else { line }));
            }
        }
    }
    if is_fuzzy { splices } else { Vec::new() }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::tests::{created, fails, read, updated, without};
    use super::*;

    pub(crate) const FILE: &str = "#, fuzzy\nmsgid \"\"\nmsgstr \"Language: de\\n\"\n\n#: a.c:1\n\
        #, fuzzy, python-format\n#| msgid \"Opem %s\"\nmsgctxt \"verb\"\nmsgid \"Open %s\"\n\
        msgstr \"Offen %s\"\n#, c-format\nmsgid \"file\"\nmsgid_plural \"%d files\"\nmsgstr[0] \
        \"%d Datei\"\nmsgstr[1] \"%d \"\n\"Dateien\"\n\n# Gone.\n#, fuzzy\n#~ msgid \"old\"\n#~ \
        msgstr \"alt\"\n#, fuzzy\nmsgid \"File\"\nmsgstr \"\"\n\"a\\n\"\n\"b\"\n";

    #[test]
    fn messages_are_read_by_the_manual() {
        let texts = "verb::Open %s~Offen %s|file={0:%d Datei,1:%d Dateien}|File~a\nb";
        assert_eq!(read(&Po, FILE), texts);
        assert_eq!(read(&Po, "msgid\"a\" \"A\"\n\tmsgstr\t\"\\\\\\a\"\n\n#~x"), "aA=\\\x07");
        let nodes = Po.parse(FILE).unwrap().nodes;
        assert_eq!(nodes[0].original, Some(Text::One("Open %s".into())));
        let forms = [("0", "file"), ("1", "%d files")].map(|(name, id)| (name.into(), id.into()));
        assert_eq!(nodes[1].original, Some(Text::forms(forms)));
    }

    #[test]
    fn a_text_changes_with_its_own_fuzzy_and_nothing_else() {
        let id = "msgctxt \"verb\"\nmsgid \"Open %s\"\nmsgstr \"";
        let open = format!("#, fuzzy, python-format\n#| msgid \"Opem %s\"\n{id}Offen %s");
        let file = "#, fuzzy\nmsgid \"File\"\nmsgstr \"\"\n\"a\\n\"\n\"b\"";
        let other = "msgstr[1] \"%d \"\n\"Dateien\"\n";
        let plain = format!("#, python-format\n{id}\u{d6}\\\"\\\\\\t");
        for (key, text, old, new) in [
            ("verb::Open %s", "\u{d6}\"\\\t", &*open, plain),
            ("File", "c", file, "msgid \"File\"\nmsgstr \"c\"".into()),
            ("File", "c\nd\n", file, "msgid \"File\"\nmsgstr \"\"\n\"c\\n\"\n\"d\\n\"".into()),
            ("file", "{0:Akte,1:%d Dateien}", "\"%d Datei\"", "\"Akte\"".into()),
            ("file", "{0:%d Datei,1:%d Dateien,2:x}", other, format!("{other}msgstr[2] \"x\"\n")),
            ("file", "{0:%d Datei}", other, String::new()),
        ] {
            for end in ["\n", "\r\n"] {
                let [file, old, new] = [FILE, old, &new].map(|it| it.replace('\n', end));
                assert_eq!(updated(&Po, &file, &file, &[(key, text)]), file.replace(&old, &new));
            }
        }
    }

    #[test]
    fn messages_are_inserted_and_a_new_file_has_all_of_them() {
        let pot = "#, fuzzy\nmsgid \"\"\nmsgstr \"\"\n\"Language: \\n\"\n\"X: y\\n\"\n\n#: a\n\
            msgid \"a\"\nmsgstr \"\"\n\n#. B\nmsgid \"b\"\nmsgid_plural \"bs\"\n\
            msgstr[0] \"\"\nmsgstr[1] \"\"\n\n#~ msgid \"o\"\n#~ msgstr \"\"\n";
        let header = "msgid \"\"\nmsgstr \"\"\n\"Language: de\\n\"\n\"X: y\\n\"\n";
        let a = "\n#: a\nmsgid \"a\"\nmsgstr \"x\"\n";
        let b = "\n#. B\nmsgid \"b\"\nmsgid_plural \"bs\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n";
        assert_eq!(created(&Po, pot, &[("a", "x")]), [header, a, b].concat());
        let b = b.replace("msgstr[0] \"\"\nmsgstr[1] \"\"", "msgstr[0] \"y\"");
        let file = [header, a, "\n# Gone\n#~ msgid \"o\"\n"].concat();
        let expected = file.replace("\n# Gone", &format!("{b}\n# Gone"));
        for (file, expected) in [(&*file, &expected), (header, &[header, &b].concat())] {
            assert_eq!(updated(&Po, file, pot, &[("b", "{0:y}")]), *expected);
            assert_eq!(without(&Po, expected, &["b"]), *file);
        }
        let export = "msgid \"\"\nmsgstr \"Language: pl\\nPlural-Forms: nplurals=3; plural=n;\\n\"";
        let pl = "pl\\n\"\n\"X: y\\n\"\n\"Plural-Forms: nplurals=3; plural=n;\\n\"\n\n#: a";
        assert!(Po.localize(pot.to_owned(), "xx", export).contains(pl));
    }

    #[test]
    fn what_is_invalid_is_reported_with_its_line() {
        let cases = [
            ("\nmsgid \"a\nmsgstr \"b\"\n", 2, "no end"),
            ("msgid \"a\"\nmsgstr b\n", 2, "quotes"),
            ("msgid \"a\"\n\nmsgid \"b\"\nmsgstr \"\"\n", 3, "expected `msgstr`"),
            ("msgctxt \"a\"\nmsgstr", 2, "expected `msgid`"),
            ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[one] \"\"", 3, "expected `msgstr[0]`"),
            ("msgid \"a\"\nmsgstr \"\\q\"", 2, "unknown escape"),
            ("msgid \"a\"\nmsgstr \"b\"\n\nmsgid \"a\"\nmsgstr \"\"\n", 4, "in line 1"),
        ];
        fails(&Po, &cases);
    }
}
