//! `.properties` of Java: `key = text`. The rules are those of `java.util.Properties.load`.

use super::text::{self, Cursor, Escapes};
use super::{Format, Kind, Node, State, Style, SyntaxError, Tree};

#[derive(Debug)]
pub(super) struct Properties;

const ESCAPES: Escapes = Escapes { names: "fnrt", unicode: Some('u'), has_octal: false };

impl Format for Properties {
    fn parse(&self, source: &str) -> Result<Tree, SyntaxError> {
        text::tree(source, comment, entry)
    }

    /// In a file of ASCII alone, letters beyond it are escaped: this is right in any encoding.
    fn encode(&self, style: &Style<'_>, node: &Node, text: &str) -> Result<String, String> {
        let before = &style.source[node.name_at.end..node.value.start];
        let escaped = ESCAPES.write(text, &['\\'], style.has_only_ascii, style);
        let is_separator = !before.contains(['=', ':']) && escaped.starts_with(['=', ':']);
        let equals = if before.is_empty() && !text.is_empty() { "=" } else { "" };
        let escape = if escaped.starts_with(' ') || is_separator { "\\" } else { "" };
        Ok(format!("{equals}{escape}{escaped}"))
    }

    fn is_latin1(&self) -> bool {
        true
    }
}

fn comment(cursor: &mut Cursor<'_>) -> Result<bool, SyntaxError> {
    let is_comment = cursor.rest().starts_with(['#', '!']);
    if is_comment {
        cursor.skip(|letter| !is_end(letter));
    }
    Ok(is_comment)
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
    Ok(Node { name, name_at, span: 0..0, value, kind, state: State::Ready, original: None })
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
