//! Whether the document is OpenAPI 3.0.3, with no key that a reader would drop.
//!
//! `openapiv3` ignores the keys it does not know, a misspelled one included. So every object is
//! read and written again: what does not come back was not read.

use std::borrow::Cow;

use openapiv3::{AnySchema, Schema, SchemaKind};
use serde::{Deserialize, Serialize};
use serde_json::{Error, Value, json};

use super::finding::Report;
use super::outline::{Kind, Outline, Place, escape};

const VERSION: &str = "3.0.3";

/// Keys that may say what holds without them; `openapiv3` leaves them out then.
const FLAGS: [&str; 9] = [
    "allowReserved",
    "deprecated",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "nullable",
    "readOnly",
    "required",
    "uniqueItems",
    "writeOnly",
];

/// Keys under which null is a value like any other.
const FREE: [&str; 3] = ["default", "example", "value"];

pub(super) fn check(outline: &Outline<'_>, report: &mut Report) {
    if outline.root.get("openapi").and_then(Value::as_str) != Some(VERSION) {
        report.add(
            "/openapi",
            "the version of OpenAPI is another one",
            format!("Write `openapi: {VERSION}`."),
        );
    }
    let mut unreadable = Vec::new();
    for place in outline.places().iter().filter(|place| place.reference().is_none()) {
        match round_trip(place.kind, &readable(outline, place)) {
            Ok(back) => compare(outline, &place.pointer, place.value, &back, report),
            Err(error) => unreadable.push((place, error)),
        }
    }
    for (place, error) in &unreadable {
        // What is wrong in an object makes the objects around it unreadable too.
        let inner = place.below("");
        if !unreadable.iter().any(|(other, _)| other.pointer.starts_with(&inner)) {
            report.add(
                &place.pointer,
                format!("not a valid {:?} object: {error}", place.kind),
                format!("Correct it by the OpenAPI {VERSION} specification."),
            );
        }
    }
    for place in outline.places().iter().filter(|place| place.reference().is_none()) {
        check_leniency(place, report);
    }
    for place in outline.of(Kind::Schema) {
        check_kind_of_schema(place, report);
    }
}

/// The object, without the callbacks in it that are references: `openapiv3` takes none there.
fn readable<'d>(outline: &Outline<'d>, place: &Place<'d>) -> Cow<'d, Value> {
    let mut value = Cow::Borrowed(place.value);
    for callback in outline.places().iter().filter(|inner| {
        inner.kind == Kind::Callback && inner.reference().is_some() && !inner.is_component()
    }) {
        let inner = callback.pointer.strip_prefix(&place.pointer);
        if let Some(inner) = inner.filter(|inner| inner.starts_with('/'))
            && let Some(callback) = value.to_mut().pointer_mut(inner)
        {
            *callback = json!({});
        }
    }
    value
}

/// What `openapiv3` makes of an object.
fn round_trip(kind: Kind, value: &Value) -> Result<Value, Error> {
    fn trip<'d, T: Deserialize<'d> + Serialize>(value: &'d Value) -> Result<Value, Error> {
        serde_json::to_value(T::deserialize(value)?)
    }
    match kind {
        Kind::Document => trip::<openapiv3::OpenAPI>(value),
        Kind::Info => trip::<openapiv3::Info>(value),
        Kind::Server => trip::<openapiv3::Server>(value),
        Kind::ServerVariable => trip::<openapiv3::ServerVariable>(value),
        Kind::Tag => trip::<openapiv3::Tag>(value),
        Kind::Components => trip::<openapiv3::Components>(value),
        Kind::Paths => trip::<openapiv3::Paths>(value),
        Kind::PathItem => trip::<openapiv3::PathItem>(value),
        Kind::Operation => trip::<openapiv3::Operation>(value),
        Kind::Parameter => trip::<openapiv3::Parameter>(value),
        Kind::RequestBody => trip::<openapiv3::RequestBody>(value),
        Kind::Responses => trip::<openapiv3::Responses>(value),
        Kind::Response => trip::<openapiv3::Response>(value),
        Kind::Header => trip::<openapiv3::Header>(value),
        Kind::MediaType => trip::<openapiv3::MediaType>(value),
        Kind::Encoding => trip::<openapiv3::Encoding>(value),
        Kind::Example => trip::<openapiv3::Example>(value),
        Kind::Link => trip::<openapiv3::Link>(value),
        Kind::Callback => trip::<openapiv3::Callback>(value),
        Kind::Schema => trip::<Schema>(value),
        Kind::SecurityScheme => trip::<openapiv3::SecurityScheme>(value),
    }
}

