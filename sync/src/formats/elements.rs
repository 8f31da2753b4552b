//! Edits of formats whose entries follow one another.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::formats::{Edit, Entry, SyntaxError, Text};

/// An entry with what its format has to know to write it.
pub(crate) trait Item {
    fn entry(&self) -> &Entry;

    /// What it is in, below the file.
    fn outer(&self) -> Option<&Outer> {
        None
    }
}

impl Item for Entry {
    fn entry(&self) -> &Entry {
        self
    }
}

/// What entries are in: a list, or a section of the file.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Outer {
    /// The same in the file of each language.
    pub(crate) id: String,
    pub(crate) kind: OuterKind,
    pub(crate) span: Range<usize>,
    /// Where an entry is inserted if there is no other.
    pub(crate) end: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OuterKind {
    /// Each entry stands for itself.
    Section,
    /// An entry is known by its index, so that only the last ones can be removed, and one that is
    /// inserted needs all before it.
    List,
    /// Only complete with all entries.
    Whole,
}

/// The entries of a file.
pub(crate) struct File<'a, I> {
    pub(crate) source: &'a str,
    pub(crate) items: Vec<I>,
    /// Where an entry is inserted if there is no other.
    pub(crate) end: usize,
    /// What has no entries.
    pub(crate) empty: Vec<Outer>,
}

/// Text in the place of a range.
pub(crate) type Splice = (Range<usize>, String);

/// Returns this part of the source with the splices.
pub(crate) fn splice(source: &str, part: Range<usize>, mut splices: Vec<Splice>) -> String {
    splices.sort_by_key(|(range, _)| (range.start, range.end));
    let mut spliced = String::with_capacity(part.len());
    let mut at = part.start;
    for (range, text) in splices {
        // What is in a removed range is removed with it.
        if range.start >= at {
            spliced.push_str(&source[at..range.start]);
            spliced.push_str(&text);
            at = range.end;
        }
    }
    spliced.push_str(&source[at..part.end]);
    spliced
}

pub(crate) fn line_end(source: &str) -> &'static str {
    match source.find('\n') {
        Some(at) if source[..at].ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// Finds conflict markers, and a pointer in place of a file.
pub(crate) fn check(source: &str) -> Result<(), SyntaxError> {
    if source.starts_with("version https://git-lfs.github.com/spec/") {
        let message = "a Git LFS pointer: run `git lfs pull`".to_owned();
        return Err(SyntaxError { line: 1, message });
    }
    let is_marker = |line: &str| line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ");
    match source.lines().position(is_marker) {
        Some(index) => {
            let message = "conflict marker: resolve the merge conflict".to_owned();
            Err(SyntaxError { line: index + 1, message })
        }
        None => Ok(()),
    }
}

/// Returns the source with the edits. `encode` writes the value of an entry of this source.
pub(crate) fn edit<I: Item>(
    file: &File<'_, I>,
    base: &File<'_, I>,
    edits: &[Edit<'_>],
    encode: impl Fn(&str, &I, &Text) -> String,
) -> Result<String, SyntaxError> {
    let (known, of_base) = (by_key(&file.items), by_key(&base.items));
    let mut removed = vec![false; file.items.len()];
    let mut inserts = Vec::new();
    let mut splices = Vec::new();
    for edit in edits {
        match *edit {
            Edit::Set { key, text } => {
                let item = &file.items[find(&known, key)?];
                if item.entry().text != *text {
                    splices.push(set(file.source, item, text, &encode)?);
                }
            }
            Edit::Remove { key } => removed[find(&known, key)?] = true,
            Edit::Insert { key, text, after } => {
                inserts.push(Insert { index: find(&of_base, key)?, text, after });
            }
        }
    }
    // What is inserted into one list is together.
    inserts.sort_by_key(|insert| insert.index);
    splices.extend(removals(&file.items, &removed));
    splices.extend(insertions(file, base, &inserts, &known, &encode)?);
    Ok(splice(file.source, 0..file.source.len(), splices))
}

fn set<I: Item>(
    source: &str,
    item: &I,
    text: &Text,
    encode: &impl Fn(&str, &I, &Text) -> String,
) -> Result<Splice, SyntaxError> {
    let entry = item.entry();
    let kind = match (&entry.text, text) {
        (Text::One(_), Text::Forms(_)) => "no plural",
        (Text::Forms(_), Text::One(_)) => "a plural",
        _ => return Ok((entry.value.clone(), encode(source, item, text))),
    };
    Err(SyntaxError { line: entry.line, message: format!("`{}` is {kind}", entry.key) })
}

/// Returns how many of the first items are in the same list or the like as the first.
fn together<'a, I: Item + 'a>(items: impl IntoIterator<Item = &'a I>) -> usize {
    let mut items = items.into_iter();
    let outer = items.next().and_then(Item::outer);
    1 + items.take_while(|item| outer.is_some() && item.outer() == outer).count()
}

fn removals<I: Item>(items: &[I], removed: &[bool]) -> Vec<Splice> {
    let mut spans = Vec::new();
    let mut start = 0;
    while let Some(first) = items.get(start) {
        let end = start + together(&items[start..]);
        let last = removed[start..end].iter().rev().take_while(|is| **is).count();
        let mut these = start..end;
        match first.outer() {
            Some(outer) if outer.kind != OuterKind::Section && last == end - start => {
                spans.push(outer.span.clone());
                these = end..end;
            }
            Some(Outer { kind: OuterKind::Whole, .. }) => these = end..end,
            Some(Outer { kind: OuterKind::List, .. }) => these = end - last..end,
            _ => {}
        }
        let these = these.filter(|index| removed[*index]);
        spans.extend(these.map(|index| items[index].entry().span.clone()));
        start = end;
    }
    spans.into_iter().map(|span| (span, String::new())).collect()
}

struct Insert<'a> {
    /// In the base.
    index: usize,
    text: &'a Text,
    after: Option<&'a str>,
}

/// A place for an entry, and what is written like it.
type Spot = (usize, Option<Range<usize>>);

/// The places behind an entry: in the same list or the like, and outside of it.
#[derive(Clone)]
struct Spots<'a> {
    id: Option<&'a str>,
    inner: Spot,
    top: Spot,
}

