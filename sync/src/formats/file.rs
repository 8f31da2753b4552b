//! Changes of files by the spans of their nodes: one algorithm for all formats.

use std::collections::{HashMap, HashSet};
use std::mem::discriminant;
use std::ops::Range;
use std::slice;
use std::sync::Arc;

use super::source::Source;
use crate::icu::CATEGORIES;
use crate::plurals::{self, Slots};

use super::{Format, Kind, Node, Splice, State, Style, SyntaxError, Text, Tree, xml};

const PLURAL: &str = "a plural";
const TEXT: &str = "a text";
const OBJECT: &str = "an object";
/// What is no text, such as a number.
const FIXED: &str = "a fixed value";
/// Why an edit is taken back.
const MISFIT: &str = "the file cannot hold this text here";
/// The number of entries that show the style of a container.
const FEW: usize = 8;

/// Texts to write, by key.
pub(crate) type Texts = HashMap<String, NewText>;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NewText {
    pub(crate) text: Text,
    /// Whether to mark it as not finished. Formats that cannot say so do not.
    pub(crate) is_unfinished: bool,
}

impl From<Text> for NewText {
    fn from(text: Text) -> Self {
        Self { text, is_unfinished: false }
    }
}

/// The line of each key of an entry or container, and what is there, such as `a plural`.
type Kinds = HashMap<String, (usize, &'static str)>;

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
    kinds: Arc<Kinds>,
    /// The kinds in the base file, which says what is a plural.
    base_kinds: Option<Arc<Kinds>>,
    /// The categories of the forms of plurals, in catalogs.
    slots: Option<Slots>,
}

/// A text of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The names of the containers around it and its own, joined by `::`.
    pub(crate) key: String,
    /// The name and the context at the service; the context may be empty.
    pub(crate) name: String,
    pub(crate) context: String,
    pub(crate) text: Text,
    pub(crate) state: State,
    pub(crate) original: Option<Text>,
    /// The key of the list around it, or of its entry in `.stringsdict`: that is inserted whole.
    pub(crate) list: Option<String>,
    pub(crate) comment: String,
    /// The flags of gettext, such as `fuzzy, c-format`.
    pub(crate) flags: String,
    /// Why programs that use the format reject the text.
    pub(crate) problem: Option<&'static str>,
    pub(crate) has_elements: bool,
    /// Whether it is an alias or a merge of YAML, which brings texts of other keys.
    is_alias: bool,
    /// From 1.
    pub(crate) line: usize,
}

/// A file with other texts.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Updated {
    pub(crate) bytes: Vec<u8>,
    /// The keys whose texts could not be written, with the reason.
    pub(crate) refused: Vec<(String, String)>,
    /// The aliases of the base file that the file lacked, and whether it has them now.
    pub(crate) aliases: Vec<(String, bool)>,
}

/// The keys of texts that an edited file has not, or none if one of its texts, it is not known
/// which, spoils it; and why it is not written.
type Misfit = (Vec<String>, String);

impl File {
    /// Reads a file in the language with these codes, the local one first. `base` is its file of
    /// the base language. Fails if it is not valid in its format.
    pub(crate) fn read(
        format: &'static dyn Format,
        bytes: &[u8],
        langs: &[&str],
        base: Option<&Self>,
    ) -> Result<Self, SyntaxError> {
        let langs = langs.iter().map(|lang| (*lang).to_owned()).collect();
        let base_kinds = base.map(|base| Arc::clone(&base.kinds));
        let source = Source::decode(bytes, format.features().is_latin1)?;
        Self::parse(format, source, langs, base_kinds)
    }

