//! Android resources: strings with escapes of their own, plurals and arrays.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use roxmltree::Node;

use super::text::unicode;
use super::xml::{self, Inner};
use super::{Entry, Fault, Found, NESTING, Reading, Writing};
use crate::state::Text;

pub(super) fn read(text: &str, _: &Reading<'_>) -> Found {
    let document = xml::parse(text, "resources")?;
    let mut entries = Vec::new();
    for node in xml::elements(document.root_element()) {
        let description = xml::comment_before(node);
        let of = |name: String, text: Text| Entry {
            description: description.clone(),
            ..Entry::new(name, text)
        };
        match node.tag_name().name() {
            "string" => {
                let name = xml::attribute(node, "name")?.to_owned();
                entries.push(of(name, Text::Plain(said(node)?)));
            }
            "plurals" => {
                let forms = xml::elements(node)
                    .map(|item| Ok((xml::attribute(item, "quantity")?.to_owned(), said(item)?)));
                let forms: Result<_, Fault> = forms.collect();
                let name = xml::attribute(node, "name")?.to_owned();
                entries.push(of(name, Text::Forms(forms?)));
            }
            "string-array" => {
                let name = xml::attribute(node, "name")?;
                for (index, item) in xml::elements(node).enumerate() {
                    let name = format!("{name}{NESTING}{index}");
                    entries.push(of(name, Text::Plain(said(item)?)));
                }
            }
            // Numbers, colors and the like are no texts.
            _ => {}
        }
    }
    Ok(entries)
}

/// Returns what an element says. The `"` of CDATA belong to its markup, and are kept.
fn said(node: Node<'_, '_>) -> Result<String, Fault> {
    let is_literal = node.document().input_text()[node.range()].contains("<![CDATA[");
    let read = match xml::inner(node) {
        Inner::Text(text) => unescape(std::iter::once((&*text, Some(is_literal)))),
        Inner::Markup(markup) => {
            unescape(pieces(markup).map(|it| (it, (!it.starts_with('<')).then_some(false))))
        }
    };
    read.ok_or_else(|| xml::fault(node, "\\u needs four hexadecimal digits"))
}

/// Splits markup into tags, which begin with `<`, and the texts between them.
fn pieces(markup: &str) -> impl Iterator<Item = &str> {
    let mut rest = markup;
    std::iter::from_fn(move || {
        let end = match rest.starts_with('<') {
            true => rest.find('>').map(|end| end + 1),
            false => rest.find('<'),
        };
        let piece;
        (piece, rest) = rest.split_at(end.unwrap_or(rest.len()));
        (!piece.is_empty()).then_some(piece)
    })
}

/// Returns the text that resources mean: blanks are one, and none at the ends, unless they are
/// quoted. Each piece is a tag, or a text of which is known whether its quotes are literal.
fn unescape<'t>(pieces: impl Iterator<Item = (&'t str, Option<bool>)>) -> Option<String> {
    let mut text = String::new();
    let (mut quoted, mut blank) = (false, false);
    for (piece, is_literal) in pieces {
        let mut chars = piece.chars().peekable();
        while let Some(letter) = chars.next() {
            let is_text = is_literal.is_some();
            if letter.is_ascii_whitespace() && !quoted && is_text {
                blank = true;
                continue;
            }
            if std::mem::take(&mut blank) && !text.is_empty() {
                text.push(' ');
            }
            match letter {
                '"' if is_literal == Some(false) => quoted = !quoted,
                '\\' if is_text => text.push(match chars.next() {
                    Some('u') => unicode(&mut chars)?,
                    Some('n') => '\n',
                    Some('t') => '\t',
                    Some(letter) => letter,
                    None => '\\',
                }),
                letter => text.push(letter),
            }
        }
    }
    Some(text)
}

