//! YAML: nested by the parts of names, with the code of the language as its root where that is
//! wanted.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::depth::{self, BREAKS, DEPTH};
use super::{Entry, Fault, Found, Reading, Writing, quoting, tree};
use crate::content::names::is_same_code;

/// The key whose value is one or several mappings to merge.
const MERGE: &str = "<<";

pub(super) fn read(text: &str, reading: &Reading<'_>) -> Found {
    let mut tree = parse(text)?;
    if let Some(root) = root(&tree, &reading.language.iso) {
        tree = root.clone();
    }
    tree::entries(text, &Value::Object(tree))
}

/// Whether all of a file is below the code of its language.
pub(in crate::content) fn is_rooted(text: &str, iso: &str) -> bool {
    parse(text).is_ok_and(|tree| root(&tree, iso).is_some())
}

fn root<'t>(tree: &'t Map<String, Value>, iso: &str) -> Option<&'t Map<String, Value>> {
    let mut members = tree.iter();
    let (name, value) = members.next().filter(|_| tree.len() == 1)?;
    value.as_object().filter(|_| is_same_code(name, iso))
}

fn parse(text: &str) -> Result<Map<String, Value>, Fault> {
    let lines = match text.contains(BREAKS) {
        true => text.replace("\r\n", "\n").replace(BREAKS, "\n").into(),
        false => Cow::from(text),
    };
    if let Some(place) = depth::beyond(&lines) {
        let reason = format!("more than {DEPTH} collections are nested");
        return Err(Fault::at(&lines, place, reason));
    }
    let value: yaml_serde::Value = yaml_serde::from_str(text).map_err(|error| {
        let line = error.location().map_or(1, |place| place.line());
        let reason = error.to_string();
        // The place is said beside it.
        Fault::new(line, reason.split(" at line ").next().unwrap_or_default())
    })?;
    match to_json(value) {
        Value::Object(members) => Ok(members),
        Value::Null => Ok(Map::new()),
        _ => Err(Fault::new(1, "a mapping is needed")),
    }
}

/// Keys may be numbers and the like, which JSON has no place for.
fn to_json(value: yaml_serde::Value) -> Value {
    match value {
        yaml_serde::Value::Null => Value::Null,
        yaml_serde::Value::Bool(it) => it.into(),
        yaml_serde::Value::Number(it) => Value::String(it.to_string()),
        yaml_serde::Value::String(it) => it.into(),
        yaml_serde::Value::Sequence(it) => it.into_iter().map(to_json).collect(),
        yaml_serde::Value::Tagged(it) => to_json(it.value),
        yaml_serde::Value::Mapping(it) => merged(it).into(),
    }
}

/// A mapping, with the members of those that it merges (`<<`) wherever it has none of that name.
fn merged(mapping: yaml_serde::Mapping) -> Map<String, Value> {
    let (mut members, mut others) = (Map::new(), Vec::new());
    for (name, value) in mapping {
        let name = match to_json(name) {
            Value::String(name) => name,
            other => other.to_string(),
        };
        match to_json(value) {
            Value::Object(other) if name == MERGE => others.push(other),
            Value::Array(several) if name == MERGE && several.iter().all(Value::is_object) => {
                let several = several.into_iter().filter_map(|it| match it {
                    Value::Object(other) => Some(other),
                    _ => None,
                });
                others.extend(several);
            }
            value => {
                members.insert(name, value);
            }
        }
    }
    for (name, value) in others.into_iter().flatten() {
        members.entry(name).or_insert(value);
    }
    members
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
    quoting::print(&tree)
}
