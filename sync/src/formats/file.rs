//! Changes of files by the spans of their nodes: one algorithm for all formats.

use std::collections::{HashMap, HashSet};
use std::mem::discriminant;
use std::ops::Range;

use super::source::Source;
use crate::icu::CATEGORIES;

use super::{Format, Kind, Node, Splice, State, Style, SyntaxError, Text, Tree};

/// Why an edit is taken back.
const MISFIT: &str = "the file cannot hold this text here";
/// The number of entries that show the style of a container.
const FEW: usize = 8;

/// Texts by key.
pub(crate) type Texts = HashMap<String, Text>;

/// A file that was read.
pub(crate) struct File {
    format: &'static dyn Format,
    source: Source,
    langs: Vec<String>,
    /// A container with all that is in the file, or in its root.
    tree: Node,
    /// The name of the container that has all entries and is named by the language.
    root: Option<Range<usize>>,
    entries: Vec<Entry>,
    index: HashMap<String, usize>,
    /// What is at each key of an entry or container, such as `a plural`.
    kinds: HashMap<String, &'static str>,
    /// The keys of metadata and aliases.
    meta: Vec<String>,
    /// The keys that are there already, and whether they have a text.
    duplicates: Vec<(SyntaxError, bool)>,
}

/// A text of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The names of the containers around it and its own, joined by `::`.
    pub(crate) key: String,
    pub(crate) text: Text,
    pub(crate) state: State,
    pub(crate) original: Option<Text>,
    /// The key of the list around it: its items can only be sent together.
    pub(crate) list: Option<String>,
    /// From 1.
    pub(crate) line: usize,
}

/// A file with other texts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Updated {
    pub(crate) bytes: Vec<u8>,
    /// The keys whose texts could not be written, with the reason.
    pub(crate) refused: Vec<(String, String)>,
}

impl File {
    /// Reads a file in the language with these codes, such as the local one and the service's.
    ///
    /// # Errors
    ///
    /// Fails if it is not valid in its format.
    pub(crate) fn read(
        format: &'static dyn Format,
        bytes: &[u8],
        langs: &[&str],
    ) -> Result<Self, SyntaxError> {
        Self::read_export(format, bytes, langs)?.unique()
    }

    /// Reads a file of the service. It may have a key twice: the first entry counts.
    ///
    /// # Errors
    ///
    /// Fails if it is not valid in its format otherwise.
    pub(crate) fn read_export(
        format: &'static dyn Format,
        bytes: &[u8],
        langs: &[&str],
    ) -> Result<Self, SyntaxError> {
        let langs = langs.iter().map(|lang| (*lang).to_owned()).collect();
        Self::parse(format, Source::decode(bytes, format.is_latin1())?, langs)
    }

    fn parse(
        format: &'static dyn Format,
        source: Source,
        langs: Vec<String>,
    ) -> Result<Self, SyntaxError> {
        check_source(&source.text)?;
        let Tree { nodes, inner } = format.parse(&source.text)?;
        let mut tree = Node::new("", 0..0, inner, Kind::Map(nodes));
        let root = format.has_root().then(|| take_root(&mut tree, &langs)).flatten();
        let mut collector =
            Collector { source: &source.text, at: 0, line: 1, ..Collector::default() };
        collector.collect(tree.members().unwrap_or_default(), "", None);
        let Collector { entries, meta, places, duplicates, .. } = collector;
        let kinds = places.into_iter().map(|(key, (_, kind))| (key, kind)).collect();
        let index = entries.iter().enumerate().map(|(at, entry)| (entry.key.clone(), at)).collect();
        Ok(Self { format, source, langs, tree, root, entries, index, kinds, meta, duplicates })
    }

    fn unique(self) -> Result<Self, SyntaxError> {
        match self.duplicates.first() {
            Some((error, _)) => Err(error.clone()),
            None => Ok(self),
        }
    }

