//! The files: written, current, out of date.

use std::fs;
use std::path::Path;

use super::super::{DOCUMENT, PUBLICATIONS, check, json, write};
use super::document;

/// A repository with a document.
fn repository(title: &str) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for part in ["sandbox", "spec"] {
        fs::create_dir(folder.path().join(part)).unwrap();
    }
    set_title(folder.path(), title);
    folder
}

fn set_title(root: &Path, title: &str) {
    let text = format!("openapi: 3.0.3\ninfo: {{title: {title}, version: 1.0.0}}\npaths: {{}}\n");
    fs::write(root.join(DOCUMENT), text).unwrap();
}

#[test]
fn what_was_written_is_current_until_the_document_changes() {
    let folder = repository("Pets");
    write(folder.path()).unwrap();
    check(folder.path()).unwrap();
    set_title(folder.path(), "Cats");
    let reason = check(folder.path()).unwrap_err();
    for part in [
        "spec/openapi.json",
        "spec/openapi.html",
        "sandbox/openapi.yaml",
        "cargo xtask publish --write",
    ] {
        assert!(reason.contains(part), "{part}: {reason}");
    }
    write(folder.path()).unwrap();
    check(folder.path()).unwrap();
}

#[test]
fn only_the_file_that_is_not_current_is_named() {
    let folder = repository("Pets");
    let files = PUBLICATIONS.map(|(file, _)| file);
    for file in files {
        write(folder.path()).unwrap();
        fs::remove_file(folder.path().join(file)).unwrap();
        let reason = check(folder.path()).unwrap_err();
        for other in files {
            assert_eq!(reason.contains(other), other == file, "{reason}");
        }
    }
}

#[test]
fn a_document_that_cannot_be_read_is_told() {
    let folder = repository("Pets");
    fs::write(folder.path().join(DOCUMENT), "openapi: [").unwrap();
    assert!(check(folder.path()).unwrap_err().starts_with("spec/openapi.yaml cannot be read"));
    fs::remove_file(folder.path().join(DOCUMENT)).unwrap();
    assert!(write(folder.path()).unwrap_err().starts_with("spec/openapi.yaml: "));
}

#[test]
fn the_json_is_in_the_documents_order_with_what_an_anchor_stands_for() {
    let document = document("x-b: &two {z: 1.0, a: '2'}\nx-a: *two\n");
    let json = json::write(&document);
    let both = "{\n    \"z\": 1.0,\n    \"a\": \"2\"\n  }";
    assert!(json.ends_with(&format!("\"x-b\": {both},\n  \"x-a\": {both}\n}}\n")), "{json}");
    assert!(json.starts_with("{\n  \"openapi\": \"3.0.3\",\n  \"info\": {"), "{json}");
}
