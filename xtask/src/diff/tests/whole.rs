//! The document of the repository as a whole: nothing in it changes unseen.

use serde_json::{Map, Value, json};

use super::super::{DOCUMENT, compare};
use super::document;

/// The document of the repository.
pub(super) fn real() -> Value {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(DOCUMENT);
    yaml_serde::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// The same without what examples hold, half of it: nothing there is judged.
fn without_examples() -> Value {
    fn empty(value: &mut Value, within: bool) {
        match value {
            Value::Object(members) if within => {
                for (_, example) in members.iter_mut() {
                    if let Some(held) = example.get_mut("value") {
                        *held = Value::Null;
                    }
                }
            }
            Value::Object(members) => {
                for (key, member) in members.iter_mut() {
                    empty(member, key == "examples");
                }
            }
            Value::Array(elements) => elements.iter_mut().for_each(|one| empty(one, false)),
            _ => {}
        }
    }
    let mut document = real();
    empty(&mut document, false);
    document
}

/// Every pointer into a document.
fn pointers(value: &Value, pointer: String, found: &mut Vec<String>) {
    let below: Vec<(String, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(key, value)| (escape(key), value)).collect(),
        Value::Array(elements) => {
            (0..).map(|index: usize| index.to_string()).zip(elements).collect()
        }
        _ => Vec::new(),
    };
    for (token, value) in below {
        pointers(value, format!("{pointer}/{token}"), found);
    }
    found.push(pointer);
}

/// The pointers of one part of the document, and the document with no part of its kind but this:
/// each change is compared there, because all else would take most of the time.
struct Part {
    document: Value,
    pointers: Vec<String>,
}

/// Each path, each component, and all around them.
fn parts(document: &Value) -> Vec<Part> {
    let mut rest = Vec::new();
    pointers(document, String::new(), &mut rest);
    // Below `examples` any change is one: there is nothing to be judged.
    let judged = |pointer: &str| !pointer.contains("/examples/") && pointer != "/info/version";
    rest.retain(|pointer| !pointer.is_empty() && judged(pointer));
    assert!(rest.len() > 1_500, "{}", rest.len());
    let mut parts = Vec::new();
    for (holder, alone) in [("/paths", false), ("/components/schemas", true)] {
        let keys: Vec<_> = members(document, holder).keys().cloned().collect();
        for key in keys {
            let mut part = document.clone();
            members_mut(&mut part, holder).retain(|other, _| *other == key);
            if alone {
                members_mut(&mut part, "/paths").clear();
            }
            let own = format!("{holder}/{}", escape(&key));
            let below = format!("{own}/");
            let is_of = |pointer: &String| *pointer == own || pointer.starts_with(&below);
            let pointers = rest.extract_if(.., |pointer| is_of(pointer)).collect();
            parts.push(Part { document: part, pointers });
        }
    }
    parts.push(Part { document: document.clone(), pointers: rest });
    parts
}

fn members<'d>(document: &'d Value, pointer: &str) -> &'d Map<String, Value> {
    document.pointer(pointer).unwrap().as_object().unwrap()
}

fn members_mut<'d>(document: &'d mut Value, pointer: &str) -> &'d mut Map<String, Value> {
    let members = document.pointer_mut(pointer).unwrap();
    members.as_object_mut().unwrap()
}

fn escape(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// The pointers whose change passes unseen. `change` changes the document and `restore` undoes it,
/// with what `change` gave: thousands of copies of the document would take most of the time.
fn unseen<T>(
    change: impl Fn(&mut Value, &str) -> T,
    restore: impl Fn(&mut Value, &str, T),
) -> Vec<String> {
    let mut unseen = Vec::new();
    for Part { document, pointers } in parts(&without_examples()) {
        let mut changed = document.clone();
        for pointer in pointers {
            let kept = change(&mut changed, &pointer);
            if compare(&document, &changed).is_empty() {
                unseen.push(pointer.clone());
            }
            restore(&mut changed, &pointer, kept);
        }
        assert_eq!(changed, document);
    }
    unseen
}

#[test]
fn nothing_in_the_document_changes_unseen() {
    let change = |document: &mut Value, pointer: &str| {
        let place = document.pointer_mut(pointer).unwrap();
        let other = match &*place {
            Value::String(text) => json!(format!("{text}x")),
            Value::Number(number) => json!(number.as_i64().unwrap() + 1),
            Value::Bool(flag) => json!(!flag),
            Value::Null => json!("x"),
            Value::Array(_) => json!(["x"]),
            Value::Object(_) => json!({"x": 1}),
        };
        std::mem::replace(place, other)
    };
    let restore = |document: &mut Value, pointer: &str, kept| {
        *document.pointer_mut(pointer).unwrap() = kept;
    };
    assert_eq!(unseen(change, restore), [""; 0]);
}

#[test]
fn nothing_in_the_document_vanishes_unseen() {
    let split = |pointer: &str| {
        let (holder, key) = pointer.rsplit_once('/').unwrap();
        (holder.to_owned(), key.replace("~1", "/").replace("~0", "~"))
    };
    let change = |document: &mut Value, pointer: &str| {
        let (holder, key) = split(pointer);
        match document.pointer_mut(&holder).unwrap() {
            Value::Object(members) => members.remove(&key).unwrap(),
            holder => holder.as_array_mut().unwrap().remove(key.parse().unwrap()),
        }
    };
    let restore = |document: &mut Value, pointer: &str, kept| {
        let (holder, key) = split(pointer);
        match document.pointer_mut(&holder).unwrap() {
            Value::Object(members) => drop(members.insert(key, kept)),
            holder => holder.as_array_mut().unwrap().insert(key.parse().unwrap(), kept),
        }
    };
    let mut gone = unseen(change, restore);
    // A flag that is false says what its absence says.
    let document = real();
    gone.retain(|pointer| document.pointer(pointer) != Some(&Value::Bool(false)));
    assert_eq!(gone, [""; 0]);
}

#[test]
fn nothing_changed_is_no_change() {
    assert_eq!(compare(&document(), &document()), []);
}
