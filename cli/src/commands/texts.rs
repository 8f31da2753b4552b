//! Prints texts that differ.

use l10n_sync::TextChange;
use serde_json::{Value, json};

use super::Context;
use crate::output::Tone;

/// The maximum number of texts to print for each file, and of characters for each text.
const SHORT: (usize, usize) = (10, 60);

/// Prints the texts that change in a file: all if `is_verbose`, else the first ones, shortened.
pub(super) fn print(context: Context<'_>, texts: &[TextChange], is_verbose: bool) {
    let output = context.output;
    let (lines, length) = if is_verbose { (usize::MAX, usize::MAX) } else { SHORT };
    let quoted = |text: &str| match text.char_indices().nth(length) {
        Some((end, _)) => format!("{:?}..", &text[..end]),
        None => format!("{text:?}"),
    };
    for TextChange { key, before, after, .. } in texts.iter().take(lines) {
        let change = match (before, after) {
            (Some(before), Some(after)) => format!("{} -> {}", quoted(before), quoted(after)),
            (None, Some(after)) => format!("+ {}", quoted(after)),
            (Some(before), None) => format!("- {}", quoted(before)),
            (None, None) => continue,
        };
        output.line(Tone::Plain, &format!("    {key}: {change}"));
    }
    if texts.len() > lines {
        let more = texts.len() - lines;
        output.line(Tone::Note, &format!("    and {more} more: print them with `--verbose`"));
    }
}

pub(super) fn json(texts: &[TextChange]) -> Value {
    let texts = texts.iter();
    texts.map(|text| json!({"key": text.key, "before": text.before, "after": text.after})).collect()
}
