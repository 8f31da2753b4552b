//! Android resources: strings with escapes of their own, plurals and arrays.

use roxmltree::Node;

use super::text::{self, unescape};
use super::{Codec, Entry, Fault, File, Found, NESTING, xml};
use crate::state::Text;

pub(super) const CODEC: Codec = Codec { read, write, plurals: true };

fn read(text: &str, _: &File<'_>) -> Found {
    let document = xml::parse(text, "resources")?;
    let mut entries = Vec::new();
    for node in xml::elements(document.root_element()) {
        let name = || xml::attribute(node, "name");
        match node.tag_name().name() {
            "string" => entries.push(Entry::plain(name()?, said(node)?)),
            "plurals" => {
                let forms = xml::elements(node)
                    .map(|item| Ok((xml::attribute(item, "quantity")?.to_owned(), said(item)?)));
                entries
                    .push(Entry::new(name()?, Text::Forms(forms.collect::<Result<_, Fault>>()?)));
            }
            "string-array" => {
                for (index, item) in xml::elements(node).enumerate() {
                    let name = format!("{}{NESTING}{index}", name()?);
                    entries.push(Entry::plain(name, said(item)?));
                }
            }
            _ => {}
        }
    }
    Ok(entries)
}

fn said(node: Node<'_, '_>) -> Result<String, Fault> {
    let text = match xml::markup(node) {
        Some(markup) => unquote(markup, true),
        None => unquote(&xml::inner(node), false),
    };
    unescape(&text).map_err(|reason| xml::fault(node, reason))
}

/// Removes quotes, and outside of them makes one space of several blanks, and none at the ends.
/// The tags of markup stay as they are.
fn unquote(text: &str, is_markup: bool) -> String {
    let mut unquoted = String::with_capacity(text.len());
    let (mut quoted, mut blank, mut tag) = (false, false, false);
    let mut chars = text.chars();
    while let Some(letter) = chars.next() {
        if letter.is_ascii_whitespace() && !quoted && !tag {
            blank = true;
            continue;
        }
        if std::mem::take(&mut blank) && !unquoted.is_empty() {
            unquoted.push(' ');
        }
        tag = if tag { letter != '>' } else { is_markup && letter == '<' };
        match letter {
            '"' if !tag => quoted = !quoted,
            '\\' => unquoted.extend([letter].into_iter().chain(chars.next())),
            letter => unquoted.push(letter),
        }
    }
    unquoted
}

fn write(entries: &[Entry], file: &File<'_>) -> String {
    let indent = text::indentation(file.options);
    let item = |(attributes, text): (String, &str)| {
        format!("{indent}{indent}<item{attributes}>{}</item>\n", escape(text))
    };
    let mut body = String::new();
    let mut add = |element: &str, name: &str, content: &str| {
        let name = xml::value(name);
        body.push_str(&format!("{indent}<{element} name=\"{name}\">{content}</{element}>\n"));
    };
    for group in entries.chunk_by(|one, next| array(one).is_some() && array(one) == array(next)) {
        let items = || group.iter().map(|entry| (String::new(), entry.text.plain()));
        if let Some(name) = array(&group[0]).filter(|_| is_whole(group)) {
            let items: String = items().map(item).collect();
            add("string-array", name, &format!("\n{items}{indent}"));
            continue;
        }
        for entry in group {
            match &entry.text {
                Text::Plain(text) => add("string", &entry.name, &escape(text)),
                Text::Forms(forms) => {
                    let quantity = |form| format!(" quantity=\"{}\"", xml::value(form));
                    let items = forms.iter().map(|(form, text)| item((quantity(form), text)));
                    let items: String = items.collect();
                    add("plurals", &entry.name, &format!("\n{items}{indent}"));
                }
            }
        }
    }
    let names = match body.contains("<xliff:") {
        true => format!(" xmlns:xliff=\"{}\"", xml::XLIFF),
        false => String::new(),
    };
    format!("{}<resources{names}>\n{body}</resources>\n", xml::HEAD)
}

/// Returns the name of the array that an entry may be an item of.
fn array(entry: &Entry) -> Option<&str> {
    let (name, index) = entry.name.rsplit_once(NESTING)?;
    let is_item = index.parse::<usize>().is_ok() && matches!(entry.text, Text::Plain(_));
    (is_item && !name.is_empty()).then_some(name)
}

/// Whether the items of an array are numbered from zero without a gap.
fn is_whole(group: &[Entry]) -> bool {
    let mut items = group.iter().enumerate();
    items.all(|(index, entry)| entry.name.ends_with(&format!("{NESTING}{index}")))
}

/// Escapes a text, except the tags of markup.
fn escape(text: &str) -> String {
    let mut parts = text.split('<');
    let mut escaped = escape_part(parts.next().unwrap_or_default());
    for part in parts {
        escaped += &match part.split_once('>') {
            Some((tag, text)) => format!("<{tag}>{}", escape_part(text)),
            None => format!("<{part}"),
        };
    }
    if !xml::is_markup(text) || !xml::is_markup(&escaped) {
        escaped = xml::escape(&escape_part(text));
    }
    if escaped.starts_with(['@', '?']) {
        escaped.insert(0, '\\');
    } else if let Some(rest) = escaped.strip_prefix(' ') {
        escaped = format!("\\u0020{rest}");
    }
    match escaped.strip_suffix(' ') {
        Some(rest) => format!("{rest}\\u0020"),
        None => escaped,
    }
}

/// Escapes a text without tags; a space that would be taken for one with that before is `\u0020`.
fn escape_part(text: &str) -> String {
    let is_odd = |letter: char| letter.is_control() || matches!(letter, '\u{fffe}' | '\u{ffff}');
    text::escape(text, "\\'\"", "\\u", is_odd).replace("  ", " \\u0020")
}
