//! Each rule by a change that it judges, and the document as a whole: nothing in it changes unseen.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by it")]

use serde_json::{Value, json};

use super::change::Effect::{self, Additive, Breaking, Documentation};
use super::versions::{Versions, next};
use super::{Change, DOCUMENT, State, Verdict, at_revision, compare};

/// A small document: a list of pets, and a way to add one.
fn document() -> Value {
    json!({
        "openapi": "3.0.3",
        "info": {"title": "Pets", "version": "0.3.1"},
        "servers": [{"url": "{base_url}", "variables": {"base_url": {"default": "http://127.0.0.1"}}}],
        "tags": [{"name": "pets"}],
        "paths": {
            "/pets/{id}": {
                "get": {
                    "operationId": "getPet",
                    "tags": ["pets"],
                    "x-admin-right": "none",
                    "security": [{"token": []}, {"oauth": ["read"]}],
                    "parameters": [
                        {"name": "id", "in": "path", "required": true, "schema": {"type": "integer", "format": "int64"}},
                        {"$ref": "#/components/parameters/Limit"},
                    ],
                    "responses": {
                        "200": {
                            "description": "A pet.",
                            "headers": {"X-Total": {"schema": {"type": "string"}}},
                            "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}},
                        },
                        "default": {"description": "Others."},
                    },
                },
                "post": {
                    "operationId": "addPet",
                    "tags": ["pets"],
                    "security": [{"token": []}],
                    "parameters": [{"$ref": "#/components/parameters/Limit"}],
                    "requestBody": {
                        "required": true,
                        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/NewPet"}}},
                    },
                    "responses": {"200": {"description": "Added."}},
                },
            },
        },
        "components": {
            "parameters": {
                "Limit": {"name": "limit", "in": "query", "schema": {"type": "integer", "format": "int32", "maximum": 100}},
            },
            "securitySchemes": {
                "token": {"type": "apiKey", "in": "header", "name": "X-Token"},
                "oauth": {"type": "oauth2", "flows": {"authorizationCode": {"scopes": {"read": "Read.", "write": "Write."}}}},
            },
            "schemas": {
                "Pet": {
                    "type": "object",
                    "required": ["id"],
                    "properties": {
                        "id": {"type": "integer", "format": "int64"},
                        "name": {"type": "string"},
                        "kind": {"$ref": "#/components/schemas/Kind"},
                        "mood": {"$ref": "#/components/schemas/Mood"},
                        "tags": {"type": "array", "items": {"type": "string"}},
                        "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
                        "size": {"oneOf": [{"$ref": "#/components/schemas/Small"}, {"$ref": "#/components/schemas/Large"}]},
                        "born": {"type": "string"},
                    },
                },
                "NewPet": {
                    "type": "object",
                    "required": ["name"],
                    "properties": {
                        "name": {"type": "string", "maxLength": 20},
                        "kind": {"$ref": "#/components/schemas/Kind"},
                        "coat": {"$ref": "#/components/schemas/Coat"},
                        "chipped": {"type": "boolean", "default": false},
                    },
                },
                "Kind": {
                    "anyOf": [
                        {"type": "string", "enum": ["cat", "dog"], "x-enum-varnames": ["Cat", "Dog"]},
                        {"type": "string"},
                    ],
                },
                "Mood": {"type": "string", "enum": ["calm", "wild"]},
                "Coat": {"type": "string", "enum": ["short", "long"]},
                "Small": {"type": "object", "properties": {"grams": {"type": "integer"}}},
                "Large": {"type": "object", "properties": {"kilos": {"type": "integer"}}},
            },
        },
    })
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

/// Holds the only change against what is expected: its line, and its effect on the crate.
#[track_caller]
fn only(pointer: &str, value: Value, line: &str, of_crate: Effect) {
    let changes = changes(pointer, value);
    let lines: Vec<_> = changes.iter().map(Change::to_string).collect();
    let [change] = &changes[..] else {
        panic!("{pointer}: {lines:#?}");
    };
    let told = format!("{}: {}: {}", change.effect, change.place, change.what);
    assert_eq!(told, line, "{pointer}");
    assert_eq!(change.crate_effect(), of_crate, "{pointer}: {line}");
}

const PET: &str = "/components/schemas/Pet";
const NEW_PET: &str = "/components/schemas/NewPet";
const GET: &str = "/paths/~1pets~1{id}/get";

#[test]
fn nothing_changed_is_no_change() {
    assert_eq!(compare(&document(), &document()), []);
}

#[test]
fn in_requests_more_is_harmless_and_less_breaks() {
    let at = |path: &str| format!("{NEW_PET}{path}");
    let of = |name: &str| format!("/components/schemas/{name}");
    only(
        &at("/required"),
        json!([]),
        "additive: NewPet.name: is not required any more (requests)",
        Breaking,
    );
    only(
        &at("/required/-"),
        json!("coat"),
        "breaking: NewPet.coat: is required now (requests)",
        Breaking,
    );
    only(
        &at("/properties/name/maxLength"),
        json!(30),
        "additive: NewPet.name: `maxLength` is 30 instead of 20 (requests)",
        Additive,
    );
    only(
        &at("/properties/name/maxLength"),
        json!(10),
        "breaking: NewPet.name: `maxLength` is 10 instead of 20 (requests)",
        Breaking,
    );
    only(
        &at("/properties/name/maxLength"),
        Value::Null,
        "additive: NewPet.name: `maxLength` is gone, which was 20 (requests)",
        Additive,
    );
    only(
        &at("/properties/name/minLength"),
        json!(1),
        "breaking: NewPet.name: `minLength` is 1 now (requests)",
        Breaking,
    );
    only(
        &at("/properties/name/pattern"),
        json!("^a"),
        "breaking: NewPet.name: `pattern` is \"^a\" now (requests)",
        Breaking,
    );
    only(
        &at("/properties/name/nullable"),
        json!(true),
        "additive: NewPet.name: may be null now (requests)",
        Breaking,
    );
    only(
        &at("/properties/chipped/nullable"),
        json!(true),
        "additive: NewPet.chipped: may be null now (requests)",
        Additive,
    );
    only(
        &at("/properties/age"),
        json!({"type": "integer"}),
        "additive: NewPet.age: is new",
        Additive,
    );
    only(
        &at("/properties/coat"),
        Value::Null,
        "breaking: NewPet.coat: is gone",
        Breaking,
    );
    only(
        &at("/properties/chipped/default"),
        json!(true),
        "breaking: NewPet.chipped: `default` is true instead of false",
        Breaking,
    );
    only(
        &at("/properties/chipped/type"),
        json!("string"),
        "breaking: NewPet.chipped: `type` is \"string\" instead of \"boolean\" (requests)",
        Breaking,
    );
    only(
        &at("/additionalProperties"),
        json!(false),
        "breaking: NewPet: `additionalProperties` came, went or changed (requests)",
        Breaking,
    );
    only(
        &of("Coat/enum/-"),
        json!("none"),
        "additive: Coat: the value \"none\" is new (requests)",
        Additive,
    );
    only(
        &of("Coat/enum/0"),
        Value::Null,
        "breaking: Coat: the value \"short\" is gone (requests)",
        Breaking,
    );
    only(
        "/components/parameters/Limit/schema/maximum",
        json!(50),
        "breaking: parameters/Limit: `maximum` is 50 instead of 100 (requests)",
        Breaking,
    );
    only(
        "/components/parameters/Limit/schema/format",
        json!("int64"),
        "additive: parameters/Limit: `format` is \"int64\" instead of \"int32\" (requests)",
        Breaking,
    );
}

#[test]
fn in_answers_less_is_harmless_and_more_breaks() {
    let at = |path: &str| format!("{PET}{path}");
    let of = |name: &str| format!("/components/schemas/{name}");
    only(
        &at("/required"),
        json!([]),
        "breaking: Pet.id: is not required any more (answers)",
        Breaking,
    );
    only(
        &at("/required/-"),
        json!("name"),
        "additive: Pet.name: is required now (answers)",
        Breaking,
    );
    only(
        &at("/properties/name/maxLength"),
        json!(10),
        "additive: Pet.name: `maxLength` is 10 now (answers)",
        Additive,
    );
    only(
        &at("/properties/name/nullable"),
        json!(true),
        "breaking: Pet.name: may be null now (answers)",
        Breaking,
    );
    only(
        &at("/properties/name/default"),
        json!("x"),
        "documentation: Pet.name: `default` is \"x\" now",
        Documentation,
    );
    only(
        &at("/properties/age"),
        json!({"type": "integer"}),
        "additive: Pet.age: is new",
        Additive,
    );
    only(
        &at("/properties/name"),
        Value::Null,
        "breaking: Pet.name: is gone",
        Breaking,
    );
    only(
        &at("/properties/id/format"),
        json!("int32"),
        "additive: Pet.id: `format` is \"int32\" instead of \"int64\" (answers)",
        Breaking,
    );
    only(
        &at("/properties/born/format"),
        json!("uuid"),
        "additive: Pet.born: `format` is \"uuid\" now (answers)",
        Breaking,
    );
    only(
        &at("/properties/tags/items/type"),
        json!("integer"),
        "breaking: Pet.tags[]: `type` is \"integer\" instead of \"string\" (answers)",
        Breaking,
    );
    only(
        &at("/properties/counts/additionalProperties/type"),
        json!("number"),
        "breaking: Pet.counts{}: `type` is \"number\" instead of \"integer\" (answers)",
        Breaking,
    );
    only(
        &of("Mood/enum/-"),
        json!("shy"),
        "breaking: Mood: the value \"shy\" is new (answers)",
        Breaking,
    );
    only(
        &of("Mood/enum/0"),
        Value::Null,
        "additive: Mood: the value \"calm\" is gone (answers)",
        Breaking,
    );
    only(
        &at("/properties/size/oneOf/1"),
        Value::Null,
        "additive: Pet.size: `Large` is gone from `oneOf` (answers)",
        Breaking,
    );
    only(
        &at("/properties/size/oneOf/-"),
        json!({"$ref": PET}),
        "breaking: Pet.size: `Pet` is new in `oneOf` (answers)",
        Breaking,
    );
}

#[test]
fn an_open_list_may_grow_and_its_names_stay() {
    let listed = "/components/schemas/Kind/anyOf/0";
    only(
        &format!("{listed}/enum/-"),
        json!("cow"),
        "additive: Kind: the value \"cow\" is new",
        Additive,
    );
    only(
        &format!("{listed}/enum/1"),
        Value::Null,
        "additive: Kind: the value \"dog\" is gone (requests and answers)",
        Breaking,
    );
    only(
        "/components/schemas/Coat/enum",
        json!(["long", "short"]),
        "documentation: Coat: the values have another order",
        Documentation,
    );
    only(
        &format!("{listed}/x-enum-varnames/0"),
        json!("Tom"),
        "breaking: Kind: the name of the value \"cat\" changed",
        Breaking,
    );
    let closed = json!({"type": "string", "enum": ["short", "long"]});
    let open = json!({"anyOf": [closed, {"type": "string"}]});
    only(
        "/components/schemas/Coat",
        open.clone(),
        "additive: Coat: is one of several alternatives now (requests)",
        Breaking,
    );
    only(
        "/components/schemas/Mood",
        json!({"anyOf": [{"type": "string", "enum": ["calm", "wild"]}, {"type": "string"}]}),
        "breaking: Mood: is one of several alternatives now (answers)",
        Breaking,
    );
}

#[test]
fn names_of_generated_code_stay() {
    only(
        &format!("{GET}/operationId"),
        json!("readPet"),
        "breaking: getPet: is called readPet now",
        Breaking,
    );
    only(
        &format!("{GET}/tags"),
        json!(["animals"]),
        "breaking: getPet: has the tags [\"animals\"] instead of [\"pets\"]",
        Breaking,
    );
    only(
        "/components/schemas/Small",
        Value::Null,
        "breaking: Small: the schema is gone, and the type of its name with it",
        Breaking,
    );
    only(
        "/components/schemas/Huge",
        json!({"type": "string"}),
        "additive: Huge: is a new schema",
        Additive,
    );
    only(
        &format!("{PET}/properties/mood"),
        json!({"$ref": "#/components/schemas/Coat"}),
        "breaking: Pet.mood: is `Coat` instead of `Mood`",
        Breaking,
    );
}

#[test]
fn operations_are_judged_by_who_may_call_them_and_how() {
    only(
        GET,
        Value::Null,
        "breaking: getPet: the operation is gone",
        Breaking,
    );
    only(
        "/paths/~1pets",
        json!({"get": {"operationId": "listPets"}}),
        "additive: listPets: is a new operation",
        Additive,
    );
    only(
        &format!("{GET}/servers"),
        json!([{"url": "{other}"}]),
        "breaking: getPet: is on another server",
        Breaking,
    );
    only(
        &format!("{GET}/security/0"),
        Value::Null,
        "breaking: getPet: token is not enough any more",
        Breaking,
    );
    only(
        &format!("{GET}/security/1/oauth/-"),
        json!("write"),
        "breaking: getPet: oauth with read is not enough any more",
        Breaking,
    );
    only(
        &format!("{GET}/security/1/oauth"),
        json!([]),
        "additive: getPet: oauth is enough now",
        Additive,
    );
    only(
        &format!("{GET}/security"),
        json!([]),
        "additive: getPet: no credential is enough now",
        Additive,
    );
    only(
        &format!("{GET}/x-admin-right"),
        json!("Keep pets"),
        "breaking: getPet: needs the admin right \"Keep pets\" instead of \"none\"",
        Breaking,
    );
    only(
        &format!("{GET}/parameters/-"),
        json!({"name": "deep", "in": "query"}),
        "additive: getPet query deep: is new",
        Additive,
    );
    only(
        &format!("{GET}/parameters/-"),
        json!({"name": "deep", "in": "query", "required": true}),
        "breaking: getPet query deep: is new and required",
        Breaking,
    );
    only(
        &format!("{GET}/parameters/1"),
        Value::Null,
        "breaking: getPet query limit: is gone",
        Breaking,
    );
    only(
        &format!("{GET}/requestBody"),
        json!({"content": {}}),
        "additive: getPet body: is new",
        Additive,
    );
    only(
        "/components/parameters/Limit/required",
        json!(true),
        "breaking: parameters/Limit: is required now (requests)",
        Breaking,
    );
    only(
        "/components/parameters/Limit/style",
        json!("form"),
        "breaking: parameters/Limit: `style` changed, which no rule judges",
        Breaking,
    );
}

#[test]
fn answers_are_judged_by_what_callers_expect() {
    let at = |path: &str| format!("{GET}/responses{path}");
    only(
        &at("/202"),
        json!({"description": "Later."}),
        "breaking: getPet 202: is a new answer",
        Breaking,
    );
    only(
        &at("/404"),
        json!({"description": "None."}),
        "additive: getPet 404: is a new answer, of those that `default` stood for",
        Additive,
    );
    only(
        &at("/default"),
        Value::Null,
        "additive: getPet default: the answer is gone",
        Additive,
    );
    only(
        &at("/200/headers/X-Total"),
        Value::Null,
        "breaking: getPet 200 X-Total: the header is gone",
        Breaking,
    );
    only(
        &at("/200/headers/X-Page"),
        json!({}),
        "additive: getPet 200 X-Page: is a new header",
        Additive,
    );
    only(
        &at("/200/content/text~1plain"),
        json!({}),
        "breaking: getPet 200: may be text/plain now (answers)",
        Breaking,
    );
    let other = "/paths/~1pets~1{id}/post/responses/404";
    only(
        other,
        json!({"description": "None."}),
        "breaking: addPet 404: is a new answer",
        Breaking,
    );
}

#[test]
fn words_are_documentation_and_a_deprecation_is_an_addition() {
    only(
        "/info/title",
        json!("Animals"),
        "documentation: info: `title` changed",
        Documentation,
    );
    only(
        &format!("{GET}/summary"),
        json!("Reads a pet."),
        "documentation: getPet: `summary` changed",
        Documentation,
    );
    only(
        &format!("{PET}/description"),
        json!("A pet."),
        "documentation: Pet: `description` changed",
        Documentation,
    );
    only(
        &format!("{PET}/properties/name/x-provenance"),
        json!("observed"),
        "documentation: Pet.name: `x-provenance` changed",
        Documentation,
    );
    only(
        &format!("{PET}/properties/name/deprecated"),
        json!(true),
        "additive: Pet.name: is deprecated now",
        Additive,
    );
    only(
        "/components/securitySchemes/oauth/flows/authorizationCode/scopes/read",
        Value::Null,
        "breaking: securitySchemes/oauth authorizationCode: the scope read is gone",
        Breaking,
    );
    only(
        "/components/securitySchemes/token/name",
        json!("X-Key"),
        "breaking: securitySchemes/token: `name` changed, which no rule judges",
        Breaking,
    );
}

#[test]
fn what_requests_and_answers_share_is_judged_by_both() {
    let mut new = document();
    new["components"]["schemas"]["Kind"] = json!({"type": "integer"});
    let told = compare(&document(), &new);
    assert!(
        told.iter()
            .all(|change| change.what.contains("(requests and answers)")),
        "{told:#?}"
    );
    assert_eq!(told[0].effect, Breaking);
}

/// The document of the repository.
fn real() -> Value {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("..")
        .join(DOCUMENT);
    yaml_serde::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// Every pointer into a document.
fn pointers(value: &Value, pointer: String, found: &mut Vec<String>) {
    let escape = |key: &str| key.replace('~', "~0").replace('/', "~1");
    let below: Vec<(String, &Value)> = match value {
        Value::Object(members) => members
            .iter()
            .map(|(key, value)| (escape(key), value))
            .collect(),
        Value::Array(elements) => (0..)
            .map(|index: usize| index.to_string())
            .zip(elements)
            .collect(),
        _ => Vec::new(),
    };
    for (token, value) in below {
        pointers(value, format!("{pointer}/{token}"), found);
    }
    found.push(pointer);
}

/// The pointers whose change passes unseen. `change` changes the document and `restore` undoes it, with what `change` gave: thousands of
/// copies of the document would take most of the time.
fn unseen<T>(
    change: impl Fn(&mut Value, &str) -> T,
    restore: impl Fn(&mut Value, &str, T),
) -> Vec<String> {
    let old = real();
    let mut all = Vec::new();
    pointers(&old, String::new(), &mut all);
    // Below `examples` any change is one: there is nothing to be judged.
    let judged = |pointer: &str| !pointer.contains("/examples/") && pointer != "/info/version";
    all.retain(|pointer| !pointer.is_empty() && judged(pointer));
    assert!(all.len() > 1_500, "{}", all.len());
    let mut document = old.clone();
    all.retain(|pointer| {
        let kept = change(&mut document, pointer);
        let changes = compare(&old, &document);
        restore(&mut document, pointer, kept);
        changes.is_empty()
    });
    assert_eq!(document, old);
    all
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
            holder => holder
                .as_array_mut()
                .unwrap()
                .insert(key.parse().unwrap(), kept),
        }
    };
    assert_eq!(unseen(change, restore), [""; 0]);
}

