//! How deep the collections of a YAML file are nested, found without parsing it: parsers take a
//! time that grows with the square of that.

/// So deep may collections be nested: parsers do not go deeper either.
pub(super) const DEPTH: usize = 128;

/// What YAML takes for the end of a line beside `\n`; to a scan it has to be one.
pub(super) const BREAKS: [char; 4] = ['\r', '\u{85}', '\u{2028}', '\u{2029}'];

/// Where a text, whose lines end with `\n`, has a collection that is nested too deep.
pub(super) fn beyond(text: &str) -> Option<usize> {
    let mut scan = Scan { text: text.as_bytes(), at: 0, parent: None };
    while scan.at < scan.text.len() {
        if let Err(TooDeep) = scan.line() {
            return Some(scan.at);
        }
    }
    None
}

struct TooDeep;

/// What the text of a node that was passed leaves to follow.
#[derive(Clone, Copy, PartialEq, Eq)]
enum After {
    /// Another node on the same line: it was a key.
    Value,
    /// Nothing on this line.
    Line,
    /// Lines that belong to it, which are indented deeper than its parent.
    Lines,
}

struct Scan<'t> {
    text: &'t [u8],
    at: usize,
    /// The column of the key or of the mark of an element that came last.
    parent: Option<usize>,
}

impl Scan<'_> {
    fn byte(&self, ahead: usize) -> Option<u8> {
        self.text.get(self.at + ahead).copied()
    }

    /// Whether nothing stands there that belongs to a word.
    fn is_blank(&self, ahead: usize) -> bool {
        matches!(self.byte(ahead), None | Some(b' ' | b'\t' | b'\n'))
    }

    fn skip_while(&mut self, mut is_skipped: impl FnMut(u8) -> bool) {
        while self.byte(0).is_some_and(&mut is_skipped) {
            self.at += 1;
        }
    }

    fn skip_line(&mut self) {
        self.skip_while(|byte| byte != b'\n');
        self.at += 1;
    }

    /// Passes a line outside of collections in brackets, and the lines that its text goes on in.
    fn line(&mut self) -> Result<(), TooDeep> {
        let start = self.at;
        if self.text[start..].starts_with(b"--- ") {
            (self.at, self.parent) = (start + 4, None);
        }
        let mut marks = 0;
        loop {
            self.skip_while(|byte| matches!(byte, b' ' | b'\t'));
            let column = self.at - start;
            // Tags and anchors.
            while matches!(self.byte(0), Some(b'&' | b'!')) {
                self.skip_while(|byte| !matches!(byte, b' ' | b'\t' | b'\n'));
                self.skip_while(|byte| matches!(byte, b' ' | b'\t'));
            }
            if matches!(self.byte(0), Some(b'-' | b'?' | b':')) && self.is_blank(1) {
                (self.at, self.parent) = (self.at + 1, Some(column));
                marks += 1;
                if marks > DEPTH {
                    return Err(TooDeep);
                }
                continue;
            }
            match self.node()? {
                After::Value => (self.at, self.parent) = (self.at + 1, Some(column)),
                After::Line => break,
                After::Lines => {
                    self.skip_line();
                    self.skip_deeper();
                    return Ok(());
                }
            }
        }
        self.skip_line();
        Ok(())
    }

    /// Passes what a node has on this line, up to the colon where it is a key.
    fn node(&mut self) -> Result<After, TooDeep> {
        match self.byte(0) {
            None | Some(b'\n' | b'#') => return Ok(After::Line),
            Some(b'|' | b'>') => return Ok(After::Lines),
            Some(quote @ (b'"' | b'\'')) => self.quoted(quote),
            Some(b'[' | b'{') => self.flow()?,
            Some(_) => return Ok(self.plain()),
        }
        self.skip_while(|byte| matches!(byte, b' ' | b'\t'));
        Ok(match self.byte(0) {
            Some(b':') if self.is_blank(1) => After::Value,
            _ => After::Line,
        })
    }

    /// Passes a text without quotes.
    fn plain(&mut self) -> After {
        while let Some(byte) = self.byte(0) {
            match byte {
                b'\n' => break,
                b':' if self.is_blank(1) => return After::Value,
                b' ' | b'\t' if self.byte(1) == Some(b'#') => return After::Line,
                _ => self.at += 1,
            }
        }
        match self.parent {
            Some(_) => After::Lines,
            None => After::Line,
        }
    }

    /// Passes the lines that are indented deeper than the parent, and those that are empty.
    fn skip_deeper(&mut self) {
        while let Some(rest) = self.text.get(self.at..).filter(|rest| !rest.is_empty()) {
            let indent = rest.iter().take_while(|byte| **byte == b' ').count();
            let is_empty = matches!(rest.get(indent), None | Some(b'\n'));
            let is_other = self.parent.is_some_and(|parent| indent <= parent);
            if (!is_empty && is_other) || self.is_document(self.at) {
                return;
            }
            self.skip_line();
        }
    }

    /// Whether a line there ends a document, or begins another.
    fn is_document(&self, at: usize) -> bool {
        let rest = self.text.get(at..).unwrap_or_default();
        rest.starts_with(b"---") || rest.starts_with(b"...")
    }

    fn quoted(&mut self, quote: u8) {
        self.at += 1;
        while let Some(byte) = self.byte(0) {
            // Another document begins: no text goes on there.
            if byte == b'\n' && self.is_document(self.at + 1) {
                return;
            }
            self.at += 1;
            match byte {
                b'\\' if quote == b'"' => self.at += 1,
                byte if byte != quote => {}
                b'\'' if self.byte(0) == Some(b'\'') => self.at += 1,
                _ => return,
            }
        }
    }

    /// Passes a collection in brackets.
    fn flow(&mut self) -> Result<(), TooDeep> {
        let mut depth = 0_usize;
        // Whether a node may begin here, and whether one that is no plain text has ended.
        let (mut begins, mut ended) = (true, false);
        while let Some(byte) = self.byte(0) {
            match byte {
                b'[' | b'{' => {
                    depth += 1;
                    if depth > DEPTH {
                        return Err(TooDeep);
                    }
                    (begins, ended) = (true, false);
                }
                b']' | b'}' => {
                    depth = depth.saturating_sub(1);
                    (begins, ended) = (false, true);
                }
                b',' => (begins, ended) = (true, false),
                b'"' | b'\'' if begins => {
                    self.quoted(byte);
                    (begins, ended) = (false, true);
                    continue;
                }
                b':' if begins || ended || self.ends_key() => (begins, ended) = (true, false),
                b'#' if begins || ended || self.follows_blank() => {
                    self.skip_while(|byte| byte != b'\n');
                    continue;
                }
                b'&' | b'!' | b'*' if begins => {
                    let is_alias = byte == b'*';
                    let ends: &[u8] = match byte {
                        b'!' => b" \t\n,[]{}",
                        _ => b" \t\n,[]{}:",
                    };
                    self.skip_while(|byte| !ends.contains(&byte));
                    (begins, ended) = (!is_alias, is_alias);
                    continue;
                }
                b' ' | b'\t' | b'\n' => {}
                b'?' if begins && self.is_blank(1) => {}
                _ => (begins, ended) = (false, false),
            }
            self.at += 1;
            if depth == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Whether the colon here ends a plain text in a collection in brackets.
    fn ends_key(&self) -> bool {
        self.is_blank(1) || self.byte(1).is_some_and(|byte| b",?[]{}".contains(&byte))
    }

    fn follows_blank(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.text.get(at));
        matches!(before, Some(b' ' | b'\t' | b'\n'))
    }
}
