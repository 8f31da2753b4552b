//! The index of operations, for the documentation: which there are, by their groups, and what a call of each needs.

use std::fmt::Write as _;

use heck::{ToSnakeCase, ToTitleCase};

use super::document::{Document, Operation};

/// The index in Markdown.
pub(super) fn of(document: &Document, operations: &[Operation]) -> String {
    let mut text = String::from("All operations, by their groups in the document.\n");
    for (tag, description) in document.tags() {
        // The one name that has a spelling of its own.
        let title = tag.to_title_case().replace("Oauth", "OAuth");
        let _ = write!(
            text,
            "\n# {title}\n\n{description}\n\n| Call | What it does | OAuth scope | Admin right |\n|---|---|---|---|\n",
        );
        for operation in operations.iter().filter(|operation| operation.tag == tag) {
            let _ = writeln!(
                text,
                "| [`{name}`](crate::Client::{name}) | {} | {} | {} |",
                operation.summary,
                operation
                    .scopes
                    .iter()
                    .map(|scope| format!("`{scope}`"))
                    .collect::<Vec<_>>()
                    .join(", "),
                operation.admin_right.as_deref().unwrap_or_default(),
                name = operation.id.to_snake_case(),
            );
        }
    }
    text
}
