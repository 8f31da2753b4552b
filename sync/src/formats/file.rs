//! Changes of files by the spans of their nodes: one algorithm for all formats.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use super::source::Source;
use crate::icu::CATEGORIES;

use super::{Format, Kind, Node, Splice, State, Style, SyntaxError, Text, Tree};

/// Why an edit is taken back.
const MISFIT: &str = "the file cannot hold this text here";

/// Texts by key.
pub(crate) type Texts = HashMap<String, Text>;

/// A file that was read.
pub(crate) struct File {
    format: &'static dyn Format,
    source: Source,
    langs: Vec<String>,
    tree: Tree,
    /// The name of the container that has all entries and is named by the language.
    root: Option<Range<usize>>,
    entries: Vec<Entry>,
    index: HashMap<String, usize>,
    /// The keys of metadata and aliases.
    meta: Vec<String>,
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
        let langs = langs.iter().map(|lang| (*lang).to_owned()).collect();
        Self::parse(format, Source::decode(bytes, format.is_latin1())?, langs)
    }

    fn parse(
        format: &'static dyn Format,
        source: Source,
        langs: Vec<String>,
    ) -> Result<Self, SyntaxError> {
        check_source(&source.text)?;
        let mut tree = format.parse(&source.text)?;
        let root = format.has_root().then(|| take_root(&mut tree, &langs)).flatten();
        let mut collector = Collector::new(&source.text);
        collector.collect(&tree.nodes, "", &mut HashMap::new())?;
        let (entries, meta) = (collector.entries, collector.meta);
        let mut index = HashMap::with_capacity(entries.len());
        for (at, entry) in entries.iter().enumerate() {
            if let Some(first) = index.insert(entry.key.clone(), at) {
                let message = duplicate(&entry.key, entries[first].line);
                return Err(SyntaxError { line: entry.line, message });
            }
        }
        Ok(Self { format, source, langs, tree, root, entries, index, meta })
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

    /// Whether the file has containers.
    pub(crate) fn is_nested(&self) -> bool {
        self.tree.nodes.iter().any(|node| matches!(node.kind, Kind::Map(_) | Kind::List(_)))
    }

    /// Returns the file with these texts. Those that it lacks are inserted as in `base`, if that
    /// has them. What cannot be written is left as it is.
    pub(crate) fn update(&self, base: &Self, mut texts: Texts) -> Updated {
        let mut refused = Vec::new();
        while !texts.is_empty() {
            let text = self.edited(base, &texts, &mut refused);
            refused.iter().for_each(|(key, _)| drop(texts.remove(key)));
            let (wrong, reason) = match self.check(text, &texts) {
                Ok(text) => return Updated { bytes: self.source.encode(&text), refused },
                Err((wrong, reason)) if wrong.is_empty() => {
                    let (new, old): (Vec<_>, Vec<_>) =
                        texts.keys().cloned().partition(|key| self.get(key).is_none());
                    (if new.is_empty() { old } else { new }, reason)
                }
                Err(wrong) => wrong,
            };
            wrong.iter().for_each(|key| drop(texts.remove(key)));
            refused.extend(wrong.into_iter().map(|key| (key, reason.clone())));
        }
        Updated { bytes: self.source.encode(&self.source.text), refused }
    }

    /// Returns a copy of this file in the language with a local code, with these texts.
    pub(crate) fn create(&self, mut texts: Texts, lang: &str, export: &Self) -> Updated {
        let mut refused = Vec::new();
        while !texts.is_empty() {
            let text = self.created(&texts, lang, export, &mut refused);
            refused.iter().for_each(|(key, _)| drop(texts.remove(key)));
            let source = Source { text, ..self.source.clone() };
            let (wrong, reason) = match Self::parse(self.format, source, vec![lang.to_owned()]) {
                Ok(new) => match new.lacks(&texts) {
                    wrong if wrong.is_empty() => {
                        return Updated { bytes: self.source.encode(&new.source.text), refused };
                    }
                    wrong => (wrong, MISFIT.to_owned()),
                },
                Err(error) => (texts.keys().cloned().collect(), error.message),
            };
            wrong.iter().for_each(|key| drop(texts.remove(key)));
            refused.extend(wrong.into_iter().map(|key| (key, reason.clone())));
        }
        Updated { bytes: Vec::new(), refused }
    }

    fn created(
        &self,
        texts: &Texts,
        lang: &str,
        export: &Self,
        refused: &mut Vec<(String, String)>,
    ) -> String {
        let source = self.source.text.as_str();
        let keeps_empty = self.format.keeps_empty();
        let empty = keeps_empty.then(|| self.format.empty_forms(&export.source.text));
        let copier = Copier { empty, ..Copier::new(self, texts, Style::of(source)) };
        let tree = &self.tree;
        let members = copier.members(&tree.nodes, &tree.inner, "", false, refused);
        let start = self.tree.inner.start;
        let first = self.tree.nodes.first().map_or(start, |node| node.span.start);
        let last = self.tree.nodes.last().map_or(start, |node| node.span.end);
        let members = members.unwrap_or_default();
        let members = if first == 0 { members.trim_start() } else { &members };
        let root = self.root.iter().map(|root| (root.clone(), self.format.form_name(lang)));
        let head = splice(source, 0..first, root.collect());
        let text = [&head, members, &source[last..]].concat();
        self.format.localize(text, lang, &export.source.text)
    }

    /// Returns the keys of texts that the file does not have.
    fn lacks(&self, texts: &Texts) -> Vec<String> {
        let has =
            |(key, text): &(&String, &Text)| self.get(key).is_some_and(|new| new.text == **text);
        texts.iter().filter(|text| !has(text)).map(|(key, _)| key.clone()).collect()
    }

    /// Whether only one of two files has its texts below a root that is named by its language.
    pub(crate) fn is_rooted_unlike(&self, other: &Self) -> bool {
        let has_texts = !self.entries.is_empty() && !other.entries.is_empty();
        has_texts && self.root.is_some() != other.root.is_some()
    }

    /// Whether its root is another spelling than this code.
    pub(crate) fn has_other_root(&self, lang: &str) -> bool {
        let root = self.root.clone().map(|root| plain_code(&self.source.text[root]));
        root.is_some_and(|root| root.trim_matches(['"', '\'']) != plain_code(lang))
    }

    /// Returns the file as it is sent: without these entries, and with the service's code at its
    /// root.
    pub(crate) fn without(&self, keys: &HashSet<&str>, lang: &str) -> Vec<u8> {
        let mut splices = Vec::new();
        if self.has_other_root(lang) {
            splices.extend(self.root.clone().map(|root| (root, self.format.form_name(lang))));
        }
        self.remove(&self.tree.nodes, "", false, keys, &mut splices);
        self.source.encode(&splice(&self.source.text, 0..self.source.text.len(), splices))
    }

    /// Removes entries, and the containers that are empty without them. Returns whether none of
    /// these nodes is left.
    fn remove(
        &self,
        nodes: &[Node],
        around: &str,
        is_list: bool,
        keys: &HashSet<&str>,
        splices: &mut Vec<Splice>,
    ) -> bool {
        let mut is_kept = Vec::with_capacity(nodes.len());
        for node in nodes {
            let key = key(around, node);
            let mut within = Vec::new();
            is_kept.push(match &node.kind {
                Kind::Map(nodes) | Kind::List(nodes) | Kind::Section(nodes)
                    if !nodes.is_empty() =>
                {
                    let is_list = matches!(node.kind, Kind::List(_));
                    !self.remove(nodes, &key, is_list, keys, &mut within)
                }
                _ => !keys.contains(key.as_str()),
            });
            if is_kept.last() == Some(&true) {
                splices.append(&mut within);
            }
        }
        if let Some(last) = is_kept.iter().rposition(|is_kept| *is_kept).filter(|_| is_list) {
            // The items after a removed one would get the keys of others.
            is_kept[..last].fill(true);
        }
        for (at, node) in nodes.iter().enumerate().filter(|(at, _)| !is_kept[*at]) {
            let has_kept = is_kept[..at].contains(&true);
            let range = match nodes.get(at + 1) {
                _ if has_kept => nodes[at - 1].span.end..node.span.end,
                Some(next) if node.span.start == 0 => {
                    let lead = lead(&self.source.text, next).len();
                    node.span.start..next.span.start + lead
                }
                Some(next) => node.span.start..next.span.start,
                None => node.span.clone(),
            };
            splices.push((range, String::new()));
        }
        !is_kept.contains(&true)
    }

    fn separator(&self, inner: &Range<usize>) -> &'static str {
        self.format.separator(&self.source.text, inner)
    }

    fn edited(&self, base: &Self, texts: &Texts, refused: &mut Vec<(String, String)>) -> String {
        let style = Style::of(&self.source.text);
        let of_base = Style::of(&base.source.text);
        // Copies are escaped like the file that they are for.
        let of_copies = match self.tree.nodes.is_empty() {
            true => of_base,
            false => Style { source: of_base.source, line_end: of_base.line_end, ..style },
        };
        let mut editor = Editor {
            file: self,
            style,
            copier: Copier { own: Some(self), ..Copier::new(base, texts, of_copies) },
            splices: Vec::new(),
            refused,
        };
        // What is in the root of one language is in no other one.
        let is_alike = self.root.is_some() == base.root.is_some();
        let place = Place {
            key: "",
            nodes: &self.tree.nodes,
            inner: self.tree.inner.clone(),
            indent: "",
            base: if is_alike { &base.tree.nodes } else { &[] },
            base_indent: "",
        };
        editor.container(place, false);
        let text = splice(&self.source.text, 0..self.source.text.len(), editor.splices);
        self.format.complete(text, &base.source.text)
    }

    /// Checks that an edited file has these texts, and all others as before.
    ///
    /// # Errors
    ///
    /// Fails with the keys that cannot be written, if they are known, and the reason.
    fn check(&self, text: String, texts: &Texts) -> Result<String, (Vec<String>, String)> {
        let source = Source { text, ..self.source.clone() };
        let new = Self::parse(self.format, source, self.langs.clone());
        let new = new.map_err(|error| (Vec::new(), error.message))?;
        let wrong = new.lacks(texts);
        if !wrong.is_empty() {
            return Err((wrong, MISFIT.to_owned()));
        }
        let is_same = |entry: &&Entry| {
            texts.contains_key(&entry.key)
                || new.get(&entry.key).is_some_and(|new| new.text == entry.text)
        };
        match self.entries.iter().find(|entry| !is_same(entry)) {
            None => Ok(new.source.text),
            Some(entry) => Err((Vec::new(), format!("`{}` would change too", entry.key))),
        }
    }
}

