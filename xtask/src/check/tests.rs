//! Each rule by changes of a good document.
#![allow(clippy::unwrap_used, reason = "a test fails by it")]

use serde_json::{Value, json};

use super::{DOCUMENT, QUIRKS, Report, all, check, modules, scalars};

const BOOK: &str = "/components/schemas/Book";
const FORMAT: &str = "/components/schemas/BookFormat";
const LOGIN: &str = "/components/schemas/Login";

fn good() -> Value {
    yaml_serde::from_str(include_str!("good.yaml")).unwrap()
}

/// The problems when the value at a pointer is another; `Null` for none.
fn problems(pointer: &str, value: &Value) -> Vec<(String, String)> {
    let mut document = good();
    let (holder, key) = pointer.rsplit_once('/').unwrap();
    let holder = document.pointer_mut(holder).unwrap();
    match (holder.as_array_mut(), value) {
        (Some(elements), value) => elements[key.parse::<usize>().unwrap()] = value.clone(),
        (None, Value::Null) => {
            holder.as_object_mut().unwrap().remove(key).unwrap();
        }
        (None, value) => holder[key] = value.clone(),
    }
    let Report(problems) = check(&document, &["single_book".to_owned()].into());
    problems
}

/// Asserts that the change makes this the problem of a place.
#[track_caller]
fn breaks(pointer: &str, value: Value, place: &str, words: &str) {
    let found = problems(pointer, &value);
    let meant = found.iter().filter(|(at, problem)| at == place && problem.contains(words));
    assert_eq!(meant.count(), 1, "expected `{words}` at {place}, and found {found:#?}");
}

#[track_caller]
fn keeps(pointer: &str, value: Value) {
    assert_eq!(problems(pointer, &value), [], "{pointer} {value}");
}

fn nothing() -> Value {
    json!({"type": "string", "nullable": true, "enum": [null]})
}

#[test]
fn the_documents_keep_every_rule() {
    let Report(found) = check(&good(), &["single_book".to_owned()].into());
    assert_eq!(found, []);
    let root = crate::root();
    let text = std::fs::read_to_string(root.join(DOCUMENT)).unwrap();
    assert_eq!(all(&text, &root).unwrap().0, []);
    let readme = std::fs::read_to_string(root.join("spec/README.md")).unwrap();
    for name in modules(&root.join(QUIRKS)).unwrap() {
        assert!(readme.contains(&format!("\n| `{name}` |")), "spec/README.md lacks {name}");
    }
}

#[test]
fn what_a_response_may_omit_is_nullable() {
    let words = "optional in a response";
    for (pointer, place) in [
        ("/Book/properties/title/nullable", "/Book/properties/title"),
        ("/Book/required/1", "/Book/properties/format"),
        ("/Notice/properties/login_at/nullable", "/Notice/properties/login_at"),
        ("/Token/properties/token_type/nullable", "/Token/properties/token_type"),
    ] {
        let schemas = "/components/schemas";
        breaks(&format!("{schemas}{pointer}"), Value::Null, &format!("{schemas}{place}"), words);
    }
    let error = json!({"description": "Or not.", "anyOf": [{"$ref": FORMAT}, nothing()]});
    keeps(&format!("{BOOK}/properties/error"), error);
    let shared = json!({"type": "object", "properties": {"a": {"$ref": format!("#{LOGIN}")}}});
    breaks("/components/schemas/Token", shared, LOGIN, "make two schemas");
}

#[test]
fn a_request_has_no_null() {
    let limit = "/paths/~1shelves~1{shelf_id}~1books/get/parameters/1/schema";
    for place in [limit, LOGIN, &format!("{LOGIN}/properties/client_secret")] {
        breaks(&format!("{place}/nullable"), json!(true), place, "null in a request");
        breaks(place, json!({"description": "Any."}), place, "any value");
    }
}

