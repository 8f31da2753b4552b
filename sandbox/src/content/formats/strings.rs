//! Apple strings: `"key" = "value";`, and comments that describe the next key.

use std::fmt::Write as _;

use super::text::{octal, unescape, unicode};
use super::{Entry, Fault, Found, Reading, Writing};

pub(super) fn read(text: &str, _: &Reading<'_>) -> Found {
    let mut scanner = Scanner { text, at: 0 };
    let mut entries = Vec::new();
    let mut description = scanner.comments()?;
    while !scanner.rest().is_empty() {
        let key = scanner.token("a key")?;
        scanner.comments()?;
        // A key alone stands for itself.
        let value = match scanner.take('=') {
            true => {
                scanner.comments()?;
                scanner.token("a text")?
            }
            false => key.clone(),
        };
        scanner.comments()?;
        if !scanner.take(';') {
            return Err(scanner.fault(&format!("a `;` is needed after {key:?}")));
        }
        entries.push(Entry {
            description: std::mem::take(&mut description),
            ..Entry::plain(key, value)
        });
        description = scanner.comments()?;
    }
    Ok(entries)
}

/// A place in a text.
struct Scanner<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Scanner<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn fault(&self, reason: &str) -> Fault {
        Fault::at(self.text, self.at, reason)
    }

    /// Goes past one letter, if it is next.
    fn take(&mut self, letter: char) -> bool {
        let is_next = self.rest().starts_with(letter);
        if is_next {
            self.at += letter.len_utf8();
        }
        is_next
    }

    /// Goes past blanks and comments, and answers with the last comment.
    fn comments(&mut self) -> Result<String, Fault> {
        let mut last = "";
        loop {
            let rest = self.rest().trim_start();
            self.at = self.text.len() - rest.len();
            if let Some(inner) = rest.strip_prefix("/*") {
                let end = inner.find("*/");
                let end = end.ok_or_else(|| self.fault("a comment is not closed by `*/`"))?;
                last = inner[..end].trim();
                self.at += end + 4;
            } else if let Some(inner) = rest.strip_prefix("//") {
                last = inner.lines().next().unwrap_or_default();
                self.at += 2 + last.len();
                last = last.trim();
            } else {
                return Ok(last.to_owned());
            }
        }
    }

    /// A key or a text: between quotes, or a word.
    fn token(&mut self, what: &str) -> Result<String, Fault> {
        if self.take('"') {
            return self.quoted();
        }
        let is_part = |letter: char| letter.is_ascii_alphanumeric() || "_.$:/-".contains(letter);
        let rest = self.rest();
        let end = rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
        if end == 0 {
            return Err(self.fault(&format!("{what} is needed, between quotes")));
        }
        self.at += end;
        Ok(rest[..end].to_owned())
    }

    fn quoted(&mut self) -> Result<String, Fault> {
        let rest = self.rest();
        let mut chars = rest.chars().peekable();
        let mut text = String::new();
        loop {
            let letter = chars.next();
            text.push(match letter {
                Some('"') => break,
                Some('\\') => match chars.next() {
                    Some('u' | 'U') => unicode(&mut chars)
                        .ok_or_else(|| self.fault("\\U needs four hexadecimal digits"))?,
                    Some(letter) => match letter.to_digit(8) {
                        Some(digit) => octal(digit, &mut chars).unwrap_or_default(),
                        None => unescape(letter),
                    },
                    None => continue,
                },
                Some(letter) => letter,
                None => return Err(self.fault("a text is not closed by a quote")),
            });
        }
        self.at = self.text.len() - chars.map(char::len_utf8).sum::<usize>();
        Ok(text)
    }
}

pub(super) fn write(entries: &[Entry], _: &Writing<'_>) -> String {
    let mut text = String::new();
    for entry in entries {
        if !entry.description.is_empty() {
            let comment = entry.description.replace("*/", "* /");
            // Writing into a text cannot fail.
            let _ = writeln!(text, "/* {comment} */");
        }
        let (key, value) = (quote(&entry.name), quote(entry.text.plain()));
        let _ = writeln!(text, "{key} = {value};");
    }
    text
}

fn quote(text: &str) -> String {
    super::text::quote(text, |letter| {
        letter.is_control().then(|| format!("\\U{:04x}", u32::from(letter)))
    })
}
