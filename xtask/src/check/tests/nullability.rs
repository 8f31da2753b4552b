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
        set(
            d,
            "/components/schemas/BookFormat/anyOf/1/nullable",
            json!(true),
        );
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
        // A list of values, of which answers may have some as well.
        "/components/schemas/Role",
    ] {
        let nullable = format!("{place}/nullable");
        breaks(
            |d| set(d, &nullable, json!(true)),
            &nullable,
            "null in what requests send",
        );
    }
    keeps(|d| {
        let role = json!({"$ref": "#/components/schemas/Role"});
        set(d, &format!("{BOOK}/properties/role"), role);
        set(
            d,
            &format!("{BOOK}/required"),
            json!(["book_id", "format", "role"]),
        );
        for example in [
            "/components/examples/OneBook/value/books/0/role",
            "/paths/~1shelves~1{shelf_id}~1books/get/responses/200/content/application~1json/examples/single/value/role",
        ] {
            set(d, example, json!(1));
        }
    });
}

#[test]
fn what_an_answer_shares_with_a_request_has_no_null_either() {
    let login = json!({"$ref": "#/components/schemas/Login"});
    breaks(
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
fn nullable_stands_beside_a_type() {
    let nullable = "/components/schemas/BookList/nullable";
    breaks(
        |d| set(d, nullable, json!(true)),
        nullable,
        "without a `type`",
    );
    let login = format!("{LOGIN}/properties/role");
    breaks_too(
        |d| {
            let all_of = json!([{"$ref": "#/components/schemas/Role"}]);
            set(
                d,
                &login,
                json!({"allOf": all_of, "nullable": true, "description": "One."}),
            );
        },
        &format!("{login}/nullable"),
        "without a `type`",
    );
}
