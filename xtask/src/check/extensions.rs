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

/// `modules` are the quirks that the client decodes.
pub(super) fn check(document: &Value, modules: &BTreeSet<String>, report: &mut Report) {
    let mut quirks = BTreeSet::new();
    walk(document, "", &mut quirks, report);
    for name in quirks.difference(modules) {
        report.add("", format!("the quirk `{name}` has no module in `src/wire/quirks/`"));
    }
    for name in modules.difference(&quirks) {
        report.add("", format!("`src/wire/quirks/{name}.rs` has no `x-quirk`: mark it or delete"));
    }
    let operations = members(document, "paths", "").flat_map(|(pointer, item)| {
        METHODS.map(|method| Some((format!("{pointer}/{method}"), item.get(method)?)))
    });
    let operations: Vec<_> = operations.flatten().collect();
    for (pointer, operation) in &operations {
        if operation.get("x-admin-right").is_none() {
            report.add(pointer, "add `x-admin-right`");
        }
        for (pointer, response) in members(operation, "responses", pointer) {
            for (pointer, link) in members(response, "links", &pointer) {
                if operations.iter().all(|(_, one)| one["operationId"] != link["operationId"]) {
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

fn count(list: &Value) -> Option<usize> {
    list.as_array().map(Vec::len)
}
