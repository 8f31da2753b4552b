//! Plurals of Apple's platforms.
//!
//! The text around the only variable of an entry belongs to each form, for the forms are the texts
//! that users see. Entries with several variables are not translated.

use roxmltree::Node as Element;

use super::{Format, Kind, Node, Splice, State, Style, SyntaxError, Tree, xml};

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
            match plural(value)? {
                Some(Plural { forms, .. }) => {
                    node.kind = Kind::Plural(xml::forms(value, forms)?);
                }
                None if value.has_tag_name("string") => {}
                None => node.state = State::Fixed,
            }
            nodes.push(node);
        }
        Ok(Tree { nodes, inner: xml::content(dict) })
    }

    fn encode(&self, style: &Style<'_>, node: &Node, text: &str) -> Result<String, String> {
        xml::encode_plain(style, node, text)
    }

    /// Leaves only the variable in the text around it.
    fn finish(&self, source: &str, node: &Node) -> Vec<Splice> {
        let fragment = format!("<x>{}</x>", &source[node.span.clone()]);
        let Ok(document) = xml::parse(&fragment, "x") else { return Vec::new() };
        let found = xml::child(document.root_element(), "dict").and_then(|it| plural(it).ok()?);
        let Some(Plural { format, variable, has_text: true, .. }) = found else {
            return Vec::new();
        };
        let offset = node.span.start.saturating_sub("<x>".len());
        vec![(format.value.start + offset..format.value.end + offset, variable)]
    }

    fn is_whole(&self, source: &str, node: &Node) -> bool {
        !self.finish(source, node).is_empty()
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
        let node = xml::node(&xml::plain(key), xml::content(key), xml::content(value), kind);
        let span = start..xml::end(value);
        start = span.end;
        pairs.push((Node { span, ..node }, value));
    }
    Ok(pairs)
}

struct Plural {
    format: Node,
    /// `%#@name@`.
    variable: String,
    /// Whether there is text around the variable.
    has_text: bool,
    forms: Vec<Node>,
}

/// Reads a plural with one variable, and no other values around it.
fn plural(dict: Element<'_, '_>) -> Result<Option<Plural>, SyntaxError> {
    if !dict.has_tag_name("dict") {
        return Ok(None);
    }
    let (dicts, texts): (Vec<_>, Vec<_>) =
        pairs(dict)?.into_iter().partition(|(_, value)| value.has_tag_name("dict"));
    let format = texts.into_iter().map(|(node, _)| node).find(|node| node.name == FORMAT);
    let (Some(format), [(only, dict)]) = (format, &*dicts) else { return Ok(None) };
    let Kind::Text(text) = &format.kind else { return Ok(None) };
    let name = format!("#@{}@", only.name);
    let Some((before, after)) = text.split_once(&name) else { return Ok(None) };
    let digits = before.trim_end_matches(|it: char| it.is_ascii_digit() || it == '$');
    let Some(start) = digits.strip_suffix('%') else { return Ok(None) };
    if start.contains('%') || after.contains('%') {
        return Ok(None);
    }
    let mut forms = pairs(*dict)?;
    forms.retain(|(node, _)| !node.name.starts_with("NSString"));
    let forms = forms.into_iter().map(|(node, _)| match &node.kind {
        Kind::Text(form) => Node { kind: Kind::Text(format!("{start}{form}{after}")), ..node },
        _ => node,
    });
    let forms = forms.collect();
    let (variable, has_text) =
        (format!("{}{name}", &before[start.len()..]), !start.is_empty() || !after.is_empty());
    Ok(Some(Plural { format, variable, has_text, forms }))
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
    fn the_text_around_a_variable_belongs_to_each_form() {
        let old = FILE.replace("@days@", "@days@ left");
        assert_eq!(read(&Stringsdict, &old), "n={one:%d day left,other:%d days left}");
        let new = FILE.replace("%d day<", "noch %d<").replace("%d days", "%d days left");
        let texts = [("n", "{one:noch %d,other:%d days left}")];
        assert_eq!(updated(&Stringsdict, &old, &old, &texts), new);
        for format in ["%@ %#@days@", "%#@days@ %#@hours@", "x"] {
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