    /// Returns the first duplicate that has a text.
    pub(crate) fn duplicate(&self) -> Option<&SyntaxError> {
        self.duplicates.iter().find(|(_, has_text)| *has_text).map(|(error, _)| error)
    }

    /// Returns the texts, in their order.
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the keys of what is no entry, such as aliases in lists.
    pub(crate) fn meta(&self) -> &[String] {
        &self.meta
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Entry> {
        self.index.get(key).map(|at| &self.entries[*at])
    }

    /// Returns the entry of a key, or another form of its plural where these are keys of their own,
    /// as in i18next: `item_few` beside `item_other`.
    pub(crate) fn model(&self, key: &str) -> Option<&Entry> {
        if let Some(entry) = self.get(key) {
            return Some(entry);
        }
        let (stem, form) = self.form(key)?;
        let forms: &[&str] = match form.parse::<u8>() {
            Ok(_) => &["plural"],
            // Each plural of i18next has this form.
            Err(_) => &["other"],
        };
        forms.iter().find_map(|form| self.get(&format!("{stem}_{form}")))
    }

    /// Splits the key of a plural form, such as `item_few`, if forms are keys of their own.
    pub(crate) fn form<'k>(&self, key: &'k str) -> Option<(&'k str, &'k str)> {
        let (stem, form) = key.rsplit_once('_').filter(|_| self.format.has_form_keys())?;
        let is_form = CATEGORIES.contains(&form) || form.parse::<u8>().is_ok();
        is_form.then_some((stem, form))
    }