    fn parse(
        format: &'static dyn Format,
        source: Source,
        langs: Vec<String>,
        base_kinds: Option<Arc<Kinds>>,
    ) -> Result<Self, SyntaxError> {
        check_source(&source.text)?;
        let Tree { nodes, inner } = format.parse(&source.text)?;
        let mut tree = Node::new("", 0..0, inner, Kind::Map(nodes));
        let root = format.features().has_root.then(|| take_root(&mut tree, &langs)).flatten();
        let is_data = format.features().is_data;
        tree.members_mut().for_each(|node| adopt(node, "", is_data, base_kinds.as_deref()));
        let nodes = tree.members().unwrap_or_default();
        let lang = plurals::language(&langs);
        let slots = format.slots(&source.text, lang)?;
        let mut collector = Collector {
            source: &source.text,
            slots: slots.as_ref(),
            line: 1,
            ..Default::default()
        };
        collector.collect(nodes, "", None)?;
        let Collector { entries, kinds, .. } = collector;
        let index = entries.iter().enumerate().map(|(at, entry)| (entry.key.clone(), at)).collect();
        let kinds = Arc::new(kinds);
        Ok(Self { format, source, langs, tree, root, entries, index, kinds, base_kinds, slots })
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Returns the texts of obsolete messages of gettext.
    pub(crate) fn obsolete(&self) -> impl Iterator<Item = &Text> {
        let nodes = self.tree.members().unwrap_or_default().iter();
        nodes.filter(|node| matches!(node.kind, Kind::Meta)).filter_map(|it| it.original.as_ref())
    }

    pub(crate) fn has_states(&self) -> bool {
        self.format.features().has_states
    }

    pub(crate) fn is_catalog(&self) -> bool {
        self.format.features().is_catalog
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Entry> {
        self.index.get(key).map(|at| &self.entries[*at])
    }

    /// Returns the categories whose texts this catalog has no form for. Those that no integer has,
    /// such as `other` in Polish, do not count. Other formats hold all categories.
    pub(crate) fn lost_forms(&self, text: &Text) -> Vec<String> {
        self.slots.as_ref().map_or(Vec::new(), |slots| slots.lost(text))
    }

    /// Returns a text as the file has it at a key once it is written.
    pub(crate) fn held(&self, key: &str, text: &Text) -> Text {
        if self.get(key).is_some_and(|entry| entry.has_elements) {
            return text.map(xml::normal);
        }
        self.slots.as_ref().map_or_else(|| text.clone(), |slots| slots.held(text))
    }

    /// Returns the entry of a key, or another form of its plural where these are keys of their own,
    /// as in i18next: `item_few` beside `item_other`, or `item` in a language without plurals.
    pub(crate) fn model(&self, key: &str) -> Option<&Entry> {
        if let Some(entry) = self.get(key) {
            return Some(entry);
        }
        let (stem, form) = self.form(key).unwrap_or((key, ""));
        // Each plural of i18next has the form `other`, or `plural` beside numbers.
        let form = if form.parse::<u8>().is_ok() { "plural" } else { "other" };
        self.get(&format!("{stem}_{form}")).filter(|_| self.format.features().has_form_keys)
    }

    /// Splits the key of a plural form, such as `item_few`, if forms are keys of their own.
    pub(crate) fn form<'k>(&self, key: &'k str) -> Option<(&'k str, &'k str)> {
        let (stem, form) = key.rsplit_once('_').filter(|_| self.format.features().has_form_keys)?;
        let is_form = CATEGORIES.contains(&form) || form.parse::<u8>().is_ok();
        is_form.then_some((stem, form))
    }

    /// Returns why a key has no place, and its name or that of a container around it: that is
    /// something else in the base file. In formats of data, a text may be in place of a plural.
    pub(crate) fn other_kind<'k>(&self, base: &Self, key: &'k str) -> Option<(&'k str, String)> {
        let around = key.match_indices("::").map(|(at, _)| &key[..at]);
        around.chain([key]).find_map(|name| {
            let (own, other) = (self.kinds.get(name)?.1, base.kinds.get(name)?.1);
            let plain = |kind: &'static str| if kind == FIXED { TEXT } else { kind };
            let kinds = (plain(own), plain(other));
            let may_differ = kinds == (TEXT, PLURAL) && self.format.features().is_data;
            let is_other = kinds.0 != kinds.1 && !may_differ;
            is_other.then(|| {
                let reason = format!(
                    "is {own} here and {other} in the base language: remove it here, and the next \
                     pull inserts it"
                );
                (name, reason)
            })
        })
    }

