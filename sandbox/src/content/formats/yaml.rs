//! YAML: nested by the parts of names, below the code of the language if the file is so.

use serde_json::{Map, Value};

use super::text::quote;
use super::{Entry, Fault, Found, Reading, Writing, tree};
use crate::content::names::is_same_code;

/// What version 1.1 does not read as a text, in lower case.
const WORDS: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];
/// Parsers read longer keys only behind a `?`.
const LONGEST_KEY: usize = 128;

pub(super) fn read(text: &str, reading: &Reading<'_>) -> Found {
    let mut tree = parse(text)?;
    if let Some(root) = root(&tree, &reading.language.iso) {
        tree = root.clone();
    }
    Ok(tree::entries(&Value::Object(tree)))
}

/// Returns whether all of a file is below the code of its language.
pub(in crate::content) fn is_rooted(text: &str, iso: &str) -> bool {
    parse(text).is_ok_and(|tree| root(&tree, iso).is_some())
}

fn root<'t>(tree: &'t Map<String, Value>, iso: &str) -> Option<&'t Map<String, Value>> {
    let mut members = tree.iter();
    let (name, value) = members.next().filter(|_| tree.len() == 1)?;
    value.as_object().filter(|_| is_same_code(name, iso))
}

fn parse(text: &str) -> Result<Map<String, Value>, Fault> {
    let fault = |error: yaml_serde::Error| {
        let line = error.location().map_or(1, |place| place.line());
        let reason = error.to_string();
        Fault::new(line, reason.split(" at line ").next().unwrap_or_default())
    };
    let mut value: yaml_serde::Value = yaml_serde::from_str(text).map_err(fault)?;
    value.apply_merge().map_err(fault)?;
    match to_json(value) {
        Value::Object(members) => Ok(members),
        Value::Null => Ok(Map::new()),
        _ => Err(Fault::new(1, "expected a mapping")),
    }
}

/// Converts keys that are numbers and the like to texts.
fn to_json(value: yaml_serde::Value) -> Value {
    match value {
        yaml_serde::Value::Null => Value::Null,
        yaml_serde::Value::Bool(it) => it.into(),
        yaml_serde::Value::Number(it) => Value::String(it.to_string()),
        yaml_serde::Value::String(it) => it.into(),
        yaml_serde::Value::Sequence(it) => it.into_iter().map(to_json).collect(),
        yaml_serde::Value::Tagged(it) => to_json(it.value),
        yaml_serde::Value::Mapping(it) => {
            let name = |name| match to_json(name) {
                Value::String(name) => name,
                other => other.to_string(),
            };
            it.into_iter().map(|(key, value)| (name(key), to_json(value))).collect()
        }
    }
}

pub(super) fn write(entries: &[Entry], writing: &Writing<'_>) -> String {
    let empty_is_null = writing.options["export_empty_as"] == "null";
    let mut tree = tree::build(entries, |entry| match tree::leaf(entry) {
        Value::String(text) if text.is_empty() && empty_is_null => Value::Null,
        leaf => leaf,
    });
    let root = &writing.options["yaml_include_root"];
    if root.as_bool().unwrap_or(writing.rooted) {
        tree = [(writing.iso.to_owned(), tree)].into_iter().collect();
    }
    let mut text = String::new();
    print(&tree, 0, &mut text);
    text
}

/// Writes the lines of a value that is no scalar, or the rest of the line of one that is.
fn print(value: &Value, level: usize, text: &mut String) {
    let indent = "  ".repeat(level);
    match value {
        Value::Object(members) if !members.is_empty() => {
            for (name, value) in members {
                let key = match name.len() {
                    ..=LONGEST_KEY => scalar(name),
                    _ => format!("? {}\n{indent}", scalar(name)),
                };
                text.push_str(&format!("{indent}{key}:"));
                // The elements of a list may stand below the key itself.
                print_below(value, level + usize::from(!value.is_array()), text);
            }
        }
        Value::Array(elements) if !elements.is_empty() => {
            for element in elements {
                text.push_str(&format!("{indent}-"));
                print_below(element, level + 1, text);
            }
        }
        Value::Object(_) => text.push_str("{}\n"),
        Value::String(said) => text.push_str(&format!("{}\n", scalar(said))),
        other => text.push_str(&format!("{other}\n")),
    }
}

fn print_below(value: &Value, level: usize, text: &mut String) {
    let is_nested = value.as_object().is_some_and(|it| !it.is_empty()) || value.is_array();
    text.push(if is_nested { '\n' } else { ' ' });
    print(value, level, text);
}

/// Writes a text so that readers of versions 1.1 and 1.2 read the same.
fn scalar(text: &str) -> String {
    let is_odd = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
    };
    let is_plain = text.starts_with(char::is_alphabetic)
        && !text.ends_with([' ', ':'])
        && !text.contains(": ")
        && !text.contains(" #")
        && !WORDS.iter().any(|word| word.eq_ignore_ascii_case(text));
    if text.contains(is_odd) {
        return quote(text, "\\u", is_odd);
    }
    match is_plain {
        true => text.to_owned(),
        false => format!("'{}'", text.replace('\'', "''")),
    }
}
