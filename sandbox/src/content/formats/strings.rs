//! Apple strings: `"key" = "value";`, and comments that describe the next key.

use std::iter::Peekable;
use std::str::Chars;

use super::text::{quote, unescape, unicode};
use super::{Entry, Fault, Found, Reading, Writing};

pub(super) fn read(text: &str, _: &Reading<'_>) -> Found {
    let mut scanner = Scanner { text, chars: text.chars().peekable() };
    let mut entries = Vec::new();
    loop {
        let description = scanner.comments()?;
        if scanner.chars.peek().is_none() {
            return Ok(entries);
        }
        let key = scanner.token()?;
        scanner.comments()?;
        // A key alone stands for itself.
        let value = match scanner.take('=') {
            true => {
                scanner.comments()?;
                scanner.token()?
            }
            false => key.clone(),
        };
        scanner.comments()?;
        if !scanner.take(';') {
            return Err(scanner.fault(&format!("expected `;` after {key:?}")));
        }
        entries.push(Entry { description, ..Entry::plain(key, value) });
    }
}

struct Scanner<'t> {
    text: &'t str,
    chars: Peekable<Chars<'t>>,
}

impl Scanner<'_> {
    fn fault(&self, reason: &str) -> Fault {
        let rest = self.chars.clone().map(char::len_utf8).sum::<usize>();
        Fault::at(self.text, self.text.len() - rest, reason)
    }

    fn take(&mut self, letter: char) -> bool {
        self.chars.next_if_eq(&letter).is_some()
    }

    /// Skips blanks and comments, and returns the last comment.
    fn comments(&mut self) -> Result<String, Fault> {
        let mut last = String::new();
        loop {
            while self.chars.next_if(|letter| letter.is_whitespace()).is_some() {}
            if !self.take('/') {
                return Ok(last.trim().to_owned());
            }
            last.clear();
            if self.take('/') {
                last.extend(std::iter::from_fn(|| self.chars.next_if(|letter| *letter != '\n')));
            } else if self.take('*') {
                while !last.ends_with("*/") {
                    let letter = self.chars.next();
                    last.push(letter.ok_or_else(|| self.fault("unclosed comment"))?);
                }
                last.truncate(last.len() - 2);
            } else {
                return Err(self.fault("expected a key after `/`"));
            }
        }
    }

    /// Reads a key or a text: between quotes, or a word.
    fn token(&mut self) -> Result<String, Fault> {
        if self.take('"') {
            return self.quoted();
        }
        let is_part = |letter: &char| letter.is_ascii_alphanumeric() || "_.$:/-".contains(*letter);
        let word: String = std::iter::from_fn(|| self.chars.next_if(is_part)).collect();
        match word.is_empty() {
            true => Err(self.fault("a key or expected a quoted text")),
            false => Ok(word),
        }
    }

    fn quoted(&mut self) -> Result<String, Fault> {
        let mut text = String::new();
        loop {
            text.push(match self.chars.next() {
                Some('"') => return Ok(text),
                Some('\\') => match self.chars.next() {
                    Some('u' | 'U') => unicode(&mut self.chars)
                        .ok_or_else(|| self.fault("\\U needs four hexadecimal digits"))?,
                    letter => unescape(letter.unwrap_or_default()),
                },
                Some(letter) => letter,
                None => return Err(self.fault("unclosed text: missing quote")),
            });
        }
    }
}

pub(super) fn write(entries: &[Entry], _: &Writing<'_>) -> String {
    let quote = |text: &str| quote(text, "\\U", char::is_control);
    let lines = entries.iter().map(|entry| {
        let comment = match entry.description.replace("*/", "* /") {
            text if text.is_empty() => text,
            text => format!("/* {text} */\n"),
        };
        format!("{comment}{} = {};\n", quote(&entry.name), quote(entry.text.plain()))
    });
    lines.collect()
}
