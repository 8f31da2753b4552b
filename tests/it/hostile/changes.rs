//! What can happen to a response: every single change of a place in it, and which of them the
//! service may make.

use serde_json::{Value, json};

use super::json::{NO_TEXT, raw, second};
use super::schema::Place;

/// A change of a body.
#[derive(Debug, Clone)]
pub(super) struct Change {
    /// What it does, and where.
    pub(super) name: String,
    pointer: String,
    edit: Edit,
    /// Whether the service may do this, so that the client must read the response all the same.
    pub(super) is_allowed: bool,
}

#[derive(Debug, Clone)]
enum Edit {
    Remove,
    Set(Value),
    Add(String, Value),
}

impl Change {
    /// The changed body; nothing where its place is no more.
    pub(super) fn apply(&self, body: &Value) -> Option<Value> {
        let mut changed = body.clone();
        match &self.edit {
            Edit::Set(value) => *changed.pointer_mut(&self.pointer)? = value.clone(),
            Edit::Add(name, value) => {
                let members = changed.pointer_mut(&self.pointer)?.as_object_mut()?;
                members.insert(name.clone(), value.clone());
            }
            Edit::Remove => {
                let (parent, name) = self.pointer.rsplit_once('/')?;
                match changed.pointer_mut(parent)? {
                    Value::Object(members) => drop(members.remove(name)?),
                    Value::Array(elements) => drop(elements.remove(name.parse().ok()?)),
                    _ => return None,
                }
            }
        }
        Some(changed)
    }
}

/// Every single change of a place.
pub(super) fn changes(place: &Place<'_>, value: &Value) -> Vec<Change> {
    let mut list = List { place, changes: Vec::new() };
    list.absence();
    list.other_types(value);
    list.no_json(value);
    match value {
        Value::String(text) => list.text(text),
        Value::Array(elements) => list.array(elements),
        Value::Object(members) => list.object(members),
        Value::Number(number) => {
            let is_integer = place.schema["type"] == "integer" || place.schema["anyOf"].is_array();
            list.set("a number as text", json!(number.to_string()), is_integer);
        }
        _ => {}
    }
    list.listed_values();
    list.changes
}

struct List<'p, 'd> {
    place: &'p Place<'d>,
    changes: Vec<Change>,
}

impl List<'_, '_> {
    fn push(&mut self, name: &str, edit: Edit, is_allowed: bool) {
        self.changes.push(Change {
            name: format!("{name} at {:?}", self.place.pointer),
            pointer: self.place.pointer.clone(),
            edit,
            is_allowed,
        });
    }

    fn set(&mut self, name: &str, value: Value, is_allowed: bool) {
        self.push(name, Edit::Set(value), is_allowed);
    }

    fn absence(&mut self) {
        let is_element = self.place.name().parse::<usize>().is_ok();
        if !self.place.is_root() {
            self.push("nothing", Edit::Remove, self.place.is_optional || is_element);
        }
        self.set("null", json!(null), self.place.is_optional);
    }

    fn other_types(&mut self, value: &Value) {
        let schema = self.place.schema;
        let is_flag = schema["type"] == "boolean" || schema["x-quirk"] == "writable_flag";
        for flag in [json!(true), json!(false), json!(0), json!(1)] {
            self.set(&format!("the flag {flag}"), flag, is_flag);
        }
        let is_id = self.place.name().ends_with("id") && schema["format"].is_null();
        let is_text_id = is_id && schema["type"] == "string";
        self.set("the number 7", json!(7), is_text_id);
        let is_rights = schema["x-quirk"] == "empty_admin_rights";
        self.set("an empty list", json!([]), value.is_array());
        self.set(
            "an empty object",
            json!({}),
            is_rights || schema.get("additionalProperties").is_some(),
        );
        for other in [json!(-1), json!(1.5), json!("x"), json!(" 1")] {
            self.set(&format!("the value {other}"), other, false);
        }
        self.set("a list around it", json!([value]), false);
        self.set("an object around it", json!({"x": value}), false);
    }

