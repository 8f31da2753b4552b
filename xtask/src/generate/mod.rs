//! `cargo xtask generate`: writes everything that derives from the document, or names what differs
//! from it.

mod interface;
mod picture;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

pub(crate) use interface::in_place_of_rustdoc;

use crate::files::{self, DOCUMENT, FOLDER, Files};
use crate::{METHODS, TaskResult, codegen};

/// What the sandbox is packaged with.
const COPY: &str = "sandbox/openapi.yaml";

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
    write(root, texts(root, &document)?)?;
    // Rustdoc and the tour read what has just been written.
    write(root, one(interface::SNAPSHOT, interface::interface(root)?))?;
    if !picture::is_current(root, &operations(&parse(&document)?)) {
        write(root, one(picture::PICTURE, picture::drawn(root)?))?;
    }
    Ok(())
}

/// Leaves an unchanged file alone: cargo would compile it again.
fn write(root: &Path, files: Files) -> Result<(), String> {
    let files = files::differing(root, files);
    files::write(root, &files)?;
    for (path, text) in files {
        println!("{} {path}", if text.is_some() { "wrote" } else { "removed" });
    }
    Ok(())
}

fn check(root: &Path) -> TaskResult {
    let mut differing = differing(root)?;
    // Otherwise rustdoc would describe code that is about to change.
    if differing.iter().any(|path| path.starts_with(FOLDER)) {
        println!("{}: not compared, as {FOLDER} differs", interface::SNAPSHOT);
    } else {
        let (before, now) = (read(root, interface::SNAPSHOT)?, interface::interface(root)?);
        print!("{}", interface::changes(&before, &now));
        differing.extend((before != now).then(|| interface::SNAPSHOT.to_owned()));
    }
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

/// The files that are not what the document makes them, but for the snapshot of the interface.
fn differing(root: &Path) -> Result<Vec<String>, String> {
    let document = read(root, DOCUMENT)?;
    let differing = files::differing(root, texts(root, &document)?);
    let mut paths: Vec<_> = differing.into_keys().collect();
    if !picture::is_current(root, &operations(&parse(&document)?)) {
        paths.push(picture::PICTURE.to_owned());
    }
    Ok(paths)
}

/// The files that are made from the text of the document alone.
fn texts(root: &Path, document: &str) -> Result<Files, String> {
    let modules = codegen::generate(document).map_err(|error| format!("{DOCUMENT}: {error}"))?;
    let modules = modules.into_iter().map(|module| (module.name, module.source));
    let scratch = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let mut files = files::generated(root, scratch.path(), document, modules)?;
    files.extend(one(COPY, document.to_owned()));
    Ok(files)
}

fn parse(document: &str) -> Result<Value, String> {
    yaml_serde::from_str(document).map_err(|error| format!("{DOCUMENT}: {error}"))
}

/// The ids of all operations.
fn operations(document: &Value) -> BTreeSet<String> {
    let items = document["paths"].as_object().into_iter().flatten();
    let operations = items.flat_map(|(_, item)| METHODS.iter().map(|method| &item[*method]));
    operations.filter_map(|operation| Some(operation["operationId"].as_str()?.to_owned())).collect()
}

fn one(path: &str, text: String) -> Files {
    [(path.to_owned(), Some(text))].into()
}

fn read(root: &Path, path: &str) -> Result<String, String> {
    fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"))
}