    /// Returns the file with these texts. Those that it lacks are inserted as in `base`, if that
    /// has them. What cannot be written is left as it is.
    pub(crate) fn update(&self, base: &Self, mut texts: Texts) -> Updated {
        let mut refused = Vec::new();
        texts.retain(|key, text| {
            // A text becomes a copy of the entry in the base file.
            let is_alike = |it: &Entry| discriminant(&it.text) == discriminant(&text.text);
            let is_copied = self.get(key).is_some() && base.get(key).is_some_and(is_alike);
            let other = self.other_kind(base, key).filter(|_| !is_copied);
            let reason = other.as_ref().map(|(name, reason)| format!("`{name}` {reason}"));
            refused.extend(reason.map(|reason| (key.clone(), reason)));
            other.is_none()
        });
        let with_forms = base.with_forms(self, &texts);
        let base = with_forms.as_ref().unwrap_or(base);
        while !texts.is_empty() {
            let (text, mut wrong) = Editor::new(self, base, &texts).edit();
            if wrong.is_empty() {
                let (mut keys, reason) = match self.check(text, &texts) {
                    Ok(new) => return self.updated(base, &new, refused),
                    Err(misfit) => misfit,
                };
                if keys.is_empty() {
                    keys.push(self.guilty(base, &texts));
                }
                wrong = keys.into_iter().map(|key| (key, reason.clone())).collect();
            }
            wrong.iter().for_each(|(key, _)| drop(texts.remove(key)));
            refused.extend(wrong);
        }
        self.updated(base, self, refused)
    }

    fn updated(&self, base: &Self, new: &Self, refused: Vec<(String, String)>) -> Updated {
        let aliases = base.entries.iter().filter(|entry| entry.is_alias);
        let lacked = aliases.map(|it| &it.key).filter(|key| !self.kinds.contains_key(*key));
        let aliases = lacked.map(|key| (key.clone(), new.kinds.contains_key(key))).collect();
        Updated { bytes: self.source.encode(&new.source.text), refused, aliases }
    }

    /// Returns this base file with copies of plural forms for those of the texts that it lacks,
    /// such as `item_few`, if forms are keys of their own.
    fn with_forms(&self, file: &Self, texts: &Texts) -> Option<Self> {
        let mut forms = HashMap::<_, Vec<_>>::new();
        for key in texts.keys().filter(|key| file.get(key).is_none() && self.get(key).is_none()) {
            if let Some(model) = self.model(key) {
                forms.entry(model.key.as_str()).or_default().push(key);
            }
        }
        if forms.is_empty() {
            return None;
        }
        let source = &self.source.text;
        let mut add = |node: &Node, key: &str| {
            let mut keys = forms.remove(key).unwrap_or_default();
            keys.sort_unstable();
            let copy = |key: &String| {
                let name = key.rsplit("::").next().unwrap_or(key);
                let copy = renamed(source, node, name, Vec::new());
                (node.span.end..node.span.end, self.separator(&node.value).to_owned() + &copy)
            };
            Some(keys.into_iter().map(copy).collect())
        };
        let (_, splices) = prune(source, &self.tree, "", &mut add);
        self.with(splice(source, 0..source.len(), splices), self.langs.clone()).ok()
    }

    /// Returns the key of a text that spoils the file: halves the texts until it is alone.
    fn guilty(&self, base: &Self, texts: &Texts) -> String {
        let mut keys: Vec<_> = texts.keys().collect();
        keys.sort_unstable();
        while keys.len() > 1 {
            let others = keys.split_off(keys.len() / 2);
            let half = keys.iter().map(|key| ((*key).clone(), texts[*key].clone())).collect();
            let (text, _) = Editor::new(self, base, &half).edit();
            if self.check(text, &half).map_or_else(|(wrong, _)| !wrong.is_empty(), |_| true) {
                keys = others;
            }
        }
        keys.first().map_or(String::new(), |key| (*key).clone())
    }

    /// Returns a copy of this file in the language with a local code, with these texts.
    pub(crate) fn create(&self, mut texts: Texts, lang: &str) -> Updated {
        for entry in self.entries.iter().filter(|_| self.format.features().keeps_empty) {
            texts
                .entry(entry.key.clone())
                .or_insert_with(|| entry.text.map(|_| String::new()).into());
        }
        let text = self.format.localize(self.source.text.clone(), lang);
        let files = self.with(text, self.langs.clone()).and_then(|base| {
            let empty = self.with(base.emptied(lang), vec![lang.to_owned()])?;
            Ok((base, empty))
        });
        match files {
            Ok((base, empty)) => empty.update(&base, texts),
            Err(error) => {
                let refused = texts.into_keys().map(|key| (key, error.message.clone()));
                Updated { bytes: Vec::new(), refused: refused.collect(), aliases: Vec::new() }
            }
        }
    }

