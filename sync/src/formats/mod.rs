//! Formats of translation files.
//!
//! A format reads a file as a tree of nodes that say where each text stands, and encodes one text
//! for its place. [`File`] does the rest for all formats: it replaces, inserts and removes texts by
//! their spans, and changes nothing else.

mod android;
mod file;
mod json;
mod po;
mod properties;
mod resx;
mod source;
mod strings;
mod stringsdict;
mod text;
mod xliff;
mod xml;
mod yaml;

use std::ops::Range;

pub(crate) use file::{Entry, File, NewText, Texts};

use crate::plurals::Slots;
use crate::text::Text;

/// The levels of nesting that a file may have.
pub(crate) const MAX_DEPTH: usize = 128;

pub(crate) trait Format: Send + Sync + std::fmt::Debug {
    /// Parses a file. Fails if programs that use the format would reject it. [`File`] itself finds
    /// conflict markers, and names that occur twice in a container.
    fn parse(&self, source: &str) -> Result<Tree, SyntaxError>;

    /// Returns what to write in the place of the value of a [`Kind::Text`], or why the format
    /// cannot say this text.
    fn encode(&self, style: &Style<'_>, node: &Node, text: &str) -> Result<String, String>;

    fn features(&self) -> Features {
        Features::default()
    }

    /// Adds the changes that mark a new text, such as those of `fuzzy`, to that of the value.
    fn mark(&self, _source: &str, _node: &Node, _new: &NewText, _splices: &mut Vec<Splice>) {}

    /// Adds what the new texts of an edited file need: declarations of the namespaces of the base
    /// file, or the charset and, if a language is given since some have plurals, their formula.
    fn complete(&self, _old: &str, _base: &str, text: String, _lang: Option<&str>) -> String {
        text
    }

    /// Returns the categories of the forms of plurals in this language, if these are numbered.
    fn slots(&self, _source: &str, _lang: &str) -> Result<Option<Slots>, SyntaxError> {
        Ok(None)
    }

    /// Whether a file breaks long texts into lines.
    fn is_wrapped(&self, _source: &str) -> bool {
        false
    }

    /// What separates the members of the container whose members are in this range, if anything but
    /// white space.
    fn separator(&self, _source: &str, _inner: &Range<usize>) -> &'static str {
        ""
    }

    /// Names the language in a new file, which so far is a copy of the base file, with the name of
    /// the root changed.
    fn localize(&self, source: String, _lang: &str) -> String {
        source
    }
}

/// How formats differ, other than in their syntax.
#[derive(Default)]
pub(crate) struct Features {
    /// It is gettext: entries of one name and other contexts are other entries, whatever the service
    /// has, the forms of plurals are numbered, and `msgfmt` has rules of its own.
    pub(crate) is_catalog: bool,
    /// A file can say that a text is not finished.
    pub(crate) has_states: bool,
    /// It is a format of data, as JSON and YAML are: plurals are mappings of their forms, and a new
    /// file has the values of the base file that are no texts, such as numbers.
    is_data: bool,
    /// A file that is not valid UTF-8 is Latin-1.
    is_latin1: bool,
    /// The forms of a plural are keys of their own, such as `item_one` in i18next.
    has_form_keys: bool,
    /// A file may have its entries in a single container that is named by its language.
    has_root: bool,
    /// A new file has entries without texts, too.
    keeps_empty: bool,
}

/// How a file is written.
#[derive(Clone, Copy)]
pub(crate) struct Style<'s> {
    format: &'static dyn Format,
    pub(crate) source: &'s str,
    /// The base file.
    pub(crate) base: &'s str,
    pub(crate) line_end: &'static str,
    /// The value in the base file, as it is spelled there.
    pub(crate) model: Option<&'s str>,
    is_wrapped: bool,
    slots: Option<&'s Slots>,
}

