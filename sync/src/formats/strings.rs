//! `.strings` of Apple's platforms: `"key" = "text";`.
//!
//! Of the crates that read it (`langcodec`, `plist` by its ASCII reader), none reports places or
//! keeps comments. The rules are those of Apple's property lists and of `CFOldStylePList.c`.

use std::str::Chars;

use crate::formats::flat::{self, Cursor};
use crate::formats::{Edit, Entry, EntryState, Format, SyntaxError, Text};

#[derive(Debug)]
pub(crate) struct Strings;

impl Format for Strings {
    fn read(&self, source: &str) -> Result<Vec<Entry>, SyntaxError> {
        flat::read(source, entry)
    }

    fn edit(&self, source: &str, base: &str, edits: &[Edit<'_>]) -> Result<String, SyntaxError> {
        let has_escapes = source.is_ascii() && source.contains("\\U");
        let case = has_escapes.then(|| flat::is_upper(source, "\\U"));
        flat::edit(self, source, base, edits, &|source, entry, text| {
            flat::one(entry, text, |text| encode(&source[entry.value.clone()], text, case))
        })
    }
}

fn entry(cursor: &mut Cursor<'_>) -> Result<Option<Entry>, SyntaxError> {
    let start = cursor.skip_comments(comment)?;
    if cursor.rest().is_empty() {
        return Ok(None);
    }
    let key_start = cursor.at;
    let line = cursor.line();
    let key = word(cursor, key_start)?;
    let key_end = cursor.at;
    cursor.skip_comments(comment)?;
    // Without a text, the key is the text.
    let (mut text, mut value) = (key.clone(), key_end..key_end);
    if cursor.rest().starts_with('=') {
        cursor.at += 1;
        cursor.skip_comments(comment)?;
        value.start = cursor.at;
        text = word(cursor, key_start)?;
        value.end = cursor.at;
        cursor.skip_comments(comment)?;
    }
    if !cursor.rest().starts_with(';') {
        return Err(cursor.error(key_start, EXPECTED));
    }
    cursor.at += 1;
    skip_comment_behind(cursor);
    cursor.skip_blank_lines();
    let span = start..cursor.at;
    let state = EntryState::Ready;
    Ok(Some(Entry { key, text: Text::One(text), value, span, line, state }))
}

const EXPECTED: &str = "expected `\"key\" = \"text\";`, with `\\\"` for quotes in the text";

/// Skips a comment, if there is one.
fn comment(cursor: &mut Cursor<'_>) -> Result<bool, SyntaxError> {
    if cursor.rest().starts_with("//") {
        cursor.skip_line();
    } else if let Some(rest) = cursor.rest().strip_prefix("/*") {
        let end = rest.find("*/").ok_or_else(|| cursor.error(cursor.at, "`*/` is missing"))?;
        cursor.at += end + 4;
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// Skips a comment behind an entry, if nothing else is in the line.
fn skip_comment_behind(cursor: &mut Cursor<'_>) {
    let is_space = |byte| matches!(byte, b' ' | b'\t');
    let mut ahead = cursor.clone();
    ahead.skip(is_space);
    if comment(&mut ahead).unwrap_or_default() {
        ahead.skip(is_space);
        if ahead.rest().is_empty() || ahead.rest().starts_with(['\n', '\r']) {
            *cursor = ahead;
        }
    }
}

/// Reads a quoted or a plain word of an entry.
fn word(cursor: &mut Cursor<'_>, entry: usize) -> Result<String, SyntaxError> {
    let quote = match cursor.rest().bytes().next() {
        Some(quote @ (b'"' | b'\'')) => quote,
        _ => {
            let start = cursor.skip(is_plain);
            let word = &cursor.source[start..cursor.at];
            let error = || cursor.clone().error(entry, EXPECTED);
            return (!word.is_empty()).then(|| word.to_owned()).ok_or_else(error);
        }
    };
    let start = cursor.at + 1;
    let bytes = cursor.source.as_bytes();
    let mut end = start;
    while bytes.get(end).is_some_and(|byte| *byte != quote) {
        end += if bytes[end] == b'\\' { 2 } else { 1 };
    }
    if end >= bytes.len() {
        return Err(cursor.error(cursor.at, "the string has no end: a quote is missing"));
    }
    cursor.at = end + 1;
    flat::unescape(&cursor.source[start..end], escape)
        .map_err(|message| cursor.error(start, message))
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'/' | b':' | b'.' | b'-')
}

fn escape(chars: &mut Chars<'_>, units: &mut Vec<u16>) -> Result<(), String> {
    let (octal, count) = flat::number(chars, 8, 3);
    if count > 0 {
        units.push(octal);
        // Above, the letters are those of the encoding of NeXTSTEP.
        return if octal < 0x80 { Ok(()) } else { Err(format!("use `\\Uxxxx` for `\\{octal:o}`")) };
    }
    match chars.next() {
        Some('U') => match flat::number(chars, 16, 4) {
            (_, 0) => return Err("`\\U` needs four digits".to_owned()),
            (unit, _) => units.push(unit),
        },
        Some(letter) => flat::push(flat::control(letter, "abfnrtv").unwrap_or(letter), units),
        None => {}
    }
    Ok(())
}

/// Writes a text as the old one was. `case`: whether letters beyond ASCII are escaped, and in
/// which case.
fn encode(old: &str, text: &str, case: Option<bool>) -> String {
    let quote = old.chars().next().filter(|first| matches!(first, '"' | '\''));
    if quote.is_none() && !old.is_empty() && !text.is_empty() {
        // A slash could start a comment.
        if text.bytes().all(|byte| is_plain(byte) && byte != b'/') {
            return text.to_owned();
        }
    }
    let quote = quote.unwrap_or('"');
    let keeps_lines = old.contains('\n') && !old.contains('\r');
    let mut out = String::from(if old.is_empty() { " = " } else { "" });
    out.push(quote);
    let names = if keeps_lines { "rt" } else { "nrt" };
    for letter in text.chars() {
        match flat::escaped(letter, names, ['\\', quote]) {
            Some(escape) => out.push_str(&escape),
            None => match case.filter(|_| !letter.is_ascii()) {
                Some(is_upper) => out.push_str(&flat::units(letter, 'U', is_upper)),
                None => out.push(letter),
            },
        }
    }
    out.push(quote);
    out
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::formats::flat::testing::{fails, holds, large, one, read, set, texts};

    const FILE: &str = "/* Localizable.strings */\r\n\r\n/* A title */\r\n\"a \\\"b\\\"\" = \"Say\
        \\n\\U00e4\\101\";\t// behind\r\n\r\n\t// B\r\n\tplain-key\t=\tplain.text;\r\n\
        'c'='it\\'s'; /* d */ \"d\" = \"x\";\r\n\r\n\"Cancel\";\r\n// end";

    #[test]
    fn entries_are_read_by_apples_rules() {
        let file = read(&Strings, FILE);
        let texts = [
            ("a \"b\"", "Say\n\u{e4}A"),
            ("plain-key", "plain.text"),
            ("c", "it's"),
            ("d", "x"),
            ("Cancel", "Cancel"),
        ];
        assert_eq!(file, texts.map(|(key, text)| (key.to_owned(), one(text))));
        let entries = Strings.read(FILE).unwrap();
        assert_eq!(entries.iter().map(|entry| entry.line).collect::<Vec<_>>(), [4, 7, 8, 8, 10]);
        let file = "\"\\UD83D\\Ude00\\u0041\" = \"raw\n\\\ntext %1$@ \\q\";";
        assert_eq!(read(&Strings, file), [("\u{1f600}u0041".into(), one("raw\n\ntext %1$@ q"))]);
    }

    #[test]
    fn a_text_is_written_in_the_style_of_its_place() {
        for (source, text, expected) in [
            ("a = b;", "c-d", "a = c-d;"),
            ("a = b;", "c//d", "a = \"c//d\";"),
            ("'a'='b';", "it's \"c\"", "'a'='it\\'s \"c\"';"),
            ("\"a\";\n", "b", "\"a\" = \"b\";\n"),
            ("\"a\" = \"\\U00E4\";", "\u{fc}\u{1f600}", "\"a\" = \"\\U00FC\\UD83D\\UDE00\";"),
            ("\"a\" = \"\u{e4}\";", "\u{fc}\n", "\"a\" = \"\u{fc}\\n\";"),
            ("\"a\" = \"b\nc\";", "b\nd", "\"a\" = \"b\nd\";"),
        ] {
            assert_eq!(set(&Strings, source, "a", &one(text)), expected);
        }
    }

    #[test]
    fn entries_are_inserted_and_removed_with_their_comments() {
        let base = "/* File */\n\n/* 1 */\n\"a\" = \"A\";\n\n/* 2 */\n\"b\" = \"B\"; // b\n\n\
                    \"c\" = \"C\";\n";
        let text = one("\u{df}");
        let insert = |key, after| Edit::Insert { key, text: &text, after };
        let edit = |source: &str, edits: &[Edit<'_>]| Strings.edit(source, base, edits).unwrap();
        let file = "/* Datei */\r\n\r\n\"a\" = \"x\";\r\n\r\n\"c\" = \"y\";";
        assert_eq!(
            edit(file, &[insert("b", Some("a"))]),
            "/* Datei */\r\n\r\n\"a\" = \"x\";\r\n\r\n/* 2 */\r\n\"b\" = \"\u{df}\"; // b\r\n\r\n\
             \"c\" = \"y\";"
        );
        let all = [insert("a", None), insert("b", Some("a")), insert("c", Some("b"))];
        let text_of = base.replace("\"A\"", "\"\u{df}\"").replace("\"B\"", "\"\u{df}\"");
        let text_of = text_of.replace("\"C\"", "\"\u{df}\"");
        assert_eq!(edit("/* File */\n", &all), text_of);
        assert_eq!(edit("", &all), text_of["/* File */\n\n".len()..]);
        for (key, expected) in
            [("a", "/* Datei */\r\n\r\n\"c\" = \"y\";"), ("c", "/* Datei */\r\n\r\n\"a\" = \"x\";")]
        {
            assert_eq!(edit(file, &[Edit::Remove { key }]), expected);
        }
        assert_eq!(edit(base, &["a", "b", "c"].map(|key| Edit::Remove { key })), "/* File */\n");
        let replaced = edit(file, &[Edit::Remove { key: "a" }, insert("b", Some("a"))]);
        assert_eq!(
            replaced,
            edit(&edit(file, &[insert("b", Some("a"))]), &[Edit::Remove { key: "a" }])
        );
        let twice = [Edit::Remove { key: "a" }, Edit::Remove { key: "a" }];
        Strings.edit(file, base, &twice).unwrap_err();
        for wrong in [insert("b", Some("z")), insert("z", None), insert("a", None)] {
            Strings.edit(file, base, &[wrong]).unwrap_err();
        }
    }

    #[test]
    fn what_is_damaged_is_reported_with_its_line() {
        fails(
            &Strings,
            &[
                ("/* a */\n\"a\" = \"x\";\n\n\"b\" = \"say \"y\"\";\n", 4, "expected"),
                ("\"a\" = \"x\"\n\"b\" = \"y\";", 1, "expected"),
                ("\"a\" = \"x\";\n\"b\" = \"y;\n", 2, "no end"),
                ("\"a\" = \"x\\", 1, "no end"),
                ("\n/* a", 2, "`*/`"),
                ("\"a\" = ;", 1, "expected"),
                ("\"a\" = \"\\UD83D\";", 1, "pair"),
                ("\"a\" = \"\\351\";", 1, "\\Uxxxx"),
                ("\"a\" = \"x\";\r\n\"a\" = \"y\";", 2, "in line 1"),
                ("\"a\" = \"x\";\n<<<<<<< HEAD\n\"b\" = \"y\";\n", 2, "conflict"),
                ("version https://git-lfs.github.com/spec/v1\noid sha256:0\n", 1, "LFS"),
            ],
        );
    }

    #[test]
    fn a_large_file_takes_linear_time() {
        let entry = "/* KEY */\n\"KEY\" = \"text \\\"KEY\\\"\";\n\n";
        large(&Strings, entry, "x", "/* KEY */\n\"KEY\" = \"x\";\n\n");
    }

    proptest! {
        #[test]
        fn any_text_can_be_set(text in texts(), key in 0..5usize) {
            let key = ["a \"b\"", "plain-key", "c", "d", "Cancel"][key];
            holds(&Strings, FILE, key, &one(&text));
            holds(&Strings, "a = \"b\nc\";\n\"\u{e4}\"=1;", "a", &one(&text));
        }
    }
}
