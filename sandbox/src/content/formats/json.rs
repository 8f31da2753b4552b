//! JSON: nested by the parts of names, and structured, with what is known of each key beside its
//! text.

use serde::Serialize as _;
use serde_json::ser::PrettyFormatter;
use serde_json::{Map, Value, json};

use super::text::indentation;
use super::{Entry, Fault, Found, Reading, Writing, tree};
use crate::rules::plural;
use crate::state::Text;

pub(super) fn read(text: &str, _: &Reading<'_>) -> Found {
    Ok(tree::entries(&Value::Object(parse(text)?)))
}

pub(super) fn write(entries: &[Entry], writing: &Writing<'_>) -> String {
    print(&tree::build(entries, tree::leaf), writing)
}

/// The object that a file is.
pub(super) fn parse(text: &str) -> Result<Map<String, Value>, Fault> {
    let value = serde_json::from_str(text).map_err(|error| {
        let reason = error.to_string();
        // The place is said beside it.
        let reason = reason.split(" at line ").next().unwrap_or_default();
        Fault::new(error.line(), reason)
    })?;
    match value {
        Value::Object(members) => Ok(members),
        _ => Err(Fault::new(1, "expected a JSON object")),
    }
}

pub(super) fn print(value: &Value, writing: &Writing<'_>) -> String {
    let options = writing.options;
    let indent = indentation(options["indentation"].as_str().unwrap_or("default"));
    let mut bytes = Vec::new();
    let formatter = PrettyFormatter::with_indent(indent.as_bytes());
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, formatter);
    // Values serialize into memory without fail.
    let _ = value.serialize(&mut serializer);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    match options["json_unescaped_slashes"] == true {
        true => text,
        // A slash occurs in texts and names only.
        false => text.replace('/', "\\/"),
    }
}

pub(super) fn read_structured(text: &str, _: &Reading<'_>) -> Found {
    let members = parse(text)?;
    let entries = members.iter().map(|(name, said)| {
        let words = |member: &str| said[member].as_str().unwrap_or_default().to_owned();
        let said_text = match &said["translation"] {
            Value::String(text) => Some(Text::Plain(text.clone())),
            Value::Null if said.is_object() => Some(Text::default()),
            forms => plural::of_json(forms).map(Text::Forms),
        };
        let said_text = said_text.ok_or_else(|| {
            let place = text.find(&Value::from(name.as_str()).to_string());
            let reason =
                format!("{name:?} needs a \"translation\": a text, or the forms of a plural");
            Fault::at(text, place.unwrap_or_default(), reason)
        })?;
        let tags = said["tags"].as_array().into_iter().flatten();
        Ok(Entry {
            description: words("notes"),
            context: words("context"),
            limit: said["limit"].as_u64().unwrap_or_default(),
            tags: tags.filter_map(Value::as_str).map(str::to_owned).collect(),
            ..Entry::new(name, said_text)
        })
    });
    entries.collect()
}

pub(super) fn write_structured(entries: &[Entry], writing: &Writing<'_>) -> String {
    let members = entries.iter().map(|entry| {
        let said = json!({
            "translation": tree::leaf(entry),
            "notes": entry.description,
            "context": entry.context,
            "limit": entry.limit,
            "tags": entry.tags,
        });
        (entry.name.clone(), said)
    });
    print(&members.collect(), writing)
}