    /// Returns why a key has no place, and its name or that of a container around it: that is
    /// something else in the base file. A text may be in place of a plural.
    pub(crate) fn other_kind<'k>(&self, base: &Self, key: &'k str) -> Option<(&'k str, String)> {
        let around = key.match_indices("::").map(|(at, _)| &key[..at]);
        around.chain([key]).find_map(|name| {
            let (own, other) = (self.kinds.get(name)?, base.kinds.get(name)?);
            let is_other = own != other && (*own, *other) != ("a text", "a plural");
            is_other.then(|| {
                let reason = format!(
                    "is {own} here and {other} in the base language: remove it here, and the next \
                     pull inserts it"
                );
                (name, reason)
            })
        })
    }

    /// Whether the file has containers.
    pub(crate) fn is_nested(&self) -> bool {
        let mut nodes = self.tree.members().into_iter().flatten();
        nodes.any(|node| matches!(node.kind, Kind::Map(_) | Kind::List(_)))
    }

    /// Returns the file with these texts. Those that it lacks are inserted as in `base`, if that
    /// has them. What cannot be written is left as it is.
    pub(crate) fn update(&self, base: &Self, mut texts: Texts) -> Updated {
        let mut refused = Vec::new();
        texts.retain(|key, text| {
            // A text becomes a copy of the entry in the base file.
            let is_copied = matches!(text, Text::One(_)) && self.get(key).is_some();
            match self.other_kind(base, key).filter(|_| !is_copied) {
                Some((name, reason)) => refused.push((key.clone(), format!("`{name}` {reason}"))),
                None => return true,
            }
            false
        });
        while !texts.is_empty() {
            let (text, wrong) = Editor::new(self, base, &texts).edit();
            let checked = if wrong.is_empty() { self.check(text, &texts) } else { Err(wrong) };
            let wrong = match checked {
                Ok(bytes) => return Updated { bytes, refused },
                Err(wrong) => wrong,
            };
            wrong.iter().for_each(|(key, _)| drop(texts.remove(key)));
            refused.extend(wrong);
        }
        Updated { bytes: self.source.encode(&self.source.text), refused }
    }

    /// Returns a copy of this file in the language with a local code, with these texts. `export` is
    /// the service's file.
    pub(crate) fn create(&self, mut texts: Texts, lang: &str, export: &Self) -> Updated {
        for entry in self.entries.iter().filter(|_| self.format.keeps_empty()) {
            texts.entry(entry.key.clone()).or_insert_with(|| entry.text.emptied(export));
        }
        let text = self.format.localize(self.source.text.clone(), lang, &export.source.text);
        let files = self.with(text, self.langs.clone()).and_then(|base| {
            let empty = self.with(base.reduced(&|_| false, lang), vec![lang.to_owned()])?;
            Ok((base, empty))
        });
        match files {
            Ok((base, empty)) => empty.update(&base, texts),
            Err(error) => {
                let refused = texts.into_keys().map(|key| (key, error.message.clone()));
                Updated { bytes: Vec::new(), refused: refused.collect() }
            }
        }
    }

    /// Reads another text of the file.
    fn with(&self, text: String, langs: Vec<String>) -> Result<Self, SyntaxError> {
        Self::parse(self.format, Source { text, encoding: self.source.encoding }, langs)?.unique()
    }

    /// Whether it could have its texts below a root, but has not.
    pub(crate) fn may_lack_root(&self) -> bool {
        self.format.has_root() && self.root.is_none()
    }

    /// Whether only the other file has its texts below a root that is named by its language.
    pub(crate) fn lacks_root(&self, other: &Self) -> bool {
        let has_texts = !self.entries.is_empty() && !other.entries.is_empty();
        has_texts && self.root.is_none() && other.root.is_some()
    }

    /// Whether its root is another spelling than this code.
    pub(crate) fn has_other_root(&self, lang: &str) -> bool {
        let root = self.root.clone().map(|root| plain_code(&self.source.text[root]));
        root.is_some_and(|root| root.trim_matches(['"', '\'']) != plain_code(lang))
    }

    /// Returns the file as it is sent: without these entries, and with the service's code at its
    /// root.
    pub(crate) fn without(&self, keys: &HashSet<&str>, lang: &str) -> Vec<u8> {
        self.source.encode(&self.reduced(&|key| !keys.contains(key), lang))
    }

    /// Returns the file with some of its entries, and with this code at its root.
    fn reduced(&self, is_kept: &dyn Fn(&str) -> bool, lang: &str) -> String {
        let mut splices = Vec::new();
        if let Some(root) = self.root.clone().filter(|_| self.has_other_root(lang)) {
            // In YAML, a plain `no` is `false`.
            let name = if lang == "no" { "\"no\"" } else { lang };
            splices.push((root, name.to_owned()));
        }
        let source = &self.source.text;
        splices.extend(prune(source, &self.tree, "", &mut |_, key| is_kept(key).then(Vec::new)).1);
        splice(source, 0..source.len(), splices)
    }

    fn separator(&self, inner: &Range<usize>) -> &'static str {
        self.format.separator(&self.source.text, inner)
    }

    /// Checks that an edited file has these texts, and all others as before.
    ///
    /// # Errors
    ///
    /// Fails with the keys that cannot be written, each with the reason.
    pub(super) fn check(
        &self,
        text: String,
        texts: &Texts,
    ) -> Result<Vec<u8>, Vec<(String, String)>> {
        // It is not known which text is wrong: those that are new, if there are any.
        let fail = |reason: &str| {
            let (new, old): (Vec<_>, Vec<_>) =
                texts.keys().partition(|key| self.get(key).is_none());
            let wrong = if new.is_empty() { old } else { new };
            wrong.into_iter().map(|key| (key.clone(), reason.to_owned())).collect::<Vec<_>>()
        };
        let new = self.with(text, self.langs.clone()).map_err(|error| fail(&error.message))?;
        let has = |key: &str, text: &Text| new.get(key).is_some_and(|new| new.text == *text);
        let wrong: Vec<_> = texts.iter().filter(|(key, text)| !has(key, text)).collect();
        if !wrong.is_empty() {
            return Err(wrong.iter().map(|(key, _)| ((*key).clone(), MISFIT.to_owned())).collect());
        }
        let is_same =
            |entry: &&Entry| texts.contains_key(&entry.key) || has(&entry.key, &entry.text);
        match self.entries.iter().find(|entry| !is_same(entry)) {
            None => Ok(self.source.encode(&new.source.text)),
            Some(entry) => Err(fail(&format!("`{}` would change too", entry.key))),
        }
    }
}

