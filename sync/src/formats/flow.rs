//! Writes the changes of a tree. Members between braces and commas are written here, for JSON and
//! YAML; members on lines of their own by YAML.

use std::ops::Range;

use crate::formats::tree::{Kind, Node, Origin, Tree};

pub(crate) type Places = Vec<(Range<usize>, String)>;

/// What differs between JSON and YAML.
pub(crate) trait Syntax {
    /// Writes a text as this value is written. `indent` is that of its member.
    fn encode(&self, value: &str, text: &str, is_flow: bool, indent: &str) -> String;

    /// Writes the changed members of a mapping or list without braces.
    fn write_block(&self, _: &Writer<'_>, _: usize, _: &mut Places) {}

    /// Writes a value of another kind.
    fn replace(&self, writer: &Writer<'_>, at: usize, places: &mut Places) {
        let indent = || indent_at(writer.source, writer.tree.nodes[at].start());
        let value = writer.value(at, writer.is_multiline.then(indent));
        places.push((writer.tree.nodes[at].value.clone(), value));
    }
}

pub(crate) struct Writer<'a> {
    pub(crate) syntax: &'a dyn Syntax,
    pub(crate) source: &'a str,
    pub(crate) tree: &'a Tree,
    pub(crate) base_source: &'a str,
    pub(crate) base: &'a Tree,
    /// What a level of nesting is indented by.
    pub(crate) unit: String,
    pub(crate) newline: &'static str,
    /// Members of a new file, or of one with several lines, may be on lines of their own.
    pub(crate) is_multiline: bool,
}

/// The line end of a file, or of another one if it has none.
pub(crate) fn newline(source: &str, base: &str) -> &'static str {
    let source = if source.contains('\n') { source } else { base };
    if source.contains("\r\n") { "\r\n" } else { "\n" }
}

impl<'a> Writer<'a> {
    pub(crate) fn places(&self) -> Places {
        let mut places = Vec::new();
        let mut rest = vec![0];
        while let Some(at) = rest.pop() {
            let node = &self.tree.nodes[at];
            if node.is_replaced {
                self.syntax.replace(self, at, &mut places);
                continue;
            }
            if let Some(text) = &node.set {
                let is_flow = !self.tree.nodes[node.parent].is_block;
                let indent = if is_flow { 0..0 } else { 0..node.start() };
                let indent = &column_at(&self.source[indent.clone()], indent.end);
                let value = &self.source[node.value.clone()];
                let value = self.syntax.encode(value, text, is_flow, indent);
                places.push((node.value.clone(), value));
            }
            if node.is_changed && node.is_block {
                self.syntax.write_block(self, at, &mut places);
            } else if node.is_changed {
                self.write(at, &mut places);
            }
            let is_old =
                |at: &usize| self.tree.nodes[*at].is_old() && !self.tree.nodes[*at].is_removed;
            rest.extend(self.tree.children(at).filter(is_old));
        }
        places
    }

    /// Where a new member is copied from.
    pub(crate) fn model(&self, at: usize) -> (&'a str, &'a Tree, usize) {
        match self.tree.nodes[at].origin {
            Some(Origin::Base(from)) => (self.base_source, self.base, from),
            Some(Origin::Own(from)) => (self.source, self.tree, from),
            None => (self.source, self.tree, at),
        }
    }

