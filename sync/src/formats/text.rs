//! What formats of plain text share: a cursor, and escapes.

use super::{Node, SyntaxError, Tree};

#[derive(Debug, Clone)]
pub(super) struct Cursor<'s> {
    pub(super) source: &'s str,
    pub(super) at: usize,
}

/// Skips a comment, if there is one.
pub(super) type Comment = fn(&mut Cursor<'_>) -> Result<bool, SyntaxError>;

impl<'s> Cursor<'s> {
    pub(super) fn rest(&self) -> &'s str {
        &self.source[self.at..]
    }

    /// Skips these letters, and returns them.
    pub(super) fn skip(&mut self, is_in: impl Fn(char) -> bool) -> &'s str {
        let rest = self.rest();
        let skipped = &rest[..rest.find(|letter| !is_in(letter)).unwrap_or(rest.len())];
        self.at += skipped.len();
        skipped
    }

    /// Skips a word, if it is next.
    pub(super) fn eat(&mut self, word: &str) -> bool {
        let is_next = self.rest().starts_with(word);
        self.at += if is_next { word.len() } else { 0 };
        is_next
    }

    /// Skips white space and comments. Returns where the last comment before a blank line ends.
    pub(super) fn skip_comments(&mut self, comment: Comment) -> Result<usize, SyntaxError> {
        let mut end = self.at;
        loop {
            let start = self.at;
            let white = self.skip(is_white);
            if self.rest().is_empty() || white.matches('\n').count() > 1 {
                end = start;
            }
            if !comment(self)? {
                return Ok(end);
            }
        }
    }

    /// Reads a string as it is written, without its quotes.
    pub(super) fn quoted(&mut self, quote: u8, has_lines: bool) -> Result<&'s str, SyntaxError> {
        let (start, bytes) = (self.at + 1, self.source.as_bytes());
        let mut end = start;
        while bytes.get(end).is_some_and(|byte| *byte != quote && (has_lines || *byte != b'\n')) {
            end += if bytes[end] == b'\\' { 2 } else { 1 };
        }
        if bytes.get(end) != Some(&quote) {
            return Err(self.error("the string has no end: a quote is missing"));
        }
        self.at = end + 1;
        Ok(&self.source[start..end])
    }

    pub(super) fn error(&self, message: impl Into<String>) -> SyntaxError {
        SyntaxError::at(self.source, self.at, message)
    }
}

pub(super) fn is_white(letter: char) -> bool {
    matches!(letter, ' ' | '\t'..='\r')
}

/// Reads entries that follow one another. A comment at the start that a blank line follows is one
/// of the file.
pub(super) fn tree(
    source: &str,
    comment: Comment,
    entry: fn(&mut Cursor<'_>) -> Result<Node, SyntaxError>,
) -> Result<Tree, SyntaxError> {
    let mut cursor = Cursor { source, at: 0 };
    let mut start = cursor.skip_comments(comment)?;
    let mut tree = Tree { nodes: Vec::new(), inner: start..source.len() };
    while !cursor.rest().is_empty() {
        let node = entry(&mut cursor)?;
        tree.nodes.push(Node { span: start..cursor.at, ..node });
        start = cursor.at;
        cursor.skip_comments(comment)?;
    }
    Ok(tree)
}

/// The escapes of a format.
#[derive(Debug)]
pub(super) struct Escapes {
    /// The names of control letters.
    pub(super) names: &'static str,
    /// What is before the four digits of a unit of UTF-16. If none, unknown escapes are wrong.
    pub(super) unicode: Option<char>,
}

const NAMES: &str = "abtnvfr";
const CONTROLS: &str = "\x07\x08\t\n\x0b\x0c\r";

impl Escapes {
    pub(super) fn read(&self, raw: &str) -> Result<String, String> {
        let (mut units, mut rest) = (Vec::with_capacity(raw.len()), raw);
        while let Some((before, escape)) = rest.split_once('\\') {
            units.extend(before.encode_utf16());
            rest = escape;
            let Some(name) = escape.chars().next() else { break };
            let mut length = name.len_utf8();
            if Some(name) == self.unicode {
                let digits =
                    escape.get(1..5).filter(|it| it.bytes().all(|it| it.is_ascii_hexdigit()));
                let unit = digits.and_then(|digits| u16::from_str_radix(digits, 16).ok());
                units.push(unit.ok_or_else(|| format!("`\\{name}` needs four digits"))?);
                length = 5;
            } else if self.unicode.is_none() && (name == 'x' || name.is_digit(8)) {
                let (start, radix, most) = if name == 'x' { (1, 16, 9) } else { (0, 8, 3) };
                let digits = escape[start..].chars().take(most);
                length = start + digits.take_while(|it| it.is_digit(radix)).count();
                let code = u8::from_str_radix(&escape[start..length], radix).ok();
                let message = || format!("write the letter itself for `\\{}`", &escape[..length]);
                units.push(code.filter(u8::is_ascii).ok_or_else(message)?.into());
            } else if name.is_ascii_digit() {
                return Err(format!("write the letter itself instead of `\\{name}..`"));
            } else if let Some(at) = NAMES.find(name).filter(|_| self.names.contains(name)) {
                units.push(CONTROLS.as_bytes()[at].into());
            } else if self.unicode.is_some() || matches!(name, '"' | '\\') {
                units.extend_from_slice(name.encode_utf16(&mut [0; 2]));
            } else {
                return Err(format!("unknown escape `\\{name}`"));
            }
            rest = &escape[length..];
        }
        units.extend(rest.encode_utf16());
        String::from_utf16(&units).map_err(|_| "half of an escaped letter is missing".to_owned())
    }

    /// Writes a text with backslashes before `others`. With `is_ascii`, letters beyond it
    /// are escaped.
    pub(super) fn write(&self, text: &str, others: &[char], is_ascii: bool) -> String {
        let mut out = String::with_capacity(text.len());
        for letter in text.chars() {
            let name = CONTROLS.find(letter).map(|at| char::from(NAMES.as_bytes()[at]));
            match name.filter(|name| self.names.contains(*name)) {
                Some(name) => out.extend(['\\', name]),
                None if others.contains(&letter) => out.extend(['\\', letter]),
                None if is_ascii && !letter.is_ascii() => {
                    out.extend(self.unicode.map(|name| super::escape(letter, name)));
                }
                None => out.push(letter),
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::holds;
    use super::super::{Format, po, properties, strings};

    /// What formats could take for their own.
    const TEXTS: &str =
        "[ \"'\\\\\n\r\t\u{7}\u{c}%@#!=:;/*<>{}au0-7\u{e4}\u{2028}\u{20ac}\u{1f600}]{0,40}";

    proptest::proptest! {
        #[test]
        fn any_text_can_be_set(text in TEXTS) {
            let files: [(&'static dyn Format, _); 3] = [
                (&po::Po, po::tests::FILE),
                (&strings::Strings, strings::tests::FILE),
                (&properties::Properties, properties::tests::FILE),
            ];
            for (format, file) in files {
                holds(format, file, &text);
                holds(format, &file.replace("Datei", "\u{e4}"), &text);
            }
        }
    }
}
