//! What every operation of this document has to say.

use serde_json::Value;

use super::finding::Report;
use super::nullability::is_callback;
use super::outline::{Kind, Outline, Place};

pub(super) fn check(outline: &Outline<'_>, report: &mut Report) {
    for operation in outline.operations() {
        check_operation_id(operation, report);
        check_texts(operation, report);
        check_access(operation, report);
        check_responses(operation, report);
        check_successes(outline, operation, report);
        check_pages(outline, operation, report);
    }
    for operation in outline.of(Kind::Operation).filter(|place| is_callback(place)) {
        check_operation_id(operation, report);
    }
    for parameter in outline.of(Kind::Parameter) {
        if !has_example(parameter) && parameter.value.get("content").is_none() {
            report.add(&parameter.pointer, "a parameter without an example", "Add an `example`.");
        }
    }
    for media_type in outline.of(Kind::MediaType) {
        if !has_example(media_type) && !is_free(media_type) {
            report.add(
                &media_type.pointer,
                "a body without an example",
                "Add `examples`, one for each shape.",
            );
        }
    }
}

fn check_operation_id(operation: &Place<'_>, report: &mut Report) {
    let remedy =
        "Give it an id in lowerCamelCase, such as `listFiles`, that reads well in snake_case too.";
    match operation.text("operationId") {
        None => report.add(&operation.pointer, "the operation has no `operationId`", remedy),
        Some(id) if !is_lower_camel_case(id) => report.add(
            operation.below("operationId"),
            format!("the operationId `{id}` is not in lowerCamelCase"),
            remedy,
        ),
        Some(_) => {}
    }
}

/// Two capitals in a row are refused: `getURL` has no clear words.
fn is_lower_camel_case(id: &str) -> bool {
    let bytes = id.as_bytes();
    bytes.first().is_some_and(u8::is_ascii_lowercase)
        && bytes.iter().all(u8::is_ascii_alphanumeric)
        && !bytes.windows(2).any(|pair| pair.iter().all(u8::is_ascii_uppercase))
}

fn check_texts(operation: &Place<'_>, report: &mut Report) {
    for key in ["summary", "description"] {
        if operation.text(key).is_none() {
            report.add(
                &operation.pointer,
                format!("the operation has no `{key}`"),
                "Say what it does, who may, and what is ignored when.",
            );
        }
    }
    if operation.list("tags").count() != 1 {
        report.add(
            &operation.pointer,
            "the operation has not exactly one tag",
            "Give it the tag of its resource.",
        );
    }
}

fn check_access(operation: &Place<'_>, report: &mut Report) {
    if operation.value.get("security").is_none() {
        report.add(
            &operation.pointer,
            "the operation has no `security` of its own",
            "Name the schemes and the OAuth scope it needs, or `[]` where it needs none.",
        );
    }
}

fn check_responses(operation: &Place<'_>, report: &mut Report) {
    let statuses: Vec<&str> =
        operation.map("responses").map(|(status, _)| status.as_str()).collect();
    if !statuses.iter().any(|status| status.starts_with('2')) {
        report.add(
            &operation.pointer,
            "the operation has no answer for success",
            "Add a 2xx status with its schema and examples.",
        );
    }
    if !statuses.contains(&"default") {
        report.add(
            &operation.pointer,
            "the operation has no answer for everything else",
            "Add `default` with the error component.",
        );
    }
}

/// An operation that takes a limit takes a page too, and then its answer announces the total.
fn check_pages(outline: &Outline<'_>, operation: &Place<'_>, report: &mut Report) {
    let item = operation.pointer.rsplit_once('/').map_or("", |(item, _)| item);
    let holders = [outline.at(item), Some(operation)].into_iter().flatten();
    let parameters: Vec<&str> = holders
        .flat_map(|holder| outline.entries(holder, "parameters"))
        .filter_map(|(_, parameter)| parameter.text("name"))
        .collect();
    if !parameters.contains(&"limit") {
        return;
    }
    if !parameters.iter().any(|name| ["page", "cursor", "after"].contains(name)) {
        report.add(
            &operation.pointer,
            "a `limit`, and no parameter that leads to what is past it",
            "Add `page`, or `after` for a cursor.",
        );
    }
    for (status, _) in operation.map("responses").filter(|(status, _)| status.starts_with('2')) {
        let pointer = operation.below(&format!("responses/{status}"));
        let answer = outline.resolve(&pointer);
        let mut headers = answer.into_iter().flat_map(|answer| answer.map("headers"));
        if parameters.contains(&"page") && !headers.any(|(name, _)| name == "X-Total-Count") {
            report.add(
                pointer,
                "a page of a list without the headers of lists",
                "Add `X-Total-Count`, and the others that lists have.",
            );
        }
    }
}

/// A typed client has one type for success.
fn check_successes(outline: &Outline<'_>, operation: &Place<'_>, report: &mut Report) {
    let successes = operation
        .map("responses")
        .filter(|(status, _)| status.starts_with('2'))
        .filter_map(|(status, _)| {
            let answer = outline.resolve(&operation.below(&format!("responses/{status}")))?;
            Some(answer.value.pointer("/content/application~1json/schema"))
        });
    let schemas: Vec<_> = successes.collect();
    if schemas.windows(2).any(|pair| pair[0] != pair[1]) {
        report.add(
            operation.below("responses"),
            "answers for success with different bodies, and a client has one type for success",
            "Give all 2xx answers the same JSON schema, with alternatives where they differ.",
        );
    }
}

/// Whether a body needs no example: a page for a browser, or what the service sends to a callback.
fn is_free(media_type: &Place<'_>) -> bool {
    media_type.name() == "text/html" || is_callback(media_type)
}

fn has_example(place: &Place<'_>) -> bool {
    let named = place.value.get("examples").and_then(Value::as_object);
    place.value.get("example").is_some() || named.is_some_and(|examples| !examples.is_empty())
}
