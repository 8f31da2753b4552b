//! Admin rights: what `x-admin-right` says, the description says too.

use super::finding::Report;
use super::nullability::is_callback;
use super::outline::{Kind, Outline, Place};
use super::sentences::{quoted, sentences, words};

const RIGHTS: [&str; 6] = [
    "Manage contributors",
    "Manage keys",
    "Manage languages",
    "Manage settings",
    "Upload files",
    "Download files",
];

/// What stands in the place of a right: none is needed, or nobody says whether one is.
const WITHOUT: [&str; 2] = ["none", "not documented"];

pub(super) fn check(outline: &Outline<'_>, report: &mut Report) {
    for operation in outline.operations() {
        let right = operation.text("x-admin-right").unwrap_or_default();
        if RIGHTS.contains(&right) {
            check_named(operation, right, report);
        } else if !WITHOUT.contains(&right) {
            report.add(
                &operation.pointer,
                "the operation does not say the admin right it needs",
                format!(
                    "Add `x-admin-right` with one of: {}.",
                    [&RIGHTS[..], &WITHOUT].concat().join(", ")
                ),
            );
        }
        check_others(outline, operation, right, report);
        check_words(operation, right, report);
    }
    for operation in outline.of(Kind::Operation).filter(|place| is_callback(place)) {
        if operation.value.get("x-admin-right").is_some() {
            report.add(
                operation.below("x-admin-right"),
                "an admin right at a request of the service",
                "Remove it: rights are those of callers.",
            );
        }
    }
}

fn description(operation: &Place<'_>) -> Vec<String> {
    sentences(operation.text("description").unwrap_or_default())
}

fn check_named(operation: &Place<'_>, right: &str, report: &mut Report) {
    let wanted = format!("Admin right: *{right}*");
    let named = description(operation).pop();
    if !named.is_some_and(|last| last.starts_with(&wanted)) {
        report.add(
            operation.below("description"),
            format!("the description does not end with the admin right, *{right}*"),
            format!("End it with the sentence `{wanted}.`"),
        );
    }
}

/// A right that a sentence names is that of this operation, unless the sentence names another one.
fn check_others(outline: &Outline<'_>, operation: &Place<'_>, own: &str, report: &mut Report) {
    let id = operation.text("operationId");
    let others = || outline.operations().filter_map(|other| other.text("operationId"));
    for sentence in description(operation) {
        let of_another = quoted(&sentence)
            .any(|quoted| Some(quoted) != id && others().any(|other| other == quoted));
        let other =
            RIGHTS.iter().find(|right| **right != own && sentence.contains(&format!("*{right}*")));
        if let Some(right) = other.filter(|_| !of_another) {
            report.add(
                operation.below("description"),
                format!("the description names *{right}*, which `x-admin-right` does not"),
                "Make both say the same. A sentence about another operation names that one.",
            );
        }
    }
}

/// How sentences speak of a right: each in the one form, and none takes it back.
fn check_words(operation: &Place<'_>, own: &str, report: &mut Report) {
    let mut add = |problem: String| {
        report.add(
            operation.below("description"),
            problem,
            "Name a right as in `Admin right: *Upload files*.`, and what it is for after a comma.",
        );
    };
    for sentence in description(operation) {
        for right in RIGHTS {
            if !is_emphasised(&sentence, right) {
                add(format!("{right} is not written *{right}*: {sentence}"));
            }
        }
        if let Some((_, named)) = sentence.split_once("Admin right:") {
            let rest =
                RIGHTS.iter().find_map(|right| named.trim().strip_prefix(&format!("*{right}*")));
            match rest {
                None => add(format!("no known admin right: {sentence}")),
                Some(rest)
                    if !rest.starts_with(['.', ',', ';'])
                        || words(rest)
                            .iter()
                            .any(|word| ["no", "not", "never"].contains(&word.as_str())) =>
                {
                    add(format!("an admin right, and words that take it back: {sentence}"));
                }
                Some(_) => {}
            }
        }
        if RIGHTS.contains(&own) && sentence.starts_with("No admin right") {
            add(format!("`x-admin-right` names {own}, and a sentence says: {sentence}"));
        }
    }
}

/// Whether a sentence has a right in the one form wherever it has it. Without any emphasis, the
/// same words speak of a right only where they say so.
fn is_emphasised(sentence: &str, right: &str) -> bool {
    let (text, right) = (sentence.to_lowercase(), right.to_lowercase());
    let mut found = text.match_indices(&right);
    found.all(|(index, _)| {
        let (before, after) = (&text[..index], &text[index + right.len()..]);
        let strong = before.ends_with("**") || after.starts_with("**");
        let emphasised = before.ends_with('*') && after.starts_with('*') && !strong;
        let otherwise = before.ends_with(['*', '_', '`', '"', '“', '\'']);
        emphasised || (!otherwise && !text.contains("admin right"))
    })
}