/// Returns a code without the differences of its spellings.
fn plain_code(code: &str) -> String {
    code.replace('_', "-").to_ascii_lowercase()
}

/// Takes the nodes out of a single container that is named by one of these languages. Returns where
/// its name is.
fn take_root(tree: &mut Tree, langs: &[String]) -> Option<Range<usize>> {
    let [root] = tree.nodes.as_mut_slice() else { return None };
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
    *tree = Tree { nodes, inner };
    Some(at)
}

fn duplicate(key: &str, line: usize) -> String {
    format!("`{key}` is in line {line} already: keep one of them")
}

/// Collects the entries of nodes with their lines.
struct Collector<'s> {
    source: &'s str,
    at: usize,
    line: usize,
    list: Option<String>,
    entries: Vec<Entry>,
    meta: Vec<String>,
}

impl<'s> Collector<'s> {
    fn new(source: &'s str) -> Self {
        Self { source, at: 0, line: 1, list: None, entries: Vec::new(), meta: Vec::new() }
    }

    /// `lines` are those of the keys in a container.
    fn collect<'n>(
        &mut self,
        nodes: &'n [Node],
        around: &str,
        lines: &mut HashMap<&'n str, usize>,
    ) -> Result<(), SyntaxError> {
        for node in nodes {
            let start = node.name_at.start.max(self.at);
            self.line += self.source[self.at..start].matches('\n').count();
            self.at = start;
            let line = self.line;
            if let Kind::Section(nodes) = &node.kind {
                self.collect(nodes, around, lines)?;
                continue;
            }
            let key = key(around, node);
            if let Some(first) = lines.insert(node.name.as_str(), line) {
                return Err(SyntaxError { line, message: duplicate(&key, first) });
            }
            let text = match &node.kind {
                Kind::Text(text) => Text::One(text.clone()),
                Kind::Plural(forms) => {
                    let count = self.entries.len();
                    self.collect(forms, &key, &mut HashMap::new())?;
                    self.entries.truncate(count);
                    Text::forms(forms.iter().filter_map(form))
                }
                Kind::Map(nodes) | Kind::List(nodes) => {
                    let is_outer = self.list.is_none() && matches!(node.kind, Kind::List(_));
                    if is_outer {
                        self.list = Some(key.clone());
                    }
                    self.collect(nodes, &key, &mut HashMap::new())?;
                    self.list = self.list.take().filter(|_| !is_outer);
                    continue;
                }
                Kind::Meta => {
                    self.meta.push(key);
                    continue;
                }
                Kind::Section(_) => continue,
            };
            let (state, original, list) = (node.state, node.original.clone(), self.list.clone());
            self.entries.push(Entry { key, text, state, original, list, line });
        }
        Ok(())
    }
}

