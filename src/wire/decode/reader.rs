//! A JSON reader that is compiled once for all types, which pass the names of their fields.

use std::borrow::Cow;
use std::fmt::Write as _;

use memchr::memchr2;

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
    /// The service chooses the names of the entries of a map.
    Entry(&'a str),
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
    /// Where the text has a replacement for invalid UTF-8, in order: nearly always nowhere.
    replaced: &'a [usize],
    /// Where escapes are replaced, so that each text has the memory of its length.
    scratch: String,
    pub(super) issues: Issues,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, replaced: &'a [usize]) -> Self {
        let (path, scratch, issues) = (Vec::new(), String::new(), Issues::default());
        Self { text, at: 0, path, replaced, scratch, issues }
    }

    /// Fails if the text since a place was invalid UTF-8.
    #[inline]
    pub(super) fn check_text(&self, start: usize) -> Result<()> {
        if self.replaced.is_empty() {
            return Ok(());
        }
        let next = self.replaced.partition_point(|at| *at < start);
        match self.replaced.get(next).is_some_and(|at| *at < self.at) {
            true => Err(failure(start, "invalid UTF-8".to_owned())),
            false => Ok(()),
        }
    }

    /// Skips whitespace, and returns where the next value starts.
    pub(crate) fn start(&mut self) -> usize {
        self.peek();
        self.at
    }

    /// Returns the text that was read since a place.
    pub(crate) fn since(&self, start: usize) -> &'a str {
        &self.text[start..self.at]
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
        let first = self.peek();
        self.token_from(first)
    }

    fn token_from(&mut self, first: u8) -> Result<Token<'a>> {
        Ok(match first {
            b'"' => Token::Text(self.text()?),
            b'-' | b'0'..=b'9' => Token::Number(self.number()?),
            b'[' => Token::Array,
            b'{' => Token::Object,
            b'n' => self.word("null").map(|()| Token::Null)?,
            b't' => self.word("true").map(|()| Token::Bool(true))?,
            _ => self.word("false").map(|()| Token::Bool(false))?,
        })
    }

    /// Reads a scalar that is of a type.
    pub(super) fn scalar<T>(
        &mut self,
        expected: &str,
        read: impl FnOnce(Token<'a>) -> Option<T>,
    ) -> Result<T> {
        let first = self.peek();
        let start = self.at;
        let token = self.token_from(first)?;
        let found = token.kind();
        read(token).ok_or_else(|| mismatch(expected, found, start))
    }

    fn word(&mut self, word: &str) -> Result<()> {
        if !self.text[self.at..].starts_with(word) {
            return Err(self.not_json());
        }
        self.at += word.len();
        Ok(())
    }

    fn number(&mut self) -> Result<&'a str> {
        let start = self.at;
        self.at += usize::from(self.byte() == b'-');
        let mut is_number = match self.byte() {
            b'0' => {
                self.at += 1;
                true
            }
            _ => self.digits(),
        };
        if self.byte() == b'.' {
            self.at += 1;
            is_number &= self.digits();
        }
        if let b'e' | b'E' = self.byte() {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), b'+' | b'-'));
            is_number &= self.digits();
        }
        match is_number {
            true => Ok(self.since(start)),
            false => Err(self.not_json()),
        }
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

    fn digits(&mut self) -> bool {
        let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += digits;
        digits > 0
    }

    /// Reads a string, and returns what is between its quotes. Control characters without an escape
    /// are accepted.
    fn string(&mut self) -> Result<&'a str> {
        self.expect(b'"')?;
        let start = self.at;
        while self.find_quote_or_escape()? != b'"' {
            self.at += 2;
        }
        self.at += 1;
        Ok(&self.text[start..self.at - 1])
    }

    /// Reads a string, and replaces its escapes.
    pub(super) fn text(&mut self) -> Result<Cow<'a, str>> {
        let start = self.at;
        let text = self.name()?;
        self.check_text(start)?;
        Ok(text)
    }

    /// Reads a string as [`text`](Self::text), but also one that was invalid UTF-8: such a name is
    /// unknown.
    fn name(&mut self) -> Result<Cow<'a, str>> {
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
                let Some(character) = self.escape() else {
                    self.at = start;
                    self.string()?;
                    return Err(failure(start, "a string has invalid escapes".to_owned()));
                };
                text.push(character);
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
            return char::from_u32(first);
        }
        let next = self.text.as_bytes().get(self.at..self.at + 2)?;
        if next != br"\u" {
            return None;
        }
        self.at += 2;
        let second = self.hex()?.checked_sub(0xdc00).filter(|second| *second < 0x400)?;
        char::from_u32(0x10000 + ((first - 0xd800) << 10) + second)
    }

    fn hex(&mut self) -> Option<u32> {
        let digits = self.text.as_bytes().get(self.at..self.at + 4)?;
        self.at += 4;
        let digit = |value, byte: &u8| Some(value << 4 | u32::from(HEX[usize::from(*byte)]?));
        digits.iter().try_fold(0, digit)
    }

    /// Skips a value, however deep it is, and returns its text.
    pub(crate) fn skip(&mut self) -> Result<&'a str> {
        let start = self.start();
        let mut ends = Vec::new();
        loop {
            match self.peek() {
                b'"' => drop(self.string()?),
                open @ (b'{' | b'[') => {
                    self.at += 1;
                    // In ASCII, the closing bracket is two behind the opening one.
                    ends.push(open + 2);
                    if !self.take(open + 2) {
                        self.skip_name(open + 2)?;
                        continue;
                    }
                    ends.pop();
                }
                _ => drop(self.token()?),
            }
            // Behind a value: what ends with it, or what follows it.
            loop {
                let Some(end) = ends.last().copied() else {
                    return Ok(self.since(start));
                };
                if !self.take(end) {
                    self.expect(b',')?;
                    self.skip_name(end)?;
                    break;
                }
                ends.pop();
            }
        }
    }

    /// Skips the name of a member.
    fn skip_name(&mut self, end: u8) -> Result<()> {
        if end == b'}' {
            self.string()?;
            self.expect(b':')?;
        }
        Ok(())
    }

    /// Reads the fields of an object, and returns its position. `field` reads or skips the value of
    /// a name. An empty array is accepted as an empty object, as the service writes it.
    pub(crate) fn object(
        &mut self,
        field: &mut dyn FnMut(&mut Self, &str) -> Result<()>,
    ) -> Result<usize> {
        self.members(Step::Field, field)
    }

    /// Reads the entries of a map, as [`object`](Self::object).
    pub(super) fn map(
        &mut self,
        entry: &mut dyn FnMut(&mut Self, &str) -> Result<()>,
    ) -> Result<usize> {
        self.members(Step::Entry, entry)
    }

    fn members(
        &mut self,
        step: impl Fn(&'a str) -> Step<'a>,
        member: &mut dyn FnMut(&mut Self, &str) -> Result<()>,
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
            let name = self.name()?;
            let raw = match name {
                Cow::Borrowed(raw) => raw,
                // Between the quotes.
                Cow::Owned(_) => &self.text[at + 1..self.at - 1],
            };
            self.expect(b':')?;
            self.path.push(step(raw));
            member(self, &name)?;
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

    /// Returns the path of the current value, such as `contributors[3].uuid`, and the length of the
    /// part that does not come from the service.
    pub(super) fn place(&self) -> (String, usize) {
        let (mut place, mut known) = (String::new(), None);
        for step in &self.path {
            let dot = if place.is_empty() { "" } else { "." };
            let _ = match step {
                Step::Field(name) => write!(place, "{dot}{name}"),
                Step::Entry(name) => {
                    known.get_or_insert(place.len());
                    write!(place, "{dot}{name}")
                }
                Step::Element(index) => write!(place, "[{index}]"),
            };
        }
        let known = known.unwrap_or(place.len());
        (place, known)
    }
}

/// The value of each hexadecimal digit.
const HEX: [Option<u8>; 256] = {
    let mut values = [None; 256];
    let mut value = 0;
    while value < 16 {
        values[b"0123456789abcdef"[value] as usize] = Some(value as u8);
        values[b"0123456789ABCDEF"[value] as usize] = Some(value as u8);
        value += 1;
    }
    values
};

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
            Self::Number(_) => "a number",
            Self::Text(_) => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }
}
