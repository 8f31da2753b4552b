//! Operations and what surrounds them: names, addresses, who may call, what is taken and answered.

use serde_json::{Value, json};

use super::super::change::Effect::{Additive, Breaking, Documentation};
use super::{GET, PET, only};
#[test]
fn names_of_generated_code_stay() {
    only(
        &format!("{GET}/operationId"),
        json!("readPet"),
        "breaking: getPet: is called readPet now",
        Breaking,
    );
    only(
        &format!("{GET}/tags"),
        json!(["animals"]),
        "breaking: getPet: has the tags [\"animals\"] instead of [\"pets\"]",
        Breaking,
    );
    only(
        "/components/schemas/Small",
        Value::Null,
        "breaking: Small: the schema is gone, and the type of its name with it",
        Breaking,
    );
    only(
        "/components/schemas/Huge",
        json!({"type": "string"}),
        "additive: Huge: is a new schema",
        Additive,
    );
}

#[test]
fn operations_are_judged_by_who_may_call_them_and_how() {
    only(GET, Value::Null, "breaking: getPet: the operation is gone", Breaking);
    only(
        "/paths/~1pets",
        json!({"get": {"operationId": "listPets"}}),
        "additive: listPets: is a new operation",
        Additive,
    );
    only(
        &format!("{GET}/servers"),
        json!([{"url": "{other}"}]),
        "breaking: getPet: is on another server",
        Breaking,
    );
    only(
        &format!("{GET}/security/0"),
        Value::Null,
        "breaking: getPet: token is not enough any more",
        Breaking,
    );
    only(
        &format!("{GET}/security/1/oauth/-"),
        json!("write"),
        "breaking: getPet: oauth with read is not enough any more",
        Breaking,
    );
    only(
        &format!("{GET}/security/1/oauth"),
        json!([]),
        "additive: getPet: oauth is enough now",
        Additive,
    );
    only(
        &format!("{GET}/security"),
        json!([]),
        "additive: getPet: no credential is enough now",
        Additive,
    );
    only(
        &format!("{GET}/x-admin-right"),
        json!("Keep pets"),
        "breaking: getPet: needs the admin right \"Keep pets\" instead of \"none\"",
        Breaking,
    );
    only(
        &format!("{GET}/x-admin-right"),
        json!("not documented"),
        "documentation: getPet: needs the admin right \"not documented\" instead of \"none\"",
        Documentation,
    );
    only(
        &format!("{GET}/responses/200/links"),
        json!({"again": {"operationId": "getPet"}}),
        "documentation: getPet 200: `links` changed",
        Documentation,
    );
    only(
        &format!("{GET}/callbacks"),
        json!({"born": {"{$request.body#/url}": {"post": {}}}}),
        "additive: getPet born: is a new callback",
        Additive,
    );
    only(
        &format!("{GET}/parameters/-"),
        json!({"name": "deep", "in": "query"}),
        "additive: getPet query deep: is new",
        Additive,
    );
    only(
        &format!("{GET}/parameters/-"),
        json!({"name": "deep", "in": "query", "required": true}),
        "breaking: getPet query deep: is new and required",
        Breaking,
    );
    only(
        &format!("{GET}/parameters/1"),
        Value::Null,
        "breaking: getPet query limit: is gone",
        Breaking,
    );
    only(
        &format!("{GET}/requestBody"),
        json!({"content": {}}),
        "additive: getPet body: is new",
        Additive,
    );
    only(
        "/components/parameters/Limit/required",
        json!(true),
        "breaking: parameters/Limit: is required now (requests)",
        Breaking,
    );
    only(
        "/components/parameters/Limit/style",
        json!("form"),
        "breaking: parameters/Limit: `style` changed, which no rule judges",
        Breaking,
    );
}

