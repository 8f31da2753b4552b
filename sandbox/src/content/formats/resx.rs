//! .NET resources: a `<data>` for each key, with its comment.

use std::fmt::Write as _;

use super::{Entry, Found, Reading, Writing, xml};

pub(super) fn read(text: &str, _: &Reading<'_>) -> Found {
    let document = xml::parse(text, "root")?;
    let data = xml::elements(document.root_element());
    // What has a type or is encoded is no text.
    let data = data.filter(|node| {
        let is_text = node.attribute("type").is_none() && node.attribute("mimetype").is_none();
        node.has_tag_name("data") && is_text
    });
    let entries = data.map(|node| {
        let said = |name| xml::element(node, name).map(|node| xml::inner(node).into_text());
        let name = xml::attribute(node, "name")?;
        Ok(Entry {
            description: said("comment").unwrap_or_default(),
            ..Entry::plain(name, said("value").unwrap_or_default())
        })
    });
    entries.collect()
}

pub(super) fn write(entries: &[Entry], _: &Writing<'_>) -> String {
    let mut text = format!("{}<root>\n", xml::HEAD);
    for (name, value) in [("resmimetype", "text/microsoft-resx"), ("version", "2.0")] {
        // Writing into a text cannot fail.
        let _ = writeln!(text, "  <resheader name=\"{name}\"><value>{value}</value></resheader>");
    }
    for entry in entries {
        let (name, said) = (xml::value(&entry.name), xml::escape(entry.text.plain()));
        let _ =
            write!(text, "  <data name=\"{name}\" xml:space=\"preserve\"><value>{said}</value>");
        if !entry.description.is_empty() {
            let _ = write!(text, "<comment>{}</comment>", xml::escape(&entry.description));
        }
        text.push_str("</data>\n");
    }
    text.push_str("</root>\n");
    text
}
