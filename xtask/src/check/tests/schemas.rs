//! Names, open lists, secrets and descriptions of schemas.

use serde_json::json;

use super::{breaks, breaks_too, keeps, remove, set};

const BOOK: &str = "/components/schemas/Book";
const FORMAT: &str = "/components/schemas/BookFormat";
const LIMIT: &str = "/paths/~1shelves~1{shelf_id}~1books/get/parameters/0";

#[test]
fn a_choice_has_a_name() {
    let title = format!("{BOOK}/properties/title");
    let text = json!({"type": "string"});
    for (choice, list) in
        [("enum", json!([null, "A title"])), ("oneOf", json!([text])), ("anyOf", json!([text]))]
    {
        breaks_too(
            |d| set(d, &format!("{title}/{choice}"), list),
            &title,
            &format!("`{choice}` in a schema without a name"),
        );
    }
    let schema = format!("{LIMIT}/schema");
    breaks(
        |d| set(d, &format!("{schema}/enum"), json!([20, 50])),
        &schema,
        "`enum` in a schema without a name",
    );
}

#[test]
fn only_a_list_may_be_an_alternative_without_a_name() {
    let alternative = "/components/schemas/BookList/oneOf/1";
    let nested = json!({"anyOf": [{"$ref": "#/components/schemas/Book"}]});
    breaks(|d| set(d, alternative, nested), alternative, "`anyOf` in a schema without a name");
    keeps(|d| {
        set(
            d,
            "/components/schemas/BookList/oneOf",
            json!([
                {"$ref": "#/components/schemas/Books"},
                {"$ref": "#/components/schemas/Book"},
                {"type": "string", "enum": ["none"]},
            ]),
        )
    });
}

#[test]
fn an_open_list_has_one_form() {
    let (list, text) = (
        json!({"type": "string", "title": "Listed", "enum": ["folio", "quarto", "scroll"]}),
        json!({"type": "string"}),
    );
    for alternatives in [
        json!([list]),
        json!([text, list]),
        json!([list, list]),
        json!([list, text, text]),
        json!([list, {"type": "integer", "format": "int32"}]),
        json!([list, {"type": "string", "format": "byte"}]),
        json!([list, {"type": "string", "nullable": true}]),
        json!([list, {"type": "string", "maxLength": 9}]),
    ] {
        let any_of = format!("{FORMAT}/anyOf");
        breaks(|d| set(d, &any_of, alternatives), &any_of, "open in an unusual form");
    }
    let untitled = json!([{"type": "string", "enum": ["folio", "quarto", "scroll"]}, text]);
    let any_of = format!("{FORMAT}/anyOf");
    breaks(|d| set(d, &any_of, untitled), &any_of, "open in an unusual form");
    breaks_too(
        |d| {
            remove(d, &format!("{FORMAT}/anyOf"));
            set(d, &format!("{FORMAT}/oneOf"), json!([list, text]));
        },
        &format!("{FORMAT}/oneOf"),
        "open in an unusual form",
    );
}

#[test]
fn an_open_list_may_refer_to_closed_ones() {
    let any_of = format!("{FORMAT}/anyOf");
    let named = |name: &str| json!({"$ref": format!("#/components/schemas/{name}")});
    let with = |alternatives: serde_json::Value| {
        move |d: &mut serde_json::Value| {
            for (name, value) in [("Printed", "folio"), ("Written", "scroll")] {
                let list = json!({"type": "string", "enum": [value], "description": "Listed."});
                set(d, &format!("/components/schemas/{name}"), list);
            }
            let user =
                json!({"description": "One.", "oneOf": [named("Printed"), named("Written")]});
            set(d, "/components/schemas/Book/properties/any", named("Any"));
            set(d, "/components/schemas/Any", user);
            set(d, "/components/schemas/Book/required", json!(["book_id", "format", "any"]));
            set(d, "/components/schemas/BookFormat/anyOf", alternatives);
        }
    };
    let open = json!({"type": "string"});
    let (printed, written) = (named("Printed"), named("Written"));
    keeps(with(json!([printed, open])));
    keeps(with(json!([printed, written, open])));
    let nothing = json!({"type": "string", "nullable": true, "enum": [null]});
    keeps(with(json!([printed, {"type": "string"}, nothing])));
    breaks(with(json!([printed, written, nothing])), &any_of, "open in an unusual form");
    let inline = json!({"type": "string", "title": "Listed", "enum": ["codex"]});
    for wrong in [
        json!([printed, written]),
        json!([open, printed]),
        json!([printed, inline, open]),
        json!([printed, {"type": "string", "format": "byte"}]),
    ] {
        breaks(with(wrong), &any_of, "open in an unusual form");
    }
}

#[test]
fn a_secret_is_marked() {
    let login = "/components/schemas/Login/properties";
    let bare = json!({"type": "string", "description": "Said to all."});
    for name in
        ["client_secret", "access_token", "refreshToken", "code", "bundle_url", "download_url"]
    {
        let place = format!("{login}/{name}");
        breaks(|d| set(d, &place, bare.clone()), &place, "is a secret that is not marked");
    }
    breaks(
        |d| {
            set(d, &format!("{LIMIT}/name"), json!("token"));
            set(d, &format!("{LIMIT}/schema"), json!({"type": "string"}));
            set(d, &format!("{LIMIT}/example"), json!("a"));
        },
        LIMIT,
        "`token` is a secret that is not marked",
    );
    keeps(|d| {
        set(d, &format!("{login}/has_token"), json!({"type": "boolean", "description": "Whether."}))
    });
}

#[test]
fn a_secret_behind_a_reference_is_marked() {
    let place = "/components/schemas/Login/properties/access_token";
    breaks(
        |d| {
            set(d, "/components/schemas/Text", json!({"type": "string", "description": "A text."}));
            set(d, place, json!({"$ref": "#/components/schemas/Text"}));
        },
        place,
        "is a secret that is not marked",
    );
}

#[test]
fn a_property_and_a_parameter_are_described() {
    for place in [&format!("{BOOK}/properties/title"), LIMIT, "/components/parameters/ShelfId"] {
        breaks(|d| drop(remove(d, &format!("{place}/description"))), place, "has no description");
    }
}

#[test]
fn a_referred_property_takes_the_description_of_its_component() {
    breaks_too(
        |d| drop(remove(d, &format!("{FORMAT}/description"))),
        &format!("{BOOK}/properties/format"),
        "`format` has no description",
    );
}

#[test]
fn a_schema_or_null_needs_no_name() {
    let title = format!("{BOOK}/properties/title");
    let nothing = json!({"type": "string", "nullable": true, "enum": [null]});
    let or = |other: serde_json::Value| {
        let error = json!({"$ref": "#/components/schemas/Error"});
        json!({"description": "An error or not.", "anyOf": [error, other]})
    };
    keeps(|d| set(d, &title, or(nothing)));
    breaks_too(
        |d| set(d, &title, or(json!({"type": "string", "nullable": true}))),
        &title,
        "`anyOf` in a schema without a name",
    );
}

#[test]
fn answers_close_no_list() {
    let format = format!("{BOOK}/properties/format");
    for (place, list) in [
        (&format, json!({"$ref": "#/components/schemas/Role"})),
        (&FORMAT.to_owned(), json!({"type": "string", "enum": ["folio"], "description": "One."})),
    ] {
        breaks_too(|d| set(d, place, list), &format, "a closed list of values");
    }
}