    /// Reads another text of the file.
    fn with(&self, text: String, langs: Vec<String>) -> Result<Self, SyntaxError> {
        let source = Source { text, encoding: self.source.encoding };
        let base_kinds = self.base_kinds.as_ref().unwrap_or(&self.kinds);
        Self::parse(self.format, source, langs, Some(Arc::clone(base_kinds)))
    }

    /// Whether only the other file has its texts below a root that is named by its language.
    pub(crate) fn lacks_root(&self, other: &Self) -> bool {
        let has_texts = !self.entries.is_empty() && !other.entries.is_empty();
        has_texts && self.root.is_none() && other.root.is_some()
    }

    /// Returns the file without its entries, and with this code at its root.
    fn emptied(&self, lang: &str) -> String {
        let source = &self.source.text;
        // In YAML, a plain `no` is `false`.
        let name = if lang == "no" { "\"no\"" } else { lang }.to_owned();
        let mut splices: Vec<_> = self.root.clone().map(|root| (root, name)).into_iter().collect();
        let mut pick = |node: &Node, _: &str| {
            let is_shared = matches!(node.kind, Kind::Meta) && node.state == State::Fixed;
            is_shared.then(Vec::new)
        };
        splices.extend(prune(source, &self.tree, "", &mut pick).1);
        splice(source, 0..source.len(), splices)
    }

    fn separator(&self, inner: &Range<usize>) -> &'static str {
        self.format.separator(&self.source.text, inner)
    }

    /// Checks that an edited file has these texts, and all others as before.
    fn check(&self, text: String, texts: &Texts) -> Result<Self, Misfit> {
        let advice = "correct the text at the service";
        let invalid =
            |it: SyntaxError| format!("the file would not be valid, {}: {advice}", it.message);
        let new = self.with(text, self.langs.clone()).map_err(|it| (Vec::new(), invalid(it)))?;
        let has = |key: &str, text: &Text| new.get(key).is_some_and(|new| new.text == *text);
        let wrong = texts.iter().filter(|(key, text)| !has(key, &new.held(key, &text.text)));
        let wrong: Vec<_> = wrong.map(|(key, _)| key.clone()).collect();
        if !wrong.is_empty() {
            return Err((wrong, MISFIT.to_owned()));
        }
        let is_other =
            |entry: &&Entry| !texts.contains_key(&entry.key) && !has(&entry.key, &entry.text);
        match self.entries.iter().find(is_other) {
            None => Ok(new),
            Some(it) => Err((Vec::new(), format!("`{}` would change too: edit the file", it.key))),
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
        Kind::Map(nodes) => (std::mem::take(nodes), root.value.clone()),
        Kind::Text(_) if root.state == State::Fixed && root.value.is_empty() => {
            (Vec::new(), root.span.end..root.span.end)
        }
        _ => return None,
    };
    let (at, span) = (root.name_at.clone(), root.span.clone());
    *tree = Node { span, ..Node::new("", 0..0, inner, Kind::Map(nodes)) };
    Some(at)
}

/// Reads a node as what it is in the base file: a section as an object, and, in formats of data,
/// a word for a number or null as a text, an empty value as an object, a mapping as a plural.
/// Without a base file, mappings of texts with the names of plural forms only, and `other`, are
/// plurals.
fn adopt(node: &mut Node, around: &str, is_data: bool, base: Option<&Kinds>) {
    let kind_of = |key: &str| base.and_then(|base| base.get(key)).map(|(_, kind)| *kind);
    if let Kind::Section(nodes) = &mut node.kind
        && kind_of(&node.name) == Some(OBJECT)
    {
        node.kind = Kind::Map(std::mem::take(nodes));
    }
    if !is_data {
        return;
    }
    let key = key(around, node);
    let kind = kind_of(&key);
    if let (Kind::Text(word), State::Fixed, None) = (&node.kind, node.state, &node.anchor) {
        if kind == Some(TEXT) {
            let is_null = matches!(word.as_str(), "~" | "null" | "Null" | "NULL");
            node.kind = Kind::Text(if is_null { String::new() } else { word.clone() });
            node.state = State::Ready;
        } else if kind == Some(OBJECT) && node.value.is_empty() {
            node.kind = Kind::Map(Vec::new());
            (node.value, node.state) = (node.span.end..node.span.end, State::Ready);
        }
    }
    node.members_mut().for_each(|node| adopt(node, &key, is_data, base));
    let Kind::Map(forms) = &mut node.kind else { return };
    let is_form = |form: &Node| {
        matches!(form.kind, Kind::Text(_)) && CATEGORIES.contains(&form.name.as_str())
    };
    let is_plural = match kind {
        Some(kind) if kind != TEXT => kind == PLURAL,
        _ => {
            let is_text = |form: &Node| form.state != State::Fixed;
            forms.iter().any(|form| form.name == "other" && is_text(form))
                && forms.iter().all(|form| is_text(form) || is_number(form))
        }
    };
    if is_plural && !forms.is_empty() && forms.iter().all(is_form) {
        node.kind = Kind::Plural(std::mem::take(forms));
    }
}