impl<'a> Spots<'a> {
    fn behind<I: Item>(item: &'a I) -> Self {
        let span = item.entry().span.clone();
        let whole = item.outer().map_or_else(|| span.clone(), |outer| outer.span.clone());
        let id = item.outer().map(|outer| &*outer.id);
        Self { id, inner: (span.end, Some(span)), top: (whole.end, Some(whole)) }
    }
}

fn insertions<I: Item>(
    file: &File<'_, I>,
    base: &File<'_, I>,
    inserts: &[Insert<'_>],
    known: &HashMap<&str, usize>,
    encode: &impl Fn(&str, &I, &Text) -> String,
) -> Result<Vec<Splice>, SyntaxError> {
    let copier = Copier { base, encode };
    let line_end = line_end(file.source);
    let mut outers: HashMap<_, Vec<usize>> = HashMap::new();
    for (index, item) in file.items.iter().enumerate() {
        outers.entry(item.outer().map(|outer| &*outer.id)).or_default().push(index);
    }
    let start = |spot: Spot| (spot.1.as_ref().map_or(spot.0, |span| span.start), spot.1);
    let first = file.items.first().map(Spots::behind);
    let first = first.map_or((file.end, None), |spots| start(spots.top));
    let mut inserted: HashMap<&str, Spots<'_>> = HashMap::new();
    let mut splices = Vec::new();
    let mut rest = inserts;
    while let Some(insert) = rest.first() {
        let outer = base.items[insert.index].outer();
        let id = outer.map(|outer| &*outer.id);
        let inside = outer.and_then(|_| outers.get(&id));
        let empty = file.empty.iter().find(|empty| Some(&*empty.id) == id);
        let behind = insert.after.and_then(|after| match known.get(after) {
            Some(index) => Some(Spots::behind(&file.items[*index])),
            None => inserted.get(after).cloned(),
        });
        let run = || together(rest.iter().map(|insert| &base.items[insert.index]));
        let (mut count, mut copies) = (1, Vec::new());
        let mut spots = match (outer, inside.and_then(|inside| inside.split_first())) {
            (Some(Outer { kind: OuterKind::List, .. }), Some((first, more))) => {
                count = run();
                copies = copier.following(&rest[..count], 1 + more.len())?;
                Spots::behind(&file.items[*more.last().unwrap_or(first)])
            }
            (Some(_), Some((there, _))) => {
                let there = Spots::behind(&file.items[*there]);
                let inner = behind.filter(|behind| behind.id == id).map(|behind| behind.inner);
                Spots { inner: inner.unwrap_or_else(|| start(there.inner.clone())), ..there }
            }
            (Some(outer), None) if empty.is_none() => {
                count = run();
                copies.push(copier.outer(outer, &rest[..count])?);
                let top = behind.map_or_else(|| first.clone(), |behind| behind.top);
                Spots { id, inner: top.clone(), top }
            }
            _ => {
                let top = behind.map_or_else(|| first.clone(), |behind| behind.top);
                let inner = empty.map_or_else(|| top.clone(), |empty| (empty.end, None));
                Spots { id, inner, top }
            }
        };
        if copies.is_empty() {
            copies.push(copier.entry(insert)?);
        }
        let (at, like) = spots.inner.clone();
        for copy in copies {
            splices.push((at..at, fit(file.source, line_end, at, like.clone(), &copy)));
        }
        let (these, next) = rest.split_at(count);
        spots.id = id;
        let keys = these.iter().map(|insert| &*base.items[insert.index].entry().key);
        inserted.extend(keys.map(|key| (key, spots.clone())));
        rest = next;
    }
    Ok(splices)
}

/// Copies entries of the base with other texts.
struct Copier<'a, I, F> {
    base: &'a File<'a, I>,
    encode: &'a F,
}

