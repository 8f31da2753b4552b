//! `cargo xtask check`: the rules of this repository for the document that a linter cannot express,
//! and then what the linters find.

mod assumptions;
mod examples;
mod linters;
mod operations;
mod places;
#[path = "../../../sandbox/src/document/pointer.rs"]
#[allow(dead_code, unreachable_pub, reason = "the sandbox's, which exports them")]
mod pointer;
mod scalars;
mod schemas;
mod spelling;
#[cfg(test)]
mod tests;
#[path = "../../../sandbox/src/document/schema.rs"]
#[allow(dead_code, unreachable_pub, reason = "the sandbox's, which exports them")]
mod validator;

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

use places::Sides;
use serde_json::Value;

use crate::{DOCUMENT, TaskResult, repository};

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

/// What the repository has beside the document.
#[derive(Debug, Default)]
struct Known {
    /// The quirks that the client decodes.
    quirks: BTreeSet<String>,
    /// The features of the client.
    features: Vec<String>,
}

/// Checks the document of the repository and prints its problems.
pub(crate) fn run(with_linters: bool) -> TaskResult {
    let root = crate::root();
    let text = fs::read_to_string(root.join(DOCUMENT))?;
    let Report(mut problems) = all(&text, &known(&root)?);
    problems.extend(assumptions(&text, &root.join("spec"))?.0);
    for (pointer, problem) in &problems {
        let place = if pointer.is_empty() { String::new() } else { format!(" at {pointer}") };
        println!("{DOCUMENT}{place}\n    {problem}\n");
    }
    let own = match problems.len() {
        0 => {
            println!("{DOCUMENT}: no problems");
            Ok(())
        }
        count => Err(format!("{DOCUMENT}: {count} problems").into()),
    };
    crate::combine([own, linters::run(with_linters)])
}

fn assumptions(text: &str, folder: &Path) -> Result<Report, Box<dyn std::error::Error>> {
    let read = |name| fs::read_to_string(folder.join(name));
    let entries = read("assumptions.yaml")?;
    let files = assumptions::Files { entries, schema: read("assumptions.schema.json")? };
    let mut report = Report::default();
    assumptions::check(&yaml_serde::from_str(text)?, &files, &mut report);
    assumptions::in_code(&crate::root(), &files.entries, &mut report)?;
    Ok(report)
}

fn known(root: &Path) -> Result<Known, Box<dyn std::error::Error>> {
    let features = repository::features("l10n-client")?;
    Ok(Known { quirks: modules(&root.join(QUIRKS))?, features })
}

/// The problems of a document, and whether a client can be generated if there are none.
fn all(text: &str, known: &Known) -> Report {
    let mut report = match yaml_serde::from_str(text) {
        Ok(document) => check(&document, known),
        Err(error) => {
            let mut report = Report::default();
            report.add("", format!("not YAML, correct its indentation and quotes: {error}"));
            return report;
        }
    };
    scalars::check(text, &mut report);
    if let (true, Err(reason)) = (report.0.is_empty(), crate::codegen::generate(text)) {
        report.add("", format!("no client can be generated: {reason}"));
    }
    report
}

fn check(document: &Value, known: &Known) -> Report {
    let mut report = Report::default();
    let Some(api) = spelling::read(document, &mut report) else { return report };
    let Some(components) = &api.components else { return report };
    if !spelling::check(document, components, known, &mut report) {
        return report;
    }
    operations::check(&api, components, known, &mut report);
    let sides = Sides::of(&api, components);
    schemas::check(&sides, &mut report);
    examples::check(document, &sides, &mut report);
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
