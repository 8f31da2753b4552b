//! The document of this repository, and the modules of its quirks.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::super::{DOCUMENT, QUIRKS, all, modules};

/// Where the document has findings at present: nowhere.
const OPEN: [&str; 0] = [];

#[test]
fn the_document_keeps_every_rule() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = fs::read_to_string(root.join(DOCUMENT)).unwrap();
    let found = all(&text, &root).unwrap();
    let places: Vec<_> = found.iter().map(|finding| &finding.pointer).collect();
    assert_eq!(places, OPEN, "{found:#?}");
}

#[test]
fn modules_are_the_rust_files_of_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    for file in ["mod.rs", "timestamps.rs", "notes.md"] {
        fs::write(folder.path().join(file), "").unwrap();
    }
    let names = modules(folder.path()).unwrap();
    assert_eq!(names, BTreeSet::from(["timestamps".to_owned()]));
    assert_eq!(modules(&folder.path().join("none")).unwrap(), BTreeSet::new());
}

#[test]
fn the_readme_of_the_document_lists_every_quirk() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let readme = fs::read_to_string(root.join("spec/README.md")).unwrap();
    let listed = |name: &String| readme.contains(&format!("\n| `{name}` |"));
    let missing: Vec<_> =
        modules(&root.join(QUIRKS)).unwrap().into_iter().filter(|name| !listed(name)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
