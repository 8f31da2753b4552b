//! PO and POT of gettext.
//!
//! `polib`, `rspolib` and `pofile` write a file anew from its messages, with their own wrapping,
//! and report no places. The rules are those of gettext's manual and of its `msgfmt`.

use std::ops::Range;
use std::str::Chars;

use crate::formats::flat::{self, Cursor, Splice};
use crate::formats::{Edit, Entry, EntryState, Format, SyntaxError, Text};

#[derive(Debug)]
pub(crate) struct Po;

impl Format for Po {
    fn read(&self, source: &str) -> Result<Vec<Entry>, SyntaxError> {
        flat::read(source, |cursor| {
            let mut next = message(cursor)?;
            // The header is no text.
            while next.as_ref().is_some_and(|next| next.context.is_none() && next.id.is_empty()) {
                next = message(cursor)?;
            }
            Ok(next.map(|next| next.entry(source)))
        })
    }

    fn edit(&self, source: &str, base: &str, edits: &[Edit<'_>]) -> Result<String, SyntaxError> {
        flat::edit(self, source, base, edits, &|source, entry, text| {
            let mut cursor = Cursor::at(&source[..entry.span.end], entry.span.start);
            let message = message(&mut cursor).map_err(|error| error.message)?;
            let message = message.ok_or("there is no message")?;
            let mut splices = message.without_fuzzy(source);
            if *text != entry.text {
                splices.push((entry.value.clone(), message.encode(source, text)?));
            }
            Ok(splices)
        })
    }
}

/// A message with the places of its parts.
#[derive(Debug, Default)]
struct Message {
    span: Range<usize>,
    line: usize,
    /// The lines of comments before it, with their ends.
    comments: Vec<Range<usize>>,
    context: Option<String>,
    id: String,
    id_place: Range<usize>,
    is_plural: bool,
    forms: Vec<Form>,
}

#[derive(Debug)]
struct Form {
    /// The `0` in `msgstr[0]`, if it has one.
    name: String,
    text: String,
    place: Range<usize>,
}

impl Message {
    fn entry(self, source: &str) -> Entry {
        let is_fuzzy = self.comments.iter().any(|line| fuzzy(&source[line.clone()]).is_some());
        let state = if is_fuzzy { EntryState::Unfinished } else { EntryState::Ready };
        let key = self.context.map(|context| context + "::").unwrap_or_default() + &self.id;
        let value = place(&self.forms);
        let form = |form: Form| (form.name, form.text);
        let mut forms = self.forms.into_iter().map(form);
        let text = match self.is_plural {
            true => Text::Forms(forms.collect()),
            false => Text::One(forms.next().unwrap_or_default().1),
        };
        Entry { key, text, value, span: self.span, line: self.line, state }
    }

    /// Removes the flag `fuzzy`, and the previous id, which only a fuzzy message has.
    fn without_fuzzy(&self, source: &str) -> Vec<Splice> {
        let lines = self.comments.iter().map(|place| (place, &source[place.clone()]));
        let flags = lines.clone().filter_map(|(place, line)| Some((place.clone(), fuzzy(line)?)));
        let mut splices: Vec<Splice> = flags.collect();
        if !splices.is_empty() {
            let previous = lines.filter(|(_, line)| line.starts_with("#|"));
            splices.extend(previous.map(|(place, _)| (place.clone(), String::new())));
        }
        splices
    }