/// Returns a code without the differences of its spellings.
fn plain_code(code: &str) -> String {
    code.replace('_', "-").to_ascii_lowercase()
}

/// Takes the nodes out of a single container that is named by one of these languages. Returns where
/// its name is.
fn take_root(tree: &mut Node, langs: &[String]) -> Option<Range<usize>> {
    let Kind::Map(nodes) = &mut tree.kind else { return None };
    let [root] = nodes.as_mut_slice() else { return None };
    let name = plain_code(&root.name);
    if !langs.iter().any(|lang| plain_code(lang) == name) {
        return None;
    }
    let (nodes, inner) = match &mut root.kind {
        Kind::Map(nodes) | Kind::Plural(nodes) => (std::mem::take(nodes), root.value.clone()),
        Kind::Text(_) if root.state == State::Fixed && root.value.is_empty() => {
            (Vec::new(), root.span.end..root.span.end)
        }
        _ => return None,
    };
    let at = root.name_at.clone();
    *tree = Node::new("", 0..0, inner, Kind::Map(nodes));
    Some(at)
}

/// Collects the entries of nodes with their lines.
#[derive(Default)]
struct Collector<'s> {
    source: &'s str,
    at: usize,
    line: usize,
    /// The line of each key, and what is there.
    places: HashMap<String, (usize, &'static str)>,
    entries: Vec<Entry>,
    meta: Vec<String>,
    duplicates: Vec<(SyntaxError, bool)>,
}

impl Collector<'_> {
    fn collect(&mut self, nodes: &[Node], around: &str, list: Option<&str>) {
        for node in nodes {
            let start = node.name_at.start.max(self.at);
            self.line += self.source[self.at..start].matches('\n').count();
            self.at = start;
            let (key, line) = (key(around, node), self.line);
            if let Kind::Section(nodes) = &node.kind {
                self.collect(nodes, &key, list);
                continue;
            }
            if let Some((first, _)) = self.places.get(&key) {
                let message = format!("`{key}` is in line {first} already: keep one of them");
                let has_text = !matches!(&node.kind, Kind::Text(text) if text.is_empty());
                self.duplicates.push((SyntaxError { line, message }, has_text));
                continue;
            }
            self.places.insert(key.clone(), (line, node.kind.name()));
            let text = match &node.kind {
                Kind::Text(text) => Text::One(text.clone()),
                Kind::Plural(forms) => {
                    let count = self.entries.len();
                    self.collect(forms, &key, list);
                    let forms = self.entries.drain(count..).zip(forms);
                    Text::forms(forms.filter_map(|(entry, form)| match entry.text {
                        Text::One(text) => Some((form.name.clone(), text)),
                        Text::Forms(_) => None,
                    }))
                }
                Kind::Map(nodes) => {
                    self.collect(nodes, &key, list);
                    continue;
                }
                Kind::List(nodes) => {
                    self.collect(nodes, &key, list.or(Some(&key)));
                    continue;
                }
                Kind::Meta => {
                    self.meta.push(key);
                    continue;
                }
                Kind::Section(_) => continue,
            };
            let (state, original) = (node.state, node.original.clone());
            let list = list.map(str::to_owned);
            self.entries.push(Entry { key, text, state, original, list, line });
        }
    }
}

/// A container of a file, and the same one in the base file.
struct Place<'a> {
    key: &'a str,
    node: &'a Node,
    base: Option<&'a Node>,
}

impl<'a> Place<'a> {
    fn nodes(&self) -> &'a [Node] {
        self.node.members().unwrap_or_default()
    }

    fn base_nodes(&self) -> &'a [Node] {
        self.base.and_then(Node::members).unwrap_or_default()
    }
}

