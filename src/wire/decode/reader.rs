//! A JSON reader that is compiled once for all types, which pass the names of their fields.

use std::borrow::Cow;
use std::fmt::Write as _;

use memchr::memchr2;
use serde_json::value::RawValue;

use super::is_integer;
use super::issue::{DecodeIssue, Issues};

/// Fails with what does not fit, and where.
pub(crate) type Result<T, E = Box<Failure>> = std::result::Result<T, E>;

/// Why a value cannot be decoded.
#[derive(Debug)]
pub(crate) struct Failure {
    /// The byte of the text at which the value starts.
    pub(super) at: usize,
    /// The field that is missing, or the type that was expected; None for text that is not JSON.
    /// Quotes nothing of the text.
    pub(super) reason: Option<String>,
}

/// A scalar, or the start of an array or object.
pub(crate) enum Token<'a> {
    Null,
    Bool(bool),
    Number(&'a str),
    Text(Cow<'a, str>),
    Array,
    Object,
}

/// The path of a value. Names are as in the text, with their escapes.
#[derive(Clone, Copy)]
enum Step<'a> {
    Field(&'a str),
    Element(usize),
}

/// A position to return to in order to omit a value.
pub(super) struct Mark {
    at: usize,
    depth: usize,
    issues: usize,
    uncounted: usize,
}

pub(crate) struct Reader<'a> {
    text: &'a str,
    at: usize,
    path: Vec<Step<'a>>,
    /// Where escapes are replaced, so that each text has the memory of its length.
    scratch: String,
    pub(super) issues: Issues,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Self {
        let (path, scratch, issues) = (Vec::new(), String::new(), Issues::default());
        Self { text, at: 0, path, scratch, issues }
    }

    /// Skips whitespace, and returns where the next value starts.
    pub(crate) fn start(&mut self) -> usize {
        self.peek();
        self.at
    }

    /// Returns the first byte of the next token, or 0 at the end.
    pub(crate) fn peek(&mut self) -> u8 {
        while let b' ' | b'\n' | b'\r' | b'\t' = self.byte() {
            self.at += 1;
        }
        self.byte()
    }

    fn byte(&self) -> u8 {
        self.text.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    fn take(&mut self, byte: u8) -> bool {
        let is_next = self.peek() == byte;
        self.at += usize::from(is_next);
        is_next
    }

    fn expect(&mut self, byte: u8) -> Result<()> {
        match self.take(byte) {
            true => Ok(()),
            false => Err(self.not_json()),
        }
    }

    fn not_json(&self) -> Box<Failure> {
        Box::new(Failure { at: self.at, reason: None })
    }

    /// Fails unless the text is over.
    pub(super) fn end(&mut self) -> Result<()> {
        self.peek();
        match self.at == self.text.len() {
            true => Ok(()),
            false => Err(self.not_json()),
        }
    }

    /// Reads a scalar; leaves an array or an object to [`array`](Self::array) or
    /// [`object`](Self::object).
    pub(crate) fn token(&mut self) -> Result<Token<'a>> {
        Ok(match self.peek() {
            b'"' => Token::Text(self.text()?),
            b'[' => Token::Array,
            b'{' => Token::Object,
            _ => match self.skip()? {
                "null" => Token::Null,
                "true" => Token::Bool(true),
                "false" => Token::Bool(false),
                number => Token::Number(number),
            },
        })
    }

    pub(super) fn scalar<T>(
        &mut self,
        expected: &str,
        read: impl FnOnce(Token<'a>) -> Option<T>,
    ) -> Result<T> {
        let start = self.start();
        let token = self.token()?;
        let found = token.kind();
        read(token).ok_or_else(|| mismatch(expected, found, start))
    }

    /// Reads an integer of up to 18 digits, as nearly all are; `None` before any other value.
    pub(super) fn short_integer(&mut self) -> Option<i64> {
        const MOST: usize = 18;
        self.peek();
        let rest = self.text.as_bytes().get(self.at..)?;
        let is_negative = rest.first() == Some(&b'-');
        let digits = &rest[usize::from(is_negative)..];
        let (mut value, mut count) = (0, 0);
        while let Some(digit @ b'0'..=b'9') = digits.get(count) {
            if count == MOST {
                return None;
            }
            value = value * 10 + i64::from(digit - b'0');
            count += 1;
        }
        let has_zero = count > 1 && digits[0] == b'0';
        if count == 0 || has_zero || matches!(digits.get(count), Some(b'.' | b'e' | b'E')) {
            return None;
        }
        self.at += count + usize::from(is_negative);
        Some(if is_negative { -value } else { value })
    }

    /// Reads a string, and replaces its escapes. Control characters without an escape are accepted.
    pub(super) fn text(&mut self) -> Result<Cow<'a, str>> {
        let start = self.at;
        self.expect(b'"')?;
        let first = self.at;
        Ok(match self.find_quote_or_escape()? {
            b'"' => {
                self.at += 1;
                Cow::Borrowed(&self.text[first..self.at - 1])
            }
            _ => Cow::Owned(self.unescaped(start, first)?),
        })
    }

    /// Reads the rest of a string from its first escape, and returns all of it.
    fn unescaped(&mut self, start: usize, first: usize) -> Result<String> {
        let mut text = std::mem::take(&mut self.scratch);
        text.clear();
        text.push_str(&self.text[first..self.at]);
        loop {
            // One escape often follows another, as in text that is not Latin.
            while self.byte() == b'\\' {
                let invalid = || failure(start, "a string has invalid escapes".to_owned());
                text.push(self.escape().ok_or_else(invalid)?);
            }
            let from = self.at;
            let end = self.find_quote_or_escape()?;
            text.push_str(&self.text[from..self.at]);
            if end == b'"' {
                self.at += 1;
                let exact = text.as_str().to_owned();
                self.scratch = text;
                return Ok(exact);
            }
        }
    }

    /// Moves to the next quote or backslash, and returns it.
    fn find_quote_or_escape(&mut self) -> Result<u8> {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        match memchr2(b'"', b'\\', rest) {
            Some(end) => {
                self.at += end;
                Ok(rest[end])
            }
            None => {
                self.at = self.text.len();
                Err(self.not_json())
            }
        }
    }

    /// Reads an escape (RFC 8259, section 7). `None` if it is invalid.
    fn escape(&mut self) -> Option<char> {
        let kind = *self.text.as_bytes().get(self.at + 1)?;
        self.at += 2;
        Some(match kind {
            b'"' | b'\\' | b'/' => char::from(kind),
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'u' => return self.unicode_escape(),
            _ => return None,
        })
    }

    /// Reads the digits of an escape, and the second half of a pair of surrogates.
    fn unicode_escape(&mut self) -> Option<char> {
        let first = self.hex()?;
        if !(0xd800..0xdc00).contains(&first) {
            return char::from_u32(first.into());
        }
        self.at += self.text[self.at..].strip_prefix(r"\u").map(|_| 2)?;
        char::decode_utf16([first, self.hex()?]).next()?.ok()
    }

    fn hex(&mut self) -> Option<u16> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4)?;
        self.at += 4;
        let digit = |digit: &u8| char::from(*digit).to_digit(16);
        digits.iter().try_fold(0, |value, it| Some(value << 4 | digit(it)? as u16))
    }

    /// Skips a value, however deep it is, and returns its text.
    pub(crate) fn skip(&mut self) -> Result<&'a str> {
        let start = self.start();
        let rest = &self.text[start..];
        let value = serde_json::Deserializer::from_str(rest).into_iter::<&RawValue>().next();
        match value {
            Some(Ok(value)) => {
                self.at += value.get().len();
                Ok(value.get())
            }
            Some(Err(error)) => {
                Err(Box::new(Failure { at: start + offset_of(&error, rest), reason: None }))
            }
            None => Err(self.not_json()),
        }
    }

    /// Reads the fields of an object, and returns its position. `field` reads or skips the value of
    /// a name. An empty array is accepted as an empty object, as the service writes it.
    pub(crate) fn object(
        &mut self,
        field: &mut dyn FnMut(&mut Self, &str) -> Result<()>,
    ) -> Result<usize> {
        let start = self.start();
        match self.token()? {
            Token::Object => self.at += 1,
            Token::Array if self.is_empty() => return Ok(start),
            found => return Err(mismatch("an object", found.kind(), start)),
        }
        if self.take(b'}') {
            return Ok(start);
        }
        loop {
            let at = self.start();
            let name = self.text()?;
            let raw = match name {
                Cow::Borrowed(raw) => raw,
                // Between the quotes.
                Cow::Owned(_) => &self.text[at + 1..self.at - 1],
            };
            self.expect(b':')?;
            self.path.push(Step::Field(raw));
            field(self, &name)?;
            self.path.pop();
            if self.take(b'}') {
                return Ok(start);
            }
            self.expect(b',')?;
        }
    }

    /// Reads the elements of an array. The service also writes null, an empty string or an empty
    /// object for an empty array.
    pub(crate) fn array(&mut self, element: &mut dyn FnMut(&mut Self) -> Result<()>) -> Result<()> {
        let start = self.start();
        match self.token()? {
            Token::Array => self.at += 1,
            Token::Null => return Ok(()),
            Token::Text(text) if text.is_empty() => return Ok(()),
            Token::Object if self.is_empty() => return Ok(()),
            found => return Err(mismatch("an array", found.kind(), start)),
        }
        if self.take(b']') {
            return Ok(());
        }
        for index in 0.. {
            self.path.push(Step::Element(index));
            element(self)?;
            self.path.pop();
            if self.take(b']') {
                break;
            }
            self.expect(b',')?;
        }
        Ok(())
    }

    /// Consumes the array or object that starts here if it is empty.
    fn is_empty(&mut self) -> bool {
        let (start, open) = (self.at, self.byte());
        self.at += 1;
        let is_empty = self.take(open + 2);
        if !is_empty {
            self.at = start;
        }
        is_empty
    }

    /// Returns a required field of the object that starts there.
    pub(crate) fn required<T>(&self, start: usize, name: &str, value: Option<T>) -> Result<T> {
        value.ok_or_else(|| failure(start, format!("missing field `{name}`")))
    }

    pub(super) fn mark(&mut self) -> Mark {
        Mark {
            at: self.start(),
            depth: self.path.len(),
            issues: self.issues.noted.len(),
            uncounted: self.issues.more,
        }
    }

    /// Omits the value that starts at a mark, and reports it instead of its parts.
    ///
    /// # Errors
    ///
    /// Fails if the text is not JSON, or if there are too many such values.
    pub(super) fn omit(&mut self, mark: &Mark, failure: Box<Failure>) -> Result<()> {
        self.at = mark.at;
        self.path.truncate(mark.depth);
        self.issues.noted.truncate(mark.issues);
        self.issues.more = mark.uncounted;
        let json = self.skip()?;
        let index = match self.path[..] {
            [Step::Element(index)] | [Step::Field(_), Step::Element(index)] => Some(index),
            _ => None,
        };
        let reason = failure.reason.clone().unwrap_or_default();
        let issue = DecodeIssue::new(self.place(), index, reason, json);
        match self.issues.note(issue) {
            true => Ok(()),
            false => Err(failure),
        }
    }

    /// Returns the path of the current value, such as `contributors[3].uuid`.
    pub(super) fn place(&self) -> String {
        let mut place = String::new();
        for step in &self.path {
            let dot = if place.is_empty() { "" } else { "." };
            let _ = match step {
                Step::Field(name) => write!(place, "{dot}{name}"),
                Step::Element(index) => write!(place, "[{index}]"),
            };
        }
        place
    }
}

/// Returns the byte of the text at which it is not JSON.
pub(super) fn offset_of(error: &serde_json::Error, text: &str) -> usize {
    let lines = text.split_inclusive('\n').map(str::len);
    let before: usize = lines.take(error.line().saturating_sub(1)).sum();
    before + error.column().saturating_sub(1)
}

pub(crate) fn failure(at: usize, reason: String) -> Box<Failure> {
    Box::new(Failure { at, reason: Some(reason) })
}

/// The failure of a value that starts there and should have been another.
fn mismatch(expected: &str, found: &str, start: usize) -> Box<Failure> {
    failure(start, format!("expected {expected}, found {found}"))
}

impl Token<'_> {
    fn kind(&self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "a boolean",
            Self::Number(digits) if is_integer(digits) && digits.parse::<i64>().is_err() => {
                "a larger number than 64 bits hold"
            }
            Self::Number(_) => "a number",
            Self::Text(_) => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }
}
