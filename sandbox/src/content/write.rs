//! The text of exported files.

use serde_json::ser::PrettyFormatter;
use serde_json::{Map, Value};

use serde::Serialize as _;

use super::NESTING;

/// Writes keys and texts in a format, with the options of the export.
pub(super) fn write(format: &str, pairs: &[(String, String)], options: &Value) -> String {
    let mut text = match format {
        "json" => write_json(pairs, options),
        _ => write_key_value(pairs, options),
    };
    if options["add_newline_eof"] == true && !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

fn write_json(pairs: &[(String, String)], options: &Value) -> String {
    let mut root = Value::Object(Map::new());
    for (name, text) in pairs {
        nest(&mut root, name, text);
    }
    let indent = indentation(options["indentation"].as_str().unwrap_or("default"));
    let mut bytes = Vec::new();
    let formatter = PrettyFormatter::with_indent(indent.as_bytes());
    let mut serializer = serde_json::Serializer::with_formatter(&mut bytes, formatter);
    // Values serialize into memory without fail.
    let _ = root.serialize(&mut serializer);
    let text = String::from_utf8_lossy(&bytes).into_owned();
    match options["json_unescaped_slashes"] == true {
        true => text,
        // A slash occurs in texts and names only.
        false => text.replace('/', "\\/"),
    }
}

/// Sets a text at the place its name says; where a text is in the way the name stays flat.
fn nest(root: &mut Value, name: &str, text: &str) {
    let segments: Vec<&str> = name.split(NESTING).collect();
    let Some((last, parents)) = segments.split_last() else {
        return;
    };
    let mut place = &mut *root;
    for parent in parents {
        place = &mut place[*parent];
        if !place.is_null() && !place.is_object() {
            root[name] = text.into();
            return;
        }
    }
    match place[*last].is_null() {
        true => place[*last] = text.into(),
        false => root[name] = text.into(),
    }
}

fn indentation(name: &str) -> String {
    match name {
        "tab" => "\t".to_owned(),
        spaces => " ".repeat(
            spaces
                .strip_suffix("sp")
                .and_then(|n| n.parse().ok())
                .unwrap_or(4),
        ),
    }
}

fn write_key_value(pairs: &[(String, String)], options: &Value) -> String {
    let separator = options["java_properties_separator"].as_str().unwrap_or("=");
    let lines = pairs.iter().map(|(name, text)| {
        let text = text.replace('\n', "\\n");
        format!("{name}{separator}{text}\n")
    });
    lines.collect()
}