/// Changes texts of a file, and copies those that it lacks from the base file.
struct Editor<'a> {
    file: &'a File,
    base: &'a File,
    style: Style<'a>,
    copy_style: Style<'a>,
    texts: &'a Texts,
    /// The keys of plural forms that both files lack, by the key that they are copied from.
    forms: HashMap<&'a str, Vec<&'a str>>,
    /// The lists of the base file that are whole with new texts: items are found by their index.
    lists: HashSet<&'a str>,
    splices: Vec<Splice>,
    refused: Vec<(String, String)>,
}

impl<'a> Editor<'a> {
    fn new(file: &'a File, base: &'a File, texts: &'a Texts) -> Self {
        let [style, of_base] = [file, base].map(|file| Style::of(file.format, &file.source.text));
        let copy_style = match file.tree.members() {
            Some([]) => of_base,
            _ => Style { source: of_base.source, line_end: of_base.line_end, ..style },
        };
        let mut forms = HashMap::<_, Vec<_>>::new();
        for key in texts.keys().filter(|key| file.get(key).is_none() && base.get(key).is_none()) {
            if let Some(model) = base.model(key) {
                forms.entry(model.key.as_str()).or_default().push(key.as_str());
            }
        }
        forms.values_mut().for_each(|keys| keys.sort_unstable());
        let lacked = || base.entries.iter().filter(|entry| file.get(&entry.key).is_none());
        let is_new = |entry: &&Entry| texts.contains_key(&entry.key);
        let mut lists: HashSet<_> =
            lacked().filter(is_new).filter_map(|entry| entry.list.as_deref()).collect();
        let is_missing = |entry: &&Entry| entry.state != State::Fixed && !is_new(entry);
        for list in lacked().filter(is_missing).filter_map(|entry| entry.list.as_deref()) {
            lists.remove(list);
        }
        let (splices, refused) = (Vec::new(), Vec::new());
        Self { file, base, style, copy_style, texts, forms, lists, splices, refused }
    }

    /// Returns the file with the texts, and the keys of those that cannot be written.
    fn edit(mut self) -> (String, Vec<(String, String)>) {
        // What is in the root of one language is in no other one.
        let is_alike = self.file.root.is_some() == self.base.root.is_some();
        let base = Some(&self.base.tree).filter(|_| is_alike);
        self.container(&Place { key: "", node: &self.file.tree, base });
        let source = &self.file.source.text;
        (splice(source, 0..source.len(), self.splices), self.refused)
    }

    /// Changes the texts in a container, and inserts those that it lacks.
    fn container(&mut self, place: &Place<'_>) {
        let names: HashMap<_, _> = by_name(place.base_nodes());
        for node in place.nodes() {
            let key = &key(place.key, node);
            let base = names.get(node.name.as_str()).copied();
            match node.members() {
                Some(_) => {
                    let is_like =
                        |base: &&Node| discriminant(&base.kind) == discriminant(&node.kind);
                    self.container(&Place { key, node, base: base.filter(is_like) });
                }
                None => self.set(place, node, key, base),
            }
        }
        self.insert(place);
    }

    /// Sets a text. One that became a plural in the base file, or the reverse, becomes a copy of
    /// the entry there.
    fn set(&mut self, place: &Place<'_>, node: &Node, key: &str, same: Option<&Node>) {
        let Some(text) = self.texts.get(key) else { return };
        let is_like = |node: &Node| match text {
            Text::One(_) => matches!(node.kind, Kind::Text(_)),
            Text::Forms(_) => matches!(node.kind, Kind::Plural(_)),
        };
        let splices = match same.filter(|same| is_like(same) && !is_like(node)) {
            Some(same) => copy(&self.copy_style, same, &same.name, text).map(|copy| {
                let copy = self.fit(place, same, &copy);
                let start = node.span.start + lead(&self.file.source.text, node).len();
                vec![(start..node.span.end, copy.trim_start().to_owned())]
            }),
            None => {
                let base = self.base.source.text.as_str();
                let model = same.map(|same| &base[same.value.clone()]);
                let style = Style { model: model.filter(|it| !it.is_empty()), ..self.style };
                changes(&style, node, text)
            }
        };
        let splices = self.written(key, splices);
        self.splices.extend(splices.into_iter().flatten());
    }

