//! Responses with null in every property that is not required.

use bytes::Bytes;
use serde_json::Value;

use super::Answer;
use crate::document::{Document, Operation};
use crate::settings::Nulls;

pub(crate) fn write_nulls(
    nulls: Nulls,
    document: &Document,
    operation: &Operation,
    answer: &mut Answer,
) {
    if nulls == Nulls::Off {
        return;
    }
    let Some(schema) = document.answer_schema(operation, answer.status.as_u16()) else {
        return;
    };
    if let Ok(mut body) = serde_json::from_slice(&answer.body) {
        write(nulls, document, &schema, &mut body);
        answer.body = Bytes::from(body.to_string());
    }
}

fn write(nulls: Nulls, document: &Document, schema: &str, value: &mut Value) {
    let known = document.members(&document.alternative(schema, value));
    match value {
        Value::Array(elements) => {
            if let Some(items) = &known.items {
                elements.iter_mut().for_each(|each| write(nulls, document, items, each));
            }
        }
        Value::Object(members) => {
            for (name, member) in members.iter_mut() {
                if let Some(schema) = known.properties.get(name).or(known.others.as_ref()) {
                    write(nulls, document, schema, member);
                }
            }
            for (name, schema) in &known.properties {
                let holds_others = || match members.get(name) {
                    Some(member) => member.is_object() || member.is_array(),
                    None => document.members(schema).holds_others,
                };
                let may_be_null = !known.required.contains(name);
                if may_be_null && (nulls == Nulls::All || !holds_others()) {
                    members.insert(name.clone(), Value::Null);
                }
            }
        }
        _ => {}
    }
}
