//! Examples that fit their schemas.

use serde_json::json;

use super::{breaks, keeps, remove, set};

const BOOKS: &str =
    "/paths/~1shelves~1{shelf_id}~1books/get/responses/200/content/application~1json";
const LIMIT: &str = "/paths/~1shelves~1{shelf_id}~1books/get/parameters/0";
const UNFIT: &str = "does not fit its schema";

#[test]
fn an_example_of_a_parameter_fits() {
    for value in [json!("20"), json!(101), json!(null)] {
        let example = format!("{LIMIT}/example");
        breaks(|d| set(d, &example, value), &example, UNFIT);
    }
}

#[test]
fn an_example_of_a_header_fits() {
    breaks(
        |d| set(d, "/components/headers/TotalCount/example", json!(7)),
        "/components/headers/TotalCount/example",
        UNFIT,
    );
}

#[test]
fn an_example_of_a_body_fits() {
    let body = "/paths/~1login/post/requestBody/content/application~1json";
    let request = &format!("{body}/examples/sample/value/client_secret");
    breaks(|d| set(d, request, json!(5)), request, UNFIT);
    let failure = "/components/responses/Failure/content/application~1json/example/code";
    breaks(|d| set(d, failure, json!("404")), failure, UNFIT);
}

#[test]
fn an_example_in_a_second_shape_fits() {
    let id = format!("{BOOKS}/examples/single/value/book_id");
    breaks(|d| drop(remove(d, &id)), &id, UNFIT);
}

#[test]
fn an_example_of_the_components_fits() {
    let title = "/components/examples/OneBook/value/books/0/title";
    breaks(|d| set(d, title, json!(5)), title, UNFIT);
}

#[test]
fn an_example_and_a_default_of_a_schema_fit() {
    for key in ["example", "default"] {
        let place = format!("/components/schemas/Book/properties/book_id/{key}");
        breaks(|d| set(d, &place, json!("seven")), &place, UNFIT);
        keeps(|d| set(d, &place, json!(7)));
    }
}

#[test]
fn an_example_is_null_only_where_it_may() {
    let format = format!("{BOOKS}/examples/single/value/format");
    breaks(|d| set(d, &format, json!(null)), &format, UNFIT);
}

#[test]
fn an_example_has_no_unknown_member() {
    let value = "/paths/~1login/post/responses/200/content/application~1json/example/acess_token";
    breaks(|d| set(d, value, json!("5f2a")), value, UNFIT);
    let token = "/components/schemas/Token/additionalProperties";
    keeps(|d| {
        set(d, token, json!(true));
        set(d, value, json!("5f2a"));
    });
}

#[test]
fn an_example_has_the_members_of_all_parts_of_a_schema() {
    keeps(|d| {
        let retry = json!({"type": "boolean", "nullable": true, "description": "Whether."});
        let status = json!({"type": "object", "properties": {"retry": retry}});
        let parts = json!([{"$ref": "#/components/schemas/Error"}, status]);
        let body = "/components/responses/Failure/content/application~1json";
        set(d, &format!("{body}/schema"), json!({"allOf": parts}));
        set(d, &format!("{body}/example"), json!({"reason": "Too fast", "retry": true}));
    });
}

#[test]
fn an_example_that_cannot_be_checked_is_found() {
    breaks(
        |d| {
            let content = "/paths/~1login/post/requestBody/content";
            let body = remove(d, &format!("{content}/application~1json"));
            set(d, &format!("{content}/text~1plain"), body);
        },
        "",
        "cannot be checked",
    );
}