fn form(node: &Node) -> Option<(String, String)> {
    match &node.kind {
        Kind::Text(text) => Some((node.name.clone(), text.clone())),
        _ => None,
    }
}

/// Copies nodes of the base file with other texts.
struct Copier<'a> {
    file: &'a File,
    texts: &'a Texts,
    /// The keys of plural forms that the base language lacks, by the key that they are copied from.
    forms: HashMap<&'a str, Vec<&'a str>>,
    style: Style<'a>,
    /// The forms of a plural without texts; `None` if entries without texts are not copied.
    empty: Option<Vec<String>>,
    /// The file that gets the copies. What it has, in whatever container, is not copied.
    own: Option<&'a File>,
}

impl<'a> Copier<'a> {
    fn new(file: &'a File, texts: &'a Texts, style: Style<'a>) -> Self {
        let mut forms: HashMap<_, Vec<_>> = HashMap::new();
        for key in texts.keys().filter(|key| file.get(key).is_none()) {
            if let Some(model) = file.model(key) {
                forms.entry(model.key.as_str()).or_default().push(key.as_str());
            }
        }
        forms.values_mut().for_each(|keys| keys.sort_unstable());
        Self { file, texts, forms, style, empty: None, own: None }
    }

    /// Returns copies of a node as the further forms of its plural. `has` finds known names.
    fn forms(
        &self,
        node: &Node,
        key: &str,
        has: &dyn Fn(&str) -> bool,
        refused: &mut Vec<(String, String)>,
    ) -> Vec<String> {
        let mut copies = Vec::new();
        for form in self.forms.get(key).into_iter().flatten() {
            let name = form.rsplit("::").next().unwrap_or(form);
            let Some(text) = self.texts.get(*form).filter(|_| !has(name)) else { continue };
            match changes(self.file.format, &self.style, node, text) {
                Ok(mut splices) => {
                    let name = self.file.format.form_name(name);
                    splices.push((node.name_at.clone(), name));
                    copies.push(splice(&self.file.source.text, node.span.clone(), splices));
                }
                Err(reason) => refused.push(((*form).to_owned(), reason)),
            }
        }
        copies
    }