#[test]
fn answers_are_judged_by_what_callers_expect() {
    let at = |path: &str| format!("{GET}/responses{path}");
    only(
        &at("/202"),
        json!({"description": "Later."}),
        "breaking: getPet 202: is a new answer",
        Breaking,
    );
    only(
        &at("/404"),
        json!({"description": "None."}),
        "additive: getPet 404: is a new answer, of those that `default` stood for",
        Additive,
    );
    only(&at("/default"), Value::Null, "additive: getPet default: the answer is gone", Additive);
    only(
        &at("/200/headers/X-Total"),
        Value::Null,
        "breaking: getPet 200 X-Total: the header is gone",
        Breaking,
    );
    only(
        &at("/200/headers/X-Page"),
        json!({}),
        "additive: getPet 200 X-Page: is a new header",
        Additive,
    );
    only(
        &at("/200/content/text~1plain"),
        json!({}),
        "breaking: getPet 200: may be text/plain now (answers)",
        Breaking,
    );
    let other = "/paths/~1pets~1{id}/post/responses/404";
    only(other, json!({"description": "None."}), "breaking: addPet 404: is a new answer", Breaking);
}

#[test]
fn words_are_documentation_and_a_deprecation_is_an_addition() {
    only("/info/title", json!("Animals"), "documentation: info: `title` changed", Documentation);
    only(
        &format!("{GET}/summary"),
        json!("Reads a pet."),
        "documentation: getPet: `summary` changed",
        Documentation,
    );
    only(
        &format!("{PET}/description"),
        json!("A pet."),
        "documentation: Pet: `description` changed",
        Documentation,
    );
    only(
        &format!("{PET}/properties/name/x-provenance"),
        json!("observed"),
        "documentation: Pet.name: `x-provenance` changed",
        Documentation,
    );
    only(
        &format!("{PET}/properties/name/deprecated"),
        json!(true),
        "additive: Pet.name: is deprecated now",
        Additive,
    );
    only(
        "/components/securitySchemes/oauth/flows/authorizationCode/scopes/read",
        Value::Null,
        "breaking: securitySchemes/oauth authorizationCode: the scope read is gone",
        Breaking,
    );
    only(
        "/components/securitySchemes/oauth/flows/clientCredentials",
        json!({"tokenUrl": "/token", "scopes": {"read": "Read."}}),
        "additive: securitySchemes/oauth clientCredentials: the flow is new",
        Additive,
    );
    only(
        "/components/securitySchemes/oauth/flows/authorizationCode",
        Value::Null,
        "breaking: securitySchemes/oauth authorizationCode: the flow is gone",
        Breaking,
    );
    only(
        "/components/securitySchemes/token/name",
        json!("X-Key"),
        "breaking: securitySchemes/token: `name` changed, which no rule judges",
        Breaking,
    );
}

#[test]
fn a_callback_is_read_like_an_answer() {
    let with = |name: Value, method: &str| {
        let mut document = super::document();
        let notice = json!({"type": "object", "properties": {"name": name}});
        document["components"]["schemas"]["Notice"] = notice;
        let notice = json!({"schema": {"$ref": "#/components/schemas/Notice"}});
        let sent = json!({"requestBody": {"content": {"application/json": notice}}});
        let callback = json!({"born": {"{$request.body#/url}": {method: sent}}});
        document["paths"]["/pets/{id}"]["post"]["callbacks"] = callback;
        document
    };
    let told = |old: &Value, new: &Value| -> Vec<String> {
        let changes = super::compare(old, new);
        changes.iter().map(ToString::to_string).collect()
    };
    let (text, null) = (json!({"type": "string"}), json!({"type": "string", "nullable": true}));
    let before = with(text.clone(), "post");
    let found = told(&before, &with(null, "post"));
    let is_told =
        |one: &str| one.starts_with("breaking") && one.contains("Notice.name: may be null now");
    assert!(matches!(&found[..], [one] if is_told(one)), "{found:?}");
    let found = told(&before, &with(text, "put"));
    assert!(
        found.iter().any(|one| one.contains("addPet born: is sent in another way")),
        "{found:?}"
    );
}
