//! ARB: JSON whose keys starting with `@` say something about others, with plurals in ICU syntax.

use serde_json::{Map, Value, json};

use super::{Entry, Found, Reading, Writing, icu, json as plain, tree};
use crate::state::Text;

pub(super) fn read(text: &str, _: &Reading<'_>) -> Found {
    let members = plain::parse(text)?;
    let entries = members.iter().filter(|(name, _)| !name.starts_with('@'));
    let entries = entries.map(|(name, value)| {
        let about = &members.get(&format!("@{name}")).unwrap_or(&Value::Null);
        let words = |member: &str| about[member].as_str().unwrap_or_default().to_owned();
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let mut entry = Entry {
            description: words("description"),
            context: words("context"),
            ..Entry::plain(name, text)
        };
        icu::detect(&mut entry);
        entry
    });
    Ok(entries.collect())
}

pub(super) fn write(entries: &[Entry], writing: &Writing<'_>) -> String {
    let mut members = Map::new();
    members.insert("@@locale".to_owned(), json!(writing.iso));
    for entry in entries {
        let mut spelled = entry.clone();
        icu::spell_out(&mut spelled);
        members.insert(entry.name.clone(), tree::leaf(&spelled));
        if writing.options["compact"] == true {
            continue;
        }
        let mut about = Map::new();
        for (name, words) in [("description", &entry.description), ("context", &entry.context)] {
            if !words.is_empty() {
                about.insert(name.to_owned(), json!(words));
            }
        }
        if matches!(entry.text, Text::Forms(_)) {
            let variable = icu::variable(entry);
            about.insert("placeholders".to_owned(), json!({ variable: {} }));
        }
        if !about.is_empty() {
            members.insert(format!("@{}", entry.name), Value::Object(about));
        }
    }
    plain::print(&Value::Object(members), writing)
}
