//! ARB: JSON in which `@name` describes `name`. Plurals are texts in ICU syntax.

use serde_json::{Map, Value, json};

use super::{Codec, Entry, File, Found, json};
use crate::state::Text;

pub(super) const CODEC: Codec = Codec { read, write, plurals: true };

fn read(text: &str, _: &File<'_>) -> Found {
    let members = json::parse(text)?;
    let entries = members.iter().filter(|(name, _)| !name.starts_with('@'));
    let entries = entries.map(|(name, value)| {
        let about = &members.get(&format!("@{name}")).unwrap_or(&Value::Null);
        let words = |member: &str| about[member].as_str().unwrap_or_default().to_owned();
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        Entry {
            description: words("description"),
            context: words("context"),
            ..Entry::plain(name, text)
        }
    });
    Ok(entries.collect())
}

fn write(entries: &[Entry], file: &File<'_>) -> String {
    let mut members = Map::new();
    members.insert("@@locale".to_owned(), file.iso.into());
    for entry in entries {
        let mut about = Map::new();
        for (name, words) in [("description", &entry.description), ("context", &entry.context)] {
            if !words.is_empty() {
                about.insert(name.to_owned(), words.as_str().into());
            }
        }
        let text = match &entry.text {
            Text::Plain(text) => text.clone(),
            Text::Forms(forms) => {
                about.insert("placeholders".to_owned(), json!({ "count": {} }));
                let forms = forms.iter().map(|(form, text)| format!(" {form} {{{text}}}"));
                format!("{{count, plural,{}}}", forms.collect::<String>())
            }
        };
        members.insert(entry.name.clone(), text.into());
        if !about.is_empty() {
            members.insert(format!("@{}", entry.name), about.into());
        }
    }
    json::print(&members.into(), file.options)
}
