//! Ids, path parameters, security, tags and statuses that agree.

use serde_json::json;

use super::{breaks, breaks_too, keeps, remove, set};

const ITEM: &str = "/paths/~1shelves~1{shelf_id}~1books";
const LIST: &str = "/paths/~1shelves~1{shelf_id}~1books/get";
const LOGIN: &str = "/paths/~1login/post";

#[test]
fn operation_ids_are_unique() {
    let id = format!("{LOGIN}/operationId");
    breaks(|d| set(d, &id, json!("listBooks")), &id, &format!("is that of {LIST} too"));
}

#[test]
fn a_path_parameter_is_declared() {
    let parameters = format!("{ITEM}/parameters/0");
    let another = json!({"$ref": "#/components/parameters/ShelfId"});
    breaks_too(
        |d| {
            let item = remove(d, ITEM);
            set(d, "/paths/~1shelves~1{shelf}~1books", item);
        },
        "/paths/~1shelves~1{shelf}~1books/get",
        "no parameter with that name",
    );
    breaks_too(
        |d| set(d, &parameters, json!({"name": "shelf_id", "in": "query"})),
        LIST,
        "the path has `{shelf_id}`",
    );
    keeps(|d| {
        remove(d, &format!("{ITEM}/parameters"));
        set(d, &format!("{LIST}/parameters"), json!([another]));
    });
}

#[test]
fn a_declared_path_parameter_is_in_the_path() {
    let parameter = json!({"$ref": "#/components/parameters/ShelfId"});
    breaks(
        |d| set(d, &format!("{LOGIN}/parameters"), json!([parameter])),
        &format!("{LOGIN}/parameters/0"),
        "`shelf_id` is not in the path `/login`",
    );
}

#[test]
fn a_path_parameter_is_required() {
    let parameter = "/components/parameters/ShelfId";
    breaks(
        |d| set(d, &format!("{parameter}/required"), json!(false)),
        parameter,
        "is not required",
    );
    breaks(|d| drop(remove(d, &format!("{parameter}/required"))), parameter, "is not required");
}

#[test]
fn a_tag_is_declared() {
    let tag = format!("{LIST}/tags/0");
    breaks(|d| set(d, &tag, json!("boks")), &tag, "the tag \"boks\" is not declared");
}

#[test]
fn a_security_scheme_exists() {
    for place in [LIST, ""] {
        breaks_too(
            |d| set(d, &format!("{place}/security"), json!([{"basic": []}])),
            &format!("{place}/security/0/basic"),
            "no security scheme `basic`",
        );
    }
}

#[test]
fn a_scope_exists() {
    for scheme in ["oauth2", "apiToken"] {
        breaks(
            |d| set(d, "/security", json!([{scheme: ["write_books"]}])),
            &format!("/security/0/{scheme}"),
            "has the scope `write_books`",
        );
    }
}

#[test]
fn a_status_is_valid() {
    let failure = json!({"$ref": "#/components/responses/Failure"});
    for status in ["6XX", "099", "999", "4xx", "40", "20O", "OK"] {
        let place = format!("{LIST}/responses/{status}");
        breaks_too(|d| set(d, &place, failure.clone()), &place, "is not a status");
    }
    keeps(|d| {
        set(d, &format!("{LIST}/responses/4XX"), failure.clone());
        set(d, &format!("{LIST}/responses/302"), failure.clone());
        set(d, &format!("{LIST}/responses/x-provenance"), json!("observed"));
    });
}
