//! `cargo xtask generate`: writes what derives from the document and is checked in, or names what
//! differs from it.

mod interface;
#[cfg(test)]
mod tests;
mod tour;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

pub(crate) use interface::in_place_of_rustdoc;

use crate::{DOCUMENT, TaskResult, codegen};

/// What the sandbox is packaged with.
const COPY: &str = "sandbox/openapi.yaml";

/// Macros over all operations and bodies, of which tests make tables.
const TABLES: &str = "tests/it/tables.rs";

/// What each file must contain, by its path from the root.
type Files = BTreeMap<String, String>;

/// Writes all files, or checks them; nothing where the arguments are not understood.
pub(crate) fn run(arguments: &[&str]) -> Option<TaskResult> {
    let root = crate::root();
    match arguments {
        [] => Some(write_all(&root)),
        ["--check"] => Some(check(&root)),
        _ => None,
    }
}

fn write_all(root: &Path) -> TaskResult {
    let document = read(root, DOCUMENT)?;
    write(root, texts(&document)?)?;
    write(root, one(interface::SNAPSHOT, interface::interface(root)?))?;
    Ok(write(root, one(tour::README, tour::readme(root)?))?)
}

/// Leaves an unchanged file alone: cargo would compile it again.
fn write(root: &Path, files: Files) -> Result<(), String> {
    for (path, text) in differing_of(root, files) {
        fs::write(root.join(&path), text).map_err(|error| format!("{path}: {error}"))?;
        println!("wrote {path}");
    }
    Ok(())
}

fn check(root: &Path) -> TaskResult {
    let mut differing = differing(root)?;
    let (before, now) = (read(root, interface::SNAPSHOT)?, interface::interface(root)?);
    print!("{}", interface::changes(&before, &now));
    differing.extend((before != now).then(|| interface::SNAPSHOT.to_owned()));
    differing.extend(differing_of(root, one(tour::README, tour::readme(root)?)).into_keys());
    for path in &differing {
        println!("{path} differs");
    }
    match differing.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "These files are not what {DOCUMENT} and the code make them. To write them: cargo \
             xtask generate"
        )
        .into()),
    }
}

/// The files that are not what the document alone makes them.
fn differing(root: &Path) -> Result<Vec<String>, String> {
    let document = read(root, DOCUMENT)?;
    Ok(differing_of(root, texts(&document)?).into_keys().collect())
}

/// Those that are not on the disk as they must be.
fn differing_of(root: &Path, mut files: Files) -> Files {
    files.retain(|path, text| read(root, path).ok().as_ref() != Some(text));
    files
}

/// The files that are made from the text of the document alone.
fn texts(document: &str) -> Result<Files, String> {
    let tables = codegen::tables(document).map_err(|error| format!("{DOCUMENT}: {error}"))?;
    Ok([(COPY.to_owned(), document.to_owned()), (TABLES.to_owned(), tables)].into())
}

fn one(path: &str, text: String) -> Files {
    [(path.to_owned(), text)].into()
}

fn read(root: &Path, path: &str) -> Result<String, String> {
    fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
}
