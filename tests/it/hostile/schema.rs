//! What the document says of a body: the schema of each of its places, and what the client is to
//! make of it.

use l10n_sandbox::document::Document;
use serde_json::{Map, Value, json};
use uuid::Uuid;

/// A place in a body.
#[derive(Debug, Clone)]
pub(super) struct Place<'d> {
    /// JSON pointer.
    pub(super) pointer: String,
    /// Where references and alternatives lead; null for a field that the document does not
    /// describe.
    pub(super) schema: &'d Value,
    /// Whether it is a member that need not be there.
    pub(super) is_optional: bool,
}

impl Place<'_> {
    /// The name of the member, or the index of the element.
    pub(super) fn name(&self) -> &str {
        self.pointer.rsplit('/').next().unwrap_or_default()
    }

    pub(super) fn is_root(&self) -> bool {
        self.pointer.is_empty()
    }
}

/// All places of a body, itself first.
pub(super) fn places<'d>(document: &'d Document, schema: &str, body: &Value) -> Vec<Place<'d>> {
    let mut found = Vec::new();
    let whole = ("", schema.to_owned(), false);
    collect(document, whole, body, &mut found);
    found
}

fn collect<'d>(
    document: &'d Document,
    (pointer, schema, is_optional): (&str, String, bool),
    value: &Value,
    found: &mut Vec<Place<'d>>,
) {
    let place = lead(document, schema, value);
    let schema = document.value().pointer(&place).unwrap_or(&Value::Null);
    found.push(Place { pointer: pointer.to_owned(), schema, is_optional });
    let mut inner = |name: &str, member: &Value, below: String, is_optional| {
        let pointer = format!("{pointer}/{name}");
        collect(document, (&pointer, below, is_optional), member, found);
    };
    match value {
        Value::Array(elements) => {
            for (index, element) in elements.iter().enumerate() {
                inner(&index.to_string(), element, format!("{place}/items"), false);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                let below = match schema.get("additionalProperties") {
                    Some(_) => format!("{place}/additionalProperties"),
                    None => format!("{place}/properties/{name}"),
                };
                inner(name, member, below, !is_required(schema, name));
            }
        }
        _ => {}
    }
}

/// Of alternatives none of which fits, every member is.
fn is_required(schema: &Value, name: &str) -> bool {
    let required = schema["required"].as_array();
    required.is_some_and(|names| names.iter().any(|known| known == name))
        || schema.get("oneOf").is_some()
}

/// Whether a value has what a schema, behind a reference, requires.
fn has_required(document: &Document, pointer: &str, value: &Value) -> bool {
    let target = document.value().pointer(pointer);
    let target = target.and_then(|schema| schema["$ref"].as_str());
    let schema = target.and_then(|target| document.value().pointer(target.trim_start_matches('#')));
    let required = schema.and_then(|schema| schema["required"].as_array());
    let mut required = required.into_iter().flatten().filter_map(Value::as_str);
    schema.is_some() && required.all(|name| value.get(name).is_some())
}

fn refers_to_object(document: &Document, schema: &Value) -> bool {
    let target = schema["$ref"].as_str().map(|target| target.trim_start_matches('#'));
    let target = target.and_then(|target| document.value().pointer(target));
    target.is_some_and(|target| target["type"] == "object")
}

/// Where the schema of a value is, behind references and in the alternative that fits.
fn lead(document: &Document, mut pointer: String, value: &Value) -> String {
    loop {
        let Some(schema) = document.value().pointer(&pointer) else {
            return pointer;
        };
        if let Some(reference) = schema["$ref"].as_str() {
            pointer = reference.trim_start_matches('#').to_owned();
            continue;
        }
        let alternatives = ["oneOf", "anyOf"].into_iter().find_map(|kind| {
            let count = schema[kind].as_array()?.len();
            Some((kind, count))
        });
        // What lists values, and flags, are one thing with several forms.
        match alternatives {
            Some((kind, count)) if refers_to_object(document, &schema[kind][0]) => {
                let mut places = (0..count).map(|index| format!("{pointer}/{kind}/{index}"));
                match places.find(|place| has_required(document, place, value)) {
                    Some(place) => pointer = place,
                    None => return pointer,
                }
            }
            Some((kind, _))
                if schema[kind][0].get("additionalProperties").is_some() && value.is_object() =>
            {
                return format!("{pointer}/{kind}/0");
            }
            _ => return pointer,
        }
    }
}