impl Style<'_> {
    /// Whether a value has no letters beyond ASCII but as escapes: `\u00e4`, or `\U00e4` in
    /// `.strings`.
    fn is_escaped(&self, node: &Node) -> bool {
        let value = &self.source[node.value.clone()];
        value.is_ascii() && (value.contains("\\u") || value.contains("\\U"))
    }
}

/// Writes a letter as units of UTF-16, such as `\u00e4`.
fn escape(letter: char, name: char) -> String {
    let units = letter.encode_utf16(&mut [0; 2]).to_vec();
    units.into_iter().map(|unit| format!("\\{name}{unit:04x}")).collect()
}

/// Returns how the first line of a text ends.
fn line_end(text: &str) -> &'static str {
    match text.split_once('\n') {
        Some((line, _)) if line.ends_with('\r') => "\r\n",
        _ => "\n",
    }
}

/// What replaces a range of the source.
pub(crate) type Splice = (Range<usize>, String);

/// A file as nodes in their order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    /// Where the nodes are: an empty file gets its first node at the start.
    pub(crate) inner: Range<usize>,
}

/// A text of a file, or a container of texts.
#[derive(Debug, Clone, Default)]
pub(crate) struct Node {
    /// The name in the container around it, the same in the files of all languages. Items of lists
    /// are named by their index.
    pub(crate) name: String,
    /// Where the name stands, or the start of the node if it has no name.
    pub(crate) name_at: Range<usize>,
    /// The node with the white space and comments before it: from the end of the node before it
    /// (behind its separator), or from the start of the container, to its own end, which excludes
    /// a separator or line end behind it, but includes a comment in the same line.
    pub(crate) span: Range<usize>,
    /// What [`Format::encode`] replaces. In a container, where its members are, without what opens
    /// and closes it: the first member is inserted at its start.
    pub(crate) value: Range<usize>,
    pub(crate) kind: Kind,
    pub(crate) state: State,
    /// The text in the base language, if the format has it beside the translation. Of an obsolete
    /// message, its own text.
    pub(crate) original: Option<Text>,
    /// The name and the context at the service, if the name of the node is not what the service
    /// has: of gettext with a `msgctxt` or obsolete, and of XLIFF.
    pub(crate) service: Option<(String, String)>,
    /// Whether its key is written `days[0]`, not `days::0`; then the name has the brackets.
    pub(crate) is_index: bool,
    /// Of an alias in YAML, where the value is that it repeats. Of a text that other parsers or
    /// places read as another one, its own value. A copy of such a text is written anew.
    pub(crate) anchor: Option<Range<usize>>,
    /// Why programs that use the format reject the text, although the file can be edited.
    pub(crate) problem: Option<&'static str>,
    /// The description that the entry has besides the comment before it.
    pub(crate) note: String,
    /// Whether the text has elements of XML.
    pub(crate) has_elements: bool,
}

impl Node {
    /// Creates a node without its span, which is set by what reads the container around it.
    fn new(
        name: impl Into<String>,
        name_at: Range<usize>,
        value: Range<usize>,
        kind: Kind,
    ) -> Self {
        Self { name: name.into(), name_at, value, kind, ..Self::default() }
    }

    /// Returns what is in a container, other than the forms of a plural.
    fn members(&self) -> Option<&[Node]> {
        match &self.kind {
            Kind::Map(nodes) | Kind::List(nodes) | Kind::Section(nodes) | Kind::Whole(nodes) => {
                Some(nodes)
            }
            Kind::Text(_) | Kind::Plural(_) | Kind::Meta => None,
        }
    }

    /// Returns the members of a mapping or list.
    fn members_mut(&mut self) -> impl Iterator<Item = &mut Node> {
        match &mut self.kind {
            Kind::Map(nodes) | Kind::List(nodes) => nodes.iter_mut(),
            _ => [].iter_mut(),
        }
    }
}

