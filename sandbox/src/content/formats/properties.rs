//! Java properties: lines of `key=value`, with comments that describe the next key.

use super::text::{end, escape, unescape};
use super::{Codec, Entry, Fault, File, Found};

pub(super) const CODEC: Codec = Codec { read, write, plurals: false };

const BLANKS: [char; 3] = [' ', '\t', '\u{c}'];

fn read(text: &str, _: &File<'_>) -> Found {
    let mut entries = Vec::new();
    let mut comments: Vec<&str> = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        let line = line.trim_start_matches(BLANKS);
        if let Some(comment) = line.strip_prefix(['#', '!']) {
            comments.push(comment.strip_prefix(' ').unwrap_or(comment));
            continue;
        }
        let mut whole = line.to_owned();
        while goes_on(&whole) {
            whole.pop();
            let (_, next) = lines.next().unwrap_or_default();
            whole.push_str(next.trim_start_matches(BLANKS));
        }
        if !whole.is_empty() {
            let (key, value) = split(&whole);
            let decode = |part| unescape(part).map_err(|reason| Fault::new(index + 1, reason));
            let description = comments.join("\n");
            entries.push(Entry { description, ..Entry::plain(decode(key)?, decode(value)?) });
        }
        comments.clear();
    }
    Ok(entries)
}

/// Whether a line ends with a backslash that is not escaped.
fn goes_on(line: &str) -> bool {
    (line.len() - line.trim_end_matches('\\').len()) % 2 == 1
}

fn split(line: &str) -> (&str, &str) {
    let end = end(line, |letter| BLANKS.contains(&letter) || matches!(letter, '=' | ':'));
    let (key, rest) = line.split_at(end.unwrap_or(line.len()));
    let rest = rest.trim_start_matches(BLANKS);
    (key, rest.strip_prefix(['=', ':']).unwrap_or(rest).trim_start_matches(BLANKS))
}

fn write(entries: &[Entry], _: &File<'_>) -> String {
    // A byte order mark would mean something at the start of a file.
    let is_odd = |letter: char| letter.is_control() || letter == '\u{feff}';
    let lines = entries.iter().map(|entry| {
        let comments = entry.description.lines().map(|line| format!("# {line}\n"));
        let name = escape(&entry.name, " =:#!\\", "\\u", is_odd);
        let text = escape(entry.text.plain(), "\\", "\\u", is_odd);
        let start = if text.starts_with(' ') { "\\" } else { "" };
        format!("{}{name}={start}{text}\n", comments.collect::<String>())
    });
    lines.collect()
}
