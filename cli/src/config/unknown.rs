//! Keys of the configuration that the schema does not know, each with its place and the nearest
//! that it does.

use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A key that is not known.
struct Unknown {
    /// Where it stands in the text, in bytes.
    at: usize,
    message: String,
}

/// What to say about the keys that the schema does not know; nothing where it knows all.
///
/// What is no TOML is left to whoever reads it.
pub(super) fn told(text: &str, schema: &Value) -> Option<String> {
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

/// What a reference leads to, or the one of several forms that is not `null`.
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

/// That a name is not known, and which is meant.
pub(super) fn message<'a>(
    shown: &str,
    name: &str,
    known: impl Iterator<Item = &'a str> + Clone,
) -> String {
    match name {
        "push" | "pull" => {
            return format!(
                "unknown key `{shown}`: write [[files]] groups instead, as `l10n init` does"
            );
        }
        "ledger" => {
            return format!("unknown key `{shown}`: remove it, a push needs no state file");
        }
        _ => {}
    }
    match nearest(name, known.clone()) {
        Some(nearest) => format!("unknown key `{shown}`; did you mean `{nearest}`?"),
        None => {
            let mut known: Vec<_> = known.collect();
            known.sort_unstable();
            format!("unknown key `{shown}`; known are: {}", known.join(", "))
        }
    }
}

/// The known name that is most alike, where one is alike at all.
pub(crate) fn nearest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let scored = known.map(|known| (strsim::jaro_winkler(name, known), known));
    let alike = scored.filter(|(score, _)| *score > 0.8);
    alike.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, known)| known)
}
