//! Each rule by a change that it judges.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by it")]

use semver::Version;
use serde_json::{Value, json};

use super::change::{Change, Effect};
use super::{compare, next};

/// A small document: a list of pets, and a way to add one.
fn document() -> Value {
    yaml_serde::from_str(include_str!("pets.yaml")).unwrap()
}

/// The changes when the value at a pointer is another; `Null` for none.
fn changes(pointer: &str, value: Value) -> Vec<Change> {
    let old = document();
    let mut new = document();
    let (holder, key) = pointer.rsplit_once('/').unwrap();
    let key = key.replace("~1", "/");
    match new.pointer_mut(holder).unwrap() {
        Value::Object(members) if value.is_null() => {
            members.remove(&key).unwrap();
        }
        Value::Object(members) => {
            members.insert(key, value);
        }
        Value::Array(elements) if value.is_null() => {
            elements.remove(key.parse().unwrap());
        }
        Value::Array(elements) if key == "-" => elements.push(value),
        Value::Array(elements) => elements[key.parse::<usize>().unwrap()] = value,
        other => panic!("{holder} is {other}"),
    }
    compare(&old, &new)
}

/// Asserts that the changes at a place are exactly these.
#[track_caller]
fn found(pointer: &str, value: Value, expected: &[&str]) {
    let found = changes(pointer, value);
    let lines = found.iter().map(|one| format!("{}: {}: {}", one.effect, one.place, one.what));
    assert_eq!(lines.collect::<Vec<_>>(), expected, "{pointer}");
}

const GET: &str = "/paths/~1pets~1{id}/get";
const PET: &str = "/components/schemas/Pet";
const NEW_PET: &str = "/components/schemas/NewPet";

#[test]
fn operations_are_judged_by_who_may_call_them_and_how() {
    for (place, value, expected) in [
        ("", Value::Null, "breaking: getPet: the operation is gone"),
        ("/tags", json!(["animals"]), "breaking: getPet: has another tag"),
        (
            "/servers",
            json!([{"url": "{other}"}]),
            "breaking: getPet: is get /pets/{} at \"{other}\" instead of \
             get /pets/{} at \"{base_url}\"",
        ),
        (
            "/security/0",
            Value::Null,
            "breaking: getPet: a credential or scope is not enough any more",
        ),
        (
            "/security/1/oauth/-",
            json!("write"),
            "breaking: getPet: a credential or scope is not enough any more",
        ),
        (
            "/security/1/oauth",
            json!([]),
            "additive: getPet: another credential or scope is enough now",
        ),
        ("/security", json!([]), "additive: getPet: another credential or scope is enough now"),
        (
            "/x-admin-right",
            json!("Keep pets"),
            "breaking: getPet: needs the admin right \"Keep pets\" instead of \"none\"",
        ),
        ("/summary", json!("Reads."), "documentation: getPet: `summary` changed"),
        ("/deprecated", json!(true), "additive: getPet: is deprecated now"),
        ("/parameters/1", Value::Null, "breaking: getPet query limit: is gone"),
        (
            "/parameters/-",
            json!({"name": "deep", "in": "query"}),
            "additive: getPet query deep: is new",
        ),
        (
            "/parameters/-",
            json!({"name": "deep", "in": "query", "required": true}),
            "breaking: getPet query deep: is new and required",
        ),
        ("/requestBody", json!({"content": {}}), "additive: getPet body: is new"),
        ("/responses/202", json!({}), "breaking: getPet 202: is a new response"),
        ("/responses/404", json!({}), "additive: getPet 404: is a new response"),
        ("/responses/default", Value::Null, "additive: getPet default: the response is gone"),
        (
            "/responses/200/headers/X-Total",
            Value::Null,
            "breaking: getPet 200 X-Total: the header is gone",
        ),
        (
            "/responses/200/content/text~1plain",
            json!({}),
            "breaking: getPet 200: may be text/plain now (responses)",
        ),
    ] {
        found(&format!("{GET}{place}"), value, &[expected]);
    }
    let added = json!({"get": {"operationId": "listPets"}});
    found("/paths/~1pets", added, &["additive: listPets: is a new operation"]);
}