fn is_number(node: &Node) -> bool {
    matches!(&node.kind, Kind::Text(word) if node.anchor.is_none() && word.parse::<f64>().is_ok())
}

/// Collects the entries of nodes with their lines.
#[derive(Default)]
struct Collector<'s> {
    source: &'s str,
    slots: Option<&'s Slots>,
    at: usize,
    line: usize,
    kinds: Kinds,
    entries: Vec<Entry>,
}

impl Collector<'_> {
    /// Fails if a key is there already.
    fn collect(
        &mut self,
        nodes: &[Node],
        around: &str,
        list: Option<&str>,
    ) -> Result<(), SyntaxError> {
        for node in nodes {
            let start = node.name_at.start.max(self.at);
            self.line += self.source[self.at..start].matches('\n').count();
            self.at = start;
            let (key, line) = (key(around, node), self.line);
            if !matches!(node.kind, Kind::Section(_) | Kind::Whole(_)) {
                let found = (line, kind_name(node));
                if let Some((first, _)) = self.kinds.insert(key.clone(), found) {
                    let message = format!("`{key}` is in line {first} already: keep one of them");
                    return Err(SyntaxError { line, message });
                }
            }
            let text = match &node.kind {
                Kind::Text(text) => Text::One(text.clone()),
                Kind::Plural(forms) => self.forms(forms, &key)?,
                kind => {
                    let whole = match kind {
                        Kind::List(_) => Some(&*key),
                        Kind::Whole(_) => Some(&*node.name),
                        _ => None,
                    };
                    self.collect(node.members().unwrap_or_default(), &key, list.or(whole))?;
                    continue;
                }
            };
            let service = node.service.clone();
            let (name, context) = service.unwrap_or_else(|| (key.clone(), String::new()));
            let parts =
                if let Kind::Plural(forms) = &node.kind { forms } else { slice::from_ref(node) };
            let before = &self.source[node.span.start..start.max(node.span.start)];
            let flags = before.lines().filter_map(|line| line.strip_prefix("#,"));
            self.entries.push(Entry {
                key,
                name,
                context,
                text,
                state: node.state,
                original: node.original.clone(),
                list: list.map(str::to_owned),
                comment: if node.note.is_empty() { comment(before) } else { node.note.clone() },
                flags: flags.collect::<Vec<_>>().join(","),
                problem: parts.iter().find_map(|part| part.problem),
                has_elements: parts.iter().any(|part| part.has_elements),
                is_alias: node.state == State::Fixed && node.anchor.is_some(),
                line,
            });
        }
        Ok(())
    }

    fn forms(&mut self, forms: &[Node], key: &str) -> Result<Text, SyntaxError> {
        let count = self.entries.len();
        self.collect(forms, key, None)?;
        self.entries.truncate(count);
        let texts = texts(forms);
        let is_extra = |slots: &&Slots| texts.iter().skip(slots.count()).any(|it| !it.is_empty());
        if let Some(slots) = self.slots.filter(is_extra) {
            let message = format!("`{key}` has more forms than nplurals={}", slots.count());
            return Err(SyntaxError { line: self.line, message });
        }
        Ok(match self.slots {
            None => Text::forms(forms.iter().map(|form| form.name.clone()).zip(texts)),
            Some(slots) => slots.read(&texts),
        })
    }
}

