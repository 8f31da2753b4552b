//! Lines like `key=value`: environment and INI files, and what is written for formats without a
//! writer of their own.

use super::text::unescape;
use super::{Entry, Found, Reading, Writing};

/// Comments, sections and empty lines are passed over.
pub(super) fn read(text: &str, _: &Reading<'_>) -> Found {
    let lines = text.lines().map(str::trim).filter(|line| {
        let marks = ["#", "!", "//", "/*", "*", "[", ";"];
        !line.is_empty() && !marks.iter().any(|mark| line.starts_with(mark))
    });
    let entries = lines.map(|line| {
        let split = line.split_once('=').or_else(|| line.split_once(':'));
        let (key, value) = split.unwrap_or((line, ""));
        Entry::plain(unquote(key), unquote(value))
    });
    Ok(entries.collect())
}

/// What is between quotes has escapes.
fn unquote(text: &str) -> String {
    let text = text.trim();
    let inner = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let Some(inner) = inner else {
        return text.to_owned();
    };
    let mut chars = inner.chars();
    let mut unquoted = String::new();
    while let Some(letter) = chars.next() {
        unquoted.push(match letter {
            '\\' => chars.next().map_or('\\', unescape),
            letter => letter,
        });
    }
    unquoted
}

pub(super) fn write(entries: &[Entry], writing: &Writing<'_>) -> String {
    let _ = writing;
    let lines = entries.iter().map(|entry| {
        let text = entry.text.plain();
        let is_plain = text.trim() == text && !text.contains(['"', '\\', '\n', '\r', '#', ';']);
        match is_plain {
            true => format!("{}={text}\n", entry.name),
            false => format!("{}=\"{}\"\n", entry.name, quote(text)),
        }
    });
    lines.collect()
}

fn quote(text: &str) -> String {
    text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n").replace('\r', "\\r")
}
