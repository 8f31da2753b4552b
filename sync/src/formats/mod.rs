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

pub(crate) use file::{Entry, File, Texts};

/// The levels of nesting that a file may have.
pub(crate) const MAX_DEPTH: usize = 128;

/// A format of files.
pub(crate) trait Format: Send + Sync {
    /// Parses a file.
    ///
    /// # Errors
    ///
    /// Fails if programs that use the format would reject the file. [`File`] itself finds conflict
    /// markers, pointers of Git LFS, and names that occur twice in a container.
    fn parse(&self, source: &str) -> Result<Tree, SyntaxError>;

    /// Returns what to write in the place of a node's value. The node is a [`Kind::Text`].
    ///
    /// # Errors
    ///
    /// Fails with the reason why the format cannot say this text.
    fn encode(&self, style: &Style<'_>, node: &Node, text: &str) -> Result<String, String>;

    /// Returns other changes to an entry whose text is replaced, such as removing `fuzzy`.
    fn finish(&self, _source: &str, _node: &Node) -> Vec<Splice> {
        Vec::new()
    }

    /// Whether a file that is not valid UTF-8 is Latin-1.
    fn is_latin1(&self) -> bool {
        false
    }

    /// Whether the forms of a plural are keys of their own, such as `item_one` in i18next.
    fn has_form_keys(&self) -> bool {
        false
    }

    /// What separates the members of the container whose members are in this range, if anything but
    /// white space.
    fn separator(&self, _source: &str, _inner: &Range<usize>) -> &'static str {
        ""
    }

    /// Whether a file may have its entries in a single container that is named by its language.
    fn has_root(&self) -> bool {
        false
    }

    /// Whether a new file has entries without texts, too.
    fn keeps_empty(&self) -> bool {
        false
    }

    /// Names the language in a new file, which so far is a copy of the base file, with the name of
    /// the root changed. `export` is the service's file.
    fn localize(&self, source: String, _lang: &str, _export: &str) -> String {
        source
    }
}

/// How a file is written.
#[derive(Clone, Copy)]
pub(crate) struct Style<'s> {
    format: &'static dyn Format,
    pub(crate) source: &'s str,
    pub(crate) line_end: &'static str,
    /// Whether there are no letters beyond ASCII.
    pub(crate) has_only_ascii: bool,
    /// The value in the base file, as it is spelled there.
    pub(crate) model: Option<&'s str>,
}

impl<'s> Style<'s> {
    fn of(format: &'static dyn Format, source: &'s str) -> Self {
        let (line_end, has_only_ascii) = (line_end(source), source.is_ascii());
        Self { format, source, line_end, has_only_ascii, model: None }
    }

    /// Whether the letters beyond ASCII in a value are written as escapes: `\u00e4`, or `\U00e4` in
    /// `.strings`. An escaped space or sign is no reason to escape letters.
    fn is_escaped(&self, node: &Node) -> bool {
        let value = &self.source[node.value.clone()];
        let is_letter = |escape: &str| {
            let digits = escape.strip_prefix(['u', 'U']).and_then(|it| it.get(..4));
            let unit = digits.and_then(|digits| u32::from_str_radix(digits, 16).ok());
            unit.is_some_and(|unit| char::from_u32(unit).is_none_or(char::is_alphabetic))
        };
        value.is_ascii() && value.split('\\').skip(1).any(is_letter)
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
#[derive(Debug, Clone)]
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
    /// The text in the base language, if the format has it beside the translation.
    pub(crate) original: Option<Text>,
}

impl Node {
    /// Creates a node without its span, which is set by what reads the container around it.
    fn new(
        name: impl Into<String>,
        name_at: Range<usize>,
        value: Range<usize>,
        kind: Kind,
    ) -> Self {
        let (name, span, state) = (name.into(), 0..0, State::Ready);
        Self { name, name_at, span, value, kind, state, original: None }
    }

