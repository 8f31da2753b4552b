//! `.properties` of Java: `key = text`.
//!
//! `java-properties` reports lines and `java-props` ranges, but neither knows where a text stands
//! within a logical line of several lines. The rules are those of `java.util.Properties.load`.

use std::ops::Range;
use std::str::Chars;

use crate::formats::flat::{self, Cursor};
use crate::formats::{Edit, Entry, EntryState, Format, SyntaxError, Text};

#[derive(Debug)]
pub(crate) struct Properties;

impl Format for Properties {
    fn read(&self, source: &str) -> Result<Vec<Entry>, SyntaxError> {
        flat::read(source, entry)
    }

    fn edit(&self, source: &str, base: &str, edits: &[Edit<'_>]) -> Result<String, SyntaxError> {
        let is_upper = flat::is_upper(source, "\\u");
        // Escapes are right for each version of Java and each encoding.
        let style = Style { escapes: source.is_ascii(), is_upper };
        flat::edit(self, source, base, edits, &|source, entry, text| {
            flat::one(entry, text, |text| encode(source, entry, text, style))
        })
    }
}

fn entry(cursor: &mut Cursor<'_>) -> Result<Option<Entry>, SyntaxError> {
    let start = cursor.skip_comments(comment)?;
    if cursor.rest().is_empty() {
        return Ok(None);
    }
    let at = cursor.at;
    let line = cursor.line();
    let (key, value) = logical_line(cursor);
    let source = cursor.source;
    let read = |range: Range<usize>| {
        let text = flat::unescape(&source[range], escape);
        text.map_err(|message| cursor.error(at, message))
    };
    let (key, text) = (read(key)?, read(value.clone())?);
    cursor.skip_blank_lines();
    let (span, state) = (start..cursor.at, EntryState::Ready);
    Ok(Some(Entry { key, text: Text::One(text), value, span, line, state }))
}

/// Skips a comment, or a line that is nothing but a backslash, if there is one.
fn comment(cursor: &mut Cursor<'_>) -> Result<bool, SyntaxError> {
    let is_comment = cursor.rest().starts_with(['#', '!']);
    if is_comment {
        cursor.skip_line();
    }
    Ok(is_comment || skip_continuation(cursor))
}

/// Reads a line that may go on in the next ones. Returns where its key and its text stand.
fn logical_line(cursor: &mut Cursor<'_>) -> (Range<usize>, Range<usize>) {
    let start = cursor.at;
    let (mut key_end, mut value_start, mut has_separator) = (None, None, false);
    while let Some(letter) = cursor.rest().chars().next().filter(|l| !matches!(l, '\n' | '\r')) {
        if skip_continuation(cursor) {
            continue;
        }
        let is_separator = matches!(letter, '=' | ':') && !has_separator;
        if value_start.is_none() && (is_separator || matches!(letter, ' ' | '\t' | '\x0c')) {
            key_end.get_or_insert(cursor.at);
            has_separator |= is_separator;
        } else if key_end.is_some() {
            value_start.get_or_insert(cursor.at);
        }
        cursor.at += letter.len_utf8();
        if letter == '\\' {
            cursor.at += cursor.rest().chars().next().map_or(0, char::len_utf8);
        }
    }
    (start..key_end.unwrap_or(cursor.at), value_start.unwrap_or(cursor.at)..cursor.at)
}

/// Skips a backslash at the end of a line, and the indentation of the next one.
fn skip_continuation(cursor: &mut Cursor<'_>) -> bool {
    let rest = cursor.rest();
    let end = ["\\\r\n", "\\\n", "\\\r"].into_iter().find(|end| rest.starts_with(end));
    cursor.at += end.map_or(0, str::len);
    if end.is_some() {
        cursor.skip(|byte| matches!(byte, b' ' | b'\t' | b'\x0c'));
    }
    end.is_some()
}

fn escape(chars: &mut Chars<'_>, units: &mut Vec<u16>) -> Result<(), String> {
    match chars.next() {
        Some('u') => match flat::number(chars, 16, 4) {
            (unit, 4) => units.push(unit),
            _ => return Err("`\\u` needs four digits".to_owned()),
        },
        Some(end @ ('\n' | '\r')) => {
            let rest = chars.as_str();
            let rest = rest.strip_prefix('\n').filter(|_| end == '\r').unwrap_or(rest);
            *chars = rest.trim_start_matches([' ', '\t', '\x0c']).chars();
        }
        Some(letter) => flat::push(flat::control(letter, "fnrt").unwrap_or(letter), units),
        None => {}
    }
    Ok(())
}

#[derive(Debug, Clone, Copy)]
struct Style {
    escapes: bool,
    is_upper: bool,
}

/// Writes a text as the old one was.
fn encode(source: &str, entry: &Entry, text: &str, style: Style) -> String {
    let old = &source[entry.value.clone()];
    let escapes = style.escapes || old.is_ascii() && old.contains("\\u");
    let mut out = String::new();
    if old.is_empty() && !text.is_empty() && has_no_separator(source, entry) {
        out.push('=');
    }
    let fold = fold(old);
    let mut is_line_start = true;
    for (index, letter) in text.char_indices() {
        let is_separator = index == 0 && matches!(letter, '=' | ':');
        if is_separator || letter == ' ' && is_line_start {
            out.extend(['\\', letter]);
        } else if let Some(escape) = flat::escaped(letter, "fnrt", ['\\'; 2]) {
            out.push_str(&escape);
        } else if escapes && !letter.is_ascii() {
            out.push_str(&flat::units(letter, 'u', style.is_upper));
        } else {
            out.push(letter);
        }
        if letter == '\n' && index + 1 < text.len() {
            out.push_str(fold.unwrap_or_default());
        }
        is_line_start = letter == '\n' && fold.is_some();
    }
    out
}

/// Whether an entry is a key alone, without white space after it.
fn has_no_separator(source: &str, entry: &Entry) -> bool {
    let mut cursor = Cursor::at(&source[..entry.value.end], entry.span.start);
    cursor.skip_comments(comment).is_ok() && logical_line(&mut cursor).0.end == entry.value.end
}

/// How a text goes on in the next line of the file after each of its lines, if it does.
fn fold(old: &str) -> Option<&str> {
    let at = old.find("\\n\\\n").or_else(|| old.find("\\n\\\r"))? + 2;
    let rest = old[at + 1..].trim_start_matches(flat::WHITE);
    Some(&old[at..old.len() - rest.len()])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::formats::flat::testing::{fails, holds, large, one, read, set, texts};
    use crate::formats::source::Source;

    const FILE: &str = "# File\r\n\r\n! 1\r\na.b = x \\\r\n\t y\r\nc\\:d:z  \r\n \t\
        e\\ f \\u00E4\\\r\n\r\n\r\n= no key\r\n\
        lines = one\\n\\\r\n   two\\n\\\r\n   three\r\nempty\r\nlast=";

    #[test]
    fn entries_are_read_by_javas_rules() {
        let texts = [
            ("a.b", "x y"),
            ("c:d", "z  "),
            ("e f", "\u{e4}"),
            ("", "no key"),
            ("lines", "one\ntwo\nthree"),
            ("empty", ""),
            ("last", ""),
        ];
        assert_eq!(read(&Properties, FILE), texts.map(|(key, text)| (key.to_owned(), one(text))));
        let lines = Properties.read(FILE).unwrap();
        let lines: Vec<_> = lines.iter().map(|entry| entry.line).collect();
        assert_eq!(lines, [4, 6, 7, 10, 11, 14, 15]);
        let file = "a\\\n  b\\\n = \\\n  # no comment \\q\\\\\n\
             b : = \\ \\ud83D\\uDE00\n#c \\\nd e=f\n\\\n#";
        assert_eq!(
            read(&Properties, file),
            [("ab", "# no comment q\\"), ("b", "=  \u{1f600}"), ("d", "e=f")]
                .map(|(key, text)| (key.to_owned(), one(text)))
        );
    }

    #[test]
    fn a_text_is_written_in_the_style_of_its_place() {
        for (source, text, expected) in [
            ("a = b\n", " c d ", "a = \\ c d \n"),
            ("a = \\\n  b\n", "c", "a = \\\n  c\n"),
            ("a b\n", "=c", "a \\=c\n"),
            ("a\n", "b", "a=b\n"),
            ("a", "\u{e4}\u{1f600}", "a=\\u00e4\\ud83d\\ude00"),
            ("a = \\u00C4", "\u{fc}", "a = \\u00FC"),
            ("a = \u{c4}", "\u{fc}\u{20ac}", "a = \u{fc}\u{20ac}"),
            ("a = \\u00c4\nb = \u{c4}", "\u{fc}", "a = \\u00fc\nb = \u{c4}"),
            ("a = b\\n\\\r\n\tc", "d\n e\n", "a = d\\n\\\r\n\t\\ e\\n"),
        ] {
            assert_eq!(set(&Properties, source, "a", &one(text)), expected);
        }
    }

    #[test]
    fn latin_1_stays_latin_1() {
        let mut source = Source::decode(b"a = \xe4\nb = \xdf\n", true).unwrap();
        source.text = set(&Properties, &source.text, "a", &one("\u{fc} \u{20ac}"));
        assert_eq!(source.encode(), b"a = \xfc \\u20ac\nb = \xdf\n");
        let source = Source::decode(&source.encode(), true).unwrap();
        assert_eq!(read(&Properties, &source.text)[0].1, one("\u{fc} \u{20ac}"));
    }

    #[test]
    fn groups_of_entries_stay() {
        let base = "# 1\na=A\nb=B\n\n# 2\nc=C\n# 3\nd=D\n";
        let text = one("x");
        let insert = |key, after| Edit::Insert { key, text: &text, after };
        let edit = |source: &str, edits: &[Edit<'_>]| Properties.edit(source, base, edits).unwrap();
        assert_eq!(edit("a=1\r\n", &[insert("b", Some("a"))]), "a=1\r\nb=x\r\n");
        // White space at the end is a part of the text.
        assert_eq!(edit("a=1 \n", &[insert("b", Some("a"))]), "a=1 \nb=x\n");
        assert_eq!(edit("a=1", &[insert("c", Some("a"))]), "a=1\n\n# 2\nc=x");
        assert_eq!(edit("c=1\n", &[insert("b", None)]), "b=x\n\nc=1\n");
        assert_eq!(
            edit("b=1\n\nd=1\n", &[insert("c", Some("b"))]),
            "b=1\n\n# 2\nc=x\n# 3\nd=1\n".replace("# 3\n", "")
        );
        for (key, expected) in [
            ("a", "b=B\n\n# 2\nc=C\n# 3\nd=D\n"),
            ("b", "# 1\na=A\n\n# 2\nc=C\n# 3\nd=D\n"),
            ("c", "# 1\na=A\nb=B\n\n# 3\nd=D\n"),
            ("d", "# 1\na=A\nb=B\n\n# 2\nc=C\n"),
        ] {
            assert_eq!(edit(base, &[Edit::Remove { key }]), expected);
        }
    }

    #[test]
    fn what_is_damaged_is_reported_with_its_line() {
        fails(
            &Properties,
            &[
                ("a=b\n\n# c\n<<<<<<< HEAD\na=c\n", 4, "conflict"),
                ("a=b\r\n>>>>>>> x\r\n", 2, "conflict"),
                ("version https://git-lfs.github.com/spec/v1\n", 1, "LFS"),
                ("a=b\nb=c\n a:d", 3, "in line 1"),
                ("a=\\u00e", 1, "four digits"),
                ("a=b\n\\ud83d=c", 2, "pair"),
            ],
        );
    }

    #[test]
    fn a_large_file_takes_linear_time() {
        let entry = "# KEY\nKEY = x\\u00e4\n";
        large(&Properties, entry, "\u{fc}", "# KEY\nKEY = \\u00fc\n");
    }

    proptest! {
        #[test]
        fn any_text_can_be_set(text in texts(), key in 0..7usize) {
            let key = ["a.b", "c:d", "e f", "", "lines", "empty", "last"][key];
            holds(&Properties, FILE, key, &one(&text));
            holds(&Properties, &FILE.replace('x', "\u{e4}"), key, &one(&text));
        }
    }
}
