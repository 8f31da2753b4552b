#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::collections::BTreeSet;

use tempfile::TempDir;

use super::*;
use crate::codegen::tests::with_shelf_deletion;
use crate::repository;

/// A copy of the files that are read and written, as they must be.
fn repository() -> TempDir {
    let copy = tempfile::tempdir().unwrap();
    let needed = |name: &str| [DOCUMENT, COPY, TABLES].contains(&name);
    for name in repository::files().unwrap().into_iter().filter(|name| needed(name)) {
        let path = copy.path().join(&name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, read(&crate::root(), &name).unwrap_or_default()).unwrap();
    }
    write_texts(copy.path());
    copy
}

fn write_texts(root: &Path) {
    write(root, texts(&read(root, DOCUMENT).unwrap()).unwrap()).unwrap();
}

/// All files of a folder of the repository, and their texts.
fn contents(root: &Path) -> Files {
    let folder = |name: &str| fs::read_dir(root.join(name)).unwrap().map(|file| file.unwrap());
    let folders = ["", "sandbox", "spec", "tests/it"].into_iter().flat_map(folder);
    let files = folders.map(|file| file.path()).filter(|path| path.is_file());
    let name = |path: &Path| path.strip_prefix(root).unwrap().to_str().unwrap().replace('\\', "/");
    files.map(|path| (name(&path), fs::read_to_string(&path).unwrap())).collect()
}

#[test]
fn all_that_a_changed_document_changes_is_named_and_then_written() {
    let copy = repository();
    let root = copy.path();
    assert!(differing(root).unwrap().is_empty());

    fs::write(root.join(DOCUMENT), with_shelf_deletion("")).unwrap();
    let before = contents(root);
    let named = BTreeSet::from_iter(differing(root).unwrap());
    assert_eq!(contents(root), before, "a check writes nothing");
    for path in [COPY, TABLES] {
        assert!(named.contains(path), "{path}: {named:?}");
    }

    write_texts(root);
    assert!(differing(root).unwrap().is_empty());
    let after = contents(root);
    let paths = before.keys().chain(after.keys());
    let changed = paths.filter(|path| before.get(*path) != after.get(*path));
    assert_eq!(named, changed.cloned().collect());
    assert!(after[TABLES].contains("delete_shelf("));
}

#[test]
fn the_readme_has_what_the_tour_prints() {
    let readme = "Try it:\n\n```text\n$ cargo run --example tour\nold\n```\n\nMore.\n";
    let printed = "Single calls:\n  listKeys 200 2 keys\nBeyond single calls:\n  push done\n";
    let shown =
        "tour\nSingle calls:\n  listKeys 200 2 keys\n  …\nBeyond single calls:\n  push done\n";
    assert_eq!(tour::with_tour(readme, printed).unwrap(), readme.replace("tour\nold\n", shown));
    assert!(tour::with_tour(readme, "no tour").is_err());
    assert!(tour::with_tour("no block", printed).is_err());
}
