//! What each operation and each group must have.

use std::collections::BTreeSet;

use openapiv3::{
    Components, LinkOperation, OpenAPI, Operation, Parameter, ReferenceOr, SecurityScheme,
    StatusCode,
};

use super::places::{responses, target};
use super::pointer::escape;
use super::{Known, Report};

/// The values of `x-admin-right`.
const RIGHTS: [&str; 13] = [
    "Manage contributors",
    "Manage keys",
    "Manage languages",
    "Manage settings",
    "Manage tasks",
    "Manage screenshots",
    "Manage glossary",
    "Upload files",
    "Download files",
    "Project admin",
    "Team admin",
    "none",
    "not documented",
];

pub(super) fn check(api: &OpenAPI, components: &Components, known: &Known, report: &mut Report) {
    for (index, tag) in api.tags.iter().enumerate() {
        let feature = tag.extensions.get("x-feature").map(|it| it.as_str().unwrap_or_default());
        if let Some(name) = feature.filter(|name| !known.features.iter().any(|it| it == name)) {
            let problem = format!("`Cargo.toml` has no feature `{name}`: add it there, in `full`");
            report.add(format!("/tags/{index}/x-feature"), problem);
        }
        if tag.description.is_none() {
            report.add(format!("/tags/{index}"), "add a `description`");
        }
    }
    let mut ids = BTreeSet::new();
    for (path, method, operation) in api.operations() {
        let pointer = format!("/paths/{}/{method}", escape(path));
        let mut add = |problem: String| report.add(&pointer, problem);
        match &operation.operation_id {
            None => add("add an `operationId`".to_owned()),
            Some(id) if !ids.insert(&**id) => {
                add(format!("`{id}` names two operations: rename one"));
            }
            Some(_) => {}
        }
        let texts = [("summary", &operation.summary), ("description", &operation.description)];
        for (key, _) in texts.into_iter().filter(|(_, text)| text.is_none()) {
            add(format!("add a `{key}`"));
        }
        check_effect(method, operation, &mut add);
        check_path(path, api, components, operation, &mut add);
        check_security(components, operation, &mut add);
        check_responses(operation, &mut add);
    }
    for (path, method, operation) in api.operations() {
        let pointer = format!("/paths/{}/{method}", escape(path));
        check_links(&pointer, components, operation, &ids, report);
    }
}

/// Links lead to operations.
fn check_links(
    pointer: &str,
    components: &Components,
    operation: &Operation,
    ids: &BTreeSet<&str>,
    report: &mut Report,
) {
    for (status, response) in responses(operation) {
        let place = format!("{pointer}/responses/{status}");
        let found = target(&components.responses, response, place.clone());
        for (name, link) in found.iter().flat_map(|(_, response)| &response.links) {
            if let ReferenceOr::Item(link) = link
                && let LinkOperation::OperationId(id) = &link.operation
                && !ids.contains(&**id)
            {
                let problem = format!("the link leads to no operation `{id}`: correct it");
                report.add(format!("{place}/links/{name}"), problem);
            }
        }
    }
}

/// Its right, and whether it may be repeated.
fn check_effect(method: &str, operation: &Operation, add: &mut impl FnMut(String)) {
    match operation.extensions.get("x-admin-right").map(|it| it.as_str().unwrap_or_default()) {
        None => add("add `x-admin-right`".to_owned()),
        Some(right) if !RIGHTS.contains(&right) => {
            add(format!("`x-admin-right: {right}` is not one of {RIGHTS:?}"));
        }
        Some(_) => {}
    }
    if method == "post" && operation.extensions.get("x-idempotent").is_some_and(|it| *it == true) {
        add("a POST creates or starts something: `x-idempotent: false`".to_owned());
    }
}

/// The parameters of its path are those of the template.
fn check_path(
    path: &str,
    api: &OpenAPI,
    components: &Components,
    operation: &Operation,
    add: &mut impl FnMut(String),
) {
    let item = api.paths.paths.get(path).and_then(ReferenceOr::as_item);
    let shared = item.into_iter().flat_map(|item| &item.parameters);
    let parameters = shared.chain(&operation.parameters);
    let parameters = parameters.filter_map(|it| target(&components.parameters, it, String::new()));
    let described: BTreeSet<_> = parameters
        .filter(|(_, it)| matches!(it, Parameter::Path { .. }))
        .map(|(_, it)| &*it.parameter_data_ref().name)
        .collect();
    let template = path.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    let template: BTreeSet<_> = template.map(|(name, _)| name).collect();
    for name in template.difference(&described) {
        add(format!("the path has `{{{name}}}`: add a parameter of this name"));
    }
    for name in described.difference(&template) {
        add(format!("the path has no `{{{name}}}`: add it, or remove the parameter"));
    }
}

/// Its credentials and scopes are those of the document.
fn check_security(components: &Components, operation: &Operation, add: &mut impl FnMut(String)) {
    let Some(accepted) = &operation.security else {
        return add("add its `security`, `[]` if it needs none".to_owned());
    };
    for (name, scopes) in accepted.iter().flatten() {
        let scheme = components.security_schemes.get(name).and_then(ReferenceOr::as_item);
        let flow = match scheme {
            None => {
                add(format!("`securitySchemes` has no `{name}`: correct the name"));
                continue;
            }
            Some(SecurityScheme::OAuth2 { flows, .. }) => flows.authorization_code.as_ref(),
            Some(_) => None,
        };
        for scope in scopes {
            if !flow.is_some_and(|flow| flow.scopes.contains_key(scope)) {
                add(format!("`{name}` has no scope `{scope}`: correct it, or add it there"));
            }
        }
    }
}

/// Any call may end otherwise, and one with a credential in these ways.
fn check_responses(operation: &Operation, add: &mut impl FnMut(String)) {
    /// Statuses of all calls with a credential.
    const COMMON: [u16; 5] = [400, 401, 403, 404, 429];
    let known = &operation.responses.responses;
    for status in known.keys() {
        if !matches!(status, StatusCode::Code(200..=599)) {
            add(format!("the status {status} is none of a response: correct it"));
        }
    }
    if operation.responses.default.is_none() {
        add("add a response `default`".to_owned());
    }
    if operation.security.as_ref().is_some_and(|accepted| !accepted.is_empty()) {
        for status in COMMON.into_iter().filter(|it| !known.contains_key(&StatusCode::Code(*it))) {
            add(format!("any call with a credential may end in {status}: add this response"));
        }
    }
}
