//! Whether the parts of the document agree: ids, path parameters, security, tags, statuses.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use serde_json::Value;

use super::finding::Report;
use super::outline::{Kind, Outline, Place, escape};

pub(super) fn check(outline: &Outline<'_>, report: &mut Report) {
    check_operation_ids(outline, report);
    check_path_parameters(outline, report);
    check_tags(outline, report);
    for place in outline.of(Kind::Operation).chain(outline.of(Kind::Document)) {
        check_security(outline, place, report);
    }
    for responses in outline.of(Kind::Responses) {
        check_statuses(responses, report);
    }
}

fn check_operation_ids(outline: &Outline<'_>, report: &mut Report) {
    let mut seen = HashMap::new();
    for operation in outline.of(Kind::Operation) {
        let Some(id) = operation.text("operationId") else {
            continue;
        };
        if let Some(other) = seen.insert(id, &operation.pointer) {
            report.add(
                operation.below("operationId"),
                format!("the operationId `{id}` is that of {other} too"),
                "Give each operation an id of its own.",
            );
        }
    }
}

fn check_path_parameters(outline: &Outline<'_>, report: &mut Report) {
    for parameter in outline.of(Kind::Parameter) {
        let required = parameter.value.get("required") == Some(&Value::Bool(true));
        if is_path_parameter(parameter) && !required {
            report.add(
                &parameter.pointer,
                "a path parameter that is not required",
                "Add `required: true`.",
            );
        }
    }
    for operation in outline.operations() {
        let item = operation.pointer.rsplit_once('/').and_then(|(item, _)| outline.at(item));
        if let Some(item) = item {
            compare_path_parameters(outline, item, operation, report);
        }
    }
}

/// The parameters of the path of `item` against those declared there and by one of its operations.
fn compare_path_parameters(
    outline: &Outline<'_>,
    item: &Place<'_>,
    operation: &Place<'_>,
    report: &mut Report,
) {
    let template = item.name();
    let wanted: BTreeSet<&str> = template_parameters(&template).collect();
    let declared: BTreeMap<String, &str> = outline
        .entries(item, "parameters")
        .chain(outline.entries(operation, "parameters"))
        .filter(|(_, parameter)| is_path_parameter(parameter))
        .filter_map(|(pointer, parameter)| Some((pointer, parameter.text("name")?)))
        .collect();
    for name in &wanted {
        if !declared.values().any(|declared| declared == name) {
            report.add(
                &operation.pointer,
                format!("the path has `{{{name}}}`, and no parameter with that name is declared"),
                "Declare it under `parameters`, or correct the path.",
            );
        }
    }
    for (pointer, name) in declared {
        if !wanted.contains(name) {
            report.add(
                pointer,
                format!("the path parameter `{name}` is not in the path `{template}`"),
                "Remove it, or put it into the path.",
            );
        }
    }
}

fn is_path_parameter(place: &Place<'_>) -> bool {
    place.text("in") == Some("path")
}

fn template_parameters(template: &str) -> impl Iterator<Item = &str> {
    template.split('{').skip(1).filter_map(|rest| Some(rest.split_once('}')?.0))
}

fn check_tags(outline: &Outline<'_>, report: &mut Report) {
    let declared: HashSet<&str> =
        outline.of(Kind::Tag).filter_map(|tag| tag.text("name")).collect();
    for operation in outline.of(Kind::Operation) {
        for (index, tag) in operation.list("tags").enumerate() {
            if !tag.as_str().is_some_and(|tag| declared.contains(tag)) {
                report.add(
                    operation.below(&format!("tags/{index}")),
                    format!("the tag {tag} is not declared"),
                    "Declare it with a description under `tags` of the document.",
                );
            }
        }
    }
}

fn check_security(outline: &Outline<'_>, place: &Place<'_>, report: &mut Report) {
    for (index, requirement) in place.list("security").enumerate() {
        for (scheme, scopes) in requirement.as_object().into_iter().flatten() {
            let pointer = place.below(&format!("security/{index}/{}", escape(scheme)));
            let Some(declared) =
                outline.resolve(&format!("/components/securitySchemes/{}", escape(scheme)))
            else {
                report.add(
                    pointer,
                    format!("there is no security scheme `{scheme}`"),
                    "Declare it under `components.securitySchemes`, or correct the name.",
                );
                continue;
            };
            for scope in scopes.as_array().into_iter().flatten().filter_map(Value::as_str) {
                if !has_scope(declared, scope) {
                    report.add(
                        &pointer,
                        format!("no flow of `{scheme}` has the scope `{scope}`"),
                        "Declare it with a description in the flow, or correct the name.",
                    );
                }
            }
        }
    }
}

fn has_scope(scheme: &Place<'_>, scope: &str) -> bool {
    scheme
        .map("flows")
        .any(|(_, flow)| flow.get("scopes").is_some_and(|scopes| scopes.get(scope).is_some()))
}

fn check_statuses(responses: &Place<'_>, report: &mut Report) {
    for (status, _) in responses.members() {
        let valid = match status.as_bytes() {
            b"default" | [b'1'..=b'5', b'X', b'X'] => true,
            [b'1'..=b'5', tens, ones] => tens.is_ascii_digit() && ones.is_ascii_digit(),
            _ => status.starts_with("x-"),
        };
        if !valid {
            report.add(
                responses.below(&escape(status)),
                format!("`{status}` is not a status"),
                "Write a status such as '404', a range such as '4XX', or `default`.",
            );
        }
    }
}