    /// Inserts what a container lacks, each after its predecessor in the base file.
    fn insert(&mut self, place: &Place<'_>) {
        let own = by_name(place.nodes());
        let separator = self.file.separator(&place.node.value);
        let (mut before, mut first) = (None, Vec::new());
        for node in place.base_nodes() {
            let key = key(place.key, node);
            let copies = match own.get(node.name.as_str()) {
                Some(own) => {
                    before = Some(own.span.end);
                    self.forms(node, &key)
                }
                None => {
                    let source = &self.base.source.text;
                    let (is_kept, splices) =
                        prune(source, node, &key, &mut |node, key| self.pick(node, key));
                    let copy = is_kept.then(|| splice(source, node.span.clone(), splices));
                    copy.into_iter().collect()
                }
            };
            for copy in copies {
                let copy = self.fit(place, node, &copy);
                match before {
                    Some(at) => self.splices.push((at..at, format!("{separator}{copy}"))),
                    None => first.push(copy),
                }
            }
        }
        if !first.is_empty() {
            let at = place.node.value.start;
            self.splices.push((at..at, self.first(place, &first.join(separator))));
        }
    }

    /// Returns the changes of an entry of the base file, if it is copied.
    fn pick(&mut self, node: &Node, key: &str) -> Option<Vec<Splice>> {
        let entry = self.base.get(key)?;
        let is_whole = entry.list.as_deref().map(|list| self.lists.contains(list));
        if is_whole == Some(false) || self.file.get(key).is_some() {
            return None;
        } else if entry.state == State::Fixed {
            return is_whole.map(|_| Vec::new());
        }
        let forms = self.forms(node, key).join(self.base.separator(&node.value));
        let Some(text) = self.texts.get(key) else {
            return (!forms.is_empty()).then(|| vec![(node.span.clone(), forms)]);
        };
        let end = node.span.end;
        let mut splices = self.written(key, changes(&self.copy_style, node, text))?;
        if !forms.is_empty() {
            splices.push((end..end, self.base.separator(&node.value).to_owned() + &forms));
        }
        Some(splices)
    }

    /// Returns copies of a node as the further forms of its plural.
    fn forms(&mut self, node: &Node, key: &str) -> Vec<String> {
        let keys = self.forms.get(key).cloned().unwrap_or_default();
        let copy = |key: &'a str| {
            let name = key.rsplit("::").next().unwrap_or(key);
            let copy = copy(&self.copy_style, node, name, self.texts.get(key)?);
            self.written(key, copy)
        };
        keys.into_iter().filter_map(copy).collect()
    }

    fn written<T>(&mut self, key: &str, result: Result<T, String>) -> Option<T> {
        result.map_err(|reason| self.refused.push((key.to_owned(), reason))).ok()
    }

    /// Returns the copy of a node with the line ends and indentation of a container.
    fn fit(&self, place: &Place<'_>, node: &Node, copy: &str) -> String {
        let own = lead(&self.base.source.text, node);
        let is_flat = self.file.separator(&place.node.value).is_empty();
        let mut leads = place.nodes().iter().map(|node| lead(&self.file.source.text, node));
        // The first entry of a flat file has no line end before it.
        let first = leads.next().filter(|lead| !is_flat || !lead.is_empty());
        // A blank line between two entries is no style of the file.
        let like = leads.take(FEW).min_by_key(|lead| lead.matches('\n').count()).or(first);
        let around = place.base.map_or("", |base| indent(&self.base.source.text, base));
        let from = own.rsplit_once('\n').map_or(around, |(_, indent)| indent);
        let (lines, to) = match like.map(|like| like.rsplit_once('\n').ok_or(like)) {
            Some(Err(like)) => return format!("{like}{}", &copy[own.len()..]),
            Some(Ok((before, indent))) => (before.matches('\n').count() + 1, indent.to_owned()),
            None => {
                let source = &self.file.source.text;
                let rest = &source[place.node.value.start..];
                let indent = indent(source, place.node);
                let more = from.strip_prefix(around);
                let to = more.map_or(from.to_owned(), |more| format!("{indent}{more}"));
                (usize::from(is_flat && rest.starts_with(['\r', '\n'])), to)
            }
        };
        let end = self.style.line_end;
        let text = copy[own.len()..].replace(self.copy_style.line_end, end);
        let text = text.replace(&format!("{end}{from}"), &format!("{end}{to}"));
        match lines.max(own.matches('\n').count()) {
            0 => format!("{own}{text}"),
            lines => format!("{}{to}{text}", end.repeat(lines)),
        }
    }

    /// Returns what is inserted at the start of a container.
    fn first(&self, place: &Place<'_>, copies: &str) -> String {
        let inner = &place.node.value;
        let (separator, end) = (self.file.separator(inner), self.style.line_end);
        let source = self.file.source.text.as_str();
        if inner.start == 0 && separator.is_empty() {
            // As many line ends as between other entries.
            let gap = match place.nodes() {
                _ if source.starts_with(['\r', '\n']) => return copies.trim_start().to_owned(),
                [] => "",
                [_, second, ..] => lead(source, second),
                [_] => {
                    place.base_nodes().get(1).map_or("", |node| lead(&self.base.source.text, node))
                }
            };
            return copies.trim_start().to_owned() + &end.repeat(gap.matches('\n').count().max(1));
        }
        if !place.nodes().is_empty() {
            return format!("{copies}{separator}");
        }
        match inner.is_empty() && copies.starts_with(['\r', '\n']) && !separator.is_empty() {
            true => format!("{copies}{end}{}", indent(source, place.node)),
            false => copies.to_owned(),
        }
    }
}

