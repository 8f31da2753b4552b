//! The plurals of Apple strings: property lists of texts, and of plurals with one variable.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use roxmltree::Node;

use super::text::indentation;
use super::{Entry, Fault, Found, Reading, Writing, xml};
use crate::rules::plural::FORMS;
use crate::state::Text;

const FORMAT: &str = "NSStringLocalizedFormatKey";
const HEAD: &str = "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \
    \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\">\n<dict>\n";

pub(super) fn read(text: &str, _: &Reading<'_>) -> Found {
    let document = xml::parse(text, "plist")?;
    let plist = document.root_element();
    let dict = xml::element(plist, "dict");
    let members = members(dict.ok_or_else(|| xml::fault(plist, "<plist> needs a <dict>"))?)?;
    let entries = members.into_iter().map(|(name, value)| {
        let text = match value.tag_name().name() {
            "string" => Some(Text::Plain(xml::inner(value).into_text())),
            "dict" => forms(value)?.map(Text::Forms),
            _ => None,
        };
        let reason = || {
            let what =
                format!("{name:?} needs a text, or {FORMAT} with one variable and its forms");
            xml::fault(value, what)
        };
        Ok(Entry::new(&name, text.ok_or_else(reason)?))
    });
    entries.collect()
}

/// Returns the keys of a dictionary, each with its value.
fn members<'n, 'd>(dict: Node<'n, 'd>) -> Result<Vec<(String, Node<'n, 'd>)>, Fault> {
    let mut children = xml::elements(dict);
    let mut members = Vec::new();
    while let Some(key) = children.next() {
        let value = children.next().filter(|_| key.has_tag_name("key"));
        let value = value.ok_or_else(|| xml::fault(key, "expected a <key> and its value"))?;
        members.push((xml::inner(key).into_text(), value));
    }
    Ok(members)
}

/// Returns the forms of a plural with one variable, each with the text around that.
fn forms(dict: Node<'_, '_>) -> Result<Option<Vec<(String, String)>>, Fault> {
    let members: BTreeMap<_, _> = members(dict)?.into_iter().collect();
    let format = members.get(FORMAT).map(|node| xml::inner(*node).into_text());
    let parts = format.as_deref().and_then(|format| {
        let (before, rest) = format.split_once("%#@")?;
        let (variable, after) = rest.split_once('@')?;
        Some((before, members.get(variable)?, after)).filter(|_| !after.contains("%#@"))
    });
    let Some((before, rules, after)) = parts else {
        return Ok(None);
    };
    let forms = self::members(*rules)?.into_iter();
    let forms = forms.filter(|(form, _)| FORMS.contains(&&**form));
    let forms = forms.map(|(form, node)| {
        let text = xml::inner(node).into_text();
        (form, format!("{before}{text}{after}"))
    });
    Ok(Some(forms.collect()))
}

pub(super) fn write(entries: &[Entry], writing: &Writing<'_>) -> String {
    let indent = match writing.options["indentation"].as_str() {
        None | Some("default") => "\t".to_owned(),
        Some(option) => indentation(option),
    };
    let mut text = format!("{}{HEAD}", xml::HEAD);
    // Writing into a text cannot fail.
    let mut line = |level: usize, line: &str| {
        let _ = writeln!(text, "{}{line}", indent.repeat(level));
    };
    let key = |key: &str| format!("<key>{}</key>", xml::escape(key));
    let string = |text: &str| format!("<string>{}</string>", xml::escape(text));
    for entry in entries {
        line(1, &key(&entry.name));
        let forms = match &entry.text {
            Text::Plain(text) => {
                line(1, &string(text));
                continue;
            }
            Text::Forms(forms) => forms.iter().map(|(form, text)| (&**form, &**text)),
        };
        line(1, "<dict>");
        line(2, &key(FORMAT));
        line(2, &string("%#@value@"));
        line(2, &key("value"));
        line(2, "<dict>");
        let kind = [
            ("NSStringFormatSpecTypeKey", "NSStringPluralRuleType"),
            ("NSStringFormatValueTypeKey", "d"),
        ];
        for (name, text) in kind.into_iter().chain(forms) {
            line(3, &key(name));
            line(3, &string(text));
        }
        line(2, "</dict>");
        line(1, "</dict>");
    }
    text.push_str("</dict>\n</plist>\n");
    text
}