/// Returns the text of the comments before an entry, without those that gettext makes.
fn comment(before: &str) -> String {
    let pairs = [("<!--", "-->"), ("/*", "*/")].into_iter();
    let blocks = pairs.flat_map(|(open, close)| {
        before.split(open).skip(1).filter_map(move |it| Some(it.split_once(close)?.0))
    });
    let is_comment = |line: &&str| {
        line.starts_with(['#', '!']) && !["#:", "#,", "#|"].iter().any(|it| line.starts_with(it))
            || line.starts_with("//")
    };
    let lines = before.lines().map(str::trim).filter(is_comment);
    let lines = lines.map(|line| line.trim_start_matches(['#', '/', '!', '.']));
    let lines = blocks.flat_map(str::lines).chain(lines).map(str::trim);
    lines.filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
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
    /// The lists of the base file that are whole with new texts: items are found by their index.
    lists: HashSet<&'a str>,
    keeps_fixed: bool,
    /// Where each copied text is in the base file, from the start of the node that is inserted.
    copied: Vec<Range<usize>>,
    splices: Vec<Splice>,
    refused: Vec<(String, String)>,
}

impl<'a> Editor<'a> {
    fn new(file: &'a File, base: &'a File, texts: &'a Texts) -> Self {
        let [style, of_base] = [file, base].map(|it| Style {
            format: it.format,
            source: &it.source.text,
            base: &base.source.text,
            line_end: super::line_end(&it.source.text),
            model: None,
            is_wrapped: it.format.is_wrapped(&it.source.text),
            slots: file.slots.as_ref(),
        });
        let copy_style = match file.tree.members() {
            Some([]) => of_base,
            _ => Style { source: of_base.source, line_end: of_base.line_end, ..style },
        };
        let keeps_fixed = file.format.features().is_data && file.entries.is_empty();
        let (mut lists, mut partial) = (HashSet::new(), HashSet::new());
        for entry in base.entries.iter().filter(|entry| file.get(&entry.key).is_none()) {
            let is_fixed = entry.state == State::Fixed;
            if texts.contains_key(&entry.key) || is_fixed && keeps_fixed {
                lists.extend(entry.list.as_deref());
            } else if !is_fixed {
                partial.extend(entry.list.as_deref());
            }
        }
        lists.retain(|list| !partial.contains(list));
        let (copied, splices, refused) = (Vec::new(), Vec::new(), Vec::new());
        Self { file, base, style, copy_style, texts, lists, keeps_fixed, copied, splices, refused }
    }

    /// Returns the file with the texts, and the keys of those that cannot be written.
    fn edit(mut self) -> (String, Vec<(String, String)>) {
        // What is in the root of one language is in no other one.
        let is_alike = self.file.root.is_some() == self.base.root.is_some();
        let base = Some(&self.base.tree).filter(|_| is_alike);
        self.container(&Place { key: "", node: &self.file.tree, base });
        let source = &self.file.source.text;
        let text = splice(source, 0..source.len(), self.splices);
        let has_plurals = self.texts.values().any(|new| matches!(new.text, Text::Forms(_)));
        let lang = has_plurals.then(|| plurals::language(&self.file.langs));
        (self.file.format.complete(source, self.style.base, text, lang), self.refused)
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
        let Some(new) = self.texts.get(key) else { return };
        let is_like = |node: &Node| match new.text {
            Text::One(_) => matches!(node.kind, Kind::Text(_)),
            Text::Forms(_) => matches!(node.kind, Kind::Plural(_)),
        };
        let splices = if let Some(same) = same.filter(|same| is_like(same) && !is_like(node)) {
            changes(&self.copy_style, same, new).map(|splices| {
                let copy = splice(self.copy_style.source, same.span.clone(), splices);
                let copy = self.fit(place, same, &copy);
                let start = node.span.start + lead(&self.file.source.text, node).len();
                vec![(start..node.span.end, copy.trim_start().to_owned())]
            })
        } else {
            let model = same.map(|same| &self.style.base[same.value.clone()]);
            let style = Style { model: model.filter(|it| !it.is_empty()), ..self.style };
            changes(&style, node, new)
        };
        let splices = self.written(key, splices);
        self.splices.extend(splices.into_iter().flatten());
    }

