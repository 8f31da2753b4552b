//! `.strings` of Apple's platforms: `"key" = "text";`. The rules are those of old-style property
//! lists, as `CFOldStylePList.c` reads them, but texts are in double quotes.

use super::text::{self, Cursor, Escapes};
use super::{Format, Kind, Node, Style, SyntaxError, Tree};

#[derive(Debug)]
pub(super) struct Strings;

const ESCAPES: Escapes = Escapes { names: "abfnrtv", unicode: Some('U') };

impl Format for Strings {
    fn parse(&self, source: &str) -> Result<Tree, SyntaxError> {
        text::tree(source, comment, entry)
    }

    fn encode(&self, style: &Style<'_>, node: &Node, text: &str) -> Result<String, String> {
        let text = ESCAPES.write(text, &['\\', '"'], style.is_escaped(node));
        Ok(format!("\"{text}\""))
    }
}

fn entry(cursor: &mut Cursor<'_>) -> Result<Node, SyntaxError> {
    let start = cursor.at;
    let expected = |cursor: &Cursor<'_>| {
        let message = "expected `\"key\" = \"text\";`, with `\\\"` for quotes in the text";
        SyntaxError::at(cursor.source, start, message)
    };
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_$/:.-".contains(letter);
    let name = match text(cursor)? {
        Some(name) => name,
        // As in `InfoPlist.strings`.
        None => cursor.skip(is_plain).to_owned(),
    };
    let name_at = start..cursor.at;
    cursor.skip_comments(comment)?;
    if name_at.is_empty() || !cursor.eat("=") {
        return Err(expected(cursor));
    }
    cursor.skip_comments(comment)?;
    let at = cursor.at;
    let text = text(cursor)?.ok_or_else(|| expected(cursor))?;
    let value = at..cursor.at;
    cursor.skip_comments(comment)?;
    if !cursor.eat(";") {
        return Err(expected(cursor));
    }
    // A comment behind it in the same line.
    let mut behind = cursor.clone();
    behind.skip(|letter| matches!(letter, ' ' | '\t'));
    if comment(&mut behind)? {
        cursor.at = behind.at;
    }
    Ok(Node::new(name, name_at, value, Kind::Text(text)))
}

fn comment(cursor: &mut Cursor<'_>) -> Result<bool, SyntaxError> {
    if cursor.rest().starts_with("//") {
        cursor.skip(|letter| !matches!(letter, '\n' | '\r'));
    } else if let Some(rest) = cursor.rest().strip_prefix("/*") {
        let end = rest.find("*/").ok_or_else(|| cursor.error("the comment has no end: `*/`"))?;
        cursor.at += end + 4;
    } else {
        return Ok(false);
    }
    Ok(true)
}

/// Reads a text in quotes.
fn text(cursor: &mut Cursor<'_>) -> Result<Option<String>, SyntaxError> {
    if !cursor.rest().starts_with('"') {
        return Ok(None);
    }
    let start = cursor.clone();
    let text = ESCAPES.read(cursor.quoted(b'"', true)?);
    text.map(Some).map_err(|message| start.error(message))
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::tests::{fails, read, updated};
    use super::*;

    pub(crate) const FILE: &str = "/* Datei */\r\n\r\n/* A title */\r\n\"a \\\"b\\\"\" = \
        \"Say\\n\\U00e4A\";\t// behind\r\n\r\n\tplain-key\t=\t\"plain\";\r\n\
        \"d\" /* d */ = \"\\UD83D\\Ude00\\u0041 \\q\";\r\n// end";

    #[test]
    fn entries_are_read_by_apples_rules() {
        let texts = "a \"b\"=Say\n\u{e4}A|plain-key=plain|d=\u{1f600}u0041 q";
        assert_eq!(read(&Strings, FILE), texts);
    }

    #[test]
    fn a_text_is_written_in_the_style_of_its_place() {
        for (source, text, expected) in [
            ("\"a\" = \"\\U00E4\";", "\u{fc}\u{1f600}", "\"a\" = \"\\U00fc\\Ud83d\\Ude00\";"),
            ("\"a\" = \"\u{e4}\"; // \\U00e4", "\u{fc}\n", "\"a\" = \"\u{fc}\\n\"; // \\U00e4"),
        ] {
            assert_eq!(updated(&Strings, source, "", &[("a", text)]), expected);
        }
    }

    #[test]
    fn entries_are_inserted_with_their_comments() {
        let base = "/* File */\n\n/* 1 */\n\"a\" = \"A\";\n\n/* 2 */\n\"b\" = \"B\"; // b\n";
        let all = [("a", "A"), ("b", "B")];
        let [start, end] = [&base[12..], &base[32..]];
        for (file, expected) in [("/* File */\n", base), ("", start), (end, start), (base, base)] {
            assert_eq!(updated(&Strings, file, base, &all), expected);
        }
        let crlf = |text: &str| text.replace('\n', "\r\n");
        assert_eq!(updated(&Strings, &crlf(&base[..31]), base, &all), crlf(base));
        // One escape and one blank line are no style of the file.
        let head = "\"a\" = \"A\";\n\n// 2\n\"s\" = \"caf\\U00e9\";\n\"r\" = \"R\";\n";
        let new = "\n/* 3 */\n\"b\" = \"\u{df}\";\n\"c\" = \"C\";\n";
        let base = [head, new].concat();
        assert_eq!(updated(&Strings, head, &base, &[("b", "\u{df}"), ("c", "C")]), base);
    }

    #[test]
    fn what_is_invalid_is_reported_with_its_line() {
        let cases = [
            ("/* a */\n\"a\" = \"x\";\n\n\"b\" = \"say \"y\"\";\n", 4, "expected"),
            ("\n/* a", 2, "`*/`"),
            ("\"a\" = \"\\351\";", 1, "instead of `\\3..`"),
            ("\"a\";", 1, "expected"),
        ];
        fails(&Strings, &cases);
    }
}
