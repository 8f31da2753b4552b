//! Edits files whose entries follow one another, by their spans.
//!
//! Crates for these formats (`polib`, `rspolib`, `java-properties`, `langcodec`) write a whole file
//! anew; those that edit in place (`toml_edit`, `jsonc-parser`) know one other format each.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::ops::Range;
use std::str::Chars;

use crate::formats::{Edit, Entry, Format, SyntaxError, Text};

/// What replaces a range of the source.
pub(crate) type Splice = (Range<usize>, String);

/// Returns the changes within the entry of a source that give it this text.
pub(crate) type Encode<'a> = &'a dyn Fn(&str, &Entry, &Text) -> Result<Vec<Splice>, String>;

pub(crate) const WHITE: [char; 6] = [' ', '\t', '\n', '\r', '\x0b', '\x0c'];

/// Returns the source with the edits, and nothing else changed.
pub(crate) fn edit(
    format: &dyn Format,
    source: &str,
    base: &str,
    edits: &[Edit<'_>],
    encode: Encode<'_>,
) -> Result<String, SyntaxError> {
    let (removes, others): (Vec<_>, Vec<_>) =
        edits.iter().cloned().partition(|edit| matches!(edit, Edit::Remove { .. }));
    if !removes.is_empty() && !others.is_empty() {
        let source = self::edit(format, source, base, &others, encode)?;
        return self::edit(format, &source, base, &removes, encode);
    }
    let file = File { text: source, entries: &format.read(source)? };
    let has_inserts = edits.iter().any(|edit| matches!(edit, Edit::Insert { .. }));
    let line_end = line_end(source).or_else(|| line_end(base)).unwrap_or("\n");
    let base = with_line_end(if has_inserts { base } else { "" }, line_end);
    let base_entries = format.read(&base).map_err(|error| SyntaxError {
        message: format!("in the file of the base language: {}", error.message),
        ..error
    })?;
    let base = File { text: &base, entries: &base_entries };
    let (known, in_base) = (file.by_key(), base.by_key());
    let fails = |key: &str, why| SyntaxError { line: 1, message: format!("{key:?} {why}") };
    let find = |known: &HashMap<&str, usize>, key: &str| {
        known.get(key).copied().ok_or_else(|| fails(key, "is not in the file"))
    };

    let (mut changes, mut removed, mut places) = (Vec::new(), BTreeSet::new(), HashMap::new());
    let mut inserts = BTreeMap::<_, Vec<_>>::new();
    let mut edited = HashSet::new();
    for edit in edits {
        let (Edit::Set { key, .. } | Edit::Insert { key, .. } | Edit::Remove { key }) = *edit;
        if !edited.insert(key) {
            return Err(fails(key, "has two edits"));
        }
        match *edit {
            Edit::Set { key, text } => {
                let entry = &file.entries[find(&known, key)?];
                changes.extend(splices(encode, source, entry, text)?);
            }
            Edit::Remove { key } => drop(removed.insert(find(&known, key)?)),
            Edit::Insert { key, text, after } => {
                // An entry may come after one that is inserted, too.
                let place = match after {
                    Some(after) if places.contains_key(after) => places[after],
                    Some(after) => Some(find(&known, after)?),
                    None => None,
                };
                if known.contains_key(key) {
                    return Err(fails(key, "is in the file already"));
                }
                places.insert(key, place);
                let copy = base.copy(find(&in_base, key)?, text, encode)?;
                inserts.entry(place).or_default().push(copy);
            }
        }
    }
    changes.extend(file.without(&removed));
    let insert = |(place, copies)| file.insertion(place, copies, line_end);
    changes.extend(inserts.into_iter().map(insert));
    Ok(spliced(source, 0..source.len(), changes))
}

/// A file with entries.
struct File<'a> {
    text: &'a str,
    entries: &'a [Entry],
}

/// A copy of an entry with another text, and how many line ends are around it in its file.
struct Copy {
    text: String,
    line_ends_before: usize,
    line_ends_after: usize,
}