    /// Writes the strings of the message. What is the same stays as it is.
    fn encode(&self, source: &str, text: &Text) -> Result<String, String> {
        let forms: Vec<(&str, &str)> = match text {
            Text::One(text) => vec![("", text)],
            Text::Forms(forms) => forms.iter().map(|(name, text)| (&**name, &**text)).collect(),
        };
        let is_number = |form: &(&str, &str)| form.0.bytes().all(|byte| byte.is_ascii_digit());
        let first = self.forms.first().map(|form| form.name.as_str());
        if forms.first().map(|form| form.0) != first || !forms.iter().all(is_number) {
            return Err(format!("plural forms of PO are numbers from 0: {forms:?}"));
        }
        let line_end = flat::line_end(source).unwrap_or("\n");
        let mut out = String::new();
        for (index, (name, text)) in forms.into_iter().enumerate() {
            if index > 0 {
                out.push_str(&format!("{line_end}msgstr[{name}] "));
            }
            let old = self.forms.iter().find(|form| form.name == name);
            if let Some(old) = old.filter(|old| old.text == text) {
                out.push_str(&source[old.place.clone()]);
                continue;
            }
            // A new string is like another one of the message.
            let style = old.or(self.forms.last()).filter(|old| !old.text.is_empty());
            let style = style.map_or(&self.id_place, |style| &style.place);
            out.push_str(&string(&source[style.clone()], text, line_end));
        }
        Ok(out)
    }
}

/// Where the strings of a message stand.
fn place(forms: &[Form]) -> Range<usize> {
    let start = forms.first().map_or(0, |form| form.place.start);
    start..forms.last().map_or(start, |form| form.place.end)
}

/// Returns a line of flags without `fuzzy`, if it has it.
fn fuzzy(line: &str) -> Option<String> {
    let flags = line.strip_prefix("#,")?;
    let (flags, end) = flags.split_at(flags.trim_end_matches(['\n', '\r']).len());
    let mut others: Vec<_> = flags.split(',').collect();
    let index = others.iter().position(|flag| flag.trim() == "fuzzy")?;
    others.remove(index);
    Some(if others.is_empty() { String::new() } else { format!("#,{}{end}", others.join(",")) })
}

/// Reads the next message with the comments before it.
fn message(cursor: &mut Cursor<'_>) -> Result<Option<Message>, SyntaxError> {
    let mut message = Message::default();
    let mut start = None;
    let (mut keyword_at, mut has_id) = (cursor.at, false);
    loop {
        let line = cursor.skip_white();
        let rest = cursor.rest();
        let is_comment = rest.starts_with('#');
        let is_id = rest.starts_with("msgid") && !rest.starts_with("msgid_");
        let is_next = is_comment || is_id || rest.starts_with("msgctxt");
        if rest.is_empty() || is_next && !message.forms.is_empty() || is_comment && has_id {
            break;
        }
        if is_comment {
            let is_obsolete = rest.starts_with("#~");
            let comment = cursor.skip_line();
            let rest = cursor.rest();
            let line_end = ["\r\n", "\n", "\r"].into_iter().find(|end| rest.starts_with(end));
            message.comments.push(comment..cursor.at + line_end.map_or(0, str::len));
            start.get_or_insert(line);
            if is_obsolete {
                start = None;
                message.comments.clear();
            }
            continue;
        }
        start.get_or_insert(line);
        let at = cursor.at;
        if message.line == 0 {
            message.line = cursor.line();
            keyword_at = at;
        }
        field(cursor, &mut message, &mut has_id)?;
    }
    if message.line == 0 {
        return Ok(None);
    }
    let has_names = message.forms.iter().all(|form| form.name.is_empty() != message.is_plural);
    let wrong = match has_id {
        false => "`msgid` is missing",
        true if message.forms.is_empty() => "`msgstr` is missing",
        true if has_names => "",
        true => "`msgid_plural` and `msgstr[0]` need each other",
    };
    if !wrong.is_empty() {
        return Err(cursor.error(keyword_at, wrong));
    }
    cursor.at = place(&message.forms).end;
    cursor.skip_blank_lines();
    message.span = start.unwrap_or(keyword_at)..cursor.at;
    Ok(Some(message))
}

/// Reads a keyword and its strings.
fn field(
    cursor: &mut Cursor<'_>,
    message: &mut Message,
    has_id: &mut bool,
) -> Result<(), SyntaxError> {
    let start = cursor.skip(|byte| !matches!(byte, b' ' | b'\t' | b'"' | b'\r' | b'\n'));
    let keyword = &cursor.source[start..cursor.at];
    let (place, text) = strings(cursor)?;
    let name = keyword.strip_prefix("msgstr").map(|name| {
        let number = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        number.filter(|number| number.parse::<usize>().is_ok()).unwrap_or(name)
    });
    let is_new =
        |name: &&str| message.forms.iter().all(|form| form.name != *name) && !name.starts_with('[');
    match (keyword, name.filter(is_new)) {
        ("msgctxt", _) if message.context.is_none() && !*has_id => message.context = Some(text),
        ("msgid", _) if !*has_id => {
            (message.id, message.id_place, *has_id) = (text, place, true);
        }
        ("msgid_plural", _) if *has_id && message.forms.is_empty() => message.is_plural = true,
        (_, Some(name)) if *has_id => {
            message.forms.push(Form { name: name.to_owned(), text, place });
        }
        _ => return Err(cursor.error(start, format!("\"{keyword}\" is not expected here"))),
    }
    Ok(())
}

/// Reads strings that follow one another.
fn strings(cursor: &mut Cursor<'_>) -> Result<(Range<usize>, String), SyntaxError> {
    let mut text = String::new();
    cursor.skip_white();
    let mut place = cursor.at..cursor.at;
    while let Some(rest) = cursor.rest().strip_prefix('"') {
        let (bytes, mut end) = (rest.as_bytes(), 0);
        while bytes.get(end).is_some_and(|byte| !matches!(byte, b'"' | b'\n' | b'\r')) {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        if bytes.get(end) != Some(&b'"') {
            return Err(cursor.error(cursor.at, "the string has no end: a quote is missing"));
        }
        let part = flat::unescape(&rest[..end], escape);
        text += &part.map_err(|message| cursor.error(cursor.at, message))?;
        cursor.at += end + 2;
        place.end = cursor.at;
        cursor.skip_white();
    }
    if place.is_empty() {
        return Err(cursor.error(place.start, "expected a text in quotes"));
    }
    Ok((place, text))
}

fn escape(chars: &mut Chars<'_>, units: &mut Vec<u16>) -> Result<(), String> {
    let (mut byte, count) = flat::number(chars, 8, 3);
    if count == 0 {
        byte = match chars.next().unwrap_or(' ') {
            'x' => flat::number(chars, 16, 4).0,
            letter @ ('"' | '\\' | '\'' | '?') => letter as u16,
            other => match flat::control(other, "abfnrtv") {
                Some(control) => control as u16,
                None => return Err(format!("unknown escape `\\{other}`")),
            },
        };
    }
    units.push(byte);
    // Above, it is a part of a letter in the encoding of the file.
    if byte < 0x80 { Ok(()) } else { Err(format!("write the letter itself for byte 0x{byte:x}")) }
}

/// Writes a text as a string, on as many lines as the old one.
fn string(old: &str, text: &str, line_end: &str) -> String {
    let lines: Vec<&str> = old.split(['\n', '\r']).filter(|line| !line.is_empty()).collect();
    let [first, second, ..] = lines[..] else { return format!("\"{}\"", escaped(text)) };
    let is_wrapped = |line: &&str| !line.ends_with("\\n\"") && line.trim() != "\"\"";
    let longest = lines.iter().map(|line| line.chars().count()).max().unwrap_or_default();
    let is_wrapped = lines[..lines.len() - 1].iter().any(is_wrapped);
    // As wide as gettext writes, unless the old one is wider.
    let width = if is_wrapped { longest.max(79) } else { usize::MAX };
    let indent = &second[..second.len() - second.trim_start().len()];
    let mut parts = parts(text, width);
    if first == "\"\"" && parts.len() > 1 || parts.is_empty() {
        parts.insert(0, String::new());
    }
    let quoted: Vec<_> = parts.iter().map(|part| format!("\"{part}\"")).collect();
    quoted.join(&format!("{line_end}{indent}"))
}

/// Splits a text after its line ends, and between words to fit into a width.
fn parts(text: &str, width: usize) -> Vec<String> {
    let mut parts = Vec::new();
    for line in text.split_inclusive('\n') {
        let (mut part, mut length) = (String::new(), 2);
        for word in escaped(line).split_inclusive(' ') {
            let count = word.chars().count();
            if length + count > width && !part.is_empty() {
                parts.push(std::mem::take(&mut part));
                length = 2;
            }
            part.push_str(word);
            length += count;
        }
        parts.push(part);
    }
    parts
}

fn escaped(text: &str) -> String {
    let escape = |letter| flat::escaped(letter, "abfnrtv", ['"', '\\']);
    text.chars().map(|letter| escape(letter).unwrap_or_else(|| letter.to_string())).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::formats::flat::testing::{fails, forms, holds, large, one, read, set, texts};

    const FILE: &str = r#"# German
#, fuzzy
msgid ""
msgstr ""
"Language: de\n"

# By hand.
#. For the menu.
#: src/a.c:1 src/b.c:2
#, fuzzy, python-format
#| msgid "Opem %s"
#| msgid_plural "x"
msgctxt "verb"
msgid "Open %s"
msgstr "Offen %s"
#: c
#, python-format
msgid ""
"A long text\n"
"of \"two\" lines"
msgstr ""
"Ein langer Text\n"
"aus zwei Zeilen"
#, c-format
msgid "file"
msgid_plural "%d files"
msgstr[0] "%d Datei"
msgstr[1] "%d "
"Dateien"

# Gone.
#, fuzzy
#~ msgid "old"
#~ msgstr "alt"

#, fuzzy
msgid "File"
msgstr "file"
#~ msgid "older"
#~ msgstr "File"
"#;

    fn state(source: &str, key: &str) -> EntryState {
        let entries = Po.read(source).unwrap();
        entries.into_iter().find(|entry| entry.key == key).unwrap().state
    }

    #[test]
    fn messages_are_read_by_the_manual() {
        let texts = [
            ("verb::Open %s", one("Offen %s")),
            ("A long text\nof \"two\" lines", one("Ein langer Text\naus zwei Zeilen")),
            ("file", forms(&[("0", "%d Datei"), ("1", "%d Dateien")])),
            ("File", one("file")),
        ];
        let texts = texts.map(|(key, text)| (key.to_owned(), text));
        assert_eq!(read(&Po, FILE), texts);
        assert_eq!(read(&Po, &FILE.replace('\n', "\r\n")), texts);
        assert_eq!(read(&Po, FILE.trim_end()), texts);
        let entries = Po.read(FILE).unwrap();
        let lines = entries.iter().map(|entry| (entry.line, entry.state == EntryState::Unfinished));
        assert_eq!(lines.collect::<Vec<_>>(), [(13, true), (18, false), (25, false), (37, true)]);
        assert_eq!(read(&Po, "msgid\"a\" \"\\x41\\101\"\n\tmsgstr\t\"\\'\\a\"")[0].0, "aAA");
    }

    /// Checks which lines of the file differ after a text is set.
    #[track_caller]
    fn changes(key: &str, text: &Text, removed: &str, added: &str) {
        for end in ["\n", "\r\n"] {
            let file = FILE.replace('\n', end);
            assert_eq!(file.matches(&removed.replace('\n', end)).count(), 1);
            let edited = set(&Po, &file, key, text);
            assert_eq!(
                edited,
                file.replace(&removed.replace('\n', end), &added.replace('\n', end))
            );
            assert_eq!(state(&edited, key), EntryState::Ready);
        }
    }

    #[test]
    fn a_changed_text_loses_its_own_fuzzy_and_nothing_else() {
        changes(
            "verb::Open %s",
            &one("\u{d6}ffnen %s"),
            "#, fuzzy, python-format\n#| msgid \"Opem %s\"\n#| msgid_plural \"x\"\n\
             msgctxt \"verb\"\nmsgid \"Open %s\"\nmsgstr \"Offen %s\"\n",
            "#, python-format\nmsgctxt \"verb\"\nmsgid \"Open %s\"\nmsgstr \"\u{d6}ffnen %s\"\n",
        );
        let fuzzy = "#, fuzzy\nmsgid \"File\"\nmsgstr \"file\"\n";
        changes("File", &one("x"), fuzzy, "msgid \"File\"\nmsgstr \"x\"\n");
        changes("File", &one("file"), fuzzy, "msgid \"File\"\nmsgstr \"file\"\n");
        for (line, expected) in
            [("#,fuzzy\n", ""), ("#, c-format,fuzzy\r\n", "#, c-format\r\n"), ("#, fuzzy", "")]
        {
            assert_eq!(fuzzy_free(line), Some(expected.to_owned()));
        }
        assert_eq!(fuzzy_free("#, no-fuzzy\n").or(fuzzy_free("# fuzzy\n")), None);
    }

    use super::fuzzy as fuzzy_free;

    #[test]
    fn one_form_of_a_plural_changes() {
        let old = "msgstr[0] \"%d Datei\"\n";
        let text = forms(&[("0", "%d Akte"), ("1", "%d Dateien")]);
        changes("file", &text, old, "msgstr[0] \"%d Akte\"\n");
        let text = forms(&[("0", "%d Datei"), ("1", "%d Dateien"), ("2", "x")]);
        changes("file", &text, "\"Dateien\"\n", "\"Dateien\"\nmsgstr[2] \"x\"\n");
        for wrong in [one("x"), forms(&[]), forms(&[("one", "x")]), forms(&[("1", "x")])] {
            Po.edit(FILE, "", &[Edit::Set { key: "file", text: &wrong }]).unwrap_err();
        }
    }

    #[test]
    fn a_text_is_wrapped_as_the_old_one() {
        let word = "word ".repeat(20);
        let (wide, rest) = (word[..75].to_owned(), word[75..].to_owned());
        for (old, text, new) in [
            ("\"a\"", "b\nc", "\"b\\nc\"".to_owned()),
            ("\"a\"", &word, format!("\"{word}\"")),
            ("\"\"\n\"a\\n\"\n\"b\"", "c\n", "\"c\\n\"".to_owned()),
            ("\"\"\n\"a\\n\"\n\"b\"", "c\nd", "\"\"\n\"c\\n\"\n\"d\"".to_owned()),
            ("\"\"\n\"a\\n\"\n\"b\"", &word, format!("\"{word}\"")),
            ("\"a \"\n  \"b\"", &word, format!("\"{wide}\"\n  \"{rest}\"")),
            ("\"\"\n\"a \"\n\"b\"", &word, format!("\"\"\n\"{wide}\"\n\"{rest}\"")),
            ("\"\"\n\"a\"", "", "\"\"".to_owned()),
        ] {
            let file = format!("msgid \"x\"\nmsgstr {old}\n");
            let expected = format!("msgid \"x\"\nmsgstr {new}\n");
            assert_eq!(set(&Po, &file, "x", &one(text)), expected);
        }
        // An empty text is wrapped as its id.
        let file = "msgid \"\"\n\"a\\n\"\n\"b\"\nmsgstr \"\"";
        assert!(set(&Po, file, "a\nb", &one("c\nd")).ends_with("msgstr \"\"\n\"c\\n\"\n\"d\""));
    }

    #[test]
    fn messages_are_inserted_and_removed() {
        let base = "msgid \"\"\nmsgstr \"\"\n\n#: a\nmsgid \"a\"\nmsgstr \"\"\n\n#. B\n#, fuzzy\n\
                    msgid \"b\"\nmsgid_plural \"bs\"\nmsgstr[0] \"\"\nmsgstr[1] \"\"\n";
        let text = forms(&[("0", "x"), ("1", "y"), ("2", "z")]);
        let insert = |after| [Edit::Insert { key: "b", text: &text, after }];
        let edit = |source: &str, edits: &[Edit<'_>]| Po.edit(source, base, edits).unwrap();
        let copy = "#. B\nmsgid \"b\"\nmsgid_plural \"bs\"\nmsgstr[0] \"x\"\nmsgstr[1] \"y\"\n\
                    msgstr[2] \"z\"\n";
        let header = "msgid \"\"\nmsgstr \"\"\n\"Language: pl\\n\"\n";
        assert_eq!(edit(header, &insert(None)), format!("{header}\n{copy}"));
        let file =
            format!("{header}\nmsgid \"a\"\nmsgstr \"\"\n\n#~ msgid \"o\"\n#~ msgstr \"\"\n");
        let expected = file.replace("#~ msgid", &format!("{copy}\n#~ msgid"));
        assert_eq!(edit(&file, &insert(Some("a"))), expected);
        assert_eq!(edit(&expected, &[Edit::Remove { key: "b" }]), file);
        let crlf = file.replace('\n', "\r\n");
        assert_eq!(edit(&crlf, &insert(Some("a"))), expected.replace('\n', "\r\n"));
        // Without blank lines.
        let removed = Po.edit(FILE, "", &[Edit::Remove { key: "verb::Open %s" }]).unwrap();
        let at = |text: &str| FILE.find(text).unwrap();
        assert_eq!(removed, format!("{}{}", &FILE[..at("# By hand")], &FILE[at("#: c\n")..]));
        let removed = Po.edit(FILE, "", &[Edit::Remove { key: "File" }]).unwrap();
        assert_eq!(removed, FILE.replace("#, fuzzy\nmsgid \"File\"\nmsgstr \"file\"\n", ""));
    }

    #[test]
    fn what_is_damaged_is_reported_with_its_line() {
        fails(
            &Po,
            &[
                ("\nmsgid \"a\nmsgstr \"b\"\n", 2, "no end"),
                ("msgid \"a\"\nmsgstr \"b\\", 2, "no end"),
                ("msgid \"a\"\nmsgstr b\n", 2, "quotes"),
                ("msgid \"a\"\n\nmsgid \"b\"\nmsgstr \"\"\n", 3, "\"msgid\" is not expected"),
                ("# x\nmsgid \"a\"\n# y\nmsgid \"b\"\nmsgstr \"\"\n", 2, "`msgstr` is missing"),
                ("msgctxt \"a\"\n", 1, "`msgid` is missing"),
                ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr \"c\"", 1, "need each other"),
                ("msgid \"a\"\nmsgstr[0] \"c\"", 1, "need each other"),
                ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[0] \"\"\nmsgstr[0] \"\"", 4, "msgstr[0]"),
                ("msgid \"a\"\nmsgid_plural \"b\"\nmsgstr[one] \"\"", 3, "msgstr[one]"),
                ("msgid \"a\"\nmsgstr \"\\q\"", 2, "unknown escape"),
                ("msgid \"a\"\nmsgstr \"\\xe4\"", 2, "0xe4"),
                ("msgid \"a\"\nmsgstr \"b\"\n\nmsgid \"a\"\nmsgstr \"\"\n", 4, "in line 1"),
                ("msgid \"a\"\n<<<<<<< HEAD\nmsgstr \"b\"\n", 2, "conflict"),
                ("version https://git-lfs.github.com/spec/v1\noid sha256:0\n", 1, "LFS"),
            ],
        );
    }

    #[test]
    fn a_large_file_takes_linear_time() {
        let entry = "#: KEY\n#, fuzzy\nmsgid \"KEY\"\nmsgstr \"text \\\"KEY\\\"\"\n\n";
        large(&Po, entry, "x", "#: KEY\nmsgid \"KEY\"\nmsgstr \"x\"\n\n");
    }

    proptest! {
        #[test]
        fn any_text_can_be_set(text in texts(), other in texts(), is_crlf: bool) {
            let file = FILE.replace("#, fuzzy\nmsgid \"File", "msgid \"File");
            let file = file.replace("#, fuzzy, python-format\n#| msgid \"Opem %s\"", "#");
            let file = if is_crlf { file.replace('\n', "\r\n") } else { file };
            for key in ["verb::Open %s", "A long text\nof \"two\" lines", "File"] {
                holds(&Po, &file, key, &one(&text));
            }
            holds(&Po, &file, "file", &forms(&[("0", &text), ("1", &other), ("2", "")]));
        }
    }
}
