//! ARB: JSON in which `@name` describes `name`, with plurals in ICU syntax.

use serde_json::{Map, Value, json};

use super::{Codec, Entry, File, Found, json};
use crate::rules::plural::FORMS;
use crate::state::Text;

pub(super) const CODEC: Codec = Codec { read, write, plurals: true };

fn read(text: &str, _: &File<'_>) -> Found {
    let members: Map<String, Value> = json::parse(text)?;
    let entries = members.iter().filter(|(name, _)| !name.starts_with('@'));
    let entries = entries.map(|(name, value)| {
        let about = &members.get(&format!("@{name}")).unwrap_or(&Value::Null);
        let words = |member: &str| about[member].as_str().unwrap_or_default().to_owned();
        let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
        let mut entry = Entry {
            description: words("description"),
            context: words("context"),
            ..Entry::plain(name, &text)
        };
        if let Some((variable, forms)) = plural(&text) {
            entry.plural_name = variable.to_owned();
            entry.text = Text::Forms(forms);
        }
        entry
    });
    Ok(entries.collect())
}

/// Returns the variable and the forms of `{count, plural, one {a file} other {# files}}`.
fn plural(text: &str) -> Option<(&str, Vec<(String, String)>)> {
    let inner = text.trim().strip_prefix('{')?.strip_suffix('}')?;
    let (variable, rest) = inner.split_once(',')?;
    let (kind, mut rest) = rest.split_once(',')?;
    if kind.trim() != "plural" || !is_variable(variable.trim()) {
        return None;
    }
    let mut forms = Vec::new();
    while !rest.trim().is_empty() {
        let (form, after) = rest.split_once('{')?;
        let form = match form.trim() {
            "=0" => "zero",
            "=1" => "one",
            "=2" => "two",
            form => *FORMS.iter().find(|known| **known == form)?,
        };
        let mut depth = 1_usize;
        let end = after.bytes().position(|byte| {
            match byte {
                b'{' => depth += 1,
                b'}' => depth -= 1,
                _ => {}
            }
            depth == 0
        })?;
        forms.push((form.to_owned(), after[..end].to_owned()));
        rest = &after[end + 1..];
    }
    let is_whole = forms.iter().any(|(form, _)| form == "other");
    is_whole.then(|| (variable.trim(), forms))
}

fn is_variable(name: &str) -> bool {
    !name.is_empty() && name.chars().all(|letter| letter.is_alphanumeric() || letter == '_')
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
                let is_named = is_variable(&entry.plural_name);
                let variable = if is_named { &entry.plural_name } else { "count" };
                about.insert("placeholders".to_owned(), json!({ variable: {} }));
                let forms = forms.iter().map(|(form, text)| format!(" {form} {{{text}}}"));
                format!("{{{variable}, plural,{}}}", forms.collect::<String>())
            }
        };
        members.insert(entry.name.clone(), text.into());
        if !about.is_empty() {
            members.insert(format!("@{}", entry.name), about.into());
        }
    }
    json::print(&members.into(), file.options)
}
