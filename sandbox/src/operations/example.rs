//! Operations without a handler: the request is checked as any other, and the response is an
//! example of the document, with what the request names put in.

use axum::http::StatusCode;
use serde_json::{Value, json};

use super::{Call, Outcome};
use crate::document::{Document, Operation};
use crate::http::{Answer, Refusal};

/// The header of such a response.
pub(crate) const EXAMPLE: &str = "x-sandbox-example";

/// The parameters of lists that are read by cursor.
const CURSORS: [&str; 3] = ["cursor", "after", "before"];

pub(super) fn answer(call: &mut Call<'_>) -> Outcome {
    let call = &*call;
    let has = |names: &[&str]| {
        let mut parameters = call.operation.parameters.iter();
        parameters.any(|parameter| names.contains(&&*parameter.name))
    };
    let is_first = !CURSORS.iter().any(|name| call.parameters.query.contains_key(*name));
    let document = Document::embedded().ok();
    let example = document.and_then(|it| example(it, call.operation, has(&CURSORS) && is_first));
    let (status, mut body) = example.ok_or_else(|| not_implemented(call.operation))?;
    put(&mut body, &named(call));
    let list = body.as_object().and_then(|body| body.iter().find(|(_, value)| value.is_array()));
    let answer = match list {
        Some((name, Value::Array(items))) if has(&["page"]) => {
            call.list(name, items, Value::clone)?
        }
        _ => Answer::json(status, &body),
    };
    Ok(answer.header(EXAMPLE, "true"))
}

/// The status of a success and the last example of its body, in which a job has completed and a
/// list by cursor ends; the first one for the first page of such a list.
fn example(
    document: &Document,
    operation: &Operation,
    is_first: bool,
) -> Option<(StatusCode, Value)> {
    let (status, examples) = document.success(operation)?;
    let example = if is_first { examples.first() } else { examples.last() };
    Some((StatusCode::from_u16(status).ok()?, (*example?).clone()))
}

fn not_implemented(operation: &Operation) -> Refusal {
    let message = format!(
        "The sandbox does not implement {}, and the document has no example of its response",
        operation.id
    );
    Refusal::new(StatusCode::NOT_IMPLEMENTED, message)
}

/// What the path names, then the single values of the body.
fn named(call: &Call<'_>) -> Vec<(String, Value)> {
    let project = call.state.projects.get(call.place.project).into_iter().flat_map(|project| {
        let uuid = json!(project.uuid);
        [("project_id", json!(project.id)), ("projectId", uuid.clone()), ("project_uuid", uuid)]
    });
    let path = project.chain(call.named()).map(|(name, value)| (name.to_owned(), value));
    let body = call.body.as_object().into_iter().flatten();
    path.chain(body.map(|(name, value)| (name.clone(), value.clone()))).collect()
}

/// Replaces the single values of the same name and type, at any depth.
fn put(value: &mut Value, named: &[(String, Value)]) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| put(item, named)),
        Value::Object(members) => members.iter_mut().for_each(|(name, member)| {
            let sent = named.iter().find(|(known, _)| known == name).map(|(_, sent)| sent);
            match (&mut *member, sent) {
                (Value::String(text), Some(Value::String(sent))) => text.clone_from(sent),
                // An id that has digits only.
                (Value::String(text), Some(Value::Number(sent))) => *text = sent.to_string(),
                (Value::Number(number), Some(Value::Number(sent))) => number.clone_from(sent),
                (Value::Bool(flag), Some(Value::Bool(sent))) => *flag = *sent,
                (Value::Array(items), Some(Value::Array(sent)))
                    if items.iter().chain(sent).all(Value::is_string) =>
                {
                    items.clone_from(sent);
                }
                _ => put(member, named),
            }
        }),
        _ => {}
    }
}

#[test]
fn an_operation_without_an_example_is_not_implemented() {
    let text = "{openapi: 3.0.3, paths: {/a: {get: {operationId: getThing, responses: {'200': \
                {content: {application/json: {schema: {type: object}}}}}}}}}";
    let document = Document::parse(text).expect("a document");
    let operation = document.operation("getThing").expect("an operation");
    assert!(example(&document, operation, false).is_none());
    assert!(not_implemented(operation).reason().contains("getThing"));
}
