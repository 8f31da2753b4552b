//! What is published, of small documents and of the document of the repository.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by it")]

mod files;
mod hostile;
mod html;
mod markdown;
mod operations;
mod repository;
mod schemas;

use serde_json::Value;

use super::page;

/// A document of what differs between tests, as YAML, and of what is everywhere.
fn document(yaml: &str) -> Value {
    let head = "openapi: 3.0.3\ninfo: {title: Pets, version: 1.2.3}\n";
    yaml_serde::from_str(&format!("{head}{yaml}")).unwrap()
}

/// The words of the page of a document.
fn words(yaml: &str) -> String {
    html::words(&page::write(&document(yaml)))
}

/// The words of a place of the page, up to the next operation or schema.
fn words_at(yaml: &str, id: &str) -> String {
    let page = page::write(&document(yaml));
    let start = page.find(&format!(" id=\"{id}\">")).unwrap();
    let rest = &page[start..];
    let end = ["</article>", "<section"].iter().filter_map(|end| rest.find(end)).min();
    html::words(&format!("<p{}", &rest[..end.unwrap_or(rest.len())]))
}
