//! Prints texts that differ.

use l10n_sync::Item;

use super::Context;

/// The maximum number of texts to print for each file, and of characters for each text.
const SHORT: (usize, usize) = (10, 60);

/// Prints the texts that change in a file: all if `is_verbose`, else the first ones, shortened.
pub(super) fn print(context: Context<'_>, texts: &[&Item], is_verbose: bool) {
    let output = context.output;
    let (lines, length) = if is_verbose { (usize::MAX, usize::MAX) } else { SHORT };
    for Item { key, before, after, .. } in texts.iter().copied().take(lines) {
        let change = match (before, after) {
            (Some(before), Some(after)) if before == after => "another state".to_owned(),
            (Some(before), Some(after)) => {
                format!("{} -> {}", quoted(before, length), quoted(after, length))
            }
            (None, Some(after)) => format!("+ {}", quoted(after, length)),
            (Some(before), None) => format!("- {}", quoted(before, length)),
            (None, None) => continue,
        };
        output.line(&format!("    {key}: {change}"));
    }
    if texts.len() > lines {
        let more = texts.len() - lines;
        output.line(&format!("    and {more} more: print them with `--verbose`"));
    }
}

/// Quotes a text, shortened to a number of characters.
fn quoted(text: &str, length: usize) -> String {
    let shown: String = text.chars().take(length).collect();
    let after = if shown.len() < text.len() { ".." } else { "" };
    format!("{shown:?}{after}")
}