/// What the type of a schema writes after it has read a value; nothing where it must reject it.
/// Made of the rules in the docs of `l10n_client::types` and `src/wire/quirks`, not of the client's
/// types.
pub(super) fn read(document: &Document, schema: &Value, value: &Value) -> Option<Value> {
    if let Some(reference) = schema["$ref"].as_str() {
        let target = document.value().pointer(reference.trim_start_matches('#'))?;
        return match reference.rsplit('/').next()? {
            "CommentsCreatedResponse" => {
                read_envelope(document, target, "comments", "comment", value)
            }
            "ContributorsInvitedResponse" => {
                read_envelope(document, target, "contributors", "contributor", value)
            }
            "CustomTranslationStatusReadResponse" => read_status(document, target, value),
            "GrantedAdminRights" | "TmLeverage" => {
                read(document, &target["oneOf"][0], some(value)?)
            }
            "KeyName" => read_name(value),
            "AuditEntityId" => read_text(value),
            "LanguageId" | "OrderNumber" | "ProcessCreator" => read_integer(value),
            "QaIssues" => {
                read_integer(value).or_else(|| read_object(document, &target["anyOf"][0], value))
            }
            "TranslationText" => {
                read_text(value).or_else(|| read(document, &target["anyOf"][1], value))
            }
            "WritableFlag" => read_flag(value),
            _ => read(document, target, value),
        };
    }
    if let Some(alternatives) = schema["anyOf"].as_array() {
        // An object or null; or values that are listed, or others of their type, or null.
        let mut others = alternatives.iter().filter(|one| one["enum"] != json!([null]));
        let base = match others.clone().count() {
            1 => others.next()?,
            _ => others.next_back()?,
        };
        return read(document, base, value);
    }
    match (schema["type"].as_str(), schema["format"].as_str()) {
        (None, _) => Some(value.clone()),
        (Some("boolean"), _) => read_flag(value),
        (Some("integer"), _) => read_integer(value),
        (Some("number"), _) => read_number(value),
        (Some("string"), Some("uuid")) => Some(json!(value.as_str()?.parse::<Uuid>().ok()?)),
        (Some("string"), Some("password")) => Some(json!(value.as_str()?)),
        (Some("string"), _) => read_text(value),
        (Some("array"), _) => read_list(document, schema, value),
        _ => read_object(document, schema, value),
    }
}

fn some(value: &Value) -> Option<&Value> {
    Some(value).filter(|value| !value.is_null())
}

fn read_flag(value: &Value) -> Option<Value> {
    match value {
        Value::Bool(_) => Some(value.clone()),
        Value::Number(number) => {
            [false, true].get(usize::try_from(number.as_u64()?).ok()?).map(|flag| json!(flag))
        }
        Value::String(text) => match text.as_str() {
            "0" | "false" => Some(json!(false)),
            "1" | "true" => Some(json!(true)),
            _ => None,
        },
        _ => None,
    }
}

/// The integers that a float tells exactly.
const EXACT: f64 = 9_007_199_254_740_992.0;

fn read_integer(value: &Value) -> Option<Value> {
    match value {
        Value::Number(number) => match (number.as_i64(), number.as_f64()?) {
            (Some(integer), _) => Some(json!(integer)),
            (None, float) if float.fract() == 0.0 && float.abs() < EXACT => {
                Some(json!(float as i64))
            }
            _ => None,
        },
        Value::String(text) => Some(json!(text.trim().parse::<i64>().ok()?)),
        _ => None,
    }
}

fn read_number(value: &Value) -> Option<Value> {
    let number = match value {
        Value::Number(number) => number.as_f64()?,
        Value::String(text) => text.trim().parse().ok()?,
        _ => return None,
    };
    number.is_finite().then(|| json!(number))
}

