//! `cargo xtask package`: the crates as they would be published, built from their packaged files
//! alone.
//!
//! The conditions are those of docs.rs: outside this repository, without a network, and the source
//! is left as it is. They stand in one workspace, so that what they depend on is compiled once;
//! that each compiles by itself is what `cargo xtask minimums` sees to.

mod dist;
mod minimums;
mod stranger;
mod unpacked;

pub(crate) use dist::run as dist;
pub(crate) use minimums::run as minimums;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io};

use crate::repository::Member;
use crate::{Done, done};
use unpacked::Unpacked;

/// A program that a crate installs.
struct Program {
    name: &'static str,
    /// With these arguments, and at the end of its input, it ends at once.
    arguments: &'static [&'static str],
    /// Then it has written an object with this field.
    field: &'static str,
}

const PROGRAMS: [Program; 2] = [
    Program {
        name: "l10n-sandbox",
        arguments: &["--listen", "127.0.0.1:0", "--json", "--stop-with-stdin"],
        field: "base_url",
    },
    Program { name: "l10n", arguments: &["schema"], field: "title" },
];

/// Packages, compiles and documents the crates, starts the programs, and builds somebody else's
/// against them; nothing where there are arguments.
pub(crate) fn run(arguments: &[&str]) -> Option<Done> {
    arguments.is_empty().then(verify)
}

fn verify() -> Done {
    let root = crate::root();
    let unpacked = Unpacked::new(&root)?;
    let packages = &unpacked.packages;
    let programs = programs(packages)?;
    let sources = packages.iter().map(|package| unpacked.source(&package.name));
    let sources: Vec<_> = sources.collect();
    let before = sources.iter().map(|source| files(source));
    let before = before.collect::<io::Result<Vec<_>>>()?;
    stranger::add(&root, &unpacked)?;
    let names = packages.iter().map(|package| &*package.name);
    unpacked.join(&names.chain([stranger::NAME]).collect::<Vec<_>>())?;
    // The versions that the repository was tested with.
    unpacked.lock(&root)?;

    let features = packages.iter().flat_map(|package| {
        let features = package.features.iter();
        features.map(|feature| format!("{}/{feature}", package.name))
    });
    let features = features.collect::<Vec<_>>().join(",");
    for command in [&["build"][..], &["doc", "--no-deps"]] {
        let mut cargo = unpacked.cargo(command)?;
        cargo.args(["--offline", "--locked", "--workspace"]);
        cargo.args(["--exclude", stranger::NAME, "--features", &features]);
        done(cargo.env("RUSTDOCFLAGS", "-D warnings"))?;
    }
    programs.into_iter().try_for_each(start)?;
    stranger::run(&unpacked)?;

    for ((package, source), before) in packages.iter().zip(&sources).zip(before) {
        let name = &package.name;
        let changed = changed(&before, &files(source)?);
        if !changed.is_empty() {
            let changed = changed.join(", ");
            return Err(format!("{name}: the build changes its own source: {changed}").into());
        }
        let (count, size) = (before.len(), unpacked.size(name)?.div_ceil(1024));
        println!("{name} {VERSION}: {count} files, {size} KiB; compiles and documents itself");
    }
    Ok(())
}

/// How each program of the packages is started.
fn programs(packages: &[Member]) -> Result<Vec<&'static Program>, String> {
    let names = packages.iter().flat_map(|package| &package.programs);
    let found = names.map(|name| {
        let found = PROGRAMS.iter().find(|program| program.name == *name);
        found.ok_or_else(|| format!("PROGRAMS does not say how {name} is started"))
    });
    found.collect()
}

/// Starts a program that was built, in a folder where nothing else is.
fn start(program: &Program) -> Done {
    let name = program.name;
    let folder = tempfile::tempdir()?;
    let output = Command::new(unpacked::program(name)?)
        .args(program.arguments)
        .stdin(Stdio::null())
        .current_dir(folder.path())
        .output()?;
    let said: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    match said[program.field].is_string() && output.status.success() {
        true => Ok(()),
        false => Err(format!("{name} does not start: {output:?}").into()),
    }
}

/// The version of all crates of the workspace.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Where cargo builds, wherever it is run.
fn target() -> io::Result<PathBuf> {
    crate::target().canonicalize()
}

/// All files below a folder, with what they hold.
fn files(folder: &Path) -> io::Result<BTreeMap<PathBuf, Vec<u8>>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            match path.is_dir() {
                true => folders.push(path),
                false => drop(found.insert(path.clone(), fs::read(path)?)),
            }
        }
    }
    Ok(found)
}

/// The files that are not in both, or not the same in both.
fn changed(before: &BTreeMap<PathBuf, Vec<u8>>, after: &BTreeMap<PathBuf, Vec<u8>>) -> Vec<String> {
    let paths: BTreeSet<_> = before.keys().chain(after.keys()).collect();
    let changed = paths.into_iter().filter(|path| before.get(*path) != after.get(*path));
    changed.map(|path| path.display().to_string()).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;
    use crate::repository;

    #[test]
    fn each_program_that_is_published_is_tried() {
        let published = repository::published().unwrap();
        assert_eq!(programs(&published).unwrap().len(), PROGRAMS.len());
    }

    #[test]
    fn a_file_that_came_went_or_changed_is_told() {
        let state = |files: &[(&str, &str)]| -> BTreeMap<PathBuf, Vec<u8>> {
            let files = files.iter();
            files.map(|(path, text)| (PathBuf::from(path), text.as_bytes().to_vec())).collect()
        };
        let before = state(&[("kept", "1"), ("other", "1"), ("gone", "1")]);
        let after = state(&[("kept", "1"), ("other", "2"), ("new", "1")]);
        assert_eq!(changed(&before, &after), ["gone", "new", "other"]);
        assert!(changed(&before, &before).is_empty());
    }

    #[test]
    fn no_dependency_needs_a_later_rust_than_we_declare() {
        let metadata = repository::metadata(&[]).unwrap();
        let version = |text: &str| -> Vec<u32> {
            let numbers = text.split('.').chain(["0", "0"]).take(3);
            numbers.map(|number| number.parse().unwrap()).collect()
        };
        let ours = version(env!("CARGO_PKG_RUST_VERSION"));
        let packages = metadata["packages"].as_array().unwrap();
        assert!(packages.len() > 100, "{}", packages.len());
        for package in packages {
            if let Some(needed) = package["rust_version"].as_str() {
                assert!(version(needed) <= ours, "{} needs {needed}", package["id"]);
            }
        }
    }
}
