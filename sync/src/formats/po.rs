//! PO and POT of gettext. The rules are those of its manual and of `msgfmt`.

use std::ops::Range;
use std::slice;

use unicode_linebreak::linebreaks;
use unicode_width::UnicodeWidthStr;

use super::file::texts;
use super::text::{Cursor, Escapes, is_white};
use super::{Features, Format, Kind, NewText, Node, Splice, State, Style, SyntaxError, Text, Tree};
use crate::plurals::{self, Slots};

#[derive(Debug)]
pub(super) struct Po;

const ESCAPES: Escapes = Escapes { names: "abfnrtv", unicode: None };

impl Format for Po {
    fn parse(&self, source: &str) -> Result<Tree, SyntaxError> {
        let unmarked = unmarked(source);
        let mut cursor = Cursor { source: &unmarked, at: 0 };
        let mut tree = Tree { nodes: Vec::new(), inner: 0..source.len() };
        while let Some(mut node) = node(&mut cursor)? {
            let at = node.name_at.start;
            let line = source[..at].rsplit('\n').next().unwrap_or_default();
            if line.starts_with("#~") {
                let meta = Node::new(format!("#~ {at}"), at..at, at..at, Kind::Meta);
                let one = slice::from_ref(&node);
                let forms = if let Kind::Plural(forms) = &node.kind { forms } else { one };
                let texts = texts(forms).into_iter().map(|text| (String::new(), text));
                let original = Some(Text::forms(texts));
                let service = node.service.or(Some((node.name, String::new())));
                node = Node { service, original, span: node.span, ..meta };
            }
            if node.name.is_empty() && tree.nodes.is_empty() {
                tree.inner.start = cursor.at;
            } else {
                tree.nodes.push(node);
            }
        }
        Ok(tree)
    }

    fn encode(&self, style: &Style<'_>, node: &Node, text: &str) -> Result<String, String> {
        Ok(write(style.source, node, text, style.is_wrapped))
    }

    fn features(&self) -> Features {
        Features { is_catalog: true, has_states: true, keeps_empty: true, ..Features::default() }
    }

    fn mark(&self, source: &str, node: &Node, new: &NewText, splices: &mut Vec<Splice>) {
        let place = node.span.start..node.name_at.start;
        let comments = &source[place.clone()];
        match (is_fuzzy(comments), new.is_unfinished) {
            (false, true) => splices.push((place, with_fuzzy(comments, super::line_end(source)))),
            (true, false) => splices.push((place, without_fuzzy(comments))),
            _ => {}
        }
    }

    fn slots(&self, source: &str, lang: &str) -> Result<Option<Slots>, SyntaxError> {
        let formula = plurals::formula(lang);
        let field = plural_forms(source).unwrap_or_else(|| formula.clone());
        let slots = Slots::new(&field, lang).ok_or_else(|| {
            let at = source.find("Plural-Forms").unwrap_or_default();
            let message = format!("`Plural-Forms: {field}` is not valid: gettext's is `{formula}`");
            SyntaxError::at(source, at, message)
        })?;
        Ok(Some(slots))
    }

    /// Sets the charset with the first letter beyond ASCII: a file that is not UTF-8 was not read.
    fn complete(&self, _: &str, _: &str, source: String, lang: Option<&str>) -> String {
        let mut fields = Vec::new();
        let is_other = |content: String| !content.to_ascii_lowercase().contains("utf-8");
        if !source.is_ascii() && field(&source, "Content-Type").is_some_and(is_other) {
            fields.push(("Content-Type", CONTENT_TYPE.to_owned()));
        }
        if let Some(lang) = lang.filter(|_| plural_forms(&source).is_none()) {
            fields.push(("Plural-Forms", plurals::formula(lang)));
        }
        with_fields(source, &fields)
    }

