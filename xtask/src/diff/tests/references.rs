//! Names of schemas, and null: what changes on the wire is told, and nothing else breaks there.

use serde_json::{Value, json};

use super::super::change::Effect::{Additive, Breaking, Documentation};
use super::{PET, changes, only};

fn told(pointer: &str, value: Value) -> Vec<String> {
    let changes = changes(pointer, value);
    changes
        .iter()
        .map(|change| format!("{}: {}: {}", change.effect, change.place, change.what))
        .collect()
}

fn pet(property: &str) -> String {
    format!("{PET}/properties/{property}")
}

#[test]
fn another_name_for_the_same_is_no_change_on_the_wire() {
    let calm = json!({"type": "string", "enum": ["calm", "wild"], "description": "Its mood."});
    only(
        &pet("mood"),
        calm,
        "documentation: Pet.mood: is string in place instead of `Mood`",
        Breaking,
    );
    only(
        &pet("mood"),
        json!({"$ref": "#/components/schemas/None"}),
        "breaking: Pet.mood: is `None` instead of `Mood`",
        Breaking,
    );
}

#[test]
fn another_list_of_values_says_which_came_and_went() {
    assert_eq!(
        told(&pet("mood"), json!({"$ref": "#/components/schemas/Coat"})),
        [
            "breaking: Pet.mood: the values \"short\", \"long\" are new (answers)",
            "additive: Pet.mood: the values \"calm\", \"wild\" are gone (answers)",
            "documentation: Pet.mood: is `Coat` instead of `Mood`",
        ]
    );
}

#[test]
fn null_is_no_alternative() {
    let nothing = json!({"type": "string", "nullable": true, "enum": [null]});
    only(
        &pet("size/oneOf/-"),
        nothing.clone(),
        "breaking: Pet.size: may be null now (answers)",
        Breaking,
    );
    only(
        &pet("mood"),
        json!({"anyOf": [{"$ref": "#/components/schemas/Mood"}, nothing]}),
        "breaking: Pet.mood: may be null now (answers)",
        Breaking,
    );
    let mood = json!({"type": "string", "enum": ["calm", "wild"], "nullable": true});
    only("/components/schemas/Mood", mood, "breaking: Mood: may be null now (answers)", Breaking);
}

#[test]
fn what_has_no_type_may_be_null() {
    only(
        &pet("name"),
        json!({}),
        "breaking: Pet.name: `type` is gone, which was \"string\" (answers)",
        Breaking,
    );
    let mut old = super::document();
    old["components"]["schemas"]["Pet"]["properties"]["name"]["nullable"] = json!(true);
    let mut new = old.clone();
    new["components"]["schemas"]["Pet"]["properties"]["name"] = json!({});
    let changes = super::compare(&old, &new);
    let told: Vec<_> = changes.iter().map(|change| &change.what).collect();
    assert_eq!(told, ["`type` is gone, which was \"string\" (answers)"]);
}

#[test]
fn another_form_of_null_is_documentation() {
    let null = json!({"type": "string", "nullable": true, "enum": [null]});
    let mut old = super::document();
    let sizes = &mut old["components"]["schemas"]["Pet"]["properties"]["size"];
    let mut new_sizes = sizes.clone();
    sizes["nullable"] = json!(true);
    new_sizes["oneOf"].as_array_mut().unwrap().push(null);
    let mut new = old.clone();
    new["components"]["schemas"]["Pet"]["properties"]["size"] = new_sizes;
    let changes = super::compare(&old, &new);
    let told: Vec<_> = changes.iter().map(|one| (one.effect, &*one.what)).collect();
    let form = "says in another form whether it may be null";
    assert_eq!(told, [(Documentation, form)]);
    let either = |key: &str| {
        let mut document = super::document();
        let nothing = json!({"type": "string", "nullable": true, "enum": [null]});
        let mood = json!({key: [{"$ref": "#/components/schemas/Mood"}, nothing]});
        document["components"]["schemas"]["Pet"]["properties"]["mood"] = mood;
        document
    };
    let changes = super::compare(&either("oneOf"), &either("anyOf"));
    let told: Vec<_> = changes.iter().map(|one| (one.effect, &*one.what)).collect();
    assert_eq!(told, [(Documentation, "says the same otherwise")]);
}

#[test]
fn the_title_of_a_list_is_the_name_of_a_type() {
    let list = |title: &str| {
        let mut document = super::document();
        document["components"]["schemas"]["Kind"]["anyOf"][0]["title"] = json!(title);
        document
    };
    let changes = super::compare(&list("KnownKind"), &list("ListedKind"));
    let told: Vec<_> = changes.iter().map(ToString::to_string).collect();
    let expected = "Kind: the list `KnownKind` is gone, and the type of its name with it";
    assert!(told[0].starts_with("breaking") && told[0].ends_with(expected), "{told:?}");
    assert_eq!(changes[1..].iter().map(|one| one.effect).max(), Some(Documentation));
    only(
        "/components/schemas/Kind/anyOf/0/enum",
        json!(["cat", "dog", "cow", "hen"]),
        "additive: Kind: the values \"cow\", \"hen\" are new",
        Additive,
    );
}

#[test]
fn an_open_list_that_is_closed_says_which_values_went() {
    let closed =
        json!({"type": "string", "enum": ["cat", "hen"], "x-enum-varnames": ["Cat", "Hen"]});
    assert_eq!(
        told("/components/schemas/Kind", closed),
        [
            "breaking: Kind: has the listed values only now (requests and answers)",
            "additive: Kind: the value \"dog\" is gone (requests and answers)",
            "additive: Kind: the value \"hen\" is new",
        ]
    );
    let open = json!({"anyOf": [{"type": "string", "enum": ["calm", "shy"]}, {"type": "string"}]});
    assert_eq!(
        told("/components/schemas/Mood", open),
        [
            "breaking: Mood: may have other values than the listed now (answers)",
            "additive: Mood: the value \"shy\" is new",
            "additive: Mood: the value \"wild\" is gone (answers)",
        ]
    );
}