    /// What is no JSON, or more than its reader takes.
    fn no_json(&mut self, value: &Value) {
        let mut texts = vec!["1e400", "18446744073709551616", r#""\ud800""#];
        match value {
            Value::Number(_) => texts.extend(["9223372036854775808", "-0", "1E2", "01", "NaN", ""]),
            Value::String(_) => texts.extend([r#""\udc00\ud800""#, "\"a\nb\"", "'a'", "\"a"]),
            _ => {}
        }
        for text in texts {
            self.set(&format!("the text {text:?}"), raw(text), false);
        }
        self.set("no UTF-8", raw(format!("\"{NO_TEXT}\"")), false);
        self.set("lists 200 deep", raw(nested('[', "", ']', 200)), false);
        self.set("objects 200 deep", raw(nested('{', "\"x\":", '}', 200)), false);
    }

    fn text(&mut self, text: &str) {
        let schema = self.place.schema;
        let is_plain = schema["type"] == "string"
            && matches!(schema["format"].as_str(), None | Some("password"));
        self.set(
            "a long text",
            json!(text.chars().cycle().take(20_000).collect::<String>()),
            is_plain,
        );
        self.set("odd characters", json!("\u{0}\n\u{202e}\u{1f600}\"\\"), is_plain);
        if schema["x-quirk"] == "timestamps" {
            for zone in ["Europe/Riga", "+05:30", "America/Argentina/Buenos_Aires", ""] {
                let time = text.replace("UTC", zone);
                self.set(&format!("the time zone {zone:?}"), json!(time), true);
            }
            for time in ["+262142-12-31 23:59:59 (-23:59)", "0000-00-00 00:00:00 (UTC)", "(", "()"]
            {
                self.set(&format!("the time {time:?}"), json!(time), true);
            }
        }
        if let Ok(number) = text.parse::<i64>() {
            self.set("text as a number", json!(number), false);
        }
    }

    fn array(&mut self, elements: &[Value]) {
        let is_list = !self.place.schema.is_null();
        let many: Vec<_> = elements
            .iter()
            .cycle()
            .take(if elements.is_empty() { 0 } else { 50 })
            .cloned()
            .collect();
        self.set("a long list", Value::Array(many), is_list);
        let members = elements.iter().enumerate();
        let object: serde_json::Map<_, _> =
            members.map(|(index, element)| (index.to_string(), element.clone())).collect();
        if !object.is_empty() {
            self.set("an object for the list", Value::Object(object), false);
        }
    }

    fn object(&mut self, members: &serde_json::Map<String, Value>) {
        // A map takes every name for one of its own.
        let is_known = !self.place.schema.is_null() && self.place.schema["properties"].is_object();
        let deep = if self.place.is_root() { 100_000 } else { 300 };
        let unknown = [
            ("an unknown field", json!({"a": [1, null, "x"]})),
            ("an unknown field with a huge number", raw("1e400")),
            ("an unknown field that is deep", raw(nested('[', "", ']', deep))),
        ];
        for (name, value) in unknown {
            self.push(name, Edit::Add("somethingNew".to_owned(), value), is_known);
        }
        self.push("an empty name", Edit::Add(String::new(), json!(1)), is_known);
        self.push("a name of two lines", Edit::Add("two\nlines".to_owned(), json!("x")), is_known);
        for (name, member) in members {
            let twice = Edit::Add(second(name), member.clone());
            self.push(&format!("a second {name}"), twice, false);
        }
        if !members.is_empty() {
            self.set("a list for the object", members.values().cloned().collect(), false);
        }
    }

    /// A value that a list of values does not have.
    fn listed_values(&mut self) {
        let Some(forms) = self.place.schema["anyOf"].as_array() else {
            return;
        };
        let unknown = match forms.iter().any(|form| form["type"] == "integer") {
            true => json!(99),
            false => json!("never_seen_before"),
        };
        self.set("an unknown value", unknown, true);
    }
}

fn nested(open: char, name: &str, close: char, depth: usize) -> String {
    let mut text = format!("{open}{name}").repeat(depth - 1);
    text.push(open);
    text.extend(std::iter::repeat_n(close, depth));
    text
}
