//! YAML, nested by the parts of names.

use serde_json::{Value, json};
use yaml_serde::Value as Tree;

use super::text::escape;
use super::{Codec, Entry, Fault, File, Found, json};

pub(super) const CODEC: Codec = Codec { read, write, plurals: false };

/// Keys that version 1.1 does not read as texts, in lower case.
const WORDS: [&str; 9] = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"];
/// Parsers read longer keys only after a `?`.
const LONGEST_KEY: usize = 128;

fn read(text: &str, _: &File<'_>) -> Found {
    let fault = |error: yaml_serde::Error| {
        let line = error.location().map_or(1, |place| place.line());
        let reason = error.to_string();
        Fault::new(line, reason.split(" at line ").next().unwrap_or_default())
    };
    let mut tree: Tree = yaml_serde::from_str(text).map_err(fault)?;
    tree.apply_merge().map_err(fault)?;
    match tree {
        Tree::Null => Ok(Vec::new()),
        tree @ Tree::Mapping(_) => Ok(json::flatten(&tree)),
        _ => Err(Fault::new(1, "expected a mapping")),
    }
}

fn write(entries: &[Entry], file: &File<'_>) -> String {
    let mut tree = json::nest(entries);
    if file.rooted {
        tree = json!({ file.iso: tree });
    }
    let mut text = String::new();
    print(&tree, 0, &mut text);
    text.trim_start().to_owned() + "\n"
}

/// Writes a value after its key or dash. Texts are quoted: versions 1.1 and 1.2 read the same.
fn print(value: &Value, level: usize, text: &mut String) {
    let indent = "  ".repeat(level);
    match value {
        Value::Object(members) if !members.is_empty() => {
            for (name, value) in members {
                let key = match name.len() {
                    ..=LONGEST_KEY => key(name),
                    _ => format!("? {}\n{indent}", quote(name)),
                };
                text.push_str(&format!("\n{indent}{key}:"));
                print(value, level + 1, text);
            }
        }
        Value::Array(items) => {
            for item in items {
                text.push_str(&format!("\n{indent}-"));
                print(item, level + 1, text);
            }
        }
        Value::String(said) => text.push_str(&format!(" {}", quote(said))),
        _ => text.push_str(" {}"),
    }
}

fn key(name: &str) -> String {
    let is_plain = name.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte))
        && !WORDS.contains(&&*name.to_ascii_lowercase());
    if is_plain { name.to_owned() } else { quote(name) }
}

fn quote(text: &str) -> String {
    let is_odd = |letter: char| {
        letter.is_control()
            || matches!(letter, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
    };
    format!("\"{}\"", escape(text, "\\\"", "\\u", is_odd))
}
