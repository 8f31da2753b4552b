//! What objects of every kind say.

use serde_json::json;

use super::{breaks, breaks_too, keeps, remove, set};

const ITEM: &str = "/paths/~1shelves~1{shelf_id}~1books";
const LOGIN: &str = "/paths/~1login/post";
const BOOK: &str = "/components/schemas/Book";

#[test]
fn the_version_is_semantic() {
    for version in ["1.0", "v1.0.0", "1.0.0.0", "01.0.0", "1.0.x", "1.0.0-", "1.0.0+a_b"] {
        breaks(|d| set(d, "/info/version", json!(version)), "/info", "not a version");
    }
    for version in ["0.1.0", "1.0.0-rc.1", "1.10.0+build-5"] {
        keeps(|d| set(d, "/info/version", json!(version)));
    }
}

#[test]
fn a_body_says_whether_it_is_required() {
    let body = format!("{LOGIN}/requestBody");
    breaks(|d| drop(remove(d, &format!("{body}/required"))), &body, "whether it is required");
}

#[test]
fn an_example_has_a_value_and_a_summary() {
    let example = format!("{LOGIN}/requestBody/content/application~1json/examples/sample");
    for (key, problem) in [("value", "without a value"), ("summary", "without a summary")] {
        breaks(|d| drop(remove(d, &format!("{example}/{key}"))), &example, problem);
    }
}

#[test]
fn a_format_is_known() {
    let title = format!("{BOOK}/properties/title");
    breaks(
        |d| set(d, &format!("{title}/format"), json!("datetime")),
        &title,
        "a format that nobody knows",
    );
    keeps(|d| set(d, &format!("{title}/format"), json!("byte")));
}

#[test]
fn what_is_deprecated_says_so() {
    let title = format!("{BOOK}/properties/title");
    for place in [LOGIN, &title, "/components/parameters/ShelfId"] {
        breaks(|d| set(d, &format!("{place}/deprecated"), json!(true)), place, "does not say so");
        keeps(|d| {
            set(d, &format!("{place}/deprecated"), json!(true));
            set(d, &format!("{place}/description"), json!("Deprecated: ask."));
        });
    }
}

#[test]
fn what_is_required_exists_and_is_named_once() {
    let required = format!("{BOOK}/required");
    breaks_too(
        |d| set(d, &required, json!(["book_id", "format", "book_id"])),
        &format!("{required}/2"),
        "required twice",
    );
    breaks_too(
        |d| set(d, &required, json!(["book_id", "format", "name"])),
        &format!("{required}/2"),
        "no such property",
    );
}

#[test]
fn a_parameter_stands_once() {
    let shelf = json!({"$ref": "#/components/parameters/ShelfId"});
    breaks(
        |d| set(d, &format!("{ITEM}/parameters"), json!([shelf, shelf])),
        &format!("{ITEM}/parameters/1"),
        "stands twice",
    );
    let name = format!("{ITEM}/get/parameters/1/name");
    breaks_too(
        |d| set(d, &name, json!("limit")),
        &format!("{ITEM}/get/parameters/1"),
        "stands twice",
    );
}
