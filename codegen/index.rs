//! The index of operations for the documentation: by group, with the required permissions.

use std::fmt::Write as _;

use heck::{ToSnakeCase, ToTitleCase};

use super::document::{Document, Operation};

const BADGE: &str =
    "In their docs, *Observed.* marks an operation that the service's own description
does not contain, and exchanges with the service or public clients show. The badge of an operation
holds for its parameters too.";

/// Returns the index in Markdown.
pub(super) fn of(document: &Document, operations: &[Operation]) -> String {
    let mut text = format!("All operations, by their groups in the document.\n\n{BADGE}\n");
    for group in document.tags() {
        let title = group.title.unwrap_or_else(|| group.name.to_title_case());
        let description = group.description;
        let _ = write!(
            text,
            "\n# {title}\n\n{description}\n\n| Call | What it does | OAuth scope | Admin right |\n|---|---|---|---|\n",
        );
        for operation in operations.iter().filter(|operation| operation.tag == group.name) {
            let _ = writeln!(
                text,
                "| [`{name}`](crate::Client::{name}) | {} | {} | {} |",
                cell(&operation.summary),
                operation
                    .scopes
                    .iter()
                    .map(|scope| format!("`{scope}`"))
                    .collect::<Vec<_>>()
                    .join(", "),
                operation.admin_right,
                name = operation.id.to_snake_case(),
            );
        }
    }
    text
}

/// Formats a text as the cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