    /// Returns what is in a container, other than the forms of a plural.
    fn members(&self) -> Option<&[Node]> {
        match &self.kind {
            Kind::Map(nodes) | Kind::List(nodes) | Kind::Section(nodes) => Some(nodes),
            Kind::Text(_) | Kind::Plural(_) | Kind::Meta => None,
        }
    }
}

#[derive(Debug, Clone)]
pub(crate) enum Kind {
    /// A text, or what is none ([`State::Fixed`]).
    Text(String),
    /// The forms of a plural: texts that are named `one` or `other`, or `0` and `1` in PO.
    Plural(Vec<Node>),
    Map(Vec<Node>),
    /// Items that programs find by their index.
    List(Vec<Node>),
    /// A container whose name is no part of the keys in it.
    Section(Vec<Node>),
    /// Metadata, which belongs to this file alone.
    Meta,
}

impl Kind {
    fn name(&self) -> &'static str {
        match self {
            Self::Text(_) => "a text",
            Self::Plural(_) => "a plural",
            Self::Map(_) | Self::Section(_) => "an object",
            Self::List(_) => "a list",
            Self::Meta => "an alias",
        }
    }
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
    /// Another variant of a text that has one key at the service, such as `product="tablet"` of
    /// Android: neither sent nor pulled.
    Variant,
}

/// A text, or the forms of a plural.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Text {
    One(String),
    /// By their names, in the order of [`forms`](Text::forms).
    Forms(Vec<(String, String)>),
}

/// Why a file cannot be read.
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
    /// Creates an error at a place of a source.
    pub(crate) fn at(source: &str, at: usize, message: impl Into<String>) -> Self {
        let before = source.as_bytes().get(..at).unwrap_or(source.as_bytes());
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        Self { line, message: message.into() }
    }
}

/// Returns the format with one of the service's names; `None` if its files are sent and replaced as
/// a whole.
pub(crate) fn of(name: &str) -> Option<&'static dyn Format> {
    Some(match name {
        "json" | "json_flat" | "json_structured" | "i18next" | "i18next_4" => {
            &json::Json { is_arb: false }
        }
        "arb" => &json::Json { is_arb: true },
        "ruby_yaml" | "yaml_ror" => &yaml::Yaml { is_ruby: true },
        "yaml" | "yml" | "symfony_yaml" => &yaml::Yaml { is_ruby: false },
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

/// Returns what a mapping is: the forms of a plural if it has texts for some of them and `other`.
fn map(nodes: Vec<Node>) -> Kind {
    let is_form = |node: &Node| {
        let is_text = matches!(node.kind, Kind::Text(_)) && node.state != State::Fixed;
        is_text && crate::icu::CATEGORIES.contains(&node.name.as_str())
    };
    let is_plural = nodes.iter().any(|node| node.name == "other") && nodes.iter().all(is_form);
    if is_plural { Kind::Plural(nodes) } else { Kind::Map(nodes) }
}

impl Text {
    /// Creates the forms of a plural, in the order of CLDR or of their numbers.
    pub(crate) fn forms(forms: impl IntoIterator<Item = (String, String)>) -> Self {
        let mut forms: Vec<_> = forms.into_iter().collect();
        forms.sort_by_key(|(name, _)| rank(name));
        Self::Forms(forms)
    }

    /// Returns an empty text in its place, with as many forms as the plurals of another file.
    fn emptied(&self, export: &File) -> Self {
        let Self::Forms(forms) = self else { return Self::One(String::new()) };
        let others = export.entries().iter().filter_map(|entry| match &entry.text {
            Self::Forms(forms) => Some(forms),
            Self::One(_) => None,
        });
        let forms = others.max_by_key(|forms| forms.len()).unwrap_or(forms);
        Self::forms(forms.iter().map(|(name, _)| (name.clone(), String::new())))
    }

    /// Whether it has no text at all.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Self::One(text) => text.is_empty(),
            Self::Forms(forms) => forms.iter().all(|(_, text)| text.is_empty()),
        }
    }
}

