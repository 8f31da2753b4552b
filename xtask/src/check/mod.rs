//! `cargo xtask check`: whether the document keeps the rules of this repository that a linter cannot
//! express, and then what the linters find.
//!
//! One file for each family of rules. Every rule reports all it finds; nothing stops at the first
//! finding but a document that cannot be read at all.

mod errors;
mod extensions;
mod finding;
mod lines;
mod links;
mod linters;
mod nullability;
mod outline;
mod schemas;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

use serde_json::Value;

use finding::{Finding, Report};
use lines::Lines;
pub(crate) use nullability::is_null_form;
use outline::Outline;

use crate::{DOCUMENT, Done};

/// The modules that stand for the `x-quirk`s, from the root of the repository.
const QUIRKS: &str = "src/wire/quirks";

/// Checks the document of the repository and prints what is wrong with it.
pub(crate) fn run() -> Done {
    let root = crate::root();
    let checked = fs::read_to_string(root.join(DOCUMENT)).and_then(|text| all(&text, &root));
    let findings = checked.map_err(|error| format!("{DOCUMENT} cannot be read: {error}"))?;
    for finding in &findings {
        println!("{DOCUMENT}{finding}\n");
    }
    let own = match findings.len() {
        0 => {
            println!("{DOCUMENT}: no findings");
            Ok(())
        }
        count => Err(format!("{DOCUMENT}: {count} to correct").into()),
    };
    crate::all([own, linters::run()])
}

/// All findings about the document `text` of the repository at `root`; whether a client can be
/// generated once it has none. That the client compiles is for the compiler to say.
fn all(text: &str, root: &Path) -> io::Result<Vec<Finding>> {
    let mut findings = check(text, &modules(&root.join(QUIRKS))?);
    if let (true, Err(reason)) = (findings.is_empty(), crate::codegen::generate(text)) {
        findings.push(Finding {
            pointer: String::new(),
            line: 1,
            problem: format!("no client can be generated: {reason}"),
            remedy: "Change the document, or `codegen/` if the document is right.".to_owned(),
        });
    }
    Ok(findings)
}

/// All findings about the document `text`, in its order; `quirks` are the modules that exist.
fn check(text: &str, quirks: &BTreeSet<String>) -> Vec<Finding> {
    let lines = match Lines::read(text) {
        Ok(lines) => lines,
        Err(finding) => return vec![finding],
    };
    let root: Value = match yaml_serde::from_str(text) {
        Ok(root) => root,
        Err(error) => return vec![Finding::unreadable(error.to_string())],
    };
    let outline = Outline::new(&root);
    let mut report = Report::default();
    links::check(&outline, &mut report);
    errors::check(&outline, &mut report);
    schemas::check(&outline, &mut report);
    nullability::check(&outline, &mut report);
    extensions::check(&outline, quirks, &mut report);
    report.into_findings(|pointer| lines.of(pointer))
}

/// The names of the Rust modules in a folder; none when there is no such folder.
fn modules(folder: &Path) -> io::Result<BTreeSet<String>> {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(BTreeSet::new()),
        Err(error) => return Err(error),
    };
    let mut names = BTreeSet::new();
    for entry in entries {
        let file = entry?.file_name();
        let name = file.to_str().and_then(|file| file.strip_suffix(".rs"));
        names.extend(name.filter(|name| *name != "mod").map(str::to_owned));
    }
    Ok(names)
}
