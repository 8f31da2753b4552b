//! Plurals of Apple strings: a property list of texts, and of plurals with one variable.

use roxmltree::Node;

use super::{Codec, Entry, Fault, File, Found, xml};
use crate::rules::plural::FORMS;
use crate::state::Text;

pub(super) const CODEC: Codec = Codec { read, write, plurals: true };

const FORMAT: &str = "NSStringLocalizedFormatKey";
const HEAD: &str = "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \
    \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\">\n<dict>\n";

fn read(text: &str, _: &File<'_>) -> Found {
    let document = xml::parse(text, "plist")?;
    let plist = document.root_element();
    let dict = xml::named(plist, "dict").next();
    let members = members(dict.ok_or_else(|| xml::fault(plist, "<plist> needs a <dict>"))?)?;
    let entries = members.into_iter().map(|(name, value)| {
        let text = match value.tag_name().name() {
            "string" => Some(Text::Plain(xml::inner(value))),
            "dict" => forms(value)?.map(Text::Forms),
            _ => None,
        };
        let reason = format!("{name:?} needs a text, or {FORMAT} with one variable and its forms");
        Ok(Entry::new(name, text.ok_or_else(|| xml::fault(value, reason))?))
    });
    entries.collect()
}

fn members<'n, 'd>(dict: Node<'n, 'd>) -> Result<Vec<(String, Node<'n, 'd>)>, Fault> {
    let children: Vec<_> = xml::elements(dict).collect();
    let pairs = children.chunks(2).map(|pair| match pair {
        [key, value] if key.has_tag_name("key") => Ok((xml::inner(*key), *value)),
        _ => Err(xml::fault(pair[0], "expected a <key> and its value")),
    });
    pairs.collect()
}

/// Returns the forms of a plural, each with the text around its variable.
fn forms(dict: Node<'_, '_>) -> Result<Option<Vec<(String, String)>>, Fault> {
    let rules = members(dict)?;
    let get = |name: &str| rules.iter().find(|(known, _)| known == name).map(|(_, node)| *node);
    let format = get(FORMAT).map(xml::inner).unwrap_or_default();
    let parts = format.split_once("%#@").and_then(|(before, rest)| {
        let (variable, after) = rest.split_once('@')?;
        Some((before, get(variable)?, after)).filter(|_| !after.contains("%#@"))
    });
    let Some((before, variable, after)) = parts else {
        return Ok(None);
    };
    let forms = members(variable)?.into_iter().filter(|(form, _)| FORMS.contains(&&**form));
    let whole = |(form, node)| (form, format!("{before}{}{after}", xml::inner(node)));
    Ok(Some(forms.map(whole).collect()))
}

fn write(entries: &[Entry], _: &File<'_>) -> String {
    let element = |name: &str, said: &str| format!("<{name}>{}</{name}>\n", xml::escape(said));
    let pair = |key: &str, said: &str, indent: &str| {
        format!("{indent}{}{indent}{}", element("key", key), element("string", said))
    };
    let entries = entries.iter().map(|entry| match &entry.text {
        Text::Plain(text) => pair(&entry.name, text, "\t"),
        Text::Forms(forms) => {
            let forms = forms.iter().map(|(form, text)| pair(form, text, "\t\t\t"));
            format!(
                "\t{}\t<dict>\n{}\t\t<key>value</key>\n\t\t<dict>\n{}{}{}\t\t</dict>\n\t</dict>\n",
                element("key", &entry.name),
                pair(FORMAT, "%#@value@", "\t\t"),
                pair("NSStringFormatSpecTypeKey", "NSStringPluralRuleType", "\t\t\t"),
                pair("NSStringFormatValueTypeKey", "d", "\t\t\t"),
                forms.collect::<String>(),
            )
        }
    });
    format!("{}{HEAD}{}</dict>\n</plist>\n", xml::HEAD, entries.collect::<String>())
}
