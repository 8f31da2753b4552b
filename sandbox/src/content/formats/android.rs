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

fn write(mut entries: &[Entry], _: &File<'_>) -> String {
    let item = |attributes: &str, text: &str| {
        format!("        <item{attributes}>{}</item>\n", escape(text))
    };
    let mut body = String::new();
    while let [entry, rest @ ..] = entries {
        entries = rest;
        let (element, name, content) = match &entry.text {
            Text::Forms(forms) => {
                let quantity = |form| format!(" quantity=\"{}\"", xml::value(form));
                let items = forms.iter().map(|(form, text)| item(&quantity(form), text));
                ("plurals", &*entry.name, format!("\n{}    ", items.collect::<String>()))
            }
            Text::Plain(text) => match entry.name.strip_suffix("::0").filter(|it| !it.is_empty()) {
                None => ("string", &*entry.name, escape(text)),
                Some(name) => {
                    let is_next = |(index, next): &(usize, &Entry)| {
                        next.name == format!("{name}{NESTING}{}", index + 1)
                    };
                    let count = rest.iter().enumerate().take_while(is_next).count();
                    let items = std::iter::once(entry).chain(&rest[..count]);
                    let items: String = items.map(|it| item("", it.text.plain())).collect();
                    entries = &rest[count..];
                    ("string-array", name, format!("\n{items}    "))
                }
            },
        };
        let name = xml::value(name);
        body.push_str(&format!("    <{element} name=\"{name}\">{content}</{element}>\n"));
    }
    let names = match body.contains("<xliff:") {
        true => format!(" xmlns:xliff=\"{}\"", xml::XLIFF),
        false => String::new(),
    };
    format!("{}<resources{names}>\n{body}</resources>\n", xml::HEAD)
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