/// Reports what `value` has and `back` has not. Objects in it that are places themselves have a
/// turn of their own.
pub(super) fn compare(
    outline: &Outline<'_>,
    pointer: &str,
    value: &Value,
    back: &Value,
    report: &mut Report,
) {
    match (value, back) {
        (Value::Object(members), Value::Object(back)) => {
            for (key, value) in members {
                let pointer = format!("{pointer}/{}", escape(key));
                match back.get(key) {
                    Some(_) if outline.at(&pointer).is_some() => {}
                    Some(back) => compare(outline, &pointer, value, back, report),
                    None if says_nothing(key, value) => {}
                    None => report.add(
                        pointer,
                        format!("`{key}` is not read here"),
                        "Correct its spelling or its place, or remove it when it is empty. \
                         In a flow mapping, quote a text that has a comma.",
                    ),
                }
            }
        }
        (Value::Array(elements), Value::Array(back)) if elements.len() == back.len() => {
            for (index, (value, back)) in elements.iter().zip(back).enumerate() {
                let pointer = format!("{pointer}/{index}");
                if outline.at(&pointer).is_none() {
                    compare(outline, &pointer, value, back, report);
                }
            }
        }
        (Value::Number(number), Value::Number(back)) if number.as_f64() == back.as_f64() => {}
        _ if value == back => {}
        _ => report.add(
            pointer,
            format!("read as {back} instead of {value}"),
            "Write it the way it is read.",
        ),
    }
}

/// Whether a member states what would hold without it.
fn says_nothing(key: &str, value: &Value) -> bool {
    match value {
        Value::Bool(false) => FLAGS.contains(&key),
        Value::Null => FREE.contains(&key),
        _ => false,
    }
}

/// What OpenAPI demands and `openapiv3` lets pass.
fn check_leniency(place: &Place<'_>, report: &mut Report) {
    let has = |key| place.value.get(key).is_some();
    let problem = match place.kind {
        Kind::Schema if place.text("type") == Some("array") && !has("items") => {
            "an array without `items`"
        }
        Kind::RequestBody if !has("content") => "a request body without `content`",
        Kind::Parameter | Kind::Header | Kind::MediaType if has("example") && has("examples") => {
            "`example` and `examples` exclude each other"
        }
        _ => return,
    };
    report.add(
        &place.pointer,
        problem,
        format!("Correct it by the OpenAPI {VERSION} specification."),
    );
}

/// A schema whose keys fit none of the types is read as one that allows any value, its keys kept
/// without a meaning.
fn check_kind_of_schema(place: &Place<'_>, report: &mut Report) {
    let Ok(Schema { schema_kind: SchemaKind::Any(any), .. }) = Schema::deserialize(place.value)
    else {
        return;
    };
    let composed = !any.one_of.is_empty()
        || !any.any_of.is_empty()
        || !any.all_of.is_empty()
        || any.not.is_some();
    let known = ["array", "boolean", "integer", "number", "object", "string"];
    let misnamed = any.typ.as_deref().is_some_and(|name| !known.contains(&name));
    if misnamed || (!composed && any != AnySchema::default()) {
        report.add(
            &place.pointer,
            "the keys of the schema do not fit its type, or it has none",
            "Give it one of the six types, with keys and values of that type only.",
        );
    }
}
