//! Apple strings: `"key" = "value";`, with comments that describe the next key.

use super::text::{escape, unquote};
use super::{Codec, Entry, Fault, File, Found};

pub(super) const CODEC: Codec = Codec { read, write, plurals: false };

/// How comments begin and end.
const COMMENTS: [(&str, &str); 2] = [("//", "\n"), ("/*", "*/")];

fn read(text: &str, _: &File<'_>) -> Found {
    let mut rest = text;
    let mut entries = Vec::new();
    loop {
        match entry(&mut rest) {
            Ok(Some(entry)) => entries.push(entry),
            Ok(None) => return Ok(entries),
            Err(reason) => {
                return Err(Fault::at(text.as_bytes(), text.len() - rest.len(), reason));
            }
        }
    }
}

fn entry(rest: &mut &str) -> Result<Option<Entry>, String> {
    let description = skip(rest)?;
    if rest.is_empty() {
        return Ok(None);
    }
    let key = token(rest)?;
    skip(rest)?;
    // A key alone is its own value.
    let mut value = key.clone();
    if take(rest, '=') {
        skip(rest)?;
        value = token(rest)?;
        skip(rest)?;
    }
    match take(rest, ';') {
        true => Ok(Some(Entry { description, ..Entry::plain(key, value) })),
        false => Err(format!("expected `;` after {key:?}")),
    }
}

fn take(rest: &mut &str, letter: char) -> bool {
    let after = rest.strip_prefix(letter);
    *rest = after.unwrap_or(rest);
    after.is_some()
}

/// Skips blanks and comments, and returns the last comment.
fn skip(rest: &mut &str) -> Result<String, String> {
    let mut last = "";
    loop {
        *rest = rest.trim_start();
        let mut comments = COMMENTS.iter();
        let Some((open, close)) = comments.find(|(open, _)| rest.starts_with(open)) else {
            return Ok(last.trim().to_owned());
        };
        (last, *rest) = match rest[open.len()..].split_once(close) {
            Some(split) => split,
            None if *close == "\n" => (&rest[open.len()..], ""),
            None => return Err("unclosed comment".to_owned()),
        };
    }
}

/// Reads a key or a value: in quotes, or a word.
fn token(rest: &mut &str) -> Result<String, String> {
    if rest.starts_with('"') {
        let (token, after) = unquote(rest)?;
        *rest = after;
        return Ok(token);
    }
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || "_.$:/-".contains(letter);
    let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
    let token;
    (token, *rest) = rest.split_at(end);
    match token {
        "" => Err("expected a word or a quoted text".to_owned()),
        token => Ok(token.to_owned()),
    }
}

fn write(entries: &[Entry], _: &File<'_>) -> String {
    let quote = |text| format!("\"{}\"", escape(text, "\\\"", "\\U", char::is_control));
    let lines = entries.iter().map(|entry| {
        let comment = match entry.description.replace("*/", "* /") {
            text if text.is_empty() => text,
            text => format!("/* {text} */\n"),
        };
        format!("{comment}{} = {};\n", quote(&entry.name), quote(entry.text.plain()))
    });
    lines.collect()
}
