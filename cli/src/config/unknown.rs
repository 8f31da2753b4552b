//! Reports keys that are not in the schema of the configuration, with their line and the nearest
//! known key.

use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// An unknown key.
struct Unknown {
    /// Its byte offset.
    at: usize,
    message: String,
}

/// Returns a message about the unknown keys of a configuration; `None` if there are none, or if the
/// text is not TOML.
pub(super) fn report(text: &str, schema: &Value) -> Option<String> {
    let table = DeTable::parse(text).ok()?;
    let mut found = Vec::new();
    Walk { root: schema, found: &mut found }.table(table.get_ref(), schema, "");
    found.sort_by_key(|unknown| unknown.at);
    let lines = found.iter().map(|unknown| {
        let line = text.get(..unknown.at).unwrap_or(text).matches('\n').count() + 1;
        format!("line {line}: {}", unknown.message)
    });
    let lines: Vec<_> = lines.collect();
    (!lines.is_empty()).then(|| lines.join("\n  "))
}

struct Walk<'a> {
    root: &'a Value,
    found: &'a mut Vec<Unknown>,
}

impl Walk<'_> {
    fn table(&mut self, table: &DeTable<'_>, schema: &Value, path: &str) {
        let Some(properties) = schema["properties"].as_object() else {
            return;
        };
        for (key, value) in table {
            match properties.get(key.get_ref().as_ref()) {
                Some(known) => {
                    let path = format!("{path}{}.", key.get_ref());
                    self.value(value, known, &path);
                }
                None => {
                    let names = properties.keys().map(String::as_str);
                    let message =
                        message(&format!("{path}{}", key.get_ref()), key.get_ref(), names);
                    self.found.push(Unknown { at: key.span().start, message });
                }
            }
        }
    }

    fn value(&mut self, value: &Spanned<DeValue<'_>>, schema: &Value, path: &str) {
        let schema = resolved(self.root, schema);
        match value.get_ref() {
            DeValue::Table(table) => self.table(table, schema, path),
            DeValue::Array(items) => {
                items.iter().for_each(|item| self.value(item, &schema["items"], path));
            }
            _ => {}
        }
    }
}

/// Resolves a `$ref`, also inside an `anyOf`.
fn resolved<'a>(root: &'a Value, schema: &'a Value) -> &'a Value {
    if let Some(place) = schema["$ref"].as_str().and_then(|place| place.strip_prefix('#')) {
        return root.pointer(place).unwrap_or(schema);
    }
    let forms = schema["anyOf"].as_array().into_iter().flatten();
    match forms.into_iter().find(|form| form["$ref"].is_string()) {
        Some(form) => resolved(root, form),
        None => schema,
    }
}

/// Returns the message about an unknown key: its path, its name, and the names known there.
fn message<'a>(path: &str, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> String {
    match nearest(name, known.clone()) {
        Some(nearest) => format!("unknown key `{path}`; did you mean `{nearest}`?"),
        None => {
            let mut known: Vec<_> = known.collect();
            known.sort_unstable();
            format!("unknown key `{path}`; known keys: {}", known.join(", "))
        }
    }
}

/// Returns the most similar known name; `None` if none is similar.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let scored = known.map(|known| (strsim::jaro_winkler(name, known), known));
    let alike = scored.filter(|(score, _)| *score > 0.8);
    alike.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, known)| known)
}