pub(super) fn write(entries: &[Entry], writing: &Writing<'_>) -> String {
    let option = writing.options["indentation"].as_str();
    let indent = super::text::indentation(option.unwrap_or("default"));
    let arrays = arrays(entries);
    let mut body = String::new();
    for entry in entries {
        let place = entry.name.rsplit_once(NESTING);
        let array = place.and_then(|(name, index)| Some((name, arrays.get(name)?, index)));
        let comment = xml::comment(&indent, &entry.description);
        let name = xml::value(&entry.name);
        // Writing into a text cannot fail.
        let _ = match (&entry.text, array) {
            (Text::Plain(_), Some((name, items, "0"))) => {
                let lines = items.values().map(|text| item(&indent, "", text));
                let (name, lines) = (xml::value(name), lines.collect::<String>());
                let array =
                    format!("<string-array name=\"{name}\">\n{lines}{indent}</string-array>");
                writeln!(body, "{comment}{indent}{array}")
            }
            (Text::Plain(_), Some(_)) => Ok(()),
            (Text::Plain(text), None) => {
                let text = escape(text);
                writeln!(body, "{comment}{indent}<string name=\"{name}\">{text}</string>")
            }
            (Text::Forms(forms), _) => {
                let lines = forms.iter().map(|(form, text)| {
                    item(&indent, &format!(" quantity=\"{}\"", xml::value(form)), text)
                });
                let lines: String = lines.collect();
                let plurals = format!("<plurals name=\"{name}\">\n{lines}{indent}</plurals>");
                writeln!(body, "{comment}{indent}{plurals}")
            }
        };
    }
    let names = match body.contains("<xliff:") {
        true => format!(" xmlns:xliff=\"{}\"", xml::XLIFF),
        false => String::new(),
    };
    format!("{}<resources{names}>\n{body}</resources>\n", xml::HEAD)
}

fn item(indent: &str, attributes: &str, text: &str) -> String {
    format!("{indent}{indent}<item{attributes}>{}</item>\n", escape(text))
}

/// The keys that are items of arrays, numbered from zero without a gap.
fn arrays(entries: &[Entry]) -> HashMap<&str, BTreeMap<usize, &str>> {
    let mut arrays: HashMap<&str, BTreeMap<usize, &str>> = HashMap::new();
    for entry in entries {
        if let Some((name, index)) = entry.name.rsplit_once(NESTING)
            && let Ok(number) = index.parse::<usize>()
            && number.to_string() == index
            && let Text::Plain(text) = &entry.text
        {
            arrays.entry(name).or_default().insert(number, text);
        }
    }
    arrays.retain(|name, items| {
        let whole = items.keys().enumerate().all(|(index, number)| index == *number);
        whole && !name.is_empty()
    });
    arrays
}

/// Returns a text as resources write it; what is markup in it stays markup.
fn escape(text: &str) -> String {
    let mut escaped = String::new();
    if !xml::is_markup(text) {
        escape_piece(&mut escaped, text, true, true);
        return xml::escape(&escaped);
    }
    let mut rest = text;
    for piece in pieces(text) {
        let starts = rest.len() == text.len();
        rest = &rest[piece.len()..];
        match piece.starts_with('<') {
            true => escaped.push_str(piece),
            false => escape_piece(&mut escaped, piece, starts, rest.is_empty()),
        }
    }
    escaped
}

fn escape_piece(escaped: &mut String, text: &str, starts: bool, ends: bool) {
    let mut before = None;
    let mut chars = text.chars().peekable();
    while let Some(letter) = chars.next() {
        let at_start = starts && before.is_none();
        let at_end = ends && chars.peek().is_none();
        match letter {
            '\\' | '\'' | '"' => escaped.extend(['\\', letter]),
            '@' | '?' if at_start => escaped.extend(['\\', letter]),
            '\n' => escaped.push_str("\\n"),
            '\t' => escaped.push_str("\\t"),
            // Blanks that would be taken for one, or for none.
            ' ' if at_start || at_end || before == Some(' ') => escaped.push_str("\\u0020"),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {
                let _ = write!(escaped, "\\u{:04x}", u32::from(letter));
            }
            letter => escaped.push(letter),
        }
        before = Some(letter);
    }
}