impl<'a> File<'a> {
    fn by_key(&self) -> HashMap<&'a str, usize> {
        let entries = self.entries.iter().enumerate();
        entries.map(|(index, entry)| (entry.key.as_str(), index)).collect()
    }

    /// Returns where an entry ends, without the white space that separates it from the next one.
    fn end(&self, entry: &Entry) -> usize {
        let end = self.text[..entry.span.end].trim_end_matches(WHITE).len();
        // White space at the end may belong to the text, as in `.properties`.
        end.max(entry.value.end)
    }

    /// Returns where what is before an entry ends.
    fn end_before(&self, index: usize) -> usize {
        let end = index.checked_sub(1).map_or(0, |last| self.end(&self.entries[last]));
        end.max(self.text[..self.entries[index].span.start].trim_end_matches(WHITE).len())
    }

    fn line_ends_before(&self, index: usize) -> usize {
        line_ends(&self.text[self.end_before(index)..self.entries[index].span.start])
    }

    fn copy(&self, index: usize, text: &Text, encode: Encode<'_>) -> Result<Copy, SyntaxError> {
        let entry = &self.entries[index];
        let end = self.end(entry);
        let splices = splices(encode, self.text, entry, text)?;
        Ok(Copy {
            text: spliced(self.text, entry.span.start..end, splices),
            line_ends_before: self.line_ends_before(index).max(1),
            line_ends_after: line_ends(&self.text[end..entry.span.end]).max(1),
        })
    }

    /// Returns the change that inserts entries after this one, or first.
    fn insertion(&self, place: Option<usize>, copies: Vec<Copy>, line_end: &str) -> Splice {
        let count = |copy: Option<&Copy>, count: fn(&Copy) -> usize| copy.map_or(0, count);
        let is_group = count(copies.first(), |copy| copy.line_ends_before)
            > count(copies.last(), |copy| copy.line_ends_after);
        let next = place.map_or(0, |place| place + 1);
        let next = self.entries.get(next).filter(|_| is_group || place.is_none());
        let before = match place {
            Some(place) => self.end(&self.entries[place]),
            None => self.text.trim_end_matches(WHITE).len(),
        };
        let mut text = String::new();
        for copy in copies {
            if next.is_none() && before + text.len() > 0 {
                text.push_str(&line_end.repeat(copy.line_ends_before));
            }
            text.push_str(&copy.text);
            if next.is_some() {
                text.push_str(&line_end.repeat(copy.line_ends_after));
            }
        }
        if self.text.is_empty() {
            text.push_str(line_end);
        }
        let at = next.map_or(before, |next| next.span.start);
        (at..at, text)
    }

    /// Returns the changes that remove entries. Groups of entries stay apart, and the end of the
    /// file stays.
    fn without(&self, removed: &BTreeSet<usize>) -> Vec<Splice> {
        let mut changes = Vec::new();
        let mut first = None;
        for index in removed {
            let start = *first.get_or_insert(*index);
            let entry = &self.entries[*index];
            let next = self.entries.get(index + 1);
            if next.is_some_and(|next| next.span.start == entry.span.end)
                && removed.contains(&(index + 1))
            {
                continue;
            }
            first = None;
            let separator = line_ends(&self.text[self.end(entry)..entry.span.end]);
            let is_last = entry.span.end == self.text.len();
            let before = self.end_before(start);
            let range = match is_last || separator > self.line_ends_before(start) {
                true if before > 0 => before..self.end(entry),
                _ => self.entries[start].span.start..entry.span.end,
            };
            changes.push((range, String::new()));
        }
        changes
    }
}

fn splices(
    encode: Encode<'_>,
    source: &str,
    entry: &Entry,
    text: &Text,
) -> Result<Vec<Splice>, SyntaxError> {
    let fails = |message: String| SyntaxError { line: entry.line, message };
    if matches!(entry.text, Text::One(_)) != matches!(text, Text::One(_)) {
        return Err(fails(format!("either {:?} or its new text has plural forms", entry.key)));
    }
    encode(source, entry, text).map_err(fails)
}

/// Returns the change that gives an entry another text, if it is another one.
pub(crate) fn one(
    entry: &Entry,
    text: &Text,
    write: impl Fn(&str) -> String,
) -> Result<Vec<Splice>, String> {
    Ok(match text {
        Text::One(new) if entry.text != *text => vec![(entry.value.clone(), write(new))],
        _ => Vec::new(),
    })
}