    /// Returns a copy of nodes that follow one another; `None` if none has a text. In a list, each
    /// item must have one, as programs find them by their index.
    fn members(
        &self,
        nodes: &[Node],
        within: &Range<usize>,
        around: &str,
        in_list: bool,
        refused: &mut Vec<(String, String)>,
    ) -> Option<String> {
        let mut copies = Vec::new();
        for node in nodes {
            match self.copy(node, around, in_list, refused) {
                Some(copy) => copies.push(copy),
                None if in_list => return None,
                None => {}
            }
            copies.extend(self.forms(node, &key(around, node), &|_| false, refused));
        }
        (!copies.is_empty()).then(|| copies.join(self.file.separator(within)))
    }

    fn has_text(&self, nodes: &[Node], around: &str) -> bool {
        nodes.iter().any(|node| {
            let key = key(around, node);
            match &node.kind {
                Kind::Map(nodes) | Kind::List(nodes) | Kind::Section(nodes) => {
                    self.has_text(nodes, &key)
                }
                _ => self.texts.contains_key(&key),
            }
        })
    }

    fn copy(
        &self,
        node: &Node,
        around: &str,
        in_list: bool,
        refused: &mut Vec<(String, String)>,
    ) -> Option<String> {
        let key = key(around, node);
        let source = self.file.source.text.as_str();
        let splices = match &node.kind {
            Kind::Map(nodes) | Kind::List(nodes) | Kind::Section(nodes) => {
                let is_list = matches!(node.kind, Kind::List(_));
                let (first, last) = (nodes.first()?, nodes.last()?);
                if is_list && !in_list && !self.has_text(nodes, &key) {
                    return None;
                }
                let in_list = in_list || is_list;
                let members = self.members(nodes, &node.value, &key, in_list, refused)?;
                vec![(first.span.start..last.span.end, members)]
            }
            Kind::Text(_) | Kind::Plural(_) if node.state == State::Fixed => {
                if !in_list {
                    return None;
                }
                Vec::new()
            }
            Kind::Text(_) | Kind::Plural(_) => {
                let empty = self.empty.as_ref().map(|names| {
                    let form = |name: &String| (name.clone(), String::new());
                    match &node.kind {
                        Kind::Plural(forms) if names.is_empty() => {
                            Text::forms(forms.iter().map(|it| form(&it.name)))
                        }
                        Kind::Plural(_) => Text::forms(names.iter().map(form)),
                        _ => Text::One(String::new()),
                    }
                });
                if self.own.is_some_and(|own| own.get(&key).is_some()) {
                    return None;
                }
                let text = self.texts.get(&key).or(empty.as_ref())?;
                match changes(self.file.format, &self.style, node, text) {
                    Ok(splices) => splices,
                    Err(reason) => {
                        refused.push((key, reason));
                        return None;
                    }
                }
            }
            Kind::Meta => return None,
        };
        Some(splice(source, node.span.clone(), splices))
    }
}

