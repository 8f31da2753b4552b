//! What texts mention, and what `info` promises.

use serde_json::json;

use super::{breaks, keeps, set};

const DESCRIPTION: &str = "/components/schemas/Book/description";

#[test]
fn an_operation_that_a_text_names_exists() {
    for (text, problem) in [
        ("As `listShelves` has it.", "no operation `listShelves`"),
        ("As `logOut` has it.", "no operation `logOut`"),
        ("A book (quirk `many_books`).", "no quirk `many_books`"),
    ] {
        breaks(|d| set(d, DESCRIPTION, json!(text)), DESCRIPTION, problem);
    }
    for text in [
        "As `listBooks` has it, and `hasMore`, `Listed` and `list_books`.",
        "A book (quirk `single_book`).",
    ] {
        keeps(|d| set(d, DESCRIPTION, json!(text)));
    }
}

#[test]
fn the_description_promises_what_schemas_hold() {
    let info = "/info/description";
    let with = |from: &'static str, to: &'static str| {
        move |d: &mut serde_json::Value| {
            let text = d["info"]["description"].as_str().unwrap().replace(from, to);
            set(d, info, json!(text));
        }
    };
    breaks(with(", and may be null", ""), info, "does not say that fields may be null");
    breaks(with("A service", "Fields are never null. A service"), info, "\"never null\"");
    breaks(with("may be null.", "may not be null."), info, "may be null");
}
