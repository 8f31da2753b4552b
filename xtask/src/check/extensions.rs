//! The extension keys of the document: which exist, what values they may have, and that each quirk
//! has its module.

use std::collections::BTreeSet;

use serde_json::Value;

use super::finding::Report;
use super::outline::{Kind, Outline, Place, escape};

/// The extensions, and the only kind of object each belongs to, if there is one.
const KNOWN: [(&str, Option<Kind>); 5] = [
    ("x-quirk", None),
    ("x-provenance", None),
    ("x-admin-right", Some(Kind::Operation)),
    ("x-enum-varnames", Some(Kind::Schema)),
    ("x-displayName", Some(Kind::Tag)),
];

/// Where the knowledge comes from.
const SOURCES: [&str; 4] = ["documented", "observed", "assumed", "mixed"];

/// Admin rights; the last two stand for an operation that needs none, or may need an unknown one.
const RIGHTS: [&str; 8] = [
    "Manage contributors",
    "Manage keys",
    "Manage languages",
    "Manage settings",
    "Upload files",
    "Download files",
    "none",
    "not documented",
];

/// `quirks` are the modules that exist.
pub(super) fn check(outline: &Outline<'_>, quirks: &BTreeSet<String>, report: &mut Report) {
    for place in outline.places() {
        check_keys(place, report);
        check_value(place, "x-provenance", &SOURCES, report);
        check_value(place, "x-admin-right", &RIGHTS, report);
        if place.kind == Kind::Schema {
            check_varnames(place, report);
        }
    }
    for operation in outline.operations() {
        if operation.value.get("x-admin-right").is_none() {
            report.add(
                &operation.pointer,
                "the operation does not name the admin right it needs",
                format!("Add `x-admin-right` with one of: {}.", RIGHTS.join(", ")),
            );
        }
    }
    check_quirks(outline, quirks, report);
}

fn check_quirks(outline: &Outline<'_>, quirks: &BTreeSet<String>, report: &mut Report) {
    let marked: Vec<_> = outline
        .places()
        .iter()
        .filter_map(|place| Some((place, place.value.get("x-quirk")?.as_str().unwrap_or_default())))
        .collect();
    for (place, name) in &marked {
        if !quirks.contains(*name) {
            report.add(
                place.below("x-quirk"),
                format!("the quirk `{name}` has no module"),
                format!("Add `src/wire/quirks/{name}.rs` with both sides, or correct the name."),
            );
        }
    }
    for name in quirks.iter().filter(|name| !marked.iter().any(|(_, marked)| marked == name)) {
        report.add(
            "",
            format!("`src/wire/quirks/{name}.rs` belongs to no quirk of the document"),
            format!("Mark the place with `x-quirk: {name}`, or remove the file."),
        );
    }
}

fn check_keys(place: &Place<'_>, report: &mut Report) {
    let allowed = |key: &str| {
        KNOWN
            .iter()
            .any(|(known, only)| *known == key && only.is_none_or(|kind| kind == place.kind))
    };
    for (key, _) in place.members() {
        if key.starts_with("x-") && !allowed(key) {
            report.add(
                place.below(&escape(key)),
                format!("`{key}` is not an extension of this document, or not at such a place"),
                "Correct it; `spec/README.md` lists the extensions.",
            );
        }
    }
}

fn check_value(place: &Place<'_>, key: &str, allowed: &[&str], report: &mut Report) {
    let known = |value: &Value| value.as_str().is_some_and(|value| allowed.contains(&value));
    if place.value.get(key).is_some_and(|value| !known(value)) {
        report.add(
            place.below(key),
            format!("an unknown value of `{key}`"),
            format!("Write one of: {}.", allowed.join(", ")),
        );
    }
}

fn check_varnames(schema: &Place<'_>, report: &mut Report) {
    let named = schema.value.get("x-enum-varnames").is_some();
    if named && schema.list("x-enum-varnames").count() != schema.list("enum").count() {
        report.add(
            schema.below("x-enum-varnames"),
            "not as many names as the `enum` has values",
            "Give each value one name, in the same order.",
        );
    }
}