    /// The value that a new member is copied from.
    pub(crate) fn model_value(&self, at: usize) -> &'a str {
        let (source, tree, from) = self.model(at);
        // A text in the place of a plural is written as its last form.
        let form = &tree.nodes[tree.nodes[from].last];
        let node = &tree.nodes[from];
        match node.kind {
            Kind::Plural if form.is_old() => &source[form.value.clone()],
            _ => &source[node.value.clone()],
        }
    }

    /// Writes the changed members between braces. What stands around the others stays.
    fn write(&self, at: usize, places: &mut Places) {
        let value = &self.tree.nodes[at].value;
        let (open, close) = (value.start + 1, value.end - 1);
        let style = self.style(at, open);
        // What is written anew from here on, after the last comma before the next old member.
        let (mut from, mut before) = (open, open);
        let (mut new, mut is_first, mut is_dirty) = (Vec::new(), true, false);
        for child in self.tree.children(at) {
            let node = &self.tree.nodes[child];
            if !node.is_old() {
                new.push(child);
                is_dirty = true;
                continue;
            }
            let is_old_first = before == open;
            let lead = &self.source[before..node.start()];
            before = self.comma(node.value.end);
            if node.is_removed {
                is_dirty = true;
                continue;
            }
            if is_dirty {
                let mut text = self.members(&new, &mut is_first, &style);
                text.push_str(if is_first { "" } else { "," });
                text.push_str(match (is_first, is_old_first) {
                    (true, _) => &style.first,
                    (false, true) => &style.next,
                    (false, false) => lead,
                });
                places.push((from..node.start(), text));
                new.clear();
            }
            (from, is_first, is_dirty) = (node.value.end, false, false);
        }
        if is_dirty {
            let mut text = self.members(&new, &mut is_first, &style);
            if !is_first {
                text.push_str(style.tail.as_deref().unwrap_or(&self.source[before..close]));
            }
            places.push((from..close, text));
        }
    }

    /// Writes new members with what stands before them.
    fn members(&self, new: &[usize], is_first: &mut bool, style: &Style) -> String {
        let mut text = String::new();
        for at in new {
            let lead = if *is_first { &style.first } else { &style.next };
            if !std::mem::replace(is_first, false) {
                text.push(',');
            }
            text.push_str(lead);
            text.push_str(&self.member(*at, last_line(lead)));
        }
        text
    }

    /// What stands before the members between these braces.
    fn style(&self, at: usize, open: usize) -> Style {
        let old = |at: &usize| self.tree.nodes[*at].is_old();
        let mut old = self.tree.children(at).filter(old).map(|at| &self.tree.nodes[at]);
        let Some(one) = old.next() else {
            let indent = || indent_at(self.source, self.tree.nodes[at].start());
            let indent = self.is_multiline.then(indent);
            return self.new_style(at, indent);
        };
        let first = &self.source[open..one.start()];
        let next = match old.next() {
            Some(two) => &self.source[self.comma(one.value.end)..two.start()],
            None if first.contains('\n') => first,
            None => self.space(),
        };
        Style { first: short(first).to_owned(), next: short(next).to_owned(), tail: None }
    }

    /// What stands before the first and the other members of a new mapping or list, and after
    /// them, as in the base file. `indent` is that of its line, if it can have several.
    fn new_style(&self, at: usize, indent: Option<&str>) -> Style {
        let child = self.tree.nodes[at].first;
        let (source, tree, from) = self.model(child);
        let model = &tree.nodes[tree.nodes[from].parent];
        let one = &tree.nodes[model.first];
        let lead = source.get(model.value.start + 1..one.start()).unwrap_or_default();
        let is_flow = !model.is_block && one.is_old();
        let (first, next, tail) = match indent.filter(|_| is_flow && lead.contains('\n')) {
            Some(indent) => {
                let line = format!("{}{indent}", self.newline);
                let inner = format!("{line}{}", self.unit);
                (inner.clone(), inner, line)
            }
            None => {
                let lead = if is_flow && !lead.contains('\n') { lead } else { "" };
                (lead.to_owned(), self.space().to_owned(), lead.to_owned())
            }
        };
        Style { first, next, tail: Some(tail) }
    }

    /// Writes a new member.
    pub(crate) fn member(&self, at: usize, indent: Option<&str>) -> String {
        let value = self.value(at, indent);
        if self.tree.nodes[self.tree.nodes[at].parent].kind == Kind::List {
            return value;
        }
        format!("{}{}{value}", self.name(at), self.colon(at))
    }

    pub(crate) fn name(&self, at: usize) -> &str {
        let (source, tree, from) = self.model(at);
        let node = &self.tree.nodes[at];
        match tree.nodes[from].name == node.name {
            true => &source[tree.nodes[from].key.clone()],
            false => &node.name,
        }
    }

    /// What stands between a name and its value, as in the members before, or in the base file.
    fn colon(&self, at: usize) -> &str {
        let siblings = self.tree.nodes[at].parent;
        let old = self.tree.nodes[siblings].first;
        let (source, tree, from) = self.model(at);
        let own = [
            (self.source, &self.tree.nodes[old]),
            (self.source, self.first()),
            (source, &tree.nodes[from]),
        ];
        let found = own.into_iter().filter(|(_, node)| node.is_old() && !node.key.is_empty());
        let mut found =
            found.filter_map(|(source, node)| source.get(node.key.end..node.value.start));
        found.find(|colon| colon.trim() == ":" && !colon.contains('\n')).unwrap_or(": ")
    }

    /// Writes a value of which nothing is in the file yet.
    pub(crate) fn value(&self, at: usize, indent: Option<&str>) -> String {
        let node = &self.tree.nodes[at];
        if let Some(text) = &node.set {
            return self.syntax.encode(self.model_value(at), text, true, "");
        }
        let (open, close) = match node.kind {
            Kind::List => ('[', ']'),
            Kind::Map | Kind::Plural => ('{', '}'),
            _ => return self.model_value(at).to_owned(),
        };
        let new: Vec<usize> = self.tree.children(at).collect();
        let style = self.new_style(at, indent);
        let members = self.members(&new, &mut true, &style);
        format!("{open}{members}{}{close}", style.tail.unwrap_or_default())
    }

    /// The first member of the file.
    fn first(&self) -> &Node {
        &self.tree.nodes[self.tree.nodes[0].first]
    }

    /// What stands after a comma in a line: nothing if nothing stands after a colon.
    fn space(&self) -> &'static str {
        let base = self.base.nodes.first().map(|root| &self.base.nodes[root.first]);
        let own = Some(self.first()).filter(|node| node.is_old() && !node.value.is_empty());
        let own = own.map(|node| (self.source, node));
        let colon = own.or_else(|| base.map(|node| (self.base_source, node)));
        let colon = colon.and_then(|(source, node)| source.get(node.key.end..node.value.start));
        if colon == Some(":") { "" } else { " " }
    }

    /// The place after the comma that follows, if one does.
    pub(crate) fn comma(&self, end: usize) -> usize {
        let at = skip_blank(self.source, end);
        if self.source[at..].starts_with(',') { at + 1 } else { end }
    }
}

