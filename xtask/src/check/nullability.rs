//! Where null may come: in what answers leave out, and never in a request.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::finding::Report;
use super::outline::{Kind, Outline, Place, escape};

/// How many compositions are followed into each other: schemas may go round in circles.
pub(super) const DEPTH: usize = 8;

pub(super) fn check(outline: &Outline<'_>, report: &mut Report) {
    let requests = requests(outline);
    let answers = answers(outline);
    for schema in outline.of(Kind::Schema) {
        check_forms(outline, schema, report);
        let pointer = schema.pointer.as_str();
        if !requests.contains(pointer) {
            check_answer(outline, schema, report);
            continue;
        }
        check_request(schema, report);
        let mut properties = schema.map("properties");
        let optional = properties.any(|(name, _)| !required(schema).any(|one| one == name));
        if optional && answers.contains(pointer) {
            report.add(
                pointer,
                "both requests and answers use the schema, and only answers have null for what \
                 is left out",
                "Make two schemas: one for requests, and one for answers.",
            );
        }
    }
}

/// Null is allowed only where every keyword of a schema allows it, and is written in one form.
fn check_forms(outline: &Outline<'_>, schema: &Place<'_>, report: &mut Report) {
    let nullable = is_nullable(schema);
    for (key, refuses) in keywords(outline, schema, DEPTH) {
        if nullable && refuses && schema.value.get("type").is_some() {
            report.add(
                schema.below("nullable"),
                format!("`nullable`, and the `{key}` beside it allows no null"),
                "Write `anyOf` with the null alternative last: `{type: string, nullable: true, \
                 enum: [null]}`.",
            );
        }
    }
    if nulls(outline, schema, "oneOf", DEPTH) > 1 {
        report.add(
            schema.below("oneOf"),
            "null fits more than one alternative, hence none",
            "Leave null to one of them, or write `anyOf`.",
        );
    }
    let values = schema.list("enum").any(Value::is_null);
    if values && !(is_null_form(schema.value) && is_last(outline, schema)) {
        report.add(
            schema.below("enum"),
            "null in a list of values, in an unusual form",
            "Remove it, and write `anyOf` with the null alternative last: `{type: string, \
             nullable: true, enum: [null]}`.",
        );
    }
}

/// Whether a schema is the last alternative of another one.
fn is_last(outline: &Outline<'_>, schema: &Place<'_>) -> bool {
    ["/anyOf/", "/oneOf/"].into_iter().any(|key| {
        let Some((owner, index)) = schema.pointer.rsplit_once(key) else {
            return false;
        };
        let count = outline.at(owner).map(|owner| owner.list(key.trim_matches('/')).count());
        index.parse::<usize>().ok().map(|index| index + 1) == count
    })
}

/// What a request sends is never null.
fn check_request(schema: &Place<'_>, report: &mut Report) {
    let part = schema.pointer.contains("/allOf/") || schema.pointer.ends_with("/not");
    if is_nullable(schema) {
        report.add(
            schema.below("nullable"),
            "null in what requests send",
            "Remove it. Where answers need it, give them a schema of their own that has it.",
        );
    } else if !part && is_free(schema) {
        report.add(
            &schema.pointer,
            "any value in what requests send, null included",
            "Give it a `type`, a `$ref` or alternatives.",
        );
    }
}

/// What an answer may leave out may be null as well.
fn check_answer(outline: &Outline<'_>, schema: &Place<'_>, report: &mut Report) {
    let optional = schema.map("properties").map(|(name, _)| name);
    for name in optional.filter(|name| !required(schema).any(|one| one == *name)) {
        let pointer = schema.below(&format!("properties/{}", escape(name)));
        if outline.resolve(&pointer).is_some_and(|property| !may_be_null(outline, property, DEPTH))
        {
            report.add(
                pointer,
                format!("`{name}` of answers is optional and not nullable"),
                "Add `nullable: true` to it, or to the component that it refers to.",
            );
        }
    }
}

fn required<'d>(schema: &Place<'d>) -> impl Iterator<Item = &'d str> {
    schema.list("required").filter_map(Value::as_str)
}

