//! Plurals of Apple's platforms.
//!
//! Only entries that are one variable and nothing else are translated.

use roxmltree::Node as Element;

use super::{Format, Kind, Node, State, Style, SyntaxError, Tree, xml};

const FORMAT: &str = "NSStringLocalizedFormatKey";

#[derive(Debug)]
pub(super) struct Stringsdict;

impl Format for Stringsdict {
    fn parse(&self, source: &str) -> Result<Tree, SyntaxError> {
        let document = xml::parse(source, "plist")?;
        let root = document.root_element();
        let dict = xml::child(root, "dict");
        let dict = dict.ok_or_else(|| xml::error(root, "expected <dict> in <plist>"))?;
        let mut nodes = Vec::new();
        for (mut node, value) in pairs(dict)? {
            if let Some(forms) = forms(value)? {
                node.kind = Kind::Plural(xml::forms(value, forms)?);
            } else if !value.has_tag_name("string") {
                node.state = State::Fixed;
            }
            nodes.push(node);
        }
        Ok(Tree { nodes, inner: xml::content(dict) })
    }

    fn encode(&self, style: &Style<'_>, node: &Node, text: &str) -> Result<String, String> {
        xml::encode(style, node, text, false, &mut str::to_owned)
    }
}

/// Returns the values of a dictionary.
fn pairs<'n, 'd>(dict: Element<'n, 'd>) -> Result<Vec<(Node, Element<'n, 'd>)>, SyntaxError> {
    let mut start = xml::content(dict).start;
    let mut elements = xml::elements(dict);
    let mut pairs = Vec::new();
    while let Some(key) = elements.next() {
        let value = elements.next().filter(|it| key.has_tag_name("key") && !it.has_tag_name("key"));
        let value = value.ok_or_else(|| xml::error(key, "expected a <key> and its value"))?;
        let text = if value.has_tag_name("string") { xml::plain(value) } else { String::new() };
        let kind = Kind::Text(text);
        let node = Node::new(xml::plain(key), xml::content(key), xml::content(value), kind);
        let span = start..xml::end(value);
        start = span.end;
        pairs.push((Node { span, ..node }, value));
    }
    Ok(pairs)
}

/// Returns the forms of an entry whose format is one variable, such as `%#@days@`.
fn forms(entry: Element<'_, '_>) -> Result<Option<Vec<Node>>, SyntaxError> {
    if !entry.has_tag_name("dict") {
        return Ok(None);
    }
    let (dicts, texts): (Vec<_>, Vec<_>) =
        pairs(entry)?.into_iter().partition(|(_, value)| value.has_tag_name("dict"));
    let [(variable, dict)] = &*dicts else { return Ok(None) };
    let is_variable = |(node, value): &(Node, Element<'_, '_>)| {
        let text = xml::plain(*value);
        let position = text.strip_suffix(&format!("#@{}@", variable.name));
        let position = position.and_then(|it| it.strip_prefix('%'));
        let is_position = |it: &str| it.bytes().all(|it| it.is_ascii_digit() || it == b'$');
        node.name == FORMAT && position.is_some_and(is_position)
    };
    if !texts.iter().any(is_variable) {
        return Ok(None);
    }
    let forms = pairs(*dict)?.into_iter().map(|(node, _)| node);
    Ok(Some(forms.filter(|node| !node.name.starts_with("NSString")).collect()))
}

#[cfg(test)]
mod tests {
    use super::super::tests::{created, fails, read, updated};
    use super::*;

    const FILE: &str = "<?xml version=\"1.0\"?>
<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \"http://a/PropertyList-1.0.dtd\">
<plist version=\"1.0\"><dict>
\t<!-- Days -->
\t<key>n</key>
\t<dict>
\t\t<key>NSStringLocalizedFormatKey</key><string>%1$#@days@</string>
\t\t<key>days</key>
\t\t<dict>
\t\t\t<key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
\t\t\t<key>one</key>
\t\t\t<string>%d day</string>
\t\t\t<key>other</key> <string>%d days</string>
\t\t</dict>
\t</dict>
</dict></plist>
";

    #[test]
    fn the_forms_of_one_variable_are_an_entry() {
        assert_eq!(read(&Stringsdict, FILE), "n={one:%d day,other:%d days}");
        let few = "</string>\n\t\t\t<key>few</key> <string>&lt;</string>\n\t\t\t<key>other";
        let new = FILE.replace("</string>\n\t\t\t<key>other", few).replace("%d days", "x");
        let forms = "{one:%d day,few:<,other:x}";
        assert_eq!(updated(&Stringsdict, FILE, FILE, &[("n", forms)]), new);
        let new = FILE.replace("\n\t\t\t<key>one</key>\n\t\t\t<string>%d day</string>", "");
        let texts = [("n", "{other:%d days}")];
        assert_eq!(created(&Stringsdict, FILE, &texts), new);
        let empty = FILE.split_once("\t<!--").unwrap().0.to_owned() + "</dict></plist>\n";
        assert_eq!(updated(&Stringsdict, &empty, FILE, &texts), new);
    }

    #[test]
    fn other_entries_are_not_translated() {
        for format in ["%@ %#@days@", "%#@days@ left", "%#@days@ %#@hours@", "x"] {
            assert_eq!(read(&Stringsdict, &FILE.replace("%1$#@days@", format)), "n#");
        }
        let plain = "<plist><dict><key>a</key><string>b</string><key>c</key><true/></dict></plist>";
        assert_eq!(read(&Stringsdict, plain), "a=b|c#");
        let (many, twice) = (FILE.replace(">one", ">lots"), FILE.replace(">one", ">other"));
        fails(&Stringsdict, &[(&many, 11, "unknown quantity `lots`"), (&twice, 13, "line 11")]);
        fails(
            &Stringsdict,
            &[("<plist><dict>\n<key>a</key><key>b</key></dict></plist>", 2, "value")],
        );
    }
}
