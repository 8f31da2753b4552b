//! Operations, servers and credentials as the page tells them.

use super::{words, words_at};

const PETS: &str = r##"
servers: [{url: '{main}'}]
security: [{token: []}]
tags: [{name: pets, x-displayName: All pets}]
paths:
  /pets/{id}:
    servers: [{url: https://of.path}]
    parameters:
      - {name: id, in: path, required: true, description: Of the path, schema: {type: string}}
      - {name: color, in: query, schema: {type: string, maxLength: 9}, example: red}
    get:
      operationId: getPet
      tags: [pets]
      summary: Read a pet
      deprecated: true
      x-provenance: mixed
      x-quirk: pets
      x-admin-right: none
      externalDocs: {url: https://docs.test, description: About pets}
      parameters:
        - {name: id, in: path, description: Of the operation, schema: {type: integer}}
      responses:
        '200':
          description: The pet.
          headers: {X-Age: {description: How old., schema: {type: string, nullable: true}}}
          content:
            application/json: {schema: {$ref: '#/components/schemas/Pet'}}
            text/plain: {example: a pet}
          links:
            food: {operationId: feedPet, parameters: {id: $response.body#/id}, description: Feeds.}
        default: {$ref: '#/components/responses/Gone'}
    post:
      operationId: feedPet
      security: [{token: []}, {oauth: [feed, read], token: []}, {}]
      x-admin-right: Feed
      servers: [{url: https://of.operation}]
      requestBody:
        $ref: '#/components/requestBodies/Food'
      callbacks:
        full:
          '{$request.body#/url}':
            put:
              operationId: isFull
              summary: It is full
              security: []
              responses: {'204': {description: Good.}}
      responses: {'202': {description: It eats.}}
  /other: {get: {tags: [unknown], responses: {'200': {description: Other.}}, security: []}}
components:
  securitySchemes: {token: {type: apiKey, in: header, name: X-Token}, oauth: {type: oauth2}}
  requestBodies:
    Food:
      required: true
      content:
        application/json:
          schema: {$ref: '#/components/schemas/Pet'}
          examples: {little: {$ref: '#/components/examples/Little'}}
  examples: {Little: {summary: A little, value: {name: Rex}}}
  responses:
    Gone:
      description: It is gone.
      content: {text/html: {schema: {type: string}, examples: {a: {value: <p>gone</p>}}}}
  schemas: {Pet: {type: object, required: [name], properties: {name: {type: string}}}}
"##;

#[track_caller]
fn holds(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let at =
            rest.find(part).unwrap_or_else(|| panic!("no `{part}` after those before: {text}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn an_operation_is_told_from_its_address_to_its_answers() {
    let text = words_at(PETS, "operation-getPet");
    let parts = [
        "Read a pet getPet GET https://of.path/pets/{id}",
        "deprecated mixed quirk: pets",
        "See also: About pets",
        "Authentication token Admin right none needed",
        "Parameters",
        "color query string Maximum length: 9 Example: red",
        "id path integer Of the operation",
        "Answers 200 The pet. application/json: Pet",
        "Fields of Pet name: string text/plain: any value",
        "Headers: 1 Header Type Description X-Age string or null How old.",
        "Link food to feedPet, with id from $response.body#/id Feeds.",
        "Example a pet",
        "other It is gone. text/html: string · examples: Gone",
    ];
    holds(&text, &parts);
    assert!(!text.contains("Of the path"), "{text}");
}

#[test]
fn a_request_is_told_with_who_may_send_it_and_what_it_calls_back() {
    let parts = [
        "feedPet POST https://of.operation/pets/{id}",
        "Authentication token, or oauth with scope feed, read and token, or none",
        "Admin right Feed",
        "id required path string Of the path",
        "Request body application/json: Pet Property Type Description name required string",
        "Example: A little { \"name\": \"Rex\" }",
        "202 It eats.",
        "Callback full isFull PUT {$request.body#/url} It is full",
        "Authentication none Answers 204 Good.",
    ];
    holds(&words_at(PETS, "operation-feedPet"), &parts);
    assert!(!words_at(PETS, "operation-feedPet").contains("Optional"));
}

#[test]
fn operations_are_listed_by_tag_and_those_without_one_at_the_end() {
    let text = words(PETS);
    let contents = ["About Servers Authentication All pets GET Read a pet Other operations"];
    holds(&text, &contents);
    holds(
        &text,
        &["All pets", "Read a pet getPet", "Other operations", "feedPet POST", "get-/other"],
    );
    holds(
        &words_at(PETS, "operation-get--other"),
        &["GET {main}/other Authentication none", "200 Other."],
    );
}

#[test]
fn a_shared_answer_is_told_once_in_full() {
    let text = words(PETS);
    holds(&text, &["Shared answers Gone It is gone. text/html: string Example: a <p>gone</p>"]);
    assert_eq!(text.matches("<p>gone</p>").count(), 1);
}

#[test]
fn ways_to_authenticate_are_told() {
    let parts = ["Authentication token API key, in header X-Token oauth OAuth 2.0"];
    holds(&words(PETS), &parts);
}

#[test]
fn servers_are_those_of_the_document_of_paths_and_of_operations() {
    holds(
        &words(PETS),
        &["Servers {main} https://of.path https://of.operation Authentication token"],
    );
}

#[test]
fn an_admin_right_is_told_once() {
    let operation = |words: &str| {
        let text = format!(
            "paths: {{/a: {{get: {{operationId: a, x-admin-right: Feed, security: [], \
             description: '{words}', responses: {{'200': {{description: Done.}}}}}}}}}}\n"
        );
        words_at(&text, "operation-a")
    };
    holds(
        &operation("Reads. Admin right: *Feed*, here."),
        &["Reads. Authentication none Admin right Feed, here. Answers"],
    );
    holds(
        &operation("Reads. Admin right: *Other*."),
        &["Reads. Admin right: Other. Authentication none Admin right Feed Answers"],
    );
}

#[test]
fn no_name_in_the_document_is_that_of_a_part_of_the_page() {
    let page = |name: &str| {
        let text = format!(
            "tags: [{{name: {name}}}]\npaths: {{/a: {{get: {{operationId: {name}}}}}}}\n\
             components: {{schemas: {{{name}: {{}}}}, securitySchemes: {{{name}: {{}}}}}}\n"
        );
        super::page::write(&super::document(&text))
    };
    let ids = |page: &str| -> Vec<String> {
        let tags = super::html::tags(page);
        tags.iter().filter_map(|tag| tag.get("id").map(str::to_owned)).collect()
    };
    let plain = page("x");
    for name in ids(&plain) {
        let page = page(&name);
        let mut all = ids(&page);
        all.sort_unstable();
        let count = all.len();
        all.dedup();
        assert_eq!(all.len(), count, "{name} is given twice");
    }
    let page = page("about");
    assert_eq!(ids(&page).iter().filter(|id| *id == "about").count(), 0);
}

#[test]
fn the_page_leads_to_the_document_and_how_to_use_it() {
    holds(&words(PETS), &["This document: YAML, JSON, how to use it"]);
    let page = super::page::write(&super::document(PETS));
    for file in ["openapi.yaml", "openapi.json", "README.md"] {
        assert!(page.contains(&format!("href=\"{file}\"")), "{file}");
    }
}

#[test]
fn the_fields_of_an_answer_are_told_with_those_within_them() {
    let text = words_at(
        "
paths:
  /a:
    post:
      operationId: upload
      security: []
      responses:
        '200':
          description: Queued.
          content: {a/b: {schema: {$ref: '#/components/schemas/Queued'}}}
        '201':
          description: Either.
          content: {a/b: {schema: {oneOf: [{$ref: '#/components/schemas/Process'}, {}]}}}
components:
  schemas:
    Status: {type: string, enum: [ended, open]}
    Process:
      properties: {id: {type: string, description: Its id.}, status: {
        $ref: '#/components/schemas/Status'}, next: {$ref: '#/components/schemas/Queued'}}
    Queued:
      properties:
        process: {$ref: '#/components/schemas/Process'}
        all: {type: array, items: {$ref: '#/components/schemas/Process'}}
",
        "operation-upload",
    );
    let process = |before: &str| {
        format!(
            "{before}id: string {before}status: Status Values: ended or open {before}next: Queued"
        )
    };
    let (one, all) = (process("process."), process("all[]."));
    let of_queued =
        format!("Fields of Queued process: Process {one} all: list of Process {all} 201");
    holds(&text, &["200 Queued. a/b: Queued", &of_queued, "Fields of Process id: string"]);
}
