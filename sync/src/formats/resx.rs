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
            let note = xml::notes(data, "comment");
            let node = Node { note, ..Node::new(name, name_at, xml::content(value), text) };
            Ok(Some(node).filter(|node| !node.name.starts_with(">>")))
        })
    }

    fn encode(&self, style: &Style<'_>, node: &Node, text: &str) -> Result<String, String> {
        xml::encode(style, node, text, None, &mut str::to_owned)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::*;
    use super::*;

    const FILE: &str = "<root>
  <!-- <data name=\"x\"><value>x</value></data> -->
  <resheader name=\"version\"><value>2.0</value></resheader>
  <data name=\"a\" xml:space=\"preserve\">
    <value> \"A &gt; B\n  C</value>
    <comment>A &amp; B</comment>
  </data>
  <data name=\"s\" type=\"System.Drawing.Size, System.Drawing\"><value>1, 2</value></data>
  <data name=\">>a.Name\"><value>a</value></data>
  <data name=\"b\"><value/></data>
</root>";

    #[test]
    fn values_are_edited() {
        assert_eq!(read(&Resx, FILE), "a= \"A > B\n  C|b=");
        assert_eq!(file(&Resx, FILE).entries()[0].comment, "A & B");
        let new = FILE.replace("B\n  C", "&lt;\n\"");
        assert_eq!(updated(&Resx, FILE, FILE, &[("a", " \"A > <\n\"")]), new);
        let head = FILE.split_once("\n  <data name=\"a\"").unwrap().0;
        let new = format!("{head}\n  <data name=\"b\"><value>B</value></data>\n</root>");
        assert_eq!(created(&Resx, FILE, &[("b", "B")]), new);
        assert_eq!(updated(&Resx, &format!("{head}\n</root>"), FILE, &[("b", "B")]), new);
        let new = "<root>\n  <data name=\"b\"><value>B</value></data>\n</root>\n";
        assert_eq!(updated(&Resx, "<root />\n", FILE, &[("b", "B")]), new);
    }
}
