//! Faults: which are accepted, and which requests they apply to. The tests of the client show what
//! each does to a response.

use crate::support::{Api, requests};

#[tokio::test]
async fn every_kind_of_fault_has_a_form_in_json_and_is_listed_as_it_was_given() {
    let api = Api::start().await;
    for what in [
        r#"{"respond": {"status": 200, "headers": {}, "body": {"text": "<"}, "effect": true}}"#,
        r#"{"respond": {"status": 429, "headers": {"Retry-After": "1"}}}"#,
        r#"{"respond": {"body": {"blanks": 10}}}"#,
        r#"{"respond": {"body": {"bytes": [255]}}}"#,
        r#"{"respond": {"body": {"json": null}}}"#,
        r#"{"respond": {"body": "empty"}}"#,
        r#"{"delay": 10}"#,
        r#"{"delay_body": 10}"#,
        r#"{"reset": "after_effect"}"#,
        r#"{"cut_body": 10}"#,
    ] {
        let listed = format!(r#"{{"after": 0, "times": 1, "applied": 0, "what": {what}}}"#);
        let requests = format!(
            r#"
POST control//faults {{"what": {what}}} -> 201
GET control//faults -> 200 {{"faults": [{listed}]}}
DELETE control//faults -> 204
"#
        );
        api.run(&requests).await;
    }
}

#[tokio::test]
async fn a_fault_is_for_a_path_below_the_project_or_a_whole_one() {
    let api = Api::start().await;
    for (path, [files, elsewhere, languages]) in [
        ("/files", [418, 404, 200]),
        ("/projects/*/files", [418, 404, 200]),
        ("/*/files", [200, 404, 200]),
        ("/projects/garnet-7041.26/*/*/*", [200, 418, 200]),
        ("/files/*/*", [200, 418, 200]),
        ("/system/*", [200, 404, 418]),
    ] {
        let requests = format!(
            r#"
POST control//faults {{"method": "get", "path": "{path}", "times": "always",
  "what": {{"respond": {{"status": 418}}}}}} -> 201
GET /files -> {files}
GET /files/from/elsewhere -> {elsewhere}
POST /files/from/elsewhere {{}} -> 404
GET //system/languages -> {languages}
DELETE control//faults -> 204
"#
        );
        api.run(&requests).await;
    }
}

requests! {
    a_fault_that_can_never_happen_is_refused_with_what_can: r#"
POST control//faults {"operation": "any"} -> 400 missing field `what`
POST control//faults {"opration": "any", "what": {"delay": 1}} -> 400 did you mean `operation`?
POST control//faults {"after": "3", "what": {"delay": 1}} -> 400 after: invalid type: string
POST control//faults {"times": "often", "what": {"delay": 1}} -> 400 times: this is neither a whole
POST control//faults {"times": 0, "what": {"delay": 1}} -> 400 1 or more, or
POST control//faults {"what": 503} -> 400 what: invalid type: integer `503`, expected string or map
POST control//faults {"what": {"explode": true}} -> 400 variant `explode`, expected one of
POST control//faults {"operation": "listfile", "what": {"delay": 1}} -> 400 mean `listFiles`?
POST control//faults {"method": "GETT", "what": {"delay": 1}} -> 400 `method`: must be GET,
POST control//faults {"operation": "listKeys", "method": "POST", "what": {"delay": 1}} -> 400 a GET
POST control//faults {"path": "/v2/projects", "what": {"delay": 1}} -> 400 must be that after /v2
POST control//faults {"path": "/tasks/{id}", "what": {"delay": 1}} -> 400 stands for one segment
POST control//faults {"what": {"respond": {"status": 99}}} -> 400 99 is not one of 200 to 599
POST control//faults {"what": {"respond": {"headers": {"a b": "c"}}}} -> 400 the name of a header
POST control//faults {"what": {"respond": {"headers": {"a": "b\nc"}}}} -> 400 a value of a header
POST control//faults {"what": {"respond": {"headers": {"content-length": "4"}}}} -> 400 `cut_body`
POST control//faults {"what": {"respond": {"status": 204, "body": {"json": null}}}} -> 400 no body
GET control//faults -> 200 {"faults": []}
"#

    a_fault_skips_some_requests_counts_the_others_and_can_be_removed: r#"
POST control//faults {"operation": "listFiles", "after": 1, "times": 2,
  "what": {"respond": {"status": 500}}} -> 201 {"id": 1}
POST control//faults {"after": 2, "times": "always", "what": {"respond": {"status": 502}}} -> 201
GET /files -> 200
GET /files -> 500
GET /files -> 500
GET /files -> 200
GET control//faults -> 200 {"faults": [{"id": 2, "applied": 0}]}
GET /files -> 502
GET /files -> 502
GET control//faults -> 200 {"faults": [{"id": 2, "applied": 2}]}
DELETE control//faults/2 -> 204
GET /files -> 200
DELETE control//faults/2 -> 404 GET /faults
DELETE control//faults/two -> 404 GET /faults
POST control//faults {"what": {"delay": 1}} -> 201 {"id": 3}
"#
}
