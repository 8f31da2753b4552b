//! Property lists: texts nested in dictionaries, and the plurals of `.stringsdict`.

use std::fmt::Write as _;

use roxmltree::Node;
use serde_json::{Map, Value};

use super::text::indentation;
use super::{Entry, Fault, Found, Reading, Writing, tree, xml};
use crate::rules::plural::FORMS;
use crate::state::Text;

/// The text of a plural: where its variables are.
const FORMAT: &str = "NSStringLocalizedFormatKey";
const SPEC: &str = "NSStringFormatSpecTypeKey";
const RULE: &str = "NSStringPluralRuleType";
const KIND: &str = "NSStringFormatValueTypeKey";

pub(super) fn read(text: &str, _: &Reading<'_>) -> Found {
    let document = xml::parse(text, "plist")?;
    tree::entries(text, &Value::Object(root(document.root_element())?))
}

fn root(plist: Node<'_, '_>) -> Result<Map<String, Value>, Fault> {
    let dict = xml::element(plist, "dict");
    members(dict.ok_or_else(|| xml::fault(plist, "<plist> needs a <dict>"))?)
}

/// The members of a dictionary; values by their keys.
fn members(dict: Node<'_, '_>) -> Result<Map<String, Value>, Fault> {
    let mut children = xml::elements(dict);
    let mut members = Map::new();
    while let Some(key) = children.next() {
        if key.tag_name().name() != "key" {
            return Err(xml::fault(key, "a <key> is needed before the value"));
        }
        let value = children.next();
        let value = value.ok_or_else(|| xml::fault(key, "a value is needed after the <key>"))?;
        members.insert(xml::inner(key).into_text(), self::value(value)?);
    }
    Ok(members)
}

fn value(node: Node<'_, '_>) -> Result<Value, Fault> {
    match node.tag_name().name() {
        "dict" => members(node).map(Value::Object),
        "array" => xml::elements(node).map(value).collect(),
        name @ ("true" | "false") => Ok(name.into()),
        "string" | "integer" | "real" | "date" | "data" => Ok(xml::inner(node).into_text().into()),
        other => Err(xml::fault(node, format!("<{other}> is no value of a property list"))),
    }
}

pub(super) fn read_strings(text: &str, _: &Reading<'_>) -> Found {
    let document = xml::parse(text, "plist")?;
    let plist = document.root_element();
    let entries = root(plist)?.into_iter().map(|(name, value)| {
        let text = match value {
            Value::Object(said) => forms(&said).map(Text::Forms),
            Value::String(text) => Some(Text::Plain(text)),
            _ => None,
        };
        let text = text.ok_or_else(|| {
            let mut keys = plist.descendants();
            let key = keys.find(|node| node.has_tag_name("key") && node.text() == Some(&name));
            let reason =
                format!("{name:?} needs a text, or {FORMAT} with one variable and its forms");
            xml::fault(key.unwrap_or(plist), reason)
        })?;
        Ok(Entry::new(name, text))
    });
    entries.collect()
}

/// The forms of a plural with one variable, each with the text around that.
fn forms(said: &Map<String, Value>) -> Option<Vec<(String, String)>> {
    let (before, rest) = said.get(FORMAT)?.as_str()?.split_once("%#@")?;
    let (variable, after) = rest.split_once('@')?;
    if after.contains("%#@") {
        return None;
    }
    let rules = said.get(variable)?.as_object()?.iter();
    let forms = rules.filter(|(form, _)| FORMS.contains(&&***form));
    let forms = forms.map(|(form, text)| {
        let text = text.as_str()?;
        Some((form.clone(), format!("{before}{text}{after}")))
    });
    forms.collect()
}

pub(super) fn write(entries: &[Entry], writing: &Writing<'_>) -> String {
    whole(&tree::build(entries, tree::leaf), writing)
}

pub(super) fn write_strings(entries: &[Entry], writing: &Writing<'_>) -> String {
    let members = entries.iter().map(|entry| {
        let leaf = match &entry.text {
            Text::Plain(_) => tree::leaf(entry),
            Text::Forms(forms) => {
                let fixed = [(SPEC, RULE), (KIND, "d")];
                let fixed = fixed.map(|(name, value)| (name.to_owned(), Value::from(value)));
                let forms = forms.iter();
                let forms = forms.map(|(form, text)| (form.clone(), Value::from(text.as_str())));
                let rules: Value = fixed.into_iter().chain(forms).collect();
                let format = Value::from("%#@value@");
                [(FORMAT.to_owned(), format), ("value".to_owned(), rules)].into_iter().collect()
            }
        };
        (entry.name.clone(), leaf)
    });
    whole(&members.collect(), writing)
}

fn whole(value: &Value, writing: &Writing<'_>) -> String {
    let indent = match writing.options["indentation"].as_str() {
        None | Some("default") => "\t".to_owned(),
        Some(option) => indentation(option),
    };
    let mut text = String::from(xml::HEAD);
    text.push_str(
        "<!DOCTYPE plist PUBLIC \"-//Apple//DTD PLIST 1.0//EN\" \
         \"http://www.apple.com/DTDs/PropertyList-1.0.dtd\">\n<plist version=\"1.0\">\n",
    );
    print(&mut text, value, &indent, 0);
    text.push_str("</plist>\n");
    text
}

fn print(text: &mut String, value: &Value, indent: &str, level: usize) {
    let start = indent.repeat(level);
    // Writing into a text cannot fail.
    let _ = match value {
        Value::Object(members) => {
            let _ = writeln!(text, "{start}<dict>");
            for (name, value) in members {
                let name = xml::escape(name);
                let _ = writeln!(text, "{start}{indent}<key>{name}</key>");
                print(text, value, indent, level + 1);
            }
            writeln!(text, "{start}</dict>")
        }
        Value::Array(values) => {
            let _ = writeln!(text, "{start}<array>");
            for value in values {
                print(text, value, indent, level + 1);
            }
            writeln!(text, "{start}</array>")
        }
        other => {
            let said = xml::escape(other.as_str().unwrap_or_default());
            writeln!(text, "{start}<string>{said}</string>")
        }
    };
}