/// What stands before members.
struct Style {
    first: String,
    next: String,
    tail: Option<String>,
}

/// Skips white space and the comments of YAML; JSON has none.
pub(crate) fn skip_blank(source: &str, mut at: usize) -> usize {
    let bytes = source.as_bytes();
    while let Some(byte) = bytes.get(at) {
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => at += 1,
            b'#' => at += source[at..].find('\n').unwrap_or(source.len() - at),
            _ => break,
        }
    }
    at
}

/// The white space at the start of the line.
pub(crate) fn indent_at(source: &str, at: usize) -> &str {
    let line = &source[source[..at].rfind('\n').map_or(0, |at| at + 1)..at];
    &line[..line.len() - line.trim_start().len()]
}

/// As much space as there is before this place in its line.
pub(crate) fn column_at(source: &str, at: usize) -> String {
    let line = source[..at].rfind('\n').map_or(0, |at| at + 1);
    " ".repeat(source[line..at].chars().count())
}

/// What stands from the last line end on.
fn short(lead: &str) -> &str {
    match lead.rfind('\n') {
        Some(at) => &lead[at - usize::from(lead[..at].ends_with('\r'))..],
        None => lead,
    }
}

/// The indentation after the last line end.
fn last_line(lead: &str) -> Option<&str> {
    lead.rfind('\n').map(|at| &lead[at + 1..])
}
