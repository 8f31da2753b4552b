//! Valid OpenAPI 3.0.3, every key of it read.

use serde_json::json;

use super::super::finding::Report;
use super::super::openapi::compare;
use super::super::outline::Outline;
use super::{breaks, breaks_too, found_after, keeps, remove, set};

const TITLE: &str = "/components/schemas/Book/properties/title";
const LIMIT: &str = "/paths/~1shelves~1{shelf_id}~1books/get/parameters/0";
const LOGIN: &str = "/paths/~1login/post";

#[test]
fn the_version_is_fixed() {
    breaks(|d| set(d, "/openapi", json!("3.1.0")), "/openapi", "version");
}

#[test]
fn an_unknown_key_is_found_in_every_object() {
    for object in [
        "",
        "/info",
        "/servers/0",
        "/servers/0/variables/base_url",
        "/tags/0",
        "/paths/~1login",
        LOGIN,
        LIMIT,
        "/paths/~1login/post/requestBody",
        "/paths/~1login/post/requestBody/content/application~1json",
        "/components",
        "/components/examples/OneBook",
        "/components/headers/TotalCount",
        "/components/responses/Failure",
        "/components/schemas/Book",
        "/components/schemas/Token/discriminator",
        "/externalDocs",
        "/components/links/Again",
        "/components/callbacks/LoggedIn/{$request.body#~1callback_url}",
        "/components/callbacks/LoggedIn/{$request.body#~1callback_url}/post",
        "/components/securitySchemes/oauth2",
        "/components/securitySchemes/oauth2/flows/authorizationCode",
    ] {
        let key = format!("{object}/sumary");
        breaks(|d| set(d, &key, json!("A text")), &key, "`sumary` is not read here");
    }
}

#[test]
fn a_misspelled_key_of_a_schema_is_found() {
    for key in ["maxLenght", "requird", "nullible", "usually 3600."] {
        for value in [json!(null), json!(false), json!(5)] {
            let key = format!("{TITLE}/{key}");
            breaks(|d| set(d, &key, value), &key, "is not read here");
        }
    }
}

#[test]
fn an_empty_description_is_found() {
    let key = format!("{LIMIT}/description");
    breaks_too(|d| set(d, &key, json!(null)), &key, "`description` is not read here");
}

#[test]
fn what_holds_anyway_may_be_said() {
    keeps(|d| {
        set(d, "/paths/~1login/post/deprecated", json!(false));
        set(d, &format!("{LIMIT}/required"), json!(false));
        set(d, &format!("{LIMIT}/explode"), json!(true));
        set(d, "/components/schemas/Book/properties/book_id/nullable", json!(false));
        set(d, &format!("{TITLE}/example"), json!(null));
    });
}

#[test]
fn a_value_read_as_another_is_found() {
    let (document, mut report) = (json!({}), Report::default());
    let outline = Outline::new(&document);
    compare(&outline, "/a", &json!([1, 2.0, "b"]), &json!([1.0, 2, "b"]), &mut report);
    assert!(report.is_empty(), "a number may be written in two ways");
    compare(&outline, "/a", &json!([1]), &json!([2]), &mut report);
    assert!(!report.is_empty());
}

#[test]
fn an_invalid_object_is_found_where_it_is() {
    for (pointer, value) in [
        (TITLE, json!({"type": 5, "description": "A type that is a number."})),
        (TITLE, json!({"type": ["string", "null"], "description": "A type of OpenAPI 3.1."})),
        ("/components/schemas/Error", json!({"description": "Not a list.", "required": "code"})),
        (LIMIT, json!({"name": "limit", "in": "qurey"})),
        ("/components/headers/TotalCount", json!({"description": "No schema."})),
        ("/tags/0", json!({"description": "No name."})),
    ] {
        let found = found_after(|d| set(d, pointer, value));
        let invalid = found.iter().filter(|finding| finding.problem.starts_with("not a valid"));
        assert_eq!(
            invalid.map(|finding| &finding.pointer).collect::<Vec<_>>(),
            [pointer],
            "{found:#?}"
        );
    }
}

#[test]
fn the_keys_of_a_schema_fit_its_type() {
    for schema in [
        json!({"type": "strng", "description": "Misspelled."}),
        json!({"type": "string", "maxItems": 3, "description": "A key of another type."}),
        json!({"type": "string", "maximum": 3, "description": "A key of another type."}),
        json!({"properties": {}, "required": ["a"], "description": "No type."}),
    ] {
        breaks_too(|d| set(d, TITLE, schema), TITLE, "do not fit its type");
    }
    let composed = "/components/schemas/BookList";
    breaks_too(
        |d| set(d, &format!("{composed}/type"), json!("objekt")),
        composed,
        "do not fit its type",
    );
}

#[test]
fn a_schema_may_mix_a_type_with_a_composition_or_allow_any_value() {
    keeps(|d| set(d, "/components/schemas/BookList/type", json!("object")));
    keeps(|d| {
        set(d, "/components/schemas/Book/properties/any", json!({"description": "Any value."}))
    });
}

#[test]
fn what_openapi_demands_is_there() {
    let array = json!({"type": "array", "description": "Of anything."});
    breaks_too(|d| set(d, TITLE, array), TITLE, "an array without `items`");
    let body = format!("{LOGIN}/requestBody");
    breaks_too(
        |d| drop(remove(d, &format!("{body}/content"))),
        &body,
        "a request body without `content`",
    );
    let example = json!({"few": {"summary": "Few", "value": 2}});
    breaks(|d| set(d, &format!("{LIMIT}/examples"), example), LIMIT, "exclude each other");
}

#[test]
fn a_callback_may_be_a_reference_or_stand_where_it_is_called() {
    let callback = format!("{LOGIN}/callbacks/loggedIn");
    keeps(|d| {
        let inline = remove(d, "/components/callbacks/LoggedIn");
        remove(d, "/components/callbacks");
        set(d, &callback, inline);
    });
    breaks_too(
        |d| set(d, &callback, json!({"$ref": "#/components/callbacks/Gone"})),
        &format!("{callback}/$ref"),
        "there is no Callback component",
    );
    let misspelled = format!("{LOGIN}/callback");
    breaks(|d| set(d, &misspelled, json!({})), &misspelled, "`callback` is not read here");
}
