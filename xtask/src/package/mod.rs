//! `cargo xtask package`: the crates as they would be published, each built from its packaged file alone.
//!
//! The conditions are those of docs.rs: outside this repository, without a network, and the source is left as it is.

mod dist;
mod minimums;
mod stranger;

pub(crate) use dist::run as dist;
pub(crate) use minimums::run as minimums;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::{fs, io};

use crate::Done;

/// A crate to publish.
struct Package {
    name: &'static str,
    /// What it installs, where it does.
    program: Option<Program>,
    /// Whether it has a library.
    has_library: bool,
    /// The features that docs.rs documents, as `package.metadata.docs.rs` has them.
    features: &'static str,
    /// The crate of this repository that it stands on, which no registry has before it is published.
    stands_on: Option<&'static str>,
}

/// A program to install and to start.
struct Program {
    name: &'static str,
    /// With these arguments, and at the end of its input, it ends at once.
    arguments: &'static [&'static str],
    /// Then it has written an object with this field.
    field: &'static str,
}

/// In the order of their publication.
const PACKAGES: [Package; 4] = [
    Package {
        name: "l10n-sandbox",
        program: Some(Program {
            name: "l10n-sandbox",
            arguments: &["--listen", "127.0.0.1:0", "--json", "--stop-with-stdin"],
            field: "base_url",
        }),
        has_library: true,
        features: "",
        stands_on: None,
    },
    Package {
        name: "l10n-client",
        program: None,
        has_library: true,
        features: "schemars,zip",
        stands_on: None,
    },
    Package {
        name: "l10n-client-redis",
        program: None,
        has_library: true,
        features: "",
        stands_on: Some("l10n-client"),
    },
    Package {
        name: "l10n-cli",
        program: Some(Program {
            name: "l10n",
            arguments: &["schema"],
            field: "title",
        }),
        has_library: false,
        features: "",
        stands_on: Some("l10n-client"),
    },
];

/// Packages, compiles and documents the crates, installs the program, and builds somebody else's
/// against them; nothing where there are arguments.
pub(crate) fn run(arguments: &[&str]) -> Option<Done> {
    let ended = each(arguments, verify)?;
    Some(ended.and_then(|()| stranger::run(&crate::root())))
}

/// Does something with each crate to publish, and the root of the repository.
fn each(arguments: &[&str], work: impl Fn(&Path, &Package) -> Done) -> Option<Done> {
    if !arguments.is_empty() {
        return None;
    }
    let root = crate::root();
    Some(PACKAGES.iter().try_for_each(|package| work(&root, package)))
}

fn verify(root: &Path, package: &Package) -> Done {
    let unpacked = Unpacked::new(root, package)?;
    let source = &unpacked.source;
    let before = files(source)?;
    let document = match package.has_library {
        true => &["doc", "--no-deps", "--lib"],
        false => &["doc", "--no-deps", "--bins"],
    };
    for command in [&["check"][..], document] {
        let mut cargo = Command::new("cargo");
        cargo
            .args(command)
            .args(["--quiet", "--offline", "--locked"]);
        cargo
            .args(["--features", package.features])
            .env("RUSTDOCFLAGS", "-D warnings");
        // Apart from what the repository builds: to cargo the roots of two workspaces are the same crate, wherever they are.
        let target = target()?.join("packages");
        done(cargo.env("CARGO_TARGET_DIR", target).current_dir(source))?;
    }
    if let Some(program) = &package.program {
        install(source, program)?;
    }
    let changed = changed(&before, &files(source)?);
    if !changed.is_empty() {
        return Err(format!(
            "{}: the build changes its own source: {}",
            package.name,
            changed.join(", ")
        )
        .into());
    }
    println!(
        "{} {VERSION}: {} files, {} KiB; compiles and documents itself",
        package.name,
        before.len(),
        unpacked.size.div_ceil(1024),
    );
    Ok(())
}

