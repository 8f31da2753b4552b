//! Every example of the document is decoded by its generated type, and encoded again without loss.

use l10n_client::types::*;
use l10n_client::webhooks::Event;
use l10n_sandbox::document::Document;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Decodes, encodes, and checks that what was encoded decodes to the same.
fn again<T: DeserializeOwned + Serialize + PartialEq>(value: &Value) -> Result<Value, String> {
    let decoded: T = serde_json::from_value(value.clone()).map_err(|error| error.to_string())?;
    encoded_again(&decoded)
}

/// Encodes, and checks that what was encoded decodes to the same.
pub(crate) fn encoded_again<T>(decoded: &T) -> Result<Value, String>
where
    T: DeserializeOwned + Serialize + PartialEq,
{
    let encoded = serde_json::to_value(decoded).map_err(|error| error.to_string())?;
    match serde_json::from_value::<T>(encoded.clone()) {
        Ok(twice) if twice == *decoded => Ok(encoded),
        other => Err(format!("decodes differently the second time: {:?}", other.err())),
    }
}

macro_rules! by_schema {
    ([$name:ident $value:ident] $($schema:ident)*) => {
        match $name {
            $(stringify!($schema) => Some(again::<$schema>($value)),)*
            _ => None,
        }
    };
}

/// The example as the type of its schema writes it; nothing for a schema that has no type.
fn round_trip(schema: &str, value: &Value) -> Option<Result<Value, String>> {
    bodies!(by_schema schema value)
}

/// The one form in which our types write what the service writes in two: what `src/wire/quirks`
/// says of each.
fn canonical(mut value: Value) -> Value {
    match &mut value {
        Value::Object(members) => {
            if members.get("admin_rights").is_some_and(Value::is_object) {
                members.insert("admin_rights".into(), json!([]));
            }
            if members.get("initial_tm_leverage").is_some_and(Value::is_array) {
                members.insert("initial_tm_leverage".into(), json!({}));
            }
            if members.get("status").is_some_and(|it| it == "in progress")
                && members.contains_key("language_iso")
            {
                members.insert("status".into(), json!("in_progress"));
            }
            if let Some(flag) = members.get_mut("is_writable").filter(|flag| flag.is_number()) {
                *flag = json!(flag == &json!(1));
            }
            // The ids that were recorded as text.
            for name in ["card_id", "created_by", "keys", "lang_id", "translation_tier"] {
                let ids = members.get_mut(name).into_iter().flat_map(|member| match member {
                    Value::Array(ids) => ids.iter_mut().collect(),
                    id => vec![id],
                });
                for id in ids {
                    if let Some(number) = id.as_str().and_then(|text| text.parse::<i64>().ok()) {
                        *id = json!(number);
                    }
                }
            }
            // The id of what an entry of the audit log names, which was recorded as a number, too.
            let named = members.contains_key("value").then(|| members.get_mut("data")).flatten();
            let id = named.and_then(|data| data.get_mut("id"));
            if let Some(id) = id.filter(|id| id.is_number()) {
                *id = json!(id.to_string());
            }
            // A null says what an absent field says.
            members.retain(|_, member| !member.is_null());
            members.values_mut().for_each(|member| *member = canonical(member.take()));
        }
        Value::Array(items) => items.iter_mut().for_each(|item| *item = canonical(item.take())),
        _ => {}
    }
    value
}

/// The envelopes of one thing or many.
fn canonical_envelope(schema: &str, mut value: Value) -> Value {
    let (from, to) = match schema {
        "CommentsCreatedResponse" => ("comment", "comments"),
        "ContributorsInvitedResponse" => ("contributor", "contributors"),
        "CustomTranslationStatusReadResponse" => {
            ("custom_translation_statuses", "custom_translation_status")
        }
        _ => return value,
    };
    if let Some(content) = value.as_object_mut().and_then(|members| members.remove(from)) {
        value[to] = match content {
            Value::Array(mut items) => items.remove(0),
            one => json!([one]),
        };
    }
    value
}

#[test]
fn every_example_decodes_and_is_encoded_without_loss() {
    let mut checked = 0;
    for (schema, example) in examples() {
        if schema.ends_with("ErrorResponse") {
            continue;
        }
        if schema == "WebhookDelivery" {
            let (event, issues) = Event::parse(example.to_string().as_bytes()).unwrap();
            assert!(issues.is_empty() && !matches!(event, Event::Other(_)), "{example}");
            continue;
        }
        let written = round_trip(&schema, example)
            .unwrap_or_else(|| panic!("{example}: no type for {schema}"));
        let written = written.unwrap_or_else(|error| panic!("{example}: {error}"));
        let expected = canonical(canonical_envelope(&schema, example.clone()));
        assert_eq!(written, expected, "{schema}");
        checked += 1;
    }
    assert!(checked > 50, "only {checked} examples were checked");
}

/// The examples of bodies whose schema is a component: its name, and the example.
pub(crate) fn examples() -> Vec<(String, &'static Value)> {
    let document = Document::embedded().unwrap().value();
    let mut found = Vec::new();
    let mut rest = vec![document];
    while let Some(value) = rest.pop() {
        if let Some(media) = value.get("content").and_then(|it| it.get("application/json")) {
            let reference = media["schema"]["$ref"].as_str().unwrap_or_default();
            let Some(schema) = reference.strip_prefix("#/components/schemas/") else { continue };
            for (_, example) in media["examples"].as_object().into_iter().flatten() {
                let shared = example.get("$ref").map(|it| &it.as_str().unwrap()[1..]);
                let example = shared.map_or(example, |place| document.pointer(place).unwrap());
                found.push((schema.to_owned(), &example["value"]));
            }
        }
        rest.extend(value.as_object().into_iter().flatten().map(|(_, value)| value));
        rest.extend(value.as_array().into_iter().flatten());
    }
    found
}

#[test]
fn every_seed_of_the_fuzz_target_is_of_a_body() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/fuzz/seeds/answers");
    for entry in std::fs::read_dir(folder).unwrap() {
        let seed = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let (schema, body) = seed.split_once('\n').unwrap();
        let body = serde_json::from_str(body).unwrap();
        round_trip(schema, &body).unwrap_or_else(|| panic!("no type for {schema}")).unwrap();
    }
}
