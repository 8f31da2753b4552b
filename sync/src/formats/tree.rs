//! What JSON and YAML share: a file as a tree of members with their places, and its changes.

use std::collections::{HashMap, HashSet, hash_map};
use std::ops::Range;

use crate::formats::{Edit, Entry, EntryState, SyntaxError, Text};

/// Levels of nesting in a file.
pub(crate) const MAX_DEPTH: usize = 128;

/// No child or sibling: node 0 is the whole file.
pub(crate) const NONE: usize = 0;

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    Map,
    /// A mapping of plural forms.
    Plural,
    List,
    Text(String),
    /// A number, a boolean, nothing, a reference.
    #[default]
    Fixed,
    /// Metadata of another member, as `@title` in ARB.
    Meta,
}

impl Kind {
    fn is_container(&self) -> bool {
        matches!(self, Kind::Map | Kind::Plural | Kind::List)
    }
}

/// Where a new member is copied from.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Origin {
    Base(usize),
    /// A form of a plural is copied from another one in the same file.
    Own(usize),
}

/// A member of a mapping, an item of a list, or the whole file.
#[derive(Debug, Clone, Default)]
pub(crate) struct Node {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    pub(crate) parent: usize,
    pub(crate) first: usize,
    pub(crate) last: usize,
    pub(crate) prev: usize,
    pub(crate) next: usize,
    /// The name with its quotes, or the dash of an item; empty where an item has none.
    pub(crate) key: Range<usize>,
    pub(crate) value: Range<usize>,
    /// Members are on lines of their own, without braces.
    pub(crate) is_block: bool,
    /// The text to write in the place of the value.
    pub(crate) set: Option<String>,
    pub(crate) origin: Option<Origin>,
    pub(crate) is_removed: bool,
    /// How many members are not removed.
    live: usize,
    /// Members were added or removed.
    pub(crate) is_changed: bool,
    /// Had another kind of value.
    pub(crate) is_replaced: bool,
}

impl Node {
    /// Where the member starts in its line.
    pub(crate) fn start(&self) -> usize {
        if self.key.is_empty() { self.value.start } else { self.key.start }
    }

    pub(crate) fn is_old(&self) -> bool {
        self.origin.is_none()
    }
}

#[derive(Debug, Clone, Default)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    /// The mapping with the entries: the whole file, or what is below its language.
    pub(crate) top: usize,
    members: HashMap<(usize, String), usize>,
    /// Nodes of the entries by key.
    index: HashMap<String, usize>,
    /// Entries that references bring, with the node that has the reference.
    pub(crate) referenced: Vec<(String, usize)>,
}

impl Tree {
    /// Adds the last member of a node. `None` if its name exists.
    pub(crate) fn push(
        &mut self,
        parent: usize,
        name: String,
        kind: Kind,
        key: Range<usize>,
        value: Range<usize>,
    ) -> Option<usize> {
        let last = self.nodes.get(parent).map_or(NONE, |parent| parent.last);
        self.place(parent, last, name, kind, key, value)
    }

    fn place(
        &mut self,
        parent: usize,
        prev: usize,
        name: String,
        kind: Kind,
        key: Range<usize>,
        value: Range<usize>,
    ) -> Option<usize> {
        let at = self.nodes.len();
        let next = match (self.nodes.get(parent), prev) {
            (None, _) => NONE,
            (Some(parent), NONE) => parent.first,
            (Some(_), prev) => self.nodes[prev].next,
        };
        if at != 0 {
            match self.members.entry((parent, name.clone())) {
                hash_map::Entry::Occupied(_) => return None,
                hash_map::Entry::Vacant(place) => place.insert(at),
            };
        }
        self.nodes.push(Node { name, kind, parent, prev, next, key, value, ..Node::default() });
        if at != 0 {
            self.nodes[parent].live += 1;
            match prev {
                NONE => self.nodes[parent].first = at,
                prev => self.nodes[prev].next = at,
            }
            match next {
                NONE => self.nodes[parent].last = at,
                next => self.nodes[next].prev = at,
            }
        }
        Some(at)
    }

