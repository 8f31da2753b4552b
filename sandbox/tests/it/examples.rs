//! Operations that the sandbox answers with an example of the document.

use std::fs;
use std::path::Path;

use l10n_sandbox::document::{Document, Operation, ParameterLocation};
use reqwest::Method;
use serde_json::{Value, json};

use crate::support::{Api, Reply, requests};

/// Another project than that of the examples.
const PROJECT: [&str; 2] = ["opal-1180.26", "01957a00-0000-7000-8000-0000000000b2"];

/// A value for a path parameter that no example has.
fn value(document: &Document, name: &str, schema: &str) -> Value {
    let schema = document.value().pointer(schema).unwrap();
    match (name, schema["format"] == "uuid") {
        ("project_id" | "projectId", is_uuid) => json!(PROJECT[usize::from(is_uuid)]),
        (_, true) => json!("01957a00-0000-7000-8000-00000000dead"),
        _ if schema["type"] == "integer" => json!(4711),
        // An id that could be a number.
        _ => json!("20250101001"),
    }
}

/// Sends an operation the first example of its body.
async fn call(api: &Api, operation: &Operation) -> Reply {
    let document = Document::embedded().unwrap();
    let mut path = operation.path.clone();
    for parameter in &operation.parameters {
        if parameter.location == ParameterLocation::Path {
            let value = value(document, &parameter.name, &parameter.schema);
            let text = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
            path = path.replace(&format!("{{{}}}", parameter.name), &text);
        }
    }
    let server = match &*operation.server {
        "{cursor_api_url}" => api.sandbox.cursor_url(),
        _ => api.sandbox.base_url(),
    };
    let method: Method = operation.method.parse().unwrap();
    let mut request = api.request(method, &format!("{server}{path}"));
    if let Some(body) = &operation.request_body {
        let media = document.value().pointer(body.schema.strip_suffix("/schema").unwrap());
        let examples = media.unwrap()["examples"].as_object();
        request = request.json(&examples.unwrap().values().next().unwrap()["value"]);
    }
    api.send(request).await
}

#[tokio::test]
async fn the_documentation_lists_the_operations_that_examples_answer() {
    let api = Api::start().await;
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/behavior.md");
    let docs = fs::read_to_string(docs).unwrap();
    let (_, listed) = docs.split_once("## Examples").unwrap();
    let (listed, _) = listed.split_once("\n## ").unwrap();
    let operations = Document::embedded().unwrap().operations().iter();
    for operation in operations.filter(|it| it.server != "{auth_url}") {
        api.sandbox.reset();
        let reply = call(&api, operation).await;
        let is_example = reply.headers.contains_key("x-sandbox-example");
        let is_listed = listed.contains(&format!("`{}`", operation.id));
        assert_eq!(is_example, is_listed, "{}", operation.id);
        assert!(!is_example || reply.status.is_success(), "{}: {}", operation.id, reply.body);
    }
}

requests! {
    requests_are_checked_as_any_other: r#"
POST 01957a00-0000-7000-8000-0000000000a1/contributors/import {} -> 400 from_project_uuid
POST garnet/tokens {"service": "ota"} -> 404
POST onyx-2290.26/tokens {"service": "ota"} -> 403 No access to the project
GET //teams/x -> 400 team_id
PUT //teams/9/users/7 {"role": "owner"} -> 200 {"team_id": 9, "team_user": {"user_id": 7,
  "role": "owner"}}
GET //teams/9/groups/7 -> 200 {"group_id": 7, "team_id": 9}
AS reviewer
DELETE 01957a00-0000-7000-8000-0000000000a1/contributors -> 403 Manage contributors
AS read_only
PUT //teams/9/users/7 {"role": "owner"} -> 403 read-only
"#

    lists_end: r#"
GET //teams/9/orders -> 200 total 1
GET //teams/9/orders?page=2 -> 200 {"orders": []}
GET v1//projects/garnet-7041.26/items -> 200 {"data": [{}, {}], "meta": {"cursor": "$next",
  "hasMore": true}}
GET v1//projects/garnet-7041.26/items?after=$next -> 200 {"data": [], "meta": {"hasMore": false}}
GET v1//audit-logs -> 200 {"data": [{}], "has_more": true, "next_cursor": "$more"}
GET v1//audit-logs?cursor=$more -> 200 {"data": [], "has_more": false}
"#
}