fn by_name(nodes: &[Node]) -> HashMap<&str, &Node> {
    nodes.iter().map(|node| (node.name.as_str(), node)).collect()
}

/// Returns a copy of an entry with another name and text.
fn copy(style: &Style<'_>, node: &Node, name: &str, text: &Text) -> Result<String, String> {
    let mut splices = changes(style, node, text)?;
    if name != node.name {
        let spelled = style.source[node.name_at.clone()].replace(&node.name, name);
        splices.push((node.name_at.clone(), spelled));
    }
    Ok(splice(style.source, node.span.clone(), splices))
}

/// Returns the changes that give an entry a text.
fn changes(style: &Style<'_>, node: &Node, text: &Text) -> Result<Vec<Splice>, String> {
    let mut splices = match (&node.kind, text) {
        (Kind::Text(old), Text::One(text)) if old == text => return Ok(Vec::new()),
        (Kind::Text(_), Text::One(text)) => {
            vec![(node.value.clone(), style.format.encode(style, node, text)?)]
        }
        (Kind::Plural(old), Text::Forms(forms)) => plural(style, node, old, forms)?,
        _ => return Err("only one of the file and the service has a plural".to_owned()),
    };
    splices.extend(style.format.finish(style.source, node));
    Ok(splices)
}

/// Returns the changes that give a plural these forms. A new form is a copy of the last one.
fn plural(
    style: &Style<'_>,
    node: &Node,
    old: &[Node],
    forms: &[(String, String)],
) -> Result<Vec<Splice>, String> {
    let last = old.last().ok_or("the plural has no form to copy")?;
    let separator = style.format.separator(style.source, &node.value);
    let mut splices = Vec::new();
    let (mut at, mut is_first) = (old[0].span.start, true);
    for (name, text) in forms {
        let text = Text::One(text.clone());
        if let Some(form) = old.iter().find(|form| form.name == *name) {
            splices.extend(changes(style, form, &text)?);
            (at, is_first) = (form.span.end, false);
            continue;
        }
        let copy = copy(style, last, name, &text)?;
        let copy =
            if is_first { format!("{copy}{separator}") } else { format!("{separator}{copy}") };
        splices.push((at..at, copy));
    }
    let is_kept = |node: &Node| forms.iter().any(|(name, _)| *name == node.name);
    splices.extend(cut(style.source, old, &old.iter().map(is_kept).collect::<Vec<_>>()));
    Ok(splices)
}

