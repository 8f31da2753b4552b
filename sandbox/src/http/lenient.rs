//! What the document does not have in a request: fields and parameters that are unknown, and values
//! that are written otherwise. A request is taken as it is meant, and told what it was taken for.

use std::collections::HashMap;
use std::rc::Rc;

use serde_json::{Map, Value, json};

use super::Notes;
use super::validate::check_text;
use crate::document::{Document, DocumentError, Operation, Outline, ParameterLocation};

/// Reads a query: lists in any of the usual forms, and values as they are meant.
pub(crate) fn query(
    document: &Document,
    operation: &Operation,
    pairs: impl Iterator<Item = (String, String)>,
    notes: &mut Notes,
) -> Result<HashMap<String, String>, DocumentError> {
    let parameters = operation.parameters.iter();
    let known: HashMap<&str, &str> = parameters
        .filter(|it| it.location == ParameterLocation::Query)
        .map(|it| (it.name.as_str(), it.schema.as_str()))
        .collect();
    let mut query: HashMap<String, String> = HashMap::new();
    for (sent, value) in pairs {
        let name = base_name(&sent);
        let schema = known.get(name);
        let list = match schema {
            Some(schema) => document.resolve(schema)?.1["type"] == "array",
            None => false,
        };
        match (schema, query.get_mut(name)) {
            (None, _) => {
                // More parameters than OAuth knows are none of its business (RFC 6749, 3.1).
                if operation.id != "authorize" {
                    notes.unknown(sent.clone(), known.keys().copied());
                }
                query.insert(sent, value);
            }
            (Some(_), Some(earlier)) if list => {
                notes.coerced(name.to_owned(), "A list is one text, parted by commas.");
                *earlier = format!("{earlier},{value}");
            }
            (Some(_), _) => {
                if name != sent {
                    notes.coerced(name.to_owned(), "The name is sent without brackets.");
                }
                query.insert(name.to_owned(), value);
            }
        }
    }
    for (name, schema) in known {
        read_as_meant(document, name, schema, &mut query, notes)?;
    }
    Ok(query)
}

/// The name of a parameter that is sent as `name[]` or `name[0]`.
fn base_name(sent: &str) -> &str {
    let index = |index: &str| index.bytes().all(|byte| byte.is_ascii_digit());
    match sent.strip_suffix(']').and_then(|it| it.rsplit_once('[')) {
        Some((name, inner)) if index(inner) => name,
        _ => sent,
    }
}

fn read_as_meant(
    document: &Document,
    name: &str,
    schema: &str,
    query: &mut HashMap<String, String>,
    notes: &mut Notes,
) -> Result<(), DocumentError> {
    let Some(text) = query.get(name) else {
        return Ok(());
    };
    let Some(violation) = check_text(document, schema, text)?.into_iter().next() else {
        return Ok(());
    };
    let meant: &[&str] = match text.as_str() {
        "0" if name == "page" => &["1"],
        // As Python writes them, too.
        "true" | "True" => &["1", "true"],
        "false" | "False" => &["0", "false"],
        "" => &[],
        _ => return Ok(()),
    };
    let is_empty = text.is_empty();
    let fits = |text: &&&str| check_text(document, schema, text).is_ok_and(|it| it.is_empty());
    match meant.iter().find(fits) {
        Some(meant) => drop(query.insert(name.to_owned(), (*meant).to_owned())),
        None if is_empty => drop(query.remove(name)),
        None => return Ok(()),
    }
    notes.coerced(name.to_owned(), violation.message);
    Ok(())
}

/// Reads a body: finds what is unknown at any depth, and takes values as they are meant.
pub(crate) fn body(
    document: &Document,
    operation: &Operation,
    schema: &str,
    body: &mut Value,
    notes: &mut Notes,
) -> Result<(), DocumentError> {
    if operation.id == "createContributors" {
        add_languages(body, notes);
    }
    let fits = document.check(schema, body)?.is_empty();
    Walk { document, fits, outlines: HashMap::new(), notes }.value(schema, body, "")
}

/// Returns the places of a value that fits its schema of which the schema says nothing.
pub(crate) fn unknown(
    document: &Document,
    schema: &str,
    value: &mut Value,
) -> Result<Vec<String>, DocumentError> {
    let mut notes = Notes::default();
    let outlines = HashMap::new();
    Walk { document, fits: true, outlines, notes: &mut notes }.value(schema, value, "")?;
    Ok(notes.unknown_places())
}