/// The place of a form among others.
fn rank(form: &str) -> usize {
    let category = crate::icu::CATEGORIES.iter().position(|category| *category == form);
    category.or_else(|| form.parse().ok()).unwrap_or(usize::MAX)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::file::Updated;
    use super::*;

    fn file(format: &'static dyn Format, source: &str) -> File {
        let file = File::read(format, source.as_bytes(), &["en", "de", "ja", "pl"]);
        file.unwrap_or_else(|error| panic!("{error:?}\n{source}"))
    }

    /// `key=text|key#text`: `#` is for those that are not translated, `~` for unfinished ones.
    #[track_caller]
    pub(crate) fn read(format: &'static dyn Format, source: &str) -> String {
        let show = |entry: &Entry| {
            let sign = match entry.state {
                State::Ready => '=',
                State::Unfinished => '~',
                State::Fixed | State::Variant => '#',
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
    fn texts(pairs: &[(&str, &str)]) -> Texts {
        let text = |text: &str| match text.strip_prefix('{').and_then(|text| text.strip_suffix('}'))
        {
            None => Text::One(text.to_owned()),
            Some(forms) => Text::forms(forms.split(',').map(|form| {
                let (name, text) = form.split_once(':').unwrap();
                (name.to_owned(), text.to_owned())
            })),
        };
        pairs.iter().map(|(key, new)| ((*key).to_owned(), text(new))).collect()
    }

    fn written(updated: Updated) -> String {
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

    /// Returns a new file with these texts.
    #[track_caller]
    pub(crate) fn created(
        format: &'static dyn Format,
        base: &str,
        pairs: &[(&str, &str)],
    ) -> String {
        let export = File::read(format, base.as_bytes(), &["de"]).unwrap();
        written(file(format, base).create(texts(pairs), "de", &export))
    }

    /// Returns a file without these entries.
    #[track_caller]
    pub(crate) fn without(format: &'static dyn Format, source: &str, keys: &[&str]) -> String {
        let bytes = file(format, source).without(&keys.iter().copied().collect(), "de");
        String::from_utf8(bytes).unwrap()
    }

    /// Sets a text in each place of a file; it must be read back, with all around it as before.
    #[track_caller]
    pub(crate) fn holds(format: &'static dyn Format, source: &str, text: &str) {
        let old = file(format, source);
        let is_text = |it: &&Entry| it.state != State::Fixed && matches!(it.text, Text::One(_));
        for entry in old.entries().iter().filter(is_text) {
            let texts = [(entry.key.clone(), Text::One(text.to_owned()))].into();
            written(old.update(&old, texts));
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
        assert!(
            matches!(&*new.refused, [(it, why)] if it == key && why.contains(words)),
            "{new:?}"
        );
    }

    /// Checks the lines and words of errors.
    #[track_caller]
    pub(crate) fn fails(format: &'static dyn Format, cases: &[(&str, usize, &str)]) {
        for (source, line, words) in cases {
            let error = File::read(format, source.as_bytes(), &["de"]).err().expect(source);
            assert!(error.line == *line && error.message.contains(words), "{source}: {error:?}");
        }
    }

    #[test]
    fn a_second_entry_of_a_key_in_an_export_is_reported_if_it_has_a_text() {
        let strings = of("strings").unwrap();
        for (second, is_found) in [("", false), ("b", true)] {
            let source = format!("\"a\" = \"a\";\n\"a\" = \"{second}\";\n");
            let export = File::read_export(strings, source.as_bytes(), &["de"]).unwrap();
            assert_eq!(export.duplicate().is_some(), is_found);
        }
    }

    #[test]
    fn a_file_in_which_another_text_would_change_is_not_written() {
        let old = file(of("strings").unwrap(), "\"a\" = \"a\";\n\"b\" = \"b\";\n");
        let new = |b: &str| format!("\"a\" = \"x\";\n\"b\" = \"{b}\";\n");
        let texts = texts(&[("a", "x")]);
        assert_eq!(old.check(new("b"), &texts), Ok(new("b").into_bytes()));
        let wrong = old.check(new("c"), &texts).unwrap_err();
        assert!(wrong[0].0 == "a" && wrong[0].1.contains("`b` would change too"), "{wrong:?}");
    }
}
