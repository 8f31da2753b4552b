//! The extensions of the document, the modules of its quirks, and the targets of its links.

use std::collections::BTreeSet;

use serde_json::Value;

use super::Report;
use super::places::members;
use crate::METHODS;

const KNOWN: [&str; 13] = [
    "x-quirk",
    "x-provenance",
    "x-admin-right",
    "x-enum-varnames",
    "x-displayName",
    "x-feature",
    "x-hint",
    "x-project",
    "x-idempotent",
    "x-pagination",
    "x-job",
    "x-rust-type",
    "x-seconds-suffix",
];
const SOURCES: [&str; 4] = ["documented", "observed", "assumed", "mixed"];
/// The last two are of an operation that needs none, or may need an unknown one.
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

/// `modules` are the quirks that the client decodes.
pub(super) fn check(document: &Value, modules: &BTreeSet<String>, report: &mut Report) {
    let mut quirks = BTreeSet::new();
    walk(document, "", &mut quirks, report);
    check_links(document, report);
    for name in quirks.difference(modules) {
        report.add("", format!("the quirk `{name}` has no module in `src/wire/quirks/`"));
    }
    for name in modules.difference(&quirks) {
        report.add("", format!("`src/wire/quirks/{name}.rs` has no `x-quirk`: mark it or delete"));
    }
    for (pointer, item) in members(document, "paths", "") {
        for method in METHODS.iter().filter(|method| item.get(method).is_some()) {
            if item[method].get("x-admin-right").is_none() {
                report.add(format!("{pointer}/{method}"), "add `x-admin-right`");
            }
            if *method != "get" && !item[method]["x-idempotent"].is_boolean() {
                report.add(format!("{pointer}/{method}"), "add `x-idempotent: true` or `false`");
            }
        }
    }
}

/// No linter follows the `operationId` of a link.
fn check_links(document: &Value, report: &mut Report) {
    let operations = || {
        members(document, "paths", "").flat_map(|(pointer, item)| {
            METHODS.map(|method| (format!("{pointer}/{method}"), &item[method]))
        })
    };
    let ids: BTreeSet<_> = operations().map(|(_, one)| one["operationId"].as_str()).collect();
    for (pointer, operation) in operations() {
        for (pointer, response) in members(operation, "responses", &pointer) {
            for (pointer, link) in members(response, "links", &pointer) {
                if !ids.contains(&link["operationId"].as_str()) {
                    report.add(pointer, "the link leads to no operation");
                }
            }
        }
    }
}

fn walk(value: &Value, pointer: &str, quirks: &mut BTreeSet<String>, report: &mut Report) {
    for (index, element) in value.as_array().into_iter().flatten().enumerate() {
        walk(element, &format!("{pointer}/{index}"), quirks, report);
    }
    for (key, member) in value.as_object().into_iter().flatten() {
        let place = format!("{pointer}/{key}");
        let allows = |values: &[&str]| member.as_str().is_some_and(|one| values.contains(&one));
        let problem = match key.as_str() {
            "x-quirk" => {
                quirks.insert(member.as_str().unwrap_or_default().to_owned());
                continue;
            }
            "x-provenance" if !allows(&SOURCES) => format!("not one of {SOURCES:?}"),
            "x-admin-right" if !allows(&RIGHTS) => format!("not one of {RIGHTS:?}"),
            "x-enum-varnames" if count(member) != count(&value["enum"]) => {
                "give each value of the `enum` one name".to_owned()
            }
            _ if key.starts_with("x-") && !KNOWN.contains(&&**key) => {
                "an unknown extension: see `spec/README.md`".to_owned()
            }
            // Data, not the document's own keys.
            "example" | "examples" => continue,
            _ => {
                walk(member, &place, quirks, report);
                continue;
            }
        };
        report.add(place, problem);
    }
}

fn count(list: &Value) -> usize {
    list.as_array().map_or(0, Vec::len)
}