#[derive(Debug, Clone, Default)]
pub(crate) enum Kind {
    /// A text, or what is none ([`State::Fixed`]).
    Text(String),
    /// The forms of a plural: texts that are named `one` or `other`, or `0` and `1` in PO, where
    /// [`Format::slots`] has their categories.
    Plural(Vec<Node>),
    Map(Vec<Node>),
    /// Items that programs find by their index.
    List(Vec<Node>),
    /// A container whose name is no part of the keys in it.
    Section(Vec<Node>),
    /// A section that is inserted with all its texts or not at all.
    Whole(Vec<Node>),
    /// Metadata, which belongs to this file alone, or to each one if it is [`State::Fixed`].
    #[default]
    Meta,
}

/// What an entry is to a translator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum State {
    /// A text.
    #[default]
    Ready,
    /// Not finished: `fuzzy` in PO, `state="new"` or `needs-..` in XLIFF.
    Unfinished,
    /// Not to be translated: a number, a reference, `translatable="false"`.
    Fixed,
    /// Not supported, so neither sent nor pulled: another variant of a text that has one key at the
    /// service, such as `product="tablet"` of Android, or a text in several segments.
    Variant,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    /// From 1.
    pub(crate) line: usize,
    /// What is wrong, and what would be right.
    pub(crate) message: String,
}

impl std::fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.message)
    }
}

impl SyntaxError {
    pub(crate) fn at(source: &str, at: usize, message: impl Into<String>) -> Self {
        let before = source.as_bytes().get(..at).unwrap_or(source.as_bytes());
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        Self { line, message: message.into() }
    }
}