/// Documented as required, and as needed only by who is no admin. A role leaves them out as well.
fn add_languages(body: &mut Value, notes: &mut Notes) {
    let items = body.get_mut("contributors").and_then(Value::as_array_mut);
    for (index, item) in items.into_iter().flatten().enumerate() {
        let Some(item) = item.as_object_mut() else {
            continue;
        };
        let admin = item.get("is_admin").is_some_and(is_true);
        let has_role = item.get("role_id").is_some_and(|role| !role.is_null());
        let missing = item.get("languages").is_none_or(Value::is_null);
        if missing && (admin || has_role) {
            item.insert("languages".to_owned(), json!([]));
            let place = format!("contributors.{index}.languages");
            notes.coerced(place, "This field is missing; send an empty list.");
        }
    }
}

fn is_true(value: &Value) -> bool {
    let written = [json!(true), json!(1), json!("1"), json!("true"), json!("True")];
    written.contains(value)
}

/// A way through a body and its schema.
struct Walk<'d, 'n> {
    document: &'d Document,
    /// Whether the body is as documented but for what is unknown: the usual case, which costs no
    /// look at each of its values.
    fits: bool,
    /// The outlines of the schemas met so far: lists repeat theirs.
    outlines: HashMap<String, Rc<Outline>>,
    notes: &'n mut Notes,
}

impl Walk<'_, '_> {
    fn outline(&mut self, schema: &str) -> Result<Rc<Outline>, DocumentError> {
        if let Some(outline) = self.outlines.get(schema) {
            return Ok(Rc::clone(outline));
        }
        let outline = Rc::new(self.document.outline(schema)?);
        self.outlines.insert(schema.to_owned(), Rc::clone(&outline));
        Ok(outline)
    }

    /// `place` ends with a dot, unless it is empty.
    fn value(&mut self, schema: &str, value: &mut Value, place: &str) -> Result<(), DocumentError> {
        match value {
            Value::Object(members) => {
                let outline = self.outline(schema)?;
                self.object(&outline, members, place)
            }
            Value::Array(elements) => {
                let outline = self.outline(schema)?;
                let Some(items) = &outline.items else {
                    return Ok(());
                };
                for (index, element) in elements.iter_mut().enumerate() {
                    self.value(items, element, &format!("{place}{index}."))?;
                }
                Ok(())
            }
            _ => self.scalar(schema, value, place),
        }
    }

    fn object(
        &mut self,
        outline: &Outline,
        members: &mut Map<String, Value>,
        place: &str,
    ) -> Result<(), DocumentError> {
        let mut nothing = Vec::new();
        for (name, value) in members.iter_mut() {
            let inner = format!("{place}{name}.");
            let Some(schema) = outline.properties.get(name).or(outline.others.as_ref()) else {
                if !outline.open {
                    let known = outline.properties.keys().map(String::as_str);
                    self.notes.unknown(format!("{place}{name}"), known);
                }
                continue;
            };
            let nothing_said = value.is_null() && !outline.required.contains(name);
            if nothing_said && !self.fits && !self.document.check(schema, value)?.is_empty() {
                nothing.push(name.clone());
                continue;
            }
            self.value(schema, value, &inner)?;
        }
        for name in nothing {
            members.remove(&name);
            let reason = "Null is not a value of this field; leave it out.";
            self.notes.coerced(format!("{place}{name}"), reason);
        }
        Ok(())
    }

    fn scalar(
        &mut self,
        schema: &str,
        value: &mut Value,
        place: &str,
    ) -> Result<(), DocumentError> {
        if self.fits {
            return Ok(());
        }
        let Some(violation) = self.document.check(schema, value)?.into_iter().next() else {
            return Ok(());
        };
        for meant in meanings(value) {
            if self.document.check(schema, &meant)?.is_empty() {
                *value = meant;
                let place = place.trim_end_matches('.').to_owned();
                self.notes.coerced(place, violation.message);
                break;
            }
        }
        Ok(())
    }
}

/// What a value may be meant for: numbers and flags come as text, and the reverse.
fn meanings(value: &Value) -> Vec<Value> {
    match value {
        Value::Number(number) => match number.as_u64() {
            Some(flag @ (0 | 1)) => vec![json!(flag == 1), json!(number.to_string())],
            _ => vec![json!(number.to_string())],
        },
        Value::Bool(flag) => vec![json!(u8::from(*flag))],
        Value::String(text) => match text.as_str() {
            "1" | "true" | "True" => vec![json!(true), json!(1)],
            "0" | "false" | "False" => vec![json!(false), json!(0)],
            text => match serde_json::from_str(text) {
                Ok(number @ Value::Number(_)) => vec![number],
                _ => Vec::new(),
            },
        },
        _ => Vec::new(),
    }
}
