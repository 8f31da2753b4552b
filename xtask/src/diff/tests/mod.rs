//! Each rule by a change that it judges.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by it")]

mod operations;
mod references;
mod schemas;
mod versions;
mod whole;

use serde_json::{Value, json};

use super::change::Effect;
use super::{Change, compare};

/// A small document: a list of pets, and a way to add one.
fn document() -> Value {
    json!({
        "openapi": "3.0.3",
        "info": {"title": "Pets", "version": "0.3.1"},
        "servers": [{
            "url": "{base_url}",
            "variables": {"base_url": {"default": "http://127.0.0.1"}},
        }],
        "tags": [{"name": "pets"}],
        "paths": {
            "/pets/{id}": {
                "get": {
                    "operationId": "getPet",
                    "tags": ["pets"],
                    "x-admin-right": "none",
                    "security": [{"token": []}, {"oauth": ["read"]}],
                    "parameters": [
                        {
                            "name": "id", "in": "path", "required": true,
                            "schema": {"type": "integer", "format": "int64"},
                        },
                        {"$ref": "#/components/parameters/Limit"},
                    ],
                    "responses": {
                        "200": {
                            "description": "A pet.",
                            "headers": {"X-Total": {"schema": {"type": "string"}}},
                            "content": {"application/json": {
                                "schema": {"$ref": "#/components/schemas/Pet"},
                            }},
                        },
                        "default": {"description": "Others."},
                    },
                },
                "post": {
                    "operationId": "addPet",
                    "tags": ["pets"],
                    "security": [{"token": []}],
                    "parameters": [{"$ref": "#/components/parameters/Limit"}],
                    "requestBody": {
                        "required": true,
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/NewPet"}},
                        },
                    },
                    "responses": {"200": {"description": "Added."}},
                },
            },
        },
        "components": {
            "parameters": {
                "Limit": {
                    "name": "limit", "in": "query",
                    "schema": {"type": "integer", "format": "int32", "maximum": 100},
                },
            },
            "securitySchemes": {
                "token": {"type": "apiKey", "in": "header", "name": "X-Token"},
                "oauth": {"type": "oauth2", "flows": {"authorizationCode": {
                    "scopes": {"read": "Read.", "write": "Write."},
                }}},
            },
            "schemas": {
                "Pet": {
                    "type": "object",
                    "required": ["id"],
                    "properties": {
                        "id": {"type": "integer", "format": "int64"},
                        "name": {"type": "string"},
                        "kind": {"$ref": "#/components/schemas/Kind"},
                        "mood": {"$ref": "#/components/schemas/Mood"},
                        "tags": {"type": "array", "items": {"type": "string"}},
                        "counts": {"type": "object", "additionalProperties": {"type": "integer"}},
                        "size": {"oneOf": [
                            {"$ref": "#/components/schemas/Small"},
                            {"$ref": "#/components/schemas/Large"},
                        ]},
                        "born": {"type": "string"},
                    },
                },
                "NewPet": {
                    "type": "object",
                    "required": ["name"],
                    "properties": {
                        "name": {"type": "string", "maxLength": 20},
                        "kind": {"$ref": "#/components/schemas/Kind"},
                        "coat": {"$ref": "#/components/schemas/Coat"},
                        "chipped": {"type": "boolean", "default": false},
                    },
                },
                "Kind": {
                    "anyOf": [
                        {
                            "type": "string", "enum": ["cat", "dog"],
                            "x-enum-varnames": ["Cat", "Dog"],
                        },
                        {"type": "string"},
                    ],
                },
                "Mood": {"type": "string", "enum": ["calm", "wild"]},
                "Coat": {"type": "string", "enum": ["short", "long"]},
                "Small": {"type": "object", "properties": {"grams": {"type": "integer"}}},
                "Large": {"type": "object", "properties": {"kilos": {"type": "integer"}}},
            },
        },
    })
}

/// The changes when the value at a pointer is another; `Null` for none.
fn changes(pointer: &str, value: Value) -> Vec<Change> {
    let old = document();
    let mut new = document();
    let (holder, key) = pointer.rsplit_once('/').unwrap();
    let key = key.replace("~1", "/");
    match new.pointer_mut(holder).unwrap() {
        Value::Object(members) if value.is_null() => {
            members.remove(&key).unwrap();
        }
        Value::Object(members) => {
            members.insert(key, value);
        }
        Value::Array(elements) if value.is_null() => {
            elements.remove(key.parse().unwrap());
        }
        Value::Array(elements) if key == "-" => elements.push(value),
        Value::Array(elements) => elements[key.parse::<usize>().unwrap()] = value,
        other => panic!("{holder} is {other}"),
    }
    compare(&old, &new)
}

/// Holds the only change against what is expected: its line, and its effect on the crate.
#[track_caller]
fn only(pointer: &str, value: Value, line: &str, of_crate: Effect) {
    let changes = changes(pointer, value);
    let lines: Vec<_> = changes.iter().map(Change::to_string).collect();
    let [change] = &changes[..] else {
        panic!("{pointer}: {lines:#?}");
    };
    let told = format!("{}: {}: {}", change.effect, change.place, change.what);
    assert_eq!(told, line, "{pointer}");
    assert_eq!(change.crate_effect(), of_crate, "{pointer}: {line}");
}

const PET: &str = "/components/schemas/Pet";

const NEW_PET: &str = "/components/schemas/NewPet";

const GET: &str = "/paths/~1pets~1{id}/get";
