//! Errors: the list, those of all operations, and the codes of examples.

use serde_json::json;

use super::{breaks, breaks_too, keeps, remove, set};

const LIST: &str = "/paths/~1shelves~1{shelf_id}~1books/get";
const LOGIN: &str = "/paths/~1login/post";
const FAILURE: &str = "/components/responses/Failure/content/application~1json";

#[test]
fn a_call_with_a_credential_has_the_common_errors() {
    for status in ["400", "401", "403", "404", "429"] {
        breaks_too(
            |d| drop(remove(d, &format!("{LIST}/responses/{status}"))),
            LIST,
            &format!("no answer for {status}"),
        );
    }
}

#[test]
fn the_listed_errors_are_those_of_operations() {
    let description = "/info/description";
    let with = |line: &str| {
        let line = line.to_owned();
        move |d: &mut serde_json::Value| {
            let text = d.pointer(description).and_then(|text| text.as_str()).unwrap();
            let text = json!(format!("{text}{line}\n"));
            set(d, description, text);
        }
    };
    breaks(with("- `409`: Another runs."), description, "`409` is listed");
    keeps(with("- `2xx`: No error. See `409`: no item."));
    breaks(
        |d| {
            let conflict = json!({"$ref": "#/components/responses/Failure"});
            set(d, &format!("{LOGIN}/responses/409"), conflict);
        },
        &format!("{LOGIN}/responses/409"),
        "`409` is not in the list",
    );
    for bullet in ["*", "+", "-  "] {
        breaks(with(&format!("{bullet} `409`: Another runs.")), description, "`409` is listed");
    }
    keeps(|d| {
        with("- `409`: Another runs.")(d);
        let conflict = json!({"$ref": "#/components/responses/Failure"});
        set(d, &format!("{LOGIN}/responses/409"), conflict);
    });
}

#[test]
fn an_example_shows_the_status_it_stands_below() {
    let code = format!("{FAILURE}/example/code");
    let found = super::found_after(|d| {
        set(d, &format!("{FAILURE}/example"), json!({"code": 404}));
    });
    let told: Vec<_> = found.iter().map(|finding| &finding.problem).collect();
    assert_eq!(told.len(), 4, "of 400, 401, 403 and 429: {told:#?}");
    assert!(found.iter().all(|finding| finding.pointer == code), "{found:#?}");
    keeps(|d| {
        set(
            d,
            &format!("{LOGIN}/responses/4XX"),
            json!({"$ref": "#/components/responses/NotFound"}),
        )
    });
    breaks(
        |d| {
            set(
                d,
                &format!("{LOGIN}/responses/5XX"),
                json!({"$ref": "#/components/responses/NotFound"}),
            )
        },
        "/components/responses/NotFound/content/application~1json/example/code",
        "the code 404 stands below the status 5XX",
    );
}

#[test]
fn an_example_by_reference_shows_its_status_too() {
    let body = "/components/responses/NotFound/content/application~1json";
    breaks_too(
        |d| {
            remove(d, &format!("{body}/example"));
            let named = json!({"sample": {"$ref": "#/components/examples/Gone"}});
            set(d, &format!("{body}/examples"), named);
            let gone = json!({"value": {"error": {"code": 410}}});
            set(d, "/components/examples/Gone", gone);
        },
        "/components/examples/Gone/value/error/code",
        "the code 410 stands below the status 404",
    );
}

#[test]
fn an_error_shows_its_body() {
    breaks(
        |d| set(d, &format!("{LOGIN}/responses/default"), json!({"description": "Bad."})),
        &format!("{LOGIN}/responses/default"),
        "an error without an example",
    );
}

#[test]
fn an_error_that_is_known_by_observation_is_marked_in_the_list() {
    let says = |source: &'static str, said: &'static str| {
        move |d: &mut serde_json::Value| {
            let gone = "/components/responses/NotFound/x-provenance";
            set(d, gone, json!(source));
            set(d, "/info/x-provenance", json!("mixed"));
            let text = d["info"]["description"].as_str().unwrap();
            let text = text.replace("There is no such shelf.", said) + "\nObserved: more.";
            set(d, "/info/description", json!(text));
        }
    };
    keeps(says("observed", "Observed: there is no such shelf."));
    keeps(says("documented", "There is none."));
    for source in ["observed", "assumed"] {
        breaks(
            says(source, "There is none."),
            "/info/description",
            &format!("every answer with `404` is {source}"),
        );
    }
}
