//! Docs from the parts of the document that are not descriptions: extension keys, defaults, scopes
//! and errors.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::document::{Document, ErrorStatus, scopes, text};
use super::markdown;

/// The badge of each provenance, except that of the service's documentation.
const BADGES: [(&str, &str); 2] = [("observed", "*Observed.*"), ("assumed", "*Assumed.*")];

/// Converts all descriptions and summaries for rustdoc, and adds the badges.
pub(super) fn texts_in_rust(document: &mut Document) {
    document.for_each_object(|object| {
        for key in ["summary", "description"] {
            if let Some(Value::String(text)) = object.get_mut(key) {
                *text = markdown::for_rustdoc(text);
            }
        }
        let provenance = object.get("x-provenance").map(text).unwrap_or_default();
        let badge = BADGES.iter().find(|(of, _)| provenance == *of);
        if let (Some((_, badge)), Some(Value::String(text))) =
            (badge, object.get_mut("description"))
        {
            *text = with_note(text, badge);
        }
    });
}

/// Returns the description of a field or parameter, without the badge of its type or operation.
pub(super) fn without_repeated_badge(description: &str, owner: &str) -> String {
    let repeated = BADGES.iter().filter(|(_, badge)| owner.contains(badge));
    repeated.fold(description.to_owned(), |text, (_, badge)| {
        text.replace(&format!("\n\n{badge}"), "").replace(&format!(" {badge}"), "")
    })
}

/// Returns the description of a field that has a default.
pub(super) fn with_default(description: &str, default: &Value) -> String {
    let value = match default {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let says = description.to_lowercase().contains("default");
    match says && description.contains(&format!("`{value}`")) {
        true => description.to_owned(),
        false => with_note(description, &format!("Default: `{value}`.")),
    }
}

/// Adds a sentence to a description, outside of a list, table or code block at its end.
fn with_note(description: &str, note: &str) -> String {
    let description = description.trim();
    let last = description.rsplit("\n\n").next().unwrap_or_default();
    let words = last.starts_with(|first: char| first.is_alphabetic() || "`*'\"(".contains(first));
    let is_text =
        words && !last.starts_with("* ") && !last.contains("```") && !last.contains("\n|");
    match (description.is_empty(), is_text && !last.contains("\n- ")) {
        (true, _) => note.to_owned(),
        (false, true) => format!("{description} {note}"),
        (false, false) => format!("{description}\n\n{note}"),
    }
}

/// Adds the required permissions, the deprecation and the errors to the docs of methods, which the
/// generator omits.
pub(super) fn in_descriptions(document: &mut Document) -> usize {
    let errors = document.errors();
    let mut changed = 0;
    for operation in document.operations_mut() {
        let scopes = scopes(operation);
        let description = text(&operation["description"]);
        let mut rules = String::new();
        if !scopes.is_empty() {
            rules.push_str(&format!("\n\nOAuth scope: `{}`.", scopes.join("`, `")));
        }
        if operation["deprecated"] == true && !description.contains("Deprecated") {
            rules.push_str("\n\nDeprecated.");
        }
        if let Some(of_this) = errors.get(&text(&operation["operationId"])) {
            rules.push_str(&told(of_this, &errors));
        }
        if !rules.is_empty() {
            operation["description"] = json!(description + &rules);
            changed += 1;
        }
    }
    changed
}

/// Describes the errors of an operation: common ones by their status, others in a sentence.
fn told(errors: &[ErrorStatus], all: &BTreeMap<String, Vec<ErrorStatus>>) -> String {
    let is_common = |error: &ErrorStatus| {
        let having = all.values().filter(|errors| {
            let mut errors = errors.iter();
            errors.any(|other| other.status == error.status)
        });
        error.shared && having.count() * 2 > all.len()
    };
    let (common, own): (Vec<_>, Vec<_>) = errors.iter().partition(|error| is_common(error));
    let common = enumerated(common.iter().map(|error| error.status.as_str()));
    let own: String = own
        .iter()
        .map(|error| {
            let words = error.description.split_whitespace().collect::<Vec<_>>().join(" ");
            format!("\n- {}: {}", error.status, first_sentence(&words))
        })
        .collect();
    match (common.is_empty(), own.is_empty()) {
        (true, true) => String::new(),
        (false, true) => format!("\n\nErrors common to most calls: {common}."),
        (true, false) => format!("\n\nErrors:\n{own}"),
        (false, false) => {
            format!("\n\nErrors besides {common}, which are common to most calls:\n{own}")
        }
    }
}

/// Joins names: `one, two and three`.
fn enumerated<'a>(parts: impl Iterator<Item = &'a str>) -> String {
    let parts: Vec<_> = parts.collect();
    match parts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => parts.concat(),
    }
}

/// Returns the first sentence: up to a full stop before a space, outside of code.
fn first_sentence(text: &str) -> &str {
    let ends = text.match_indices(". ").map(|(at, _)| &text[..=at]);
    let mut whole = ends
        .filter(|sentence| sentence.matches('`').count() % 2 == 0 && !sentence.ends_with(".g."));
    whole.next().unwrap_or(text)
}