/// Whether it is the alternative that stands for null, in the one form that our document has.
pub(crate) fn is_null_form(schema: &Value) -> bool {
    *schema == json!({"type": "string", "nullable": true, "enum": [null]})
}

fn is_nullable(schema: &Place<'_>) -> bool {
    schema.value.get("nullable") == Some(&Value::Bool(true))
}

/// Whether nothing is said of the values of a schema.
fn is_free(schema: &Place<'_>) -> bool {
    let says = ["type", "allOf", "anyOf", "oneOf", "not", "enum"];
    says.iter().all(|key| schema.value.get(key).is_none())
}

fn may_be_null(outline: &Outline<'_>, schema: &Place<'_>, depth: usize) -> bool {
    let typed = schema.value.get("type").is_some();
    (!typed || is_nullable(schema))
        && keywords(outline, schema, depth).iter().all(|(_, refuses)| !refuses)
}

/// The keywords of a schema but `type`, and whether each refuses null.
fn keywords(outline: &Outline<'_>, schema: &Place<'_>, depth: usize) -> Vec<(&'static str, bool)> {
    let nulls = |key| nulls(outline, schema, key, depth);
    let parts = outline.entries(schema, "allOf");
    let not = outline.resolve(&schema.below("not"));
    let refusals = [
        ("enum", !schema.list("enum").any(Value::is_null)),
        ("allOf", parts.count() > nulls("allOf")),
        ("anyOf", nulls("anyOf") == 0),
        ("oneOf", nulls("oneOf") != 1),
        ("not", not.is_some_and(|not| depth > 0 && may_be_null(outline, not, depth - 1))),
    ];
    let present = |(key, _): &(&str, bool)| schema.value.get(key).is_some();
    refusals.into_iter().filter(present).collect()
}

/// How many of the schemas in the list under `key` allow null.
fn nulls(outline: &Outline<'_>, schema: &Place<'_>, key: &str, depth: usize) -> usize {
    outline
        .entries(schema, key)
        .filter(|(_, one)| depth > 0 && may_be_null(outline, one, depth - 1))
        .count()
}

/// All places that callers send: parameters and bodies of operations, and replies to callbacks.
pub(super) fn requests<'o>(outline: &'o Outline<'_>) -> BTreeSet<&'o str> {
    let own = |callback: bool| move |place: &&Place<'_>| is_callback(place) == callback;
    let operations = outline.of(Kind::Operation).filter(own(false));
    let items = outline.of(Kind::PathItem).filter(own(false));
    let replies = outline.of(Kind::Operation).filter(own(true));
    let roots = operations
        .flat_map(|place| [place.below("requestBody"), place.below("parameters")])
        .chain(items.map(|place| place.below("parameters")))
        .chain(replies.map(|place| place.below("responses")));
    reached(outline, roots.collect())
}

/// All places that the service sends: answers of operations, and the bodies of callbacks.
pub(super) fn answers<'o>(outline: &'o Outline<'_>) -> BTreeSet<&'o str> {
    let roots = outline.of(Kind::Operation).map(|place| {
        let member = if is_callback(place) { "requestBody" } else { "responses" };
        place.below(member)
    });
    reached(outline, roots.collect())
}

/// The places in some others, references followed.
fn reached<'o>(outline: &'o Outline<'_>, mut waiting: Vec<String>) -> BTreeSet<&'o str> {
    let mut found = BTreeSet::new();
    while let Some(root) = waiting.pop() {
        let inside = format!("{root}/");
        let places = outline.places().iter();
        for place in
            places.filter(|place| place.pointer == root || place.pointer.starts_with(&inside))
        {
            if found.insert(place.pointer.as_str()) {
                let target = place.reference().and_then(|target| target.strip_prefix('#'));
                waiting.extend(target.map(str::to_owned));
            }
        }
    }
    found
}

/// Whether an operation is a request of the service to its callers.
pub(super) fn is_callback(place: &Place<'_>) -> bool {
    place.pointer.contains("/callbacks/")
}