#[test]
fn in_requests_more_is_harmless_and_less_breaks() {
    for (place, value, expected) in [
        ("/required", json!([]), "additive: NewPet.name: is not required any more (requests)"),
        ("/required/-", json!("coat"), "breaking: NewPet.coat: is required now (requests)"),
        (
            "/properties/name/maxLength",
            json!(30),
            "additive: NewPet.name: `maxLength` is 30 instead of 20 (requests)",
        ),
        (
            "/properties/name/maxLength",
            json!(10),
            "breaking: NewPet.name: `maxLength` is 10 instead of 20 (requests)",
        ),
        (
            "/properties/name/pattern",
            json!("^a"),
            "breaking: NewPet.name: `pattern` is \"^a\" now (requests)",
        ),
        (
            "/properties/name/nullable",
            json!(true),
            "additive: NewPet.name: may be null now (requests)",
        ),
        ("/properties/age", json!({"type": "integer"}), "additive: NewPet.age: is new"),
        ("/properties/coat", Value::Null, "breaking: NewPet.coat: is gone"),
        (
            "/properties/chipped/default",
            json!(true),
            "breaking: NewPet.chipped: `default` is true instead of false",
        ),
        (
            "/properties/chipped/type",
            json!("string"),
            "breaking: NewPet.chipped: `type` is \"string\" instead of \"boolean\" (requests)",
        ),
        (
            "/additionalProperties",
            json!(false),
            "breaking: NewPet: `additionalProperties` is new, gone or changed (requests)",
        ),
    ] {
        found(&format!("{NEW_PET}{place}"), value, &[expected]);
    }
    for (place, value, expected) in [
        (
            "schemas/Coat/enum/-",
            json!("none"),
            "additive: Coat: the value \"none\" is new (requests)",
        ),
        (
            "schemas/Coat/enum/0",
            Value::Null,
            "breaking: Coat: the value \"short\" is gone (requests)",
        ),
        (
            "parameters/Limit/required",
            json!(true),
            "breaking: parameters/Limit: is required now (requests)",
        ),
        (
            "parameters/Limit/schema/maximum",
            json!(50),
            "breaking: parameters/Limit: `maximum` is 50 instead of 100 (requests)",
        ),
        (
            "parameters/Limit/style",
            json!("form"),
            "breaking: parameters/Limit: `style` changed, which no rule judges",
        ),
    ] {
        found(&format!("/components/{place}"), value, &[expected]);
    }
}

#[test]
fn in_responses_less_is_harmless_and_more_breaks() {
    for (place, value, expected) in [
        ("/required", json!([]), "breaking: Pet.id: is not required any more (responses)"),
        ("/required/-", json!("name"), "additive: Pet.name: is required now (responses)"),
        (
            "/properties/name/nullable",
            json!(true),
            "breaking: Pet.name: may be null now (responses)",
        ),
        ("/properties/name/default", json!("x"), "documentation: Pet.name: `default` is \"x\" now"),
        ("/properties/name", Value::Null, "breaking: Pet.name: is gone"),
        (
            "/properties/id/format",
            json!("int32"),
            "additive: Pet.id: `format` is \"int32\" instead of \"int64\" (responses)",
        ),
        (
            "/properties/tags/items/type",
            json!("integer"),
            "breaking: Pet.tags[]: `type` is \"integer\" instead of \"string\" (responses)",
        ),
        (
            "/properties/size/oneOf/1",
            Value::Null,
            "additive: Pet.size: `Large` is gone from `oneOf` (responses)",
        ),
        (
            "/properties/size/oneOf/-",
            json!({"$ref": PET}),
            "breaking: Pet.size: `Pet` is new in `oneOf` (responses)",
        ),
        (
            "/properties/mood",
            json!({"anyOf": [
                {"$ref": "#/components/schemas/Mood"},
                {"type": "string", "nullable": true, "enum": [null]},
            ]}),
            "breaking: Pet.mood: may be null now (responses)",
        ),
    ] {
        found(&format!("{PET}{place}"), value, &[expected]);
    }
    let mood = "/components/schemas/Mood/enum";
    let new = "breaking: Mood: the value \"shy\" is new (responses)";
    found(&format!("{mood}/-"), json!("shy"), &[new]);
    let gone = "additive: Mood: the value \"calm\" is gone (responses)";
    found(&format!("{mood}/0"), Value::Null, &[gone]);
}

#[test]
fn an_open_list_may_grow() {
    let listed = "/components/schemas/Kind/anyOf/0/enum";
    let new = "additive: Kind.anyOf: the value \"cow\" is new (open)";
    found(&format!("{listed}/-"), json!("cow"), &[new]);
    let gone = "additive: Kind.anyOf: the value \"dog\" is gone (open)";
    found(&format!("{listed}/1"), Value::Null, &[gone]);
}

#[test]
fn a_reference_to_another_name_is_judged_by_what_it_leads_to() {
    let mood = format!("{PET}/properties/mood");
    let same = json!({"type": "string", "enum": ["calm", "wild"]});
    let named = "documentation: Pet.mood: is string in place instead of `Mood`";
    found(&mood, same, &[named]);
    let other = json!({"$ref": "#/components/schemas/Small"});
    let found = changes(&mood, other);
    assert!(found.iter().any(|one| one.effect == Effect::Breaking), "{found:#?}");
}

#[test]
fn scopes_and_components_that_are_gone_break() {
    let scopes = "/components/securitySchemes/oauth/flows/authorizationCode/scopes/read";
    let place = "securitySchemes/oauth authorizationCode";
    found(scopes, Value::Null, &[&format!("breaking: {place}: the scope read is gone")]);
    let changes = changes("/components/schemas/Large", Value::Null);
    assert!(changes.iter().any(|one| one.place == "schemas/Large"), "{changes:#?}");
}

#[test]
fn a_version_rises_by_the_worst_change() {
    for (before, effect, after) in [
        ("0.3.1", None, "0.3.1"),
        ("0.3.1", Some(Effect::Documentation), "0.3.1"),
        ("0.3.1", Some(Effect::Additive), "0.3.2"),
        ("0.3.1", Some(Effect::Breaking), "0.4.0"),
        ("1.3.1", Some(Effect::Additive), "1.4.0"),
        ("1.3.1", Some(Effect::Breaking), "2.0.0"),
    ] {
        let version = |text: &str| Version::parse(text).unwrap();
        assert_eq!(next(&version(before), effect), version(after), "{before} {effect:?}");
    }
}
