//! The schema says what the form is.

use jsonschema::Validator;
use l10n_sandbox::{SEED_SCHEMA, Sandbox};
use serde_json::{Value, json};

use super::minimal;

pub(super) fn schema() -> Validator {
    let schema: Value = serde_json::from_str(SEED_SCHEMA).unwrap();
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    jsonschema::draft202012::new(&schema).unwrap()
}

#[test]
fn the_built_in_data_and_the_least_ones_are_valid() {
    let built_in = serde_json::from_str(include_str!("../../../seed.json")).unwrap();
    for data in [built_in, minimal(), json!({})] {
        let errors: Vec<_> = schema().iter_errors(&data).map(|it| it.to_string()).collect();
        assert!(errors.is_empty(), "{errors:?}");
    }
}

/// All places of a value, with what is there.
fn places(value: &Value, place: String, found: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(members) => {
            for (name, member) in members {
                let name = name.replace('~', "~0").replace('/', "~1");
                places(member, format!("{place}/{name}"), found);
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                places(item, format!("{place}/{index}"), found);
            }
        }
        _ => {}
    }
    found.push((place, value.clone()));
}

#[tokio::test]
async fn the_schema_and_the_sandbox_refuse_the_same() {
    let data = json!({
        "users": [{ "id": 1, "email": "a@b.test", "fullname": "A" }],
        "tokens": [{ "name": "a", "secret": "s", "user": 1, "access": "read_only" }],
        "oauth_apps": [{
            "client_id": "c", "client_secret": "s", "redirect_uri": "https://a.test/",
        }],
        "oauth_grants": [{
            "refresh_token": "r", "client_id": "c", "user": 1, "scopes": ["read_keys"],
        }],
        "granting_user": 1,
        "teams": [{ "id": 2, "uuid": "01957a00-0000-7000-8000-000000000501" }],
        "projects": [{
            "project_id": "p", "name": "P", "created_at": "2025-03-01T09:10:00Z", "team": 2,
            "settings": { "branching": false }, "languages": [{ "iso": "en", "rtl": false }],
            "contributors": [{ "user": 1, "role_id": 1, "languages": [{ "language": "en" }] }],
            "statuses": [{ "title": "S" }],
            "branches": [{
                "name": "master",
                "keys": [{
                    "id": 3, "name": { "web": "k" }, "filename": "f.json", "platforms": ["web"],
                    "char_limit": 5, "tags": ["t"], "hidden": true,
                    "screenshots": [{ "title": "s" }],
                    "translations": {
                        "en": { "text": "x", "unverified": true, "statuses": ["S"] },
                    },
                }],
                "files": [{ "name": "g.json", "keyless": true }],
                "comments": [{ "key": 3, "text": "c" }],
                "processes": [{ "status": "failed", "import": { "words": 1 } }],
            }],
            "deletion_jobs": [{ "total": 1, "errors": { "e": 1 } }],
            "uncounted_pairs": 5,
        }],
        "last_id": 99,
    });
    let sandbox = Sandbox::start().await.unwrap();
    let schema = schema();
    assert!(schema.is_valid(&data));
    sandbox.set_data(&data).unwrap();
    let mut found = Vec::new();
    places(&data, String::new(), &mut found);
    let mut refused = 0;
    for (place, there) in &found {
        for other in [
            json!(0),
            json!(-1),
            json!(1.5),
            json!(""),
            json!(true),
            json!([[]]),
            json!({ "x": 1 }),
            Value::Null,
        ] {
            let mut changed = data.clone();
            *changed.pointer_mut(place).unwrap() = other.clone();
            agree(&sandbox, &schema, &changed, place, &mut refused);
        }
        if there.is_object() {
            let mut changed = data.clone();
            changed.pointer_mut(place).unwrap()["unknown"] = json!(1);
            agree(&sandbox, &schema, &changed, place, &mut refused);
        }
    }
    assert!(refused > 300, "{refused}");
}

/// What the schema refuses the sandbox refuses too. The other way round there is more: what refers
/// to something, and what is there twice.
fn agree(sandbox: &Sandbox, schema: &Validator, data: &Value, place: &str, refused: &mut usize) {
    let told = sandbox.set_data(data).map_err(|error| error.to_string());
    if !schema.is_valid(data) {
        *refused += 1;
        assert!(told.is_err(), "only the schema refuses {place}: {}", data.pointer(place).unwrap());
        return;
    }
    let Err(told) = told else { return };
    let of_form = [
        "unknown field",
        "unknown variant",
        "invalid type",
        "invalid value",
        "missing field",
        "this text is empty",
        "this is no",
        "ids go from",
    ];
    let is_of_form = of_form.iter().any(|words| told.contains(words));
    assert!(!is_of_form, "the schema takes {place}: {told}");
}
