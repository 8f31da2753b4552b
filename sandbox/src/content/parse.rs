//! Keys and texts of uploaded files.

use serde_json::Value;

use super::{NESTING, Syntax};

/// The keys of a file with their texts, in the order of the file.
pub(super) fn parse(syntax: Syntax, content: &[u8]) -> Result<Vec<(String, String)>, String> {
    let text = std::str::from_utf8(content).map_err(|_| "The file is not UTF-8".to_owned())?;
    match syntax {
        Syntax::Json => parse_json(text),
        Syntax::KeyValue => Ok(parse_key_value(text)),
    }
}

fn parse_json(text: &str) -> Result<Vec<(String, String)>, String> {
    let value: Value = serde_json::from_str(text)
        .map_err(|error| format!("The file could not be parsed: {error}"))?;
    if !value.is_object() {
        return Err("The file could not be parsed: a JSON object is needed".to_owned());
    }
    let mut pairs = Vec::new();
    flatten("", &value, &mut pairs);
    Ok(pairs)
}

fn flatten(name: &str, value: &Value, pairs: &mut Vec<(String, String)>) {
    let inner = |segment: &str| match name {
        "" => segment.to_owned(),
        _ => format!("{name}{NESTING}{segment}"),
    };
    match value {
        Value::Object(members) => {
            members
                .iter()
                .for_each(|(member, value)| flatten(&inner(member), value, pairs));
        }
        Value::Array(elements) => {
            let numbered = elements.iter().enumerate();
            numbered.for_each(|(index, value)| flatten(&inner(&index.to_string()), value, pairs));
        }
        Value::Null => pairs.push((name.to_owned(), String::new())),
        Value::String(text) => pairs.push((name.to_owned(), text.clone())),
        scalar => pairs.push((name.to_owned(), scalar.to_string())),
    }
}

/// Lines like `key=value`, `key: value` and `"key" = "value";`; comments and empty lines are skipped.
fn parse_key_value(text: &str) -> Vec<(String, String)> {
    text.lines()
        .map(str::trim)
        .filter(|line| {
            !line.is_empty()
                && !["#", "!", "//", "/*", "*", "["]
                    .iter()
                    .any(|mark| line.starts_with(mark))
        })
        .map(|line| {
            let (key, value) = line
                .split_once('=')
                .or_else(|| line.split_once(':'))
                .unwrap_or((line, ""));
            (unquote(key).to_owned(), unquote(value).to_owned())
        })
        .collect()
}

fn unquote(text: &str) -> &str {
    let text = text.trim().trim_end_matches(';').trim_end();
    text.strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
        .unwrap_or(text)
}
