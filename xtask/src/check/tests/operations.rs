//! What an operation has to say.

use serde_json::json;

use super::{breaks, breaks_too, keeps, remove, set};

const LIST: &str = "/paths/~1shelves~1{shelf_id}~1books/get";
const LOGIN: &str = "/paths/~1login/post";

#[test]
fn an_operation_has_its_parts() {
    for (key, problem) in [
        ("operationId", "no `operationId`"),
        ("summary", "no `summary`"),
        ("description", "no `description`"),
        ("tags", "not exactly one tag"),
        ("security", "no `security`"),
        ("x-admin-right", "admin right"),
    ] {
        breaks(|d| drop(remove(d, &format!("{LOGIN}/{key}"))), LOGIN, problem);
    }
}

#[test]
fn a_blank_text_is_none() {
    for key in ["summary", "description"] {
        breaks(|d| set(d, &format!("{LOGIN}/{key}"), json!("  ")), LOGIN, &format!("no `{key}`"));
    }
}

#[test]
fn an_operation_id_is_in_lower_camel_case() {
    let id = format!("{LOGIN}/operationId");
    for name in ["LogIn", "log_in", "log-in", "getURL", "1st", "größe"] {
        breaks(|d| set(d, &id, json!(name)), &id, "not in lowerCamelCase");
    }
    keeps(|d| set(d, &id, json!("getPage2")));
}

#[test]
fn an_operation_has_one_tag() {
    breaks(
        |d| set(d, &format!("{LOGIN}/tags"), json!(["books", "books"])),
        LOGIN,
        "not exactly one tag",
    );
}

#[test]
fn an_operation_has_its_answers() {
    breaks_too(
        |d| drop(remove(d, &format!("{LOGIN}/responses/200"))),
        LOGIN,
        "no answer for success",
    );
    breaks(
        |d| drop(remove(d, &format!("{LOGIN}/responses/default"))),
        LOGIN,
        "no answer for everything else",
    );
}

#[test]
fn a_parameter_has_an_example() {
    let parameter = format!("{LIST}/parameters/0");
    breaks(
        |d| drop(remove(d, &format!("{parameter}/example"))),
        &parameter,
        "a parameter without an example",
    );
    let component = "/components/parameters/ShelfId";
    breaks(
        |d| drop(remove(d, &format!("{component}/example"))),
        component,
        "a parameter without an example",
    );
    keeps(|d| {
        remove(d, &format!("{parameter}/example"));
        set(d, &format!("{parameter}/examples"), json!({"few": {"summary": "Few", "value": 2}}));
    });
}

#[test]
fn a_body_has_an_example() {
    let request = format!("{LOGIN}/requestBody/content/application~1json");
    breaks(
        |d| drop(remove(d, &format!("{request}/examples"))),
        &request,
        "a body without an example",
    );
    breaks_too(
        |d| set(d, &format!("{request}/examples"), json!({})),
        &request,
        "a body without an example",
    );
    for answer in [&format!("{LOGIN}/responses/200"), "/components/responses/Failure"] {
        let body = format!("{answer}/content/application~1json");
        breaks(|d| drop(remove(d, &format!("{body}/example"))), &body, "a body without an example");
    }
}

#[test]
fn a_page_for_a_browser_needs_no_example() {
    let answer = format!("{LOGIN}/responses/200/content");
    let page = json!({"schema": {"type": "string"}});
    keeps(|d| set(d, &format!("{answer}/text~1html"), page.clone()));
    breaks(
        |d| set(d, &format!("{answer}/text~1plain"), page),
        &format!("{answer}/text~1plain"),
        "a body without an example",
    );
}

#[test]
fn success_has_one_body() {
    let responses = format!("{LOGIN}/responses");
    let token = json!({"description": "Later.", "content": {"application/json": {
        "schema": {"$ref": "#/components/schemas/Token"}, "example": {"access_token": "5f2a"},
    }}});
    keeps(|d| set(d, &format!("{responses}/202"), token.clone()));
    let mut other = token.clone();
    set(&mut other, "/content/application~1json/schema", json!({"type": "object"}));
    for answer in [other, json!({"description": "Nothing."})] {
        breaks(|d| set(d, &format!("{responses}/202"), answer), &responses, "different bodies");
    }
}

#[test]
fn a_list_has_pages_and_their_headers() {
    breaks(
        |d| {
            let parameters = d.pointer_mut(&format!("{LIST}/parameters")).unwrap();
            parameters.as_array_mut().unwrap().truncate(1);
        },
        LIST,
        "no parameter that leads to what is past it",
    );
    keeps(|d| set(d, &format!("{LIST}/parameters/1/name"), json!("after")));
    breaks_too(
        |d| drop(remove(d, &format!("{LIST}/responses/200/headers"))),
        &format!("{LIST}/responses/200"),
        "without the headers of lists",
    );
}
