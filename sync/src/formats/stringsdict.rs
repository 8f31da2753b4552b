//! Plurals of Apple's platforms.
//!
//! An entry `name` has a format string, whose key is `name`, and plurals, whose keys are
//! `name::variable`. A format string that is one variable alone is the same in all languages.

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
            if let Some(parts) = parts(&node.name, value)? {
                node.kind = Kind::Whole(parts);
            } else if value.has_tag_name("dict") {
                node.state = State::Variant;
            } else if !value.has_tag_name("string") {
                node.state = State::Fixed;
            }
            nodes.push(node);
        }
        Ok(Tree { nodes, inner: xml::content(dict) })
    }

    fn encode(&self, style: &Style<'_>, node: &Node, text: &str) -> Result<String, String> {
        xml::encode(style, node, text, None, &mut str::to_owned)
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

/// Returns the format string and the plurals of an entry, if it has both.
fn parts(key: &str, entry: Element<'_, '_>) -> Result<Option<Vec<Node>>, SyntaxError> {
    let members = if entry.has_tag_name("dict") { pairs(entry)? } else { Vec::new() };
    let Some((_, format)) = members.iter().find(|(part, _)| part.name == FORMAT) else {
        return Ok(None);
    };
    // One variable, such as `%#@days@` or `%1$#@days@`.
    let format = xml::plain(*format);
    let has_ends = format.starts_with('%') && format.ends_with('@') && format.contains("#@");
    let is_fixed = has_ends && format.matches(['%', '@', ' ']).count() == 3;
    let mut parts = Vec::new();
    for (part, value) in members {
        if part.name == FORMAT {
            let state = if is_fixed { State::Fixed } else { State::Ready };
            parts.push(Node { name: key.to_owned(), state, ..part });
        } else if value.has_tag_name("dict") {
            let forms = pairs(value)?.into_iter().map(|(form, _)| form);
            let forms = forms.filter(|form| !form.name.starts_with("NSString")).collect();
            let kind = Kind::Plural(xml::forms(value, forms)?);
            parts.push(Node { name: format!("{key}::{}", part.name), kind, ..part });
        }
    }
    Ok(Some(parts).filter(|parts| parts.len() > 1))
}

#[cfg(test)]
mod tests {
    use super::super::tests::*;
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
        assert_eq!(read(&Stringsdict, FILE), "n#%1$#@days@|n::days={one:%d day,other:%d days}");
        let few = "</string>\n\t\t\t<key>few</key> <string>&lt;</string>\n\t\t\t<key>other";
        let new = FILE.replace("</string>\n\t\t\t<key>other", few).replace("%d days", "x");
        let forms = "{one:%d day,few:<,other:x}";
        assert_eq!(updated(&Stringsdict, FILE, FILE, &[("n::days", forms)]), new);
        let new = FILE.replace("\n\t\t\t<key>one</key>\n\t\t\t<string>%d day</string>", "");
        let texts = [("n::days", "{other:%d days}")];
        assert_eq!(created(&Stringsdict, FILE, &texts), new);
        let empty = FILE.split_once("\t<!--").unwrap().0.to_owned() + "</dict></plist>\n";
        assert_eq!(updated(&Stringsdict, &empty, FILE, &texts), new);
        let text = ("n::days", "{one:x}");
        refuses(&Stringsdict, FILE, FILE, text, "needs the form `other`");
    }

    #[test]
    fn a_format_string_is_a_text_and_its_entry_is_whole() {
        let days = FILE.split_once("<key>days</key>").unwrap().1.split_once("</dict>").unwrap().0;
        let hours = format!("{days}</dict>\n\t\t<key>hours</key>{days}");
        let two = FILE.replace(days, &hours).replace("%1$#@days@", "%#@days@ %#@hours@");
        let forms = "{one:%d day,other:%d days}";
        let expected = format!("n=%#@days@ %#@hours@|n::days={forms}|n::hours={forms}");
        assert_eq!(read(&Stringsdict, &two), expected);
        let new = two.replace(">%#@days@ %", ">%#@days@ and %");
        let pairs = [("n", "%#@days@ and %#@hours@"), ("n::days", forms), ("n::hours", forms)];
        assert_eq!(updated(&Stringsdict, &two, &two, &pairs[..1]), new);
        assert_eq!(created(&Stringsdict, &two, &pairs), new);
        let empty = FILE.split_once("\t<!--").unwrap().0.to_owned() + "</dict></plist>\n";
        refuses(&Stringsdict, &empty, &two, pairs[1], "`n` are missing");
    }

    #[test]
    fn other_entries_are_not_supported() {
        let widths = FILE.replace(FORMAT, "NSStringVariableWidthRuleType");
        assert_eq!(read(&Stringsdict, &widths), "n^");
        let plain = "<plist><dict><key>a</key><string>b</string><key>c</key><true/></dict></plist>";
        assert_eq!(read(&Stringsdict, plain), "a=b|c#");
        let (many, twice) = (FILE.replace(">one", ">lots"), FILE.replace(">one", ">other"));
        fails(&Stringsdict, &[(&many, 9, "unknown quantity `lots`"), (&twice, 13, "line 11")]);
        fails(
            &Stringsdict,
            &[("<plist><dict>\n<key>a</key><key>b</key></dict></plist>", 2, "value")],
        );
    }
}
