//! The rules for schemas that serve clients in every language: null, open lists, and that a schema
//! is complete.

use openapiv3::{
    AnySchema, ReferenceOr, Schema, SchemaData, SchemaKind, StringFormat, Type,
    VariantOrUnknownOrEmpty,
};
use serde_json::Value;

use super::Report;
use super::places::{Combined, Place, Sides, properties};
use super::pointer::escape;

/// How many compositions are followed into each other.
const DEPTH: usize = 8;

/// Formats of strings that OpenAPI does not define, and generators know.
const FORMATS: [&str; 4] = ["data-url", "email", "uri", "uuid"];

pub(super) fn check(sides: &Sides<'_>, report: &mut Report) {
    for (pointer, place) in &sides.responses {
        let is_request = sides.requests.contains_key(pointer);
        if !is_request {
            check_closed_list(sides, pointer, *place, report);
        }
        let Place::Schema(schema) = place else { continue };
        let (properties, required) = properties(schema);
        if !is_request {
            check_response(sides, pointer, schema, report);
        } else if properties.len() > required.len() {
            let problem = "requests and responses share it, and only responses have null for what \
                           they omit: make two schemas";
            report.add(pointer, problem);
        }
    }
    for (pointer, place) in &sides.requests {
        if let Place::Schema(schema) = place {
            check_request(pointer, schema, report);
        }
    }
    let responses = sides.responses.iter().filter(|(one, _)| !sides.requests.contains_key(*one));
    for (pointer, place) in sides.requests.iter().chain(responses) {
        let Place::Schema(schema) = *place else { continue };
        if schema.schema_data.nullable && !may_be_null(sides, *place, DEPTH) {
            report.add(pointer, "`nullable` beside a keyword that allows no null: write `anyOf`");
        }
        check_open_list(sides, pointer, schema, report);
        check_keywords(pointer, schema, report);
        check_description(pointer, schema, report);
    }
}

/// A request sends no null.
fn check_request(pointer: &str, schema: &Schema, report: &mut Report) {
    let is_part = pointer.contains("/allOf/") || pointer.ends_with("/not");
    if schema.schema_data.nullable {
        report.add(pointer, "null in a request: remove `nullable`");
    } else if !is_part && schema.schema_kind == SchemaKind::Any(AnySchema::default()) {
        report.add(pointer, "a request may send any value: add a `type`, `$ref` or alternatives");
    }
}

/// A response may have null for what it may omit.
fn check_response(sides: &Sides<'_>, pointer: &str, schema: &Schema, report: &mut Report) {
    let (properties, required) = properties(schema);
    for (name, property) in properties {
        if !required.iter().any(|one| one == name) && !may_be_null(sides, property, DEPTH) {
            let place = format!("{pointer}/properties/{}", escape(name));
            report.add(place, "optional in a response and not nullable: add `nullable: true`");
        }
    }
}

/// A list of values beside its base type is open, in a form that generators recognize.
fn check_open_list(sides: &Sides<'_>, pointer: &str, schema: &Schema, report: &mut Report) {
    let alternatives = Combined::of(schema).any_of.iter().map(Place::of);
    let alternatives: Vec<_> = alternatives.filter(|one| !is_null_form(*one)).collect();
    let is_list = |one: &Place<'_>| sides.resolve(*one).is_some_and(|it| has_null(it).is_some());
    if alternatives.iter().any(is_list) && !is_in_form(sides, &alternatives) {
        let problem = "an open list in an unusual form: write `anyOf` with references to lists of \
                       values, or one list with a `title`, then their plain type, and last null";
        report.add(pointer, problem);
    }
}

fn is_in_form(sides: &Sides<'_>, alternatives: &[Place<'_>]) -> bool {
    let [lists @ .., base] = alternatives else {
        return false;
    };
    let Some(base) = sides.resolve(*base) else { return false };
    let fits = |place: &Place<'_>| {
        let is_named = match place {
            Place::Reference(_) => true,
            Place::Schema(list) => lists.len() == 1 && list.schema_data.title.is_some(),
        };
        let list = sides.resolve(*place).filter(|list| has_null(list).is_some());
        is_named && list.is_some_and(|list| without_values(&list.schema_kind) == base.schema_kind)
    };
    let SchemaData { title, description, .. } = base.schema_data.clone();
    !lists.is_empty()
        && lists.iter().all(fits)
        && base.schema_data == SchemaData { title, description, ..SchemaData::default() }
}

fn without_values(kind: &SchemaKind) -> SchemaKind {
    let mut kind = kind.clone();
    match &mut kind {
        SchemaKind::Type(Type::String(it)) => it.enumeration.clear(),
        SchemaKind::Type(Type::Integer(it)) => it.enumeration.clear(),
        SchemaKind::Type(Type::Number(it)) => it.enumeration.clear(),
        _ => {}
    }
    kind
}

/// A response may have values beyond every list.
fn check_closed_list(sides: &Sides<'_>, pointer: &str, place: Place<'_>, report: &mut Report) {
    let is_component = matches!(place, Place::Schema(_)) && is_component(pointer);
    let is_list = sides.resolve(place).is_some_and(|schema| has_null(schema).is_some());
    let is_list = is_list && !is_null_form(place);
    if is_list && !is_component && owner(pointer).is_none() {
        report.add(pointer, "a closed list in a response: use `anyOf` of the list and its type");
    }
}

