//! Links and callbacks: the operations they lead to, and the runtime expressions by which they do.

use std::collections::BTreeSet;

use super::finding::Report;
use super::nullability::DEPTH;
use super::outline::{Kind, Outline, Place, escape, unescape};

pub(super) fn check(outline: &Outline<'_>, report: &mut Report) {
    for link in outline.of(Kind::Link) {
        check_target(outline, link, report);
    }
    let mut told = BTreeSet::new();
    for operation in outline.of(Kind::Operation) {
        for (pointer, expression, answer) in expressions(outline, operation) {
            let wrong = problem(outline, operation, answer, &expression);
            if let Some(wrong) = wrong.filter(|_| told.insert((pointer.clone(), expression))) {
                report.add(
                    pointer,
                    wrong,
                    "Write a runtime expression such as `$request.path.id` or \
                     `$response.body#/id`, of what there is.",
                );
            }
        }
    }
}

/// What a link leads to, and the parameters that it gives a value.
fn check_target(outline: &Outline<'_>, link: &Place<'_>, report: &mut Report) {
    let id = link.text("operationId").unwrap_or_default();
    let target = outline.operations().find(|operation| operation.text("operationId") == Some(id));
    let Some(target) = target else {
        report.add(
            &link.pointer,
            "a link to no operation of this document",
            "Give it the `operationId` of the operation that it leads to.",
        );
        return;
    };
    let parameters = parameters(outline, target);
    for (name, _) in link.map("parameters") {
        let known = |(place, own): &(&str, &str)| own == name || format!("{place}.{own}") == *name;
        if !parameters.iter().any(known) {
            report.add(
                link.below(&format!("parameters/{}", escape(name))),
                format!("`{id}` has no parameter `{name}`"),
                "Correct the name, or remove it.",
            );
        }
    }
    for (_, name) in parameters.iter().filter(|(place, _)| *place == "path") {
        let qualified = format!("path.{name}");
        if !link.map("parameters").any(|(given, _)| given == name || *given == qualified) {
            report.add(
                &link.pointer,
                format!("the link gives no value for `{name}`, which the path of `{id}` needs"),
                "Add it under `parameters`.",
            );
        }
    }
}

/// Where each parameter of an operation is, and its name; those of its path included.
fn parameters<'d>(outline: &Outline<'d>, operation: &Place<'d>) -> Vec<(&'d str, &'d str)> {
    let item = operation.pointer.rsplit_once('/').map_or("", |(item, _)| item);
    let mut found = Vec::new();
    for holder in [outline.at(item), Some(operation)].into_iter().flatten() {
        let entries = outline.entries(holder, "parameters");
        found.extend(entries.filter_map(|(_, one)| Some((one.text("in")?, one.text("name")?))));
    }
    found
}

/// The runtime expressions of an operation: where each stands, and the answer that it may speak of.
fn expressions<'o, 'd>(
    outline: &'o Outline<'d>,
    operation: &'o Place<'d>,
) -> Vec<(String, String, Option<&'o Place<'d>>)> {
    let mut found = Vec::new();
    for (name, _) in operation.map("callbacks") {
        let pointer = operation.below(&format!("callbacks/{}", escape(name)));
        if let Some(callback) = outline.resolve(&pointer) {
            for (key, _) in callback.members() {
                let pointer = callback.below(&escape(key));
                found.extend(embedded(key).map(|one| (pointer.clone(), one.to_owned(), None)));
            }
        }
    }
    for (status, _) in operation.map("responses") {
        let pointer = operation.below(&format!("responses/{}", escape(status)));
        let Some(answer) = outline.resolve(&pointer) else {
            continue;
        };
        for (name, _) in answer.map("links") {
            let pointer = answer.below(&format!("links/{}", escape(name)));
            if let Some(link) = outline.resolve(&pointer) {
                for (name, value) in link.map("parameters") {
                    let value = value.as_str().unwrap_or_default();
                    let pointer = link.below(&format!("parameters/{}", escape(name)));
                    let whole = value.starts_with('$').then_some(value);
                    let all = whole.into_iter().chain(embedded(value));
                    found.extend(all.map(|one| (pointer.clone(), one.to_owned(), Some(answer))));
                }
            }
        }
    }
    found
}

/// The expressions in braces.
fn embedded(text: &str) -> impl Iterator<Item = &str> {
    let parts = text.split('{').skip(1);
    parts.map(|rest| rest.split_once('}').map_or(rest, |(inner, _)| inner))
}

/// What is wrong with a runtime expression of an operation.
fn problem(
    outline: &Outline<'_>,
    operation: &Place<'_>,
    answer: Option<&Place<'_>>,
    expression: &str,
) -> Option<String> {
    if ["$url", "$method", "$statusCode"].contains(&expression) {
        return None;
    }
    let (holder, of) = match (expression.split_once('.'), answer) {
        (Some(("$request", of)), _) => (outline.resolve(&operation.below("requestBody")), of),
        (Some(("$response", of)), Some(answer)) => (Some(answer), of),
        _ => return Some(format!("`{expression}` is no runtime expression here")),
    };
    let request = expression.starts_with("$request");
    let (kind, name) = of.split_once(['.', '#']).unwrap_or((of, ""));
    let exists = match kind {
        "body" => holder.is_some_and(|holder| has_member(outline, holder, name)),
        "path" | "query" | "header" if request => {
            let same = |(place, own): &(&str, &str)| {
                *place == kind
                    && (*own == name || (kind == "header" && own.eq_ignore_ascii_case(name)))
            };
            parameters(outline, operation).iter().any(same)
        }
        "header" => answer.is_some_and(|answer| {
            answer.map("headers").any(|(own, _)| own.eq_ignore_ascii_case(name))
        }),
        _ => return Some(format!("`{expression}` is no runtime expression here")),
    };
    (!exists).then(|| format!("`{expression}` names nothing that there is"))
}

/// Whether a body, of a request or an answer, has a member at a JSON pointer.
fn has_member(outline: &Outline<'_>, holder: &Place<'_>, path: &str) -> bool {
    let path: Vec<String> = path.split('/').skip(1).map(unescape).collect();
    holder.map("content").any(|(kind, _)| {
        let schema = holder.below(&format!("content/{}/schema", escape(kind)));
        has_property(outline, &schema, &path, DEPTH)
    })
}

/// Whether the schema at a pointer has a property, itself or in one of its parts or alternatives.
fn has_property(outline: &Outline<'_>, pointer: &str, path: &[String], depth: usize) -> bool {
    let (Some(schema), Some(below)) = (outline.resolve(pointer), depth.checked_sub(1)) else {
        return false;
    };
    let Some((name, rest)) = path.split_first() else {
        return true;
    };
    let mut next = vec![schema.below(&format!("properties/{}", escape(name)))];
    next.push(schema.below("additionalProperties"));
    if name.parse::<usize>().is_ok() {
        next.push(schema.below("items"));
    }
    let own = next.iter().any(|next| has_property(outline, next, rest, below));
    own || ["allOf", "anyOf", "oneOf"].into_iter().any(|key| {
        let parts: Vec<_> = outline.entries(schema, key).collect();
        parts.iter().any(|(part, _)| has_property(outline, part, path, below))
    })
}
