//! The extension keys of the document: which there are, what they may say, and that each quirk has
//! its module.

use std::collections::BTreeSet;

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

/// `quirks` are the modules that exist.
pub(super) fn check(outline: &Outline<'_>, quirks: &BTreeSet<String>, report: &mut Report) {
    for place in outline.places() {
        check_keys(place, report);
        match place.kind {
            Kind::Schema => check_varnames(place, report),
            Kind::Tag => check_display_name(place, report),
            _ => {}
        }
    }
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
                format!("Add `src/wire/quirks/{name}.rs`, which tells both sides and has or names their test, or correct the name."),
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

fn check_display_name(tag: &Place<'_>, report: &mut Report) {
    if tag.text("x-displayName").is_none() {
        report.add(&tag.pointer, "a tag without a name to show", "Add `x-displayName`, in words.");
    }
}
