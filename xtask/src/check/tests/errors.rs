//! Errors: the list, those of all operations, and the codes of examples.

use serde_json::json;

use super::{breaks, keeps, set};

const LOGIN: &str = "/paths/~1login/post";
const FAILURE: &str = "/components/responses/Failure/content/application~1json";

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
