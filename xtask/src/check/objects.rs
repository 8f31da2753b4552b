//! What objects of every kind have to say: versions, formats, examples, bodies, what is required.

use std::collections::BTreeSet;

use serde_json::Value;

use super::finding::Report;
use super::links;
use super::nullability::is_callback;
use super::outline::{Kind, Outline, Place};

/// The formats that generators know, or that readers do.
const FORMATS: [&str; 12] = [
    "binary",
    "byte",
    "date",
    "date-time",
    "double",
    "email",
    "float",
    "int32",
    "int64",
    "password",
    "uri",
    "uuid",
];

pub(super) fn check(outline: &Outline<'_>, report: &mut Report) {
    for place in outline.places().iter().filter(|place| place.reference().is_none()) {
        for (problem, remedy) in problems(place) {
            report.add(&place.pointer, problem, remedy);
        }
        match place.kind {
            Kind::Schema => check_required(outline, place, report),
            Kind::PathItem | Kind::Operation => check_parameters(outline, place, report),
            _ => {}
        }
    }
}

/// What an object says wrongly or not at all, with the remedy.
fn problems(place: &Place<'_>) -> Vec<(String, &'static str)> {
    let mut found = Vec::new();
    let mut add = |wrong: bool, problem: &str, remedy| {
        found.extend(wrong.then(|| (problem.to_owned(), remedy)));
    };
    let has = |key| place.value.get(key).is_some();
    let text = |key| place.text(key).unwrap_or_default();
    match place.kind {
        Kind::Info => add(
            !is_version(text("version")),
            "`version` is not a version by Semantic Versioning",
            "Write it as in 1.0.0.",
        ),
        Kind::RequestBody => add(
            !has("required") && !is_callback(place),
            "a request body that does not say whether it is required",
            "Add `required`.",
        ),
        Kind::Example => {
            add(
                !has("value") && !has("externalValue"),
                "an example without a value",
                "Add its `value`.",
            );
            add(
                place.text("summary").is_none(),
                "an example without a summary",
                "Say in `summary` what it shows.",
            );
        }
        Kind::Schema => add(
            // The formats of integers have a rule of their own.
            text("type") != "integer" && has("format") && !FORMATS.contains(&text("format")),
            "a format that nobody knows",
            "Correct its spelling, or say in the description what form the value has.",
        ),
        _ => {}
    }
    let deprecated = place.value.get("deprecated") == Some(&Value::Bool(true));
    add(
        deprecated && !text("description").contains("Deprecated"),
        "deprecated, and the description does not say so",
        "Say `Deprecated`, and what to use instead.",
    );
    found
}

/// Whether a text is a version as <https://semver.org> has it.
fn is_version(text: &str) -> bool {
    let (text, build) = text.split_once('+').unwrap_or((text, "0"));
    let (core, pre) = text.split_once('-').unwrap_or((text, "0"));
    let number = |part: &str| {
        let digits = !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        digits && (part == "0" || !part.starts_with('0'))
    };
    let word = |part: &str| {
        !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    core.split('.').count() == 3
        && core.split('.').all(number)
        && pre.split('.').chain(build.split('.')).all(word)
}

/// What a schema requires is a property of it, and named once.
fn check_required(outline: &Outline<'_>, schema: &Place<'_>, report: &mut Report) {
    let part = schema.pointer.contains("/allOf/") && schema.value.get("properties").is_none();
    let mut seen = BTreeSet::new();
    for (index, name) in schema.list("required").enumerate() {
        let name = name.as_str().unwrap_or_default();
        let problem = if !seen.insert(name) {
            format!("`{name}` is required twice")
        } else if !part && !links::has(outline, &schema.pointer, name) {
            format!("`{name}` is required, and there is no such property")
        } else {
            continue;
        };
        report.add(
            schema.below(&format!("required/{index}")),
            problem,
            "Correct the name, or remove it.",
        );
    }
}

fn check_parameters(outline: &Outline<'_>, place: &Place<'_>, report: &mut Report) {
    let mut seen = BTreeSet::new();
    for (pointer, parameter) in outline.entries(place, "parameters") {
        let key = (parameter.text("in"), parameter.text("name"));
        if !seen.insert(key) {
            report.add(pointer, "a parameter that stands twice", "Remove it, or correct its name.");
        }
    }
}