/// Installs the program from its packaged source, and starts it. Without optimization, which takes
/// long and changes nothing of what is in it.
fn install(source: &Path, program: &Program) -> Done {
    let name = program.name;
    let folder = tempfile::tempdir()?;
    let install = ["install", "--quiet", "--debug", "--offline", "--locked"];
    let mut cargo = Command::new("cargo");
    cargo.args(install).args(["--path", ".", "--no-track"]);
    cargo.arg("--root").arg(folder.path());
    let target = target()?.join("packages");
    done(cargo.env("CARGO_TARGET_DIR", target).current_dir(source))?;
    let output = Command::new(folder.path().join("bin").join(name))
        .args(program.arguments)
        .stdin(Stdio::null())
        .current_dir(folder.path())
        .output()?;
    let said: serde_json::Value = serde_json::from_slice(&output.stdout)?;
    match said[program.field].is_string() && output.status.success() {
        true => Ok(()),
        false => Err(format!("{name} does not start where it was installed: {output:?}").into()),
    }
}

/// A packaged file, unpacked outside the repository.
struct Unpacked {
    /// Deleted when this is dropped.
    _folder: tempfile::TempDir,
    source: PathBuf,
    /// Of the packaged file, in bytes.
    size: u64,
}

impl Unpacked {
    fn new(root: &Path, package: &Package) -> Result<Self, Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let names: Vec<_> = package
            .stands_on
            .into_iter()
            .chain([package.name])
            .collect();
        // What is not committed yet is what one wants to know of.
        let pack = [
            "package",
            "--quiet",
            "--locked",
            "--no-verify",
            "--allow-dirty",
        ];
        let mut cargo = Command::new("cargo");
        // Packaged together, they find each other.
        cargo
            .args(pack)
            .args(names.iter().flat_map(|name| ["--package", name]));
        done(cargo.current_dir(root))?;
        let file =
            |name: &str| target().map(|to| to.join(format!("package/{name}-{VERSION}.crate")));
        for name in &names {
            let mut tar = Command::new("tar");
            tar.arg("-xzf").arg(file(name)?).arg("-C");
            done(tar.arg(folder.path()))?;
        }
        // Somebody else's, which is none of a package's business.
        fs::create_dir(folder.path().join("spec"))?;
        fs::write(folder.path().join("spec/openapi.yaml"), "openapi: 2")?;
        let source = folder.path().join(format!("{}-{VERSION}", package.name));
        if let Some(base) = package.stands_on {
            let patch = format!("[patch.crates-io]\n{base} = {{ path = \"{base}-{VERSION}\" }}\n");
            fs::create_dir(folder.path().join(".cargo"))?;
            fs::write(folder.path().join(".cargo/config.toml"), patch)?;
            let update = ["update", "--quiet", "--offline", "--workspace"];
            done(Command::new("cargo").args(update).current_dir(&source))?;
        }
        Ok(Self {
            source,
            size: fs::metadata(file(package.name)?)?.len(),
            _folder: folder,
        })
    }
}

/// The version of all crates of the workspace.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Where cargo builds, wherever it is run.
fn target() -> io::Result<PathBuf> {
    crate::target().canonicalize()
}

fn done(command: &mut Command) -> Done {
    match command.status()?.success() {
        true => Ok(()),
        false => Err(format!("failed: {command:?}").into()),
    }
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
    let changed = paths
        .into_iter()
        .filter(|path| before.get(*path) != after.get(*path));
    changed.map(|path| path.display().to_string()).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_came_went_or_changed_is_told() {
        let state = |files: &[(&str, &str)]| -> BTreeMap<PathBuf, Vec<u8>> {
            let files = files.iter();
            files
                .map(|(path, text)| (PathBuf::from(path), text.as_bytes().to_vec()))
                .collect()
        };
        let before = state(&[("kept", "1"), ("other", "1"), ("gone", "1")]);
        let after = state(&[("kept", "1"), ("other", "2"), ("new", "1")]);
        assert_eq!(changed(&before, &after), ["gone", "new", "other"]);
        assert!(changed(&before, &before).is_empty());
    }

    #[test]
    fn no_dependency_needs_a_later_rust_than_we_declare() {
        let metadata = ["metadata", "--format-version", "1", "--locked"];
        let output = Command::new("cargo").args(metadata).output().unwrap();
        let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
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