/// Returns a range of the source with the changes in it.
fn spliced(source: &str, range: Range<usize>, mut splices: Vec<Splice>) -> String {
    splices.sort_by_key(|(place, _)| place.start);
    let mut out = String::with_capacity(range.len());
    let mut at = range.start;
    for (place, text) in splices {
        out.push_str(source.get(at..place.start).unwrap_or_default());
        out.push_str(&text);
        at = at.max(place.end);
    }
    out + &source[at..range.end]
}

/// Returns how the lines of a text end.
pub(crate) fn line_end(text: &str) -> Option<&'static str> {
    let at = text.find(['\r', '\n'])?;
    Some(match &text.as_bytes()[at..] {
        [b'\r', b'\n', ..] => "\r\n",
        [b'\r', ..] => "\r",
        _ => "\n",
    })
}

fn with_line_end<'a>(text: &'a str, end: &str) -> Cow<'a, str> {
    match line_end(text) {
        Some(own) if own != end => {
            text.replace("\r\n", "\n").replace('\r', "\n").replace('\n', end).into()
        }
        _ => text.into(),
    }
}

/// Counts the lines that end in a text.
pub(crate) fn line_ends(text: &str) -> usize {
    let bytes = text.as_bytes();
    let is_end = |(index, byte): (usize, &u8)| {
        *byte == b'\n' || *byte == b'\r' && bytes.get(index + 1) != Some(&b'\n')
    };
    bytes.iter().enumerate().filter(|item| is_end(*item)).count()
}

/// Reads a source from its start, and counts its lines.
#[derive(Debug, Clone)]
pub(crate) struct Cursor<'a> {
    pub(crate) source: &'a str,
    pub(crate) at: usize,
    counted: usize,
    line: usize,
}

impl<'a> Cursor<'a> {
    /// Fails if the source cannot be a file of texts.
    pub(crate) fn new(source: &'a str) -> Result<Self, SyntaxError> {
        let cursor = Self::at(source, 0);
        if source.starts_with("version https://git-lfs.github.com/spec/") {
            return Err(cursor.error(0, "a pointer of Git LFS: run `git lfs pull`"));
        }
        for marker in ["<<<<<<<", ">>>>>>>"] {
            let is_marker = |at: &usize| {
                let rest = &source[*at + marker.len()..];
                (*at == 0 || source[..*at].ends_with(['\n', '\r']))
                    && (rest.is_empty() || rest.starts_with([' ', '\n', '\r']))
            };
            if let Some(at) = source.match_indices(marker).map(|found| found.0).find(is_marker) {
                return Err(cursor.error(at, format!("conflict marker `{marker}`: resolve it")));
            }
        }
        Ok(cursor)
    }

    /// Reads from here; this is line 1.
    pub(crate) fn at(source: &'a str, at: usize) -> Self {
        Self { source, at, counted: at, line: 1 }
    }

    pub(crate) fn rest(&self) -> &'a str {
        &self.source[self.at..]
    }

    /// Skips letters, and returns where they started.
    pub(crate) fn skip(&mut self, is_in: impl Fn(u8) -> bool) -> usize {
        let start = self.at;
        self.at += self.rest().bytes().take_while(|byte| is_in(*byte)).count();
        start
    }

    /// Skips white space, and returns where the line of the next letter starts.
    pub(crate) fn skip_white(&mut self) -> usize {
        let start = self.skip(|byte| WHITE.contains(&char::from(byte)));
        let white = &self.source[start..self.at];
        white.rfind(['\n', '\r']).map_or(start, |end| start + end + 1)
    }

    /// Skips the rest of the line and the blank lines after it.
    pub(crate) fn skip_blank_lines(&mut self) {
        let start = self.at;
        let line = self.skip_white();
        if self.at < self.source.len() && line > start {
            self.at = line;
        }
    }

    /// Skips white space and comments. Returns where the entry starts that comes next, with the
    /// comments directly before it. `skip_one` skips a comment, if there is one.
    pub(crate) fn skip_comments(
        &mut self,
        skip_one: impl Fn(&mut Self) -> Result<bool, SyntaxError>,
    ) -> Result<usize, SyntaxError> {
        let mut block = None;
        loop {
            let white = self.at;
            let line = self.skip_white();
            let is_blank = line_ends(&self.source[white..self.at]) > 1;
            let start = block.filter(|_| !is_blank).unwrap_or(line);
            if !skip_one(self)? {
                return Ok(start);
            }
            block = Some(start);
        }
    }

    /// Skips to the end of the line, and returns where it started.
    pub(crate) fn skip_line(&mut self) -> usize {
        self.skip(|byte| !matches!(byte, b'\n' | b'\r'))
    }

    /// Returns the number of the line here.
    pub(crate) fn line(&mut self) -> usize {
        self.line += line_ends(&self.source[self.counted..self.at]);
        self.counted = self.at;
        self.line
    }

    pub(crate) fn error(&self, at: usize, message: impl Into<String>) -> SyntaxError {
        SyntaxError { line: line_ends(&self.source[..at]) + 1, message: message.into() }
    }
}