/// A type that the crate does not know, or one with keywords or values of another, is none of its
/// types.
fn check_keywords(pointer: &str, schema: &Schema, report: &mut Report) {
    if let SchemaKind::Any(AnySchema { typ: Some(kind), .. }) = &schema.schema_kind
        && Combined::of(schema) == Combined::default()
    {
        let problem = format!(
            "`type: {kind}` is no type, or a keyword or a value of `enum` beside it is of another \
             type: change one of them"
        );
        report.add(pointer, problem);
    }
    if let SchemaKind::Type(Type::Array(list)) = &schema.schema_kind
        && list.items.is_none()
    {
        report.add(pointer, "a list without `items`: add their schema");
    }
    let (properties, required) = properties(schema);
    for name in required {
        if !properties.iter().any(|(known, _)| known == name) {
            let problem = format!("`required` names `{name}`: add this property, or remove it");
            report.add(pointer, problem);
        }
    }
    check_format(pointer, schema, report);
}

fn check_format(pointer: &str, schema: &Schema, report: &mut Report) {
    use VariantOrUnknownOrEmpty::{Empty, Item, Unknown};
    let SchemaKind::Type(kind) = &schema.schema_kind else { return };
    let problem = match kind {
        Type::String(text) => match &text.format {
            Unknown(name) if !FORMATS.contains(&&**name) => {
                format!("the format `{name}` is unknown: correct it, or remove it")
            }
            Item(StringFormat::Password) => return,
            _ if is_secret(pointer) => {
                "a secret needs `format: password`, which keeps it out of logs".to_owned()
            }
            Unknown(name) if name == "uri" => return,
            _ if pointer.ends_with("url") || pointer.ends_with("/uri") => {
                "a URL needs `format: uri`, which keeps its query out of logs".to_owned()
            }
            _ => return,
        },
        Type::Integer(number) if matches!(number.format, Unknown(_) | Empty) => {
            "an integer needs `format: int32` or `int64`".to_owned()
        }
        Type::Number(number) if matches!(number.format, Unknown(_) | Empty) => {
            "a number that may have a fraction needs `format: double`".to_owned()
        }
        _ => return,
    };
    report.add(pointer, problem);
}

/// Whether a property is a secret, by its name.
fn is_secret(pointer: &str) -> bool {
    const SECRETS: [&str; 5] = ["bundle_url", "code", "cvc", "download_url", "jwt"];
    let Some((_, name)) = pointer.rsplit_once("/properties/") else { return false };
    let is_token = name.contains("token") && !name.contains("token_type");
    is_token || name.contains("secret") || SECRETS.contains(&name)
}

/// A component and a property say what they mean.
fn check_description(pointer: &str, schema: &Schema, report: &mut Report) {
    let is_property = pointer.rsplit_once('/').is_some_and(|(at, _)| at.ends_with("/properties"));
    if schema.schema_data.description.is_none() && (is_property || is_component(pointer)) {
        report.add(pointer, "add a `description`");
    }
}

fn is_component(pointer: &str) -> bool {
    pointer.starts_with("/components/schemas/") && pointer.matches('/').count() == 3
}

/// The schema that a place is an alternative of.
fn owner(pointer: &str) -> Option<&str> {
    let (list, _) = pointer.rsplit_once('/')?;
    list.strip_suffix("/anyOf").or_else(|| list.strip_suffix("/oneOf"))
}

/// Whether the list of values of a schema has null, if there is a list.
fn has_null(schema: &Schema) -> Option<bool> {
    fn of<T: PartialEq>(values: &[Option<T>]) -> Option<bool> {
        (!values.is_empty()).then(|| values.contains(&None))
    }
    match &schema.schema_kind {
        SchemaKind::Type(Type::String(it)) => of(&it.enumeration),
        SchemaKind::Type(Type::Integer(it)) => of(&it.enumeration),
        SchemaKind::Type(Type::Number(it)) => of(&it.enumeration),
        SchemaKind::Type(Type::Boolean(it)) => of(&it.enumeration),
        SchemaKind::Any(it) if !it.enumeration.is_empty() => {
            Some(it.enumeration.contains(&Value::Null))
        }
        _ => None,
    }
}

/// Whether it is the alternative that stands for null, in the one form that our document has.
fn is_null_form(place: Place<'_>) -> bool {
    let Place::Schema(schema) = place else { return false };
    let SchemaKind::Type(Type::String(text)) = &schema.schema_kind else { return false };
    schema.schema_data.nullable && text.enumeration == [None]
}

fn may_be_null(sides: &Sides<'_>, place: Place<'_>, depth: usize) -> bool {
    let (Some(below), Some(schema)) = (depth.checked_sub(1), sides.resolve(place)) else {
        return false;
    };
    let allows = |one: &&ReferenceOr<Schema>| may_be_null(sides, Place::of(*one), below);
    let has_type = match &schema.schema_kind {
        SchemaKind::Type(_) => true,
        SchemaKind::Any(it) => it.typ.is_some(),
        _ => false,
    };
    let Combined { all_of, any_of, one_of, not } = Combined::of(schema);
    (!has_type || schema.schema_data.nullable)
        && has_null(schema) != Some(false)
        && all_of.iter().all(|one| allows(&one))
        && (any_of.is_empty() || any_of.iter().any(|one| allows(&one)))
        && (one_of.is_empty() || one_of.iter().filter(allows).count() == 1)
        && !not.is_some_and(|one| allows(&one))
}