fn read_text(value: &Value) -> Option<Value> {
    match value {
        Value::String(_) => Some(value.clone()),
        Value::Number(number) if number.is_i64() || number.is_u64() => {
            Some(json!(number.to_string()))
        }
        Value::Number(number) => {
            number.as_f64().filter(|float| float.abs() < EXACT)?;
            Some(json!(number.to_string()))
        }
        _ => None,
    }
}

/// The name of a key: a text, or one for each platform, empty where there is none.
fn read_name(value: &Value) -> Option<Value> {
    let Value::Object(names) = value else {
        return read_text(value);
    };
    let name = |platform: &str| {
        let name = names.get(platform).and_then(read_text);
        (platform.to_owned(), name.unwrap_or_else(|| json!("")))
    };
    let names = ["ios", "android", "web", "other"].map(name);
    Some(Value::Object(names.into_iter().collect()))
}

fn read_list(document: &Document, schema: &Value, value: &Value) -> Option<Value> {
    let none = Vec::new();
    let elements = match value {
        Value::Null => &none,
        Value::String(text) if text.is_empty() => &none,
        Value::Object(members) if members.is_empty() => &none,
        value => value.as_array()?,
    };
    // An element that cannot be read is left out.
    let read = elements.iter().filter_map(|element| read(document, &schema["items"], element));
    Some(Value::Array(read.collect()))
}

/// An empty list stands for an empty object.
fn members(value: &Value) -> Option<Map<String, Value>> {
    match value {
        Value::Array(elements) if elements.is_empty() => Some(Map::new()),
        value => value.as_object().cloned(),
    }
}

fn read_object(document: &Document, schema: &Value, value: &Value) -> Option<Value> {
    let members = members(value)?;
    if let Some(of) = schema.get("additionalProperties") {
        let entries = members.iter().filter(|(_, member)| !member.is_null());
        let read =
            entries.filter_map(|(name, member)| Some((name.clone(), read(document, of, member)?)));
        return Some(Value::Object(read.collect()));
    }
    let mut known = Map::new();
    for (name, below) in schema["properties"].as_object()? {
        let member = members.get(name);
        let is_list = below["type"] == "array";
        match member.filter(|member| !member.is_null()) {
            Some(member) => match read(document, below, member) {
                Some(member) => known.insert(name.clone(), member),
                // What may be missing is left out where it cannot be read.
                None if !is_required(schema, name) => None,
                None => return None,
            },
            None if !is_required(schema, name) => None,
            None if is_list && member.is_some() => known.insert(name.clone(), json!([])),
            None => return None,
        };
    }
    Some(Value::Object(known))
}

/// The envelope of many things or of one.
fn read_envelope(
    document: &Document,
    schema: &Value,
    many: &str,
    one: &str,
    value: &Value,
) -> Option<Value> {
    let members = members(value)?;
    let part = |name: &str| {
        let below = property(document, schema, name)?;
        read(document, below, some(members.get(name)?)?)
    };
    let mut read = Map::new();
    read.extend(part("project_id").map(|project| ("project_id".to_owned(), project)));
    let list = part(many).or_else(|| Some(json!([part(one)?])))?;
    read.insert(many.to_owned(), list);
    Some(Value::Object(read))
}

/// The schema of a property of one of several envelopes.
fn property<'d>(document: &'d Document, schema: &Value, name: &str) -> Option<&'d Value> {
    schema["oneOf"].as_array()?.iter().find_map(|envelope| {
        let target = envelope["$ref"].as_str()?.trim_start_matches('#');
        document.value().pointer(target)?["properties"].get(name)
    })
}

/// The envelope of one status, or of a list, of which the first counts.
fn read_status(document: &Document, schema: &Value, value: &Value) -> Option<Value> {
    let (many, one) = ("custom_translation_statuses", "custom_translation_status");
    let mut members = members(value)?;
    let list = members.remove(many).unwrap_or_default();
    let single = read_envelope(document, schema, many, one, &Value::Object(members.clone()));
    let envelope = single.or_else(|| {
        let first = list.as_array()?.first()?.clone();
        members.insert(one.to_owned(), first);
        read_envelope(document, schema, many, one, &Value::Object(members))
    })?;
    let mut read = envelope.as_object()?.clone();
    let status = read.remove(many)?.as_array()?.first()?.clone();
    read.insert(one.to_owned(), status);
    Some(Value::Object(read))
}
