//! Resources of .NET. Values of other types, and the names of controls (`>>`), are no texts.

use crate::formats::xml::{self, Found, Style, Unit, Xml};
use crate::formats::{EntryState, SyntaxError, Text};

pub(crate) const RESX: Xml = Xml { parse, write };

fn parse(text: &str) -> Result<Found<'_>, SyntaxError> {
    let source = xml::parse(text, "root")?;
    let mut units = Vec::new();
    for data in xml::named(source.root(), "data") {
        let name = source.attribute(data, "name")?;
        let is_text = !data.has_attribute("type") && !data.has_attribute("mimetype");
        let Some(value) = xml::named(data, "value").next() else {
            if !is_text {
                continue;
            }
            return Err(source.error(data, format!("`{name}` needs a <value>")));
        };
        let place = source.place(value, xml::text(value));
        let mut unit = source.unit(name.to_owned(), data, place);
        if !is_text || name.starts_with(">>") {
            unit.entry.state = EntryState::Fixed;
        }
        units.push(unit);
    }
    source.is_unique(&units)?;
    let content = source.content(source.root());
    Ok(Found { content, units, empty: Vec::new(), source })
}

fn write(source: &str, unit: &Unit, text: &Text, style: &Style) -> String {
    xml::value(source, unit, text, &|place, content, text| xml::plain(place, content, text, style))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Edit;
    use crate::formats::xml::tests::{edits, fails, one, reads};

    const FILE: &str = "<root>
  <!-- <data name=\"x\"><value>x</value></data> -->
  <resheader name=\"version\"><value>2.0</value></resheader>
  <data name=\"a\" xml:space=\"preserve\">
    <value>¦ &quot;A &gt; B\n  C ¦D &gt;\n  &quot;<E>&quot; &lt;¦</value>
    <comment>A &amp; B</comment>
  </data>
  <data name=\"s\" type=\"System.Drawing.Size, System.Drawing\"><value>1, 2</value></data>
  <data name=\">>a.Name\"><value>a</value></data>
  <data name=\"b\"><value>B</value></data>
</root>";

    #[test]
    fn values_are_edited() {
        let file = FILE.replace("<E>&quot; &lt;", "&lt;E&gt;&quot; &amp;");
        let text = one("D >\n  \"<E>\" &");
        edits(&RESX, "", &file, &[Edit::Set { key: "a", text: &text }]);
        let plain = "<root><data name='a'><value> A\n  B</value></data></root>";
        reads(&RESX, plain, &["a= A\n  B"]);
        let parts: Vec<_> = FILE.split('¦').collect();
        let base = [parts[0], parts[1], parts[3]].concat();
        let expected = ["a= \"A > B\n  C ", "!s=1, 2", "!>>a.Name=a", "b=B"];
        reads(&RESX, &base, &expected);
        let text = one("x\n  <y>");
        edits(
            &RESX,
            &base,
            "<root>\n\t<data name='b'><value/></data>\n\
             ¦¦\t<data name=\"a\" xml:space=\"preserve\">\n\t  <value>x\n  &lt;y&gt;</value>\n\
             \t  <comment>A &amp; B</comment>\n\t</data>\n¦</root>",
            &[Edit::Insert { key: "a", text: &text, after: Some("b") }],
        );
        edits(
            &RESX,
            &base,
            "<root>\n¦  <data name='a'>\n <value>x</value></data>\n¦¦</root>",
            &[Edit::Remove { key: "a" }],
        );
        fails(
            &RESX,
            "<root><data name='a'><value/></data>\n<data name='a'><value/></data></root>",
            2,
            "duplicate",
        );
        fails(&RESX, "<root>\n<data name='a'/></root>", 2, "<value>");
    }
}