/// Returns the format with one of the service's names, or of an extension.
pub(crate) fn of(name: &str) -> Option<&'static dyn Format> {
    Some(match name {
        "json" | "json_flat" | "json_structured" | "i18next" | "i18next_4" => {
            &json::Json { is_arb: false }
        }
        "arb" => &json::Json { is_arb: true },
        "yaml" | "yml" | "symfony_yaml" => &yaml::Yaml { is_ruby: false },
        "ruby_yaml" | "yaml_ror" => &yaml::Yaml { is_ruby: true },
        "po" | "pot" | "gettext" => &po::Po,
        "properties" => &properties::Properties,
        "strings" => &strings::Strings,
        "xml" | "android_sdk" | "android_resources" => &android::Android,
        "stringsdict" => &stringsdict::Stringsdict,
        "resx" => &resx::Resx,
        "xliff" | "xlf" | "offline_xliff" => &xliff::Xliff,
        _ => return None,
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::file::Updated;
    use super::*;

    pub(crate) fn file(format: &'static dyn Format, source: &str) -> File {
        let file = File::read(format, source.as_bytes(), &["en", "de", "ja", "pl"], None);
        file.unwrap_or_else(|error| panic!("{error:?}\n{source}"))
    }

    /// Reads a base file and a translation.
    pub(crate) fn read_both(format: &'static dyn Format, base: &str, own: &str) -> [File; 2] {
        let base = file(format, base);
        let own = File::read(format, own.as_bytes(), &["de"], Some(&base)).unwrap();
        [base, own]
    }

    /// `key=text|key#text`: `#` is for fixed ones, `^` for variants, `~` for unfinished.
    #[track_caller]
    pub(crate) fn read(format: &'static dyn Format, source: &str) -> String {
        let show = |entry: &Entry| {
            let sign = match entry.state {
                State::Ready => '=',
                State::Unfinished => '~',
                State::Fixed => '#',
                State::Variant => '^',
            };
            format!("{}{sign}{}", entry.key, plain(&entry.text))
        };
        file(format, source).entries().iter().map(show).collect::<Vec<_>>().join("|")
    }

    /// Writes forms as `{one:a,other:b}`.
    fn plain(text: &Text) -> String {
        match text {
            Text::One(text) => text.clone(),
            Text::Forms(forms) => {
                let forms = forms.iter().map(|(name, text)| format!("{name}:{text}"));
                format!("{{{}}}", forms.collect::<Vec<_>>().join(","))
            }
        }
    }

    /// Reads what `plain` writes.
    pub(crate) fn texts(pairs: &[(&str, &str)]) -> Texts {
        let text = |text: &str| match text.strip_prefix('{').and_then(|text| text.strip_suffix('}'))
        {
            None => Text::One(text.to_owned()),
            Some(forms) => Text::forms(forms.split(',').map(|form| {
                let (name, text) = form.split_once(':').unwrap();
                (name.to_owned(), text.to_owned())
            })),
        };
        pairs.iter().map(|(key, new)| ((*key).to_owned(), text(new).into())).collect()
    }

    #[track_caller]
    pub(crate) fn written(updated: Updated) -> String {
        assert_eq!(updated.refused, []);
        String::from_utf8(updated.bytes).unwrap()
    }

    /// Returns a file with these texts. A text in braces is the forms of a plural.
    #[track_caller]
    pub(crate) fn updated(
        format: &'static dyn Format,
        source: &str,
        base: &str,
        pairs: &[(&str, &str)],
    ) -> String {
        written(file(format, source).update(&file(format, base), texts(pairs)))
    }

    /// Sets texts: rows of `old => key=text|key=text => new`, whose files `file` completes, and
    /// where `¶` is a line break.
    #[track_caller]
    pub(crate) fn edits(
        format: &'static dyn Format,
        base: &str,
        file: impl Fn(&str) -> String,
        rows: &str,
    ) {
        for row in rows.lines() {
            let row = row.replace('¶', "\n");
            let [old, pairs, new] = *row.split(" => ").collect::<Vec<_>>() else { panic!("{row}") };
            let pairs: Vec<_> = pairs.split('|').filter_map(|it| it.split_once('=')).collect();
            assert_eq!(updated(format, &file(old), base, &pairs), file(new), "{row}");
        }
    }

    /// Returns a file with a text that is not finished.
    #[track_caller]
    pub(crate) fn unfinished(
        format: &'static dyn Format,
        source: &str,
        new: (&str, &str),
    ) -> String {
        let file = file(format, source);
        let mut texts = texts(&[new]);
        texts.values_mut().for_each(|text| text.is_unfinished = true);
        written(file.update(&file, texts))
    }

    #[track_caller]
    pub(crate) fn created(format: &'static dyn Format, base: &str, new: &[(&str, &str)]) -> String {
        written(file(format, base).create(texts(new), "de"))
    }

    /// Sets a text in each place of a file, and then another one; each must be read back, with all
    /// around it as before.
    #[track_caller]
    pub(crate) fn holds(format: &'static dyn Format, source: &str, text: &str) {
        let old = file(format, source);
        let is_text = |it: &&Entry| it.state != State::Fixed && matches!(it.text, Text::One(_));
        for entry in old.entries().iter().filter(is_text) {
            let set = |file: &File, text: &str| {
                let texts = [(entry.key.clone(), Text::One(text.to_owned()).into())].into();
                written(file.update(file, texts))
            };
            set(&self::file(format, &set(&old, text)), "next");
        }
    }

    /// Sets a text that cannot be written; nothing changes, and the reason has these words.
    #[track_caller]
    pub(crate) fn refuses(
        format: &'static dyn Format,
        source: &str,
        base: &str,
        (key, text): (&str, &str),
        words: &str,
    ) {
        let new = file(format, source).update(&file(format, base), texts(&[(key, text)]));
        assert_eq!(new.bytes, source.as_bytes());
        let is_named = matches!(&*new.refused, [(it, why)] if it == key && why.contains(words));
        assert!(is_named, "{new:?}");
    }

    #[track_caller]
    pub(crate) fn fails(format: &'static dyn Format, cases: &[(&str, usize, &str)]) {
        for (source, line, words) in cases {
            let error = File::read(format, source.as_bytes(), &["de"], None).err().expect(source);
            assert!(error.line == *line && error.message.contains(words), "{source}: {error:?}");
        }
    }
}