/// Reads the entries of a file one by one. Fails if two have the same key.
pub(crate) fn read(
    source: &str,
    next: impl Fn(&mut Cursor<'_>) -> Result<Option<Entry>, SyntaxError>,
) -> Result<Vec<Entry>, SyntaxError> {
    let mut cursor = Cursor::new(source)?;
    let mut entries = Vec::new();
    while let Some(entry) = next(&mut cursor)? {
        entries.push(entry);
    }
    let mut lines = HashMap::with_capacity(entries.len());
    for entry in &entries {
        if let Some(line) = lines.insert(entry.key.as_str(), entry.line) {
            let message = format!("the key {:?} is in line {line} already", entry.key);
            return Err(SyntaxError { line: entry.line, message });
        }
    }
    Ok(entries)
}

/// Resolves the escapes of a text: `escape` reads what follows a backslash.
pub(crate) fn unescape(
    raw: &str,
    escape: impl Fn(&mut Chars<'_>, &mut Vec<u16>) -> Result<(), String>,
) -> Result<String, String> {
    if !raw.contains('\\') {
        return Ok(raw.to_owned());
    }
    let mut units = Vec::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(letter) = chars.next() {
        match letter {
            '\\' => escape(&mut chars, &mut units)?,
            letter => push(letter, &mut units),
        }
    }
    String::from_utf16(&units).map_err(|_| "an escaped letter lacks its pair (UTF-16)".to_owned())
}

const CONTROLS: [(char, char); 7] = [
    ('a', '\x07'),
    ('b', '\x08'),
    ('t', '\t'),
    ('n', '\n'),
    ('v', '\x0b'),
    ('f', '\x0c'),
    ('r', '\r'),
];

/// Returns the letter that an escape stands for, such as `n`, if it is one of these.
pub(crate) fn control(name: char, names: &str) -> Option<char> {
    let found = CONTROLS.into_iter().find(|control| control.0 == name && names.contains(name));
    found.map(|control| control.1)
}

/// Returns a letter with a backslash if it needs one: a control letter that has one of these
/// names, or one of `others`.
pub(crate) fn escaped(letter: char, names: &str, others: [char; 2]) -> Option<String> {
    let found = CONTROLS.into_iter().find(|control| control.1 == letter).map(|control| control.0);
    let name = found.filter(|name| names.contains(*name));
    Some(format!("\\{}", name.or(others.contains(&letter).then_some(letter))?))
}

pub(crate) fn push(letter: char, units: &mut Vec<u16>) {
    units.extend_from_slice(letter.encode_utf16(&mut [0; 2]));
}

/// Reads at most so many digits. Returns the number and how many there were.
pub(crate) fn number(chars: &mut Chars<'_>, radix: u32, most: usize) -> (u16, usize) {
    let digits = chars.as_str().chars().take(most);
    let digits: Vec<u32> = digits.map_while(|letter| letter.to_digit(radix)).collect();
    if let Some(last) = digits.len().checked_sub(1) {
        chars.nth(last);
    }
    let number = digits.iter().fold(0, |number, digit| number * radix + digit);
    (u16::try_from(number).unwrap_or(u16::MAX), digits.len())
}

/// Writes a letter as escapes of UTF-16, such as `\u00e4` or `\U00E4`.
pub(crate) fn units(letter: char, name: char, is_upper: bool) -> String {
    let hex = |unit: &mut u16| match is_upper {
        true => format!("\\{name}{unit:04X}"),
        false => format!("\\{name}{unit:04x}"),
    };
    letter.encode_utf16(&mut [0; 2]).iter_mut().map(hex).collect()
}

/// Whether a file writes its escapes with capital letters.
pub(crate) fn is_upper(source: &str, escape: &str) -> bool {
    let is_capital = |letter: char| matches!(letter, 'A'..='F');
    source.split(escape).skip(1).any(|rest| rest.chars().take(4).any(is_capital))
}

#[cfg(test)]
pub(crate) mod testing {
    use proptest::prelude::*;

    use super::*;

    /// Texts with everything that a format could take for its own.
    pub(crate) fn texts() -> impl Strategy<Value = String> {
        let special =
            "[ \"'\\\\\n\r\t\u{7}\u{c}%@#!=:;/*<>{}au0-7\u{e4}\u{2028}\u{20ac}\u{1f600}]{0,40}";
        prop_oneof![special, "\\PC{0,20}", "([a-z]{1,12} ){0,30}"]
    }

    pub(crate) fn one(text: &str) -> Text {
        Text::One(text.to_owned())
    }

    pub(crate) fn forms(forms: &[(&str, &str)]) -> Text {
        Text::Forms(forms.iter().map(|(name, text)| (name.to_string(), text.to_string())).collect())
    }

    /// The keys and texts of a file.
    #[track_caller]
    pub(crate) fn read(format: &dyn Format, source: &str) -> Vec<(String, Text)> {
        let entries = format.read(source).unwrap();
        assert_eq!(format.edit(source, "", &[]).unwrap(), source, "without edits");
        entries.into_iter().map(|entry| (entry.key, entry.text)).collect()
    }

    #[track_caller]
    pub(crate) fn set(format: &dyn Format, source: &str, key: &str, text: &Text) -> String {
        format.edit(source, "", &[Edit::Set { key, text }]).unwrap()
    }

    /// Sets a text; it must be read back, and all other bytes must be the same.
    #[track_caller]
    pub(crate) fn holds(format: &dyn Format, source: &str, key: &str, text: &Text) {
        let edited = set(format, source, key, text);
        let (old, new) = (format.read(source).unwrap(), format.read(&edited).unwrap());
        assert_eq!(old.len(), new.len(), "{edited}");
        for (old, new) in old.iter().zip(&new) {
            assert_eq!(old.key, new.key, "{edited}");
            assert_eq!(&new.text, if old.key == key { text } else { &old.text }, "{edited}");
            if old.key == key {
                assert!(edited.starts_with(&source[..old.value.start]), "{edited}");
                assert!(edited.ends_with(&source[old.value.end..]), "{edited}");
            }
        }
    }

    /// Sets all texts of a large file, and inserts all its entries into an empty one.
    #[track_caller]
    pub(crate) fn large(format: &dyn Format, entry: &str, text: &str, edited: &str) {
        let keys: Vec<String> = (0..20_000).map(|key| format!("key.{key}")).collect();
        let file = |entry: &str| keys.iter().map(|key| entry.replace("KEY", key)).collect();
        let (source, edited): (String, String) = (file(entry), file(edited));
        let text = &one(text);
        let edits: Vec<_> = keys.iter().map(|key| Edit::Set { key, text }).collect();
        assert!(format.edit(&source, "", &edits).unwrap() == edited);
        let last = |index: usize| Some(keys[index.checked_sub(1)?].as_str());
        let keys = keys.iter().enumerate();
        let insert = keys.map(|(index, key)| Edit::Insert { key, text, after: last(index) });
        let inserted = format.edit("", &source, &insert.collect::<Vec<_>>()).unwrap();
        assert!(inserted.trim_end() == edited.trim_end());
    }

    /// Checks the lines and words of errors.
    #[track_caller]
    pub(crate) fn fails(format: &dyn Format, cases: &[(&str, usize, &str)]) {
        for (source, line, words) in cases {
            let error = format.read(source).expect_err(source);
            assert!(error.line == *line && error.message.contains(words), "{source}: {error:?}");
        }
    }
}
