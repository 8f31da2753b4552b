//! Java properties: lines of `key=value` with escapes, and comments that describe the next key.

use super::text::{unescape, unicode};
use super::{Entry, Fault, Found, Reading, Writing};

pub(super) fn read(text: &str, _: &Reading<'_>) -> Found {
    let mut entries = Vec::new();
    let mut comments: Vec<&str> = Vec::new();
    let mut lines = text.lines().enumerate();
    while let Some((index, line)) = lines.next() {
        let line = line.trim_start_matches(BLANKS);
        if let Some(comment) = line.strip_prefix(['#', '!']) {
            comments.push(comment.strip_prefix(' ').unwrap_or(comment));
            continue;
        }
        if line.is_empty() {
            comments.clear();
            continue;
        }
        let mut whole = line.to_owned();
        while goes_on(&whole) {
            whole.pop();
            let (_, next) = lines.next().unwrap_or_default();
            whole.push_str(next.trim_start_matches(BLANKS));
        }
        let (key, value) = split(&whole);
        let decode = |part| decode(part).map_err(|reason| Fault::new(index + 1, reason));
        entries.push(Entry {
            description: comments.join("\n"),
            ..Entry::plain(decode(key)?, decode(value)?)
        });
        comments.clear();
    }
    Ok(entries)
}

const BLANKS: [char; 3] = [' ', '\t', '\u{c}'];

/// Whether a line ends with a backslash that is not escaped itself.
fn goes_on(line: &str) -> bool {
    let kept = line.trim_end_matches('\\');
    (line.len() - kept.len()) % 2 == 1
}

/// The key and the value of a line, escaped as they are.
fn split(line: &str) -> (&str, &str) {
    let mut escaped = false;
    let end = line.find(|letter: char| {
        let ends = !escaped && (BLANKS.contains(&letter) || ['=', ':'].contains(&letter));
        escaped = !escaped && letter == '\\';
        ends
    });
    let (key, rest) = line.split_at(end.unwrap_or(line.len()));
    let rest = rest.trim_start_matches(BLANKS);
    let rest = rest.strip_prefix(['=', ':']).unwrap_or(rest);
    (key, rest.trim_start_matches(BLANKS))
}

fn decode(text: &str) -> Result<String, &'static str> {
    let mut chars = text.chars().peekable();
    let mut decoded = String::with_capacity(text.len());
    while let Some(letter) = chars.next() {
        decoded.push(match letter {
            '\\' => match chars.next() {
                Some('u') => unicode(&mut chars).ok_or("\\u needs four hexadecimal digits")?,
                Some(letter) => unescape(letter),
                None => break,
            },
            letter => letter,
        });
    }
    Ok(decoded)
}

pub(super) fn write(entries: &[Entry], writing: &Writing<'_>) -> String {
    let options = writing.options;
    let separator = match options["java_properties_separator"].as_str() {
        Some(":") => ':',
        _ => '=',
    };
    let ascii = options["java_properties_encoding"] == "latin-1";
    let lines = entries.iter().map(|entry| {
        let comments = entry.description.lines();
        let comments = comments.map(|line| format!("# {}\n", escape(line, "", "", ascii)));
        let name = escape(&entry.name, " =:\\", "#!", ascii);
        let text = escape(entry.text.plain(), "\\", " ", ascii);
        format!("{}{name}{separator}{text}\n", comments.collect::<String>())
    });
    lines.collect()
}

/// Escapes a text. `marks` get a backslash, and so do `first` at the start.
fn escape(text: &str, marks: &str, first: &str, ascii: bool) -> String {
    let mut escaped = String::new();
    for (index, letter) in text.chars().enumerate() {
        match letter {
            letter if marks.contains(letter) || (index == 0 && first.contains(letter)) => {
                escaped.extend(['\\', letter]);
            }
            '\n' => escaped.push_str("\\n"),
            '\t' => escaped.push_str("\\t"),
            '\r' => escaped.push_str("\\r"),
            // A mark of the byte order would mean something at the start of a file.
            letter
                if letter.is_control() || letter == '\u{feff}' || (ascii && !letter.is_ascii()) =>
            {
                let mut units = [0; 2];
                let units = letter.encode_utf16(&mut units).iter();
                escaped.extend(units.map(|unit| format!("\\u{unit:04x}")));
            }
            letter => escaped.push(letter),
        }
    }
    escaped
}
