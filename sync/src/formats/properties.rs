//! `.properties` of Java: `key = text`. The rules are those of `java.util.Properties.load`.

use super::text::{self, Cursor, Escapes};
use super::{Features, Format, Kind, Node, Style, SyntaxError, Tree};

#[derive(Debug)]
pub(super) struct Properties;

const ESCAPES: Escapes = Escapes { names: "fnrt", unicode: Some('u') };

impl Format for Properties {
    fn parse(&self, source: &str) -> Result<Tree, SyntaxError> {
        text::tree(source, comment, entry)
    }

    /// In a file of ASCII alone, letters beyond it are escaped: this is right in any encoding.
    fn encode(&self, style: &Style<'_>, node: &Node, text: &str) -> Result<String, String> {
        let before = &style.source[node.name_at.end..node.value.start];
        let escaped = ESCAPES.write(text, &['\\'], style.source.is_ascii());
        let equals = if before.is_empty() && !text.is_empty() { "=" } else { "" };
        let escape = if escaped.starts_with([' ', '=', ':']) { "\\" } else { "" };
        Ok(format!("{equals}{escape}{escaped}"))
    }

    fn features(&self) -> Features {
        Features { is_latin1: true, ..Features::default() }
    }
}

fn comment(cursor: &mut Cursor<'_>) -> Result<bool, SyntaxError> {
    let is_comment = cursor.rest().starts_with(['#', '!']);
    if is_comment {
        cursor.skip(|letter| !is_end(letter));
    }
    Ok(is_comment || skip_continuation(cursor))
}

/// Reads a line that may go on in the next ones.
fn entry(cursor: &mut Cursor<'_>) -> Result<Node, SyntaxError> {
    let start = cursor.clone();
    let (mut name, mut text) = (String::new(), String::new());
    let (mut name_end, mut value_start, mut has_separator) = (None, None, false);
    while let Some(letter) = cursor.rest().chars().next().filter(|letter| !is_end(*letter)) {
        if skip_continuation(cursor) {
            continue;
        }
        let at = cursor.at;
        cursor.at += letter.len_utf8();
        if letter == '\\' {
            cursor.at += cursor.rest().chars().next().map_or(0, char::len_utf8);
        }
        let is_separator = matches!(letter, '=' | ':') && !has_separator;
        if value_start.is_none() && (is_separator || is_space(letter)) {
            name_end.get_or_insert(at);
            has_separator |= is_separator;
        } else if name_end.is_some() {
            value_start.get_or_insert(at);
            text.push_str(&cursor.source[at..cursor.at]);
        } else {
            name.push_str(&cursor.source[at..cursor.at]);
        }
    }
    let name_at = start.at..name_end.unwrap_or(cursor.at);
    let value = value_start.unwrap_or(cursor.at)..cursor.at;
    let read = |raw: &str| ESCAPES.read(raw).map_err(|message| start.error(message));
    let (name, kind) = (read(&name)?, Kind::Text(read(&text)?));
    Ok(Node::new(name, name_at, value, kind))
}

/// Skips a backslash at the end of a line, and the indentation of the next one.
fn skip_continuation(cursor: &mut Cursor<'_>) -> bool {
    let is_next = ["\\\r\n", "\\\n", "\\\r"].into_iter().any(|end| cursor.eat(end));
    if is_next {
        cursor.skip(is_space);
    }
    is_next
}

fn is_space(letter: char) -> bool {
    matches!(letter, ' ' | '\t' | '\x0c')
}

fn is_end(letter: char) -> bool {
    matches!(letter, '\n' | '\r')
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::tests::{fails, read, updated};
    use super::super::{File, Text};
    use super::*;

    pub(crate) const FILE: &str = "# Datei\r\n\r\n! 1\r\na.b = x \\\r\n\t y\r\nc\\:d:z  \r\n\
        \te\\ f \\u00E4\\\r\n\r\n= no key\r\nempty\r\nlast=";

    #[test]
    fn entries_are_read_by_javas_rules() {
        assert_eq!(read(&Properties, FILE), "a.b=x y|c:d=z  |e f=\u{e4}|=no key|empty=|last=");
        let file = "a\\\n  b\\\n = \\\n  # \\q\\\\\n b : = \\ \\ud83D\\uDE00\n#c \\\nd e=f\n";
        assert_eq!(read(&Properties, file), "ab=# q\\|b==  \u{1f600}|d=e=f");
    }

    #[test]
    fn a_text_is_written_in_the_style_of_its_place() {
        for (source, text, expected) in [
            ("a = b\r\n", " c d ", "a = \\ c d \r\n"),
            ("a = \\\n  b\n", "c\nd", "a = \\\n  c\\nd\n"),
            ("a b\n", "=c", "a \\=c\n"),
            ("a\n", "b", "a=b\n"),
            ("a", "\u{e4}\u{1f600}", "a=\\u00e4\\ud83d\\ude00"),
            ("a = \u{c4}", "\u{fc}\u{20ac}", "a = \u{fc}\u{20ac}"),
        ] {
            assert_eq!(updated(&Properties, source, "", &[("a", text)]), expected);
        }
        let latin1 = File::read(&Properties, b"a = \xe4\nb = \xdf\n", &[], None).unwrap();
        let text = [("a".to_owned(), Text::One("\u{fc} \u{20ac}".to_owned()).into())];
        assert_eq!(latin1.update(&latin1, text.into()).bytes, b"a = \xfc \\u20ac\nb = \xdf\n");
        assert_eq!(updated(&Properties, "a=1 \n", "a=A\nb=B\n", &[("b", "x")]), "a=1 \nb=x\n");
    }

    #[test]
    fn what_is_invalid_is_reported_with_its_line() {
        fails(&Properties, &[("a=\\u00e", 1, "four digits"), ("a=b\n\n a:d", 3, "in line 1")]);
    }
}
