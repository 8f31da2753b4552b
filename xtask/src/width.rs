//! `cargo xtask check`, beside the document: code, comments and prose keep to one width.
//!
//! Free are rows of tables, and what has no place to break: a word, or a text in quotes, that is
//! too long for a line of its own. Data has no width: JSON, HTML, text that is recorded or made.

use std::fs;

use crate::{Done, repository};

/// Columns of a line, each character one.
const WIDTH: usize = 100;

/// Endings of files that are written by hand; scripts without one begin with `#!`.
const WRITTEN: [&str; 14] =
    ["css", "go", "java", "js", "lua", "md", "mjs", "py", "rb", "rs", "toml", "ts", "yaml", "yml"];

/// Tells the lines of the repository that are too long.
pub(crate) fn check() -> Done {
    let root = crate::root();
    let mut told = 0;
    for name in repository::files()? {
        // Data may be no text, and what was deleted is still in the list.
        let Ok(text) = fs::read_to_string(root.join(&name)) else {
            continue;
        };
        for (line, columns) in too_long(&name, &text) {
            println!("{name}:{line}: {columns} columns");
            told += 1;
        }
    }
    match told {
        0 => Ok(()),
        _ => Err(format!("{told} lines are longer than {WIDTH} columns: break them").into()),
    }
}

/// The lines of a file that are too long, from 1, and their columns.
fn too_long(name: &str, text: &str) -> Vec<(usize, usize)> {
    let file = name.rsplit('/').next().unwrap_or(name);
    let ending = file.rsplit_once('.').map(|(_, ending)| ending);
    let is_written = match ending {
        Some(ending) => WRITTEN.contains(&ending),
        None => text.starts_with("#!"),
    };
    if !is_written || name.starts_with("src/generated/") {
        return Vec::new();
    }
    let row = match ending {
        Some("md") => ["|"; 2],
        _ => ["//! |", "/// |"],
    };
    let is_row = |line: &str| row.iter().any(|start| line.trim_start().starts_with(start));
    let lines = text.lines().enumerate();
    lines
        .map(|(at, line)| (at + 1, line, line.chars().count()))
        .filter(|(_, line, columns)| *columns > WIDTH && !is_row(line) && can_break(line))
        .map(|(at, _, columns)| (at, columns))
        .collect()
}

/// Whether each part of a line fits on a line of its own.
fn can_break(line: &str) -> bool {
    let indent = line.chars().take_while(|letter| *letter == ' ').count();
    let fits = |part: &str, around: usize| indent + part.chars().count() + around <= WIDTH;
    // A text in three quotes has line breaks of its own.
    let unescaped = line.replace("\\\"", "\\'").replace("\"\"\"", "'''");
    let mut quoted = unescaped.split('"').skip(1).step_by(2);
    // Its quotes, and what closes the line.
    quoted.all(|text| fits(text, 3)) && line.split_whitespace().all(|word| fits(word, 0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of the lines that are too long.
    fn found(name: &str, lines: &[String]) -> Vec<usize> {
        let found = too_long(name, &lines.join("\n"));
        found.into_iter().map(|(line, _)| line).collect()
    }

    fn words(columns: usize) -> String {
        "wörd ".repeat(columns.div_ceil(5)).chars().take(columns).collect()
    }

    #[test]
    fn a_line_ends_at_column_100() {
        let lines = [words(99) + ".", words(100) + ".", words(20)];
        for name in ["src/a.rs", "a.md", "a.toml", "a/b.yaml", ".ci/x.py"] {
            assert_eq!(found(name, &lines), [2], "{name}");
        }
        assert!(found(".ci/run", &lines).is_empty());
        let script = ["#!/bin/sh".to_owned(), words(100) + "."];
        assert_eq!(found(".ci/run", &script), [2]);
        for name in ["a.json", "a.html", "help.txt", "Cargo.lock"] {
            assert!(found(name, &lines).is_empty(), "{name}");
        }
    }

    #[test]
    fn rows_of_tables_are_as_long_as_they_are() {
        let row = format!("| {} |", words(110));
        let commented = [format!("//! {row}"), format!("    /// {row}")];
        assert!(found("a.md", std::slice::from_ref(&row)).is_empty());
        assert!(found("a.rs", &commented).is_empty());
        assert_eq!(found("a.rs", &[row]), [1]);
    }

    #[test]
    fn what_cannot_be_broken_is_left() {
        let address = format!("- see https://docs.test/{}", "a".repeat(100));
        assert!(found("a.md", &[address]).is_empty());
        let long = words(98);
        let text = format!("    assert_eq!(told, \"{long}\");");
        assert!(found("a.rs", &[text]).is_empty());
        let escaped = format!("    told(\"{} \\\"{}\\\"\");", words(50), words(50));
        assert!(found("a.rs", &[escaped]).is_empty());
        let docstring = format!("\"\"\"{long}.\"\"\"");
        assert_eq!(found("a.py", &[docstring]), [1]);
        let fits = format!("    assert_eq!(told, \"{}\", \"another\");", words(80));
        assert_eq!(found("a.rs", &[fits]), [1]);
    }
}