    /// Inserts what a container lacks, each after its predecessor in the base file.
    fn insert(&mut self, place: &Place<'_>) {
        let own = by_name(place.nodes());
        let separator = self.file.separator(&place.node.value);
        let obsolete = place.nodes().iter().filter(|node| matches!(node.kind, Kind::Meta));
        let obsolete: HashMap<_, _> =
            obsolete.filter_map(|node| Some((node.service.as_ref()?, &node.span))).collect();
        // In YAML, a merge wins over the keys before it.
        let merged = own.get("<<").map(|node| node.span.end);
        let (mut before, mut first) = (merged, Vec::new());
        for node in place.base_nodes() {
            let key = key(place.key, node);
            if let Some(own) = own.get(node.name.as_str()) {
                before = merged.max(Some(own.span.end));
                continue;
            }
            let source = &self.base.source.text;
            let (is_kept, splices) = prune(source, node, &key, &mut |it, key| {
                let splices = self.pick(node, it, key)?;
                self.copied.push(node.span.start..it.value.start);
                Some(splices)
            });
            if !is_kept {
                continue;
            }
            let name = || (node.name.clone(), String::new());
            let same = obsolete.get(&node.service.clone().unwrap_or_else(name));
            self.splices.extend(same.map(|same| ((*same).clone(), String::new())));
            let copy = self.fit(place, node, &splice(source, node.span.clone(), splices));
            match before {
                Some(at) => self.splices.push((at..at, format!("{separator}{copy}"))),
                None => first.push(copy),
            }
        }
        if !first.is_empty() {
            let splices = self.first(place, &first);
            self.splices.extend(splices);
        }
    }

    /// Returns the changes of an entry of the base file, if it is copied with what is around it.
    fn pick(&mut self, around: &Node, node: &Node, key: &str) -> Option<Vec<Splice>> {
        let entry = self.base.get(key)?;
        let is_whole = entry.list.as_deref().map(|list| self.lists.contains(list));
        if self.file.get(key).is_some() {
            return None;
        } else if is_whole == Some(false) {
            let list = entry.list.as_deref().unwrap_or_default();
            let reason = format!("other texts of `{list}` are missing: it is inserted as a whole");
            self.texts.contains_key(key).then(|| self.refused.push((key.to_owned(), reason)));
            return None;
        } else if entry.state == State::Fixed {
            // An alias is copied with its anchor; a merge with all that is beside it in the base
            // file, since it would replace that.
            let is_copied = |anchor: &Range<usize>| {
                let copied = &mut self.copied.iter();
                copied.any(|it| it.start < anchor.start && anchor.contains(&it.end))
            };
            let has_anchor = node.anchor.iter().all(is_copied);
            let merged = key.split_once("::<<").map(|(merged, _)| merged);
            let is_complete = merged.is_none_or(|merged| self.is_copied(merged));
            let is_alone = merged.is_some() && around.span == node.span;
            let is_kept = match self.keeps_fixed {
                true => has_anchor && is_complete,
                false if is_whole.is_some() => true,
                false => entry.is_alias && has_anchor && is_complete && !is_alone,
            };
            return is_kept.then(Vec::new);
        }
        let text = self.texts.get(key)?;
        self.written(key, changes(&self.copy_style, node, text))
    }