impl<I: Item, F: Fn(&str, &I, &Text) -> String> Copier<'_, I, F> {
    fn set(&self, insert: &Insert<'_>) -> Result<Splice, SyntaxError> {
        set(self.base.source, &self.base.items[insert.index], insert.text, self.encode)
    }

    fn span(&self, index: usize) -> Range<usize> {
        self.base.items[index].entry().span.clone()
    }

    fn entry(&self, insert: &Insert<'_>) -> Result<String, SyntaxError> {
        Ok(splice(self.base.source, self.span(insert.index), vec![self.set(insert)?]))
    }

    /// Copies what is around these entries.
    fn outer(&self, outer: &Outer, inserts: &[Insert<'_>]) -> Result<String, SyntaxError> {
        let set = inserts.iter().map(|insert| self.set(insert));
        let mut splices = set.collect::<Result<Vec<_>, _>>()?;
        if outer.kind == OuterKind::Section {
            let kept: HashSet<_> = inserts.iter().map(|insert| insert.index).collect();
            let all = self.around(inserts).filter(|index| !kept.contains(index));
            splices.extend(all.map(|index| (self.span(index), String::new())));
        }
        Ok(splice(self.base.source, outer.span.clone(), splices))
    }

    /// Copies the entries of a list from this index to the last of these, with those between that
    /// have no text yet.
    fn following(&self, inserts: &[Insert<'_>], from: usize) -> Result<Vec<String>, SyntaxError> {
        let by_index: HashMap<_, _> = inserts.iter().map(|insert| (insert.index, insert)).collect();
        let last = inserts.last().map_or(0, |insert| insert.index);
        let copies = self.around(inserts).skip(from).take_while(|index| *index <= last);
        let copy = |index| match by_index.get(&index) {
            Some(insert) => self.entry(insert),
            None => Ok(self.base.source[self.span(index)].to_owned()),
        };
        copies.map(copy).collect()
    }

    /// Returns all entries in the same list or the like.
    fn around(&self, inserts: &[Insert<'_>]) -> Range<usize> {
        let at = inserts.first().map_or(0, |insert| insert.index);
        let items = &self.base.items;
        let start = at + 1 - together(items[..=at].iter().rev());
        start..at + together(&items[at..])
    }
}

/// Writes an entry of the base with the indentation and line ends of the file around it.
fn fit(source: &str, end: &str, at: usize, like: Option<Range<usize>>, copy: &str) -> String {
    let indent = |text: &str| {
        let rest = text.trim_start_matches([' ', '\t']);
        text[..text.len() - rest.len()].to_owned()
    };
    let body = copy.trim_end();
    let own = indent(body);
    let is_line = |at: usize| at == 0 || source[..at].ends_with('\n');
    let to = like.clone().filter(|like| is_line(like.start));
    let to = to.map_or_else(|| own.clone(), |like| indent(&source[like]));
    let mut lines = body.split('\n').map(|line| line.strip_suffix('\r').unwrap_or(line));
    let mut text = format!("{to}{}", lines.next().unwrap_or_default().trim_start());
    for line in lines {
        text.push_str(end);
        // Other lines may belong to a text.
        match line.strip_prefix(&*own).filter(|line| line.trim_start().starts_with('<')) {
            Some(line) => text.extend([&*to, line]),
            None => text.push_str(line),
        }
    }
    if is_line(at) {
        let tail = like.map_or("", |like| {
            let like = &source[like];
            &like[like.trim_end().len()..]
        });
        text + if tail.contains('\n') { tail } else { end }
    } else if at == source.len() {
        format!("{end}{text}")
    } else {
        text.trim_start().to_owned()
    }
}

fn by_key<I: Item>(items: &[I]) -> HashMap<&str, usize> {
    items.iter().enumerate().map(|(index, item)| (&*item.entry().key, index)).collect()
}

fn find(items: &HashMap<&str, usize>, key: &str) -> Result<usize, SyntaxError> {
    let missing = || SyntaxError { line: 1, message: format!("no entry `{key}`") };
    items.get(key).copied().ok_or_else(missing)
}
