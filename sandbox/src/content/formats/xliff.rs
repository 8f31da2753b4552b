//! XLIFF: written in version 1.2, and read in 1.2 and 2.0.

use roxmltree::Node;

use super::{Codec, Entry, Fault, File, Found, xml};
use crate::content::names::is_same_code;

pub(super) const CODEC: Codec = Codec { read, write, plurals: false };

fn read(text: &str, file: &File<'_>) -> Found {
    let document = xml::parse(text, "xliff")?;
    let root = document.root_element();
    let mut entries = Vec::new();
    for node in xml::named(root, "file") {
        // Version 2 has the languages once for all files.
        let source = node.attribute("source-language").or(root.attribute("srcLang"));
        let source = source.unwrap_or_default();
        for node in node.descendants() {
            if matches!(node.tag_name().name(), "trans-unit" | "unit") {
                entries.push(unit(node, source, file)?);
            }
        }
    }
    Ok(entries)
}

fn unit(node: Node<'_, '_>, language: &str, file: &File<'_>) -> Result<Entry, Fault> {
    let said = |name| {
        // Version 2 cuts texts into segments.
        let parts = std::iter::once(node).chain(xml::named(node, "segment"));
        let parts: Vec<_> = parts.flat_map(|part| xml::named(part, name)).collect();
        (!parts.is_empty()).then(|| parts.into_iter().map(xml::inner).collect::<String>())
    };
    let name = node.attribute("resname").or(node.attribute("name"));
    let name = name.map_or_else(|| xml::attribute(node, "id"), Ok)?;
    let source = said("source").ok_or_else(|| xml::fault(node, "expected a <source>"))?;
    let text = match said("target") {
        None if is_same_code(language, file.iso) => source,
        target => target.unwrap_or_default(),
    };
    let notes = xml::named(node, "notes").chain([node]).flat_map(|it| xml::named(it, "note"));
    let notes: Vec<_> = notes.map(xml::inner).collect();
    Ok(Entry { description: notes.join("\n"), ..Entry::plain(name, text) })
}

fn write(entries: &[Entry], file: &File<'_>) -> String {
    let units = entries.iter().map(|entry| {
        let name = xml::value(&entry.name);
        let [source, target] = [&*entry.source, entry.text.plain()].map(content);
        let note = match &*entry.description {
            "" => String::new(),
            text => format!("<note>{}</note>", xml::escape(text)),
        };
        format!(
            "      <trans-unit id=\"{name}\" resname=\"{name}\" xml:space=\"preserve\">\
             <source>{source}</source><target>{target}</target>{note}</trans-unit>\n"
        )
    });
    format!(
        "{}<xliff version=\"1.2\" xmlns=\"{}\" xmlns:xliff=\"{}\">\n  <file original=\"keys\" \
         source-language=\"{}\" target-language=\"{}\" datatype=\"plaintext\">\n    <body>\n\
         {}    </body>\n  </file>\n</xliff>\n",
        xml::HEAD,
        xml::XLIFF,
        xml::XLIFF,
        xml::value(file.base),
        xml::value(file.iso),
        units.collect::<String>(),
    )
}

fn content(text: &str) -> String {
    if xml::is_markup(text) { text.to_owned() } else { xml::escape(text) }
}
