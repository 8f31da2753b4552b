//! Converts the Markdown of the document for rustdoc, which compiles code blocks, resolves text in
//! square brackets, and warns of bare URLs.

use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd, TextMergeWithOffset};

/// A replacement in the source.
struct Edit {
    range: Range<usize>,
    text: String,
}

/// Converts a text for rustdoc.
pub(crate) fn for_rustdoc(markdown: &str) -> String {
    // Escaped HTML and the texts of links are parsed again.
    const ROUNDS: usize = 8;
    let mut text = markdown.to_owned();
    for _ in 0..ROUNDS {
        let edits = edits(&text);
        if edits.is_empty() {
            break;
        }
        text = apply(&text, edits);
    }
    text
}

/// Converts a text to one line without links.
pub(crate) fn plain(markdown: &str) -> String {
    let mut text = String::new();
    for event in Parser::new_ext(markdown, options()) {
        match event {
            Event::Text(part) => text.push_str(&part),
            Event::Code(code) => text.push_str(&format!("`{code}`")),
            Event::SoftBreak | Event::HardBreak | Event::End(TagEnd::Paragraph | TagEnd::Item) => {
                text.push(' ');
            }
            _ => {}
        }
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The extensions of CommonMark that rustdoc supports.
fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
}

/// Returns the replacements of one pass, which do not overlap.
fn edits(source: &str) -> Vec<Edit> {
    let mut reading = Reading::default();
    let parser = Parser::new_ext(source, options());
    for (event, range) in TextMergeWithOffset::new(parser.into_offset_iter()) {
        reading.take(source, event, range);
    }
    reading.edits
}

fn apply(source: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|edit| edit.range.start);
    let mut text = source.to_owned();
    for edit in edits.into_iter().rev() {
        text.replace_range(edit.range, &edit.text);
    }
    text
}

/// The link or image that is being parsed.
struct Link {
    absolute: bool,
    range: Range<usize>,
    /// Its text.
    inner: Option<Range<usize>>,
}

#[derive(Default)]
struct Reading {
    edits: Vec<Edit>,
    links: Vec<Link>,
    /// The code of the block that is being parsed.
    code: Option<String>,
    /// The range of that block, if it is indented.
    indented: Option<Range<usize>>,
}

impl Reading {
    fn take(&mut self, source: &str, event: Event<'_>, range: Range<usize>) {
        if let Event::End(TagEnd::Link | TagEnd::Image) = event {
            let link = self.links.pop().filter(|link| !link.absolute);
            self.edits.extend(link.into_iter().flat_map(shown_only));
            return;
        }
        if let Some(link) = self.links.last_mut() {
            let start = link.inner.as_ref().map_or(range.start, |inner| inner.start);
            link.inner = Some(start..range.end);
        }
        match event {
            Event::Start(Tag::CodeBlock(kind)) => {
                self.code = Some(String::new());
                if let CodeBlockKind::Fenced(_) = kind {
                    self.edits.extend(no_rust(source, range));
                } else {
                    self.indented = Some(range);
                }
            }
            Event::End(TagEnd::CodeBlock) => {
                let code = self.code.take().unwrap_or_default();
                let block = self.indented.take();
                self.edits.extend(block.map(|range| fenced(source, range, &code)));
            }
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                let absolute = ["http://", "https://", "mailto:"]
                    .iter()
                    .any(|scheme| dest_url.starts_with(scheme))
                    || source[range.clone()].starts_with('<');
                let inner = None;
                self.links.push(Link { absolute, range, inner });
            }
            Event::Html(_) | Event::InlineHtml(_) if source[range.clone()].starts_with('<') => {
                self.edits.push(insert(range.start, "\\"));
            }
            Event::Text(text) => match &mut self.code {
                Some(code) => code.push_str(&text),
                None => self.running(source, range),
            },
            _ => {}
        }
    }

    /// Handles text that is neither code nor HTML.
    fn running(&mut self, source: &str, range: Range<usize>) {
        // An unbalanced bracket would end the link.
        let brackets: &[char] = match self.links.is_empty() {
            true => &['['],
            false => &['[', ']'],
        };
        for (at, _) in source[range.clone()].match_indices(brackets) {
            let at = range.start + at;
            let before = &source[..at];
            let escapes = before.len() - before.trim_end_matches('\\').len();
            if escapes.is_multiple_of(2) {
                self.edits.push(insert(at, "\\"));
            }
        }
        if self.links.is_empty() {
            self.edits.extend(addresses(source, range));
        }
    }
}

fn insert(at: usize, text: &str) -> Edit {
    let text = text.to_owned();
    Edit { range: at..at, text }
}

/// Removes the Markdown around the text of a link.
fn shown_only(link: Link) -> [Edit; 2] {
    let Range { start, end } = link.range;
    let inner = link.inner.unwrap_or(end..end);
    [start..inner.start, inner.end..end].map(|range| Edit { range, text: String::new() })
}

/// Returns the language of a fenced block, which is never Rust.
fn no_rust(source: &str, range: Range<usize>) -> Option<Edit> {
    let line = source[range.clone()].lines().next().unwrap_or_default();
    let language = line.trim_start_matches(['`', '~']);
    (language != "text").then(|| Edit {
        range: range.start + line.len() - language.len()..range.start + line.len(),
        text: "text".to_owned(),
    })
}

/// Converts an indented block to a fenced one, in its list or quote.
fn fenced(source: &str, range: Range<usize>, code: &str) -> Edit {
    let line = source[..range.start].rfind('\n').map_or(0, |end| end + 1);
    let before = &source[line..range.start];
    let outer = before.strip_suffix("    ").or(before.strip_suffix('\t'));
    let outer = outer.unwrap_or(before);
    let next: String = outer.chars().map(|letter| if letter == '>' { '>' } else { ' ' }).collect();
    let fence = "`".repeat(longest_run(code, '`').max(2) + 1);
    let lines: String = code.lines().map(|line| format!("{next}{line}\n")).collect();
    Edit {
        range: line + outer.len()..range.end,
        text: format!("{fence}text\n{lines}{next}{fence}\n"),
    }
}

fn longest_run(text: &str, letter: char) -> usize {
    let runs = text.split(|other| other != letter);
    runs.map(str::len).max().unwrap_or_default()
}

/// Puts bare URLs into angle brackets.
fn addresses(source: &str, range: Range<usize>) -> Vec<Edit> {
    let (mut found, mut start) = (Vec::new(), range.start);
    while let Some(at) = scheme(&source[start..range.end]) {
        let rest = &source[start + at..range.end];
        let ends = |letter: char| letter.is_whitespace() || "<>[]`\"|".contains(letter);
        let whole = &rest[..rest.find(ends).unwrap_or(rest.len())];
        let address =
            whole.trim_end_matches(['.', ',', ';', ':', '!', '?', '\'', ')', '*', '_', '\\']);
        let range = start + at..start + at + address.len();
        start += at + whole.len();
        if !address.ends_with('/') || address.matches('/').count() > 2 {
            let address = address.replace('\\', "");
            found.push(Edit { range, text: format!("<{address}>") });
        }
    }
    found
}

/// Returns the start of a URL.
fn scheme(text: &str) -> Option<usize> {
    let places = ["http://", "https://"].map(|scheme| text.find(scheme));
    places.into_iter().flatten().min()
}
