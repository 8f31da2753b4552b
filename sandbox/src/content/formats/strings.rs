//! Apple strings: `"key" = "value";`, with comments that describe the next key.

use super::text::{Token, escape, tokens};
use super::{Codec, Entry, Fault, File, Found};

pub(super) const CODEC: Codec = Codec { read, write, plurals: false };

const EXPECTED: &str = "expected `\"key\" = \"value\";`";
const COMMENTS: [(&str, &str); 2] = [("//", "\n"), ("/*", "*/")];

fn read(text: &str, _: &File<'_>) -> Found {
    let mut entries = Vec::new();
    let (mut description, mut words) = (String::new(), Vec::new());
    for token in tokens(text, &COMMENTS) {
        let (offset, token) = token?;
        match (words.len(), token) {
            (0, Token::Comment(comment)) => comment.trim().clone_into(&mut description),
            (_, Token::Comment(_)) => {}
            (0 | 2, Token::Word(word)) => words.push(word.to_owned()),
            (0 | 2, Token::Text(text)) => words.push(text),
            (1, Token::Mark('=')) => words.push(String::new()),
            // A key alone is its own value.
            (1 | 3, Token::Mark(';')) => {
                let value = words.pop().unwrap_or_default();
                let key = words.drain(..).next().unwrap_or_else(|| value.clone());
                let description = std::mem::take(&mut description);
                entries.push(Entry { description, ..Entry::plain(key, value) });
            }
            _ => return Err(Fault::at(text.as_bytes(), offset, EXPECTED)),
        }
    }
    match words.is_empty() {
        true => Ok(entries),
        false => Err(Fault::at(text.as_bytes(), text.len(), EXPECTED)),
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