    /// Whether a text continues in the next string without a line break, or no line is long.
    fn is_wrapped(&self, source: &str) -> bool {
        let lines: Vec<_> = source.lines().map(str::trim).collect();
        let ends = |line: &str| line.ends_with("\\n\"") || line.ends_with(" \"\"");
        let is_string = |line: &str| line.starts_with('"');
        lines.windows(2).any(|it| it[0].ends_with('"') && !ends(it[0]) && is_string(it[1]))
            || lines.iter().all(|line| line.starts_with('#') || line.width() <= WIDTH)
    }

    fn localize(&self, mut source: String, lang: &str) -> String {
        if let Some((node, _)) = header(&source) {
            let comments = ..node.name_at.start;
            source.replace_range(comments, &without_fuzzy(&source[comments]));
        }
        let fields = [
            ("Language", lang.to_owned()),
            ("Content-Type", CONTENT_TYPE.to_owned()),
            ("Plural-Forms", plurals::formula(lang)),
        ];
        with_fields(source, &fields)
    }
}

const CONTENT_TYPE: &str = "text/plain; charset=UTF-8";

/// Returns the source with spaces in place of `#~`: obsolete messages parse as others do.
fn unmarked(source: &str) -> String {
    let line = |line: &str| match line.strip_prefix("#~") {
        None => line.to_owned(),
        Some(rest) if rest.starts_with('|') => format!("  #{}", &rest[1..]),
        Some(rest) => format!("  {rest}"),
    };
    source.split_inclusive('\n').map(line).collect()
}

/// Reads the next message with the comments before it.
fn node(cursor: &mut Cursor<'_>) -> Result<Option<Node>, SyntaxError> {
    let (source, start) = (cursor.source, cursor.at);
    cursor.skip(is_white);
    while cursor.rest().starts_with('#') {
        cursor.skip(|letter| letter != '\n');
        cursor.skip(is_white);
    }
    if cursor.rest().is_empty() {
        return Ok(None);
    }
    let at = cursor.at;
    let context = string(cursor, "msgctxt")?;
    let (_, id) = expect(cursor, "msgid")?;
    let plural = string(cursor, "msgid_plural")?;
    let name_at = at..cursor.at;
    let (value, kind, original) = if let Some((_, plural)) = plural {
        let forms = forms(cursor)?;
        let ids = [("one".to_owned(), id.clone()), ("other".to_owned(), plural)];
        (forms[0].span.start..cursor.at, Kind::Plural(forms), Text::forms(ids))
    } else {
        let (place, text) = expect(cursor, "msgstr")?;
        (place, Kind::Text(text), Text::One(id.clone()))
    };
    let mut node = Node::new(id, name_at, value, kind);
    if let Some((_, context)) = context {
        let name = format!("{context}::{}", node.name);
        node.service = Some((std::mem::replace(&mut node.name, name), context));
    }
    if is_fuzzy(&source[start..at]) {
        node.state = State::Unfinished;
    }
    (node.original, node.span) = (Some(original), start..cursor.at);
    Ok(Some(node))
}

fn forms(cursor: &mut Cursor<'_>) -> Result<Vec<Node>, SyntaxError> {
    let mut forms = Vec::new();
    while forms.is_empty() || next(cursor).rest().starts_with("msgstr") {
        let (name, start) = (forms.len().to_string(), cursor.at);
        let at = next(cursor).at + "msgstr[".len();
        let (place, text) = expect(cursor, &format!("msgstr[{name}]"))?;
        let node = Node::new(&name, at..at + name.len(), place, Kind::Text(text));
        forms.push(Node { span: start..cursor.at, ..node });
    }
    Ok(forms)
}

/// Returns the place after white space.
fn next<'s>(cursor: &Cursor<'s>) -> Cursor<'s> {
    let mut next = cursor.clone();
    next.skip(is_white);
    next
}

fn expect(cursor: &mut Cursor<'_>, keyword: &str) -> Result<(Range<usize>, String), SyntaxError> {
    string(cursor, keyword)?.ok_or_else(|| next(cursor).error(format!("expected `{keyword}`")))
}