#[test]
fn null_is_allowed_by_every_keyword() {
    let title = format!("{BOOK}/properties/title");
    let text = json!([{"type": "string"}]);
    for (key, value) in [
        ("enum", json!(["A title"])),
        ("allOf", text.clone()),
        ("anyOf", text.clone()),
        ("oneOf", json!([nothing(), nothing()])),
        ("not", json!({"type": "string", "nullable": true})),
    ] {
        breaks(&format!("{title}/{key}"), value, &title, "optional in a response");
    }
    keeps(&format!("{title}/allOf"), json!([{"type": "string", "nullable": true}]));
    let role = "/components/schemas/Role";
    breaks(&format!("{role}/nullable"), json!(true), role, "beside a keyword that allows no null");
}

#[test]
fn an_open_list_has_one_form() {
    let list = json!({"type": "string", "title": "Listed", "enum": ["folio"]});
    let untitled = json!({"type": "string", "enum": ["folio"]});
    let (role, text) = (json!({"$ref": "#/components/schemas/Role"}), json!({"type": "string"}));
    let number = json!({"type": "integer", "format": "int32"});
    let any_of = format!("{FORMAT}/anyOf");
    for wrong in [
        json!([list]),
        json!([text, list]),
        json!([list, list]),
        json!([list, text, text]),
        json!([list, number]),
        json!([list, {"type": "string", "maxLength": 9}]),
        json!([untitled, text]),
        json!([role, text]),
    ] {
        breaks(&any_of, wrong, FORMAT, "an open list in an unusual form");
    }
    keeps(&any_of, json!([list, text, nothing()]));
    keeps(&any_of, json!([role, number]));
    let format = format!("{BOOK}/properties/format");
    breaks(&format, role, &format, "a closed list in a response");
}

#[test]
fn extensions_are_known_and_have_known_values() {
    let login = "/paths/~1login/post";
    breaks(&format!("{login}/x-admin-right"), Value::Null, login, "add `x-admin-right`");
    for (key, value, words) in [
        ("x-provenance", json!("guessed"), "not one of"),
        ("x-go-type", json!("Book"), "an unknown extension"),
    ] {
        let found = problems(&format!("{login}/{key}"), &value);
        assert!(matches!(&found[..], [(_, one)] if one.contains(words)), "{key}: {found:?}");
    }
    let names = "/components/schemas/Role/x-enum-varnames";
    breaks(names, json!(["Reader"]), names, "one name");
}

#[test]
fn quirks_and_modules_belong_together() {
    let quirk = format!("{BOOK}/x-quirk");
    breaks(&quirk, json!("two_titles"), "", "the quirk `two_titles` has no module");
    let Report(found) = check(&good(), &["single_book", "left_over"].map(str::to_owned).into());
    assert!(matches!(&found[..], [(_, one)] if one.contains("left_over.rs")), "{found:?}");
}

#[test]
fn a_link_leads_to_an_operation() {
    let link = "/paths/~1shelves~1{shelf_id}~1books/get/responses/200/links/again";
    breaks(link, json!({"operationId": "listShelves"}), link, "no operation");
}

#[test]
fn a_scalar_is_the_same_in_yaml_1_1() {
    let problems = |text: &str| {
        let mut report = Report::default();
        scalars::check(text, &mut report);
        report.0.into_iter().map(|(place, _)| place).collect::<Vec<_>>()
    };
    for value in ["2025-03-02", "2025-03-02t10:00:00.5+01:00", "-1:30", "0777", "1_000", "No"] {
        assert_eq!(problems(&format!("a: 1\nb: {value}\n")), ["line 2"], "{value}");
        assert_eq!(problems(&format!("a: {{b: [{value}]}}\n")), ["line 1"], "{value}");
        assert_eq!(problems(&format!("{value}: 1\n")), ["line 1"], "{value}");
        assert_eq!(problems(&format!("a: '{value}'\nb: |\n  {value}\n")), [""; 0], "{value}");
    }
    for value in ["2025-03-02 10:00:00 (UTC)", "3.0.3", "0.5", "-10", "true", "one", "a:1", "-"] {
        assert_eq!(problems(&format!("a: [{value} , 1]\n")), [""; 0], "{value}");
    }
}