#[test]
fn versions_rise_as_cargo_counts_them() {
    let after = |before: &str, effect| next(&before.parse().unwrap(), effect).to_string();
    assert_eq!(after("0.3.1", None), "0.3.1");
    assert_eq!(after("0.3.1", Some(Documentation)), "0.3.2");
    assert_eq!(after("0.3.1", Some(Additive)), "0.3.2");
    assert_eq!(after("0.3.1", Some(Breaking)), "0.4.0");
    assert_eq!(after("1.3.1", Some(Documentation)), "1.3.2");
    assert_eq!(after("1.3.1", Some(Additive)), "1.4.0");
    assert_eq!(after("1.3.1", Some(Breaking)), "2.0.0");
}

#[test]
fn versions_are_held_against_the_verdict() {
    let state = |version: &str, package: &str, required: &[&str]| {
        let mut document = document();
        document["info"]["version"] = json!(version);
        document["components"]["schemas"]["Pet"]["required"] = json!(required);
        let manifest = format!("[workspace.package]\nversion = \"{package}\"\n");
        let versions = Versions::read(&document, Some(&manifest)).unwrap();
        State { document, versions }
    };
    let old = state("0.3.1", "0.5.0", &["id"]);
    let holds =
        |version, package| Verdict::of(&old, &state(version, package, &["id", "name"])).holds();
    // Harmless on the wire, and another type in the crate.
    assert!(holds("0.3.2", "0.6.0"));
    assert!(holds("1.0.0", "1.0.0"));
    assert!(!holds("0.3.1", "0.6.0"));
    assert!(!holds("0.3.2", "0.5.1"));
    assert!(Verdict::of(&old, &state("0.3.1", "0.5.0", &["id"])).holds());
    let text = Verdict::of(&old, &state("0.3.2", "0.5.0", &["id", "name"])).to_string();
    assert_eq!(
        text,
        "additive       Pet.name: is required now (answers) (breaking for the crate: its type is, or was, an `Option`)\n\
         1 changes: 0 breaking, 1 additive, 0 documentation\n\
         info.version of spec/openapi.yaml: 0.3.2 will do (0.3.2 or higher, after 0.3.1)\n\
         version in Cargo.toml: 0.5.0 is too low, 0.6.0 or higher is due after 0.5.0\n"
    );
}

#[test]
fn what_is_no_version_is_told() {
    let told = |manifest| Versions::read(&document(), Some(manifest)).unwrap_err();
    assert_eq!(
        told("[package]"),
        "there is no workspace.package.version of Cargo.toml"
    );
    assert!(
        told("[workspace.package]\nversion = \"1\"")
            .starts_with("workspace.package.version of Cargo.toml is 1: ")
    );
    assert!(told("[").starts_with("Cargo.toml cannot be read: "));
}

#[test]
fn a_revision_is_read_from_git_and_another_word_is_told() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    assert!(State::before(&root, "no-such-revision").is_err());
    assert!(at_revision(&root, "--help", DOCUMENT).is_err());
    let file = root.join(DOCUMENT);
    let before = State::before(&root, file.to_str().unwrap()).unwrap();
    assert_eq!(before.document, real());
}