/// Reads a keyword and its strings, if they are next. Returns where the strings are, and the text.
fn string(
    cursor: &mut Cursor<'_>,
    keyword: &str,
) -> Result<Option<(Range<usize>, String)>, SyntaxError> {
    let mut ahead = next(cursor);
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
    Ok(Some((place, text)))
}

/// Writes the text of a message: in one line, or each of its lines below an empty one. A text with
/// line breaks stays in one line if it or its id is in one.
fn write(source: &str, node: &Node, text: &str, is_wrapped: bool) -> String {
    let message = &source[node.name_at.start..node.value.end];
    let is_in_one = message.lines().any(is_joined) && !source[node.value.clone()].contains('\n');
    let column = source[..node.value.start].rsplit('\n').next().unwrap_or_default().len();
    let one = quoted(text);
    let has_lines = text.split_inclusive('\n').count() > 1;
    if is_in_one || !has_lines && (!is_wrapped || column + one.width() <= WIDTH) {
        return one;
    }
    let parts = |line| if is_wrapped { wrap(line) } else { vec![quoted(line)] };
    let lines = text.split_inclusive('\n').flat_map(parts);
    let lines: Vec<_> = std::iter::once(quoted("")).chain(lines).collect();
    lines.join(super::line_end(source))
}

fn quoted(text: &str) -> String {
    format!("\"{}\"", ESCAPES.write(text, &['"', '\\'], false))
}

/// The columns of a line, as gettext wraps them.
const WIDTH: usize = 79;

/// Breaks a line where Unicode does, as gettext with few exceptions.
fn wrap(line: &str) -> Vec<String> {
    let (mut lines, mut start, mut last) = (Vec::new(), 0, 0);
    for (at, _) in linebreaks(line) {
        if quoted(&line[start..at]).width() > WIDTH && last > start {
            lines.push(quoted(&line[start..last]));
            start = last;
        }
        last = at;
    }
    lines.push(quoted(&line[start..]));
    lines
}

/// Whether a line has a string with a line break before its end.
fn is_joined(line: &str) -> bool {
    let parts = line.replace("\\\\", "");
    parts.strip_suffix("\\n\"").unwrap_or(&parts).contains("\\n")
}

/// Returns the header and its text.
fn header(source: &str) -> Option<(Node, String)> {
    let node = node(&mut Cursor { source, at: 0 }).ok()??;
    let Kind::Text(text) = node.kind.clone() else { return None };
    node.name.is_empty().then_some((node, text))
}

fn field(source: &str, name: &str) -> Option<String> {
    let (_, text) = header(source)?;
    text.lines().find_map(|line| Some(value(line, name)?.trim().to_owned()))
}

fn value<'l>(line: &'l str, name: &str) -> Option<&'l str> {
    line.strip_prefix(name)?.strip_prefix(':')
}

/// Returns the field `Plural-Forms`, unless it is empty or the one of a template.
fn plural_forms(source: &str) -> Option<String> {
    let field = field(source, "Plural-Forms")?;
    Some(field).filter(|it| !it.is_empty() && !it.contains("EXPRESSION"))
}

/// Sets fields of the header.
fn with_fields(mut source: String, fields: &[(&str, String)]) -> String {
    if fields.is_empty() {
        return source;
    }
    if header(&source).is_none() {
        let end = super::line_end(&source);
        source.insert_str(0, &format!("msgid \"\"{end}msgstr \"\"{end}{end}"));
    }
    let Some((node, text)) = header(&source) else { return source };
    let mut lines: Vec<_> = text.lines().map(str::to_owned).collect();
    for (name, new) in fields {
        let new = format!("{name}: {new}");
        match lines.iter_mut().find(|line| value(line, name).is_some()) {
            Some(line) => *line = new,
            None => lines.push(new),
        }
    }
    let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
    let new = write(&source, &node, &text, Po.is_wrapped(&source));
    source.replace_range(node.value, &new);
    source
}