    /// Whether all of a mapping of the base file is copied, except merges.
    fn is_copied(&self, key: &str) -> bool {
        let is_within = |it: &&Entry| {
            let rest = it.key.strip_prefix(key).and_then(|rest| rest.strip_prefix("::"));
            rest.is_some_and(|rest| !rest.starts_with("<<"))
        };
        self.base.entries.iter().filter(is_within).all(|it| {
            self.texts.contains_key(&it.key) || it.state == State::Fixed && self.keeps_fixed
        })
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

    /// Returns what inserts copies at the start of a container.
    fn first(&self, place: &Place<'_>, copies: &[String]) -> Vec<Splice> {
        let (source, inner) = (self.file.source.text.as_str(), &place.node.value);
        let (separator, line_end) = (self.file.separator(inner), self.style.line_end);
        let (has_none, is_flat) = (place.nodes().is_empty(), separator.is_empty());
        let is_block = |node: &Node| self.base.separator(&node.value).is_empty();
        if has_none && !is_flat && place.base.is_some_and(is_block) {
            // In YAML, brackets such as `{}` hold no block.
            let (open, end) =
                (source[..inner.start - 1].trim_end_matches(' '), place.node.span.end);
            let brackets = (open.len()..inner.end + 1, String::new());
            return vec![brackets, (end..end, copies.concat())];
        }
        let mut text = copies.join(separator);
        if has_none && source[inner.clone()].trim_start() == "/>" {
            let line = source[..inner.start].rsplit('\n').next().unwrap_or_default();
            let indent = &line[..line.len() - line.trim_start().len()];
            let content = format!("{text}{line_end}{indent}");
            return vec![(inner.clone(), xml::opened(&source[..inner.start], &content))];
        } else if inner.start == 0 && is_flat {
            // As many line ends as between the entries of the base file.
            let second = place.base_nodes().get(1).filter(|_| !has_none);
            let gap = second.map_or("", |node| lead(&self.base.source.text, node));
            let has_end = source.starts_with(['\r', '\n']);
            let ends = if has_end { 0 } else { gap.matches('\n').count().max(1) };
            text = text.trim_start().to_owned() + &line_end.repeat(ends);
        } else if !has_none {
            text += separator;
        } else if inner.is_empty() && text.starts_with(['\r', '\n']) && !is_flat {
            text = format!("{text}{line_end}{}", indent(source, place.node));
        }
        vec![(inner.start..inner.start, text)]
    }
}

fn by_name(nodes: &[Node]) -> HashMap<&str, &Node> {
    nodes.iter().map(|node| (node.name.as_str(), node)).collect()
}

fn renamed(source: &str, node: &Node, name: &str, mut splices: Vec<Splice>) -> String {
    if name != node.name {
        let spelled = source[node.name_at.clone()].replace(&node.name, name);
        splices.push((node.name_at.clone(), spelled));
    }
    splice(source, node.span.clone(), splices)
}

/// Returns the changes that give an entry a text.
fn changes(style: &Style<'_>, node: &Node, new: &NewText) -> Result<Vec<Splice>, String> {
    let mut splices = match (&node.kind, &new.text) {
        (Kind::Text(old), Text::One(text)) => value(style, node, old, text)?,
        (Kind::Plural(old), Text::Forms(forms)) => match style.slots {
            None => plural(style, node, old, forms)?,
            Some(slots) => plural(style, node, old, &slots.write(forms, &texts(old)))?,
        },
        _ => return Err("only one of the file and the service has a plural".to_owned()),
    };
    style.format.mark(style.source, node, new, &mut splices);
    Ok(splices)
}

pub(super) fn texts(forms: &[Node]) -> Vec<String> {
    let text = |form: &Node| match &form.kind {
        Kind::Text(text) => Some(text.clone()),
        _ => None,
    };
    forms.iter().filter_map(text).collect()
}

fn value(style: &Style<'_>, node: &Node, old: &str, text: &str) -> Result<Vec<Splice>, String> {
    match old == text && node.anchor.is_none() {
        true => Ok(Vec::new()),
        false => Ok(vec![(node.value.clone(), style.format.encode(style, node, text)?)]),
    }
}

/// Returns the changes that give a plural these forms. A new form is a copy of the last one.
fn plural(
    style: &Style<'_>,
    node: &Node,
    old: &[Node],
    forms: &[(String, String)],
) -> Result<Vec<Splice>, String> {
    let last = old.last().ok_or("the plural has no form to copy")?;
    let lacks_other = old.iter().any(|form| form.name == "other")
        && forms.iter().all(|(name, _)| name != "other");
    if lacks_other && !style.format.features().is_data {
        return Err("the plural needs the form `other`".to_owned());
    }
    let separator = style.format.separator(style.source, &node.value);
    let mut splices = Vec::new();
    let (mut at, mut is_first) = (old[0].span.start, true);
    for (name, text) in forms {
        if let Some(form) = old.iter().find(|form| form.name == *name) {
            let Kind::Text(old) = &form.kind else { return Err(MISFIT.to_owned()) };
            splices.extend(value(style, form, old, text)?);
            (at, is_first) = (form.span.end, false);
            continue;
        }
        let value = (last.value.clone(), style.format.encode(style, last, text)?);
        let copy = renamed(style.source, last, name, vec![value]);
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

fn kind_name(node: &Node) -> &'static str {
    match &node.kind {
        Kind::Text(_) if node.state == State::Fixed => FIXED,
        Kind::Text(_) => TEXT,
        Kind::Plural(_) => PLURAL,
        Kind::Map(_) | Kind::Section(_) | Kind::Whole(_) => OBJECT,
        Kind::List(_) => "a list",
        Kind::Meta => "an alias",
    }
}

fn key(around: &str, node: &Node) -> String {
    match (&node.kind, around) {
        (Kind::Section(_) | Kind::Whole(_), _) => around.to_owned(),
        (_, "") => node.name.clone(),
        (_, around) if node.is_index => format!("{around}{}", node.name),
        (_, around) => format!("{around}::{}", node.name),
    }
}

/// Finds what makes a file no translation file at all: an unfinished merge, and what Git LFS has.
/// Some formats take these for entries.
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
