//! The parsed document: its operations, its examples, and validation.

use l10n_sandbox::document::{Document, Found};
use serde_json::json;

fn small() -> Document {
    Document::parse(
        r"
openapi: 3.0.3
servers: [{url: '{base_url}'}]
security: [{apiToken: []}]
paths:
  /things/{thing_id}:
    parameters:
      - {name: thing_id, in: path, required: true, schema: {type: string}}
    get:
      operationId: getThing
      parameters:
        - {name: thing_id, in: path, required: true, schema: {type: integer}}
      responses: {}
    put: {operationId: putThing, responses: {}}
  /things/mine:
    servers: [{url: '{other_url}'}, {url: unused}]
    get: {operationId: getOther, responses: {}}
  /things/own:
    get: {operationId: getOwn, security: [], responses: {}}
components:
  schemas:
    Thing:
      type: object
      required: [id]
      additionalProperties: false
      properties:
        id: {type: string, format: uuid}
        size: {type: integer, minimum: 0, exclusiveMinimum: true, nullable: true}
        parent: {$ref: '#/components/schemas/Thing'}
        a/b: {type: boolean}
        small: {type: integer, format: int32, maximum: 10}
        large: {type: integer, format: int64}
",
    )
    .unwrap()
}

#[test]
fn lists_operations_with_inherited_settings() {
    let document = small();
    let thing = document.operation("getThing").unwrap();
    assert_eq!((thing.method.as_str(), thing.path.as_str()), ("GET", "/things/{thing_id}"));
    assert_eq!(thing.server, "{base_url}");
    assert_eq!(
        thing.parameters.len(),
        1,
        "the operation's own parameter replaces that of the path"
    );
    assert!(thing.parameters[0].schema.contains("/get/parameters/0"));
    assert_eq!(thing.scopes("apiToken"), Some(&[][..]));
    assert_eq!(document.operation("getOther").unwrap().server, "{other_url}");
    assert!(document.operation("getOwn").unwrap().security.is_empty());
}

#[test]
fn finds_operations_by_server_method_and_path() {
    let document = small();
    let find = |server, method, path| match document.find(server, method, path) {
        Found::Operation(operation, parameters) => format!("{} {parameters:?}", operation.id),
        Found::WrongMethod(allowed) => format!("{allowed:?}"),
        Found::Unknown => "unknown".to_owned(),
    };
    for (server, method, path, expected) in [
        ("{base_url}", "GET", "/things/a%2Fb%3Ac", r#"getThing [("thing_id", "a/b:c")]"#),
        ("{base_url}", "GET", "/things/own", "getOwn []"),
        ("{base_url}", "GET", "/things/mine", r#"getThing [("thing_id", "mine")]"#),
        ("{other_url}", "GET", "/things/mine", "getOther []"),
        ("{other_url}", "PUT", "/things/mine", r#"["GET"]"#),
        ("{base_url}", "PUT", "/things/own", r#"["GET"]"#),
        ("{base_url}", "GET", "/things/", "unknown"),
        ("{base_url}", "GET", "/things/1/2", "unknown"),
    ] {
        assert_eq!(find(server, method, path), expected);
    }
}

#[test]
fn checks_values_and_names_the_place_without_the_value() {
    let (document, id) = (small(), "01957a00-0000-7000-8000-0000000000a1");
    for (value, expected) in [
        (json!({ "id": id, "size": 1 }), ""),
        (json!({ "id": id, "size": null }), ""),
        (json!({ "id": id, "size": 0 }), "/size"),
        (json!({ "id": id, "size": "1" }), "/size"),
        (json!({ "id": "no" }), "/id"),
        (json!({ "size": 1 }), "/id"),
        (json!({ "id": id, "parent": { "id": id, "x": 1 } }), "/parent/x"),
        (json!({ "id": id, "a/b": 1 }), "/a~1b"),
        // The format of a number limits it, and so does its own maximum.
        (json!({ "id": id, "small": i32::MIN, "large": i64::MAX }), ""),
        (json!({ "id": id, "small": i64::from(i32::MIN) - 1 }), "/small"),
        (json!({ "id": id, "small": 11 }), "/small"),
        (json!({ "id": id, "large": 1_u64 << 63 }), "/large"),
    ] {
        let violations = document.check("/components/schemas/Thing", &value).unwrap();
        let places: Vec<_> = violations.iter().map(|it| it.pointer.as_str()).collect();
        assert_eq!(places.join(" "), expected, "{value}");
    }
    let secret = json!({ "id": "s3cret" });
    let violations = document.check("/components/schemas/Thing", &secret).unwrap();
    assert!(!violations[0].to_string().contains("s3cret"), "{}", violations[0]);
}

#[test]
fn malformed_documents_are_errors() {
    assert!(Document::parse("a: [").unwrap_err().to_string().contains("not YAML"));
    assert!(Document::parse("a: 1").is_err());
    let circular = "paths: {/a: {get: {operationId: a, \
        parameters: [{$ref: '#/paths/~1a/get/parameters/0'}]}}}";
    assert!(Document::parse(circular).unwrap_err().to_string().contains("circular"));
    assert!(small().check("/components/schemas/Nothing", &json!(1)).is_err());
}