/// Returns the flags of a comment such as `#, fuzzy, c-format`.
fn flags(line: &str) -> impl Iterator<Item = &str> {
    line.strip_prefix("#,").into_iter().flat_map(|flags| flags.split(',').map(str::trim))
}

fn is_fuzzy(comments: &str) -> bool {
    comments.lines().flat_map(flags).any(|flag| flag == "fuzzy")
}

fn with_fuzzy(comments: &str, line_end: &str) -> String {
    let mut lines: Vec<_> = comments.split_inclusive('\n').map(str::to_owned).collect();
    match lines.iter_mut().find(|line| line.starts_with("#,")) {
        Some(line) => line.insert_str("#,".len(), " fuzzy,"),
        None => lines.push(format!("#, fuzzy{line_end}")),
    }
    lines.concat()
}

/// Returns comments without the flag `fuzzy`, and without the previous id.
fn without_fuzzy(comments: &str) -> String {
    let line = |line: &str| {
        let others: Vec<_> = flags(line).filter(|flag| *flag != "fuzzy").collect();
        match line.starts_with("#,") {
            true if others.is_empty() => String::new(),
            true => format!("#, {}{}", others.join(", "), &line[line.trim_end().len()..]),
            false => line.to_owned(),
        }
    };
    comments.split_inclusive('\n').filter(|line| !line.starts_with("#|")).map(line).collect()
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::tests::{texts, *};
    use super::super::{File, Texts};
    use super::*;

    pub(crate) const FILE: &str = "#, fuzzy\nmsgid \"\"\nmsgstr \"Language: de\\n\"\n\
        \"Plural-Forms: nplurals=2; plural=n!=1;\\n\"\n\n#: a.c:1\n\
        #, fuzzy, python-format\n#| msgid \"Opem %s\"\nmsgctxt \"verb\"\nmsgid \"Open %s\"\n\
        msgstr \"Offen %s\"\n#, c-format\nmsgid \"file\"\nmsgid_plural \"%d files\"\nmsgstr[0] \
        \"%d Datei\"\nmsgstr[1] \"%d \"\n\"Dateien\"\n\n# Gone.\n#, fuzzy\n#~ msgid \"old\"\n#~ \
        msgstr \"alt\"\n#, fuzzy\nmsgid \"File\"\nmsgstr \"\"\n\"a\\n\"\n\"b\"\n";

    #[test]
    fn messages_are_read_by_the_manual() {
        let texts = "verb::Open %s~Offen %s|file={one:%d Datei,other:%d Dateien}|File~a\nb";
        assert_eq!(read(&Po, FILE), texts);
        assert_eq!(read(&Po, "msgid\"a\"msgstr\"\\033[1m\\x41!\\1018\""), "a=\x1b[1mA!A8");
        assert_eq!(read(&Po, "msgid\"a\" \"A\"\n\tmsgstr\t\"\\\\\\a\"\n\n"), "aA=\\\x07");
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
            ("file", "{one:Akte,other:%d Dateien}", "\"%d Datei\"", "\"Akte\"".into()),
            ("file", "{one:%d Datei}", other, "msgstr[1] \"\"\n".into()),
        ] {
            for end in ["\n", "\r\n"] {
                let [file, old, new] = [FILE, old, &new].map(|it| it.replace('\n', end));
                assert_eq!(updated(&Po, &file, &file, &[(key, text)]), file.replace(&old, &new));
            }
        }
    }

    #[test]
    fn messages_are_inserted() {
        let header = "msgid \"\"\nmsgstr \"\"\n\"X: y\\n\"\n";
        let a = "\n#: a\nmsgid \"a\"\nmsgstr \"x\"\n";
        let b = "\n#. B\nmsgid \"b\"\nmsgstr \"y\"\n";
        let end = "\n# Gone\n#~ msgid \"o\"\n#~ msgstr \"\"\n";
        let pot = [header, a, b].concat();
        for (before, end) in [([header, a].concat(), end), (header.to_owned(), "")] {
            let (file, with_b) = ([&*before, end].concat(), [&*before, b, end].concat());
            assert_eq!(updated(&Po, &file, &pot, &[("b", "y")]), with_b);
        }
    }

    /// Returns a file in a language with a text.
    #[track_caller]
    fn set(file: &str, pot: &str, lang: &str, new: (&str, &str)) -> String {
        let base = File::read(&Po, pot.as_bytes(), &["en"], None).unwrap();
        let file = File::read(&Po, file.as_bytes(), &[lang], Some(&base)).unwrap();
        written(file.update(&base, texts(&[new])))
    }

    const SLOTS: &str = "\nmsgid \"a\"\nmsgid_plural \"as\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n";

    #[test]
    fn a_plural_has_as_many_forms_as_its_header_says() {
        let bare = "msgid \"\"\nmsgstr \"\"\n\"X: y\\n\"\n";
        let with_formula = |formula: &str| format!("{bare}\"Plural-Forms: {formula}\\n\"\n");
        let slavic = &with_formula(&plurals::formula("pl"));
        let template = &with_formula("nplurals=INTEGER; plural=EXPRESSION;");
        let three = "msgstr[0] \"ONE\"\nmsgstr[1] \"FEW\"\nmsgstr[2] \"MANY\"\n";
        let three = SLOTS.replace("msgstr[0] \"\"\nmsgstr[1] \"\"\n", three);
        // The header gets the formula with the first plural.
        for (head, slots) in
            [(slavic, SLOTS), (slavic, ""), (&bare.to_owned(), ""), (template, SLOTS)]
        {
            let [file, pot, new] =
                [[head, slots], [bare, SLOTS], [slavic, &three]].map(|it| it.concat());
            let written = set(&file, &pot, "pl", ("a", "{one:ONE,few:FEW,many:MANY,other:X}"));
            assert_eq!(written.replace(" \"\n\"", " "), new);
        }
    }

    #[test]
    fn a_new_file_has_the_header_of_its_language() {
        let pot = "#, fuzzy\nmsgid \"\"\nmsgstr \"\"\n\"Language: \\n\"\n\
            \"Content-Type: text/plain; charset=CHARSET\\n\"\n\
            \"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n\"\n";
        let formula = plurals::formula("en");
        let english = &pot.replace("nplurals=INTEGER; plural=EXPRESSION;", &formula);
        for (pot, lang, count) in [(pot, "sl", 4), (english, "ja", 1), ("", "ru", 3)] {
            let forms: String = (0..count).map(|form| format!("msgstr[{form}] \"\"\n")).collect();
            let new = file(&Po, [pot, SLOTS].concat().trim_start()).create(Texts::new(), lang);
            let expected = format!(
                "msgid \"\"\nmsgstr \"\"\n\"Language: {lang}\\n\"\n\
                 \"Content-Type: text/plain; charset=UTF-8\\n\"\n\"Plural-Forms: {}\\n\"\n\n\
                 msgid \"a\"\nmsgid_plural \"as\"\n{forms}",
                plurals::formula(lang)
            );
            assert_eq!(written(new).replace(" \"\n\"", " "), expected);
        }
        let base = File::read(&Po, SLOTS.as_bytes(), &["en"], None).unwrap();
        assert_eq!(base.entries()[0].base_text().to_string(), "one: a | other: as");
    }

    #[test]
    fn an_unfinished_text_is_fuzzy() {
        let file = |flags: &str, text: &str| {
            format!("msgid \"a\"\nmsgstr \"a\"\n\n# b\n{flags}msgid \"b\"\nmsgstr \"{text}\"\n")
        };
        for (old, new) in [
            ("", "#, fuzzy\n"),
            ("#: b.c\n", "#: b.c\n#, fuzzy\n"),
            ("#, c-format\n#| msgid \"\"\n", "#, fuzzy, c-format\n#| msgid \"\"\n"),
            ("#, fuzzy, c-format\n", "#, fuzzy, c-format\n"),
        ] {
            assert_eq!(unfinished(&Po, &file(old, ""), ("b", "B")), file(new, "B"));
        }
    }

    #[test]
    fn texts_are_wrapped_as_the_file_is() {
        let plain = "msgid \"a\"\nmsgstr \"b\"\n";
        let split = "\nmsgid \"x\\n\"\n\"y\"\nmsgstr \"\"\n\"x\\n\"\n\"y\"\n";
        let wrapped = "\nmsgid \"x\"\nmsgstr \"\"\n\"x \"\n\"y\"\n";
        let long = "0123456 89 ".repeat(7);
        let path = format!("{long}http://example.org/");
        let unwrapped = format!("{split}\nmsgid \"z\"\nmsgstr \"{path}\"\n");
        let wide = "\u{6587}\u{4ef6}\u{ff0c}".repeat(14);
        for (file, text, lines) in [
            (wrapped, &*long, &["", &*long][..]),
            (wrapped, &long[..70], &[&long[..70]]),
            (wrapped, &path, &["", &long, "http://example.org/"]),
            (wrapped, "a\nb", &["", "a\\n", "b"]),
            (wrapped, &wide, &["", &wide[..111], &wide[111..]]),
            (split, &path, &["", &long, "http://example.org/"]),
            (&unwrapped, &path, &[&path]),
            (split, "a\nb", &["", "a\\n", "b"]),
        ] {
            let new = plain.replace("\"b\"", &format!("\"{}\"", lines.join("\"\n\"")));
            assert_eq!(updated(&Po, &[plain, file].concat(), plain, &[("a", text)]), new + file);
        }
        for (key, old) in [("x", "y\\nz"), ("x\ny", "")] {
            let file = |text| format!("msgid {}\nmsgstr \"{text}\"\n", quoted(key));
            assert_eq!(updated(&Po, &file(old), "", &[(key, "a\nb")]), file("a\\nb"));
        }
    }

    #[test]
    fn an_obsolete_message_is_replaced_by_the_same_one() {
        let old =
            "# T\n#~| msgid \"z\"\n#~ msgctxt \"c\"\n#~ msgid \"\"\n#~ \"a\"\n#~ msgstr \"b\"\n";
        let other = "#~ msgid \"a\"\n#~ msgstr \"msgstr\"\n";
        let first = "msgid \"x\"\nmsgstr \"\"\n\n";
        let new = "msgctxt \"c\"\nmsgid \"a\"\nmsgstr \"new\"\n";
        let [file, base] = [[first, old, other].concat(), [first, new].concat()];
        assert_eq!(updated(&Po, &file, &base, &[("c::a", "new")]), base + other);
    }

    #[test]
    fn what_is_invalid_is_reported_with_its_line() {
        let cases = [
            ("msgid \"a\"\nmsgstr b\n", 2, "quotes"),
            ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[one] \"\"", 3, "expected `msgstr[0]`"),
            ("msgid \"a\"\nmsgstr \"\\q\"", 2, "unknown escape"),
            ("msgid \"a\"\nmsgstr \"\\303\\244\"", 2, "itself for `\\303`"),
            ("msgid \"\"\nmsgstr \"\"\n\"Plural-Forms: nplurals=2; plural=n;\\n\"", 3, "not valid"),
            ("msgid \"a\"\nmsgstr \"b\"\n\n#~ msgid \"c\"\n", 5, "expected `msgstr`"),
            (&SLOTS.replace("[1] \"", "[1] \"\"\nmsgstr[2] \"b"), 6, "more forms"),
            (
                "msgid \"a::b\"\nmsgstr \"\"\n\nmsgctxt \"a\"\nmsgid \"b\"\nmsgstr \"\"\n",
                4,
                "in line 1 already",
            ),
        ];
        fails(&Po, &cases);
    }
}