/// Removes what `pick` does not keep, and changes the rest as it says. Returns whether anything is
/// left.
fn prune(
    source: &str,
    node: &Node,
    around: &str,
    pick: &mut dyn FnMut(&Node, &str) -> Option<Vec<Splice>>,
) -> (bool, Vec<Splice>) {
    let Some(nodes @ [_, ..]) = node.members() else {
        let splices = pick(node, around);
        return (splices.is_some(), splices.unwrap_or_default());
    };
    let (mut kept, mut splices) = (Vec::with_capacity(nodes.len()), Vec::new());
    for node in nodes {
        let (is_kept, within) = prune(source, node, &key(around, node), pick);
        kept.push(is_kept);
        splices.extend(within.into_iter().filter(|_| is_kept));
    }
    if let Some(last) =
        kept.iter().rposition(|is_kept| *is_kept).filter(|_| matches!(node.kind, Kind::List(_)))
    {
        // The items after a removed one would get the keys of others.
        kept[..last].fill(true);
    }
    splices.extend(cut(source, nodes, &kept));
    (kept.contains(&true), splices)
}

/// Returns what removes the nodes of a container that are not kept, with the separators between.
fn cut(source: &str, nodes: &[Node], is_kept: &[bool]) -> Vec<Splice> {
    let gone = nodes.iter().enumerate().filter(|(at, _)| !is_kept[*at]);
    let range = |(at, node): (usize, &Node)| match nodes.get(at + 1) {
        _ if is_kept[..at].contains(&true) => nodes[at - 1].span.end..node.span.end,
        Some(next) if nodes[0].span.start == 0 => {
            node.span.start..next.span.start + lead(source, next).len()
        }
        Some(next) => node.span.start..next.span.start,
        None => node.span.clone(),
    };
    gone.map(|gone| (range(gone), String::new())).collect()
}

/// Returns this part of a source with the splices. Those at one place keep their order.
fn splice(source: &str, part: Range<usize>, mut splices: Vec<Splice>) -> String {
    splices.sort_by_key(|(range, _)| (range.start, range.end));
    let mut text = String::with_capacity(part.len());
    let mut at = part.start;
    for (range, new) in splices {
        text.push_str(source.get(at..range.start).unwrap_or_default());
        text.push_str(&new);
        at = at.max(range.end);
    }
    text.push_str(source.get(at..part.end).unwrap_or_default());
    text
}

/// Returns the white space before a node and its comments.
fn lead<'s>(source: &'s str, node: &Node) -> &'s str {
    let text = &source[node.span.clone()];
    &text[..text.len() - text.trim_start().len()]
}

/// Returns the white space before a node in its line.
fn indent<'s>(source: &'s str, node: &Node) -> &'s str {
    let lead = lead(source, node);
    lead.rsplit(['\n', '\r']).next().unwrap_or_default()
}

fn key(around: &str, node: &Node) -> String {
    match (&node.kind, around) {
        (Kind::Section(_), _) => around.to_owned(),
        (_, "") => node.name.clone(),
        (_, around) => format!("{around}::{}", node.name),
    }
}

/// Finds what makes a file no translation file at all: an unfinished merge, and what Git LFS has.
fn check_source(source: &str) -> Result<(), SyntaxError> {
    let error = |line: usize, message: &str| Err(SyntaxError { line, message: message.to_owned() });
    if source.starts_with("version https://git-lfs.github.com/spec/") {
        return error(1, "a pointer of Git LFS: run `git lfs pull`");
    }
    let is_marker = |line: &str| line.starts_with("<<<<<<< ") || line.starts_with(">>>>>>> ");
    match source.lines().position(is_marker) {
        Some(line) => error(line + 1, "a conflict marker: finish the merge"),
        None => Ok(()),
    }
}
