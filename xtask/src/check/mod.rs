//! `cargo xtask check`: the rules of this repository for the document that a linter cannot express,
//! and then what the linters find.

mod extensions;
mod linters;
mod places;
mod scalars;
mod schemas;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

use serde_json::Value;

use crate::{DOCUMENT, TaskResult};

/// The quirks, from the root of the repository: modules, and a list in the docs of `mod.rs`.
const QUIRKS: &str = "src/wire/quirks";

/// The problems of a document, each with a JSON pointer to its place.
#[derive(Debug, Default)]
struct Report(Vec<(String, String)>);

impl Report {
    fn add(&mut self, pointer: impl Into<String>, problem: impl Into<String>) {
        self.0.push((pointer.into(), problem.into()));
    }
}

/// Checks the document of the repository and prints its problems.
pub(crate) fn run() -> TaskResult {
    let root = crate::root();
    let text = fs::read_to_string(root.join(DOCUMENT))?;
    let Report(problems) = all(&text, &root)?;
    for (pointer, problem) in &problems {
        println!("{DOCUMENT} at {pointer}\n    {problem}\n");
    }
    let own = match problems.len() {
        0 => {
            println!("{DOCUMENT}: no problems");
            Ok(())
        }
        count => Err(format!("{DOCUMENT}: {count} problems").into()),
    };
    crate::combine([own, linters::run()])
}

/// The problems of a document, and whether a client can be generated if there are none.
fn all(text: &str, root: &Path) -> Result<Report, Box<dyn std::error::Error>> {
    let mut report = check(&yaml_serde::from_str(text)?, &modules(&root.join(QUIRKS))?);
    scalars::check(text, &mut report);
    if let (true, Err(reason)) = (report.0.is_empty(), crate::codegen::generate(text)) {
        report.add("", format!("no client can be generated: {reason}"));
    }
    Ok(report)
}

fn check(document: &Value, quirks: &BTreeSet<String>) -> Report {
    let mut report = Report::default();
    schemas::check(document, &mut report);
    extensions::check(document, quirks, &mut report);
    report
}

/// The names of the Rust modules in a folder, and those that the docs of `mod.rs` list.
fn modules(folder: &Path) -> io::Result<BTreeSet<String>> {
    let docs = fs::read_to_string(folder.join("mod.rs"))?;
    let listed = docs.lines().filter_map(|line| line.strip_prefix("//! - `")?.split('`').next());
    let mut names: BTreeSet<_> = listed.map(str::to_owned).collect();
    for entry in fs::read_dir(folder)? {
        let file = entry?.file_name();
        let name = file.to_str().and_then(|file| file.strip_suffix(".rs"));
        names.extend(name.filter(|name| !["mod", "tests"].contains(name)).map(str::to_owned));
    }
    Ok(names)
}
