//! Schemas: what more or less of what is allowed means, in requests and in answers.

use serde_json::{Value, json};

use super::super::change::Effect::{Additive, Breaking, Documentation};
use super::super::compare;
use super::{NEW_PET, PET, document, only};
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
    only(&at("/properties/coat"), Value::Null, "breaking: NewPet.coat: is gone", Breaking);
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
    only(&at("/properties/age"), json!({"type": "integer"}), "additive: Pet.age: is new", Additive);
    only(&at("/properties/name"), Value::Null, "breaking: Pet.name: is gone", Breaking);
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
fn what_requests_and_answers_share_is_judged_by_both() {
    let mut new = document();
    new["components"]["schemas"]["Kind"] = json!({"type": "integer"});
    let told = compare(&document(), &new);
    assert!(told.iter().all(|change| change.what.contains("(requests and answers)")), "{told:#?}");
    assert_eq!(told[0].effect, Breaking);
}

#[test]
fn an_open_list_may_refer_to_the_closed_one_of_requests() {
    let with = |values: Value, referred: bool| {
        let mut document = document();
        let schemas = &mut document["components"]["schemas"];
        let list = match referred {
            true => json!({"$ref": "#/components/schemas/Coat"}),
            false => json!({"type": "string", "enum": values}),
        };
        schemas["Coat"]["enum"] = values;
        schemas["Kind"] = json!({"anyOf": [list, {"type": "string"}]});
        schemas["NewPet"]["properties"]["kind"] = json!({"type": "string"});
        document
    };
    let told = |old: &Value, new: &Value| -> Vec<String> {
        let changes = compare(old, new);
        changes.iter().map(|change| change.effect.to_string()).collect()
    };
    let few = with(json!(["short", "long"]), true);
    let many = with(json!(["short", "long", "curly"]), true);
    assert_eq!(told(&few, &many), ["additive"], "more may be sent");
    let mut or_null = few.clone();
    let null = json!({"type": "string", "nullable": true, "enum": [null]});
    let kind = &mut or_null["components"]["schemas"]["Kind"]["anyOf"];
    kind.as_array_mut().unwrap().push(null);
    assert_eq!(told(&few, &or_null), ["breaking"], "answers may have null");
    assert_eq!(told(&or_null, &few), ["additive"]);
    assert_eq!(told(&with(json!(["short", "long"]), false), &few), [""; 0]);
}