    pub(crate) fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let at = |at: usize| (at != NONE).then_some(at);
        std::iter::successors(at(self.nodes[node].first), move |now| at(self.nodes[*now].next))
    }

    pub(crate) fn child(&self, node: usize, name: &str) -> Option<usize> {
        self.members.get(&(node, name.to_owned())).copied()
    }

    /// The nodes from below the top down to a node.
    fn chain(&self, mut node: usize) -> Vec<usize> {
        let mut chain = Vec::new();
        while node != self.top {
            chain.push(node);
            node = self.nodes[node].parent;
        }
        chain.reverse();
        chain
    }

    /// The keys of the nodes that are or have entries, by node. Members come after their parents.
    pub(crate) fn keys(&self) -> Vec<Option<String>> {
        let mut keys: Vec<Option<String>> = vec![None; self.nodes.len()];
        for (at, node) in self.nodes.iter().enumerate() {
            let parent = node.parent;
            keys[at] = if node.kind == Kind::Meta {
                None
            } else if at == self.top {
                Some(String::new())
            } else if parent == self.top && at != 0 {
                Some(node.name.clone())
            } else if matches!(self.nodes[parent].kind, Kind::Plural | Kind::Meta) {
                None
            } else {
                keys[parent].as_ref().map(|parent| format!("{parent}::{}", node.name))
            };
        }
        keys
    }

    /// Names the entries. Fails if two have one key.
    pub(crate) fn name_entries(&mut self, source: &str) -> Result<(), SyntaxError> {
        let keys = self.keys();
        for (at, key) in keys.into_iter().enumerate() {
            let is_entry =
                matches!(self.nodes[at].kind, Kind::Text(_) | Kind::Fixed | Kind::Plural)
                    && at != self.top;
            let Some(key) = key.filter(|_| is_entry) else { continue };
            if self.index.contains_key(&key) {
                return Err(duplicate(source, self.nodes[at].start(), &key));
            }
            self.index.insert(key, at);
        }
        Ok(())
    }

    /// The entries in their order; `span` gives the place of a node with what surrounds it.
    pub(crate) fn entries(&self, source: &str, span: impl Fn(usize) -> Range<usize>) -> Vec<Entry> {
        type Found = (usize, String, Text, EntryState);
        let mut found: Vec<Found> = Vec::new();
        for (key, at) in &self.index {
            let state = EntryState::Ready;
            let (text, state) = match &self.nodes[*at].kind {
                Kind::Text(text) => (Text::One(text.clone()), state),
                Kind::Plural => (Text::Forms(self.forms(*at)), state),
                _ => {
                    let value = &source[self.nodes[*at].value.clone()];
                    (Text::One(value.to_owned()), EntryState::Fixed)
                }
            };
            found.push((*at, key.clone(), text, state));
        }
        let mut known: HashSet<&String> = self.index.keys().collect();
        for (key, at) in &self.referenced {
            if known.insert(key) {
                let text = source[self.nodes[*at].value.clone()].to_owned();
                found.push((*at, key.clone(), Text::One(text), EntryState::Fixed));
            }
        }
        found.sort_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
        let (mut line, mut counted) = (1, 0);
        let entry = |(at, key, text, state): Found| {
            let node = &self.nodes[at];
            line += newlines(&source[counted..node.start().max(counted)]);
            counted = node.start().max(counted);
            Entry { key, text, value: node.value.clone(), span: span(at), line, state }
        };
        found.into_iter().map(entry).collect()
    }

    fn forms(&self, node: usize) -> Vec<(String, String)> {
        let form = |at: usize| match &self.nodes[at].kind {
            Kind::Text(text) => Some((self.nodes[at].name.clone(), text.clone())),
            _ => None,
        };
        self.children(node).filter_map(form).collect()
    }

    /// Marks the changes in the tree. Removals come last: what is inserted keeps its parents.
    pub(crate) fn change(
        &mut self,
        source: &str,
        base: &Tree,
        edits: &[Edit<'_>],
    ) -> Result<(), SyntaxError> {
        for edit in edits {
            match *edit {
                Edit::Set { key, text } => self.set(self.entry(key)?, text, None, base),
                Edit::Insert { key, text, after } => self.insert(source, base, key, text, after)?,
                Edit::Remove { .. } => {}
            }
        }
        let mut lists = HashSet::new();
        for edit in edits {
            if let Edit::Remove { key } = *edit {
                self.remove(self.entry(key)?, &mut lists);
            }
        }
        lists.into_iter().for_each(|list| self.keep_places(list));
        Ok(())
    }

    fn entry(&self, key: &str) -> Result<usize, SyntaxError> {
        self.index.get(key).copied().ok_or_else(|| unfit(key, "is not in the file"))
    }

    fn set(&mut self, at: usize, text: &Text, model: Option<usize>, base: &Tree) {
        match (text, &self.nodes[at].kind) {
            (Text::One(text), kind) => {
                self.nodes[at].is_replaced |= kind.is_container();
                self.nodes[at].set = Some(text.clone());
            }
            (Text::Forms(forms), Kind::Plural) => {
                let names: HashSet<&str> = forms.iter().map(|(name, _)| name.as_str()).collect();
                let is_gone = |at: &usize| !names.contains(self.nodes[*at].name.as_str());
                let gone: Vec<usize> = self.children(at).filter(is_gone).collect();
                let (mut prev, last) = (NONE, self.nodes[at].last);
                for (name, text) in forms {
                    prev = match self.child(at, name) {
                        Some(form) => form,
                        None => self.add(at, prev, name, Kind::Fixed, Origin::Own(last)),
                    };
                    self.nodes[prev].set = Some(text.clone());
                }
                for form in gone {
                    self.nodes[form].is_removed = true;
                    self.nodes[at].is_changed = true;
                }
            }
            (Text::Forms(forms), _) => {
                self.nodes[at].is_replaced = true;
                self.nodes[at].kind = Kind::Plural;
                let models: Vec<usize> = model.map_or(Vec::new(), |at| base.children(at).collect());
                for (name, text) in forms {
                    let same = models.iter().find(|model| base.nodes[**model].name == *name);
                    let origin = match same.or(models.last()) {
                        Some(model) => Origin::Base(*model),
                        None => model.map_or(Origin::Own(at), Origin::Base),
                    };
                    let last = self.nodes[at].last;
                    let form = self.add(at, last, name, Kind::Fixed, origin);
                    self.nodes[form].set = Some(text.clone());
                }
            }
        }
    }

    /// Adds a member that is to be written.
    fn add(&mut self, to: usize, prev: usize, name: &str, kind: Kind, origin: Origin) -> usize {
        let Some(at) = self.place(to, prev, name.to_owned(), kind, 0..0, 0..0) else {
            return self.child(to, name).unwrap_or(prev);
        };
        self.nodes[at].origin = Some(origin);
        self.nodes[to].is_changed = true;
        at
    }

    fn insert(
        &mut self,
        source: &str,
        base: &Tree,
        key: &str,
        text: &Text,
        after: Option<&str>,
    ) -> Result<(), SyntaxError> {
        let from = base.index.get(key).ok_or_else(|| unfit(key, "is not in the base file"))?;
        let after = after.map(|after| self.index.get(after).map(|at| self.chain(*at)));
        let mut to = self.top;
        for (depth, part) in base.chain(*from).into_iter().enumerate() {
            let is_last = part == *from;
            let model = &base.nodes[part];
            if let Some(child) = self.child(to, &model.name) {
                to = child;
            } else {
                let prev = self.predecessor(to, depth, after.as_ref());
                let prev = self.fill(base, to, prev, model);
                let kind = if is_last { Kind::Fixed } else { model.kind.clone() };
                to = self.add(to, prev, &model.name, kind, Origin::Base(part));
            }
            if is_last {
                let is_same = model.kind == Kind::Fixed;
                if !is_same || self.nodes[to].is_old() {
                    self.set(to, text, Some(part), base);
                }
                self.index.insert(key.to_owned(), to);
            } else if self.nodes[to].kind == Kind::Fixed
                && matches!(&source[self.nodes[to].value.clone()], "" | "~" | "null")
            {
                self.nodes[to].kind = model.kind.clone();
                self.nodes[to].is_replaced = true;
            } else if self.nodes[to].kind != model.kind {
                return Err(unfit(key, "is below a mapping in the base file only"));
            }
        }
        Ok(())
    }

    /// The member after which a new one stands, `depth` levels below the top.
    fn predecessor(&self, to: usize, depth: usize, after: Option<&Option<Vec<usize>>>) -> usize {
        if self.nodes[to].kind == Kind::List {
            return self.nodes[to].last;
        }
        let mut prev = match after {
            None => NONE,
            Some(None) => return self.nodes[to].last,
            Some(Some(chain)) => match chain.get(depth) {
                Some(sibling) if self.nodes[*sibling].parent == to => *sibling,
                _ => NONE,
            },
        };
        loop {
            let next = if prev == NONE { self.nodes[to].first } else { self.nodes[prev].next };
            let node = &self.nodes[next];
            let is_own = prev != NONE || node.name.starts_with("@@");
            if next == NONE || node.kind != Kind::Meta || !is_own {
                return prev;
            }
            prev = next;
        }
    }

    /// Adds the items of a list before a new one, so that it keeps its place: what is no text as
    /// in the base file, and empty texts.
    fn fill(&mut self, base: &Tree, to: usize, mut prev: usize, model: &Node) -> usize {
        if self.nodes[to].kind != Kind::List {
            return prev;
        }
        // Items are named by their places.
        let number = |node: &Node| node.name.parse::<usize>().unwrap_or_default();
        let count = if prev == NONE { 0 } else { number(&self.nodes[prev]) + 1 };
        for place in count..number(model) {
            let Some(item) = base.child(model.parent, &place.to_string()) else { continue };
            let node = &base.nodes[item];
            prev = self.add(to, prev, &node.name, Kind::Fixed, Origin::Base(item));
            self.nodes[prev].set = (node.kind != Kind::Fixed).then(String::new);
        }
        prev
    }

    fn remove(&mut self, mut at: usize, lists: &mut HashSet<usize>) {
        while !std::mem::replace(&mut self.nodes[at].is_removed, true) {
            let (parent, next) = (self.nodes[at].parent, self.nodes[at].next);
            let meta = &self.nodes[next];
            if meta.kind == Kind::Meta && meta.name.strip_prefix('@') == Some(&self.nodes[at].name)
            {
                self.nodes[next].is_removed = true;
                self.nodes[parent].live -= 1;
            }
            self.nodes[parent].live -= 1;
            self.nodes[parent].is_changed = true;
            if self.nodes[parent].kind == Kind::List {
                lists.insert(parent);
            }
            if parent == self.top || self.nodes[parent].live > 0 {
                return;
            }
            at = parent;
        }
    }

    /// Leaves empty texts in the place of items that others follow.
    fn keep_places(&mut self, list: usize) {
        let mut at = self.nodes[list].last;
        while at != NONE && self.nodes[at].is_removed {
            at = self.nodes[at].prev;
        }
        while at != NONE {
            if self.nodes[at].is_removed {
                self.blank(at);
            }
            at = self.nodes[at].prev;
        }
    }

    fn blank(&mut self, at: usize) {
        self.nodes[at].is_removed = false;
        if self.nodes[at].kind.is_container() {
            self.children(at).collect::<Vec<_>>().into_iter().for_each(|at| self.blank(at));
        } else if matches!(self.nodes[at].kind, Kind::Text(_)) {
            self.nodes[at].set = Some(String::new());
        }
    }
}

