//! `cargo xtask publish`: what others read of the document beside its YAML, held against the files
//! that are checked in.
//!
//! `json` is the document again, and `page` is its documentation: one static page in HTML, without
//! scripts and with nothing to fetch. Both are made of the document alone.

mod access;
mod document;
mod fields;
mod json;
mod kinds;
mod lists;
mod markdown;
mod operations;
mod page;
mod schemas;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::{DOCUMENT, Done, tour};

/// A file that is made of the document, from the root of the repository, and what makes its text.
type Publication = (&'static str, fn(&Document) -> String);

const PUBLICATIONS: [Publication; 3] = [
    ("spec/openapi.json", |document| json::write(&document.value)),
    ("spec/openapi.html", |document| page::write(&document.value)),
    // A package has only what is in its folder.
    ("sandbox/openapi.yaml", |document| document.text.clone()),
];

/// The document, as it is written and as it is read.
struct Document {
    text: String,
    value: Value,
}

/// Checks that the files are current, and the picture of the tour, or writes the files; nothing
/// where the arguments are not understood.
pub(crate) fn run(arguments: &[&str]) -> Option<Done> {
    let done = match arguments {
        [] => check(&crate::root()).and_then(|()| picture(&crate::root())),
        ["--write"] => write(&crate::root()),
        _ => return None,
    };
    Some(done.map_err(Into::into))
}

fn write(root: &Path) -> Result<(), String> {
    let document = document(root)?;
    for (file, text) in PUBLICATIONS {
        fs::write(root.join(file), text(&document)).map_err(|error| format!("{file}: {error}"))?;
    }
    Ok(())
}

fn check(root: &Path) -> Result<(), String> {
    let document = document(root)?;
    // A file that cannot be read is no more current than one that is missing.
    let is_stale = |(file, text): &Publication| {
        !fs::read_to_string(root.join(file)).is_ok_and(|before| before == text(&document))
    };
    let stale: Vec<&str> =
        PUBLICATIONS.iter().filter(|one| is_stale(one)).map(|one| one.0).collect();
    if stale.is_empty() {
        println!("{}: current", PUBLICATIONS.map(|one| one.0).join(", "));
        return Ok(());
    }
    Err(format!(
        "not what {DOCUMENT} says now: {}. To write anew: cargo xtask publish --write",
        stale.join(", ")
    ))
}

/// Checks the picture of the tour, which shows operations of the document.
fn picture(root: &Path) -> Result<(), String> {
    tour::check(root, &document(root)?.value)
}

fn document(root: &Path) -> Result<Document, String> {
    let text = fs::read_to_string(root.join(DOCUMENT));
    let text = text.map_err(|error| format!("{DOCUMENT}: {error}"))?;
    let value = yaml_serde::from_str(&text);
    let value = value.map_err(|error| format!("{DOCUMENT} cannot be read: {error}"))?;
    Ok(Document { text, value })
}
