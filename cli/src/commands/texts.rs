//! Prints texts that differ.

use l10n_sync::{Change, Item, Problem, PullReport};

use super::Context;
use crate::output::Tone;

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
/// request, with the problems in them and what was left out.
pub(super) fn markdown(report: &PullReport, problems: &[Problem], summary: &str) -> String {
    let cell = |text: &Option<String>| text.as_deref().map(cell_text).unwrap_or_default();
    let (mut rows, mut lines) = (Vec::new(), Vec::new());
    let mut line = |path: &str, text: &str| {
        lines.push(format!("\n- {}: {}\n", cell_text(path), cell_text(text)));
    };
    for problem in problems {
        let key = problem.key.as_deref().unwrap_or_default();
        line(&problem.path, &format!("{key}: {}", problem.message));
    }
    for file in &report.files {
        let changes = file.changes().filter(|_| file.change != Change::Kept);
        for Item { key, before, after, .. } in changes {
            let (key, before, after) = (cell_text(key), cell(before), cell(after));
            rows.push(format!("| {} | {key} | {before} | {after} |\n", file.lang));
        }
        file.reason.iter().for_each(|reason| line(&file.path, reason));
        for item in &file.items {
            if let Some(reason) = item.reason() {
                line(&file.path, &format!("{}: not written, because {reason}", item.key));
            }
        }
    }
    let header = match rows.is_empty() {
        true => "",
        false => "\n| Language | Key | Before | After |\n|---|---|---|---|\n",
    };
    format!("### l10n pull\n\n{summary}\n{header}{}{}", first(&rows), first(&lines))
}

/// Joins the first lines, and adds the number of the others.
fn first(lines: &[String]) -> String {
    match lines.len().saturating_sub(MAX_ROWS) {
        0 => lines.concat(),
        more => format!("{}\nand {more} more\n", lines[..MAX_ROWS].concat()),
    }
}

/// The maximum number of texts in a summary: GitHub accepts bodies of 65,536 characters.
const MAX_ROWS: usize = 200;

/// Escapes text for a cell of a table.
fn cell_text(text: &str) -> String {
    let text = quoted(text, 0, 120);
    let text = text.trim_matches('"').replace('`', "\\`").replace('|', "\\|");
    text.replace('<', "&lt;").replace('@', "&#64;")
}