/// Whether a file has the texts of these edits, and its other entries as before.
pub(crate) fn is_done(before: &[Entry], after: &[Entry], edits: &[Edit<'_>]) -> bool {
    let found: HashMap<&str, (&Text, EntryState)> =
        after.iter().map(|entry| (entry.key.as_str(), (&entry.text, entry.state))).collect();
    let mut edited = HashSet::new();
    let is_made = edits.iter().all(|edit| match *edit {
        Edit::Set { key, text } | Edit::Insert { key, text, .. } => {
            edited.insert(key);
            let is_fixed = matches!((edit, text), (Edit::Insert { .. }, Text::One(_)));
            found.get(key).is_some_and(|(found, state)| {
                *found == text || is_fixed && *state == EntryState::Fixed
            })
        }
        Edit::Remove { key } => {
            edited.insert(key);
            true
        }
    });
    let mut others = before.iter().filter(|entry| !edited.contains(entry.key.as_str()));
    // Nothing, as in `title:`, may have become a mapping.
    is_made
        && others.all(|entry| match found.get(entry.key.as_str()) {
            Some(found) => *found == (&entry.text, entry.state),
            None => entry.state == EntryState::Fixed,
        })
}

/// Replaces these places, which do not overlap.
pub(crate) fn splice(source: &str, mut places: Vec<(Range<usize>, String)>) -> String {
    // Of additions in one place, those of inner members come first.
    places.reverse();
    places.sort_by_key(|(place, _)| (place.start, place.end));
    let mut text = String::with_capacity(source.len() + source.len() / 8);
    let mut at = 0;
    for (place, new) in places {
        text.push_str(&source[at..place.start.max(at)]);
        text.push_str(&new);
        at = place.end.max(at);
    }
    text.push_str(&source[at..]);
    text
}

/// Why a file is no translation file at all: an unfinished merge, or a file that Git LFS has.
pub(crate) fn check_source(source: &str) -> Result<(), SyntaxError> {
    if source.starts_with("version https://git-lfs.github.com/spec/") {
        return Err(SyntaxError {
            line: 1,
            message: "a pointer of Git LFS; run `git lfs pull`".to_owned(),
        });
    }
    let is_marker = |line: &str| line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ");
    match source.lines().position(is_marker) {
        Some(line) => Err(SyntaxError {
            line: line + 1,
            message: "a conflict marker; finish the merge".to_owned(),
        }),
        None => Ok(()),
    }
}

pub(crate) fn error(source: &str, at: usize, message: impl Into<String>) -> SyntaxError {
    let before = source.as_bytes().get(..at).unwrap_or(source.as_bytes());
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    SyntaxError { line, message: message.into() }
}

pub(crate) fn duplicate(source: &str, at: usize, key: &str) -> SyntaxError {
    error(source, at, format!("duplicate key `{key}`"))
}

fn unfit(key: &str, problem: &str) -> SyntaxError {
    SyntaxError { line: 1, message: format!("`{key}` {problem}") }
}

fn newlines(text: &str) -> usize {
    text.bytes().filter(|byte| *byte == b'\n').count()
}
