//! The extension keys, and the modules of the quirks.

use std::collections::BTreeSet;

use serde_json::json;

use super::super::check;
use super::{GOOD, breaks, keeps, remove, set};

const BOOK: &str = "/components/schemas/Book";

#[test]
fn a_quirk_has_a_module() {
    let quirk = format!("{BOOK}/x-quirk");
    breaks(|d| set(d, &quirk, json!("two_titles")), &quirk, "the quirk `two_titles` has no module");
    breaks(|d| set(d, &quirk, json!(true)), &quirk, "has no module");
    keeps(|d| set(d, &quirk, json!("single_book")));
}

#[test]
fn a_module_has_a_quirk() {
    let found = check(GOOD, &["single_book", "left_over"].map(str::to_owned).into());
    assert_eq!(found.len(), 1, "{found:#?}");
    assert_eq!(
        found[0].problem,
        "`src/wire/quirks/left_over.rs` belongs to no quirk of the document"
    );
    assert_eq!(check(GOOD, &BTreeSet::new()).len(), 1);
}

#[test]
fn an_extension_is_a_known_one() {
    for place in ["", "/info", "/paths", "/paths/~1login/post/responses", BOOK] {
        let key = format!("{place}/x-rust-type");
        breaks(|d| set(d, &key, json!("Book")), &key, "`x-rust-type` is not an extension");
    }
}

#[test]
fn an_extension_is_no_other_object() {
    let notes = "/paths/x-notes";
    breaks(|d| set(d, notes, json!({"sumary": "Not a path."})), notes, "is not an extension");
}

#[test]
fn an_extension_is_at_its_place() {
    let right = format!("{BOOK}/x-admin-right");
    breaks(|d| set(d, &right, json!("none")), &right, "not at such a place");
    for key in ["x-enum-varnames", "x-displayName"] {
        let key = format!("/paths/~1login/post/{key}");
        breaks(|d| set(d, &key, json!([])), &key, "not at such a place");
    }
}

#[test]
fn a_source_and_an_admin_right_are_known_ones() {
    let right = "/paths/~1login/post/x-admin-right";
    for value in ["Manage contributors", "not documented"] {
        keeps(|d| set(d, right, json!(value)));
    }
    breaks(|d| set(d, right, json!("Manage books")), right, "unknown value");
    breaks(|d| drop(remove(d, right)), "/paths/~1login/post", "does not name the admin right");
    let source = format!("{BOOK}/x-provenance");
    for value in ["observed", "mixed"] {
        keeps(|d| set(d, &source, json!(value)));
    }
    for value in [json!("guessed"), json!(1)] {
        breaks(|d| set(d, &source, value), &source, "unknown value");
    }
}

#[test]
fn each_value_of_a_list_has_one_name() {
    let names = "/components/schemas/Role/x-enum-varnames";
    for value in [json!(["Reader"]), json!(["Reader", "Librarian", "Nobody"]), json!("Reader")] {
        breaks(|d| set(d, names, value), names, "not as many names");
    }
}