/// A container of a file, and the same one in the base file.
struct Place<'a> {
    key: &'a str,
    nodes: &'a [Node],
    inner: Range<usize>,
    /// The white space before the container in its line.
    indent: &'a str,
    base: &'a [Node],
    base_indent: &'a str,
}

struct Editor<'a, 'r> {
    file: &'a File,
    style: Style<'a>,
    copier: Copier<'a>,
    splices: Vec<Splice>,
    refused: &'r mut Vec<(String, String)>,
}

impl<'a> Editor<'a, '_> {
    /// Changes the texts in a container, and inserts those that it lacks.
    fn container(&mut self, place: Place<'_>, is_list: bool) {
        let names: HashMap<_, _> =
            place.base.iter().map(|node| (node.name.as_str(), node)).collect();
        for node in place.nodes {
            let key = key(place.key, node);
            let same = names.get(node.name.as_str()).copied();
            match &node.kind {
                Kind::Text(_) | Kind::Plural(_) => self.set(&place, node, key, same),
                Kind::Map(nodes) | Kind::List(nodes) | Kind::Section(nodes) => {
                    self.within(node, nodes, &key, same);
                }
                Kind::Meta => {}
            }
        }
        self.insert(&place, is_list);
    }

    fn within(&mut self, node: &Node, nodes: &[Node], key: &str, same: Option<&Node>) {
        let base = match same.map(|same| (&same.kind, &node.kind)) {
            Some(
                (Kind::Map(base), Kind::Map(_))
                | (Kind::List(base), Kind::List(_))
                | (Kind::Section(base), Kind::Section(_)),
            ) => base,
            _ => &[][..],
        };
        let base_source = self.copier.file.source.text.as_str();
        let place = Place {
            key,
            nodes,
            inner: node.value.clone(),
            indent: indent(&self.file.source.text, node),
            base,
            base_indent: same.map_or("", |node| indent(base_source, node)),
        };
        self.container(place, matches!(node.kind, Kind::List(_)));
    }

    /// Sets a text. One that became a plural in the base file, or the reverse, becomes a copy of the
    /// entry there.
    fn set(&mut self, place: &Place<'_>, node: &Node, key: String, same: Option<&Node>) {
        let Some(text) = self.copier.texts.get(&key) else { return };
        let is_like = |node: &Node| {
            matches!(
                (&node.kind, text),
                (Kind::Text(_), Text::One(_)) | (Kind::Plural(_), Text::Forms(_))
            )
        };
        if let Some(same) = same.filter(|same| is_like(same) && !is_like(node)) {
            let own = self.copier.own.take();
            if let Some(copy) = self.copier.copy(same, place.key, false, self.refused) {
                let copy = self.fit(place, same, copy);
                let lead = lead(&self.file.source.text, node);
                let start = node.span.start + lead.len();
                self.splices.push((start..node.span.end, copy.trim_start().to_owned()));
            }
            self.copier.own = own;
            return;
        }
        let base = self.copier.file.source.text.as_str();
        let model = same.map(|same| &base[same.value.clone()]).filter(|it| !it.is_empty());
        let style = Style { model, ..self.style };
        match changes(self.file.format, &style, node, text) {
            Ok(splices) => self.splices.extend(splices),
            Err(reason) => self.refused.push((key, reason)),
        }
    }

    /// Inserts what a container lacks, each after its predecessor in the base file.
    fn insert(&mut self, place: &Place<'_>, is_list: bool) {
        let own: HashMap<_, _> =
            place.nodes.iter().map(|node| (node.name.as_str(), node)).collect();
        let mut before: Option<&Node> = None;
        let mut copies: BTreeMap<usize, (Option<&Node>, Vec<String>)> = BTreeMap::new();
        for node in place.base {
            let mut new = Vec::new();
            match own.get(node.name.as_str()) {
                Some(node) => before = Some(node),
                None => match self.copier.copy(node, place.key, is_list, self.refused) {
                    Some(copy) => new.push(copy),
                    None if is_list => break,
                    None => {}
                },
            }
            let key = key(place.key, node);
            new.extend(self.copier.forms(node, &key, &|name| own.contains_key(name), self.refused));
            let at = before.map_or(place.inner.start, |before| before.span.end);
            for copy in new {
                let copy = self.fit(place, node, copy);
                copies.entry(at).or_insert((before, Vec::new())).1.push(copy);
            }
        }
        let separator = self.file.separator(&place.inner);
        for (at, (before, copies)) in copies {
            let copies = copies.join(separator);
            let text = match before {
                Some(_) => format!("{separator}{copies}"),
                None => self.first(place, copies),
            };
            self.splices.push((at..at, text));
        }
    }

    /// Returns the copy of a node with the line ends and indentation of a container.
    fn fit(&self, place: &Place<'_>, node: &Node, copy: String) -> String {
        let source = self.file.source.text.as_str();
        let base = self.copier.file.source.text.as_str();
        let own = lead(base, node);
        let leads = place.nodes.iter().map(|node| lead(source, node));
        // The first entry of a flat file has no line end before it.
        let is_flat = self.file.separator(&place.inner).is_empty();
        let first = leads.clone().next().filter(|lead| !is_flat || !lead.is_empty());
        let like = leads.clone().nth(1).or(first);
        let end = self.style.line_end;
        let mut text = copy[own.len()..].to_owned();
        let from = own.rsplit('\n').next().filter(|_| own.contains('\n'));
        let from = from.unwrap_or(place.base_indent);
        let to = match like {
            Some(like) if !like.contains('\n') => return format!("{like}{text}"),
            Some(like) => like.rsplit('\n').next().unwrap_or_default().to_owned(),
            None => match from.strip_prefix(place.base_indent) {
                Some(more) => format!("{}{more}", place.indent),
                None => from.to_owned(),
            },
        };
        if self.copier.style.line_end != end {
            text = text.replace(self.copier.style.line_end, end);
        }
        if from != to {
            text = text.replace(&format!("{end}{from}"), &format!("{end}{to}"));
        }
        let lines = own.matches('\n').count();
        let lines = match like {
            _ if lines > 0 => lines,
            Some(like) => like.matches('\n').count(),
            None if place.inner.start == 0 => 0,
            None if source[place.inner.start..].starts_with(['\r', '\n']) => 1,
            None => usize::from(!place.nodes.is_empty() || !own.is_empty()),
        };
        match lines {
            0 => format!("{own}{text}"),
            lines => format!("{}{to}{text}", end.repeat(lines)),
        }
    }

    /// Returns what is inserted at the start of a container.
    fn first(&self, place: &Place<'_>, copies: String) -> String {
        let separator = self.file.separator(&place.inner);
        let end = self.style.line_end;
        if place.inner.start == 0 && separator.is_empty() {
            let copies = copies.trim_start();
            if self.file.source.text.starts_with(['\r', '\n']) {
                return copies.to_owned();
            }
            // As many line ends as between other entries.
            let second = place.nodes.get(1).map(|node| lead(&self.file.source.text, node));
            let base = self.copier.file.source.text.as_str();
            let second = second.or_else(|| Some(lead(base, place.base.get(1)?)));
            let second = second.filter(|_| !place.nodes.is_empty()).unwrap_or_default();
            return format!("{copies}{}", end.repeat(second.matches('\n').count().max(1)));
        }
        if !place.nodes.is_empty() {
            return format!("{copies}{separator}");
        }
        match place.inner.is_empty() && copies.starts_with(['\r', '\n']) && !separator.is_empty() {
            true => format!("{copies}{end}{}", place.indent),
            false => copies,
        }
    }
}

