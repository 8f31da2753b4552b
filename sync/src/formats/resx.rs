//! Resources of .NET. Other values than texts stay as they are, and are not in new files.

use super::{Format, Kind, Node, Style, SyntaxError, Tree, xml};

#[derive(Debug)]
pub(super) struct Resx;

impl Format for Resx {
    fn parse(&self, source: &str) -> Result<Tree, SyntaxError> {
        let document = xml::parse(source, "root")?;
        xml::members(document.root_element(), |data| {
            let is_text = data.has_tag_name("data")
                && !data.has_attribute("type")
                && !data.has_attribute("mimetype");
            let value = xml::child(data, "value").filter(|_| is_text);
            let Some(value) = value else { return Ok(None) };
            let (name, name_at) = xml::attribute(data, "name")?;
            let text = Kind::Text(xml::plain(value));
            let node = xml::node(name, name_at, xml::content(value), text);
            Ok(Some(node).filter(|node| !node.name.starts_with(">>")))
        })
    }

    fn encode(&self, style: &Style<'_>, node: &Node, text: &str) -> Result<String, String> {
        xml::encode(style, node, text, &mut str::to_owned)
    }

    fn complete(&self, source: String, base: &str) -> String {
        xml::declare(source, base, "root")
    }
}
