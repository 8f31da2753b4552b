//! Where null may come, and where not.

use serde_json::json;

use super::{breaks, breaks_too, keeps, remove, set};

const BOOK: &str = "/components/schemas/Book";
const LOGIN: &str = "/components/schemas/Login";

#[test]
fn what_answers_may_leave_out_is_nullable() {
    for place in [
        &format!("{BOOK}/properties/title"),
        "/components/schemas/Error/properties/code",
        "/components/schemas/LoginNotice/properties/login_at",
    ] {
        breaks_too(
            |d| drop(remove(d, &format!("{place}/nullable"))),
            place,
            "is optional and not nullable",
        );
    }
    keeps(|d| {
        let id = format!("{BOOK}/properties/book_id/nullable");
        set(d, &id, json!(true));
    });
}

#[test]
fn a_referred_property_is_nullable_by_its_component() {
    let format = format!("{BOOK}/properties/format");
    let optional = json!(["book_id"]);
    breaks(
        |d| set(d, &format!("{BOOK}/required"), optional.clone()),
        &format,
        "`format` of answers is optional",
    );
    keeps(|d| {
        set(d, &format!("{BOOK}/required"), optional.clone());
        let nothing = json!({"type": "string", "nullable": true, "enum": [null]});
        let list = d.pointer_mut("/components/schemas/BookFormat/anyOf").unwrap();
        list.as_array_mut().unwrap().push(nothing);
    });
    keeps(|d| {
        let text = json!({"type": "string", "nullable": true, "description": "Any."});
        set(d, &format!("{BOOK}/required"), optional.clone());
        set(d, "/components/schemas/BookFormat", text);
    });
}

#[test]
fn a_request_has_no_null() {
    for place in [
        "/components/schemas/Login/properties/client_secret",
        "/components/schemas/Login",
        "/paths/~1shelves~1{shelf_id}~1books/get/parameters/0/schema",
        "/components/parameters/ShelfId/schema",
    ] {
        let nullable = format!("{place}/nullable");
        breaks(|d| set(d, &nullable, json!(true)), &nullable, "null in what requests send");
    }
}

#[test]
fn what_an_answer_shares_with_a_request_has_no_null_either() {
    let login = json!({"$ref": "#/components/schemas/Login"});
    breaks_too(
        |d| set(d, &format!("{BOOK}/properties/login"), login),
        &format!("{BOOK}/properties/login"),
        "`login` of answers is optional",
    );
}

#[test]
fn the_reply_to_a_callback_is_sent_by_callers() {
    let reply = json!({"application/json": {
        "schema": {"type": "object", "properties": {
            "heard": {"type": "boolean", "description": "Whether."},
        }},
    }});
    let place = "/components/callbacks/LoggedIn/{$request.body#~1callback_url}/post/responses/200";
    keeps(|d| set(d, &format!("{place}/content"), reply));
}

#[test]
fn null_is_allowed_by_every_keyword() {
    let title = format!("{BOOK}/properties/title");
    let text = json!({"type": "string"});
    for (key, value) in [
        ("enum", json!(["A title"])),
        ("allOf", json!([text])),
        ("anyOf", json!([text])),
        ("oneOf", json!([text, {"type": "integer", "format": "int32"}])),
        ("not", json!({"type": "string", "nullable": true, "description": "x"})),
    ] {
        breaks_too(
            |d| set(d, &format!("{title}/{key}"), value.clone()),
            &format!("{title}/nullable"),
            &format!("the `{key}` beside it allows no null"),
        );
    }
    let nothing = json!({"type": "string", "nullable": true, "enum": [null]});
    keeps(|d| set(d, &format!("{title}/allOf"), json!([{"type": "string", "nullable": true}])));
    breaks(
        |d| {
            set(
                d,
                "/components/schemas/BookList/oneOf",
                json!([
                    {"$ref": "#/components/schemas/Books"},
                    {"$ref": "#/components/schemas/Book"},
                    {"type": "string", "nullable": true},
                    nothing,
                ]),
            )
        },
        "/components/schemas/BookList/oneOf",
        "more than one alternative",
    );
}

#[test]
fn null_in_a_list_has_one_form() {
    let any_of = "/components/schemas/BookFormat/anyOf";
    let list = json!({"title": "Listed", "type": "string", "enum": ["folio", "quarto"]});
    let text = json!({"type": "string"});
    let nothing = json!({"type": "string", "nullable": true, "enum": [null]});
    keeps(|d| set(d, any_of, json!([list, text, nothing])));
    breaks(
        |d| set(d, any_of, json!([nothing, list, text])),
        &format!("{any_of}/0/enum"),
        "null in a list of values",
    );
    let with_null = json!({"title": "Listed", "type": "string", "nullable": true,
        "enum": ["folio", "quarto", null]});
    breaks(
        |d| set(d, any_of, json!([with_null, text])),
        &format!("{any_of}/0/enum"),
        "null in a list of values",
    );
    let role = "/components/schemas/Role/enum";
    breaks_too(|d| set(d, role, json!([1, 2, null])), role, "null in a list of values");
}

#[test]
fn a_schema_with_optional_properties_is_not_for_both_ways() {
    let used = |d: &mut serde_json::Value| {
        let login = json!({"$ref": "#/components/schemas/Login"});
        let token = "/paths/~1login/post/responses/200/content/application~1json";
        set(d, &format!("{token}/schema"), login);
        set(d, &format!("{token}/example"), json!({"role": 1}));
    };
    breaks_too(used, LOGIN, "both requests and answers");
    let both = |d: &mut serde_json::Value| {
        used(d);
        set(d, &format!("{LOGIN}/required"), json!(["client_secret", "role", "callback_url"]));
    };
    let found = super::found_after(both);
    assert!(!found.iter().any(|finding| finding.pointer == LOGIN), "{found:#?}");
}

#[test]
fn a_request_sends_no_value_of_any_kind() {
    let any = json!({"description": "Any."});
    for place in [
        &format!("{LOGIN}/properties/client_secret"),
        "/paths/~1shelves~1{shelf_id}~1books/get/parameters/0/schema",
    ] {
        breaks(|d| set(d, place, any.clone()), place, "any value");
    }
}