/// Returns the changes that give an entry a text.
fn changes(
    format: &dyn Format,
    style: &Style<'_>,
    node: &Node,
    text: &Text,
) -> Result<Vec<Splice>, String> {
    let mut splices = match (&node.kind, text) {
        (Kind::Text(old), Text::One(text)) => {
            if old == text {
                return Ok(Vec::new());
            }
            vec![(node.value.clone(), format.encode(style, node, text)?)]
        }
        (Kind::Plural(old), Text::Forms(forms)) => plural(format, style, node, old, forms)?,
        (Kind::Plural(_), Text::One(_)) => {
            return Err("it is a plural here, and a text at the service".to_owned());
        }
        _ => return Err("it is a text here, and a plural at the service".to_owned()),
    };
    splices.extend(format.finish(style.source, node));
    Ok(splices)
}

/// Returns the changes that give a plural these forms. A new form is a copy of the last one.
fn plural(
    format: &dyn Format,
    style: &Style<'_>,
    node: &Node,
    old: &[Node],
    forms: &[(String, String)],
) -> Result<Vec<Splice>, String> {
    let last = old.last().ok_or("the plural has no form to copy")?;
    let separator = format.separator(style.source, &node.value);
    let is_whole = format.is_whole(style.source, node);
    let mut splices = Vec::new();
    let (mut at, mut is_first) = (old[0].span.start, true);
    for (name, text) in forms {
        if let Some(node) = old.iter().find(|node| node.name == *name) {
            if is_whole || form(node).is_none_or(|(_, old)| old != *text) {
                splices.push((node.value.clone(), format.encode(style, node, text)?));
            }
            (at, is_first) = (node.span.end, false);
            continue;
        }
        let value = (last.value.clone(), format.encode(style, last, text)?);
        let name = (last.name_at.clone(), format.form_name(name));
        let copy = splice(style.source, last.span.clone(), vec![name, value]);
        let copy =
            if is_first { format!("{copy}{separator}") } else { format!("{separator}{copy}") };
        splices.push((at..at, copy));
    }
    let is_kept = |node: &Node| forms.iter().any(|(name, _)| *name == node.name);
    for (index, node) in old.iter().enumerate().filter(|(_, node)| !is_kept(node)) {
        let range = match old.get(index + 1) {
            _ if old[..index].iter().any(is_kept) => old[index - 1].span.end..node.span.end,
            Some(next) => node.span.start..next.span.start,
            None => node.span.clone(),
        };
        splices.push((range, String::new()));
    }
    Ok(splices)
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
