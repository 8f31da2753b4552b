//! A document by someone who wants the page to run or to fetch something.

use serde_json::Value;

use super::super::page;
use super::html::tags;

const ATTACKS: [&str; 14] = [
    "<script>alert(1)</script>",
    "\"><img src=x onerror=alert(1)>",
    "' onmouseover='alert(1)",
    "\" onmouseover=\"alert(1)",
    "//elsewhere.test",
    "/\\elsewhere.test",
    "javascript:alert(1)",
    "java\nscript:alert(1)",
    " javascript:alert(1)",
    "data:text/html,<script>alert(1)</script>",
    "[x](javascript:alert(1)) <javascript:alert(1)> [y]\n\n[y]: javascript:alert(1) \"z\"",
    "![x](https://elsewhere.test/x.png \"'><script>\")",
    "</style></code></pre><svg/onload=alert(1)> `<script>` &lt;script&gt;",
    "x\n\n<div onclick=\"alert(1)\">\n<iframe src=\"//elsewhere.test\">\n</div>\n\n<!-- y",
];

/// All that the page is made of.
const TAGS: &str = "!DOCTYPE a article b body br code dd details div dl dt em h1 h2 h3 h4 h5 h6 \
    head header html li main meta nav ol p pre section span strong style summary table tbody td \
    th thead title tr ul wbr";
const ATTRIBUTES: &str =
    "aria-label charset class content href http-equiv id lang name scope tabindex title";

/// Every name and every text is an attack.
const DOCUMENT: &str = r##"
info:
  title: EVIL
  version: EVIL
  description: EVIL
  termsOfService: EVIL
  contact: {name: EVIL, url: EVIL, email: EVIL}
  license: {name: EVIL, url: EVIL}
externalDocs: {url: EVIL, description: EVIL}
x-evil: &evil {$ref: '#/components/schemas/EVIL'}
servers:
  - {url: EVIL, description: EVIL, variables: {EVIL: {default: EVIL, enum: [EVIL]}}}
tags: [{name: EVIL, x-displayName: EVIL, description: EVIL, externalDocs: {url: EVIL}}]
paths:
  EVIL:
    post: &operation
      operationId: EVIL
      summary: EVIL
      description: EVIL
      tags: [EVIL]
      deprecated: true
      x-provenance: EVIL
      x-quirk: EVIL
      x-admin-right: EVIL
      security: [{EVIL: [EVIL]}]
      externalDocs: {url: EVIL, description: EVIL}
      parameters: [{name: EVIL, in: EVIL, description: EVIL, example: EVIL, schema: *evil}]
      requestBody:
        description: EVIL
        content:
          EVIL: &content
            schema: *evil
            example: EVIL
            examples: {EVIL: {$ref: '#/components/examples/EVIL'}}
      responses:
        EVIL:
          description: EVIL
          headers: {EVIL: {description: EVIL, schema: {type: EVIL, format: EVIL}}}
          links: {EVIL: {operationId: EVIL, parameters: {EVIL: EVIL}, description: EVIL}}
          content: {text/plain: {example: EVIL, schema: {title: EVIL, type: EVIL}}}
      callbacks:
        EVIL: {EVIL: {post: {summary: EVIL, responses: {EVIL: {description: EVIL}}}}}
components:
  examples: {EVIL: {summary: EVIL, description: EVIL, value: {EVIL: EVIL}, externalValue: EVIL}}
  responses: {EVIL: {description: EVIL, content: {EVIL: *content}}}
  securitySchemes:
    EVIL: {type: apiKey, in: EVIL, name: EVIL, description: EVIL}
    a: {type: EVIL}
    b: {type: http, scheme: EVIL}
    c: {type: openIdConnect, openIdConnectUrl: EVIL}
    d: {type: oauth2, flows: {EVIL: {authorizationUrl: EVIL, tokenUrl: EVIL, scopes: {EVIL: EVIL}}}}
  schemas:
    EVIL:
      description: EVIL
      required: [EVIL]
      properties:
        EVIL: {enum: [EVIL], x-enum-varnames: [EVIL], default: EVIL, pattern: EVIL}
      additionalProperties: {type: array, items: {description: EVIL, x-quirk: EVIL}}
      anyOf: [{title: EVIL, description: EVIL}, *evil]
      discriminator: {propertyName: EVIL, mapping: {EVIL: EVIL}}
"##;

/// The document, with an attack in every place.
fn attacked(attack: &str) -> Value {
    with(yaml_serde::from_str(DOCUMENT).unwrap(), attack)
}

fn with(value: Value, attack: &str) -> Value {
    let text = |text: &str| text.replace("EVIL", attack);
    match value {
        Value::String(value) => text(&value).into(),
        Value::Array(list) => list.into_iter().map(|value| with(value, attack)).collect(),
        Value::Object(members) => {
            members.into_iter().map(|(key, value)| (text(&key), with(value, attack))).collect()
        }
        other => other,
    }
}

#[test]
fn nothing_of_a_document_becomes_a_tag_an_attribute_or_an_address_that_runs() {
    let [known_tags, known_attributes] =
        [TAGS, ATTRIBUTES].map(|names| names.split_whitespace().collect::<Vec<_>>());
    for attack in ATTACKS {
        let page = page::write(&attacked(attack));
        for tag in tags(&page) {
            assert!(known_tags.contains(&tag.name), "<{}> by {attack}", tag.name);
            for (name, value) in &tag.attributes {
                assert!(known_attributes.contains(name), "{name} by {attack}");
                assert!(*name != "href" || is_harmless(value), "{value} by {attack}");
            }
        }
    }
}

fn is_harmless(address: &str) -> bool {
    let starts = ["#", "https://", "http://", "mailto:"];
    let is_elsewhere = address.contains([':', '\\']) || address.trim_start().starts_with("//");
    starts.iter().any(|start| address.starts_with(start)) || !is_elsewhere
}

#[test]
fn the_browser_is_told_to_run_and_fetch_nothing() {
    let page = page::write(&attacked("x"));
    let policies = tags(&page).into_iter().filter(|tag| tag.get("http-equiv").is_some());
    let policies: Vec<_> = policies.filter_map(|tag| tag.get("content")).collect();
    let [policy] = policies[..] else { panic!("{policies:?}") };
    assert!(policy.starts_with("default-src 'none'; style-src 'unsafe-inline';"), "{policy}");
    assert!(!page.contains("url(") && !page.contains("@import"));
}

#[test]
fn references_in_a_circle_end() {
    let document = serde_json::json!({
        "paths": {"/": {"get": {
            "requestBody": {"$ref": "#/components/requestBodies/A"},
            "responses": {"200": {"$ref": "#/components/responses/A"}},
        }}},
        "components": {
            "requestBodies": {"A": {"$ref": "#/components/requestBodies/A"}},
            "responses": {"A": {"$ref": "#/components/responses/B"},
                "B": {"$ref": "#/components/responses/A"}},
            "schemas": {"A": {"properties": {"a": {"$ref": "#/components/schemas/A"}}}},
        },
    });
    assert!(page::write(&document).contains("id=\"schema-A\""));
}
