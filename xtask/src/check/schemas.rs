//! The rules for schemas that serve clients in every language: null and open lists.

use serde_json::{Value, json};

use super::Report;
use super::places::{Sides, members};

/// How many compositions are followed into each other.
const DEPTH: usize = 8;

pub(super) fn check(document: &Value, report: &mut Report) {
    let sides = Sides::of(document);
    for (pointer, schema) in &sides.responses {
        let is_request = sides.requests.contains_key(pointer);
        if !is_request {
            check_closed_list(&sides, pointer, schema, report);
            check_response(&sides, pointer, schema, report);
        } else if members(schema, "properties", "").count() > required(schema).count() {
            let problem = "requests and responses share it, and only responses have null for what \
                           they omit: make two schemas";
            report.add(pointer, problem);
        }
    }
    for (pointer, schema) in &sides.requests {
        check_request(pointer, schema, report);
    }
    let responses = sides.responses.iter().filter(|(one, _)| !sides.requests.contains_key(*one));
    for (pointer, schema) in sides.requests.iter().chain(responses) {
        if schema["nullable"] == true && !may_be_null(&sides, schema, DEPTH) {
            report.add(pointer, "`nullable` beside a keyword that allows no null: write `anyOf`");
        }
        check_open_list(&sides, pointer, schema, report);
    }
}

/// A request sends no null.
fn check_request(pointer: &str, schema: &Value, report: &mut Report) {
    let says = ["$ref", "type", "allOf", "anyOf", "oneOf", "not", "enum"];
    let is_part = pointer.contains("/allOf/") || pointer.ends_with("/not");
    if schema["nullable"] == true {
        report.add(pointer, "null in a request: remove `nullable`");
    } else if !is_part && says.iter().all(|key| schema.get(key).is_none()) {
        report.add(pointer, "a request may send any value: add a `type`, `$ref` or alternatives");
    }
}

/// A response may have null for what it may omit.
fn check_response(sides: &Sides<'_>, pointer: &str, schema: &Value, report: &mut Report) {
    for (place, property) in members(schema, "properties", pointer) {
        let name = place.rsplit('/').next().unwrap_or_default();
        let is_required = required(schema).any(|one| one == name);
        if !is_required && !may_be_null(sides, property, DEPTH) {
            report.add(&place, "optional in a response and not nullable: add `nullable: true`");
        }
    }
}

/// A list of values beside its base type is open, in a form that generators recognize.
fn check_open_list(sides: &Sides<'_>, pointer: &str, schema: &Value, report: &mut Report) {
    let alternatives: Vec<_> = list(schema, "anyOf").filter(|one| !is_null_form(one)).collect();
    let open = alternatives.iter().any(|one| sides.resolve(one).get("enum").is_some());
    if open && !is_in_form(sides, &alternatives) {
        let problem = "an open list in an unusual form: write `anyOf` with references to lists of \
                       values, or one list with a `title`, then their plain type, and last null";
        report.add(pointer, problem);
    }
}

fn is_in_form(sides: &Sides<'_>, alternatives: &[&Value]) -> bool {
    let [lists @ .., base] = alternatives else {
        return false;
    };
    let base = sides.resolve(base);
    let plain = |key: &String| ["type", "format", "title", "description"].contains(&key.as_str());
    let fits = |list: &&Value| {
        let named = list.get("$ref").is_some() || (lists.len() == 1 && list.get("title").is_some());
        let list = sides.resolve(list);
        named
            && list.get("enum").is_some()
            && (list.get("type"), list.get("format")) == (base.get("type"), base.get("format"))
    };
    !lists.is_empty()
        && lists.iter().all(fits)
        && base.as_object().is_some_and(|base| base.keys().all(plain))
}

/// A response may have values beyond every list.
fn check_closed_list(sides: &Sides<'_>, pointer: &str, schema: &Value, report: &mut Report) {
    let is_component = pointer.starts_with("/components/schemas/")
        && pointer.matches('/').count() == 3
        && schema.get("$ref").is_none();
    let resolved = sides.resolve(schema);
    let is_list = resolved.get("enum").is_some() && !is_null_form(resolved);
    if is_list && !is_component && owner(pointer).is_none() {
        report.add(pointer, "a closed list in a response: use `anyOf` of the list and its type");
    }
}

/// The schema that a place is an alternative of.
fn owner(pointer: &str) -> Option<&str> {
    let (list, _) = pointer.rsplit_once('/')?;
    list.strip_suffix("/anyOf").or_else(|| list.strip_suffix("/oneOf"))
}

fn list<'d>(schema: &'d Value, key: &str) -> impl Iterator<Item = &'d Value> {
    schema[key].as_array().into_iter().flatten()
}

fn required(schema: &Value) -> impl Iterator<Item = &str> {
    list(schema, "required").filter_map(Value::as_str)
}

/// Whether it is the alternative that stands for null, in the one form that our document has.
fn is_null_form(schema: &Value) -> bool {
    *schema == json!({"type": "string", "nullable": true, "enum": [null]})
}

fn may_be_null(sides: &Sides<'_>, schema: &Value, depth: usize) -> bool {
    let Some(below) = depth.checked_sub(1) else {
        return false;
    };
    let schema = sides.resolve(schema);
    let allows = |one: &Value| may_be_null(sides, one, below);
    let lacks = |key: &str| schema.get(key).is_none();
    (lacks("type") || schema["nullable"] == true)
        && (lacks("enum") || list(schema, "enum").any(Value::is_null))
        && list(schema, "allOf").all(allows)
        && (lacks("anyOf") || list(schema, "anyOf").any(allows))
        && (lacks("oneOf") || list(schema, "oneOf").filter(|one| allows(one)).count() == 1)
        && (lacks("not") || !allows(&schema["not"]))
}
