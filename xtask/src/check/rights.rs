//! Admin rights: what `x-admin-right` says, the description says too.

use super::finding::Report;
use super::outline::{Outline, Place};
use super::sentences::{quoted, sentences};

const RIGHTS: [&str; 3] = ["Manage contributors", "Upload files", "Download files"];

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
    let others = || {
        outline
            .operations()
            .filter_map(|other| other.text("operationId"))
    };
    for sentence in description(operation) {
        let of_another = quoted(&sentence)
            .any(|quoted| Some(quoted) != id && others().any(|other| other == quoted));
        let other = RIGHTS
            .iter()
            .find(|right| **right != own && sentence.contains(&format!("*{right}*")));
        if let Some(right) = other.filter(|_| !of_another) {
            report.add(
                operation.below("description"),
                format!("the description names *{right}*, which `x-admin-right` does not"),
                "Make both say the same. A sentence about another operation names that one.",
            );
        }
    }
}
