//! References that lead somewhere, and components that are used.

use serde_json::{Value, json};

use super::{breaks, keeps, set};

const ITEMS: &str = "/components/schemas/Books/properties/books/items";

#[test]
fn a_reference_leads_to_a_component_of_its_kind() {
    for target in [
        "#/components/schemas/Nothing",
        "#/components/schemas/Book/properties/book_id",
        "#/components/headers/TotalCount",
        "other.yaml#/components/schemas/Book",
    ] {
        let entry = "/components/schemas/Login/properties/entry";
        breaks(
            |d| set(d, entry, json!({"$ref": target})),
            &format!("{entry}/$ref"),
            "there is no Schema component",
        );
    }
}

#[test]
fn a_mapping_leads_to_a_schema() {
    let mapping = "/components/schemas/Token/discriminator/mapping/bearer";
    for target in ["#/components/schemas/Nothing", "Nothing"] {
        breaks(|d| set(d, mapping, json!(target)), mapping, "there is no Schema component");
    }
    keeps(|d| set(d, mapping, json!("Token")));
}

#[test]
fn a_reference_stands_alone() {
    breaks(
        |d| set(d, &format!("{ITEMS}/description"), json!("Ignored.")),
        ITEMS,
        "with other keys beside it",
    );
}

#[test]
fn a_component_of_any_kind_is_used() {
    let body = json!({"schema": {"type": "string"}, "example": ""});
    let parts: [(&str, Value); 9] = [
        ("schemas", json!({"type": "string", "description": "Unused."})),
        ("responses", json!({"description": "Unused."})),
        (
            "parameters",
            json!({
                "name": "a", "in": "query", "description": "Unused.", "schema": {}, "example": 1,
            }),
        ),
        ("examples", json!({"summary": "Unused", "value": 1})),
        ("requestBodies", json!({"required": true, "content": {"text/plain": body}})),
        ("headers", json!({"schema": {"type": "string"}})),
        ("securitySchemes", json!({"type": "http", "scheme": "basic"})),
        ("links", json!({"operationId": "logIn"})),
        ("callbacks", json!({})),
    ];
    for (section, component) in parts {
        breaks(
            |d| {
                let section = &mut d["components"][section];
                if section.is_null() {
                    *section = json!({});
                }
                section["Unused"] = component;
            },
            &format!("/components/{section}/Unused"),
            "is not used",
        );
    }
}

#[test]
fn components_that_use_only_each_other_are_unused() {
    let component = "/components/schemas/Selfish";
    let itself = json!({"$ref": "#/components/schemas/Selfish"});
    breaks(
        |d| {
            set(
                d,
                component,
                json!({"type": "array", "description": "Lists of lists.", "items": itself}),
            )
        },
        component,
        "is not used",
    );
}

#[test]
fn a_security_scheme_is_used_by_the_document_too() {
    keeps(|d| {
        let basic = json!({"type": "http", "scheme": "basic"});
        set(d, "/components/securitySchemes/basic", basic);
        set(d, "/security", json!([{"basic": []}]));
    });
}
