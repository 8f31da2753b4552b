//! Prints texts that differ.

use l10n_sync::{Change, PullReport, TextChange};

use super::Context;
use crate::output::Tone;

/// The maximum number of texts to print for each file, and of characters for each text.
const SHORT: (usize, usize) = (10, 60);

/// Prints the texts that change in a file: all if `is_verbose`, else the first ones, shortened.
pub(super) fn print(context: Context<'_>, texts: &[TextChange], is_verbose: bool) {
    let output = context.output;
    let (lines, length) = if is_verbose { (usize::MAX, usize::MAX) } else { SHORT };
    for TextChange { key, before, after, .. } in texts.iter().take(lines) {
        let change = match (before, after) {
            (Some(before), Some(after)) => {
                // Of long texts, the part that differs.
                let start = match before.chars().count().max(after.chars().count()) > length {
                    true => common_start(before, after),
                    false => 0,
                };
                let [before, after] = [before, after].map(|text| quoted(text, start, length));
                format!("{before} -> {after}")
            }
            (None, Some(after)) => format!("+ {}", quoted(after, 0, length)),
            (Some(before), None) => format!("- {}", quoted(before, 0, length)),
            (None, None) => continue,
        };
        output.line(Tone::Plain, &format!("    {key}: {change}"));
    }
    if texts.len() > lines {
        let more = texts.len() - lines;
        output.line(Tone::Note, &format!("    and {more} more: print them with `--verbose`"));
    }
}

/// The number of characters to keep before the first difference.
const CONTEXT: usize = 20;

/// Returns the number of characters with which both texts start, without some before the end.
fn common_start(one: &str, other: &str) -> usize {
    let pairs = one.chars().zip(other.chars());
    pairs.take_while(|(one, other)| one == other).count().saturating_sub(CONTEXT)
}

/// Quotes a text from a character on, shortened to a number of characters.
fn quoted(text: &str, start: usize, length: usize) -> String {
    let shown: String = text.chars().skip(start).take(length).collect();
    let before = if start > 0 { ".." } else { "" };
    let after = if text.chars().count() > start.saturating_add(length) { ".." } else { "" };
    format!("{before}{shown:?}{after}")
}

/// Returns the changed texts of a pull as Markdown, for a job summary or the body of a pull
/// request.
pub(super) fn markdown(report: &PullReport, summary: &str) -> String {
    let mut text = format!("### l10n pull\n\n{summary}\n");
    let changed = report.files.iter().filter(|file| file.change != Change::Kept);
    let mut rows = changed.flat_map(|file| file.texts.iter().map(move |text| (file, text)));
    let mut rows = rows.by_ref().peekable();
    if rows.peek().is_some() {
        text += "\n| Language | Key | Before | After |\n|---|---|---|---|\n";
    }
    for (file, change) in rows.by_ref().take(MAX_ROWS) {
        let [key, before, after] =
            [Some(&change.key), change.before.as_ref(), change.after.as_ref()]
                .map(|cell| cell.map(|cell| cell_text(cell)).unwrap_or_default());
        text += &format!("| {} | {key} | {before} | {after} |\n", file.lang);
    }
    let more = rows.count();
    if more > 0 {
        text += &format!("\nand {more} more texts\n");
    }
    let kept = report.files.iter().filter_map(|file| Some((&file.path, file.reason.as_ref()?)));
    for (path, reason) in kept {
        text += &format!("\n- {}: {}\n", cell_text(path), cell_text(reason));
    }
    text
}

/// The maximum number of texts in a summary: GitHub accepts bodies of 65,536 characters.
const MAX_ROWS: usize = 200;

/// Escapes text for a cell of a table.
fn cell_text(text: &str) -> String {
    let text = quoted(text, 0, 120);
    let text = text.trim_matches('"').replace('`', "\\`").replace('|', "\\|");
    text.replace('<', "&lt;").replace('@', "&#64;")
}
